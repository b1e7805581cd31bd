// Looking back: pictures of earlier moments, without disturbing anybody.

import { render } from "./drawing.js";
import { findMarks, glide, measure } from "./glide.js";
import { root, say, table, tell } from "./state.js";

const seen = new Map(); // pictures of moments
const looking = { wanted: null, busy: false };

// A slider asks for many moments: only the last one that is wanted matters.
export async function lookAt(at) {
  looking.wanted = at;
  if (at >= table.at) return leavePast();
  if (looking.busy) return;
  looking.busy = true;
  while (looking.wanted !== null && looking.wanted !== table.past?.at) {
    const now = looking.wanted;
    const picture = seen.get(now) ?? (await fetchMoment(now));
    if (picture && looking.wanted !== null) showPast(now, picture);
    if (!picture) break;
    if (looking.wanted === now) break;
  }
  looking.busy = false;
}

export async function fetchMoment(at) {
  const answer = await table.line.ask("look", { at });
  if (answer.type === "refused") return void (looking.wanted === at && tell(answer.words, "bad"));
  seen.set(at, answer.past.picture);
  return answer.past.picture;
}

function showPast(at, picture) {
  const before = table.shown;
  const measured = measure(root);
  const far = Math.abs(at - (table.past?.at ?? table.at)) > 1;
  table.past = { at, picture };
  table.marks = new Set();
  table.steps = [];
  render();
  if (!far) glide(root, before, picture, measured);
  markMove(at, picture);
  say(`Move ${at} of ${table.at}`);
}

// What the move did that led there.
async function markMove(at, picture) {
  const before = at > 0 ? (seen.get(at - 1) ?? (await fetchMoment(at - 1))) : null;
  if (!before || table.past?.picture !== picture) return;
  table.marks = findMarks(before, picture);
  render();
}

export function leavePast() {
  looking.wanted = null;
  if (table.past) table.marks = findMarks(table.past.picture, table.picture);
  table.past = null;
  render();
}

// Moments behind one that people went back to are others now.
export function forgetAfter(at) {
  for (const one of seen.keys()) if (one > at) seen.delete(one);
}
