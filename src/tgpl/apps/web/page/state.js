// What this page knows of its table, and what every part of it needs.

import { note } from "./dialogs.js";
import { colourPlayers } from "./pieces.js";

export const root = document.getElementById("app");
const live = document.getElementById("live");
const notes = document.getElementById("notes");

// Beside a text of the studio: links and new tables take the place of the whole page.
export const beside = location.pathname.startsWith("/beside/");
export const leaveFor = (address) => {
  const whole = beside ? top : globalThis;
  whole.location.href = address;
  if (!beside) location.reload();
};

export const name = decodeURIComponent(location.pathname.split("/")[2] ?? "");

export const table = {
  line: null,
  facts: null, picture: null, version: null, at: 0, news: [], comments: [], votes: null, seats: [], links: null, you: { seat: null, owner: false }, options: {}, problems: [],
  past: null, steps: [], pending: false, slid: null, chosenAt: null, opening: null, intent: null, typed: "", marks: new Set(), stops: new Map(), dialog: null, status: "connecting", qr: null,
  settings: readSettings(), canHint: true, canFork: true, canHand: false, replay: false,
  get shown() {
    const picture = this.past?.picture ?? this.picture;
    if (picture && this.painted !== picture) Object.assign(this, { painted: picture, coloured: { ...picture, players: colourPlayers(picture) } });
    return picture && this.coloured;
  },
  get turned() { return this.settings.turned?.[this.facts?.game.title] ?? this.turnedByItself; },
  // Who plays the side that sits at the top of a board with rows numbered from below sees it turned.
  get turnedByItself() { return this.you.seat === 1 && Object.keys(this.picture?.players ?? {}).length === 2 && Object.values(this.picture?.boards ?? {}).some((board) => board.rows?.length && Number(board.rows[0]) > Number(board.rows.at(-1))); },
};

function readSettings() {
  try {
    return JSON.parse(localStorage.getItem("tgpl-settings")) ?? {};
  } catch {
    return {};
  }
}

export function keepSettings() {
  try {
    localStorage.setItem("tgpl-settings", JSON.stringify(table.settings));
  } catch { /* a browser that keeps nothing */ }
}

// The token of a seat's link is worth nothing once somebody came by it: this page makes another that only it knows.
export function findToken() {
  const token = location.hash.slice(1);
  const place = `tgpl-seat-${name}-${token}`;
  let take = null;
  try {
    take = localStorage.getItem(place);
    if (!take) localStorage.setItem(place, (take = makeToken()));
  } catch {
    take ??= findToken.made ??= makeToken();
  }
  return { token, take };
}

function makeToken() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

// What a screen reader says.
export const say = (words) => (live.textContent = words);

export function tell(words, kind = "") {
  const one = note(words, kind);
  notes.append(one);
  setTimeout(() => one.remove(), kind === "bad" ? 7000 : 5000);
}
