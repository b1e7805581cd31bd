// Dragging, holding to look, and keys.

import { act } from "./acts.js";
import { nearest, touch } from "./choosing.js";
import { h } from "./dom.js";
import { dialogRoot, openDialog, render } from "./drawing.js";
import { lookAt, leavePast } from "./moments.js";
import { cancel, choose, meantBy, touchIt } from "./playing.js";
import { root, table } from "./state.js";

export const drag = { id: null, moved: false, ghost: null, timer: null };

root.addEventListener("pointerdown", (event) => {
  const node = event.target.closest("[data-touch]");
  Object.assign(drag, { id: node?.dataset.touch ?? null, moved: false, x: event.clientX, y: event.clientY });
  clearTimeout(drag.timer);
  if (!node || event.button) return;
  drag.timer = setTimeout(() => {
    drag.moved = true;
    openDialog({ kind: "info", id: node.dataset.touch });
  }, 550);
});

root.addEventListener("pointermove", (event) => {
  if (drag.id === null || (drag.moved && !drag.ghost)) return;
  if (!drag.ghost && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 9) return;
  clearTimeout(drag.timer);
  if (!drag.ghost && !startDrag(event)) return;
  drag.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
});

function startDrag(event) {
  const ids = meantBy(drag.id);
  const thing = ids.find((id) => table.shown.things[id] && table.look.can(id)) ?? (ids.some((id) => table.look.can(id)) ? ids.find((id) => table.shown.things[id]) : null);
  if (!thing || table.past || event.pointerType === "touch" && scrolls(event)) return (drag.id = null), false;
  drag.moved = true;
  const node = [...root.querySelectorAll("[data-thing]")].find((one) => one.dataset.thing.split(" ").includes(thing));
  drag.ghost = makeGhost(node);
  document.body.append(drag.ghost);
  const meant = touch(table.picture.ask, table.steps, ids);
  if (meant?.choose && goesOn(table.picture.ask.options[meant.choose])) choose(meant.choose, thing);
  else if (meant?.steps) (table.steps = meant.steps), render();
  return true;
}

// An action of a piece asks for its target next; anything else is only done when it is let go.
const goesOn = (option) => Boolean(option.action);

// A finger that moves along a list of cards scrolls it.
function scrolls(event) {
  const list = event.target.closest?.(".cards, .board-scroll");
  return Boolean(list && list.scrollWidth > list.clientWidth + 4 && Math.abs(event.clientX - drag.x) > Math.abs(event.clientY - drag.y));
}

function makeGhost(node) {
  const box = node.getBoundingClientRect();
  const ghost = h("div", { class: "ghost", "aria-hidden": "true" });
  if (node.ownerSVGElement) {
    const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    picture.setAttribute("viewBox", "0 0 100 100");
    picture.append(node.querySelector(".body").cloneNode(true));
    ghost.append(picture);
  } else ghost.append(node.cloneNode(true));
  ghost.style.width = `${box.width}px`;
  ghost.style.height = `${box.height}px`;
  return ghost;
}

addEventListener("pointerup", (event) => {
  clearTimeout(drag.timer);
  if (drag.ghost) {
    drag.ghost.remove();
    drop(document.elementFromPoint(event.clientX, event.clientY));
  }
  drag.ghost = null;
  drag.id = null;
  setTimeout(() => (drag.moved = false));
});
addEventListener("pointercancel", () => {
  clearTimeout(drag.timer);
  drag.ghost?.remove();
  Object.assign(drag, { ghost: null, id: null, moved: false });
});

function drop(node) {
  const id = node?.closest("[data-touch]")?.dataset.touch ?? node?.closest("[data-zone]")?.dataset.zone;
  const { ask } = table.picture;
  if (!id) return;
  const ids = meantBy(id);
  if (table.pending || (ask && table.opening && !touch(ask, table.steps, ids) && !ids.includes(drag.id))) {
    table.intent = { ids, until: performance.now() + 4000 };
    return;
  }
  if (!ask) return;
  const meant = touch(ask, table.steps, ids);
  if (ids.includes(drag.id)) return;
  if (meant?.choose) choose(meant.choose);
  else if (meant?.menu) openDialog({ kind: "choice", keys: meant.menu });
  else if (!ask.cancel) {
    // A card that is thrown onto the table is played.
    const own = touch(ask, table.steps, meantBy(drag.id));
    if (own?.choose && node.closest(".felt, .commons")) choose(own.choose, drag.id);
  }
}

// ---- keys

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

document.addEventListener("keydown", (event) => {
  const node = event.target;
  if (node.matches?.("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (dialogRoot.open) return void ((event.key === "Enter" || event.key === " ") && node.dataset?.act && node.nodeName === "DIV" && act(node, event));
  const arrow = ARROWS[event.key];
  if (arrow && moveFocus(node, arrow)) return event.preventDefault();
  if ((event.key === "Enter" || event.key === " ") && node.dataset?.touch) return event.preventDefault(), touchIt(node.dataset.touch);
  const known = { Escape: () => (table.past ? leavePast() : cancel()), n: () => focusNext(1), N: () => focusNext(-1), i: () => node.dataset?.touch && openDialog({ kind: "info", id: node.dataset.touch }), "[": () => lookAt(Math.max(0, (table.past?.at ?? table.at) - 1)), "]": () => lookAt((table.past?.at ?? table.at) + 1), l: () => openDialog({ kind: "log" }), r: () => openDialog({ kind: "rules" }), "?": () => openDialog({ kind: "keys" }) }[event.key];
  if (known) return event.preventDefault(), known();
});

function moveFocus(node, [dx, dy]) {
  const board = node.closest?.("[data-board]");
  const row = node.closest?.("[data-roving]");
  if (board && node.classList.contains("tile")) {
    const tiles = [...board.querySelectorAll(".tile")].map((one) => ({ node: one, x: Number(one.dataset.x), y: Number(one.dataset.y) }));
    const next = nearest({ x: Number(node.dataset.x), y: Number(node.dataset.y) }, tiles, dx, dy);
    return next ? focusOn(next.node, `board-${board.dataset.board}`) : true;
  }
  if (row) {
    const items = [...row.querySelectorAll("[data-touch]")];
    const next = items[items.indexOf(node) + (dx || dy)];
    return next ? focusOn(next, row.dataset.roving) : true;
  }
  return false;
}

function focusOn(node, group) {
  table.stops.set(group, node.dataset.touch);
  node.focus();
  render();
  return true;
}

// To the next thing on the page that can be chosen.
function focusNext(step) {
  const all = [...root.querySelectorAll(".tile.can, .card.can, .token.can, .zone.can, .player.can, .ask .strong")];
  if (!all.length) return;
  const next = all[(all.indexOf(document.activeElement) + step + all.length) % all.length];
  const board = next.closest("[data-board]");
  const row = next.closest("[data-roving]");
  if (board || row) focusOn(next, board ? `board-${board.dataset.board}` : row.dataset.roving);
  else next.focus();
}
