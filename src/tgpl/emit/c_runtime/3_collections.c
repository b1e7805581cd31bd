/* ---- lists, stacks and tables

   A header with its type, and a block of slots that is moved when it grows. A table has three slots for each pair:
   what kind of key it is with its hash, the key, the value; pairs stay in the order in which their keys came. One with
   more than a few pairs has an index: a block of numbers of pairs by the hash of their keys. */

typedef struct Items {
    i32 type; /* of the collection */
    u32 mark;
    u32 count, size;
    Ref data;
    Ref index; /* of a table: 0 as long as it is short */
} Items;

static inline Items *items_at(Game *G, Ref ref) { return (Items *)(G->arena + ref); }
static inline Slot *slots_of(Game *G, const Items *items) { return (Slot *)(G->arena + items->data); }

static Ref items_made(Game *G, i32 type, u32 size) {
    Ref made = allocate(G, sizeof(Items));
    Items *items = items_at(G, made);
    items->type = type;
    items->mark = 0;
    items->count = 0;
    items->size = size;
    items->data = 0;
    items->index = 0;
    if (size) {
        Ref data = allocate(G, 8 * size);
        items_at(G, made)->data = data;
    }
    G->changes++;
    return made;
}

/* One that grows at once: with room for some slots beside it. */
static inline Ref items_young(Game *G, i32 type, u32 size) {
    Ref made = allocate(G, (u32)sizeof(Items) + 8 * size);
    Items *items = items_at(G, made);
    items->type = type;
    items->mark = 0;
    items->count = 0;
    items->size = size;
    items->data = made + (u32)sizeof(Items);
    items->index = 0;
    return made;
}

static inline void set_count(Game *G, Items *items, u32 count) {
    if (ref_of(G, &items->count) < G->floor) remember(G, ref_of(G, &items->count), 4);
    items->count = count;
    G->changes++;
}

/* Room for some more slots. */
static void grow(Game *G, Items *items, u32 slots) {
    if (slots <= items->size) return;
    int is_table = RULES.types[items->type].tag == TABLE;
    u32 larger = items->size < 4 ? 4 : 2 * items->size;
    if (larger > LARGEST && !is_table) larger = LARGEST; /* so that a list that is full is too long */
    if (larger < slots) larger = slots;
    if (items->data >= G->floor && items->data + 8 * items->size == G->m.top && ref_of(G, items) >= G->floor) {
        allocate(G, 8 * (larger - items->size)); /* there is nothing behind it */
        items->size = larger;
        return;
    }
    Ref data = allocate(G, 8 * larger);
    u32 used = is_table ? 3 * items->count : items->count;
    if (used) memcpy(G->arena + data, slots_of(G, items), 8 * used);
    if (ref_of(G, items) < G->floor) {
        remember(G, ref_of(G, &items->size), 4);
        remember(G, ref_of(G, &items->data), 4);
    }
    items->size = larger;
    items->data = data;
}

/* Whether a value of a type may be put where another is wanted: told by the types, elements by their own. */
static int object_fits(Game *G, Ref ref, const TypeInfo *type) {
    i32 class_ = *(i32 *)at_ref(G, ref);
    return type->first <= class_ && class_ < type->last;
}

static int narrower(i32 type, i32 wanted) {
    const TypeInfo *one = &RULES.types[type], *other = &RULES.types[wanted];
    if (one->tag != other->tag) return 0;
    if (one->tag == OBJECT) return other->first <= one->first && one->last <= other->last;
    return one->tag < OBJECT || narrower(one->of, other->of);
}

/* Only objects and collections can be seen as something wider than they are. */
static inline void check_fits(Game *G, const Items *items, Slot value, int at) {
    const TypeInfo *of = &RULES.types[RULES.types[items->type].of];
    if (of->tag == OBJECT) {
        if (value.whole && !object_fits(G, (Ref)value.whole, of)) trouble(G, 708, at);
    } else if (of->tag > OBJECT && value.whole) {
        if (!narrower(items_at(G, (Ref)value.whole)->type, RULES.types[items->type].of)) trouble(G, 708, at);
    }
}

