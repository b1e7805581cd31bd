// Choosing: from what is touched, typed and pressed to messages, and on from their answers.

import { thingsOn } from "./board.js";
import { splitTyped, touch } from "./choosing.js";
import { closeDialog, openDialog, render } from "./drawing.js";
import { findCopies, offered, pickedPlaces } from "./look.js";
import { say, table, tell } from "./state.js";

export async function send(type, fields = {}) {
  const asked = table.version;
  table.pending = true;
  render();
  const answer = await table.line.ask(type, fields);
  table.pending = false;
  if (answer.type === "refused") {
    Object.assign(table, { intent: null, typed: "" });
    if (answer.code !== "stale") tell(answer.words, "bad");
  }
  render();
  // What was refused would be refused again, at once and for ever: nothing goes on by itself before there is something new.
  if (answer.type !== "refused" || table.version !== asked) goOn();
  return answer;
}

export function choose(key, touched = null) {
  const { ask } = table.picture;
  if (!ask?.options[key] || table.pending) return null;
  const option = ask.options[key];
  if (table.picture.ask.kind === "action" && !ask.cancel) table.opening = ask;
  if (touched ?? option.path) table.chosenAt = touched ?? option.path.at(-1)[0];
  closeDialog();
  return send("choose", { version: table.version, option: key });
}

// After every new picture: what was begun goes on by itself.
export function goOn() {
  const { ask } = table.picture;
  if (!ask || table.past || table.pending) return;
  if (table.typed && ask.length) return void typeOn();
  table.typed = "";
  if (table.intent) {
    const { ids, until } = table.intent;
    table.intent = null;
    const meant = performance.now() < until ? touch(ask, table.steps, ids) : null;
    if (meant?.choose) return void choose(meant.choose, ids[0]);
    if (meant?.menu) openDialog({ kind: "choice", keys: meant.menu });
    return;
  }
  if (ask.leads) return void choose(Object.keys(ask.options)[0]);
  const keys = Object.keys(ask.options);
  if (table.settings.auto && keys.length === 1 && !ask.free && !ask.set) setTimeout(() => table.picture.ask === ask && !table.past && choose(keys[0]), 450);
}

// Everything that a touch of one thing may mean: itself, what it stands on, what stands on it.
export function meantBy(id) {
  const { shown } = table;
  const thing = shown.things[id];
  if (thing) return [id, thing.at.tile, ...(thing.at.zone && shown.zones[thing.at.zone]?.kind !== "hand" ? [thing.at.zone] : [])].filter(Boolean);
  return [id, ...thingsOn(shown, id).map(([other]) => other).reverse()];
}

// In a set one option stands for all things that nothing tells apart: whichever of them is touched.
function findStandIns(ask, ids) {
  if (!ask.set) return [];
  return Object.values(ask.options).flatMap((option) => option.path?.[0] ?? []).filter((one) => findCopies(one).some((copy) => ids.includes(copy)));
}

export function touchIt(id) {
  if (table.handing?.move || table.handing?.deal) return moveByHand(id);
  if (table.handing) return openDialog({ kind: "hand", about: id });
  const { ask } = table.picture ?? {};
  if (table.past || !ask) return openDialog({ kind: "info", id });
  if (table.pending) return;
  const ids = meantBy(id);
  const picked = pickedPlaces();
  if (ask.set && ids.some((one) => picked.includes(one)) && !ids.some((one) => table.look.can(one))) return void unpick(ids);
  const meant = touch(ask, table.steps, [...ids, ...findStandIns(ask, ids)]);
  if (meant?.choose) return void choose(meant.choose, ids.find((one) => table.look.can(one)));
  if (meant?.steps) {
    table.steps = meant.steps;
    say(`${nameOf(id)} chosen. Now where to?`);
    return render();
  }
  if (meant?.menu) return openDialog({ kind: "choice", keys: meant.menu });
  if (table.steps.length) {
    const again = touch(ask, [], ids);
    table.steps = again?.steps && !table.steps.includes(again.steps[0]) ? again.steps : [];
    return render();
  }
  if (ask.cancel && table.opening) return void reconsider(ids);
  openDialog({ kind: "info", id });
}

// Another piece is touched while one is chosen: the first is put back, and the other taken.
async function reconsider(ids) {
  const other = !ids.includes(table.chosenAt) && touch(table.opening, [], ids);
  if (other || ids.includes(table.chosenAt)) {
    if (other) table.intent = { ids, until: performance.now() + 4000 };
    await send("cancel");
  } else openDialog({ kind: "info", id: ids[0] });
}

const nameOf = (id) => table.shown.things[id]?.name ?? table.shown.tiles[id]?.name ?? table.shown.zones[id]?.name ?? "It";

async function unpick(ids) {
  const { ask } = table.picture;
  const left = [...(ask.set.picked ?? [])];
  const gone = left.findIndex((key) => findCopies(offered.get(key)?.[0]).some((one) => ids.includes(one)));
  left.splice(gone, 1);
  await send("cancel");
  for (const key of left) {
    if (!table.picture.ask?.options[key]) return;
    await send("choose", { version: table.version, option: key });
  }
}

export async function cancel() {
  if (table.handing) return (table.handing = null), render();
  if (table.steps.length) return (table.steps = []), render();
  if (table.picture?.ask?.cancel) await send("cancel");
}

export function nameValue(value) {
  const { ask } = table.picture;
  if (ask.length) {
    const lines = Object.values(ask.options).some((option) => option.label === "\n") ? `${value}\n` : value;
    table.typed = lines;
    return typeOn();
  }
  if (value === "") return send("choose", { version: table.version, value: null });
  return send("choose", { version: table.version, value: ask.free === "number" ? Number(value) : value });
}

// A program reads character by character; what was typed at once goes one after the other.
async function typeOn() {
  const [now, rest] = splitTyped(table.picture.ask, table.typed);
  table.typed = rest;
  if (now) await send("choose", { version: table.version, value: now });
}

async function moveByHand(id) {
  const { shown } = table;
  const to = shown.tiles[id] || shown.zones[id] ? id : (shown.things[id]?.at.tile ?? shown.things[id]?.at.zone);
  const edit = table.handing;
  table.handing = {};
  await send("hand", { ...edit, to });
}
