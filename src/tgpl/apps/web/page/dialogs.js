// What is one touch away: rules, cards in words, reasons, the menu, the owner's desk. Each is the content of one dialog.

import { h, svg } from "./dom.js";
import { paint } from "./colours.js";
import { nameOption } from "./choosing.js";
import { describeThing } from "./board.js";
import { drawFace } from "./cards.js";
import { button, capital, drawLog, drawTime, icon, seatName } from "./panels.js";

const DIALOGS = { rules: drawRules, menu: drawMenu, desk: drawDesk, info: drawInfo, pile: drawPile, choice: drawChoice, reasons: drawReasons, log: drawLogDialog, comment: drawComment, links: drawLinks, keys: drawKeys, hand: drawHand, link: (table, { text, rows }) => ["Scan it with a telephone", h("div", { class: "qr-sheet" }, drawQr(rows), h("p", { class: "soft" }, "Or send this link:"), h("input", { class: "field", readonly: true, value: text, "aria-label": "Link" }), button("Copy", "copy", { "data-text": text }, "copy"))] };

export function drawDialog(table, dialog) {
  const [title, ...content] = DIALOGS[dialog.kind](table, dialog);
  return h(
    "div",
    { class: `sheet ${dialog.kind}` },
    h("header", { class: "sheet-head" }, h("h2", { id: "dialog-title" }, title), button("", "close", { "aria-label": "Close", class: "round quiet" }, "close")),
    h("div", { class: "sheet-body" }, content),
  );
}

// ---- texts

function drawRules(table) {
  const game = table.facts.game;
  const cards = game.cards ?? [];
  return [
    `Rules of ${game.title}`,
    game.about ? h("p", { class: "lead" }, game.about) : null,
    (game.rules ?? []).length ? h("div", { class: "prose" }, game.rules.map((line) => h("p", {}, line))) : null,
    game.readme ? drawText(game.readme) : null,
    cards.length ? [h("h3", {}, "Cards and pieces"), h("dl", { class: "glossary" }, cards.map((card) => [h("dt", {}, card.name), h("dd", {}, card.text)]))] : null,
    !(game.rules ?? []).length && !game.readme && !cards.length ? h("p", {}, "The rules of this game do not say in words how it is played. What can be chosen lights up, and “Why?” tells what a rule forbids.") : null,
  ];
}

// A text as the server has parted it: headings, paragraphs, lists, listings, tables.
function drawText(parts) {
  const spans = (content) => (Array.isArray(content) ? content.map((span) => (typeof span === "string" ? span : h(span.style === "code" ? "code" : span.style === "strong" ? "strong" : "em", {}, span.text))) : content);
  return h(
    "div",
    { class: "prose" },
    parts.map((part) => {
      if (part.kind === "heading") return h(`h${Math.min(5, 2 + (part.level ?? 1))}`, {}, spans(part.text));
      if (part.kind === "list") return h(part.ordered ? "ol" : "ul", {}, part.items.map((item) => h("li", {}, spans(item))));
      if (part.kind === "code") return h("pre", { tabindex: 0 }, part.text);
      if (part.kind === "table") return h("table", {}, part.rows.map((row, at) => h("tr", {}, row.map((cell) => h(at ? "td" : "th", {}, spans(cell))))));
      return h("p", {}, spans(part.text));
    }),
  );
}

function drawInfo(table, { id }) {
  const { shown } = table;
  const thing = shown.things[id];
  const tile = shown.tiles[id];
  const zone = shown.zones[id];
  const one = thing ?? tile ?? zone ?? {};
  const title = thing ? (thing.face === "down" ? "Something hidden" : thing.name) : (tile?.place ?? tile?.name ?? zone?.name ?? "?");
  const on = tile ? Object.entries(shown.things).filter(([, other]) => other.at.tile === id) : [];
  return [
    title,
    one.text ? h("p", { class: "lead" }, one.text) : null,
    one.kind && one.kind !== title && !zone ? h("p", { class: "soft" }, one.kind) : null,
    one.owner === undefined ? null : h("p", {}, `Of ${seatName(table, one.owner)}.`),
    zone ? h("p", {}, zone.size === 1 ? "One lies there." : `${zone.size} lie there.`) : null,
    (one.values ?? []).length ? h("dl", { class: "facts-list" }, one.values.map((value) => [h("dt", {}, value.name), h("dd", {}, value.player === undefined ? value.value : seatName(table, value.player))])) : null,
    on.length ? h("ul", { class: "plain-list" }, on.map(([key, other]) => h("li", {}, button(capital(describeThing(other, shown.players)), "info", { "data-about": key, class: "quiet" })))) : null,
    table.picture.ask && !table.past && !table.look.can(id) ? button("Why can I not choose it?", "why", { "data-about": id, class: "strong" }, "why") : null,
  ];
}

