// What lies beside boards: hands, rows of cards, decks, piles, supplies of small things.

import { h, svg } from "./dom.js";
import { hueOf, inkOn, paint, toneOf } from "./colours.js";
import { SUITS, figureOf } from "./figures.js";
import { describeThing, groupAlike } from "./board.js";
import { drawPiece, isDie, isNameless, valueOf } from "./pieces.js";

function thingsIn(picture, zone) {
  return Object.entries(picture.things).filter(([, thing]) => thing.at.zone === zone).sort(([, a], [, b]) => a.at.n - b.at.n);
}

export function drawZone(picture, key, look, size = "") {
  const zone = picture.zones[key];
  if (size === "small" && !zone.size && !look.can(key)) return h("span", { class: "value", "data-zone": key }, h("span", { class: "soft" }, zone.name), h("b", {}, "0"));
  const entries = thingsIn(picture, key);
  const body = zone.kind === "deck" ? drawDeck(picture, key, zone, look) : zone.kind === "pile" ? drawPile(picture, key, zone, entries, look) : drawRow(picture, key, zone, entries, look);
  const state = look.stateOf(key, []);
  const count = zone.kind === "hand" || zone.size > 4 ? h("span", { class: "count" }, `${zone.size}`) : null;
  return h(
    "section",
    {
      class: `zone ${zone.kind} ${size} ${state}`, "data-key": `zone-${key}`, "data-zone": key, "aria-label": `${zone.name || "Things"}: ${zone.size}`,
      ...(state.includes("can") ? { "data-touch": key, role: "button", tabindex: 0 } : {}),
    },
    zone.name ? h("h3", { class: "zone-name" }, zone.name, count) : null,
    body,
  );
}

function drawRow(picture, key, zone, entries, look) {
  if (!entries.length && !zone.hidden) return h("div", { class: "cards empty" }, h("span", { class: "nothing" }, "empty"));
  const small = entries.length > 0 && zone.kind !== "hand" && entries.every(([, thing]) => isSmall(thing));
  const single = (zone.kind === "hand" && !small) || entries.some(([, thing]) => isDie(thing));
  const groups = single ? entries.map(([id, thing]) => ({ ids: [id], thing, label: describeThing(thing, picture.players) })) : groupAlike(entries, picture.players);
  const stop = look.stopIn(key, groups.map((group) => touched(group, look)));
  return h(
    "div",
    { class: small ? "tokens" : `cards${groups.length > 7 ? " many" : ""}`, "data-roving": key, vars: { "--n": String(groups.length) } },
    groups.map((group) => drawItem(group, picture, look, stop, small)),
    zone.hidden ? drawBacks(key, zone.hidden) : null,
  );
}

const touched = (group, look) => group.ids.find((id) => look.can(id) && !look.isPicked(id)) ?? group.ids[0];

function drawItem(group, picture, look, stop, small) {
  const id = touched(group, look);
  const state = look.stateOfThings(group.ids);
  const picked = group.ids.filter((one) => look.isPicked(one)).length;
  const attributes = {
    "data-key": `t-${group.ids[0]}`, "data-thing": group.ids.join(" "), "data-touch": id, role: "button", tabindex: stop === id ? 0 : -1,
    "aria-label": `${group.label}${group.ids.length > 1 ? `, ${group.ids.length} of them` : ""}${state.includes("can") ? ", can be chosen" : ""}`,
    "aria-pressed": state.includes("picked") ? "true" : null,
  };
  const count = group.ids.length > 1 ? h("span", { class: "times" }, picked ? `${picked}/${group.ids.length}` : `×${group.ids.length}`) : null;
  if (small)
    return h("div", { class: `token ${state}`, title: group.label, ...attributes }, svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, drawPiece(dress(group.thing), picture.players)), count, isDie(group.thing) || isNameless(group.thing) ? null : h("span", { class: "token-name" }, group.thing.name));
  return h("div", { class: `card ${state} ${faceClass(group.thing)}`, ...attributes, vars: cardVars(group.thing) }, drawFace(group.thing), count);
}

// Small things lie about as pieces; what has words on it is a card.
function isSmall(thing) {
  if (isDie(thing)) return true;
  return thing.face === "up" && !thing.text && (thing.values ?? []).every((value) => value.value === thing.name || value.value === thing.short) && [...(thing.symbol ?? "")].length <= 2 && !suitOf(thing) && !/^\d+$/.test(thing.name);
}

// A small thing without a symbol goes by the first letter of its name, and by a colour of its own.
function dress(thing) {
  if (thing.symbol || isNameless(thing)) return thing;
  return { ...thing, letter: thing.name.slice(0, 1).toUpperCase(), values: [] };
}

