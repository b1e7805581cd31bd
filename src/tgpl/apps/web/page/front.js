// The front page: the games of this server, and one click to a table.

import { h, morph } from "./dom.js";
import { drawBoard } from "./board.js";
import { drawZone } from "./cards.js";
import { button, capital } from "./panels.js";
import { colourPlayers } from "./pieces.js";

const root = document.getElementById("app");
const dialogRoot = document.getElementById("dialog");
const notes = document.getElementById("notes");
const state = { about: {}, games: [], words: "", sights: new Map(), chosen: null, busy: false };
const QUIET = { stateOf: () => "", stateOfThings: () => "", can: () => false, isPicked: () => false, marks: new Set(), turned: false, crowded: false, stopIn: () => null, focus: null };

function render() {
  morph(root.firstElementChild, drawFront());
  for (const node of root.querySelectorAll(".game-picture[data-sight]")) watcher.observe(node);
}

function drawFront() {
  const fits = (game) => [game.title, game.about, game.language].join(" ").toLowerCase().includes(state.words);
  const shown = state.games.filter(fits);
  const groups = [...new Set(shown.map((game) => game.shelf))];
  return h(
    "main",
    { class: "front" },
    h(
      "header",
      { class: "front-head" },
      h("div", {}, h("h1", {}, "What shall we play?"), h("p", {}, "Choose a game; your table is set at once. Send your friends a link: there is nothing to install and no account.")),
      state.games.length > 8 ? h("div", { class: "search" }, h("label", { class: "visually-hidden", for: "search" }, "Search games"), h("input", { id: "search", type: "search", class: "field", placeholder: "Search games" })) : null,
    ),
    groups.map((group) => [groups.length > 1 ? h("h2", { class: "shelf-title", "data-key": `title-${group}` }, SHELVES[group] ?? group) : null, h("ul", { class: "shelf", "data-key": `shelf-${group}` }, shown.filter((game) => game.shelf === group).map(drawGame))]),
    shown.length ? null : h("p", { class: "nothing" }, state.games.length ? "No game is called so." : "There are no games here yet. Start the server with a folder of rule texts: tgpl serve my-games"),
    h(
      "footer",
      { class: "front-foot" },
      h("label", { class: "button" }, "Open a record", h("input", { type: "file", class: "visually-hidden", accept: ".json,application/json", "data-act": "record" })),
      state.about.studio ? h("a", { class: "button strong", href: "/studio" }, "Write a game") : null,
      state.about.public ? h("label", { class: "button" }, "Play rules of your own", h("input", { type: "file", class: "visually-hidden", multiple: true, "data-act": "rules" })) : null,
      h("span", {}, "Tables are kept on this server. No cookies, nothing from elsewhere."),
    ),
  );
}

const SHELVES = { tgpl: "Games", tgdl: "In TGDL", senet: "In Senet: programs that print and read", gdl: "Rulesheets" };
const shelfOf = (game) => (/\.tgpl$/.test(game.id) ? "tgpl" : /\.tgdl$/.test(game.id) ? "tgdl" : /\.snt$/.test(game.id) ? "senet" : "gdl");

function drawGame(game) {
  const [least, most] = game.players ?? [];
  const players = least === undefined ? null : least === most ? `${least} player${least === 1 ? "" : "s"}` : `${least}–${most} players`;
  return h(
    "li",
    { class: "game", "data-key": game.id },
    h("div", { class: "game-picture", "data-sight": game.id, "aria-hidden": "true" }, drawSight(game)),
    h(
      "div",
      { class: "game-body" },
      h("h3", {}, game.title),
      game.problems?.length ? h("details", { class: "problems-of" }, h("summary", {}, game.problems.length === 1 ? "Its rule text has a problem" : `Its rule text has ${game.problems.length} problems`), h("pre", { class: "problems", tabindex: 0 }, game.problems.join("\n\n"))) : h("p", {}, tellAbout(game)),
      h("div", { class: "game-foot" }, h("span", { class: "tags" }, players ? h("span", { class: "tag" }, players) : null), state.about.studio ? h("a", { class: "button quiet", href: `/studio#game=${encodeURIComponent(game.id)}`, "aria-label": `Rules of ${game.title}` }, "Rules") : null, game.problems?.length ? null : button("Play", "play", { "data-game": game.id, class: "strong", "aria-label": `Play ${game.title}` })),
    ),
  );
}

// What the rules say of themselves; not again what it is called.
function tellAbout({ about = "", title }) {
  const words = about.toLowerCase().startsWith(`${title.toLowerCase().replace(" mens ", " men's ")}: `) ? about.slice(about.indexOf(": ") + 2) : about;
  return capital(words);
}

