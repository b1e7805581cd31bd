/* ---- a position that could be the real one, for all that a seat has done and been told

   From the beginning on the others get moves at random, the seat its own. Where it would have been told something else than it
   was, others are tried, and then steps before that; a guess that takes too long goes on with what does not fit. What the seat
   can do is no secret to it: the guess has to offer the same moves. */

enum { TRIES = 24, MOST_GUESSING = 4000 };

typedef struct LogicGuess {
    Thought *L;
    u64 *chance;
    i32 role;
    u32 steps, room;
    u8 *positions; /* one behind the other: before each step, and behind the last */
    u32 *lengths, *tries;
    u64 offers; /* a number for the moves that the seat has in the real position */
} LogicGuess;

static int logic_says(Game *G, Ref wanted, const u8 *bytes, i32 length) {
    const Text *text = at_ref(G, wanted);
    return length >= 0 && text->bytes == (u32)length && !memcmp(text->byte, bytes, text->bytes);
}

static u64 logic_offers(Thought *L, i32 role, u8 *room) {
    i32 count = think_moves(L, role);
    u64 sum = (u64)count;
    for (i32 i = 0; i < count; i++) {
        i32 length = think_label(L, role, i, room);
        for (i32 j = 0; j < length; j++) sum = mixed(sum + room[j]);
        sum = mixed(sum + 256u);
    }
    return sum;
}

/* One step with moves at random; whether the seat would have been told the same, or nobody minds. */
static int logic_guess_step(Game *G, LogicGuess *Q, u32 at, const Items *did, const Items *seen, int unordered) {
    u8 *room = ((LogicMind *)G->logic)->room;
    i32 moves[THINK_ROLES], own = -1;
    if (think_of(Q->L, Q->positions + (u64)at * Q->room, Q->lengths[at]) < 0 || think_over(Q->L)) return 0;
    for (i32 role = 0; role < THINK_ROLES; role++) {
        i32 count = think_moves(Q->L, role);
        if (count < 1) return 0;
        moves[role] = (i32)below(Q->chance, (u32)count);
        for (i32 i = 0; i < count && role == Q->role && own < 0; i++)
            if (logic_says(G, (Ref)slots_of(G, did)[at].whole, room, think_label(Q->L, role, i, room))) own = i;
    }
    if (own < 0 && !unordered) return 0;
    if (own >= 0) moves[Q->role] = own;
    if (!unordered && !logic_says(G, (Ref)slots_of(G, seen)[at].whole, room, think_seen(Q->L, moves, Q->role, room))) return 0;
    i32 length = think_next(Q->L, moves, Q->positions + (u64)(at + 1) * Q->room);
    if (length < 0) return 0;
    Q->lengths[at + 1] = (u32)length;
    return 1;
}

static int logic_guess_ends_well(Game *G, LogicGuess *Q) {
    if (think_of(Q->L, Q->positions + (u64)Q->steps * Q->room, Q->lengths[Q->steps]) < 0 || think_over(Q->L)) return 0;
    return logic_offers(Q->L, Q->role, ((LogicMind *)G->logic)->room) == Q->offers;
}

static int logic_guess_all(Game *G, LogicGuess *Q, const Items *did, const Items *seen) {
    u32 at = 0, work = 0;
    memset(Q->tries, 0, (Q->steps + 1) * sizeof(u32));
    for (; work < 2 * MOST_GUESSING + 2 * Q->steps && !(G->halted & G->heeds); work++) {
        if (at == Q->steps && logic_guess_ends_well(G, Q)) return 1;
        if (at < Q->steps && Q->tries[at]++ < TRIES && logic_guess_step(G, Q, at, did, seen, work > MOST_GUESSING + Q->steps)) {
            Q->tries[++at] = 0;
            continue;
        }
        if (at < Q->steps && Q->tries[at] < TRIES) continue;
        at = below(Q->chance, 4) ? below(Q->chance, at + 1) : 0; /* what does not fit may come from long ago */
        Q->tries[at] = 0;
    }
    return 0;
}

/* The guess; 0 if there is none. */
static Ref logic_guess(Game *G, Ref facts, Ref did, Ref seen, i32 role, u64 *chance) {
    LogicMind *mind = logic_open(G);
    LogicGuess Q;
    Q.L = logic_mind(G, facts, -1);
    mind->knows = 0;
    Q.chance = chance;
    Q.role = role;
    Q.offers = logic_offers(Q.L, role, mind->room);
    Q.steps = items_at(G, did)->count;
    Q.room = think_room();
    Ref found = 0;
    u64 size = ((u64)Q.steps + 1) * Q.room;
    Q.positions = size < (1u << 28) ? malloc(size) : 0;
    Q.lengths = malloc((Q.steps + 1) * sizeof(u32));
    Q.tries = malloc((Q.steps + 1) * sizeof(u32));
    if (Q.positions && Q.lengths && Q.tries) {
        i32 length = think_begin(Q.L, Q.positions);
        Q.lengths[0] = (u32)(length < 0 ? 0 : length);
        if (length >= 0 && logic_guess_all(G, &Q, items_at(G, did), items_at(G, seen))) {
            const u8 *last = Q.positions + (u64)Q.steps * Q.room;
            memcpy(mind->room, last, Q.lengths[Q.steps]);
            found = 1;
        }
    }
    u32 bytes = found ? Q.lengths[Q.steps] : 0;
    free(Q.positions);
    free(Q.lengths);
    free(Q.tries);
    return found ? text_made(G, mind->room, bytes, characters_in(mind->room, bytes)) : 0;
}
