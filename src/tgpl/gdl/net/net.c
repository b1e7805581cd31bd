/* ---- a rulesheet as a net of gates: how it is settled

   The tables above say which gates there are. A gate is on while its count is below zero; an input that comes on takes
   one away, one that stands behind a `not` adds one. Gates are numbered so that each comes behind its inputs: those
   whose count has crossed zero are marked in a bit map, and settling goes through the map once, upwards. Only what
   differs from the position before is worked out, and only up to the zone that the question needs.

   Gates that depend on each other in a circle have numbers in a row. What comes to hold outside makes more hold inside;
   once something outside has been lost the circle is worked out anew, from nothing upwards.

   An "all of" gate on which a literal hangs that many others hang on, too (such as whose turn it is), does not count.
   While it is off it watches one input that is off, and nobody else tells it anything; while it is on, its inputs hold
   on to it. */

#if defined(__TINYC__)
static i32 net_lowest(u64 bits) { /* the place of the lowest bit that is set */
    i32 place = 0;
    if (!(bits & 0xffffffffu)) { place += 32; bits >>= 32; }
    if (!(bits & 0xffff)) { place += 16; bits >>= 16; }
    if (!(bits & 0xff)) { place += 8; bits >>= 8; }
    if (!(bits & 0xf)) { place += 4; bits >>= 4; }
    if (!(bits & 3)) { place += 2; bits >>= 2; }
    return place + !(bits & 1);
}
#else
#define net_lowest(bits) __builtin_ctzll(bits)
#endif

static i32 net_how_many(u64 bits) {
    bits -= bits >> 1 & 0x5555555555555555u;
    bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
    bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (i32)(bits * 0x0101010101010101u >> 56);
}

enum { OVER_ZONE = 1, LEGAL_ZONE = 2, LOOKED_ZONE = 4, DONE_ZONE = 8, NEXT_ZONE = 16, SEEN_ZONE = 32, GOALS_ZONE = 64 };

typedef struct Thought {
    u64 on[NET_WORDS];                /* the facts of the position first */
    u64 marked[NET_WORDS];            /* gates that may have to change */
    u64 marked_words[NET_MAP_WORDS];  /* words in which there are such */
    NetCount count[NET_WORDS * 64];
    u32 settled;                      /* zones, as bits */
    u8 known[NET_ACTORS];             /* actors whose legal moves are listed */
    i32 legal_count[NET_ACTORS];
    u64 legal[NET_LEGAL_WORDS];
    i32 is_made; /* are the effects of `made` there? */
    i32 made[NET_ACTORS];
    u64 set[NET_FACT_WORDS]; /* facts of the next position that effects have set */
    u32 pushes;              /* gates to which effects have added an input */
    NetNode pushed[NET_MOST_PUSHES];
#if NET_CIRCLES
    NetCount inside[NET_WORDS * 64]; /* the counts of gates in circles, with what comes from inside */
    u8 lost[NET_CIRCLES];
    NetNode circle_waiting[NET_LARGEST_CIRCLE];
    u64 circle_on[NET_WORDS];
#endif
#if NET_LAZY
    struct {
        u32 watched[2]; /* by literal: the first lazy gate that watches it, plus one */
        u32 held[2];    /* by literal: its first input of a lazy gate that is or was on, plus one */
    } tied[NET_WORDS * 64];
    u32 watched_next[NET_LAZY];
    u32 held_next[NET_LAZY_INPUTS];
    u8 is_held[NET_LAZY_INPUTS];
#endif
} Thought;

static ALWAYS_INLINE void net_mark(Thought *L, u32 node) {
    L->marked[node >> 6] |= (u64)1 << (node & 63);
    L->marked_words[node >> 12] |= (u64)1 << (node >> 6 & 63);
}

static ALWAYS_INLINE i32 net_is_on(const Thought *L, u32 node) { return (i32)(L->on[node >> 6] >> (node & 63) & 1); }

/* One more input is on, or one less, for each of the gates of a list. */
static ALWAYS_INLINE void net_more(Thought *L, const NetNode *to, const NetNode *end) {
    for (; to < end; to++)
        if (L->count[*to]-- == 0) net_mark(L, *to);
}

