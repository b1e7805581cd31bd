// The line to the table: it enters, asks and answers, and comes back by itself when it breaks.

const FIRST = 400; // milliseconds until the first try to come back
const LONGEST = 8000;
const FINAL = [4401, 4403, 4404]; // no valid token, the seat was given away, no such table: it makes no sense to come again

export class Line {
  // `hear(message)`: everything that is no answer; `tell(state)`: "open", "lost", "closed".
  constructor(address, enter, hear, tell) {
    Object.assign(this, { address, enter, hear, tell });
    this.waiting = new Map();
    this.number = 0;
    this.tries = 0;
    this.closed = false;
    addEventListener("online", () => this.retry());
    document.addEventListener("visibilitychange", () => document.hidden || this.retry());
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    this.socket = new WebSocket(this.address);
    this.socket.onopen = () => {
      this.socket.send(JSON.stringify({ type: "enter", ...this.enter() }));
    };
    this.socket.onmessage = (event) => this.take(JSON.parse(event.data));
    this.socket.onclose = (event) => this.lose(event);
  }

  retry() {
    if (!this.closed && this.socket.readyState === WebSocket.CLOSED) this.connect();
  }

  lose() {
    for (const answer of this.waiting.values()) answer({ type: "refused", code: "lost", words: "The line broke. Try again when it is back." });
    this.waiting.clear();
    if (this.closed) return;
    this.tell("lost");
    const wait = Math.min(LONGEST, FIRST * 2 ** this.tries) * (0.7 + 0.6 * Math.random());
    this.tries += 1;
    this.timer = setTimeout(() => this.connect(), wait);
  }

  take(message) {
    if (message.type === "ping") return this.say({ type: "pong" });
    if (message.type === "table") {
      this.tries = 0;
      this.tell("open");
    }
    if (message.type === "bye" && FINAL.includes(message.code)) {
      this.closed = true;
      this.tell("closed");
    }
    const answer = this.waiting.get(message.request);
    if (answer) {
      this.waiting.delete(message.request);
      answer(message);
    } else this.hear(message);
  }

  say(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  // A question with one answer.
  ask(type, fields = {}) {
    if (this.socket.readyState !== WebSocket.OPEN) return Promise.resolve({ type: "refused", code: "lost", words: "There is no line to the table right now. It comes back by itself." });
    const request = ++this.number;
    return new Promise((answer) => {
      this.waiting.set(request, answer);
      this.say({ type, request, ...fields });
    });
  }
}

// JSON Merge Patch (RFC 7396); what it gives shares what did not change.
export function merge(target, patch) {
  if (patch === null || typeof patch !== "object" || Array.isArray(patch)) return patch;
  const made = target !== null && typeof target === "object" && !Array.isArray(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete made[key];
    else made[key] = merge(made[key], value);
  }
  return made;
}
