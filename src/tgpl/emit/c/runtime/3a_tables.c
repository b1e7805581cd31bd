/* ---- tables: a key is a tag and a slot

   A table has three slots for each pair: what kind of key it is with its hash, the key, the value; pairs stay in the
   order in which their keys came. One with more than a few pairs has an index: a block of numbers of pairs by the hash
   of their keys. */

static inline Slot key_kind(Game *G, i32 tag, Slot key) {
    Slot found;
    found.bits = (u64)tag;
    if (tag == TEXT) found.bits |= (u64)text_hash(G, (Ref)key.whole) << 32;
    return found;
}

enum { SHORT_TABLE = 8 };

/* Where in the index looking for a key begins: the highest bits of a product are the most mixed. */
static inline u32 pair_hash(Slot kind, Slot key, u32 shift) {
    u64 word = kind.bits >> 32 ? kind.bits : key.bits;
    return (u32)((word * 0x9E3779B97F4A7C15ull) >> shift);
}

/* How far a hash is shifted, then as many places as it can have: the number of a pair, counted from 1, or 0. */
static u32 index_size(u32 shift) { return 4 * (u32)(~0ull >> shift) + 8; }

static void index_fill(u32 *index, u32 shift, const Slot *slots, u32 count) {
    u32 mask = (u32)(~0ull >> shift);
    memset(index, 0, index_size(shift));
    *index++ = shift;
    for (u32 i = 0; i < count; i++) {
        u32 at = pair_hash(slots[3 * i], slots[3 * i + 1], shift);
        while (index[at]) at = (at + 1) & mask;
        index[at] = i + 1;
    }
}

static Ref index_made(Game *G, const Slot *slots, u32 count) {
    u32 shift = 59; /* 32 places */
    while (1ull << (64 - shift) < 4 * (u64)count) shift--;
    Ref made = allocate(G, index_size(shift));
    index_fill(at_ref(G, made), shift, slots, count);
    return made;
}

/* A player equals its number. */
static inline void plain_key(Game *G, i32 *tag, Slot *key, int at) {
    if (is_null_slot(*tag, *key)) raise_error(G, 703, at);
    if (*tag == ANY) {
        *tag = any_tag(key->bits);
        *key = any_slot(key->bits);
    }
    if (*tag == PLAYER) {
        *key = slot_of_number((double)key->whole);
        *tag = NUMBER;
    }
    if (*tag == NUMBER) key->number += 0.0; /* -0 is 0: then the same bits are the same key */
    if (*tag > OBJECT) *tag = LIST;
}

/* The number of a pair, or -1; then `free` is where in the index it would be noted. */
static i32 plain_place(Game *G, const Items *items, Slot kind, Slot key, u32 *free) {
    const Slot *slots = slots_of(G, items);
    *free = 0;
    if (items->count <= SHORT_TABLE) {
        for (u32 i = 0; i < items->count; i++, slots += 3)
            if (slots[1].bits == key.bits && slots[0].bits == kind.bits) return (i32)i;
        return -1;
    }
    const u32 *index = at_ref(G, items->index);
    u32 shift = *index++, mask = (u32)(~0ull >> shift), at = pair_hash(kind, key, shift);
    for (; index[at]; at = (at + 1) & mask) {
        const Slot *pair = slots + 3 * (index[at] - 1);
        if (pair[1].bits == key.bits && pair[0].bits == kind.bits) return (i32)index[at] - 1;
    }
    *free = 1 + at;
    return -1;
}

static i32 text_place(Game *G, const Items *items, Slot kind, Slot key, u32 *free) { /* equal texts are the same key */
    const Slot *slots = slots_of(G, items);
    *free = 0;
    if (items->count <= SHORT_TABLE) {
        for (u32 i = 0; i < items->count; i++, slots += 3)
            if (slots[0].bits == kind.bits && same_text(G, (Ref)slots[1].whole, (Ref)key.whole)) return (i32)i;
        return -1;
    }
    const u32 *index = at_ref(G, items->index);
    u32 shift = *index++, mask = (u32)(~0ull >> shift), at = pair_hash(kind, key, shift);
    for (; index[at]; at = (at + 1) & mask) {
        const Slot *pair = slots + 3 * (index[at] - 1);
        if (pair[0].bits == kind.bits && same_text(G, (Ref)pair[1].whole, (Ref)key.whole)) return (i32)index[at] - 1;
    }
    *free = 1 + at;
    return -1;
}