static ALWAYS_INLINE void net_less(Thought *L, const NetNode *to, const NetNode *end) {
    for (; to < end; to++)
        if (++L->count[*to] == 0) net_mark(L, *to);
}

#if NET_CIRCLES
/* The same for gates in circles. */
static void net_shift(Thought *L, u32 node, i32 change) {
    u32 circle = net_circle_of[node] - 1;
    L->count[node] = (NetCount)(L->count[node] + change);
    L->inside[node] = (NetCount)(L->inside[node] + change);
    if (L->lost[circle]) return;
    if (change > 0) {
        L->lost[circle] = 1;
        net_mark(L, net_circle_first[circle]);
    } else if (L->inside[node] == -1) {
        net_mark(L, node);
    }
}

static void net_shift_all(Thought *L, const NetNode *to, const NetNode *end, i32 change) {
    for (; to < end; to++) net_shift(L, *to, change);
}
#endif

static ALWAYS_INLINE i32 net_holds(const Thought *L, u32 literal) { return net_is_on(L, literal >> 1) ^ (i32)(literal & 1); }

#if NET_LAZY
/* A lazy gate watches an input that does not hold; or all hold. */
static i32 net_watch(Thought *L, u32 gate) {
    u32 at;
    for (at = net_lazy_at[gate]; at < net_lazy_at[gate + 1]; at++)
        if (!net_holds(L, net_lazy_input[at])) {
            u32 *first = &L->tied[net_lazy_input[at] >> 1].watched[net_lazy_input[at] & 1];
            L->watched_next[gate] = *first;
            *first = gate + 1;
            return 0;
        }
    return 1;
}

static void net_wake(Thought *L, u32 *first) { /* who watches a literal that holds from now on */
    u32 next = *first;
    *first = 0;
    while (next) {
        u32 gate = next - 1;
        next = L->watched_next[gate];
        if (net_watch(L, gate)) net_mark(L, net_lazy_node[gate]);
    }
}

static void net_let_go(Thought *L, u32 *first) { /* who is held by a literal that holds no longer */
    u32 next = *first;
    *first = 0;
    while (next) {
        u32 at = next - 1, node = net_lazy_node[net_lazy_gate[at]];
        next = L->held_next[at];
        L->is_held[at] = 0;
        if (net_is_on(L, node)) net_mark(L, node);
    }
}

static i32 net_try(Thought *L, u32 gate) { /* is it on? */
    u32 at;
    if (!net_watch(L, gate)) return 0;
    for (at = net_lazy_at[gate]; at < net_lazy_at[gate + 1]; at++)
        if (!L->is_held[at]) {
            u32 *first = &L->tied[net_lazy_input[at] >> 1].held[net_lazy_input[at] & 1];
            L->is_held[at] = 1;
            L->held_next[at] = *first;
            *first = at + 1;
        }
    return 1;
}
#endif

static ALWAYS_INLINE void net_turn(Thought *L, u32 node, i32 on) {
    const u32 *at = net_at + NET_LISTS * node;
    if (on) {
        net_more(L, net_to + at[0], net_to + at[1]);
        net_less(L, net_to + at[1], net_to + at[2]);
    } else {
        net_less(L, net_to + at[0], net_to + at[1]);
        net_more(L, net_to + at[1], net_to + at[2]);
    }
#if NET_CIRCLES
    net_shift_all(L, net_to + at[2], net_to + at[3], on ? -1 : 1);
    net_shift_all(L, net_to + at[3], net_to + at[4], on ? 1 : -1);
#endif
#if NET_LAZY
    if (net_is_tied[node >> 6] >> (node & 63) & 1) {
        if (L->tied[node].watched[!on]) net_wake(L, &L->tied[node].watched[!on]);
        if (L->tied[node].held[on]) net_let_go(L, &L->tied[node].held[on]);
    }
#endif
}

