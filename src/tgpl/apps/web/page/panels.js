// The parts of the page around the table: players, what is asked, the log, the past.

import { h, svg } from "./dom.js";
import { inkOn, paint } from "./colours.js";
import { findButtons, nameOption, spread } from "./choosing.js";

const ICONS = {
  menu: "M4 7h16M4 12h16M4 17h16", log: "M5 5h14M5 10h14M5 15h9M5 20h6", rules: "M5 4h9l5 5v11H5zM13 4v6h6", close: "M6 6l12 12M18 6L6 18",
  back: "M15 5l-7 7 7 7", on: "M9 5l7 7-7 7", start: "M17 5l-7 7 7 7M7 5v14", end: "M7 5l7 7-7 7M17 5v14", undo: "M8 6L4 10l4 4M4 10h10a5 5 0 0 1 0 10h-3",
  turn: "M5 9a8 8 0 0 1 14-2l1 2M19 15a8 8 0 0 1-14 2l-1-2M20 4v5h-5M4 20v-5h5", share: "M8 12h8M12 8v8M4 12a8 8 0 1 0 16 0a8 8 0 1 0-16 0", why: "M9 9a3 3 0 1 1 4 3c-1 .6-1 1-1 2M12 18v.5",
  copy: "M8 8h11v12H8zM5 16V4h11", light: "M12 3v3M12 18v3M3 12h3M18 12h3M12 8a4 4 0 1 0 0 8a4 4 0 0 0 0-8z", talk: "M4 5h16v11H9l-5 4z", person: "M12 4a4 4 0 1 1 0 8a4 4 0 0 1 0-8zM4 21c0-5 4-7 8-7s8 2 8 7",
};
export const icon = (name) => svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));

export function button(words, act, attributes = {}, sign = null) {
  const { class: extra = "", ...rest } = attributes;
  return h("button", { type: "button", class: `button ${extra}`, "data-act": act, ...rest }, sign ? icon(sign) : null, words ? h("span", {}, words) : null);
}

export const capital = (words) => words.slice(0, 1).toUpperCase() + words.slice(1);
export const seatName = (table, seat) => table.seats?.[seat]?.name || capital(table.shown.players[seat]?.name ?? `Player ${seat}`);

// ---- players

export function drawPlayer(table, seat, zones) {
  const picture = table.shown;
  const player = picture.players[seat];
  const facts = table.seats?.[seat];
  const color = paint(player.color);
  const asked = picture.asked.includes(Number(seat));
  const own = table.you.seat === Number(seat);
  const away = Boolean(facts && facts.who === "person" && facts.taken && !facts.present);
  const state = table.look.stateOf(`p${seat}`, []);
  return h(
    "section",
    {
      class: `player ${asked ? "asked" : ""} ${player.out ? "out" : ""} ${away ? "away" : ""} ${state}`, "data-key": `player-${seat}`, "aria-label": `${seatName(table, seat)}${own ? ", you" : away ? ", away" : ""}`,
      vars: { "--c": color, "--on": inkOn(color) }, ...(state.includes("can") ? { "data-touch": `p${seat}`, role: "button", tabindex: 0 } : {}),
    },
    h(
      "header",
      { class: "player-head" },
      h("span", { class: "chip", "aria-hidden": "true" }, asked ? svg("svg", { viewBox: "0 0 24 24", class: "icon" }, svg("path", { d: "M9 6l6 6-6 6" })) : null),
      h("span", { class: "player-name" }, seatName(table, seat)),
      own ? h("span", { class: "tag" }, "you") : null,
      facts && facts.who !== "person" ? h("span", { class: "tag" }, facts.who) : null,
      facts && facts.who === "person" && !facts.taken && !table.replay ? h("span", { class: "tag soft" }, "free seat") : away ? h("span", { class: "tag soft" }, "away") : null,
      player.first ? h("span", { class: "tag soft" }, "first") : null,
      player.out ? h("span", { class: "tag" }, "out") : null,
    ),
    drawInvitation(table, seat, facts),
    drawValues(table, player.values),
    zones,
  );
}