static int same_slot(Game *G, i32 tag, Slot x, Slot y) {
    if (tag == NUMBER) return same_number(x.number, y.number);
    if (tag == TEXT) return same_text(G, (Ref)x.whole, (Ref)y.whole);
    if (tag == ANY) return same_any(G, x.bits, y.bits);
    return x.whole == y.whole;
}

static inline i32 tag_within(const Items *items) { return RULES.types[RULES.types[items->type].of].tag; }

static inline int is_null_slot(i32 tag, Slot value) {
    switch (tag) {
    case NUMBER: return is_null(value.number);
    case BOOL: return value.whole == 2;
    case PLAYER: return value.whole < 0;
    case ANY: return value.bits == ANY_NULL;
    default: return !value.whole;
    }
}

static inline Slot null_slot(i32 tag) {
    switch (tag) {
    case ANY:
    case NUMBER: return slot_of_number(null_number());
    case BOOL: return slot_of(2);
    case PLAYER: return slot_of(-1);
    default: return slot_of(0);
    }
}

/* -- lists and stacks */

static void push_slot(Game *G, Items *items, Slot value) { /* without any test */
    grow(G, items, items->count + 1);
    set_slot(G, &slots_of(G, items)[items->count], value);
    set_count(G, items, items->count + 1);
}

/* To a list that was made since the savepoint, of a type that the value is sure to fit. */
static inline void young_add(Game *G, Ref ref, Slot value, int at) {
    Items *items = items_at(G, ref);
    if (items->count == items->size) {
        if (items->count >= LARGEST) trouble(G, 713, at);
        grow(G, items, items->count + 1);
    }
    slots_of(G, items)[items->count++] = value;
}

static inline u32 place_in(Game *G, const Items *items, double index, int at) {
    i64 place = cut(needed(G, index, at));
    if (index < 0.0 ? index <= -1.0 || !items->count : place < 0 || place >= items->count) trouble(G, 702, at);
    return (u32)place;
}

static inline Slot list_item(Game *G, Ref ref, double index, int at) { /* of a list that is there */
    Items *items = items_at(G, ref);
    return slots_of(G, items)[place_in(G, items, index, at)];
}

static inline Slot list_item_at(Game *G, Ref ref, i64 index, int at) {
    Items *items = items_at(G, ref);
    if ((u64)index >= items->count) trouble(G, 702, at);
    return slots_of(G, items)[index];
}

static inline void list_set(Game *G, Ref ref, double index, Slot value, int at) {
    Items *items = items_at(G, present(G, ref, at));
    u32 place = place_in(G, items, index, at);
    check_fits(G, items, value, at);
    set_slot(G, &slots_of(G, items)[place], value);
}

static inline void list_set_at(Game *G, Ref ref, i64 index, Slot value, int at) {
    Items *items = items_at(G, present(G, ref, at));
    if ((u64)index >= items->count) trouble(G, 702, at);
    check_fits(G, items, value, at);
    set_slot(G, &slots_of(G, items)[index], value);
}

/* `known`: the type that the emitter knows the list to have, if it is not of a narrower one. */
static inline void list_add(Game *G, Ref ref, Slot value, i32 known, int at) {
    Items *items = items_at(G, present(G, ref, at));
    if (items->type != known) check_fits(G, items, value, at);
    if (items->count >= LARGEST) trouble(G, 713, at);
    push_slot(G, items, value);
}

