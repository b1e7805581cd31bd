/* ---- lists, stacks and tables

   A header with its type, and a block of slots that is moved when it grows. */

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
    if (larger > MOST_ELEMENTS && !is_table) larger = MOST_ELEMENTS; /* so that a list that is full is too long */
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
    if (one->tag == OBJECT || one->tag == SYMBOL) return other->first <= one->first && one->last <= other->last;
    return one->tag < OBJECT || narrower(one->of, other->of);
}

/* Only objects, classes as values, and collections can be seen as something wider than they are. */
static inline void check_fits(Game *G, const Items *items, Slot value, int at) {
    const TypeInfo *of = &RULES.types[RULES.types[items->type].of];
    if (of->tag == OBJECT) {
        if (value.whole && !object_fits(G, (Ref)value.whole, of)) raise_error(G, 708, at);
    } else if (of->tag == SYMBOL) {
        if (value.whole && !symbol_fits((Ref)value.whole, of)) raise_error(G, 708, at);
    } else if (of->tag > OBJECT && value.whole) {
        if (!narrower(items_at(G, (Ref)value.whole)->type, RULES.types[items->type].of)) raise_error(G, 708, at);
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
        if (items->count >= MOST_ELEMENTS) raise_error(G, 713, at);
        grow(G, items, items->count + 1);
    }
    slots_of(G, items)[items->count++] = value;
}

static inline u32 place_in(Game *G, const Items *items, double index, int at) {
    i64 place = cut(needed(G, index, at));
    if (index < 0.0 ? index <= -1.0 || !items->count : place < 0 || place >= items->count) raise_error(G, 702, at);
    return (u32)place;
}

static inline Slot list_item(Game *G, Ref ref, double index, int at) { /* of a list that is there */
    Items *items = items_at(G, ref);
    return slots_of(G, items)[place_in(G, items, index, at)];
}

static inline Slot list_item_at(Game *G, Ref ref, i64 index, int at) {
    Items *items = items_at(G, ref);
    if ((u64)index >= items->count) raise_error(G, 702, at);
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
    if ((u64)index >= items->count) raise_error(G, 702, at);
    check_fits(G, items, value, at);
    set_slot(G, &slots_of(G, items)[index], value);
}

/* `known`: the type that the emitter knows the list to have, if it is not of a narrower one. */
static inline void list_add(Game *G, Ref ref, Slot value, i32 known, int at) {
    Items *items = items_at(G, present(G, ref, at));
    if (items->type != known) check_fits(G, items, value, at);
    if (items->count >= MOST_ELEMENTS) raise_error(G, 713, at);
    push_slot(G, items, value);
}

static Slot list_at(Game *G, Ref ref, double index, int at) { /* null outside */
    Items *items = items_at(G, present(G, ref, at));
    i64 place = cut(needed(G, index, at));
    int outside = index < 0.0 ? index <= -1.0 || !items->count : place < 0 || place >= items->count;
    return outside ? null_slot(tag_within(items)) : slots_of(G, items)[place];
}

static void list_place(Game *G, Ref ref, double index, Slot value, int at) { /* into a place, or one behind the last */
    Items *items = items_at(G, present(G, ref, at));
    i64 place = cut(needed(G, index, at));
    if (place == items->count && index > -1.0) list_add(G, ref, value, -1, at);
    else list_set(G, ref, index, value, at);
}

/* The collection at a place, made if there is none: something is about to be written into it. */
static Ref list_inner(Game *G, Ref ref, double index, int at) {
    Ref found = (Ref)list_at(G, ref, index, at).whole;
    if (!found) {
        found = items_made(G, RULES.types[items_at(G, ref)->type].of, 0);
        list_place(G, ref, index, slot_of(found), at);
    }
    return found;
}

static void list_append(Game *G, Ref ref, Ref other, i32 known, int at) {
    Items *items = items_at(G, present(G, ref, at)), *more = items_at(G, present(G, other, at));
    u32 count = more->count, before = items->count;
    if (before + count > MOST_ELEMENTS) raise_error(G, 713, at);
    work(G, count, at);
    if (items->type != known && (known < 0 || items->type != more->type))
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

static double list_find(Game *G, Ref ref, Slot value, int at) {
    i32 place = found_in(G, ref, value, at);
    return place < 0 ? null_number() : (double)place;
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

static void list_remove_range(Game *G, Ref ref, Ref other, int at) { /* every item that the other list holds */
    Items *items = items_at(G, present(G, ref, at)), *more = items_at(G, present(G, other, at));
    u32 count = items->count, others = more->count, kept = 0;
    i32 tag = tag_within(items);
    for (u32 j = 0; j < others; j++) work(G, count, at);
    Slot *slots = slots_of(G, items), *gone = slots_of(G, more);
    for (u32 i = 0; i < count; i++) {
        u32 j = 0;
        while (j < others && !same_slot(G, tag, slots[i], gone[j])) j++;
        kept += j == others;
    }
    if (kept == count) return;
    if (slots == gone) { /* from itself: all */
        set_count(G, items, 0);
        return;
    }
    slots = own_slots(G, items, count, count);
    gone = slots_of(G, more = items_at(G, other));
    if (items->data < G->floor) remember_words(G, items->data, count);
    kept = 0;
    for (u32 i = 0; i < count; i++) {
        u32 j = 0;
        while (j < others && !same_slot(G, tag, slots[i], gone[j])) j++;
        if (j == others) slots[kept++] = slots[i];
    }
    set_count(G, items, kept);
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
    if (items->count >= MOST_ELEMENTS) raise_error(G, 713, at);
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

/* What lies so far below the topmost; null outside. */
static Slot stack_peek(Game *G, Ref ref, double depth, int at) {
    Items *items = items_at(G, present(G, ref, at));
    i64 place = (i64)items->count - 1 - cut(needed(G, depth, at));
    return place < 0 || place >= items->count ? null_slot(tag_within(items)) : slots_of(G, items)[place];
}

static Slot stack_take_out(Game *G, Ref ref, Slot value, int at) { /* where it lies topmost */
    Items *items = items_at(G, present(G, ref, at));
    i32 tag = tag_within(items);
    if (is_null_slot(tag, value)) return value;
    work(G, items->count, at);
    for (u32 i = items->count; i-- > 0;) {
        Slot taken = slots_of(G, items)[i];
        if (!same_slot(G, tag, taken, value)) continue;
        work(G, items->count, at);
        remove_slot(G, items, i);
        return taken;
    }
    return null_slot(tag);
}

/* A list that is filled at once: elements follow by `list_put`. */
static inline void list_put(Game *G, Ref ref, Slot value) {
    Items *items = items_at(G, ref);
    if (items->count >= items->size) raise_error(G, 713, -1);
    slots_of(G, items)[items->count++] = value;
}

/* The elements of a list as they are now, for a loop that may change it. */
static Ref walk_copy(Game *G, Ref ref) { return list_like(G, items_at(G, ref)->type, items_at(G, ref)); }

static Ref remaining_players(Game *G, i32 type) {
    Ref made = items_made(G, type, (u32)G->players);
    for (i32 i = 0; i < G->players; i++)
        if (!has_left(G, i)) list_put(G, made, slot_of(i));
    return made;
}

static Ref all_players(Game *G, i32 type) {
    Ref made = items_made(G, type, (u32)G->players);
    for (i32 i = 0; i < G->players; i++) list_put(G, made, slot_of(i));
    return made;
}