function drawPile(table, { about }) {
  const { shown } = table;
  const things = Object.entries(shown.things).filter(([, thing]) => thing.at.zone === about).sort(([, a], [, b]) => b.at.n - a.at.n);
  return [shown.zones[about]?.name ?? "Pile", h("div", { class: "cards browse" }, things.map(([id, thing]) => h("div", { class: "card hued", "data-act": "info", "data-about": id, role: "button", tabindex: 0 }, drawFace(thing))))];
}

function drawChoice(table, { keys, title }) {
  const { ask } = table.picture;
  const there = keys.filter((key) => ask?.options[key]);
  return [title ?? ask?.words ?? "", h("div", { class: "buttons column" }, there.map((key) => button(nameOption(ask, key), "choose", { "data-option": key, "data-key": `choice-${key}`, class: "strong" })))];
}

function drawReasons(table, { reasons = [], about, words }) {
  if (words) return ["Why not?", h("p", {}, words)];
  if (!reasons.length) return ["Why not?", h("p", {}, about ? "Nothing forbids it: it is not among what this question is about." : "Nothing else could be expected here: all that the rules know of can be chosen.")];
  return [
    "Why not?",
    h(
      "ul",
      { class: "reasons" },
      reasons.map((reason) =>
        h(
          "li",
          {},
          h("p", {}, h("b", {}, [reason.name, ...(reason.things?.length ? [": ", reason.things.join(", "), reason.more ? ` and ${reason.more} more` : ""] : [])].join("")), h("br"), capital(reason.words), "."),
          reason.quote ? h("pre", { class: "quote" }, reason.quote) : null,
          reason.line ? h("p", { class: "soft" }, `${reason.file ?? "The rules"}, line ${reason.line}`) : null,
        ),
      ),
    ),
  ];
}

function drawLogDialog(table) {
  return ["What happened", drawTime(table), drawLog(table)];
}

function drawComment(table, { at }) {
  return [
    at === table.at ? "A comment" : `A comment on move ${at}`,
    h("form", { "data-act": "send-comment", class: "stacked" }, h("input", { type: "hidden", name: "at", value: at }), h("label", { for: "comment-text" }, "Everybody at the table reads it, pinned to this move."), h("textarea", { id: "comment-text", name: "text", rows: 3, maxlength: 500, required: true, class: "field" }), h("button", { type: "submit", class: "button strong" }, "Pin it")),
  ];
}

// ---- menu and desk

function drawMenu(table) {
  const { settings, you } = table;
  return [
    "This table",
    you.seat === null && !you.owner
      ? h("p", { class: "soft" }, "You are watching.")
      : h("form", { "data-act": "name-me", class: "inline" }, h("label", { for: "my-name" }, "Your name"), h("input", { id: "my-name", name: "name", class: "field", maxlength: 40, value: (you.seat !== null ? table.seats?.[you.seat]?.name : "") ?? "", placeholder: "What others call you" }), h("button", { type: "submit", class: "button" }, "Save")),
    h(
      "div",
      { class: "switches" },
      drawSwitch("auto", settings.auto, "Take single choices by myself", "Where there is only one thing to choose, it is chosen at once."),
      Object.keys(table.shown?.boards ?? {}).length ? drawSwitch("turned", table.turned, "Turn the board", "See it from the other side.") : null,
      drawSwitch("notify", settings.notify, "Tell me when I am asked", "A notice of your browser, while this page is in the background."),
    ),
    h(
      "div",
      { class: "buttons column" },
      you.seat !== null && table.at > 0 && !table.picture?.ended ? button("Ask to take the last move back", "undo", { "data-to": table.at - 1 }, "undo") : null,
      you.seat !== null || you.owner ? button("Comment on this move", "comment", { "data-at": table.at }, "talk") : null,
      table.canFork ? button("Fork: a new table from here", "fork", { "data-at": table.past?.at ?? table.at }, "share") : null,
      button("Download the record", "record", {}, "log"),
      you.owner ? button("The owner's desk: seats, links, rules", "desk", {}, "person") : null,
      you.seat !== null && !you.owner && !table.picture?.ended ? button("Leave: a machine plays on for me", "leave-seat", {}, "person") : null,
      button("Keys", "keys", { class: "quiet" }),
      h("a", { class: "button quiet", href: "/" }, "All games"),
    ),
  ];
}