static void list_append(Game *G, Ref ref, Ref other, i32 known, int at) {
    Items *items = items_at(G, present(G, ref, at)), *more = items_at(G, present(G, other, at));
    u32 count = more->count, before = items->count;
    if (before + count > LARGEST) trouble(G, 713, at);
    work(G, count, at);
    if (items->type != known && items->type != more->type)
        for (u32 i = 0; i < count; i++) check_fits(G, items, slots_of(G, more)[i], at);
    grow(G, items, before + count);
    if (items->data < G->floor && count) remember_words(G, items->data + 8 * before, count);
    if (count) memcpy(slots_of(G, items) + before, slots_of(G, more), 8 * count);
    set_count(G, items, before + count);
}

static void list_clear(Game *G, Ref ref, int at) {
    Items *items = items_at(G, present(G, ref, at));
    work(G, items->count, at);
    set_count(G, items, 0);
    if (items->index) set_ref(G, &items->index, 0);
}

static i32 found_in(Game *G, Ref ref, Slot value, int at) {
    Items *items = items_at(G, present(G, ref, at));
    u32 count = items->count;
    work(G, count, at);
    i32 tag = tag_within(items);
    Slot *slots = slots_of(G, items);
    if (tag != NUMBER && tag != TEXT && tag != ANY) { /* the same bits are the same value */
        u32 i = 0;
        for (; i + 4 <= count; i += 4) {
            const Slot *four = slots + i;
            if (four[0].whole == value.whole) return (i32)i;
            if (four[1].whole == value.whole) return (i32)i + 1;
            if (four[2].whole == value.whole) return (i32)i + 2;
            if (four[3].whole == value.whole) return (i32)i + 3;
        }
        for (; i < count; i++)
            if (slots[i].whole == value.whole) return (i32)i;
        return -1;
    }
    for (u32 i = 0; i < count; i++)
        if (same_slot(G, tag, slots[i], value)) return (i32)i;
    return -1;
}

/* Before many slots are changed: a copy of them all, which needs no entries in the journal, in place of an older block. */
static Slot *own_slots(Game *G, Items *items, u32 used, u32 changing) {
    if (changing > 64 && items->data < G->floor) {
        Ref data = allocate(G, 8 * items->size);
        memcpy(G->arena + data, slots_of(G, items), 8 * used);
        set_ref(G, &items->data, data);
    }
    return slots_of(G, items);
}

static void remove_slot(Game *G, Items *items, u32 place) {
    u32 behind = items->count - place - 1;
    Slot *slots = own_slots(G, items, items->count, behind) + place;
    if (behind) {
        if (items->data < G->floor) remember_words(G, items->data + 8 * place, behind);
        memmove(slots, slots + 1, 8 * behind);
    }
    set_count(G, items, items->count - 1);
}

static void list_remove_at(Game *G, Ref ref, double index, int at) {
    Items *items = items_at(G, present(G, ref, at));
    u32 place = place_in(G, items, index, at);
    work(G, items->count, at);
    remove_slot(G, items, place);
}

static void list_remove(Game *G, Ref ref, Slot value, int at) {
    i32 place = found_in(G, ref, value, at);
    if (place < 0) return;
    Items *items = items_at(G, ref);
    work(G, items->count, at);
    remove_slot(G, items, (u32)place);
}

static void list_shuffle(Game *G, Ref ref, int at) {
    Items *items = items_at(G, present(G, ref, at));
    work(G, SHUFFLE_WORK * items->count, at);
    Slot *slots = own_slots(G, items, items->count, items->count);
    if (items->data < G->floor) remember_words(G, items->data, items->count);
    G->changes++;
    for (u32 i = items->count; i-- > 1;) {
        u32 j = draw(G, i + 1);
        Slot held = slots[i];
        slots[i] = slots[j];
        slots[j] = held;
    }
}

static Ref list_like(Game *G, i32 type, const Items *items) { /* a new one with the same elements */
    u32 count = items->count;
    Ref from = items->data, made = items_made(G, type, count);
    if (count) memcpy(slots_of(G, items_at(G, made)), G->arena + from, 8 * count);
    items_at(G, made)->count = count;
    return made;
}