#if NET_CIRCLES
/* Works a circle out anew: what holds without it first, then what follows inside. */
static void net_work_out(Thought *L, u32 circle) {
    u32 first = net_circle_first[circle], end = net_circle_end[circle], waiting = 0, node, word;
    u64 *on = L->circle_on;
    L->lost[circle] = 0;
    memcpy(L->inside + first, L->count + first, (end - first) * sizeof(NetCount));
    for (word = first >> 6; word <= (end - 1) >> 6; word++) on[word] = 0;
    for (node = first; node < end; node++)
        if (L->count[node] < 0) L->circle_waiting[waiting++] = (NetNode)node;
    while (waiting) {
        u32 from = L->circle_waiting[--waiting], at = net_inner_at[from], last = net_inner_at[from + 1];
        on[from >> 6] |= (u64)1 << (from & 63);
        for (; at < last; at++) {
            u32 to = net_inner_to[at];
            if (L->inside[to]-- == 0) L->circle_waiting[waiting++] = (NetNode)to;
        }
    }
    for (word = first >> 6; word <= (end - 1) >> 6; word++) {
        u64 others = on[word] ^ L->on[word];
        if (word == first >> 6) others &= ~(u64)0 << (first & 63);
        if (word == end >> 6) others &= ((u64)1 << (end & 63)) - 1;
        L->on[word] ^= others;
        for (; others; others &= others - 1) {
            u32 place = (u32)net_lowest(others);
            net_turn(L, word << 6 | place, (i32)(on[word] >> place & 1));
        }
    }
}

/* A gate of a circle has come on, and nothing was lost. */
static void net_grow(Thought *L, u32 node) {
    u32 waiting = 0;
    L->circle_waiting[waiting++] = (NetNode)node;
    while (waiting) {
        u32 from = L->circle_waiting[--waiting], at = net_inner_at[from], end = net_inner_at[from + 1];
        L->on[from >> 6] |= (u64)1 << (from & 63);
        for (; at < end; at++) {
            u32 to = net_inner_to[at];
            if (L->inside[to]-- == 0) L->circle_waiting[waiting++] = (NetNode)to;
        }
        net_turn(L, from, 1);
    }
}
#endif

static void net_settle_words(Thought *L, u32 from, u32 to) {
    u32 part;
    for (part = from >> 6; part << 6 < to; part++) {
        u64 inside = ~(u64)0, words;
        if (part == from >> 6) inside &= ~(u64)0 << (from & 63);
        if (part == to >> 6) inside &= ((u64)1 << (to & 63)) - 1;
        while ((words = L->marked_words[part] & inside)) {
            u32 word = part << 6 | (u32)net_lowest(words);
            u64 bits;
            while ((bits = L->marked[word])) {
                u32 place = (u32)net_lowest(bits), node = word << 6 | place;
                i32 on;
                L->marked[word] = bits & (bits - 1);
#if NET_CIRCLES
                if (net_circle_of[node]) {
                    if (L->lost[net_circle_of[node] - 1])
                        net_work_out(L, net_circle_of[node] - 1);
                    else if (L->inside[node] < 0 && !net_is_on(L, node))
                        net_grow(L, node);
                    continue;
                }
#endif
#if NET_LAZY
                if (net_lazy_of[node])
                    on = net_try(L, net_lazy_of[node] - 1);
                else
#endif
                on = L->count[node] < 0;
                if (on == (i32)(L->on[word] >> place & 1)) continue;
                L->on[word] ^= (u64)1 << place;
                net_turn(L, node, on);
            }
            L->marked_words[part] &= ~((u64)1 << (word & 63));
        }
    }
}

static void net_settle(Thought *L, u32 zones) {
    u32 zone;
    zones &= ~L->settled;
    for (zone = 0; zones; zone++, zones >>= 1)
        if (zones & 1) {
            net_settle_words(L, net_zone_end[zone], net_zone_end[zone + 1]);
            L->settled |= 1u << zone;
        }
}

static Thought *think_open(void) {
    Thought *L = malloc(sizeof(Thought));
    u32 node;
    if (!L) return 0;
    memset(L, 0, sizeof(Thought));
    for (node = 0; node < NET_WORDS * 64; node++) {
        L->count[node] = net_start[node];
#if NET_CIRCLES
        L->inside[node] = net_start[node];
#endif
        if (node >= NET_FACT_WORDS * 64) net_mark(L, node);
    }
    return L;
}

