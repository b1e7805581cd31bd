/* Playouts: see playout/program.py. `s` is the match, `z` room for lists that live no longer than a move. */

enum { FLAT_GOES_ON, FLAT_OVER, FLAT_LIMIT, FLAT_STUCK, FLAT_BAILS };
enum { FLAT_PASSES, FLAT_CHOOSES };
#ifndef FLAT_DEEPEST
#define FLAT_DEEPEST 200 /* calls inside each other */
#endif
enum { FLAT_TEMPS = 48, FLAT_PILE = 16, FLAT_BUDGET = 100000 };

typedef struct Flat_room {
    i32 top;
    Flat_list temp[FLAT_TEMPS];
} Flat_room;

/* Given up: what follows comes to nothing, until somebody looks. */
FLAT_FN void flat_bail(Flat *s) {
    if (!s->stop) s->stop = FLAT_BAILS;
}

FLAT_FN int flat_here(Flat *s, int x) {
    if (!x) flat_bail(s);
    return x;
}
FLAT_FN int flat_truth(Flat *s, int x) {
    if (x == 2) flat_bail(s);
    return x == 1;
}
FLAT_FN double flat_needed(Flat *s, double x) {
    if (is_null(x)) flat_bail(s);
    return x;
}
FLAT_FN double flat_finite(Flat *s, double x) {
    if (!(x - x == 0.0)) flat_bail(s);
    return x;
}
FLAT_FN double flat_number(int player) { return player < 0 ? null_number() : (double)player; }
FLAT_FN int flat_is_spent(Flat *s, int rounds) {
    s->budget -= rounds;
    if (s->budget >= 0) return 0;
    flat_bail(s);
    return 1;
}
FLAT_FN int flat_deeper(Flat *s) {
    if (s->depth >= FLAT_DEEPEST || flat_is_spent(s, 1)) {
        flat_bail(s);
        return 0;
    }
    s->depth++;
    return 1;
}
/* After a test that has tried something out. */
FLAT_FN void flat_back(Flat *s, const Flat *kept) {
    int stop = s->stop, budget = s->budget;
    *s = *kept;
    s->budget = budget;
    if (stop) s->stop = FLAT_BAILS;
}

/* -- numbers */

FLAT_FN int flat_wrap(i64 x, int players) {
    if (x >= 0 && x < players) return (int)x;
    x %= players;
    return (int)(x < 0 ? x + players : x);
}
FLAT_FN i64 flat_rest(i64 x, i64 by) { return x % by; }
FLAT_FN i64 flat_floor(i64 x, i64 by) { return x / by - (x % by != 0 && (x < 0) != (by < 0)); }
FLAT_FN i64 flat_abs(i64 x) { return x < 0 ? -x : x; }
FLAT_FN i64 flat_min(i64 x, i64 y) { return x < y ? x : y; }
FLAT_FN i64 flat_max(i64 x, i64 y) { return x > y ? x : y; }
FLAT_FN int flat_throw(Flat *s, int count, int faces) {
    int sum = 0;
    for (int i = 0; i < count; i++) sum += 1 + (int)below(&s->chance, (u32)faces);
    return sum;
}
FLAT_FN int flat_random(Flat *s, i64 n) {
    if (n < 1 || n >= 4294967296ll) {
        flat_bail(s);
        return 0;
    }
    return (int)below(&s->chance, (u32)n);
}

/* -- objects */

FLAT_FN int flat_is(const Flat *s, int x, int first, int last) { return x && s->kind[x] >= first && s->kind[x] < last; }
FLAT_FN int flat_as(const Flat *s, int x, int first, int last) { return flat_is(s, x, first, last) ? x : 0; }

FLAT_FN void flat_own(Flat *s, int x, int owner, int on) {
    if (owner < 0 || x < FLAT_FIRST) return;
    u64 bit = 1ull << ((x - FLAT_FIRST) & 63), *word = &s->own[owner][(x - FLAT_FIRST) >> 6];
    *word = on ? *word | bit : *word & ~bit;
}
FLAT_FN void flat_assign(Flat *s, int x, int player) {
    if (!s->away[x]) {
        flat_own(s, x, s->owner[x], 0);
        flat_own(s, x, player, 1);
    }
    s->owner[x] = (i8)player;
}
FLAT_FN int flat_make(Flat *s, int kind) {
    if (s->count >= FLAT_MOST) {
        flat_bail(s);
        return 0;
    }
    int x = s->count++;
    s->kind[x] = (Flat_kind)kind;
    s->owner[x] = -1;
    s->away[x] = 0;
    s->tile[x] = s->next[x] = 0;
    return x;
}
FLAT_FN int flat_owned(Flat *s, int player, int first, int last) {
    if (player < 0) flat_bail(s);
    for (int x = FLAT_FIRST; x < s->count; x++)
        if (s->owner[x] == player && flat_is(s, x, first, last)) return x;
    return 0;
}
/* Whether there is one of a class that nobody owns: then it has to be found out whether it is in the game. */
FLAT_FN int flat_has_lost(const Flat *s, int first, int last) {
    for (int x = FLAT_FIRST; x < s->count; x++)
        if (s->owner[x] < 0 && !s->away[x] && flat_is(s, x, first, last)) return 1;
    return 0;
}

