/* ---- tests, and inputs: candidates, looking ahead, asking

   An input's functions get a frame: the object, the event, what a block around it holds, then the answers of the inputs
   before it. Looking ahead writes the values that are tried into the places behind. */

typedef struct Injector {
    const Input *input;
    i32 count;
    Slot *frame;
    i32 first;  /* where in the frame the answers begin */
    Ref entity; /* whose owner is asked */
    const u8 *given; /* which inputs are answered already; 0: none */
    const Slot *given_value;
    i32 strict; /* what is given must still be among the candidates */
} Injector;

typedef struct Peek {
    u64 chance;
    i64 held;
    u32 journal, top, objects, lines, log_bytes, floor;
    Ref newest;
    i32 depth;
} Peek;

static void peek_begin(Game *G, Peek *peek) {
    G->left -= TEST_STEPS;
    step(G, -1);
    peek->chance = G->m.chance;
    peek->journal = G->journal_length;
    peek->top = G->m.top;
    peek->objects = G->m.objects;
    peek->lines = G->m.lines;
    peek->log_bytes = G->m.log_bytes;
    peek->floor = G->floor;
    peek->newest = G->m.newest;
    peek->depth = G->depth;
    if (!G->tests++) {
        G->lines_before_test = G->m.lines;
        G->bytes_before_test = G->m.log_bytes;
    }
    G->m.chance ^= SIDE;
    peek->held = confine(G);
    G->running++;
    G->floor = G->m.top;
}

static void peek_end(Game *G, const Peek *peek) {
    if (G->journal_length > peek->journal) undo(G, peek->journal);
    G->m.chance = peek->chance;
    release(G, peek->held);
    G->m.top = peek->top;
    if (G->m.objects != peek->objects) {
        G->m.objects = peek->objects;
        G->changes++;
    }
    G->m.lines = peek->lines;
    G->m.log_bytes = peek->log_bytes;
    G->floor = peek->floor;
    G->m.newest = peek->newest;
    G->depth = peek->depth;
    G->tests--;
    G->running--;
}

static int passes(Game *G, Test test, Slot *frame, Slot candidate) {
    Peek peek;
    peek_begin(G, &peek);
    int found = test(G, frame, candidate);
    peek_end(G, &peek);
    return found;
}

/* Looking without a savepoint, for what surely changes nothing but what it made itself: only the memory is given back. */
typedef struct Glance {
    i64 held;
    u32 top;
} Glance;

static inline void test_begins(Game *G) {
    if (!G->tests++) {
        G->lines_before_test = G->m.lines;
        G->bytes_before_test = G->m.log_bytes;
    }
    G->running++;
}

static inline void test_ends(Game *G) {
    G->running--;
    G->tests--;
}

static inline Glance glance(Game *G) {
    G->left -= TEST_STEPS;
    step(G, -1);
    test_begins(G);
    Glance glance = {confine(G), G->m.top};
    return glance;
}

static inline void glanced(Game *G, Glance glance) {
    G->m.top = glance.top;
    release(G, glance.held);
    test_ends(G);
}

static inline int holds(Game *G, Test test, Slot *frame, Slot candidate, i32 calm) {
    if (!calm) return passes(G, test, frame, candidate);
    Glance before = glance(G);
    int found = test(G, frame, candidate);
    glanced(G, before);
    return found;
}

static Slot looked_at(Game *G, const Input *one, Get get, Slot *frame) {
    if (one->looks) {
        Glance before = glance(G);
        Slot found = get(G, frame);
        glanced(G, before);
        return found;
    }
    Peek peek;
    peek_begin(G, &peek);
    Slot found = get(G, frame);
    peek_end(G, &peek);
    return found;
}

/* A filter that only looks, for many candidates at once: with `found` those that pass, and how many they are; without,
   where the first stands, or how many were tested in vain. The emitter makes such a function of every filter that is the
   only one of its input, so that the compiler can put the test into the loop. A plain one takes no steps in it: they are
   counted by `sifted`. Of others `first` may be a part that takes no steps, and that has to hold. */
#define SIFT(name, test, plain, first)                                                           \
    static u32 name(Game *G, Slot *frame, const Slot *from, u32 count, Slot *found) {            \
        Slot *next = found;                                                                      \
        for (u32 i = 0; i < count; i++) {                                                        \
            Slot value = from[i];                                                                \
            i64 held = 0;                                                                        \
            if (!(plain)) {                                                                      \
                G->left -= TEST_STEPS;                                                           \
                step(G, -1);                                                                     \
                if (!first(G, frame, value)) continue;                                           \
                held = confine(G);                                                               \
            }                                                                                    \
            int passing = test(G, frame, value);                                                 \
            if (!(plain)) release(G, held);                                                      \
            if (!passing) continue;                                                              \
            if (!found) return i;                                                                \
            *next++ = value;                                                                     \
        }                                                                                        \
        return found ? (u32)(next - found) : count;                                              \
    }

#define ALWAYS(game, frame, candidate) 1

static ALWAYS_INLINE u32 sifted(Game *G, const Input *one, Slot *frame, const Slot *from, u32 count, Slot *found) {
    u32 result = 0, top = G->m.top;
    i64 most = (i64)count * (TEST_STEPS + 1);
    if (one->plain && G->left < most) { /* where it becomes too much has to be told exactly */
        for (u32 i = 0; i < count; i++) {
            if (!holds(G, one->filter[0], frame, from[i], 1)) continue;
            if (!found) return i;
            found[result++] = from[i];
        }
        return found ? result : count;
    }
    test_begins(G);
    result = one->sift(G, frame, from, count, found);
    test_ends(G);
    G->m.top = top;
    if (one->plain) G->left -= found || result == count ? most : (i64)(result + 1) * (TEST_STEPS + 1);
    return result;
}

