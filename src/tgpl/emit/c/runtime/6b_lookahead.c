/* ---- looking ahead: can the inputs of an action be answered at all? */

static int is_answerable(Game *G, const Injector *all, i32 answered);

static Slot null_answer(const Input *one) { return one->many ? slot_of(0) : null_slot(RULES.types[one->type].tag); }

static inline int is_answerable_with(Game *G, const Injector *all, i32 answered, Slot value) {
    if (answered + 1 == all->count) return 1;
    all->frame[all->first + answered] = value;
    return is_answerable(G, all, answered + 1);
}

enum Filled { FILLED, UNANSWERABLE, SEVERAL };

/* The value of an `auto` input. */
static enum Filled fill_automatically(Game *G, const Injector *all, const Input *one, Slot *value) {
    Slot *found = G->scratch_top;
    u32 count = candidates_of(G, all, one);
    enum Filled result = FILLED;
    if (one->many) {
        if (passes_list_filters(G, all, one, found, count)) *value = slot_of(chosen_list(G, one, found, count));
        else if (one->optional) *value = null_answer(one);
        else result = UNANSWERABLE;
    } else if (count > 1) {
        result = SEVERAL;
    } else if (count) {
        *value = found[0];
    } else if (one->optional) {
        *value = null_answer(one);
    } else {
        result = UNANSWERABLE;
    }
    G->scratch_top = found;
    return result;
}

static int passes_quietly(Game *G, const Injector *all, const Input *one, Slot value) {
    for (i32 f = 0; f < one->filters; f++)
        if (!attempt(G, one->filter[f], all->frame, value)) return 0;
    return 1;
}

/* What a machine would name where any value may be named: those that pass, onto the scratch. */
static u32 proposals(Game *G, const Injector *all, const Input *one) {
    Slot *found = G->scratch_top;
    static const Proposal nothing = {FIRST_TEXT, 0};
    int is_number = RULES.types[one->type].tag == NUMBER;
    const Proposal *proposed = one->proposals ? one->proposed : &nothing;
    u32 count = is_number ? 101 : one->proposals ? one->proposals : 1, fitting = 0, left = 0;
    double length = one->length ? peek_value(G, one, one->length, all->frame).number : -1.0;
    room(G, count);
    G->scratch_top += count;
    for (u32 i = 0; i < count; i++)
        if (is_number) found[fitting++] = slot_of_number(i);
        else if (length < 0.0 || length == (double)proposed[i].length) found[fitting++] = slot_of(proposed[i].text);
    for (u32 i = 0; i < fitting; i++)
        if (passes_quietly(G, all, one, found[i])) found[left++] = found[i];
    G->scratch_top = found + left;
    return left;
}

/* -- lists: the same as tgpl/runtime/lists.py */

typedef struct Choosing { /* a list that is being chosen */
    const Injector *all;
    const Input *one;
    i32 answered;
    Slot *candidates;
    u32 count;
    int tainted;      /* they come from where the player cannot look */
    u32 least, most;
    const Slot *sizes; /* where only the length matters: whether each length passes */
    Slot *alike;       /* for each candidate the last before it that is like it, or -1 */
    int alike_known;
    i64 gathering; /* what it took to bring together what is alike; -1: that has to be done yet */
} Choosing;

static int has_size(const Choosing *c, u32 size) { return c->least <= size && size <= c->most; }

/* What is known of a list before it is chosen, onto the scratch. */
static void begin_choosing(Game *G, Choosing *c) {
    const Input *one = c->one;
    c->least = one->least ? how_many(G, one, one->least, c->all->frame) : 0;
    c->most = one->most ? how_many(G, one, one->most, c->all->frame) : VERY_MANY;
    room(G, 2 * (u64)c->count + 1);
    c->alike = G->scratch_top;
    c->alike_known = 0;
    c->gathering = -1;
    G->scratch_top += c->count;
    if (!one->sized && (one->wholes || !one->least)) return;
    Slot *sizes = G->scratch_top;
    G->scratch_top += c->count + 1;
    for (u32 size = 0; size <= c->count; size++)
        sizes[size] = slot_of(has_size(c, size) && passes_list_filters(G, c->all, one, c->candidates, size));
    c->sizes = sizes;
}

static int list_passes(Game *G, const Choosing *c, const Slot *chosen, u32 count) {
    if (c->sizes) return count <= c->count && c->sizes[count].whole;
    return has_size(c, count) && passes_list_filters(G, c->all, c->one, chosen, count);
}

/* For each candidate the place of the first that is like it: 8a_alike.c. */
static void group_candidates(Game *G, i32 type, const Slot *candidates, u32 count, Player player, Slot *groups);
static int group_looks(Game *G, const Slot *candidates, u32 count, Player player, Slot *groups);

/* From the first that each is like to the last before it that it is like. */
static void chain_alike(Game *G, const Choosing *c) {
    Slot *last = G->scratch_top;
    room(G, c->count);
    for (u32 i = 0; i < c->count; i++) {
        i64 group = c->alike[i].whole;
        c->alike[i] = slot_of(group == (i64)i ? -1 : last[group].whole);
        last[group] = slot_of(i);
    }
}

/* Whether one that rules cannot tell from it was tried at the same place of the list. */
static int was_tried(Game *G, Choosing *c, u32 first, u32 place) {
    if (!c->alike_known) {
        work(G, c->count, -1);
        group_candidates(G, c->one->type, c->candidates, c->count, -1, c->alike);
        chain_alike(G, c);
        c->alike_known = 1;
    }
    return c->alike[place].whole >= (i64)first;
}

