// How the studio looks: the text, what is told of it, the table beside it; what one can begin with; what somebody has shared.

import { h } from "./dom.js";
import { button, capital } from "./panels.js";

export function drawDesk(studio) {
  const { told } = studio;
  return h(
    "main",
    { class: `desk at-${studio.side}` },
    h(
      "header",
      { class: "bar" },
      h("a", { class: "home", href: "/" }, "Games"),
      h("h1", {}, capital(told?.title ?? studio.main)),
      h("span", { class: "state" }, { writing: "…", kept: studio.fileOnDisk ? "kept, not saved yet" : "kept", saved: "saved", "not kept": "not kept" }[studio.state] ?? ""),
      h("span", { class: "sides", role: "group", "aria-label": "What is shown" }, [["text", "Text"], ["table", "Table"]].map(([side, words]) => button(words, "side", { "data-side": side, "aria-pressed": studio.side === side ? "true" : "false" }))),
      button("Save", "save", { title: "Formats the text and keeps a version (Ctrl+S)" }),
      button("Find", "find", { class: "quiet", title: "Ctrl+F" }),
      button("Versions", "versions", { class: "quiet" }),
      button("Download", "download", { class: "quiet" }),
      button("Share", "share", {}, "share"),
    ),
    h("section", { class: "writing", "aria-label": "Rules" }, drawTabs(studio), h("div", { class: "editors", "data-kept": "" }), studio.find ? drawFind(studio.find) : null, drawTold(studio)),
    h("section", { class: "beside", "aria-label": "The table" }, drawTable(studio)),
  );
}

function drawTabs(studio) {
  const files = [...studio.editors.keys()];
  return h(
    "div",
    { class: "tabs", role: "tablist", "aria-label": "Files" },
    files.map((file) => button(file, "file", { role: "tab", "data-file": file, "data-key": `tab-${file}`, "aria-selected": file === studio.file ? "true" : "false" })),
    button("+", "add-file", { class: "quiet", "aria-label": "Another file", "data-key": "add" }),
    studio.file !== studio.main && !studio.fileOnDisk ? button("Remove", "remove-file", { class: "quiet", "data-key": "remove" }) : null,
  );
}

function drawFind({ count }) {
  return h(
    "div",
    { class: "find-bar", "data-key": "find" },
    h("input", { id: "find", type: "search", class: "field", "aria-label": "Find in this file", placeholder: "Find", "data-kept": "" }),
    h("span", { class: "count" }, count ? (count[1] ? `${count[0]} of ${count[1]}` : "not found") : ""),
    button("", "find-back", { class: "round quiet", "aria-label": "The one before" }, "back"),
    button("", "find-next", { class: "round quiet", "aria-label": "The next one" }, "on"),
    button("", "find-end", { class: "round quiet", "aria-label": "Close" }, "close"),
  );
}

// ---- below the text

function drawTold(studio) {
  const { problems, told } = studio;
  return h(
    "div",
    { class: "told", tabindex: 0, "aria-label": "What is told of the text", "data-key": "told" },
    told?.trouble ? h("p", { class: "notice-bar" }, told.trouble) : null,
    problems.length ? h("ul", { class: "problems-told" }, problems.map((one, number) => drawProblem(studio, one, number))) : null,
    told?.playable ? drawFindings(studio.test) : null,
  );
}

function drawProblem(studio, problem, number) {
  const line = (studio.editors.get(problem.file)?.text ?? "").slice(0, problem.start).split("\n").length;
  return h(
    "li",
    { class: `problem ${problem.severity === "error" ? "" : "doubtful"}` },
    h("button", { type: "button", class: "where", "data-act": "problem", "data-number": number }, `${problem.title} `, h("small", {}, `${problem.file}, line ${line} · ${problem.code}`)),
    h("p", {}, problem.words),
    problem.fix ? button(`Fix: ${problem.fix.words}`, "fix", { "data-number": number, class: "strong" }) : null,
  );
}

function drawFindings(test) {
  if (!test) return h("p", { class: "soft" }, "Games are being played by chance…");
  const games = Object.values(test.games).reduce((sum, one) => sum + one, 0);
  const counts = Object.keys(test.games);
  const among = (fault) => `${fault.games.toLocaleString("en")} of the games with ${fault.players}`;
  const line = (file, number, words) => h("button", { type: "button", class: "where", "data-act": "line", "data-file": file, "data-line": number }, words);
  return h(
    "div",
    { class: "findings" },
    h("h2", {}, `${games.toLocaleString("en")} games by chance${counts.length > 1 ? `, with ${counts[0]} to ${counts.at(-1)} players` : ""}: `, test.fine ? h("span", { class: "fine" }, "nothing wrong was found.") : "look at this:"),
    h(
      "ul",
      {},
      test.errors.map((one) => h("li", { class: "finding" }, h("span", {}, `${among(one)} broke a rule: ${one.message ?? one.words ?? one.code ?? ""} `, one.line ? line(one.file, one.line, `line ${one.line}`) : null))),
      test.stuck.map((one) => h("li", { class: "finding" }, `${among(one)} got stuck: nobody can do anything, and nothing changes any more.`)),
      test.endless.map((one) => h("li", { class: "finding" }, `${among(one)} did not end.`)),
      test.never_offered.map((one) => h("li", { class: "finding" }, h("span", {}, line(one.file, one.line, one.action), " was never offered", one.never_yes.length ? [": what ", one.never_yes.map((at) => [line(one.file, at, `line ${at}`), " "]), "asks was never so"] : null, "."))),
    ),
  );
}