/* A test that may break: then it does not hold. */
static int attempt(Game *G, Test test, Slot *frame, Slot candidate) {
    Catch here;
    Match before = G->m;
    i64 held = G->held;
    u32 journal = G->journal_length, floor_before = G->floor, words = G->words_length;
    i32 depth = G->depth, tests = G->tests, running = G->running;
    Slot *scratch = G->scratch_top;
    Roots *roots = G->roots;
    volatile int found = 0;
    here.outer = G->caught;
    G->caught = &here;
    if (!_setjmp(here.registers)) {
        found = passes(G, test, frame, candidate);
        G->caught = here.outer;
        return found;
    }
    G->caught = here.outer;
    if (G->stop != STOP_ERROR) leave(G, G->stop);
    undo(G, journal);
    G->m = before;
    release(G, held);
    G->floor = floor_before;
    G->words_length = words;
    G->depth = depth, G->tests = tests, G->running = running;
    G->scratch_top = scratch;
    G->roots = roots;
    return 0;
}

/* -- candidates */

/* What texts say that are options or answers. */

static u32 name_kept(Game *G, const void *bytes, u32 count) { /* its place, counted from 1 */
    u32 at = G->names_top, size = (4 + count + 3u) & ~3u;
    G->names = grow_block(G, G->names, &G->names_size, (u64)at + size, 1);
    memcpy(G->names + at, &count, 4);
    if (count) memcpy(G->names + at + 4, bytes, count);
    G->names_top = at + size;
    return at + 1;
}

static const u8 *name_at(Game *G, i64 name, u32 *count) {
    memcpy(count, G->names + name - 1, 4);
    return G->names + name + 3;
}

static int same_name(Game *G, i64 one, i64 other) {
    u32 count, others;
    const u8 *bytes = name_at(G, one, &count), *his = name_at(G, other, &others);
    return count == others && !memcmp(bytes, his, count);
}

static Ref name_text(Game *G, i64 name) {
    u32 count;
    const u8 *bytes = name_at(G, name, &count);
    return text_made(G, bytes, count, characters_in(bytes, count));
}

/* Texts that a test made are made again outside of it: first they are laid aside among the words … */
static void lay_aside(Game *G, Slot *texts, u32 count, u32 top) {
    for (u32 i = 0; i < count; i++) {
        if ((Ref)texts[i].whole < top) continue;
        const Text *text = at_ref(G, (Ref)texts[i].whole);
        texts[i] = slot_of(-1 - (i64)G->words_length);
        put(G, &text->bytes, 4);
        put(G, text->byte, text->bytes);
    }
}

/* … and then, when the test is taken back, picked up. */
static void pick_up(Game *G, Slot *texts, u32 count, u32 start) {
    for (u32 i = 0; i < count; i++) {
        if (texts[i].whole >= 0) continue;
        const u8 *words = G->words - 1 - texts[i].whole;
        u32 bytes;
        memcpy(&bytes, words, 4);
        texts[i] = slot_of(text_made(G, words + 4, bytes, characters_in(words + 4, bytes)));
    }
    G->words_length = start;
}

/* Whether everything in a list of objects can be taken for an input. */
static inline int fits_all(const Items *items, const Input *one) {
    return items->type == one->list_type || narrower(RULES.types[items->type].of, one->type);
}

/* -- repeats in long lists: places of values by their hashes, on the scratch */

static Slot *distinct_begun(Game *G, u32 count, u32 *mask) {
    u32 size = 32;
    while (size < 2 * count) size *= 2;
    room(G, size);
    memset(G->scratch_top, 0, size * sizeof(Slot));
    *mask = size - 1;
    return G->scratch_top;
}

/* Whether a value is none of those before it; `all` are those that were. */
static int is_another(Game *G, i32 tag, Slot *places, u32 mask, const Slot *all, u32 number) {
    Slot value = all[number];
    u64 word = tag == TEXT ? text_hash(G, (Ref)value.whole) : tag == NUMBER && value.number == 0.0 ? 0 : value.bits;
    u32 at = (u32)((word * GOLDEN) >> 32) & mask;
    for (; places[at].whole; at = (at + 1) & mask)
        if (same_slot(G, tag, all[places[at].whole - 1], value)) return 0;
    places[at] = slot_of((i64)number + 1);
    return 1;
}

static int has_repeats(Game *G, i32 tag, const Slot *all, u32 count) {
    u32 mask;
    Slot *places = distinct_begun(G, count, &mask);
    for (u32 i = 0; i < count; i++)
        if (!is_another(G, tag, places, mask, all, i)) return 1;
    return 0;
}

/* What a list holds, without nulls, repeats, and what is gone when the test that made the list is taken back; if only
   the `first` counts, not more than that. */
