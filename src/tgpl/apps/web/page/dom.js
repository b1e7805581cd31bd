// Elements from data, and a page that becomes what it should be with as few changes as possible: so focus, scroll positions
// and what a screen reader holds stay where they are. Texts only ever become text nodes.

const SVG = "http://www.w3.org/2000/svg";

function make(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "vars") for (const [key, part] of Object.entries(value)) node.style.setProperty(key, part);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false || child === "") continue;
    node.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return node;
}

export const h = (tag, attributes, ...children) => make(document.createElement(tag), attributes, children);
export const svg = (tag, attributes, ...children) => make(document.createElementNS(SVG, tag), attributes, children);

const keyOf = (node) => (node.nodeType === 1 ? node.getAttribute("data-key") : null);

// Makes `old` look like `fresh`; gives the node that stands there then.
export function morph(old, fresh) {
  if (old.nodeType !== fresh.nodeType || old.nodeName !== fresh.nodeName || keyOf(old) !== keyOf(fresh)) {
    old.replaceWith(fresh);
    return fresh;
  }
  if (old.nodeType !== 1) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return old;
  }
  morphAttributes(old, fresh);
  if (!old.hasAttribute("data-kept")) morphChildren(old, fresh);
  return old;
}

function morphAttributes(old, fresh) {
  for (const { name, value } of [...fresh.attributes]) {
    if (name === "style") {
      // Through the object model: a policy without inline styles forbids the attribute.
      if (old.style.cssText !== fresh.style.cssText) old.style.cssText = fresh.style.cssText;
    } else if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && name !== "open") {
      if (name === "style") old.style.cssText = "";
      else old.removeAttribute(name);
    }
  }
  if (old.nodeName === "INPUT" && old !== document.activeElement && old.value !== fresh.value) old.value = fresh.value;
}

function morphChildren(old, fresh) {
  const keyed = new Map();
  const loose = [];
  for (const child of old.childNodes) {
    const key = keyOf(child);
    if (key === null) loose.push(child);
    else keyed.set(key, child);
  }
  const wanted = [...fresh.childNodes];
  const placed = wanted.map((child) => {
    const key = keyOf(child);
    let there = key === null ? undefined : keyed.get(key);
    if (key === null) {
      const at = loose.findIndex((one) => one.nodeName === child.nodeName);
      there = at < 0 ? undefined : loose.splice(0, at + 1)[at];
    }
    return there === undefined ? child : morph(there, child);
  });
  const kept = new Set(placed);
  for (const child of [...old.childNodes]) if (!kept.has(child)) child.remove();
  placed.forEach((child, at) => {
    if (old.childNodes[at] !== child) old.insertBefore(child, old.childNodes[at] ?? null);
  });
}

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