static inline i32 table_place(Game *G, const Items *items, i32 tag, Slot kind, Slot key, u32 *free) {
    return tag == TEXT ? text_place(G, items, kind, key, free) : plain_place(G, items, kind, key, free);
}

/* The last pair is new: it gets its place in the index. */
static inline void index_last(Game *G, Items *items, u32 free) {
    if (items->count <= SHORT_TABLE) return;
    u32 *index = at_ref(G, items->index);
    if (free && 2 * (u64)items->count <= 1ull << (64 - *index)) {
        set_int(G, (i32 *)&index[free], (i32)items->count);
        return;
    }
    Ref made = index_made(G, slots_of(G, items), items->count);
    set_ref(G, &items->index, made);
}

/* `of`: the tag of its elements. */
static inline Slot table_item(Game *G, Ref ref, i32 tag, Slot key, i32 of, int at) {
    Items *items = items_at(G, present(G, ref, at));
    plain_key(G, &tag, &key, at);
    u32 free;
    i32 place = table_place(G, items, tag, key_kind(G, tag, key), key, &free);
    return place < 0 ? null_slot(of) : slots_of(G, items)[3 * place + 2];
}

static void table_remove(Game *G, Items *items, u32 place, int at) {
    work(G, items->count, at);
    u32 behind = 3 * (items->count - place - 1);
    Slot *slots = own_slots(G, items, 3 * items->count, behind) + 3 * place;
    if (behind) {
        if (items->data < G->floor) remember_words(G, ref_of(G, slots), behind);
        memmove(slots, slots + 3, 8 * behind);
    }
    set_count(G, items, items->count - 1);
    Ref index = items->count > SHORT_TABLE ? index_made(G, slots_of(G, items), items->count) : 0;
    if (index != items->index) set_ref(G, &items->index, index);
}

/* `known`: the type that the emitter knows the table to have, if it is not of a narrower one. */
static inline void table_set(Game *G, Ref ref, i32 tag, Slot key, Slot value, i32 of, i32 known, int at) {
    Items *items = items_at(G, present(G, ref, at));
    plain_key(G, &tag, &key, at);
    Slot kind = key_kind(G, tag, key);
    u32 free;
    i32 place = table_place(G, items, tag, kind, key, &free);
    if (is_null_slot(of, value)) {
        if (place >= 0) table_remove(G, items, (u32)place, at);
        return;
    }
    if (items->type != known) check_fits(G, items, value, at);
    if (items->count >= MOST_ELEMENTS) raise_error(G, 713, at);
    if (place >= 0) {
        set_slot(G, &slots_of(G, items)[3 * place + 2], value);
        return;
    }
    if (3 * items->count + 3 > items->size) grow(G, items, 3 * items->count + 3);
    if (items->data < G->floor) remember_words(G, items->data + 24 * items->count, 3);
    Slot *slots = slots_of(G, items) + 3 * items->count;
    slots[0] = kind, slots[1] = key, slots[2] = value;
    set_count(G, items, items->count + 1);
    index_last(G, items, free);
}

/* The collection behind a key, made if it is missing: something is about to be written into it. */
static Ref table_inner(Game *G, Ref ref, i32 tag, Slot key, i32 of, int at) {
    Slot found = table_item(G, ref, tag, key, of, at);
    if (!found.whole) {
        found = slot_of(items_made(G, RULES.types[items_at(G, ref)->type].of, 0));
        table_set(G, ref, tag, key, found, of, -1, at);
    }
    return (Ref)found.whole;
}

static Ref table_copy(Game *G, Ref ref, int at) {
    Items *items = items_at(G, present(G, ref, at));
    work(G, items->count, at);
    u32 count = items->count;
    Ref made = items_made(G, items->type, 3 * count);
    if (count) memcpy(slots_of(G, items_at(G, made)), slots_of(G, items), 24 * count);
    items_at(G, made)->count = count;
    if (count > SHORT_TABLE) items_at(G, made)->index = index_made(G, slots_of(G, items), count);
    return made;
}