static u32 listed(Game *G, const Input *one, Slot *frame, int first) {
    Peek peek;
    Glance before = {0, 0};
    if (one->looks) before = glance(G);
    else peek_begin(G, &peek);
    u32 top = one->looks ? before.top : peek.top;
    G->taint = 0, G->watch_top = top;
    Ref ref = (Ref)one->among(G, frame).whole;
    G->list_tainted = G->taint;
    Slot *found = G->scratch_top;
    u32 count = 0, words = G->words_length;
    i32 texts = RULES.types[one->type].tag == TEXT;
    if (ref) {
        Items *items = items_at(G, ref);
        const TypeInfo *type = &RULES.types[one->type];
        i32 tag = tag_within(items);
        room(G, items->count);
        int marks = tag == OBJECT && items->count > 12 && !first;
        int fitting = tag == OBJECT && one->looks && fits_all(items, one);
        if (marks) { /* repeats are told by their marks */
            next_epoch(G);
            G->alive_epoch = 0;
        }
        const Slot *slots = slots_of(G, items);
        u32 size = items->count, epoch = G->epoch, mask = 0;
        Slot *places = 0;
        if (tag != OBJECT && size > 32 && !first) {
            G->scratch_top = found + size;
            places = distinct_begun(G, size, &mask);
            G->scratch_top = found;
        }
        if (marks && fitting) { /* the usual long list, without looking at more than there is to see */
            u8 *arena = G->arena;
            for (u32 i = 0; i < size; i++) {
                Object *object = (Object *)(void *)(arena + (Ref)slots[i].whole);
                if (!slots[i].whole || object->mark == epoch) continue;
                object->mark = epoch;
                found[count++] = slots[i];
            }
            size = 0;
        }
        for (u32 i = 0; i < size && !(first && count); i++) {
            Slot value = slots[i];
            u32 j = 0;
            if (tag != OBJECT) {
                if (is_null_slot(tag, value)) continue;
                if (places) {
                    found[count] = value;
                    count += (u32)is_another(G, tag, places, mask, found, count);
                    continue;
                }
                while (j < count && !same_slot(G, tag, found[j], value)) j++;
            } else {
                if (!value.whole) continue;
                if (!fitting && ((Ref)value.whole >= top || !object_fits(G, (Ref)value.whole, type))) continue;
                if (marks) {
                    Object *object = object_at(G, (Ref)value.whole);
                    if (object->mark == epoch) continue;
                    object->mark = epoch;
                    j = count;
                }
                while (j < count && found[j].whole != value.whole) j++;
            }
            if (j == count) found[count++] = value;
        }
    }
    if (texts) lay_aside(G, found, count, top);
    if (one->looks) glanced(G, before);
    else peek_end(G, &peek);
    if (!ref) raise_error(G, 701, one->at);
    if (texts) pick_up(G, found, count, words);
    G->scratch_top += count;
    return count;
}

/* Whether a list holds anything that could be chosen, where working it out only looks. */
static ALWAYS_INLINE int any_listed(Game *G, const Input *one, Slot *frame) {
    Glance before = glance(G);
    Ref ref = (Ref)one->among(G, frame).whole;
    int found = 0;
    if (ref) {
        const Items *items = items_at(G, ref);
        const Slot *slots = slots_of(G, items);
        i32 tag = RULES.types[one->type].tag == OBJECT ? OBJECT : tag_within(items), fitting = tag != OBJECT || fits_all(items, one);
        for (u32 i = 0; i < items->count && !found; i++)
            found = !is_null_slot(tag, slots[i]) && (fitting || object_fits(G, (Ref)slots[i].whole, &RULES.types[one->type]));
    }
    glanced(G, before);
    if (!ref) raise_error(G, 701, one->at);
    return found;
}

/* From 2^53 on adding one may lead nowhere: then the next that a number can be. */
static double next_whole(double n) {
    double next = n + 1.0;
    if (next > n) return next;
    Slot slot = slot_of_number(n);
    slot.bits += n < 0.0 ? ~0ull : 1;
    return slot.number;
}

static u32 range_of(Game *G, const Input *one, Slot *frame) {
    double low = looked_at(G, one, one->low, frame).number, high = looked_at(G, one, one->high, frame).number;
    if (is_null(low) || is_null(high)) raise_error(G, 701, one->at);
    if (high - low > MOST_NUMBERS) raise_error(G, 714, one->at);
    if (high > low) work(G, (u32)(high - low), -1);
    u32 count = 0;
    room(G, MOST_NUMBERS + 2);
    for (double n = 0.0 - floor(-low); n <= high && count <= MOST_NUMBERS; n = next_whole(n)) G->scratch_top[count++] = slot_of_number(n);
    G->scratch_top += count;
    return count;
}

/* A range that stands in the rules: as dear as if it had to be looked at. */
static inline u32 numbers_of(Game *G, const Input *one) {
    G->left -= 2 * TEST_STEPS + 1;
    step(G, -1);
    if (one->numbers) work(G, one->numbers - 1, -1);
    return one->numbers;
}

/* What there is before the filters, onto the scratch; how many. If only whether there is any counts, one is enough. */
static u32 values_of(Game *G, const Injector *all, const Input *one, int first) {
    if (one->among) return listed(G, one, all->frame, first);
    if (one->number) {
        u32 count = numbers_of(G, one);
        room(G, count);
        for (u32 i = 0; i < count; i++) *G->scratch_top++ = one->number[i];
        return count;
    }
    if (one->low) return range_of(G, one, all->frame);
    i32 tag = RULES.types[one->type].tag;
    if (tag == OBJECT) return all_of(G, one->list);
    u32 count = tag == PLAYER ? (u32)G->players : 2;
    room(G, count);
    for (u32 i = 0; i < count; i++) G->scratch_top[i] = slot_of(tag == PLAYER ? (i64)i : (i64)(1 - i));
    G->scratch_top += count;
    return count;
}

/* The same to look at only: a register of objects that are always there is not copied. */
static ALWAYS_INLINE const Slot *values_at(Game *G, const Injector *all, const Input *one, u32 *count, int first) {
    const Slot *found = G->scratch_top;
    if (one->list >= 0 && RULES.steady[one->list]) {
        *count = steady_count(G, one->list);
        return slots_of(G, list_of_class(G, one->list));
    }
    if (one->number) {
        *count = numbers_of(G, one);
        return one->number;
    }
    *count = values_of(G, all, one, first);
    return found;
}

static u32 candidates_of(Game *G, const Injector *all, const Input *one) {
    Slot *found = G->scratch_top;
    if (one->sift) {
        u32 count;
        const Slot *from = values_at(G, all, one, &count, 0);
        room(G, count);
        G->scratch_top = found + count; /* a test may use what is behind */
        count = sifted(G, one, all->frame, from, count, found);
        G->scratch_top = found + count;
        return count;
    }
    u32 count = values_of(G, all, one, 0);
    for (i32 f = 0; f < one->filters; f++) {
        u32 left = 0;
        for (u32 i = 0; i < count; i++)
            if (holds(G, one->filter[f], all->frame, found[i], one->calm)) found[left++] = found[i];
        count = left;
    }
    G->scratch_top = found + count;
    return count;
}

