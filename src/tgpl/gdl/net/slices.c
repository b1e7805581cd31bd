/* Random matches of a rulesheet, as many at once as a word has bits (see bit_slices.py).

   Every worker (a thread of a card, or the processor) plays matches in all bits of its words: a bit whose match is over begins the next one.
   The choices are those of the other targets: each seat draws from a chance of its own, by how many moves it may make. */

enum { LONGEST_IDLE = 90 }; /* before it is left to others to say whether the game is stuck */
enum { PLANES = MOVES < 2 ? 1 : MOVES < 16 ? 4 : MOVES < 256 ? 8 : 16 }; /* bits of a number of moves */

typedef struct Slices {
    Word fact[FACTS];
    Word legal[MOVES], made[MOVES];
    Word plane[PLANES]; /* a number for each match, bit by bit */
    u64 agent[ROLES][BITS];
    u64 match[BITS];
    u32 moves[BITS];
    u8 idle[BITS]; /* steps in a row for which nobody was asked */
    Word live; /* matches that are being played */
} Slices;

SLICED_FN void sliced_deal(Slices *s, int bit, u64 seed, u64 match, u64 count) {
    Word one = (Word)1 << bit;
    s->match[bit] = match;
    s->moves[bit] = s->idle[bit] = 0;
    s->live = match < count ? s->live | one : s->live & ~one;
    for (int i = 0; i < ROLES; i++) s->agent[i][bit] = chance_from((seed + match) * 64 + (u64)i + 0x5EA7);
}

/* In each bit one more, where `more` has it. */
SLICED_FN void sliced_add(Slices *s, Word more) {
    for (int i = 0; i < PLANES && more; i++) {
        Word carry = s->plane[i] & more;
        s->plane[i] ^= more;
        more = carry;
    }
}

/* In each bit one less where `less` has it; gives the bits that were at zero, which stay there. */
SLICED_FN Word sliced_take(Slices *s, Word less) {
    Word some = 0;
    for (int i = 0; i < PLANES; i++) some |= s->plane[i];
    Word hit = less & ~some;
    less &= some;
    for (int i = 0; i < PLANES && less; i++) {
        Word borrow = ~s->plane[i] & less;
        s->plane[i] ^= less;
        less = borrow;
    }
    return hit;
}

/* Whom the matches wait for, in `asked`: who has several moves, or one that says something. Gives the bits where that is exactly one, and in
   `alone` those where it is nobody and the game goes on by itself. */
SLICED_FN Word sliced_ask(const Slices *s, Word playing, Word *asked, Word *alone) {
    Word once = 0, twice = 0, lost = 0;
    for (int role = 0; role < ROLES; role++) {
        Word one = 0, several = 0, says = 0;
        for (int move = ROLE_AT[role]; move < ROLE_AT[role + 1]; move++) {
            several |= one & s->legal[move];
            one |= s->legal[move];
            if (!BARE[move]) says |= s->legal[move];
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
SLICED_FN void sliced_choose(Slices *s, const Word *asked, Word chosen, Word alone) {
    for (int i = 0; i < PLANES; i++) s->plane[i] = 0;
    for (int role = 0; role < ROLES; role++)
        for (int move = ROLE_AT[role]; move < ROLE_AT[role + 1]; move++) sliced_add(s, s->legal[move] & asked[role]);
    Word drawn[PLANES] = {0};
    for (int bit = 0; bit < BITS; bit++) {
        if (!(chosen >> bit & 1)) continue;
        u32 number = 0;
        int role = 0;
        for (int i = 0; i < PLANES; i++) number |= (u32)(s->plane[i] >> bit & 1) << i;
        for (int i = 1; i < ROLES; i++) role = asked[i] >> bit & 1 ? i : role;
        number = below(&s->agent[role][bit], number);
        s->moves[bit]++;
        s->idle[bit] = 0;
        for (int i = 0; i < PLANES; i++) drawn[i] |= (Word)(number >> i & 1) << bit;
    }
    for (int i = 0; i < PLANES; i++) s->plane[i] = drawn[i];
    Word left = chosen;
    for (int role = 0; role < ROLES; role++)
        for (int move = ROLE_AT[role]; move < ROLE_AT[role + 1]; move++) {
            Word hit = sliced_take(s, s->legal[move] & asked[role] & left);
            left &= ~hit;
            s->made[move] = hit | (s->legal[move] & ~asked[role] & (chosen | alone));
        }
}

/* `found`: matches that were won, those that came to their limit, moves, then how often each player was first. `given_up`: how many matches
   have to be played elsewhere, then which. */
SLICED_FN void sliced_play(u64 worker, u64 workers, u64 seed, u64 count, i32 most, u64 *found, u64 *given_up, u64 room) {
    Slices state, *s = &state;
    u64 won = 0, limited = 0, moves = 0, firsts[ROLES] = {0};
    s->live = 0;
    for (int bit = 0; bit < BITS; bit++) sliced_deal(s, bit, seed, worker * BITS + (u64)bit, count);
    for (int i = 0; i < FACTS; i++) s->fact[i] = FIRST[i] ? ON : OFF;
    while (s->live) {
        Word asked[ROLES], alone, over = sliced_look(s->fact, s->legal) & s->live, late = 0;
        Word chosen = sliced_ask(s, s->live & ~over, asked, &alone);
        for (int bit = 0; bit < BITS; bit++) {
            Word one = (Word)1 << bit;
            if (chosen & one && (i32)s->moves[bit] >= most) late |= one;
            if (alone & one && ++s->idle[bit] > LONGEST_IDLE) alone &= ~one;
        }
        chosen &= ~late;
        Word goes_on = chosen | alone, lost = s->live & ~over & ~goes_on & ~late, done = over | late | lost;
        for (int role = 0; role < ROLES; role++) asked[role] &= chosen;
        if (goes_on) sliced_choose(s, asked, chosen, alone);
        if (over) {
            Word first[ROLES] = {0};
            sliced_settle(s->fact, first);
            for (int role = 0; role < ROLES; role++) firsts[role] += (u64)count_bits(first[role] & over);
            won += (u64)count_bits(over);
        }
        limited += (u64)count_bits(late);
        if (goes_on) {
            Word next[FACTS];
            sliced_step(s->fact, s->made, next);
            for (int i = 0; i < FACTS; i++) s->fact[i] = (next[i] & ~done) | (FIRST[i] ? done : 0);
        } else {
            for (int i = 0; i < FACTS; i++) s->fact[i] = (s->fact[i] & ~done) | (FIRST[i] ? done : 0);
        }
        for (int bit = 0; done >> bit; bit++) {
            if (!(done >> bit & 1)) continue;
            if (lost >> bit & 1) {
                u64 at = add_to(given_up, 1);
                if (at < room) given_up[1 + at] = s->match[bit];
            } else {
                moves += s->moves[bit];
            }
            sliced_deal(s, bit, seed, s->match[bit] + workers * BITS, count);
            if (bit == BITS - 1) break;
        }
    }
    add_to(&found[0], won), add_to(&found[1], limited), add_to(&found[2], moves);
    for (int i = 0; i < ROLES; i++) add_to(&found[3 + i], firsts[i]);
}
