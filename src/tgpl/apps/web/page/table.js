// The page of a table: what the server tells becomes a picture.

import "./acts.js";
import { calm } from "./dom.js";
import { openDialog, render } from "./drawing.js";
import { findMarks, glide, measure } from "./glide.js";
import { fetchMoment, forgetAfter, lookAt } from "./moments.js";
import { capital, describeWait, seatName } from "./panels.js";
import { goOn } from "./playing.js";
import { Line, merge } from "./socket.js";
import { beside, findToken, name, root, say, table, tell } from "./state.js";

const HEARS = {
  table(message) {
    Object.assign(table, { facts: message, you: message.you, seats: message.seats, links: message.links ?? null, options: message.options ?? {}, comments: message.comments ?? [], votes: message.votes ?? null, problems: message.problems ?? [], offer: message.offer ?? null, watching: message.watching ?? 0 });
    table.canFork = !message.game.secrets || Boolean(table.picture?.ended);
    table.replay = Boolean(message.options?.closed);
    table.canHand = Boolean(message.you.owner && message.options?.hand) && !table.replay;
    document.title = message.title || capital(message.game.title);
  },
  picture(message) {
    show(message, message.picture);
  },
  change(message) {
    if (message.from !== table.version) return table.line.socket.close();
    show(message, merge(table.picture, message.patch));
  },
  seats(message) {
    Object.assign(table, { seats: message.seats, watching: message.watching ?? 0 });
    if (message.links) table.links = message.links;
  },
  votes(message) {
    table.votes = message.votes ?? null;
    if (table.votes) say(`${seatName(table, table.votes.by)} wants to go back.`);
  },
  comments(message) {
    const more = message.comments.length > table.comments.length ? message.comments.at(-1) : null;
    table.comments = message.comments;
    if (more && more.seat !== table.you.seat) tell(`${more.seat === null ? "Somebody" : seatName(table, more.seat)}: ${more.text}`);
  },
  problems(message) {
    table.problems = message.problems ?? [];
    if (table.problems.length) tell("The rule text has problems: see the owner's desk.", "bad");
  },
  offer(message) {
    table.offer = message.offer ?? null;
    if (table.offer) openDialog({ kind: "desk" });
  },
  notice(message) {
    tell(message.words);
  },
  bye(message) {
    if (table.line.closed) table.bye = message.words || "The table is closed.";
  },
  refused(message) {
    tell(message.words, "bad");
  },
};

function hear(message) {
  HEARS[message.type]?.(message);
  render();
}

function show(message, picture) {
  const before = table.picture;
  const after = message.news_after ?? 0;
  forgetAfter(after);
  table.news = [...table.news.filter((entry) => entry.at <= after), ...(message.news ?? [])];
  const measured = before && !table.past ? measure(root) : null;
  const wasAsked = Boolean(before?.ask);
  Object.assign(table, { picture, version: message.version, at: message.at, led: Boolean(before?.ask?.leads) });
  table.canFork = !table.facts?.game.secrets || Boolean(picture.ended) || table.replay;
  if (picture.ask?.refused && picture.ask.refused !== before?.ask?.refused) tell(`That is taken back: ${picture.ask.refused}`, "bad");
  if (!sameQuestion(before?.ask, picture.ask)) Object.assign(table, { steps: [], slid: null, hinted: null });
  if (!picture.ask?.cancel) Object.assign(table, { chosenAt: null, opening: null });
  if (before && !table.past) {
    const marks = new Set(message.marks ?? findMarks(before, picture));
    if (marks.size) table.marks = marks;
  }
  if (table.dialog?.kind === "choice") table.dialog = null;
  if (!before && message.at > 0) table.replay ? lookAt(0) : markLast(message.at);
  render();
  if (measured) glide(root, before, picture, measured);
  if (picture.ask && !sameQuestion(before?.ask, picture.ask)) revealChoices();
  announce(before, picture, message.news ?? [], wasAsked);
  goOn();
}

// What can be chosen comes into sight, if none of it is.
function revealChoices() {
  const all = [...root.querySelectorAll(".can")];
  const bottom = root.querySelector(".ask")?.getBoundingClientRect().top ?? innerHeight;
  const inSight = (node) => {
    const box = node.getBoundingClientRect();
    return box.top >= 0 && box.bottom <= Math.max(bottom, box.height) && box.left < innerWidth && box.right > 0;
  };
  if (all.length && !all.some(inSight)) all[0].scrollIntoView({ block: "center", inline: "center", behavior: calm() ? "auto" : "smooth" });
}

// Who comes in sees what the last move was.
async function markLast(at) {
  const picture = await fetchMoment(at - 1);
  if (!picture || table.at !== at || table.marks.size || table.past) return;
  table.marks = findMarks(picture, table.picture);
  render();
}

const sameQuestion = (one, other) => JSON.stringify(one) === JSON.stringify(other);

// What a screen reader says, and the notice of a browser in the background.
function announce(before, picture, news, wasAsked) {
  const told = news.slice(-6).map((entry) => `${entry.seat === undefined ? "" : `${seatName(table, entry.seat)}: `}${entry.text}`);
  const asked = picture.ask ? `You are asked: ${picture.ask.words}` : describeWait(table);
  say([...(before ? told : []), asked].join(". "));
  document.title = `${picture.ask ? "● " : ""}${table.facts?.title || capital(table.facts?.game.title ?? "")}`;
  if (picture.ask && !wasAsked && document.hidden && table.settings.notify && globalThis.Notification?.permission === "granted") new Notification(capital(picture.title), { body: picture.ask.words, tag: name });
}

const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/t/${encodeURIComponent(name)}/socket`;
table.line = new Line(address, () => ({ ...findToken(), ...(table.version === null ? {} : { seen: table.version }) }), hear, (status) => {
  table.status = status;
  render();
});
addEventListener("hashchange", () => location.reload());
if (!beside) fetch("/about").then((answer) => answer.json()).then((about) => (table.canWrite = Boolean(about.studio))).catch(() => {});
if (beside) document.documentElement.classList.add("beside-text");
if (beside) document.addEventListener("click", (event) => event.target.closest("a[href]")?.setAttribute("target", "_top"), true);