static Ref chosen_list(Game *G, const Input *one, const Slot *chosen, u32 count) {
    Ref made = items_made(G, one->list_type, count);
    for (u32 i = 0; i < count; i++) list_put(G, made, chosen[i]);
    return made;
}

static int whole_passes(Game *G, const Injector *all, const Input *one, const Slot *chosen, u32 count) {
    if (!one->wholes) return 1;
    u32 top = G->m.top;
    Slot made = slot_of(chosen_list(G, one, chosen, count));
    int found = 1;
    for (i32 f = 0; f < one->wholes && found; f++) found = passes(G, one->whole[f], all->frame, made);
    G->m.top = top; /* nobody has the list any more */
    return found;
}

/* -- values that are given: by a call, or by a sealed choice */

static int given_passes(Game *G, const Injector *all, const Input *one, Slot value) {
    i32 tag = RULES.types[one->type].tag;
    if (!one->passed && !one->free && !(tag == OBJECT && !one->among && !all->strict)) {
        Slot *found = G->scratch_top;
        u32 count = values_of(G, all, one, 0), i = 0;
        while (i < count && !same_slot(G, tag, found[i], value)) i++;
        G->scratch_top = found;
        if (i == count) return 0;
    }
    for (i32 f = 0; f < one->filters; f++)
        if (!passes(G, one->filter[f], all->frame, value)) return 0;
    return 1;
}

static int accepts(Game *G, const Injector *all, const Input *one, Slot value) {
    i32 tag = RULES.types[one->type].tag;
    if (!one->many) return is_null_slot(tag, value) ? one->optional : given_passes(G, all, one, value);
    if (!value.whole) return one->optional;
    if (one->passed) return 1; /* only events have filters there */
    Items *items = items_at(G, (Ref)value.whole);
    for (u32 i = 0; i < items->count; i++)
        if (is_null_slot(tag, slots_of(G, items)[i])) return 0;
    if (has_repeats(G, tag, slots_of(G, items), items->count)) return 0;
    for (u32 i = 0; i < items->count; i++)
        if (!given_passes(G, all, one, slots_of(G, items)[i])) return 0;
    for (i32 f = 0; f < one->wholes; f++)
        if (!passes(G, one->whole[f], all->frame, value)) return 0;
    return 1;
}

/* -- can it be answered? */

static int possible(Game *G, const Injector *all, i32 answered);

static Slot null_answer(const Input *one) { return one->many ? slot_of(0) : null_slot(RULES.types[one->type].tag); }

static inline int possible_with(Game *G, const Injector *all, i32 answered, Slot value) {
    if (answered + 1 == all->count) return 1;
    all->frame[all->first + answered] = value;
    return possible(G, all, answered + 1);
}

enum Filled { FILLED, UNANSWERABLE, SEVERAL };