static void think_close(Thought *L) { free(L); }

static u32 think_room(void) { return 8 * NET_FACT_WORDS; }

static i32 think_begin(Thought *L, u8 *out) {
    (void)L;
    memcpy(out, net_first, 8 * NET_FACT_WORDS);
    return 8 * NET_FACT_WORDS;
}

static i32 think_of(Thought *L, const u8 *state, u32 length) {
    u64 facts[NET_FACT_WORDS];
    u32 word, changed = 0;
    if (length != 8 * NET_FACT_WORDS) return -1;
    memcpy(facts, state, 8 * NET_FACT_WORDS);
    for (word = 0; word < NET_FACT_WORDS; word++) {
        u64 others = facts[word] ^ L->on[word];
        if (!others) continue;
        changed = 1;
        L->on[word] = facts[word];
        do {
            u32 place = (u32)net_lowest(others);
            others &= others - 1;
            net_turn(L, word << 6 | place, (i32)(facts[word] >> place & 1));
        } while (others);
    }
    if (changed) {
        L->settled = 0, L->is_made = 0;
        memset(L->known, 0, sizeof L->known);
    }
    return 0;
}

static i32 think_over(Thought *L) {
    net_settle(L, OVER_ZONE);
    return net_is_on(L, NET_TERMINAL);
}

static i32 role_moves(Thought *L, i32 role) {
    u32 words = net_legal_word[role + 1] - net_legal_word[role], word, group;
    u64 *legal = L->legal + net_legal_word[role];
    const u64 *on = L->on + NET_LEGAL_AT + net_legal_word[role];
    i32 count = 0;
    if (L->known[role]) return L->legal_count[role];
    net_settle(L, OVER_ZONE | LEGAL_ZONE);
    if (net_group_at[role] == net_group_at[role + 1]) {
        for (word = 0; word < words; word++) legal[word] = on[word];
    } else {
        for (word = 0; word < words; word++) legal[word] = 0;
        for (group = net_group_at[role]; group < net_group_at[role + 1]; group++) {
            const u64 *mask = net_group_mask + net_group_mask_at[group];
            if (net_group_literal[group] != NET_ALWAYS && !net_holds(L, net_group_literal[group])) continue;
            for (word = 0; word < words; word++) legal[word] |= on[word] & mask[word];
        }
    }
    for (word = 0; word < words; word++)
        if (legal[word]) count += net_how_many(legal[word]);
    L->legal_count[role] = count;
    L->known[role] = 1;
    return count;
}

/* Which of all moves the one is that has this number among the legal ones; -1: there is no such. */
static i32 net_move(Thought *L, i32 role, i32 number) {
    u32 word;
    if (number < 0 || number >= role_moves(L, role)) return -1;
    for (word = net_legal_word[role]; word < net_legal_word[role + 1]; word++) {
        u64 legal = L->legal[word];
        i32 count = legal ? net_how_many(legal) : 0;
        if (number < count) {
            for (; number; number--) legal &= legal - 1;
            return (i32)(word << 6 | (u32)net_lowest(legal));
        }
        number -= count;
    }
    return -1;
}

static i32 role_asks(Thought *L, i32 role) {
    i32 count = role_moves(L, role), move;
    if (count != 1) return count > 1;
    move = net_move(L, role, 0);
    return (i32)(net_has_arguments[move >> 6] >> (move & 63) & 1);
}

static i32 role_goal(Thought *L, i32 role) {
    u32 at;
    net_settle(L, OVER_ZONE | LEGAL_ZONE | LOOKED_ZONE | GOALS_ZONE);
    for (at = net_goal_at[role]; at < net_goal_at[role + 1]; at++)
        if (net_is_on(L, net_goal_node[at])) return net_goal_value[at];
    return 0;
}

static ALWAYS_INLINE void net_push(Thought *L, u32 node) {
    L->pushed[L->pushes++] = (NetNode)node;
#if NET_CIRCLES
    if (net_circle_of[node]) {
        net_shift(L, node, -1);
        return;
    }
#endif
    if (L->count[node]-- == 0) net_mark(L, node);
}