// ---- beside it

function drawTable(studio) {
  const { table, owner, told, notice } = studio;
  const [least, most] = told?.players ?? [];
  const counts = told?.playable && most > least ? h("select", { class: "field", "data-act": "players", "aria-label": "How many play", "data-key": "players" }, Array.from({ length: Math.min(most, 12) - least + 1 }, (_, n) => h("option", { value: least + n, selected: (studio.players ?? Math.max(2, least)) === least + n }, `${least + n} players`))) : null;
  const bar = notice ? h("div", { class: "notice-bar", role: "alert", "data-key": "notice" }, h("p", {}, notice.words), notice.acts.map(([words, act]) => button(words, act, {}))) : null;
  if (!table) return [bar, h("div", { class: "invite", "data-key": "invite" }, h("h2", {}, told?.playable ? "Ready to be played" : "The table waits"), h("p", { class: "soft" }, told?.playable ? "You sit at the first seat, machines at the others. Go on writing while you play: the table follows." : "As soon as the rules have no errors, they can be played here."), told?.playable ? h("div", { class: "buttons" }, counts, button("Play", "play", { class: "strong" })) : null)];
  return [
    bar,
    h("div", { class: "table-bar", "data-key": "bar" }, h("span", { class: "words" }, told?.playable ? (studio.brought ?? "The table follows what you write.") : "The table plays on under the last rules without errors."), counts, told?.playable ? button("New match", "play", {}) : null),
    h("iframe", { src: `/beside/${table}#${owner}`, title: "The table", "data-key": `table-${table}`, "data-kept": "" }),
  ];
}

// ---- pages without a text yet

export function drawStarters(studio) {
  const starter = (act, title, words, more = {}) => h("li", {}, h("button", { type: "button", class: "starter", "data-act": act, ...more }, h("strong", {}, title), h("span", {}, words)));
  const drafts = readDrafts();
  return h(
    "main",
    { class: "starters" },
    h("a", { class: "home", href: "/" }, "Games"),
    h("h1", {}, "Write a game"),
    h("p", { class: "lead" }, studio.may === false ? "On this server nobody writes rules but who runs it. With tgpl serve --studio guests may write too." : "The rules stand on the left, the table on the right. Change a rule, and the match goes on under it."),
    studio.may === false ? null : [
      h("ul", { class: "starter-list" }, starter("template", "A small game to grow from", "Players take stones from a heap; every part is explained."), starter("empty", "An empty page", "For who knows what to write.")),
      drafts.length ? [h("h2", {}, "Go on with"), h("ul", { class: "starter-list" }, drafts.map((one) => starter("draft", capital(one.title), new Date(one.when).toLocaleString(), { "data-draft": one.d, "data-token": one.k })))] : null,
      studio.games.length ? [h("h2", {}, "Games of this server"), h("ul", { class: "starter-list" }, studio.games.map((game) => starter("game", capital(game.title), game.about ?? game.language, { "data-game": game.id })))] : null,
    ],
  );
}

function readDrafts() {
  try {
    return JSON.parse(localStorage.getItem("tgpl-drafts") ?? "[]").slice(0, 9);
  } catch {
    return [];
  }
}

export function drawShared(studio) {
  const { main, sources } = studio.shared;
  const title = /^\s*game\s+"([^"\n]{1,80})"/m.exec(sources[main])?.[1] ?? main;
  return h(
    "main",
    { class: "starters" },
    h("a", { class: "home", href: "/" }, "Games"),
    h("h1", {}, capital(title)),
    h("p", { class: "lead" }, "Somebody has shared these rules with you. Play them, or go on with a copy of your own: theirs stays as it is."),
    studio.may === false ? h("p", { class: "notice" }, "This server does not let guests play or write rules of their own; tgpl serve --studio would.") : h("div", { class: "buttons" }, button("Play", "play-shared", { class: "strong" }), button("Make my own copy", "fork")),
    Object.entries(sources).map(([file, text]) => [h("h2", {}, file), h("pre", { class: "code shared-text", tabindex: 0 }, text)]),
  );
}

export function drawPrompt(title, ...content) {
  return h("div", { class: "sheet" }, h("header", { class: "sheet-head" }, h("h2", { id: "dialog-title" }, title), button("", "close", { class: "round quiet", "aria-label": "Close" }, "close")), h("div", { class: "sheet-body" }, content));
}

export function drawVersions(versions) {
  return drawPrompt("Versions", h("ul", { class: "versions" }, versions.map((one) => h("li", {}, h("span", {}, one.when === null ? "At the beginning" : new Date(one.when * 1000).toLocaleString(), " ", one.mark && one.when !== null ? h("span", { class: "tag" }, one.mark) : null), button("Go back to this", "version", { "data-row": one.row })))));
}