/* The value of an `auto` input. */
static enum Filled filled(Game *G, const Injector *all, const Input *one, Slot *value) {
    Slot *found = G->scratch_top;
    u32 count = candidates_of(G, all, one);
    enum Filled result = FILLED;
    if (one->many) {
        if (whole_passes(G, all, one, found, count)) *value = slot_of(chosen_list(G, one, found, count));
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

static int quietly_passes(Game *G, const Injector *all, const Input *one, Slot value) {
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
    double length = one->length ? looked_at(G, one, one->length, all->frame).number : -1.0;
    room(G, count);
    G->scratch_top += count;
    for (u32 i = 0; i < count; i++)
        if (is_number) found[fitting++] = slot_of_number(i);
        else if (length < 0.0 || length == (double)proposed[i].length) found[fitting++] = slot_of(proposed[i].text);
    for (u32 i = 0; i < fitting; i++)
        if (quietly_passes(G, all, one, found[i])) found[left++] = found[i];
    G->scratch_top = found + left;
    return left;
}

/* For a list whose filters look only at its length: whether each length passes, onto the scratch. */
static Slot *sizes_of(Game *G, const Injector *all, const Input *one, const Slot *candidates, u32 count) {
    if (!one->sized) return 0;
    room(G, count + 1);
    Slot *sizes = G->scratch_top;
    G->scratch_top += count + 1;
    for (u32 size = 0; size <= count; size++) sizes[size] = slot_of(whole_passes(G, all, one, candidates, size));
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

static int fine(Game *G, const Choosing *c, const Slot *chosen, u32 count) {
    return c->sizes ? (int)c->sizes[count].whole : whole_passes(G, c->all, c->one, chosen, count);
}

/* Whether a list that begins with what is chosen can come to an end with the candidates from `start` on: 1 if it is one
   already, 0 if it never can, -1 if longer ones have to be tried. */
static int ends(Game *G, const Choosing *c, const Slot *chosen, u32 count, u32 start, int *is_fine) {
    if (c->sizes) {
        int reach = 0;
        for (u32 size = count; size <= count + c->count - start; size++) reach |= (int)c->sizes[size].whole;
        if (!reach) return 0;
        if (c->answered + 1 == c->all->count) return 1;
    }
    G->left -= LIST_STEPS;
    step(G, -1);
    *is_fine = fine(G, c, chosen, count);
    if (!*is_fine) return -1;
    u32 top = G->m.top;
    int found = possible_with(G, c->all, c->answered, slot_of(chosen_list(G, c->one, chosen, count)));
    G->m.top = top;
    return found ? 1 : -1;
}

/* Tries longer and longer lists; a list can be too long for a call in a call. */
static int finishes(Game *G, const Choosing *c, Slot *chosen, u32 count, u32 start) {
    int is_fine = 0, result = ends(G, c, chosen, count, start, &is_fine);
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
        if (is_fine && !fine(G, c, chosen, count + 1)) continue;
        int longer_is_fine = 0;
        tried[0] = slot_of(i), tried[1] = slot_of(is_fine);
        G->scratch_top = tried + 2;
        int found = ends(G, c, chosen, count + 1, i, &longer_is_fine);
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
static int possible(Game *G, const Injector *all, i32 answered) {
    if (answered == all->count) return 1;
    step(G, -1);
    const Input *one = &all->input[answered];
    if (all->given && all->given[answered]) {
        Slot value = all->given_value[answered];
        return accepts(G, all, one, value) && possible_with(G, all, answered, value);
    }
    if (one->fills) {
        Slot value;
        enum Filled result = filled(G, all, one, &value);
        if (result == SEVERAL) return 1; /* said when it is really filled */
        return result == FILLED && possible_with(G, all, answered, value);
    }
    if (one->optional && possible_with(G, all, answered, null_answer(one))) return 1;
    Slot *found = G->scratch_top;
    int result = 0;
    if (one->free) {
        u32 count = proposals(G, all, one);
        result = !count;
        for (u32 i = 0; i < count && !result; i++) result = possible_with(G, all, answered, found[i]);
    } else if (one->many) {
        u32 count = candidates_of(G, all, one);
        Choosing choosing = {all, one, answered, found, count, sizes_of(G, all, one, found, count), 0};
        room(G, count + 1);
        Slot *chosen = G->scratch_top;
        G->scratch_top += count + 1;
        result = finishes(G, &choosing, chosen, 0, 0);
    } else {
        u32 count;
        int last = answered + 1 == all->count;
        const Slot *from = values_at(G, all, one, &count, last && !one->filters);
        if (last && one->sift) {
            result = sifted(G, one, all->frame, from, count, 0) < count;
        } else {
            for (u32 i = 0; i < count && !result; i++) {
                result = 1;
                for (i32 f = 0; f < one->filters && result; f++) result = holds(G, one->filter[f], all->frame, from[i], one->calm);
                if (result) result = possible_with(G, all, answered, from[i]);
            }
        }
    }
    G->scratch_top = found;
    return result;
}

/* -- questions */

static int same_key(Game *G, const Key *x, const Key *y) {
    if (x->what != y->what || x->action != y->action) return 0;
    if (x->what == ACTION) return x->value.whole == y->value.whole;
    if (x->what != VALUE) return 1;
    i32 tag = RULES.types[x->type].tag;
    return tag == TEXT ? same_name(G, x->value.whole, y->value.whole) : same_slot(G, tag, x->value, y->value);
}

static int is_path(Game *G, u32 at, u32 count, const Key *next) { /* the path that is ruled out and begins here */
    u32 length = (u32)G->ruled_out[at].action, i = 0;
    if (length != count + (next != 0)) return 0;
    while (i < count && same_key(G, &G->ruled_out[at + 1 + i], &G->answers[i])) i++;
    return i == count && (!next || same_key(G, &G->ruled_out[at + 1 + i], next));
}

/* The same for keys that are the same. */
static u64 same_key_hash(Game *G, u64 hash, const Key *key) {
    u64 word = key->value.bits;
    i32 tag = RULES.types[key->type].tag;
    if (key->what != VALUE && key->what != ACTION) word = 0;
    else if (key->what == VALUE && tag == NUMBER && key->value.number == 0.0) word = 0;
    else if (key->what == VALUE && tag == TEXT) {
        u32 count;
        const u8 *bytes = name_at(G, key->value.whole, &count);
        for (word = count; count; count--, bytes++) word = joined(word, *bytes);
    }
    return joined(joined(hash, (u64)(u32)key->what << 32 | (u32)key->action), word);
}

enum { FEW_STRUCK = 64 };

/* The places of all paths by their hashes: 1 + where they begin, or 0. */
static void index_ruled_out(Game *G) {
    if (2 * (G->ruled_out_count + 1) > G->ruled_out_index_size) {
        u32 size = 4 * FEW_STRUCK;
        while (size < 4 * (G->ruled_out_count + 1)) size *= 2;
        G->ruled_out_index = grow_block(G, G->ruled_out_index, &G->ruled_out_index_size, size, sizeof(u32));
        for (size = 4 * FEW_STRUCK; 2 * size <= G->ruled_out_index_size;) size *= 2;
        G->ruled_out_index_size = size; /* a power of two */
        G->ruled_out_indexed = 0;
    }
    if (!G->ruled_out_indexed) memset(G->ruled_out_index, 0, G->ruled_out_index_size * sizeof(u32));
    while (G->ruled_out_indexed < G->ruled_out_count) {
        u32 at = G->ruled_out_indexed, length = (u32)G->ruled_out[at].action;
        u64 hash = length;
        for (u32 i = 1; i <= length; i++) hash = same_key_hash(G, hash, &G->ruled_out[at + i]);
        u32 place = (u32)hash & (G->ruled_out_index_size - 1);
        while (G->ruled_out_index[place]) place = (place + 1) & (G->ruled_out_index_size - 1);
        G->ruled_out_index[place] = at + 1;
        G->ruled_out_indexed = at + 1 + length;
    }
}

/* Whether the answers so far, and perhaps one more, are known to fail. `hash`: of the answers so far. */
static int is_ruled_out_behind(Game *G, u32 count, const Key *next, u64 hash) {
    if (G->ruled_out_count <= FEW_STRUCK) {
        for (u32 at = 0; at < G->ruled_out_count; at += 1 + (u32)G->ruled_out[at].action)
            if (is_path(G, at, count, next)) return 1;
        return 0;
    }
    index_ruled_out(G);
    if (next) hash = same_key_hash(G, hash, next);
    for (u32 place = (u32)hash & (G->ruled_out_index_size - 1); G->ruled_out_index[place];
         place = (place + 1) & (G->ruled_out_index_size - 1))
        if (is_path(G, G->ruled_out_index[place] - 1, count, next)) return 1;
    return 0;
}

static u64 hash_so_far(Game *G, u32 count, u32 length) {
    u64 hash = length;
    for (u32 i = 0; i < count && G->ruled_out_count > FEW_STRUCK; i++) hash = same_key_hash(G, hash, &G->answers[i]);
    return hash;
}

/* How many objects the running transaction had made when it made this one, itself included; 0 if it was there before. */
static u32 born_as(Game *G, Ref ref) {
    u32 younger = 0;
    if (ref < G->before.top) return 0;
    for (Ref other = G->m.newest; other > ref; other = object_at(G, other)->older) younger++;
    return G->m.objects - G->m.ghosts - (G->before.objects - G->before.ghosts) - younger;
}

static void more_options(Game *G, u64 count) {
    u32 start = G->offered_at[G->answer_count];
    G->offered = grow_block(G, G->offered, &G->offered_size, start + count, sizeof(Key));
    G->options = G->offered + start;
}

static inline void room_for_options(Game *G, u64 count) {
    if (G->offered_at[G->answer_count] + count > G->offered_size) more_options(G, count);
}

static inline void no_options(Game *G) {
    G->options = G->offered + G->offered_at[G->answer_count];
    G->option_count = 0;
}

static inline void add_option(Game *G, i32 what, i32 action, i32 type, Slot value) {
    room_for_options(G, (u64)G->option_count + 1);
    Key *key = &G->options[G->option_count++];
    key->what = what, key->action = action, key->type = type, key->value = value, key->hidden = 0, key->born = 0;
    if (what != VALUE) return;
    if (RULES.types[type].tag == OBJECT) {
        key->born = born_as(G, (Ref)value.whole);
    } else if (RULES.types[type].tag == TEXT) {
        const Text *text = at_ref(G, (Ref)value.whole);
        key->value = slot_of(name_kept(G, text->byte, text->bytes));
    }
}

/* Values as options; `old`: objects that were there before the transaction began, or no objects. */
static ALWAYS_INLINE void these_values(Game *G, i32 type, const Slot *values, u32 count, int old) {
    i32 tag = RULES.types[type].tag;
    if (tag == TEXT) { /* what it says has to be kept */
        for (u32 i = 0; i < count; i++) add_option(G, VALUE, 0, type, values[i]);
        return;
    }
    room_for_options(G, (u64)G->option_count + count);
    Key *next = G->options + G->option_count;
    u32 top = G->before.top;
    G->option_count += count;
    for (u32 i = 0; i < count; i++, next++) {
        Slot value = values[i];
        next->what = VALUE, next->action = 0;
        next->value = value;
        next->type = type, next->born = 0, next->hidden = 0;
        if (tag == OBJECT && !old && (Ref)value.whole >= top) next->born = born_as(G, (Ref)value.whole);
    }
}

/* Without what has turned out to fail; 0 if nothing is left. */
static int drop_ruled_out_of(Game *G) {
    u32 left = 0;
    u64 hash = hash_so_far(G, G->position, G->position + 1);
    for (u32 i = 0; i < G->option_count; i++)
        if (!is_ruled_out_behind(G, G->position, &G->options[i], hash)) G->options[left++] = G->options[i];
    G->option_count = left;
    return left > 0;
}

static inline int drop_ruled_out(Game *G) { return !G->ruled_out_count || !G->option_count || drop_ruled_out_of(G); }

static u64 hash_of_bytes(const u8 *bytes, u32 count) {
    u64 hash = count;
    for (u32 i = 0; i < count; i++) hash = joined(hash, bytes[i]);
    return hash;
}

static u64 hash_of_text(Game *G, Ref ref) {
    const Text *text = at_ref(G, ref);
    return hash_of_bytes(text->byte, text->bytes);
}

static u64 hash_of_name(Game *G, i64 name) {
    u32 count;
    const u8 *bytes = name_at(G, name, &count);
    return hash_of_bytes(bytes, count);
}

/* The same for the same answer, wherever its objects were moved to. */
static u64 key_hash(Game *G, const Key *key) {
    u64 word = (u64)(u32)key->what << 32 | (u32)key->action;
    if (key->what == ACTION) return joined(word, object_at(G, (Ref)key->value.whole)->serial);
    if (key->what != VALUE) return joined(word, 0);
    switch (RULES.types[key->type].tag) {
    case OBJECT: return joined(word, object_at(G, (Ref)key->value.whole)->serial);
    case TEXT: return joined(word, hash_of_name(G, key->value.whole));
    case NUMBER:
        if (RULES.named && (RULES.secrets || !RULES.certain)) return joined(word, RULES.named(G, G->decider, key->value.number));
        return joined(word, key->value.number == 0.0 ? 0 : key->value.bits);
    default: return joined(word, key->value.bits);
    }
}

static inline void hash_answer(Game *G, const Key *key) {
    if (!G->path_hash.kept) return;
    u64 word = key_hash(G, key);
    G->path_hash.path = joined(G->path_hash.path, word);
    G->path_hash.own = joined(G->path_hash.own, word);
}

static void more_answers(Game *G, u64 count) __attribute__((noinline, cold));
static void more_answers(Game *G, u64 count) {
    G->answers = grow_block(G, G->answers, &G->answers_size, count, sizeof(Key));
    G->offered_any = grow_block(G, G->offered_any, &G->offered_any_size, count, 1);
    G->offered_at = grow_block(G, G->offered_at, &G->offered_at_size, count, sizeof(u32));
    /* All three are as long as the shortest: one of them is asked for all. */
    if (G->offered_at_size > G->answers_size) G->offered_at_size = G->answers_size;
    if (G->offered_at_size > G->offered_any_size) G->offered_at_size = G->offered_any_size;
}

static inline void room_for_answers(Game *G, u32 count) {
    if (count >= G->offered_at_size) more_answers(G, (u64)count + 1);
}

/* The value that an answer stands for. */
static Slot key_value(Game *G, const Input *one, const Key *key) {
    if (key->what == NONE) return null_answer(one);
    return RULES.types[key->type].tag == TEXT ? slot_of(name_text(G, key->value.whole)) : key->value;
}

static inline void add_answer(Game *G, const Key *key, i32 any) {
    u32 n = G->answer_count;
    room_for_answers(G, n + 1);
    G->answers[n] = *key;
    G->offered_any[n] = any != 0;
    G->offered_at[n + 1] = G->offered_at[n] + G->option_count;
    G->position = ++G->answer_count;
    hash_answer(G, key);
}

static inline void note_choice(Game *G, i32 choice) {
    if (G->choice_count == G->choice_size)
        G->choices = grow_block(G, G->choices, &G->choice_size, (u64)G->choice_count + 1, sizeof(i32));
    G->choices[G->choice_count++] = choice;
}

enum Decided { OPEN, ALONE, NO_ANSWER }; /* options to choose from; only one way (the single option); none at all */

static inline int known_answer(Game *G, Key *key) {
    if (G->position >= G->answer_count) return 0;
    *key = G->answers[G->position++];
    hash_answer(G, key);
    return 1;
}

static void number_options(Game *G); /* 9e_actions.c */

static void nobody_knows(Game *G, const char *asked) __attribute__((noreturn));
static void nobody_knows(Game *G, const char *asked) {
    u32 start = G->words_length;
    put_word(G, "Nobody knows a value for `");
    put_word(G, asked);
    put_word(G, "`.");
    fail_with(G, start, G->site);
}

/* What follows when a decision is worked out and nobody answers on the spot; 0 if the input cannot be answered. */
static int settle_otherwise(Game *G, enum Decided decided, Key *key) {
    if (decided == NO_ANSWER) { /* remembered, so that a block that runs again does not take another's answer */
        Key nobody = {NOBODY, 0, {0}, 0, 0, 0};
        no_options(G);
        add_answer(G, &nobody, 0);
        return 0;
    }
    if (decided == ALONE) {
        *key = G->options[0];
        add_answer(G, key, 0);
        return 1;
    }
    if (!G->agent && !G->gives_up) {
        if (G->numbering) number_options(G);
        leave(G, STOP_QUESTION);
    }
    Key unknown = {UNKNOWN, 0, {0}, 0, 0, 0}; /* remembered for the same reason */
    G->gives_up = 0;
    G->spent = 0;
    note_choice(G, -1);
    no_options(G);
    add_answer(G, &unknown, 0);
    nobody_knows(G, G->asking);
}

static ALWAYS_INLINE int settle_question(Game *G, enum Decided decided, Key *key) {
    if (decided != OPEN || !G->agent || !G->option_count) return settle_otherwise(G, decided, key);
    u32 chosen = G->agent == 1   ? 0
                 : G->agent == 2 ? below(&G->agent_chance[G->decider], G->option_count)
                                 : G->thinker(G);
    note_choice(G, (i32)chosen);
    G->spent = 0;
    *key = G->options[chosen];
    add_answer(G, key, G->free_input);
    G->asked++;
    return 1;
}

static inline Player asked_for(Game *G, const Injector *all, const Input *one) {
    if (!one->asked) return asker(G, all->entity);
    Player player = (Player)looked_at(G, one, one->asked, all->frame).whole;
    if (player < 0) raise_error(G, 701, one->at);
    return player;
}

/* Values as options, in the order in which the player may see them. */
/* How what can be chosen comes: as the rules list it, by age, or as it was settled before for who is asked. */
enum Order { AS_LISTED, BY_AGE, SETTLED };

static void offer_values(Game *G, Player player, i32 type, const Slot *values, u32 count, enum Order order, int tainted);

/* The input that cannot be answered: this one, or one behind it. */
static void blame(Game *G, const Injector *all, i32 answered, int has_candidates) {
    G->blamed = all->input[answered + (has_candidates && answered + 1 < all->count)].name;
}

static void all_ruled_out(Game *G) __attribute__((noreturn));
static void all_ruled_out(Game *G) {
    u32 start = G->words_length;
    put_word(G, "Nothing that could be chosen here is possible.");
    fail_with(G, start, G->site);
}

static void nothing_to_choose(Game *G, int at) __attribute__((noreturn));
static void nothing_to_choose(Game *G, int at) {
    u32 start = G->words_length;
    put_word(G, "There is nothing to choose for `");
    put_word(G, G->blamed);
    put_word(G, "`.");
    fail_with(G, start, at);
}

/* The candidates for the player who is asked, and whether they come from where that player cannot look. */
static u32 watched_candidates(Game *G, const Injector *all, const Input *one, Player player, int *tainted) {
    G->watcher = player, G->list_tainted = 0;
    u32 count = candidates_of(G, all, one);
    *tainted = one->among && G->list_tainted;
    return count;
}

static enum Decided decide(Game *G, const Injector *all, const Input *one, i32 answered) {
    Slot *found = G->scratch_top;
    Player player = asked_for(G, all, one);
    int declines = one->optional && possible_with(G, all, answered, null_answer(one));
    int tainted = 0;
    u32 count = one->free ? proposals(G, all, one) : watched_candidates(G, all, one, player, &tainted), left = 0;
    if (answered + 1 == all->count) left = count;
    else
        for (u32 i = 0; i < count; i++)
            if (possible_with(G, all, answered, found[i])) found[left++] = found[i];
    no_options(G);
    offer_values(G, player, one->type, found, left, tainted || !one->among ? BY_AGE : AS_LISTED, tainted);
    G->scratch_top = found;
    G->decider = player;
    G->free_input = one->free ? 1 + one->type : 0;
    G->asking = one->name;
    G->question = one->question;
    if (!one->free && !left && !declines) {
        blame(G, all, answered, count > 0);
        return NO_ANSWER;
    }
    if (declines) add_option(G, NONE, 0, 0, slot_of(0));
    if (!one->free && !left) return ALONE;
    if (!drop_ruled_out(G) && !one->free) all_ruled_out(G);
    return OPEN;
}

static enum Decided decide_list(Game *G, const Choosing *c, Slot *chosen, u32 count, u32 start) {
    Slot *found = G->scratch_top;
    Player player = asked_for(G, c->all, c->one);
    int is_fine = fine(G, c, chosen, count);
    u32 left = 0;
    room(G, c->count);
    G->scratch_top += c->count;
    for (u32 i = start; i < c->count; i++) {
        chosen[count] = c->candidates[i];
        if (is_fine && !fine(G, c, chosen, count + 1)) continue;
        if (finishes(G, c, chosen, count + 1, i + 1)) found[left++] = c->candidates[i];
    }
    no_options(G);
    offer_values(G, player, c->one->type, found, left, SETTLED, c->tainted);
    int can_end = is_fine && possible_with(G, c->all, c->answered, slot_of(chosen_list(G, c->one, chosen, count)));
    int declines = c->one->optional && !count && possible_with(G, c->all, c->answered, null_answer(c->one));
    G->scratch_top = found;
    G->decider = player;
    G->free_input = 0;
    G->question = c->one->question;
    if (can_end) add_option(G, DONE, 0, 0, slot_of(0));
    if (!left && can_end) return ALONE;
    if (declines) add_option(G, NONE, 0, 0, slot_of(0));
    if (!left && declines) return ALONE;
    if (!G->option_count) {
        blame(G, c->all, c->answered, c->count > 0);
        return NO_ANSWER;
    }
    if (!drop_ruled_out(G)) all_ruled_out(G);
    return OPEN;
}

/* Working a decision out costs the running block nothing, and leaves nothing behind. What it takes is counted for all that
   happens before somebody is asked. */
typedef struct Thinking {
    i64 left, held;
    u32 top;
} Thinking;

static Thinking think(Game *G) {
    Thinking before = {G->left, G->held, G->m.top};
    G->left = STEPS_OF_A_DECISION;
    G->held = 0;
    return before;
}

static inline void thought(Game *G, const Thinking *before, int is_open) {
    if (!is_open) G->spent += STEPS_OF_A_DECISION - G->left; /* else somebody is asked now */
    G->left = before->left;
    G->held = before->held;
    G->m.top = before->top;
}

static int ask_one(Game *G, const Injector *all, const Input *one, i32 answered, Slot *value) {
    Key key;
    if (!known_answer(G, &key)) {
        check_spent(G);
        Thinking before = think(G);
        enum Decided decided = decide(G, all, one, answered);
        thought(G, &before, decided == OPEN);
        if (!settle_question(G, decided, &key)) return 0;
    }
    if (key.what == NOBODY) return 0;
    if (key.what == UNKNOWN) nobody_knows(G, one->name);
    *value = key_value(G, one, &key);
    return 1;
}

static void shown_order(Game *G, Player player, const Input *one, Slot *candidates, u32 count, int tainted);

static int ask_list(Game *G, const Injector *all, const Input *one, i32 answered, Slot *value) {
    Slot *found = G->scratch_top;
    Player player = asked_for(G, all, one);
    int tainted;
    u32 count = watched_candidates(G, all, one, player, &tainted), taken = 0, start = 0;
    shown_order(G, player, one, found, count, tainted);
    Choosing choosing = {all, one, answered, found, count, sizes_of(G, all, one, found, count), tainted};
    room(G, 2 * count + 2);
    Slot *tried = G->scratch_top, *chosen = tried + count + 1;
    G->scratch_top += 2 * count + 2;
    int result = 1;
    for (;;) {
        Key key;
        if (!known_answer(G, &key)) {
            check_spent(G);
            Thinking before = think(G);
            for (u32 i = 0; i < taken; i++) tried[i] = chosen[i];
            enum Decided decided = decide_list(G, &choosing, tried, taken, start);
            thought(G, &before, decided == OPEN);
            if (!settle_question(G, decided, &key)) key.what = NOBODY;
        }
        if (key.what == NOBODY) result = 0;
        else if (key.what == NONE) *value = slot_of(0);
        else if (key.what == DONE) *value = slot_of(chosen_list(G, one, chosen, taken));
        else {
            i32 tag = RULES.types[one->type].tag;
            Slot element = key_value(G, one, &key);
            for (start = 0; start < count && !same_slot(G, tag, found[start], element); start++) {}
            start++;
            chosen[taken++] = element;
            continue;
        }
        break;
    }
    G->scratch_top = found;
    return result;
}

static int answer_each(Game *G, const Injector *all) {
    for (i32 i = 0; i < all->count; i++) {
        const Input *one = &all->input[i];
        Slot value = slot_of(0);
        G->filling = all, G->filled = i;
        if (all->given && all->given[i]) {
            value = all->given_value[i];
            G->blamed = one->name;
            if (!accepts(G, all, one, value)) return 0;
        } else if (one->fills) {
            enum Filled result = filled(G, all, one, &value);
            if (result == SEVERAL) raise_error(G, 709, one->at);
            G->blamed = one->name;
            if (result == UNANSWERABLE) return 0;
        } else if (!(one->many ? ask_list : ask_one)(G, all, one, i, &value)) {
            return 0;
        }
        all->frame[all->first + i] = value;
    }
    return 1;
}

/* Every input answered, in order, in the frame; 0 if one cannot be. Whose inputs they are is known as long as that frame is there. */
static int answer_inputs(Game *G, const Injector *all) {
    const Injector *outer = G->filling;
    i32 outer_filled = G->filled;
    int fine = answer_each(G, all);
    G->filling = outer, G->filled = outer_filled;
    return fine;
}

/* Inputs of a function or inside a block: one that cannot be answered fails the move. */
static void ask_for(Game *G, const Input *input, i32 count, Slot *frame, i32 first, Ref entity, int at) {
    i32 outer = G->site;
    G->site = at;
    Injector all = {input, count, frame, first, entity, 0, 0, 0};
    if (!answer_inputs(G, &all)) nothing_to_choose(G, at);
    G->site = outer;
}
