// A board as a picture that can be touched: fields, lines between them, what stands there, what can be chosen.

import { h, svg } from "./dom.js";
import { hueOf, paint } from "./colours.js";
import { isChessSet } from "./figures.js";
import { drawMark, drawPiece, isNameless } from "./pieces.js";

const HALF = 50;
const OUT = 57.74; // from the middle of a hexagon to its corner
const ROW = 86.6; // from row to row of hexagons
const EDGE = 34; // room for the names of columns and rows
const MANY = 30; // fields beyond which their names are no longer written on them

// Where each tile is, and how large the whole is. `turned`: seen from the other side.
function layOut(picture, key, turned) {
  const board = picture.boards[key];
  const tiles = Object.entries(picture.tiles).filter(([, tile]) => tile.board === key).sort(([, a], [, b]) => a.order - b.order);
  const at = PLACES[board.geometry](tiles.map(([, tile]) => tile), board);
  const spots = new Map();
  const across = at.map(([x]) => x), down = at.map(([, y]) => y);
  const right = Math.max(...across, HALF) + HALF, bottom = Math.max(...down, HALF) + HALF;
  tiles.forEach(([id, tile], number) => {
    const [x, y] = at[number];
    spots.set(id, { tile, x: turned ? right - x : x, y: turned ? bottom - y : y });
  });
  return { board, spots, right, bottom };
}

const PLACES = {
  square: (tiles, board) => (board.height === 1 && board.width > 14 ? placeTrack(tiles, board.width) : tiles.map((tile) => [tile.x * 100 + HALF, tile.y * 100 + HALF])),
  hexagon_pointy: (tiles) => tiles.map((tile) => [(tile.x + (tile.y % 2) / 2) * 100 + HALF, tile.y * ROW + OUT]),
  hexagon_flat: (tiles) => tiles.map((tile) => [tile.x * ROW + OUT, (tile.y + (tile.x % 2) / 2) * 100 + HALF]),
  graph: placeGraph,
};

// A long line of fields goes to and fro.
function placeTrack(tiles, width) {
  const each = Math.ceil(width / Math.ceil(width / 12));
  return tiles.map(({ x }) => {
    const row = Math.floor(x / each);
    return [(row % 2 ? each - 1 - (x % each) : x % each) * 100 + HALF, row * 100 + HALF];
  });
}

// As far apart as the two nearest need.
function placeGraph(tiles) {
  let near = 2;
  tiles.forEach((one, at) => tiles.slice(at + 1).forEach((other) => (near = Math.min(near, Math.hypot(one.x - other.x, one.y - other.y) || 2))));
  const step = 105 / Math.max(0.4, near);
  return tiles.map((tile) => [tile.x * step + HALF + 20, tile.y * step + HALF + 10]);
}

export function drawBoard(picture, key, look) {
  const { board, spots, right, bottom } = layOut(picture, key, look.turned);
  const style = findStyle(picture, board, spots);
  const named = style.heads ? EDGE : 6;
  const box = [-named, -4, right + named + 8, bottom + (style.heads ? EDGE : 0) + 8];
  const wide = box[2] / 100;
  return h(
    "div",
    { class: "board-frame", "data-key": `board-${key}`, vars: { "--tiles": wide.toFixed(2), "--ratio": (box[2] / box[3]).toFixed(3) } },
    Object.keys(picture.boards).length > 1 && board.name ? h("h3", { class: "zone-name" }, board.name) : null,
    h(
      "div",
      { class: "board-scroll", "data-scroll": `board-${key}` },
      svg(
        "svg",
        { class: `board ${board.geometry} ${style.look}`, viewBox: box.join(" "), role: "group", "aria-label": board.name || picture.title, "data-board": key },
        style.plate ? svg("rect", { class: "plate", x: -6, y: -4, width: right + 12, height: bottom + 8, rx: 10 }) : null,
        style.chequered === "holes" ? drawHoles(right, bottom, spots) : null,
        (board.links ?? []).map((link) => drawLink(link, spots, "link")),
        [...spots].map(([id, spot]) => drawTile(picture, id, spot, board, style, look)),
        (board.walls ?? []).map((wall) => drawLink(wall, spots, "wall")),
        style.heads ? drawHeads(board, right, bottom, look.turned) : null,
        drawPieces(picture, spots, style, look),
        [...spots].map(([id, spot]) => drawHint(picture, id, spot, board, look)),
      ),
    ),
    style.legend.length > 1 ? drawLegend(style.legend) : null,
  );
}

