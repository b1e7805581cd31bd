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

/* For a list whose filters look only at its length: whether each length passes, onto the scratch. */
static Slot *sizes_of(Game *G, const Injector *all, const Input *one, const Slot *candidates, u32 count) {
    if (!one->sized) return 0;
    room(G, count + 1);
    Slot *sizes = G->scratch_top;
    G->scratch_top += count + 1;
    for (u32 size = 0; size <= count; size++) sizes[size] = slot_of(passes_list_filters(G, all, one, candidates, size));
    return sizes;
}

typedef struct Choosing { /* a list that is being chosen */
    const Injector *all;
    const Input *one;
    i32 answered;
    const Slot *candidates;
    u32 count;
    const Slot *sizes;
    int tainted; /* they come from where the player cannot look */
} Choosing;

static int list_passes(Game *G, const Choosing *c, const Slot *chosen, u32 count) {
    return c->sizes ? (int)c->sizes[count].whole : passes_list_filters(G, c->all, c->one, chosen, count);
}

/* Whether a list that begins with what is chosen can come to an end with the candidates from `start` on: 1 if it is one
   already, 0 if it never can, -1 if longer ones have to be tried. */
static int can_end_list(Game *G, const Choosing *c, const Slot *chosen, u32 count, u32 start, int *is_fine) {
    if (c->sizes) {
        int reach = 0;
        for (u32 size = count; size <= count + c->count - start; size++) reach |= (int)c->sizes[size].whole;
        if (!reach) return 0;
        if (c->answered + 1 == c->all->count) return 1;
    }
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
static int can_finish_list(Game *G, const Choosing *c, Slot *chosen, u32 count, u32 start) {
    int is_fine = 0, result = can_end_list(G, c, chosen, count, start, &is_fine);
    if (result >= 0) return result;
    room(G, 2 * ((u64)c->count - start + 1));
    Slot *before = G->scratch_top, *tried = before; /* for each list that was begun: where to go on, whether it is fine */
    u32 i = start;
    result = 0;
    for (;;) {
        if (i == c->count) {
            if (tried == before) break;
            tried -= 2;
            i = (u32)tried[0].whole, is_fine = (int)tried[1].whole;
            count--;
            continue;
        }
        chosen[count] = c->candidates[i++];
        if (is_fine && !list_passes(G, c, chosen, count + 1)) continue;
        int longer_is_fine = 0;
        tried[0] = slot_of(i), tried[1] = slot_of(is_fine);
        G->scratch_top = tried + 2;
        int found = can_end_list(G, c, chosen, count + 1, i, &longer_is_fine);
        if (found > 0) {
            result = 1;
            break;
        }
        if (found < 0) tried += 2, count++, is_fine = longer_is_fine;
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
        Choosing choosing = {all, one, answered, found, count, sizes_of(G, all, one, found, count), 0};
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