const suitOf = (thing) => SUITS[valueOf(thing, "suit")?.value.toLowerCase()];
const faceClass = (thing) => (thing.face === "down" ? "back" : suitOf(thing) ? `playing${suitOf(thing).red ? " red" : ""}` : thing.color || toneOf(thing.name) ? "coloured" : "hued");
const cardVars = (thing) => (thing.face === "down" || suitOf(thing) ? null : thing.color || toneOf(thing.name) ? { "--c": thing.color ? paint(thing.color) : toneOf(thing.name) } : { "--h": String(hueOf(titleOf(thing).replace(/[\d\W_]+/g, "") || thing.kind)) });

// What stands in brackets behind a name stands on the card anyway.
const titleOf = (thing) => thing.name.replace(/ \([^()]*\)$/, "");

export function drawFace(thing) {
  if (thing.face === "down") return [];
  const suit = suitOf(thing);
  if (suit) return drawPlayingCard(thing, suit);
  const title = titleOf(thing);
  const short = title.length <= 3;
  const told = (thing.values ?? []).filter((value) => ![thing.name, title, thing.short].includes(value.value));
  const values = told.length > 3 ? told.filter((value) => value.value !== "0") : told;
  return [
    h("span", { class: `title${short ? " large" : Math.max(...title.split(" ").map((word) => word.length)) > 8 ? " long" : ""}` }, title),
    short || values.length > 2 ? null : drawEmblem(thing), // many facts leave no room for it
    values.length ? h("span", { class: "facts" }, values.slice(0, 6).map(drawFact)) : null,
    thing.text ? h("span", { class: "words" }, thing.text) : null,
  ];
}

// A number of something that people know by its colour is a coin of that colour.
function drawFact(value) {
  const tone = value.number === undefined ? null : toneOf(value.name);
  if (tone) return h("span", { class: "coin", title: `${value.name}: ${value.value}`, vars: { "--c": tone, "--on": inkOn(tone) } }, value.value);
  return h("span", { class: "fact", title: value.name }, h("b", {}, value.value), ` ${value.name.toLowerCase()}`);
}

function drawEmblem(thing) {
  if (thing.text) return null;
  const known = figureOf(thing.symbol, thing.kind, false);
  const letter = thing.symbol ?? titleOf(thing).slice(0, 1);
  return h(
    "span",
    { class: "emblem", "aria-hidden": "true" },
    known.shape ? svg("svg", { viewBox: "0 0 100 100" }, svg("path", { d: known.shape })) : letter,
  );
}

function drawPlayingCard(thing, suit) {
  const rank = (valueOf(thing, "face") ?? valueOf(thing, "rank"))?.value ?? "";
  const corner = /^\d+$/.test(rank) ? rank : rank.slice(0, 1).toUpperCase();
  const pip = (name) => svg("svg", { class: name, viewBox: "0 0 100 100", "aria-hidden": "true" }, svg("path", { d: suit.path }));
  return [h("span", { class: "corner" }, corner, pip("pip")), pip("suit"), h("span", { class: "corner foot", "aria-hidden": "true" }, corner, pip("pip"))];
}

function drawDeck(picture, key, zone, look) {
  const state = look.stateOf(key, []);
  return h("div", { class: "cards" }, h("div", { class: `card deck-top ${zone.size ? "back" : "hollow"} ${state}`, "data-key": `deck-${key}`, "data-from": key, title: `${zone.size} cards` }, h("span", { class: "size" }, `${zone.size}`)));
}

function drawPile(picture, key, zone, entries, look) {
  const top = entries.at(-1);
  if (!top) return h("div", { class: "cards" }, h("div", { class: "card hollow", "data-from": key }));
  const chosen = entries.filter(([id]) => look.can(id));
  const shown = chosen.length ? [...chosen.filter(([id]) => id !== top[0]).slice(-6), top] : [top];
  const stop = look.stopIn(key, shown.map(([id]) => id));
  const more = entries.length > 1 ? h("button", { class: "all-of-it", "data-act": "show-pile", "data-about": key, title: "Look through it" }, `${entries.length}`) : null;
  return h("div", { class: "cards", "data-roving": key }, shown.map(([id, thing]) => drawItem({ ids: [id], thing, label: describeThing(thing, picture.players) }, picture, look, stop, false)), more);
}

function drawBacks(key, count) {
  const shown = Math.min(count, 10);
  return h("div", { class: "backs", role: "img", "aria-label": `${count} hidden` }, Array.from({ length: shown }, (_, n) => h("span", { class: "card back small-back", "data-key": `back-${n}` })), h("span", { class: "count" }, `${count}`));
}
