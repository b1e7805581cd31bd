// What lights up: what can be touched now, what is picked, what a machine would choose.

import { reach } from "./choosing.js";
import { table } from "./state.js";

// Sets: the server keeps what is picked; where each lies is remembered here, because it is no longer offered then.
export const offered = new Map();

export function pickedPlaces() {
  const { ask } = table.picture ?? {};
  if (!ask?.set) return offered.clear(), [];
  for (const [key, option] of Object.entries(ask.options)) if (option.path) offered.set(key, option.path[0]);
  const used = new Map();
  return (ask.set.picked ?? []).map((key) => {
    const at = used.get(key) ?? 0;
    used.set(key, at + 1);
    return findCopies(offered.get(key)?.[0])[at];
  }).filter(Boolean);
}

// A thing and its like beside it: one option stands for all of them.
export function findCopies(id) {
  const thing = table.picture.things[id];
  if (!thing) return id ? [id] : [];
  const same = (other) => JSON.stringify([thing.kind, thing.name, thing.owner, thing.values, thing.at.zone, thing.at.tile]) === JSON.stringify([other.kind, other.name, other.owner, other.values, other.at.zone, other.at.tile]);
  return [id, ...Object.entries(table.picture.things).filter(([key, other]) => key !== id && same(other)).map(([key]) => key)];
}

function findFreeCopies(ask, picked) {
  const found = new Set();
  for (const option of Object.values(ask.options)) for (const id of option.path?.[0] ?? []) for (const copy of findCopies(id).slice(0, (option.copies ?? 1) + picked.size)) if (!picked.has(copy)) found.add(copy);
  return found;
}

export function makeLook() {
  const { ask } = table.picture ?? {};
  const asks = ask && !table.past ? ask : null;
  const reached = reach(asks, table.steps);
  const picked = new Set(asks?.set ? pickedPlaces() : [...table.steps, ...(asks?.cancel && table.chosenAt ? [table.chosenAt] : [])]);
  const free = asks?.set ? findFreeCopies(asks, picked) : new Set();
  const can = (id) => reached.has(id) || free.has(id);
  const touches = [...reached.keys()].filter((id) => table.shown.things[id] || table.shown.zones[id]);
  const zones = new Set(touches.map((id) => table.shown.things[id]?.at.zone));
  const hinted = asks?.options[table.hinted]?.path?.at(-1) ?? [];
  const stateOfThings = (ids) => {
    const state = [ids.some((id) => hinted.includes(id)) ? "hinted" : "", ids.some(can) ? "can" : "", ids.some((id) => picked.has(id)) ? "picked" : "", ids.some((id) => table.marks.has(id)) ? "marked" : ""];
    // Cards beside those that can be chosen are greyed out.
    if (!ids.some(can) && zones.has(table.shown.things[ids[0]]?.at.zone)) state.push("cannot");
    return state.filter(Boolean).join(" ");
  };
  return {
    can, marks: table.marks, turned: table.turned, crowded: reached.size > 40, isPicked: (id) => picked.has(id), stateOfThings,
    stateOf: (id, things) => [can(id) || things.some(([one]) => can(one)) ? "can" : "", picked.has(id) || things.some(([one]) => picked.has(one)) ? "picked" : "", hinted.includes(id) || things.some(([one]) => hinted.includes(one)) ? "hinted" : ""].filter(Boolean).join(" "),
    stopIn: (group, ids) => (ids.includes(table.stops.get(group)) ? table.stops.get(group) : (ids.find(can) ?? ids[0])),
    focus: null,
  };
}
