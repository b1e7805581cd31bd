/* Random matches of a rulesheet, as many at once as a word has bits (see bit_slices.py).

   Every worker (a thread of a card, or the processor) plays matches in all bits of its words: a bit whose match is over begins the next one.
   The choices are those of the other targets: each seat draws from a chance of its own, by how many moves it may make. */

enum { SLICED_IDLE = 90 }; /* before it is left to others to say whether the game is stuck */
enum { SLICED_PLANES = SLICED_MOVES < 2 ? 1 : SLICED_MOVES < 16 ? 4 : SLICED_MOVES < 256 ? 8 : 16 }; /* bits of a number of moves */

typedef struct Slices {
    Slice fact[SLICED_FACTS];
    Slice legal[SLICED_MOVES], made[SLICED_MOVES];
    Slice plane[SLICED_PLANES]; /* a number for each match, bit by bit */
    u64 agent[SLICED_ROLES][SLICED_BITS];
    u64 match[SLICED_BITS];
    u32 moves[SLICED_BITS];
    u8 idle[SLICED_BITS]; /* steps in a row for which nobody was asked */
    Slice live; /* matches that are being played */
} Slices;

SLICED_FN void sliced_deal(Slices *s, int bit, u64 seed, u64 match, u64 count) {
    Slice one = (Slice)1 << bit;
    s->match[bit] = match;
    s->moves[bit] = s->idle[bit] = 0;
    s->live = match < count ? s->live | one : s->live & ~one;
    for (int i = 0; i < SLICED_ROLES; i++) s->agent[i][bit] = chance_from((seed + match) * 64 + (u64)i + 0x5EA7);
}

/* In each bit one more, where `more` has it. */
SLICED_FN void sliced_add(Slices *s, Slice more) {
    for (int i = 0; i < SLICED_PLANES && more; i++) {
        Slice carry = s->plane[i] & more;
        s->plane[i] ^= more;
        more = carry;
    }
}

/* In each bit one less where `less` has it; gives the bits that were at zero, which stay there. */
SLICED_FN Slice sliced_take(Slices *s, Slice less) {
    Slice some = 0;
    for (int i = 0; i < SLICED_PLANES; i++) some |= s->plane[i];
    Slice hit = less & ~some;
    less &= some;
    for (int i = 0; i < SLICED_PLANES && less; i++) {
        Slice borrow = ~s->plane[i] & less;
        s->plane[i] ^= less;
        less = borrow;
    }
    return hit;
}

/* Whom the matches wait for, in `asked`: who has several moves, or one that says something. Gives the bits where that is exactly one, and in
   `alone` those where it is nobody and the game goes on by itself. */
SLICED_FN Slice sliced_ask(const Slices *s, Slice playing, Slice *asked, Slice *alone) {
    Slice once = 0, twice = 0, lost = 0;
    for (int role = 0; role < SLICED_ROLES; role++) {
        Slice one = 0, several = 0, says = 0;
        for (int move = SLICED_ROLE_AT[role]; move < SLICED_ROLE_AT[role + 1]; move++) {
            several |= one & s->legal[move];
            one |= s->legal[move];
            if (!SLICED_BARE[move]) says |= s->legal[move];
        }
        asked[role] = playing & (several | says);
        twice |= once & asked[role];
        once |= asked[role];
        lost |= ~one;
    }
    *alone = playing & ~once & ~lost;
    return once & ~twice & ~lost;
}