const drawSwitch = (name, on, words, more) =>
  h("label", { class: "switch" }, h("input", { type: "checkbox", role: "switch", "data-act": "setting", "data-name": name, checked: on }), h("span", { class: "knob", "aria-hidden": "true" }), h("span", {}, words, h("small", {}, more)));

function drawKeys() {
  const keys = [["Tab", "from part to part"], ["Arrow keys", "over a board, along a hand"], ["Enter, Space", "touch what has the focus"], ["N", "to the next thing that can be chosen"], ["I", "about what has the focus"], ["Escape", "take back, close"], ["[ and ]", "look back and on"], ["L, R", "log, rules"]];
  return ["Keys", h("dl", { class: "keys" }, keys.map(([key, words]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, words)]))];
}

function drawDesk(table) {
  const problems = table.problems ?? [];
  return [
    "The owner's desk",
    table.offer ? h("div", { class: "notice" }, h("p", {}, table.offer.words), h("div", { class: "buttons" }, button("Go on from the last good point", "accept", { class: "strong" }))) : null,
    problems.length ? [h("h3", {}, "Problems of the rule text"), h("pre", { class: "problems", tabindex: 0 }, problems.join("\n\n"))] : null,
    table.canWrite ? h("div", { class: "buttons" }, button("Write its rules beside the table", "studio", {}, "rules")) : null,
    h("h3", {}, "Seats"),
    h("ul", { class: "seats" }, (table.seats ?? []).map((seat, number) => drawSeat(table, seat, number))),
    h("div", { class: "link-row" }, h("span", {}, "To watch only"), table.links?.watch ? drawLink(table, table.links.watch, "watch") : null),
    table.watching ? h("p", { class: "soft" }, table.watching === 1 ? "One is watching." : `${table.watching} are watching.`) : null,
    h("h3", {}, "This table"),
    h("form", { "data-act": "rename", class: "inline" }, h("label", { for: "title" }, "Called"), h("input", { id: "title", name: "title", class: "field", maxlength: 80, value: table.facts.title ?? "", placeholder: capital(table.facts.game.title) }), h("button", { type: "submit", class: "button" }, "Save")),
    h("label", { class: "choice-row" }, "Undo ", h("select", { "data-act": "option-undo", class: "field" }, ["agreement", "at once"].map((word) => h("option", { value: word, selected: table.options?.undo === word }, word === "agreement" ? "when all people agree" : "at once")))),
    h("label", { class: "switch" }, h("input", { type: "checkbox", role: "switch", "data-act": "option-hand", checked: table.options?.hand }), h("span", { class: "knob", "aria-hidden": "true" }), h("span", {}, "I may lend a hand", h("small", {}, "Move a piece, change a number, deal a card: told to all, and kept in the record."))),
    table.canHand ? button("Change something by hand", "hand", {}, "person") : null,
  ];
}

const AGENTS = [["person", "a person, by a new link"], ["me", "me"], ["random", "a machine: at random"], ["mcts:0.3s", "a machine: thinks 0.3 s"], ["mcts:1s", "a machine: thinks 1 s"], ["mcts:5s", "a machine: thinks 5 s"]];

