// Pieces and cards glide to where they went, so that one sees what others did.
//
// Ids tell which is which where nothing is hidden. In games with secrets every view has numbers of its own, so things are also found
// again by how they look.

import { calm } from "./dom.js";

const LONG = 420;

const looks = (thing) => JSON.stringify([thing.kind, thing.name, thing.owner, thing.symbol, thing.face]);

// Where something is, by what does not change from view to view.
function place(picture, thing) {
  const tile = picture.tiles[thing.at.tile];
  if (tile) return JSON.stringify([picture.boards[tile.board]?.name, tile.x, tile.y]);
  const zone = picture.zones[thing.at.zone];
  return JSON.stringify([zone?.name, zone?.owner, zone?.kind]);
}

// Where every thing is on the screen, before the page changes.
export function measure(root) {
  const found = new Map();
  for (const node of root.querySelectorAll("[data-thing]")) for (const id of node.getAttribute("data-thing").split(" ")) found.set(id, node.getBoundingClientRect());
  const zones = new Map();
  for (const node of root.querySelectorAll("[data-zone]")) zones.set(node.getAttribute("data-zone"), (node.querySelector("[data-from]") ?? node).getBoundingClientRect());
  return { found, zones };
}

// Pairs of things: where one was before, and where it is now.
function pairMoves(before, after) {
  const moves = [];
  const gone = new Map();
  for (const [id, thing] of Object.entries(before.things)) {
    const now = after.things[id];
    if (now && looks(now) === looks(thing)) {
      if (place(after, now) !== place(before, thing)) moves.push([id, id]);
    } else {
      const key = looks(thing);
      gone.set(key, [...(gone.get(key) ?? []), id]);
    }
  }
  for (const [id, thing] of Object.entries(after.things)) {
    const was = before.things[id];
    if (was && looks(was) === looks(thing)) continue;
    const old = gone.get(looks(thing))?.shift();
    if (old === undefined) moves.push([null, id]);
    else if (place(before, before.things[old]) !== place(after, thing)) moves.push([old, id]);
  }
  return moves;
}

// From which deck or hand something came that was not to be seen before.
function findSource(before, after) {
  return Object.entries(before.zones).find(([key, zone]) => (zone.hidden ?? 0) > (after.zones[key]?.hidden ?? 0))?.[0];
}

export function glide(root, before, after, measured) {
  if (calm() || document.hidden) return;
  const source = findSource(before, after);
  for (const [old, id] of pairMoves(before, after)) {
    const node = [...root.querySelectorAll("[data-thing]")].find((one) => one.getAttribute("data-thing").split(" ").includes(id));
    if (!node) continue;
    const from = old === null ? measured.zones.get(source) : measured.found.get(old);
    const to = node.getBoundingClientRect();
    if (!from) {
      animate(node, [{ opacity: 0 }, { opacity: 1 }]);
      continue;
    }
    const scale = node.ownerSVGElement ? node.ownerSVGElement.getBoundingClientRect().width / node.ownerSVGElement.viewBox.baseVal.width : 1;
    slide(node, (from.left + from.width / 2 - to.left - to.width / 2) / scale, (from.top + from.height / 2 - to.top - to.height / 2) / scale);
  }
}

function slide(node, dx, dy) {
  if (Math.hypot(dx, dy) < 1) return;
  const inner = node.querySelector(":scope > .body");
  if (inner) {
    // Its own place is an attribute of the group; inside it moves in the units of the group.
    const scale = Number(/scale\(([\d.]+)\)/.exec(node.getAttribute("transform"))?.[1] ?? 1);
    animate(inner, [{ transform: `translate(${dx / scale}px, ${dy / scale}px)` }, { transform: "none" }]);
  } else animate(node, [{ transform: `translate(${dx}px, ${dy}px)`, zIndex: 5 }, { transform: "none", zIndex: 5 }]);
}

function animate(node, frames) {
  node.animate(frames, { duration: LONG, easing: "cubic-bezier(.25,.7,.25,1)" });
}

// The fields and things that the last change touched.
export function findMarks(before, after) {
  const marks = new Set();
  for (const [old, id] of pairMoves(before, after)) {
    // What turns up in one's own hand at the beginning was not moved by anybody.
    if (old === null && after.zones[after.things[id].at.zone]?.kind === "hand") continue;
    for (const at of [old && before.things[old]?.at, after.things[id].at]) if (at?.tile) marks.add(at.tile);
    marks.add(id);
  }
  for (const [id, tile] of Object.entries(after.tiles)) {
    const was = before.tiles[id];
    if (was && JSON.stringify(was.mark) !== JSON.stringify(tile.mark)) marks.add(id);
  }
  for (const [id, thing] of Object.entries(before.things)) if (thing.at.tile && !after.things[id] && after.tiles[thing.at.tile]) marks.add(thing.at.tile);
  return marks;
}