/* The moves that are made: drawn by who is asked, and the only one of the others. */
SLICED_FN void sliced_choose(Slices *s, const Slice *asked, Slice chosen, Slice alone) {
    for (int i = 0; i < SLICED_PLANES; i++) s->plane[i] = 0;
    for (int role = 0; role < SLICED_ROLES; role++)
        for (int move = SLICED_ROLE_AT[role]; move < SLICED_ROLE_AT[role + 1]; move++) sliced_add(s, s->legal[move] & asked[role]);
    Slice drawn[SLICED_PLANES] = {0};
    for (int bit = 0; bit < SLICED_BITS; bit++) {
        if (!(chosen >> bit & 1)) continue;
        u32 number = 0;
        int role = 0;
        for (int i = 0; i < SLICED_PLANES; i++) number |= (u32)(s->plane[i] >> bit & 1) << i;
        for (int i = 1; i < SLICED_ROLES; i++) role = asked[i] >> bit & 1 ? i : role;
        number = below(&s->agent[role][bit], number);
        s->moves[bit]++;
        s->idle[bit] = 0;
        for (int i = 0; i < SLICED_PLANES; i++) drawn[i] |= (Slice)(number >> i & 1) << bit;
    }
    for (int i = 0; i < SLICED_PLANES; i++) s->plane[i] = drawn[i];
    Slice left = chosen;
    for (int role = 0; role < SLICED_ROLES; role++)
        for (int move = SLICED_ROLE_AT[role]; move < SLICED_ROLE_AT[role + 1]; move++) {
            Slice hit = sliced_take(s, s->legal[move] & asked[role] & left);
            left &= ~hit;
            s->made[move] = hit | (s->legal[move] & ~asked[role] & (chosen | alone));
        }
}

/* `found`: matches that were won, those that came to their limit, moves, then how often each player was first. `given_up`: how many matches
   have to be played elsewhere, then which. */
SLICED_FN void sliced_play(u64 worker, u64 workers, u64 seed, u64 count, i32 most, u64 *found, u64 *given_up, u64 room) {
    Slices state, *s = &state;
    u64 won = 0, limited = 0, moves = 0, firsts[SLICED_ROLES] = {0};
    s->live = 0;
    for (int bit = 0; bit < SLICED_BITS; bit++) sliced_deal(s, bit, seed, worker * SLICED_BITS + (u64)bit, count);
    for (int i = 0; i < SLICED_FACTS; i++) s->fact[i] = SLICED_FIRST[i] ? SLICED_ON : SLICED_OFF;
    while (s->live) {
        Slice asked[SLICED_ROLES], alone, over = sliced_look(s->fact, s->legal) & s->live, late = 0;
        Slice chosen = sliced_ask(s, s->live & ~over, asked, &alone);
        for (int bit = 0; bit < SLICED_BITS; bit++) {
            Slice one = (Slice)1 << bit;
            if (chosen & one && (i32)s->moves[bit] >= most) late |= one;
            if (alone & one && ++s->idle[bit] > SLICED_IDLE) alone &= ~one;
        }
        chosen &= ~late;
        Slice goes_on = chosen | alone, lost = s->live & ~over & ~goes_on & ~late, done = over | late | lost;
        for (int role = 0; role < SLICED_ROLES; role++) asked[role] &= chosen;
        if (goes_on) sliced_choose(s, asked, chosen, alone);
        if (over) {
            Slice first[SLICED_ROLES] = {0};
            sliced_settle(s->fact, first);
            for (int role = 0; role < SLICED_ROLES; role++) firsts[role] += (u64)count_bits(first[role] & over);
            won += (u64)count_bits(over);
        }
        limited += (u64)count_bits(late);
        if (goes_on) {
            Slice next[SLICED_FACTS];
            sliced_step(s->fact, s->made, next);
            for (int i = 0; i < SLICED_FACTS; i++) s->fact[i] = (next[i] & ~done) | (SLICED_FIRST[i] ? done : 0);
        } else {
            for (int i = 0; i < SLICED_FACTS; i++) s->fact[i] = (s->fact[i] & ~done) | (SLICED_FIRST[i] ? done : 0);
        }
        for (int bit = 0; done >> bit; bit++) {
            if (!(done >> bit & 1)) continue;
            if (lost >> bit & 1) {
                u64 at = add_to(given_up, 1);
                if (at < room) given_up[1 + at] = s->match[bit];
            } else {
                moves += s->moves[bit];
            }
            sliced_deal(s, bit, seed, s->match[bit] + workers * SLICED_BITS, count);
            if (bit == SLICED_BITS - 1) break;
        }
    }
    add_to(&found[0], won), add_to(&found[1], limited), add_to(&found[2], moves);
    for (int i = 0; i < SLICED_ROLES; i++) add_to(&found[3 + i], firsts[i]);
}