/* -- pieces on tiles: the first that came is the first */

FLAT_FN void flat_move(Flat *s, int x, int to) {
    int from = s->tile[x];
    if (from) {
        Flat_ref *link = &s->first[from];
        while (*link != x && *link) link = &s->next[*link];
        *link = s->next[x];
    }
    s->tile[x] = (Flat_ref)to;
    s->next[x] = 0;
    if (!to) return;
    Flat_ref *link = &s->first[to];
    while (*link) link = &s->next[*link];
    *link = (Flat_ref)x;
}
FLAT_FN void flat_discard(Flat *s, int x) {
    flat_move(s, x, 0);
    flat_own(s, x, s->owner[x], 0);
    s->owner[x] = -1;
    s->away[x] = 1;
}
FLAT_FN int flat_piece_count(const Flat *s, int tile) {
    int count = 0;
    for (int x = s->first[tile]; x; x = s->next[x]) count++;
    return count;
}
FLAT_FN int flat_piece_on(Flat *s, int tile, i64 place) {
    int x = s->first[tile];
    for (i64 i = 0; i < place && x; i++) x = s->next[x];
    if (!x || place < 0) flat_bail(s);
    return x;
}
FLAT_FN int flat_pieces(Flat *s, int tile, Flat_ref *found) {
    int count = 0;
    for (int x = s->first[tile]; x; x = s->next[x]) {
        if (count == FLAT_PILE) {
            flat_bail(s);
            break;
        }
        found[count++] = (Flat_ref)x;
    }
    return count;
}
FLAT_FN int flat_tile(const Flat_ref *places, i64 first, i64 second, int firsts, int seconds, int across, int along) {
    if ((u64)first >= (u64)firsts || (u64)second >= (u64)seconds) return 0;
    return places[first * across + second * along];
}
FLAT_FN int flat_tile_near(const Flat_ref *places, double first, double second, int firsts, int seconds, int across, int along) {
    if (!(first > -1.0 && first < firsts && second > -1.0 && second < seconds)) return 0;
    return places[(int)first * across + (int)second * along];
}
#define FLAT_REACH 2
FLAT_SELDOM int flat_far(const Flat_ref *here, i64 x, i64 y);
#define flat_step(table, tile, right, down) \
    FLAT_DO int tile_ = (tile); i64 right_ = (right), down_ = (down); FLAT_GIVE \
       (u64)(right_ + FLAT_REACH) <= 2 * FLAT_REACH && (u64)(down_ + FLAT_REACH) <= 2 * FLAT_REACH \
           ? (int)table[(down_ + FLAT_REACH) * (2 * FLAT_REACH + 1) + right_ + FLAT_REACH][tile_] \
           : flat_far(table[FLAT_REACH * (2 * FLAT_REACH + 1) + FLAT_REACH], FLAT_X[tile_] + right_, FLAT_Y[tile_] + down_) FLAT_DONE
FLAT_SELDOM int flat_far(const Flat_ref *here, i64 x, i64 y) {
    for (int tile = 1; tile < FLAT_FIRST; tile++)
        if (here[tile] && FLAT_X[tile] == x && FLAT_Y[tile] == y) return here[tile];
    return 0;
}

/* -- lists */