function drawSight(game) {
  const picture = state.sights.get(game.id);
  if (!picture) return h("span", { class: "initial" }, game.title.slice(0, 1));
  const boards = Object.keys(picture.boards);
  if (boards.length) return h("div", { class: "boards" }, boards.slice(0, 2).map((key) => drawBoard(picture, key, QUIET)));
  if (picture.text !== undefined) return h("pre", { class: "screen" }, picture.text.split("\n").slice(-9).join("\n"));
  const zones = Object.keys(picture.zones).sort((a, b) => picture.zones[b].size - picture.zones[a].size);
  return zones.length ? h("div", { class: "commons" }, zones.slice(0, 2).map((key) => drawZone(picture, key, QUIET))) : h("span", { class: "initial" }, game.title.slice(0, 1));
}

// Pictures are asked for when they come into sight.
const watcher = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    const game = entry.target.dataset.sight;
    const known = state.games.find((one) => one.id === game);
    if (!entry.isIntersecting || !known?.players || state.sights.has(game)) continue;
    watcher.unobserve(entry.target);
    state.sights.set(game, null);
    fetch(`/sight?game=${encodeURIComponent(game)}`)
      .then((answer) => (answer.ok ? answer.json() : null))
      .then((found) => {
        if (!found?.picture) return;
        state.sights.set(game, { ...found.picture, players: colourPlayers(found.picture) });
        render();
      })
      .catch(() => {});
  }
}, { rootMargin: "200px" });

// ---- one click to a table

function choosePlayers(game) {
  const [least, most] = game.players ?? [2, 2];
  if (least === most) return make(game, least);
  state.chosen = game;
  dialogRoot.replaceChildren(
    h(
      "div",
      { class: "sheet" },
      h("header", { class: "sheet-head" }, h("h2", { id: "dialog-title" }, `${game.title}: how many play?`), button("", "close", { class: "round quiet", "aria-label": "Close" }, "close")),
      h("div", { class: "sheet-body" }, h("p", { class: "soft" }, "People and machines. Who sits where is decided at the table."), h("div", { class: "buttons" }, Array.from({ length: Math.min(most, 12) - least + 1 }, (_, n) => button(`${least + n}`, "players", { "data-players": least + n, class: "strong" })))),
    ),
  );
  dialogRoot.showModal();
}

async function make(game, players) {
  if (state.busy) return;
  state.busy = true;
  await post("/tables", JSON.stringify({ game: game.id, players }));
  state.busy = false;
}

// Whatever makes a table gives the way to it.
async function post(address, body) {
  const answer = await fetch(address, { method: "POST", headers: { "content-type": "application/json" }, body }).catch(() => null);
  const made = await answer?.json().catch(() => null);
  if (answer?.ok) location.href = `/t/${made.table}#${made.owner}`;
  else tell(made?.words ?? "The server does not answer. Is it still running?");
}

const MAIN = /\.(tgpl|tgdl|snt|kif|hrf|gdl)$/;

// The rules, and the files beside them; the first that could be a game is played.
async function playOwn(files) {
  const sources = Object.fromEntries(await Promise.all(files.map(async (file) => [file.name, await file.text()])));
  const main = files.map((file) => file.name).find((name) => MAIN.test(name) && (files.length === 1 || /^\s*game\b/m.test(sources[name]) || !name.endsWith(".tgpl")));
  if (!main) return tell("None of these files is a rule text: .tgpl, .tgdl, .snt, .kif or .hrf.");
  await post("/tables", JSON.stringify({ rules: { main, sources } }));
}

function tell(words) {
  const one = h("div", { class: "note bad", role: "alert" }, words);
  notes.append(one);
  setTimeout(() => one.remove(), 7000);
}

document.addEventListener("click", (event) => {
  const node = event.target.closest("[data-act]");
  if (event.target === dialogRoot || node?.dataset.act === "close") dialogRoot.close();
  if (node?.dataset.act === "play") choosePlayers(state.games.find((game) => game.id === node.dataset.game));
  if (node?.dataset.act === "players") {
    dialogRoot.close();
    make(state.chosen, Number(node.dataset.players));
  }
});
document.addEventListener("change", async (event) => {
  const files = [...(event.target.files ?? [])];
  if (!files.length) return;
  if (event.target.dataset.act === "record") await post("/replay", await files[0].text());
  else await playOwn(files);
  event.target.value = "";
});
document.addEventListener("input", (event) => {
  if (event.target.id !== "search") return;
  state.words = event.target.value.trim().toLowerCase();
  render();
});

fetch("/about")
  .then((answer) => answer.json())
  .then((about) => {
    state.about = about;
    render();
  })
  .catch(() => {});
fetch("/games")
  .then((answer) => answer.json())
  .then((games) => {
    state.games = games.map((game) => ({ ...game, title: capital(game.title), shelf: shelfOf(game) }));
    render();
  })
  .catch(() => tell("The games could not be read. Is the server still running?"));