// What kind of board it looks like.
function findStyle(picture, board, spots) {
  const tiles = [...spots.values()].map((spot) => spot.tile).filter((tile) => !tile.blank);
  const things = Object.values(picture.things).filter((thing) => spots.has(thing.at.tile));
  const kinds = [...new Set(tiles.map((tile) => tile.kind))];
  const colours = tiles.some((tile) => tile.color);
  const square = board.geometry === "square";
  const parity = new Set(tiles.map((tile) => (tile.x + tile.y) % 2));
  const chess = isChessSet([...new Set(things.map((thing) => thing.kind))]);
  const stands = things.length > 0 || chess;
  const plainKind = kinds.length === 1 && !colours;
  const halfThere = square && plainKind && parity.size === 1 && tiles.length > 8;
  const chequered = halfThere ? "holes" : square && plainKind && stands && tiles.length > 16 && board.height > 2 ? "all" : "";
  const graph = board.geometry === "graph";
  const written = kinds.length > 1 && tiles.length <= MANY && !graph;
  return {
    look: chequered ? "chequered" : square && plainKind ? "lined" : "",
    chequered, chess, written,
    mixed: kinds.length > 1 && !(graph && kinds.length === tiles.length),
    plate: square && plainKind,
    heads: Boolean(board.columns || board.rows) && board.geometry !== "graph",
    legend: kinds.length > 1 && kinds.length <= 12 && !written ? kinds.map((kind) => tiles.find((tile) => tile.kind === kind)) : [],
    graphNames: graph,
  };
}

function outline(geometry, x, y, grow = 0) {
  if (geometry === "square") return svg("rect", { x: x - HALF - grow, y: y - HALF - grow, width: 100 + 2 * grow, height: 100 + 2 * grow });
  if (geometry === "graph") return svg("circle", { cx: x, cy: y, r: 33 + grow });
  const turn = geometry === "hexagon_pointy" ? Math.PI / 6 : 0;
  const corners = [0, 1, 2, 3, 4, 5].map((n) => [x + (OUT + grow) * Math.cos(turn + (n * Math.PI) / 3), y + (OUT + grow) * Math.sin(turn + (n * Math.PI) / 3)]);
  return svg("polygon", { points: corners.map((corner) => corner.map((v) => v.toFixed(1)).join(",")).join(" ") });
}

function drawTile(picture, id, { tile, x, y }, board, style, look) {
  if (tile.blank) return null;
  const state = look.stateOf(id, thingsOn(picture, id));
  const dark = style.chequered && (tile.x + tile.y) % 2 === 1;
  // A land on a map has the colour of who holds it.
  const held = board.geometry === "graph" && tile.mark?.player !== undefined && tile.symbol;
  const vars = held ? { "--c": paint(picture.players[tile.mark.player]?.color) } : tile.color ? { "--c": paint(tile.color) } : style.mixed ? { "--h": String(hueOf(tile.kind)) } : null;
  const kind = held ? "coloured held" : tile.color ? "coloured" : style.mixed ? "hued" : dark ? "dark" : "light";
  // A point on which stones stand is small; what says something has room for it.
  const shape = outline(board.geometry, x, y, board.geometry === "graph" && (!tile.symbol || /^[·.]$/.test(tile.symbol)) && !tile.color && !style.mixed ? -18 : 0);
  shape.setAttribute("class", "ground");
  return svg(
    "g",
    {
      class: `tile ${kind} ${state}${look.marks.has(id) ? " marked" : ""}${isFull(picture, id, tile) ? " full" : ""}`, "data-key": id, "data-touch": id, "data-x": x, "data-y": y,
      role: "button", tabindex: look.focus === id ? 0 : -1, "aria-label": describeTile(picture, id, tile, state), "aria-pressed": state.includes("picked") ? "true" : null, vars,
    },
    shape,
    svg("g", { class: "ring" }, ringOf(board.geometry, x, y)), // also what a finger meets
    tile.symbol && !/^[·.]$/.test(tile.symbol) && !thingsOn(picture, id).length
      ? svg("text", { class: "symbol", x, y: style.written ? y - 8 : y }, tile.symbol)
      : null,
    style.written ? writeName(tile, x, y) : null,
    style.graphNames && tile.name ? writeBelow(tile, x, y) : null,
    tile.mark && !held ? placeMark(tile, x, y, picture, thingsOn(picture, id).length > 0, style) : null,
  );
}