// The owner invites from where the friend will sit.
function drawInvitation(table, seat, facts) {
  const token = table.links?.[seat];
  if (!token || facts?.taken || facts?.who !== "person" || table.past) return null;
  const address = `${location.origin}/t/${table.facts.id}#${token}`;
  return h(
    "div",
    { class: "invitation" },
    button("Copy link", "copy", { "data-text": address, class: "strong" }, "copy"),
    button("QR", "show-qr", { "data-text": address, "aria-label": `QR code for ${seatName(table, seat)}` }),
    button("Machine", "sit", { "data-seat": seat, "data-who": "mcts:0.3s", title: "Let a machine play here" }),
  );
}

export function drawValues(table, values) {
  const told = values.filter((value) => !(value.rows?.length && value.rows[0][0].length > 24));
  if (!told.length) return null;
  return h(
    "dl",
    { class: "values" },
    told.map((value) =>
      value.rows
        ? h("div", { class: "value rows" }, h("dt", {}, value.name), h("dd", {}, value.rows.map(([key, part]) => h("span", { class: "row" }, h("span", {}, key), h("b", {}, part)))))
        : h(
            "div",
            {
              class: `value${value.value.length > 14 ? " long" : ""}`,
              ...(table.handing && value.of ? { role: "button", tabindex: 0, "data-act": "hand-value", "data-of": value.of, "data-attribute": value.attribute, "data-name": value.name, "data-value": value.value } : {}),
            },
            h("dt", {}, value.name),
            h("dd", {}, value.player === undefined ? value.value : seatName(table, value.player)),
          ),
    ),
  );
}

// ---- what is asked

export function drawAsk(table) {
  const { picture, pending } = table;
  if (table.past || table.replay) return drawPastBar(table);
  if (table.handing) return drawHandBar(table);
  const ask = picture.ask;
  return h(
    "section",
    { class: `ask ${ask ? "mine" : ""} ${pending ? "pending" : ""}`, "data-key": "ask", "aria-label": "What is asked" },
    table.votes ? drawVote(table) : null,
    h("p", { class: "asked-words", id: "asked" }, ask ? (ask.leads ? "…" : ask.words) : describeWait(table)),
    ask ? drawOptions(table, ask) : null,
    picture.ended ? h("div", { class: "buttons" }, drawEndButtons(table)) : null,
  );
}

function drawHandBar(table) {
  const words = table.handing.move ? "By hand: touch where it goes." : table.handing.deal ? "By hand: touch where the card goes." : "By hand: touch what you want to move or change. Everybody is told.";
  return h("section", { class: "ask past", "data-key": "ask", "aria-label": "By hand" }, h("p", { class: "asked-words" }, words), h("div", { class: "buttons" }, button("Enough", "cancel", { class: "strong" })));
}

export function describeWait(table) {
  const { picture } = table;
  if (picture.ended) return picture.ended.words || "The game is over.";
  const others = picture.asked.filter((seat) => seat !== table.you.seat);
  if (!others.length) return picture.asked.length ? "You have chosen." : "…";
  const names = others.map((seat) => seatName(table, seat));
  const free = others.filter((seat) => table.seats?.[seat]?.who === "person" && !table.seats[seat].taken);
  if (free.length && table.you.owner) return `Waiting for ${names.join(", ")}: nobody sits there yet. Send them the link.`;
  return `${picture.asked.includes(table.you.seat) ? "You have chosen. " : ""}Waiting for ${names.join(", ")}.`;
}