/* The size that a list of some size has to reach, or 0: then it need not become longer. */
static u32 next_size(const Choosing *c, u32 size) {
    if (!c->sizes) return size >= c->most ? 0 : size + 1 > c->least ? size + 1 : c->least;
    for (u32 longer = size + 1; longer <= c->count; longer++)
        if (c->sizes[longer].whole) return longer;
    return 0;
}

/* Behind the last candidate with which a list of some size can still become long enough. */
static u32 end_of_list(const Choosing *c, u32 size) {
    u32 wanted = next_size(c, size);
    return !wanted || wanted - size > c->count ? 0 : c->count - (wanted - size) + 1;
}

static int size_in_reach(const Choosing *c, u32 size, u32 left) {
    if (!c->sizes) return size <= c->most && size + left >= c->least;
    if (c->sizes[size].whole) return 1;
    u32 wanted = next_size(c, size);
    return wanted && wanted <= size + left;
}

/* Whether a list that begins with what is chosen can come to an end with the candidates from `start` on: 1 if it is one
   already, or nobody can say, 0 if it never can, -1 if longer ones have to be tried. */
static int can_end_list(Game *G, const Choosing *c, const Slot *chosen, u32 count, u32 start, int *is_fine, u32 *tried) {
    if (!size_in_reach(c, count, c->count - start)) return 0;
    if (c->sizes && c->answered + 1 == c->all->count) return 1;
    if (*tried == MOST_SETS || G->left < KEPT_STEPS) return 1;
    ++*tried;
    G->left -= LIST_STEPS;
    step(G, -1);
    *is_fine = list_passes(G, c, chosen, count);
    if (!*is_fine) return -1;
    u32 top = G->m.top;
    int found = is_answerable_with(G, c->all, c->answered, slot_of(chosen_list(G, c->one, chosen, count)));
    G->m.top = top;
    return found ? 1 : -1;
}

/* Tries longer and longer lists; a list can be too long for a call in a call. */
static int can_finish_list(Game *G, Choosing *c, Slot *chosen, u32 count, u32 start) {
    u32 tried = 0;
    int is_fine = 0, result = can_end_list(G, c, chosen, count, start, &is_fine, &tried);
    if (result >= 0) return result;
    room(G, 4 * ((u64)c->count - start + 1));
    Slot *before = G->scratch_top, *begun = before; /* for each list that was begun: where to go on, and what follows here */
    u32 i = start, first = start, end = end_of_list(c, count);
    result = 0;
    for (;;) {
        if (i >= end) {
            if (begun == before) break;
            begun -= 4;
            i = (u32)begun[0].whole, first = (u32)begun[1].whole, end = (u32)begun[2].whole, is_fine = (int)begun[3].whole;
            count--;
            continue;
        }
        u32 place = i++;
        begun[0] = slot_of(i), begun[1] = slot_of(first), begun[2] = slot_of(end), begun[3] = slot_of(is_fine);
        G->scratch_top = begun + 4;
        if (place > first && was_tried(G, c, first, place)) continue;
        if (G->left < KEPT_STEPS) {
            result = 1;
            break;
        }
        chosen[count] = c->candidates[place];
        if (!c->one->least && is_fine && !list_passes(G, c, chosen, count + 1)) continue;
        int longer_is_fine = 0, found = can_end_list(G, c, chosen, count + 1, i, &longer_is_fine, &tried);
        if (found > 0) {
            result = 1;
            break;
        }
        if (found < 0) {
            begun += 4, count++, is_fine = longer_is_fine;
            first = i, end = end_of_list(c, count);
        }
    }
    G->scratch_top = before;
    return result;
}

/* Whether the inputs from here on can all be answered. */
static int is_answerable(Game *G, const Injector *all, i32 answered) {
    if (answered == all->count) return 1;
    step(G, -1);
    const Input *one = &all->input[answered];
    if (all->given && all->given[answered]) {
        Slot value = all->given_value[answered];
        return accepts(G, all, one, value) && is_answerable_with(G, all, answered, value);
    }
    if (one->fills) {
        Slot value;
        enum Filled result = fill_automatically(G, all, one, &value);
        if (result == SEVERAL) return 1; /* said when it is really filled */
        return result == FILLED && is_answerable_with(G, all, answered, value);
    }
    if (one->optional && is_answerable_with(G, all, answered, null_answer(one))) return 1;
    Slot *found = G->scratch_top;
    int result = 0;
    if (one->free) {
        u32 count = proposals(G, all, one);
        result = !count;
        for (u32 i = 0; i < count && !result; i++) result = is_answerable_with(G, all, answered, found[i]);
    } else if (one->many) {
        u32 count = candidates_of(G, all, one);
        Choosing choosing = {.all = all, .one = one, .answered = answered, .candidates = found, .count = count};
        begin_choosing(G, &choosing);
        room(G, count + 1);
        Slot *chosen = G->scratch_top;
        G->scratch_top += count + 1;
        result = can_finish_list(G, &choosing, chosen, 0, 0);
    } else {
        u32 count;
        int last = answered + 1 == all->count;
        const Slot *from = values_at(G, all, one, &count, last && !one->filters);
        if (last && one->sift) {
            result = filter_values(G, one, all->frame, from, count, 0) < count;
        } else {
            for (u32 i = 0; i < count && !result; i++) {
                result = 1;
                for (i32 f = 0; f < one->filters && result; f++) result = holds(G, one->filter[f], all->frame, from[i], one->calm);
                if (result) result = is_answerable_with(G, all, answered, from[i]);
            }
        }
    }
    G->scratch_top = found;
    return result;
}