static Ref list_copy(Game *G, Ref ref, int at) {
    Items *items = items_at(G, present(G, ref, at));
    work(G, items->count, at);
    return list_like(G, items->type, items);
}

static void stack_push(Game *G, Ref ref, Slot value, int at) {
    Items *items = items_at(G, present(G, ref, at));
    if (is_null_slot(tag_within(items), value)) return;
    list_add(G, ref, value, -1, at);
}

static void insert_first(Game *G, Items *items, Slot value) {
    push_slot(G, items, value);
    Slot *slots = own_slots(G, items, items->count, items->count);
    if (items->data < G->floor) remember_words(G, items->data, items->count);
    memmove(slots + 1, slots, 8 * (items->count - 1));
    slots[0] = value;
    G->changes++;
}

static void stack_push_front(Game *G, Ref ref, Slot value, int at) {
    Items *items = items_at(G, present(G, ref, at));
    if (is_null_slot(tag_within(items), value)) return;
    check_fits(G, items, value, at);
    if (items->count >= LARGEST) trouble(G, 713, at);
    work(G, items->count, at);
    insert_first(G, items, value);
}

static Slot stack_take(Game *G, Ref ref, int front, int at) {
    Items *items = items_at(G, present(G, ref, at));
    if (!items->count) return null_slot(tag_within(items));
    u32 place = front ? 0 : items->count - 1;
    if (place == 0) work(G, items->count, at);
    Slot taken = slots_of(G, items)[place];
    remove_slot(G, items, place);
    return taken;
}

/* A list that is filled at once: elements follow by `list_put`. */
static inline void list_put(Game *G, Ref ref, Slot value) {
    Items *items = items_at(G, ref);
    slots_of(G, items)[items->count++] = value;
}

/* The elements of a list as they are now, for a loop that may change it. */
static Ref walk_copy(Game *G, Ref ref) { return list_like(G, items_at(G, ref)->type, items_at(G, ref)); }

static Ref all_players(Game *G, i32 type) {
    Ref made = items_made(G, type, (u32)G->players);
    for (i32 i = 0; i < G->players; i++) list_put(G, made, slot_of(i));
    return made;
}

/* -- tables: a key is a tag and a slot */

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
static Ref index_made(Game *G, u8 *arena, const Slot *slots, u32 count) {
    u32 shift = 59; /* 32 places */
    while (1ull << (64 - shift) < 4 * (u64)count) shift--;
    u32 mask = (u32)(~0ull >> shift);
    Ref made = allocate(G, 4 * mask + 8);
    u32 *index = (u32 *)(void *)(arena + made);
    memset(index, 0, 4 * mask + 8);
    *index++ = shift;
    for (u32 i = 0; i < count; i++) {
        u32 at = pair_hash(slots[3 * i], slots[3 * i + 1], shift);
        while (index[at]) at = (at + 1) & mask;
        index[at] = i + 1;
    }
    return made;
}

/* A player equals its number. */
static inline void plain_key(Game *G, i32 *tag, Slot *key, int at) {
    if (is_null_slot(*tag, *key)) trouble(G, 703, at);
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
    Ref made = index_made(G, G->arena, slots_of(G, items), items->count);
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
    Ref index = items->count > SHORT_TABLE ? index_made(G, G->arena, slots_of(G, items), items->count) : 0;
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
    if (items->count >= LARGEST) trouble(G, 713, at);
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

/* The table behind a key, made if it is missing: something is about to be written into it. */
static Ref table_inner(Game *G, Ref ref, i32 tag, Slot key, int at) {
    Slot found = table_item(G, ref, tag, key, TABLE, at);
    if (!found.whole) {
        found = slot_of(items_made(G, RULES.types[items_at(G, ref)->type].of, 0));
        table_set(G, ref, tag, key, found, TABLE, -1, at);
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
    if (count > SHORT_TABLE) items_at(G, made)->index = index_made(G, G->arena, slots_of(G, items), count);
    return made;
}