function drawOptions(table, ask) {
  const { bare, ends, numbers } = findButtons(ask);
  const touchable = Object.values(ask.options).some((option) => option.path);
  const many = Object.keys(ask.options).length;
  if (ask.leads) return null;
  const cancel = (ask.cancel && !table.led) || table.steps.length;
  return [
    ask.chosen?.length ? h("p", { class: "so-far" }, `So far: ${countAlike(ask.chosen)}`) : null,
    ask.free ? drawFree(table, ask) : null,
    numbers.length ? drawSlider(table, numbers) : null,
    h(
      "div",
      { class: "buttons" },
      ask.free && !ask.length ? null : bare.slice(0, ask.length ? 24 : 60).map(([key]) => (ask.free ? drawProposal(ask, key) : button(nameOption(ask, key), "choose", { "data-option": key, "data-key": `option-${key}`, class: "strong" }))),
      ends.map(([key, option]) => button(nameOption(ask, key), "choose", { "data-option": key, "data-key": `option-${key}`, class: option.end === "done" || ends.length + bare.length === many ? "strong" : "" })),
      cancel ? button("Take back", "cancel", { "data-key": "cancel" }, "undo") : null,
      touchable && many > 1 ? button("List", "list-options", { class: "quiet", "data-key": "list", title: "All that can be chosen, as a list" }, "log") : null,
      button("Why?", "why", { class: "quiet", "data-key": "why", title: "Why something cannot be chosen" }, "why"),
      table.canHint ? button("Hint", "hint", { class: "quiet", "data-key": "hint" }, "light") : null,
    ),
  ];
}

function drawProposal(ask, key) {
  const label = ask.options[key].label;
  return label.trim() ? button(label, "type", { "data-value": label, "data-key": `option-${key}`, class: "type" }) : null;
}

function countAlike(labels) {
  const counts = new Map();
  for (const label of labels) counts.set(label || "something hidden", (counts.get(label || "something hidden") ?? 0) + 1);
  return [...counts].map(([label, count]) => (count > 1 ? `${count} × ${label}` : label)).join(", ");
}

function drawFree(table, ask) {
  const declines = Object.values(ask.options).some((option) => option.end === "none");
  return h(
    "form",
    { class: "free", "data-act": "name", "data-key": "free" },
    h("label", { class: "visually-hidden", for: "free-value" }, ask.name),
    h("input", { id: "free-value", class: "field", name: "value", type: ask.free === "number" ? "number" : "text", step: "any", autocomplete: "off", inputmode: ask.free === "number" ? "decimal" : null, autocapitalize: "off", required: !declines && !ask.length, placeholder: ask.length ? "Type here" : ask.name }),
    h("button", { type: "submit", class: "button strong" }, h("span", {}, ask.length ? "Enter" : "Choose")),
  );
}

function drawSlider(table, numbers) {
  const values = numbers.map(([, option]) => option.number);
  const at = Math.min(table.slid ?? 0, values.length - 1);
  const option = numbers[at];
  return h(
    "div",
    { class: "slider", "data-key": "slider" },
    button("−", "slide", { "data-step": "-1", "aria-label": "Less", class: "round" }),
    h("input", { type: "range", min: 0, max: values.length - 1, value: at, "data-act": "slide", "aria-label": table.picture.ask.name, "aria-valuetext": option[1].label }),
    button("+", "slide", { "data-step": "1", "aria-label": "More", class: "round" }),
    button(`${option[1].label}`, "choose", { "data-option": option[0], class: "strong chosen-number" }),
  );
}

function drawVote(table) {
  const { by, undo, agreed } = table.votes;
  const mine = table.you.seat !== null && !agreed.includes(table.you.seat);
  return h(
    "div",
    { class: "vote", role: "status", "data-key": "vote" },
    h("p", {}, `${seatName(table, by)} wants to go back to move ${undo + 1}.`),
    mine ? h("div", { class: "buttons" }, button("Agree", "agree", { class: "strong" }), button("No", "decline")) : h("p", { class: "soft" }, "The others are asked."),
  );
}

function drawEndButtons(table) {
  return [button("Look back", "look", { "data-at": "0" }, "start"), button("Download the record", "record"), table.you.owner ? button("Play again", "again", { class: "strong" }) : h("a", { class: "button", href: "/" }, "Other games")];
}

// ---- looking back