static void net_take_back(Thought *L) {
    while (L->pushes) {
        u32 node = L->pushed[--L->pushes];
#if NET_CIRCLES
        if (net_circle_of[node]) {
            net_shift(L, node, 1);
            continue;
        }
#endif
        if (++L->count[node] == 0) net_mark(L, node);
    }
}

/* An effect is a head, then its literals. The head: a node or a fact, times 2, plus one for a fact; the number of literals. */
static void net_effects(Thought *L, i32 move) {
    const u32 *effect = net_effect + net_effect_at[move], *end = net_effect + net_effect_at[move + 1];
    while (effect < end) {
        u32 what = *effect++, literals = *effect++, one;
        for (one = 0; one < literals; one++)
            if (!net_holds(L, effect[one])) break;
        effect += literals;
        if (one < literals) continue;
        if (what & 1)
            L->set[what >> 7] |= (u64)1 << (what >> 1 & 63);
        else
            net_push(L, what >> 1);
    }
}

/* From now on these moves are made in the position that is meant. */
static void net_make(Thought *L, const i32 *moves) {
    i32 made[NET_ACTORS], role, same = L->is_made;
    u32 word;
    for (role = 0; role < NET_ACTORS; role++) {
        made[role] = net_move(L, role, moves[role]);
        same &= made[role] == L->made[role];
    }
    if (same) return;
    net_take_back(L);
    L->settled &= ~(u32)(DONE_ZONE | NEXT_ZONE | SEEN_ZONE);
    L->is_made = 1;
    memset(L->set, 0, sizeof L->set);
    net_settle(L, OVER_ZONE | LEGAL_ZONE | LOOKED_ZONE);
    for (role = 0; role < NET_ACTORS; role++) {
        L->made[role] = made[role];
        if (made[role] >= 0 && net_done[made[role]]) net_push(L, net_done[made[role]]);
    }
    net_settle(L, DONE_ZONE);
    for (role = 0; role < NET_ACTORS; role++) {
        u32 keeps;
        if (made[role] < 0) continue;
        keeps = net_keeps[made[role]];
        if (keeps)
            for (word = 0; word < NET_FACT_WORDS; word++) L->set[word] |= L->on[word] & net_mask[keeps - 1 + word];
        net_effects(L, made[role]);
    }
}

static i32 think_next(Thought *L, const i32 *moves, u8 *out) {
    u64 facts[NET_FACT_WORDS];
    u32 word;
    net_make(L, moves);
    net_settle(L, NEXT_ZONE);
    for (word = 0; word < NET_FACT_WORDS; word++) facts[word] = L->set[word] | L->on[NET_NEXT_AT + word];
    memcpy(out, facts, 8 * NET_FACT_WORDS);
    return 8 * NET_FACT_WORDS;
}

static i32 net_write(u32 text, u8 *out) {
    u32 size = net_text_at[text + 1] - net_text_at[text];
    memcpy(out, net_letters + net_text_at[text], size);
    return (i32)size;
}

static i32 role_seen(Thought *L, const i32 *moves, i32 role, u8 *out) {
    u32 word;
    i32 size = 0;
    if (NET_PERCEPTS == 0 || net_seen_word[role] == net_seen_word[role + 1]) return 0;
    net_make(L, moves);
    net_settle(L, NEXT_ZONE | SEEN_ZONE);
    for (word = net_seen_word[role]; word < net_seen_word[role + 1]; word++) {
        u64 seen = L->on[NET_SEEN_AT + word];
        for (; seen; seen &= seen - 1) {
            if (size) out[size++] = ' ';
            size += net_write(net_seen_text[word << 6 | (u32)net_lowest(seen)], out + size);
        }
    }
    return size;
}

static i32 role_label(Thought *L, i32 role, i32 number, u8 *out) {
    i32 move = net_move(L, role, number);
    return move < 0 ? -1 : net_write(net_move_text[move], out);
}

static u32 think_most_text(void) { return NET_MOST_TEXT; }