FLAT_FN Flat_list *flat_new_list(Flat *s, Flat_room *z) {
    if (z->top >= FLAT_TEMPS) {
        flat_bail(s);
        z->top = 0;
    }
    Flat_list *made = &z->temp[z->top++];
    made->count = 0;
    return made;
}
FLAT_FN Flat_list *flat_list_here(Flat *s, Flat_room *z, Flat_list *list) {
    if (list) return list;
    flat_bail(s);
    return flat_new_list(s, z);
}
FLAT_FN void flat_add(Flat *s, Flat_list *list, int value) {
    if (list->count >= FLAT_ROOM) flat_bail(s);
    else list->item[list->count++] = (i16)value;
}
/* Whether all are there, each more than the one before it. */
FLAT_FN int flat_is_rising(const Flat_list *list) {
    int falls = list->item[0] <= 0;
    for (int i = 1; i < list->count; i++) falls |= list->item[i] <= list->item[i - 1];
    return !falls;
}
FLAT_FN int flat_find_item(const Flat_list *list, int value) {
    for (int i = 0; i < list->count; i++)
        if (list->item[i] == value) return i;
    return -1;
}
FLAT_FN int flat_contains(Flat *s, const Flat_list *list, int value) { return flat_find_item(list, value) >= 0; }
FLAT_FN void flat_remove(Flat *s, Flat_list *list, int value) {
    int at = flat_find_item(list, value);
    if (at < 0) return;
    list->count--;
    for (int i = at; i < list->count; i++) list->item[i] = list->item[i + 1];
}
FLAT_FN void flat_append(Flat *s, Flat_list *list, const Flat_list *more) {
    int count = more->count;
    if (list->count + count > FLAT_ROOM) {
        flat_bail(s);
        return;
    }
    for (int i = 0; i < count; i++) list->item[list->count + i] = more->item[i];
    list->count += (i16)count;
}
FLAT_FN int flat_item(Flat *s, const Flat_list *list, i64 place) {
    if ((u64)place < (u64)list->count) return list->item[place];
    flat_bail(s);
    return 0;
}
FLAT_FN void flat_set_item(Flat *s, Flat_list *list, i64 place, int value) {
    if ((u64)place < (u64)list->count) list->item[place] = (i16)value;
    else flat_bail(s);
}
FLAT_FN Flat_list *flat_copy_list(Flat *s, Flat_room *z, const Flat_list *list) {
    Flat_list *made = flat_new_list(s, z);
    if (made == list) return made; /* given up */
    made->count = list->count;
    for (int i = 0; i < list->count; i++) made->item[i] = list->item[i];
    return made;
}

/* What an attribute or a list of lists holds: its number, or 0. */
FLAT_FN Flat_list *flat_list_at(Flat *s, int number) { return number ? &s->list[number - 1] : 0; }
FLAT_FN int flat_keep_list(Flat *s, const Flat_list *list) {
    if (s->lists >= FLAT_LISTS) {
        flat_bail(s);
        return 0;
    }
    s->list[(int)s->lists] = *list;
    return ++s->lists;
}

/* -- turns */

FLAT_FN void flat_pass(Flat *s) {
    if (s->deciding) flat_bail(s);
    s->pending_player = -1;
    s->pending_phase = 0;
    s->pending_default = 1;
}
FLAT_FN void flat_pass_to(Flat *s, int player, int phase) {
    if (player < 0) flat_bail(s);
    s->pending_player = (i8)player;
    if (phase) s->pending_phase = (i16)phase;
    s->pending_default = 0;
}
FLAT_FN int flat_is_pending(const Flat *s) {
    return s->pending_turn >= 0 || s->pending_player >= 0 || s->pending_phase || s->pending_default;
}
FLAT_FN void flat_forget_pass(Flat *s) {
    s->pending_turn = s->pending_player = -1;
    s->pending_phase = 0;
    s->pending_default = 0;
}

/* -- ends and choices */

FLAT_FN void flat_win(Flat *s, int player) {
    if (s->stop) return;
    if (player < 0) {
        flat_bail(s);
        return;
    }
    s->stop = FLAT_OVER;
    s->ranked = 2;
    s->ranking[0] = 1;
    s->ranking[1] = (i8)player;
}
/* A ranking place by place; who has a place already gets no other. */
FLAT_FN void flat_rank_next(Flat *s) {
    if (s->ranked >= (int)sizeof s->ranking) flat_bail(s);
    else s->ranking[s->ranked++] = 0;
}
FLAT_FN void flat_rank_player(Flat *s, int player) {
    int at = 0, last = 0;
    for (; at < s->ranked; at += 1 + s->ranking[at]) {
        last = at;
        for (int i = 1; i <= s->ranking[at]; i++)
            if (s->ranking[at + i] == player) return;
    }
    if (player < 0 || s->ranked >= (int)sizeof s->ranking) {
        flat_bail(s);
        return;
    }
    s->ranking[last]++;
    s->ranking[s->ranked++] = (i8)player;
}

FLAT_FN int flat_ask(Flat *s, int player, int count) {
    if (s->stop) return 0;
    if (s->moves >= s->most) {
        s->stop = FLAT_LIMIT;
        return 0;
    }
    s->decided = 1;
    return (int)below(&s->agent[player], (u32)count);
}
FLAT_FN void flat_take(Flat *s, i16 *some, int *count, int value, int room) {
    if (*count >= room) flat_bail(s);
    else some[(*count)++] = (i16)value;
}
/* The same, unless it is there already; `seen` has a bit for each object. */
FLAT_FN void flat_take_new(Flat *s, i16 *some, int *count, int value) {
    for (int i = 0; i < *count; i++)
        if (some[i] == value) return;
    flat_take(s, some, count, value, FLAT_CANDIDATES);
}
FLAT_FN void flat_take_object(Flat *s, i16 *some, int *count, int x, u64 *seen) {
    u64 bit = 1ull << (x & 63), *word = &seen[x >> 6];
    some[*count] = (i16)x; /* there is room for each object once */
    *count += !(*word & bit);
    *word |= bit;
}