function ringOf(geometry, x, y) {
  return outline(geometry, x, y, geometry === "graph" ? 0 : -5);
}

function placeMark(tile, x, y, picture, covered, style) {
  const plain = tile.mark.player === undefined && !tile.mark.figure;
  if (covered && plain) return null;
  // Whose field it is where something else is drawn on it: a pennant in its corner.
  if ((covered || tile.symbol) && tile.mark.player !== undefined)
    return svg("path", { class: "pennant", d: `M${x - 44} ${y - 44}h30l-30 30z`, vars: { "--c": paint(picture.players[tile.mark.player]?.color) } });
  const size = plain && style.written ? 0.55 : 1;
  const down = plain && style.written ? 26 : 0;
  return svg("g", { class: "mark", transform: `translate(${x - HALF * size} ${y - HALF * size + down}) scale(${size})` }, drawMark(tile.mark, picture.players));
}

function writeName(tile, x, y) {
  const words = tile.kind.split(/(?<=[a-z])(?=[A-Z])|\s+/);
  const lines = words.join(" ").length <= 9 ? [words.join(" ")] : words.slice(0, 2);
  return svg("text", { class: "name", x, y: y - 30 }, lines.map((line, at) => svg("tspan", { x, dy: at ? 15 : 0 }, line)));
}

function writeBelow(tile, x, y) {
  const name = tile.place ?? (tile.name.replace(/ \(.*\)$/, "") || tile.name);
  return svg("text", { class: `below${name.length <= 3 ? " short" : ""}`, x, y: y + 46 }, /^(point|node|tile|field|spot|cell)$/i.test(name) ? "" : name);
}

export function thingsOn(picture, id) {
  return Object.entries(picture.things).filter(([, thing]) => thing.at.tile === id).sort(([, a], [, b]) => a.at.n - b.at.n);
}

function describeTile(picture, id, tile, state) {
  const players = picture.players;
  const things = thingsOn(picture, id).map(([, thing]) => describeThing(thing, players));
  const mark = tile.mark ? [tile.mark.player === undefined ? tile.mark.text : `${players[tile.mark.player]?.name}${tile.mark.text ? ` ${tile.mark.text}` : ""}`] : [];
  const told = [...things, ...mark].filter(Boolean).join(", ") || "empty";
  return `${tile.name}: ${told}${state.includes("can") ? ", can be chosen" : ""}`;
}

export function describeThing(thing, players) {
  if (thing.face === "down") return "something hidden";
  const owner = thing.owner === undefined ? "" : ` of ${players[thing.owner]?.name}`;
  const values = (thing.values ?? []).slice(0, 3).map((value) => `${value.name.toLowerCase()} ${value.value}`).join(", ");
  return `${thing.name}${owner}${values && isNameless(thing) ? ` (${values})` : ""}`;
}

// Equal things on one field are one piece with a number.
export function groupAlike(entries, players) {
  const groups = new Map();
  for (const [id, thing] of entries) {
    const looks = JSON.stringify([thing.kind, thing.name, thing.owner, thing.symbol, thing.values, thing.face, thing.color]);
    if (groups.has(looks)) groups.get(looks).ids.push(id);
    else groups.set(looks, { ids: [id], thing, label: describeThing(thing, players) });
  }
  return [...groups.values()];
}

