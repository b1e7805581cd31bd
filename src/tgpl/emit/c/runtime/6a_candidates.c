/* ---- candidates: what an input can be chosen from

   All objects of a class, a range of numbers, or what a list of the rules holds, without nulls and repeats; those that pass
   the filters lie on the scratch. */

/* What texts say that are options or answers. */

static u32 keep_name(Game *G, const void *bytes, u32 count) { /* its place, counted from 1 */
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
static void stash_texts(Game *G, Slot *texts, u32 count, u32 top) {
    for (u32 i = 0; i < count; i++) {
        if ((Ref)texts[i].whole < top) continue;
        const Text *text = at_ref(G, (Ref)texts[i].whole);
        texts[i] = slot_of(-1 - (i64)G->words_length);
        put(G, &text->bytes, 4);
        put(G, text->byte, text->bytes);
    }
}

/* … and then, when the test is taken back, picked up. */
static void unstash_texts(Game *G, Slot *texts, u32 count, u32 start) {
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

static Slot *begin_distinct(Game *G, u32 count, u32 *mask) {
    u32 size = 32;
    while (size < 2 * count) size *= 2;
    room(G, size);
    memset(G->scratch_top, 0, size * sizeof(Slot));
    *mask = size - 1;
    return G->scratch_top;
}

/* Whether a value is none of those before it; `all` are those that were. */
static int add_distinct(Game *G, i32 tag, Slot *places, u32 mask, const Slot *all, u32 number) {
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
    Slot *places = begin_distinct(G, count, &mask);
    for (u32 i = 0; i < count; i++)
        if (!add_distinct(G, tag, places, mask, all, i)) return 1;
    return 0;
}

/* A hand of numbers may give two that are equal; a thing or a player is there once. */
static inline int keeps_repeats(const Input *one) {
    i32 tag = RULES.types[one->type].tag;
    return one->least && (tag == NUMBER || tag == BOOL || tag == TEXT || tag == SYMBOL);
}

/* What a list holds, without nulls, repeats, and what is gone when the test that made the list is taken back; if only
   the `first` counts, not more than that. */
static u32 list_candidates(Game *G, const Input *one, Slot *frame, int first) {
    Peek peek;
    Glance before = {0, 0};
    if (one->looks) before = begin_glance(G);
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
        int repeats = keeps_repeats(one);
        if (tag != OBJECT && size > 32 && !first && !repeats) {
            G->scratch_top = found + size;
            places = begin_distinct(G, size, &mask);
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
                if (is_null_slot(tag, value) || (tag == SYMBOL && !symbol_fits((Ref)value.whole, type))) continue;
                if (places) {
                    found[count] = value;
                    count += (u32)add_distinct(G, tag, places, mask, found, count);
                    continue;
                }
                while (j < count && (repeats || !same_slot(G, tag, found[j], value))) j++;
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
    if (texts) stash_texts(G, found, count, top);
    if (one->looks) end_glance(G, before);
    else peek_end(G, &peek);
    if (!ref) raise_error(G, 701, one->at);
    if (texts) unstash_texts(G, found, count, words);
    G->scratch_top += count;
    return count;
}

/* Whether a list holds anything that could be chosen, where working it out only looks. */
static ALWAYS_INLINE int any_candidate_listed(Game *G, const Input *one, Slot *frame) {
    Glance before = begin_glance(G);
    Ref ref = (Ref)one->among(G, frame).whole;
    int found = 0;
    if (ref) {
        const Items *items = items_at(G, ref);
        const Slot *slots = slots_of(G, items);
        i32 tag = RULES.types[one->type].tag == OBJECT ? OBJECT : tag_within(items), fitting = tag != OBJECT || fits_all(items, one);
        for (u32 i = 0; i < items->count && !found; i++)
            found = !is_null_slot(tag, slots[i]) && (tag != SYMBOL || symbol_fits((Ref)slots[i].whole, &RULES.types[one->type]))
                && (fitting || object_fits(G, (Ref)slots[i].whole, &RULES.types[one->type]));
    }
    end_glance(G, before);
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
    double low = peek_value(G, one, one->low, frame).number, high = peek_value(G, one, one->high, frame).number;
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

static u32 symbols_of(Game *G, const TypeInfo *type) { /* all values of an enum */
    u32 count = (u32)(type->last - type->first);
    room(G, count);
    for (u32 i = 0; i < count; i++) *G->scratch_top++ = slot_of(type->first + (i64)i);
    return count;
}

/* What there is before the filters, onto the scratch; how many. If only whether there is any counts, one is enough. */
static u32 values_of(Game *G, const Injector *all, const Input *one, int first) {
    if (one->among) return list_candidates(G, one, all->frame, first);
    if (one->number) {
        u32 count = numbers_of(G, one);
        room(G, count);
        for (u32 i = 0; i < count; i++) *G->scratch_top++ = one->number[i];
        return count;
    }
    if (one->low) return range_of(G, one, all->frame);
    i32 tag = RULES.types[one->type].tag;
    if (tag == OBJECT) return all_of(G, one->list);
    if (tag == SYMBOL) return symbols_of(G, &RULES.types[one->type]);
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
        count = filter_values(G, one, all->frame, from, count, found);
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

static int passes_list_filters(Game *G, const Injector *all, const Input *one, const Slot *chosen, u32 count) {
    if (!one->wholes) return 1;
    u32 top = G->m.top;
    Slot made = slot_of(chosen_list(G, one, chosen, count));
    int found = 1;
    for (i32 f = 0; f < one->wholes && found; f++) found = passes(G, one->whole[f], all->frame, made);
    G->m.top = top; /* nobody has the list any more */
    return found;
}

/* -- values that are given: by a call, or by a sealed choice */

static int passes_as_given(Game *G, const Injector *all, const Input *one, Slot value) {
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

enum { VERY_MANY = 1000000000 }; /* more than there can be of anything */

/* How many are chosen, where that is said: cut, and not below none. */
static u32 how_many(Game *G, const Input *one, Get get, Slot *frame) {
    double said = peek_value(G, one, get, frame).number;
    if (is_null(said)) raise_error(G, 701, one->at);
    return said <= 0.0 ? 0 : said >= VERY_MANY ? VERY_MANY : (u32)said;
}

static u32 times_in(Game *G, i32 tag, const Slot *values, u32 count, Slot value) {
    u32 times = 0;
    for (u32 i = 0; i < count; i++) times += (u32)same_slot(G, tag, values[i], value);
    return times;
}

/* Whether what there is to choose from has each element as often as a list that is given. */
static int has_repeats_too(Game *G, const Injector *all, const Input *one, const Items *items) {
    if (!keeps_repeats(one)) return 0;
    i32 tag = RULES.types[one->type].tag;
    Slot *there = G->scratch_top;
    u32 count = values_of(G, all, one, 0), i = 0;
    const Slot *given = slots_of(G, items);
    while (i < items->count && times_in(G, tag, there, count, given[i]) >= times_in(G, tag, given, items->count, given[i])) i++;
    G->scratch_top = there;
    return i == items->count;
}

static int accepts(Game *G, const Injector *all, const Input *one, Slot value) {
    i32 tag = RULES.types[one->type].tag;
    if (!one->many) return is_null_slot(tag, value) ? one->optional : passes_as_given(G, all, one, value);
    if (!value.whole) return one->optional;
    if (one->passed) return 1; /* only events have filters there */
    Items *items = items_at(G, (Ref)value.whole);
    for (u32 i = 0; i < items->count; i++)
        if (is_null_slot(tag, slots_of(G, items)[i])) return 0;
    int repeats = has_repeats(G, tag, slots_of(G, items), items->count);
    if (repeats && !has_repeats_too(G, all, one, items)) return 0;
    if (one->least) {
        u32 least = how_many(G, one, one->least, all->frame), most = one->most ? how_many(G, one, one->most, all->frame) : VERY_MANY;
        if (items->count < least || items->count > most) return 0;
    }
    for (u32 i = 0; i < items->count; i++) {
        if (repeats && times_in(G, tag, slots_of(G, items), i, slots_of(G, items)[i])) continue;
        if (!passes_as_given(G, all, one, slots_of(G, items)[i])) return 0;
    }
    for (i32 f = 0; f < one->wholes; f++)
        if (!passes(G, one->whole[f], all->frame, value)) return 0;
    return 1;
}