function drawPastBar(table) {
  const at = table.past?.at ?? table.at;
  return h(
    "section",
    { class: "ask past", "data-key": "ask", "aria-label": "Looking back" },
    h("p", { class: "asked-words" }, table.replay ? (at === table.at && table.picture.ended ? table.picture.ended.words : `Move ${at} of ${table.at}`) : at === 0 ? "Looking back: the beginning" : `Looking back: after move ${at} of ${table.at}`),
    drawTime(table),
    h(
      "div",
      { class: "buttons" },
      table.replay ? null : button("Back to now", "now", { class: "strong" }),
      table.replay || table.you.seat === null || at >= table.at ? null : button("Undo to here", "undo", { "data-to": at }, "undo"),
      table.canFork ? button("Fork from here", "fork", { "data-at": at }, "share") : null,
      table.replay || (table.you.seat === null && !table.you.owner) ? null : button("Comment", "comment", { "data-at": at }, "talk"),
    ),
  );
}

export function drawTime(table) {
  const at = table.past ? table.past.at : table.at;
  return h(
    "div",
    { class: "time", "data-key": "time" },
    button("", "look", { "data-at": 0, "aria-label": "To the beginning", class: "round" }, "start"),
    button("", "look", { "data-at": Math.max(0, at - 1), "aria-label": "One move back", class: "round" }, "back"),
    h("input", { type: "range", min: 0, max: Math.max(1, table.at), value: at, "data-act": "look", "aria-label": "Look back", "aria-valuetext": `Move ${at} of ${table.at}` }),
    button("", "look", { "data-at": Math.min(table.at, at + 1), "aria-label": "One move on", class: "round" }, "on"),
    button("", "now", { "data-at": table.at, "aria-label": "To the end", class: "round" }, "end"),
  );
}

export function drawLog(table) {
  // What a program prints stands on its screen already.
  const told = table.shown.text === undefined ? table.news : table.news.filter((entry) => entry.kind !== "said");
  const entries = [...joinChoices(told).map((one) => ({ ...one, order: 0 })), ...table.comments.map((one) => ({ ...one, kind: "comment", order: 1 }))].sort((a, b) => a.at - b.at || a.order - b.order);
  const here = table.past?.at;
  return h(
    "ol",
    { class: "log", "data-scroll-end": entries.length, tabindex: 0, "aria-label": "What happened" },
    entries.length ? null : h("li", { class: "nothing" }, "Nothing has happened yet."),
    entries.map((entry, number) =>
      h(
        "li",
        { class: `entry ${entry.kind} ${entry.at === here ? "here" : ""}`, "data-key": `entry-${number}` },
        h("button", { type: "button", class: "line", "data-act": "look", "data-at": entry.at, title: `Look at the table after move ${entry.at}` }, drawEntry(table, entry)),
      ),
    ),
  );
}

// A move is one line, however many questions it had.
function joinChoices(news) {
  const joined = [];
  for (const entry of news) {
    const last = joined.at(-1);
    const text = entry.kind === "chose" ? spread(entry.text).replace(/^[A-Z][a-z]\w*(?=$|:)|^[a-z]+_\w+(?=$|:)/, readName) : entry.text;
    if (entry.kind === "chose" && last?.kind === "chose" && last.at === entry.at && last.seat === entry.seat) {
      if (entry.text !== "done") last.text += ` → ${text}`;
      last.ms = (last.ms ?? 0) + (entry.ms ?? 0);
    } else joined.push({ ...entry, text });
  }
  return joined;
}

function drawEntry(table, entry) {
  const seat = entry.seat ?? null;
  const who = seat === null ? null : h("span", { class: "who", vars: { "--c": paint(table.shown.players[seat]?.color) } }, seatName(table, seat));
  const took = entry.ms > 1500 ? h("time", { class: "took" }, entry.ms < 90_000 ? `${Math.round(entry.ms / 1000)} s` : `${Math.round(entry.ms / 60_000)} min`) : null;
  if (entry.kind === "comment") return [icon("talk"), who, h("span", { class: "said" }, entry.text)];
  return [who, h("span", { class: "said" }, entry.text || "something hidden"), entry.kind === "hand" ? h("span", { class: "tag" }, "by hand") : null, took];
}

const readName = (name) => capital(name.replace(/(?<=[a-z0-9])(?=[A-Z])|_+/g, " ").toLowerCase());
