// The whole page from what the table is: drawn anew on every change, and changed only where it differs.

import { drawBoard } from "./board.js";
import { drawZone } from "./cards.js";
import { paint } from "./colours.js";
import { drawDialog } from "./dialogs.js";
import { h, morph } from "./dom.js";
import { makeLook } from "./look.js";
import { button, capital, drawAsk, drawLog, drawPlayer, drawTime, drawValues, seatName } from "./panels.js";
import { root, table } from "./state.js";

export const dialogRoot = document.getElementById("dialog");

export function render() {
  if (table.facts && table.picture && !table.bye) {
    table.look = makeLook();
    morph(root.firstElementChild, drawPage());
    keepScrolled();
  } else if (table.bye || table.status === "lost") morph(root.firstElementChild, drawClosed());
  document.body.classList.toggle("offline", table.status === "lost");
  renderDialog();
}

function renderDialog() {
  if (table.dialog && table.facts && table.picture) {
    const content = h("div", { class: "dialog-content" }, drawDialog(table, table.dialog));
    if (dialogRoot.firstElementChild && dialogRoot.open) morph(dialogRoot.firstElementChild, content);
    else dialogRoot.replaceChildren(content);
    if (!dialogRoot.open) dialogRoot.showModal();
  } else if (dialogRoot.open) dialogRoot.close();
}

export function openDialog(dialog) {
  table.dialog = dialog;
  render();
}

export function closeDialog() {
  table.dialog = null;
  renderDialog();
}

function drawClosed() {
  return h("main", { class: "closed" }, h("h1", {}, table.bye ? "This table is closed to you" : "Looking for the table…"), h("p", {}, table.bye ?? "The line is down. This page comes back by itself."), h("a", { class: "button strong", href: "/" }, "All games"));
}

function drawPage() {
  const { shown, facts } = table;
  const zones = Object.keys(shown.zones).sort((a, b) => shown.zones[a].order - shown.zones[b].order);
  const mine = zones.filter((key) => shown.zones[key].owner === table.you.seat && table.you.seat !== null);
  const own = [...mine.filter((key) => shown.zones[key].kind === "hand"), ...mine.filter((key) => shown.zones[key].kind !== "hand")];
  const boards = Object.keys(shown.boards).sort((a, b) => shown.boards[a].order - shown.boards[b].order);
  const common = zones.filter((key) => shown.zones[key].owner === undefined);
  for (const key of boards) table.look.focus = undefined;
  return h(
    "div",
    { class: `page ${boards.length ? "has-board" : "no-board"} ${own.length ? "has-hand" : ""} ${table.past ? "looking-back" : ""} ${table.handing ? "handing" : ""} ${shown.ended ? "over" : ""}`, "data-key": "page" },
    h(
      "header",
      { class: "top" },
      h("a", { class: "home", href: "/", "aria-label": "All games" }, "tgpl"),
      h("h1", {}, facts.title || capital(facts.game.title)),
      drawPhase(shown),
      table.status === "lost" ? h("span", { class: "tag line-lost", role: "status" }, "Line lost, coming back…") : null,
      h("nav", { class: "tools", "aria-label": "Table" }, button("Rules", "rules", { class: "quiet" }, "rules"), button("Log", "log", { class: "quiet only-narrow" }, "log"), facts.you?.owner ? button("Invite", "desk", { class: "quiet" }, "share") : null, button("Menu", "menu", { class: "quiet" }, "menu")),
    ),
    h("aside", { class: `players ${Object.entries(shown.players).some(([seat, player]) => player.values.length || zones.some((key) => shown.zones[key].owner === Number(seat) && !own.includes(key))) ? "" : "bare"}`, "aria-label": "Players" }, Object.keys(shown.players).map((seat) => drawPlayer(table, seat, zones.filter((key) => shown.zones[key].owner === Number(seat) && !own.includes(key)).map((key) => drawZone(shown, key, table.look, "small"))))),
    h(
      "main",
      { class: "felt", id: "table", "aria-label": "The table" },
      shown.text === undefined ? null : drawScreen(shown.text),
      boards.length ? h("div", { class: `boards b${Math.min(boards.length, 4)}` }, boards.map((key) => drawBoard(shown, key, boardLook(key)))) : null,
      common.length ? h("div", { class: `commons ${boards.length && common.reduce((sum, key) => sum + (shown.zones[key].kind === "row" ? shown.zones[key].size : 1), 0) < 7 ? "beside" : ""}` }, groupZones(shown, common).map((keys) => (keys.length > 1 ? h("div", { class: "together" }, keys.map((key) => drawZone(shown, key, table.look))) : drawZone(shown, keys[0], table.look)))) : null,
      shown.values.length ? h("section", { class: "table-values", "aria-label": "Of the table" }, drawValues(table, shown.values)) : null,
      !boards.length && !common.length && !own.length && shown.text === undefined ? drawScores(shown) : null,
    ),
    own.length ? h("section", { class: "mine-zones", "aria-label": "Your things" }, own.map((key) => drawZone(shown, key, table.look, shown.zones[key].kind === "hand" || own.length < 3 ? "large" : "medium"))) : null,
    drawAsk(table),
    h("aside", { class: "side", "aria-label": "Log" }, h("h2", { class: "side-title" }, "What happened"), drawLog(table), table.past || table.replay ? null : drawTime(table)),
  );
}

// A deck, its discards and the row that is filled from it lie side by side.
function groupZones(shown, keys) {
  const groups = [];
  for (const key of keys) {
    const first = shown.zones[groups.at(-1)?.[0]]?.name;
    if (first && shown.zones[key].name.startsWith(`${first}, `)) groups.at(-1).push(key);
    else groups.push([key]);
  }
  return groups;
}

function boardLook(key) {
  const ids = Object.keys(table.shown.tiles).filter((id) => table.shown.tiles[id].board === key && !table.shown.tiles[id].blank);
  return { ...table.look, focus: table.look.stopIn(`board-${key}`, ids) };
}

function drawPhase(shown) {
  const words = [shown.phase && !/^(main|choose|play|begin)$/i.test(shown.phase) ? shown.phase.replace(/(?<=[a-z])(?=[A-Z])|_/g, " ") : null, `Move ${table.past ? table.past.at : shown.move}`].filter(Boolean);
  return h("p", { class: "phase" }, words.join(" · "));
}

// Where nothing lies on the table, what everybody has is the game.
function drawScores(shown) {
  const seats = Object.entries(shown.players).filter(([, player]) => player.values.length);
  return h(
    "div",
    { class: "scores" },
    seats.map(([seat, player]) => h("section", { class: "score", vars: { "--c": paint(player.color) } }, h("h2", {}, seatName(table, seat)), h("dl", {}, player.values.map((value) => h("div", {}, h("dd", {}, value.value), h("dt", {}, value.name)))))),
  );
}

function drawScreen(text) {
  return h("pre", { class: "screen", tabindex: 0, "aria-label": "What the program printed", "data-scroll-end": text.length }, text);
}

function keepScrolled() {
  for (const node of document.querySelectorAll("[data-scroll-end]")) {
    const mark = node.getAttribute("data-scroll-end");
    if (node.scrolled !== mark && !table.past) node.scrollTop = node.scrollHeight;
    node.scrolled = mark;
  }
  if (table.past) document.querySelector(".side .entry.here, .sheet .entry.here")?.scrollIntoView({ block: "nearest" });
}
