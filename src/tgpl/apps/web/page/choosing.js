// Choosing is touching: from what is asked and what was touched to what is meant. Nothing here knows of the page.

// What can be touched next: for each id the options that it leads to. `steps`: what was touched already.
export function reach(ask, steps) {
  const found = new Map();
  for (const [key, option] of Object.entries(ask?.options ?? {})) {
    const path = option.path ?? [];
    if (path.length <= steps.length || !steps.every((id, at) => path[at].includes(id))) continue;
    for (const id of path[steps.length]) found.set(id, [...(found.get(id) ?? []), key]);
  }
  return found;
}

// What touching one of these ids means: { choose }, { steps } or { menu }; null if nothing.
export function touch(ask, steps, ids) {
  const reached = reach(ask, steps);
  const meant = ids.filter((id) => reached.has(id));
  if (!meant.length) return null;
  const keys = [...new Set(meant.flatMap((id) => reached.get(id)))];
  const whole = keys.filter((key) => ask.options[key].path.length === steps.length + 1);
  if (whole.length === 1 && keys.length === 1) return { choose: whole[0] };
  if (!whole.length) return { steps: [...steps, meant.find((id) => reached.get(id).length === keys.length) ?? meant[0]] };
  return { menu: keys };
}

// Options that stand for no place: they are buttons. Numbers in a row are told apart, because many of them are better slid.
export function findButtons(ask) {
  const bare = Object.entries(ask?.options ?? {}).filter(([, option]) => !option.path && !option.end);
  const ends = Object.entries(ask?.options ?? {}).filter(([, option]) => option.end);
  const numbers = bare.filter(([, option]) => option.number !== undefined);
  const sliding = numbers.length > 6 && numbers.length === bare.length;
  return { bare: sliding ? [] : bare, ends, numbers: sliding ? numbers.sort(([, a], [, b]) => a.number - b.number) : [] };
}

// What an option is called on a button. Actions go by their own name if no other has it.
export function nameOption(ask, key) {
  const option = ask.options[key];
  if (option.hidden) return `A hidden one (${Object.entries(ask.options).filter(([, one]) => one.hidden).findIndex(([one]) => one === key) + 1})`;
  if (option.end) return option.end === "done" ? "Done" : ask.kind === "action" ? "Pass" : "None";
  const times = option.copies > 1 ? ` ×${option.copies}` : "";
  if (option.action) {
    const alike = Object.values(ask.options).filter((one) => one.action === option.action).length;
    return alike > 1 ? spread(option.label) : option.action;
  }
  return spread(option.label) + times;
}

// Moves of rulesheets as people read them: mark(2,1) is mark 2 1.
export const spread = (label) => (/^[\w+-]+\([^()]*\)$/.test(label) ? label.replace(/[(),]+/g, " ").trim() : label.replace(/^([A-Z]\w+): /, (all, name) => `${readWords(name)}: `));
const readWords = (name) => name.replace(/(?<=[a-z0-9])(?=[A-Z])|_+/g, " ").replace(/(?<= )[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());

// What is typed one character after the other: what goes now, and what waits.
export function splitTyped(ask, line) {
  const length = ask.length ?? line.length;
  return [line.slice(0, length), line.slice(length)];
}

// The nearest of some places in a direction, as arrow keys go.
export function nearest(from, places, dx, dy) {
  let best = null;
  for (const place of places) {
    const along = (place.x - from.x) * dx + (place.y - from.y) * dy;
    const aside = Math.abs((place.x - from.x) * dy) + Math.abs((place.y - from.y) * dx);
    if (along < 1) continue;
    const far = along + 2.2 * aside;
    if (best === null || far < best.far) best = { far, place };
  }
  return best?.place ?? null;
}