function drawSeat(table, seat, number) {
  const color = paint(table.shown.players[number]?.color);
  const link = table.links?.[number];
  const known = AGENTS.some(([word]) => word === seat.who);
  const mine = table.you.seat === number;
  return h(
    "li",
    { class: "seat", vars: { "--c": color } },
    h("div", { class: "seat-head" }, h("span", { class: "chip", "aria-hidden": "true" }), h("b", {}, seatName(table, number)), h("span", { class: "soft" }, mine ? "you" : seat.who !== "person" ? seat.who : seat.taken ? (seat.present ? "is here" : "is away") : "nobody yet")),
    h(
      "label",
      { class: "choice-row" },
      h("span", {}, "Sits there"),
      h("select", { class: "field", "data-act": "sit", "data-seat": number }, [...(mine || known ? [] : [[seat.who, seat.who]]), ...AGENTS].map(([word, words]) => h("option", { value: word, selected: mine ? word === "me" : word === seat.who }, words))),
    ),
    link ? drawLink(table, link, number) : null,
  );
}

const addressOf = (table, token) => `${location.origin}/t/${table}#${token}`;

function drawLink(table, token, name) {
  const address = addressOf(table.facts.id, token);
  return h(
    "div",
    { class: "link" },
    h("input", { class: "field", readonly: true, value: address, "aria-label": `Link ${name}` }),
    button("Copy", "copy", { "data-text": address }, "copy"),
    button("QR", "qr", { "data-text": address, "data-key": `qr-${name}` }),
    table.qr?.text === address ? drawQr(table.qr.rows) : null,
  );
}

// Rows of dark and light, as the server made them.
function drawQr(rows) {
  const size = rows.length + 8;
  const dark = rows.flatMap((row, y) => [...row].map((cell, x) => (cell === "1" ? `M${x + 4} ${y + 4}h1v1h-1z` : "")));
  return svg("svg", { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": "QR code of the link" }, svg("path", { d: dark.join("") }));
}

function drawLinks(table, { title, words, table: name, owner, links }) {
  return [
    title,
    h("p", {}, words),
    h("div", { class: "buttons" }, h("a", { class: "button strong", href: `/t/${name}#${owner}`, target: "_blank", rel: "noopener" }, "Open it")),
    h("ul", { class: "seats" }, Object.entries(links ?? {}).map(([key, token]) => h("li", { class: "seat" }, h("b", {}, key === "watch" ? "To watch" : `Seat ${Number(key) + 1}`), h("div", { class: "link" }, h("input", { class: "field", readonly: true, value: addressOf(name, token), "aria-label": key }), button("Copy", "copy", { "data-text": addressOf(name, token) }, "copy"))))),
  ];
}

// ---- by hand

function drawHand(table, { about, value }) {
  const { shown } = table;
  const thing = shown.things[about];
  const on = shown.tiles[about] ? Object.entries(shown.things).filter(([, one]) => one.at.tile === about) : [];
  const zone = shown.zones[about];
  const values = value ? [value] : ((thing ?? shown.tiles[about])?.values ?? []).filter((one) => one.attribute).map((one) => ({ ...one, of: about }));
  return [
    value ? value.name : (thing?.name ?? shown.tiles[about]?.name ?? zone?.name ?? "By hand"),
    thing ? button("Move it", "hand-move", { "data-about": about, class: "strong" }) : null,
    on.map(([id, one]) => button(`Move ${describeThing(one, shown.players)}`, "hand-move", { "data-about": id, class: "strong" })),
    zone?.kind === "deck" ? button("Deal the top card", "hand-deal", { "data-about": about, class: "strong" }) : null,
    values.map((one) => h("form", { class: "inline", "data-act": "hand-set" }, h("input", { type: "hidden", name: "about", value: one.of }), h("input", { type: "hidden", name: "attribute", value: one.attribute }), h("label", {}, one.name, " ", h("input", { class: "field", name: "value", value: one.value })), h("button", { type: "submit", class: "button" }, "Set"))),
    !thing && !on.length && zone?.kind !== "deck" && !values.length ? h("p", { class: "soft" }, "There is nothing to change here.") : null,
  ];
}

export const note = (words, kind = "") => h("div", { class: `note ${kind}`, role: "status" }, kind === "bad" ? icon("why") : null, h("span", {}, words));