function drawPieces(picture, spots, style, look) {
  const drawn = [];
  for (const [id, { x, y }] of spots) {
    const groups = groupAlike(thingsOn(picture, id), picture.players);
    const many = groups.length;
    const scale = many <= 1 ? (style.written ? 0.6 : style.graphNames ? 0.68 : 0.98) : many === 2 ? 0.5 : 0.4;
    groups.forEach((group, at) => {
      const [right, down] = many <= 1 ? [0, style.written ? 12 : 0] : SHIFTS[Math.min(many, 4)][at % 4];
      const state = many > 1 ? look.stateOfThings(group.ids) : "";
      drawn.push(
        svg(
          "g",
          {
            class: `piece ${state}`, "data-key": `t-${group.ids[0]}`, "data-thing": group.ids.join(" "), "data-touch": many > 1 ? group.ids.find((one) => look.can(one)) ?? group.ids[0] : null,
            transform: `translate(${x - HALF * scale + right} ${y - HALF * scale + down}) scale(${scale})`, "aria-hidden": "true",
          },
          svg("g", { class: "body" }, drawPiece(group.thing, picture.players, style.chess), group.ids.length > 1 ? drawCount(group.ids.length) : null),
        ),
      );
    });
  }
  return svg("g", { class: "pieces" }, drawn);
}

const SHIFTS = {
  2: [[-24, 0], [24, 0]],
  3: [[-23, -18], [23, -18], [0, 23]],
  4: [[-23, -22], [23, -22], [-23, 22], [23, 22]],
};

function drawCount(count) {
  return svg("g", { class: "badge" }, svg("circle", { cx: 82, cy: 18, r: 19 }), svg("text", { x: 82, y: 19 }, `${count}`));
}

const isFull = (picture, id, tile) => tile.mark?.player !== undefined || Object.values(picture.things).some((thing) => thing.at.tile === id);

// A dot where something can go, a ring around what can be taken.
function drawHint(picture, id, { tile, x, y }, board, look) {
  if (tile.blank) return null;
  const things = thingsOn(picture, id);
  const state = look.stateOf(id, things);
  if (!state.includes("can") || state.includes("picked")) return null;
  if (isFull(picture, id, tile)) {
    const shape = ringOf(board.geometry, x, y);
    shape.setAttribute("class", "hint ring-hint");
    return shape;
  }
  return svg("circle", { class: "hint dot-hint", cx: x, cy: y, r: look.crowded ? 9 : 14 });
}

function drawLink([one, other], spots, kind) {
  const [a, b] = [spots.get(one), spots.get(other)];
  if (!a || !b) return null;
  if (kind === "link") return svg("line", { class: "link", x1: a.x, y1: a.y, x2: b.x, y2: b.y });
  const [x, y, dx, dy] = [(a.x + b.x) / 2, (a.y + b.y) / 2, (b.x - a.x) / 100, (b.y - a.y) / 100];
  return svg("line", { class: "wall", x1: x - 28 * dy, y1: y + 28 * dx, x2: x + 28 * dy, y2: y - 28 * dx });
}

function drawHoles(right, bottom, spots) {
  const taken = new Set([...spots.values()].map(({ x, y }) => `${x},${y}`));
  const holes = [];
  for (let x = HALF; x < right; x += 100) for (let y = HALF; y < bottom; y += 100) if (!taken.has(`${x},${y}`)) holes.push(svg("rect", { class: "hole", x: x - HALF, y: y - HALF, width: 100, height: 100 }));
  return holes;
}

function drawHeads(board, right, bottom, turned) {
  const heads = (board.columns ?? []).map((name, at) => svg("text", { class: "head", x: turned ? right - at * 100 - HALF : at * 100 + HALF, y: bottom + 22 }, name));
  const sides = (board.rows ?? []).map((name, at) => svg("text", { class: "head", x: -18, y: turned ? bottom - at * 100 - HALF : at * 100 + HALF }, name));
  return board.geometry === "square" ? [heads, sides] : [];
}

function drawLegend(tiles) {
  return h(
    "ul",
    { class: "legend" },
    tiles.map((tile) =>
      h("li", { "data-touch": null }, h("span", { class: `swatch ${tile.color ? "coloured" : "hued"}`, vars: tile.color ? { "--c": paint(tile.color) } : { "--h": String(hueOf(tile.kind)) } }, tile.symbol ?? ""), tile.kind),
    ),
  );
}
