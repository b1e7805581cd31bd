/* ---- `is`, `as`, and what a key has to be

   Types that are only known when the game runs: whether a value is of one, and collections of anything that become
   collections of one type. The same as `is_a` and `as_a` in tgpl/runtime/collections.py. */

static int collection_is(Game *G, Ref ref, i32 wanted, int at);

/* Whether a value is of a type; null is of none. */
static int any_is(Game *G, Any any, i32 wanted, int at) {
    const TypeInfo *type = &RULES.types[wanted];
    i32 tag = any_tag(any);
    if (any == ANY_NULL) return 0;
    if (type->tag == PLAYER) return tag == NUMBER;
    if (tag != type->tag) return type->tag == ANY;
    if (tag == OBJECT) return object_fits(G, (Ref)any, type);
    if (tag == SYMBOL) return symbol_fits((Ref)any, type);
    return tag < OBJECT || collection_is(G, (Ref)any, wanted, at);
}

/* Whether no value is ever of both types. */
static int apart(i32 type, i32 wanted) {
    const TypeInfo *one = &RULES.types[type], *other = &RULES.types[wanted];
    if (one->tag == ANY) return 0;
    if (one->tag != other->tag) return 1;
    if (one->tag == SYMBOL) return one->first != other->first && (one->first > RULES.class_count || other->first > RULES.class_count);
    return one->tag > OBJECT && apart(one->of, other->of);
}

/* A collection is one of a type if all elements are. */
static int collection_is(Game *G, Ref ref, i32 wanted, int at) {
    if (!ref) return 0;
    Items *items = items_at(G, ref);
    const TypeInfo *own = &RULES.types[items->type], *other = &RULES.types[wanted];
    if (own->tag != other->tag || apart(own->of, other->of)) return 0;
    work(G, items->count, at);
    i32 tag = tag_within(items);
    if (tag < OBJECT && tag != ANY && tag != SYMBOL) return 1;
    u32 stride = own->tag == TABLE ? 3 : 1, start = own->tag == TABLE ? 2 : 0;
    for (u32 i = 0; i < items->count; i++) {
        Slot element = slots_of(G, items)[stride * i + start];
        if (is_null_slot(tag, element)) continue;
        if (tag == OBJECT ? !object_fits(G, (Ref)element.whole, &RULES.types[other->of])
                          : !any_is(G, any_of(tag, element), other->of, at))
            return 0;
    }
    return 1;
}

static int is_open(i32 type) { /* a list of what can be of any type, or of such lists */
    while (RULES.types[type].tag > OBJECT) type = RULES.types[type].of;
    return RULES.types[type].tag == ANY;
}

static Slot any_as_slot(Game *G, Any any, i32 wanted, int at) {
    i32 tag = RULES.types[wanted].tag;
    if (any == ANY_NULL) return null_slot(tag);
    return tag == PLAYER ? slot_of(seat(G, slot_of_any(any).number, at)) : any_slot(any);
}

/* A collection of what can be of any type, as the keys of a table, is one of one type from now on. */
static void settle_items(Game *G, Ref ref, i32 wanted, int at) {
    Items *items = items_at(G, ref);
    i32 of = RULES.types[wanted].of, tag = tag_within(items);
    if (!is_open(items->type) || RULES.types[of].tag == ANY) return;
    u32 stride = RULES.types[wanted].tag == TABLE ? 3 : 1, first = RULES.types[wanted].tag == TABLE ? 2 : 0;
    set_int(G, &items->type, wanted);
    for (u32 i = 0; i < items->count; i++) {
        Slot *slot = &slots_of(G, items)[stride * i + first];
        if (tag == ANY) set_slot(G, slot, any_as_slot(G, slot->bits, of, at));
        if (slot->whole && RULES.types[of].tag > OBJECT) settle_items(G, (Ref)slot->whole, of, at);
    }
}

static Ref collection_as(Game *G, Ref ref, i32 wanted, int at) {
    if (!collection_is(G, ref, wanted, at)) return 0;
    settle_items(G, ref, wanted, at);
    return ref;
}

static Slot any_as(Game *G, Any any, i32 wanted, int at) {
    if (!any_is(G, any, wanted, at)) return null_slot(RULES.types[wanted].tag);
    if (any_tag(any) > OBJECT) settle_items(G, (Ref)any, wanted, at);
    return any_as_slot(G, any, wanted, at);
}

/* A value as what it has to be; a collection must be one by its own type. */
static Slot any_expected(Game *G, Any any, i32 wanted, int at) {
    const TypeInfo *type = &RULES.types[wanted];
    i32 tag = any_tag(any);
    if (any == ANY_NULL) return null_slot(type->tag);
    int fits = type->tag == PLAYER ? tag == NUMBER : tag == type->tag;
    if (fits && tag == OBJECT) fits = object_fits(G, (Ref)any, type);
    if (fits && tag == SYMBOL) fits = symbol_fits((Ref)any, type);
    if (fits && tag > OBJECT) fits = narrower(items_at(G, (Ref)any)->type, wanted);
    if (!fits) raise_error(G, 708, at);
    return any_as_slot(G, any, wanted, at);
}

/* -- collections that are held as ones of any type: they may have become ones of one type meanwhile */

static inline Any open_of(const Items *items, Slot element) { return any_of(tag_within(items), element); }

/* A value as the collection has to hold it. */
static Slot open_slot(Game *G, const Items *items, Any value, int at) {
    i32 of = RULES.types[items->type].of;
    return RULES.types[of].tag == ANY ? slot_of_any(value) : any_expected(G, value, of, at);
}

static Any open_item(Game *G, Ref ref, double index, int at) {
    Items *items = items_at(G, present(G, ref, at));
    return open_of(items, slots_of(G, items)[place_in(G, items, index, at)]);
}

static Any open_at(Game *G, Ref ref, double index, int at) { /* null outside */
    Slot found = list_at(G, ref, index, at);
    return open_of(items_at(G, ref), found);
}

static void open_set(Game *G, Ref ref, double index, Any value, int at) {
    Items *items = items_at(G, present(G, ref, at));
    u32 place = place_in(G, items, index, at);
    Slot element = open_slot(G, items, value, at);
    set_slot(G, &slots_of(G, items)[place], element);
}

static void open_add(Game *G, Ref ref, Any value, int at) {
    Items *items = items_at(G, present(G, ref, at));
    Slot element = open_slot(G, items, value, at);
    if (items->count >= MOST_ELEMENTS) raise_error(G, 713, at);
    push_slot(G, items, element);
}

static void open_place(Game *G, Ref ref, double index, Any value, int at) { /* into a place, or one behind the last */
    Items *items = items_at(G, present(G, ref, at));
    i64 place = cut(needed(G, index, at));
    if (place == items->count && index > -1.0) open_add(G, ref, value, at);
    else open_set(G, ref, index, value, at);
}

static i32 open_found(Game *G, Ref ref, Any value, int at) {
    Items *items = items_at(G, present(G, ref, at));
    work(G, items->count, at);
    for (u32 i = 0; i < items->count; i++)
        if (same_any(G, open_of(items, slots_of(G, items)[i]), value)) return (i32)i;
    return -1;
}

static double open_find(Game *G, Ref ref, Any value, int at) {
    i32 place = open_found(G, ref, value, at);
    return place < 0 ? null_number() : (double)place;
}

static void open_remove(Game *G, Ref ref, Any value, int at) {
    i32 place = open_found(G, ref, value, at);
    if (place < 0) return;
    work(G, items_at(G, ref)->count, at);
    remove_slot(G, items_at(G, ref), (u32)place);
}

static void open_append(Game *G, Ref ref, Ref other, int at) {
    Items *items = items_at(G, present(G, ref, at)), *more = items_at(G, present(G, other, at));
    u32 count = more->count;
    if (items->count + count > MOST_ELEMENTS) raise_error(G, 713, at);
    work(G, count, at);
    for (u32 i = 0; i < count; i++) {
        Slot element = open_slot(G, items, open_of(more, slots_of(G, more)[i]), at);
        push_slot(G, items, element);
    }
}

static void open_remove_range(Game *G, Ref ref, Ref other, int at) { /* every item that the other list holds */
    Items *items = items_at(G, present(G, ref, at)), *more = items_at(G, present(G, other, at));
    u32 count = items->count, others = more->count;
    for (u32 j = 0; j < others; j++) work(G, count, at);
    if (ref == other) {
        if (count) set_count(G, items, 0);
        return;
    }
    for (u32 i = count; i-- > 0;) {
        u32 j = 0;
        while (j < others && !same_any(G, open_of(items, slots_of(G, items)[i]), open_of(more, slots_of(G, more)[j]))) j++;
        if (j < others) remove_slot(G, items, i);
    }
}

static void open_push(Game *G, Ref ref, Any value, int front, int at) {
    Items *items = items_at(G, present(G, ref, at));
    if (value == ANY_NULL) return;
    Slot element = open_slot(G, items, value, at);
    if (items->count >= MOST_ELEMENTS) raise_error(G, 713, at);
    if (!front) {
        push_slot(G, items, element);
        return;
    }
    work(G, items->count, at);
    insert_first(G, items, element);
}

static Any open_take(Game *G, Ref ref, int front, int at) {
    Slot taken = stack_take(G, ref, front, at);
    return open_of(items_at(G, ref), taken);
}

static Any open_peek(Game *G, Ref ref, double depth, int at) {
    Slot found = stack_peek(G, ref, depth, at);
    return open_of(items_at(G, ref), found);
}

static Any open_take_out(Game *G, Ref ref, Any value, int at) {
    Items *items = items_at(G, present(G, ref, at));
    if (value == ANY_NULL) return ANY_NULL;
    work(G, items->count, at);
    for (u32 i = items->count; i-- > 0;) {
        Any taken = open_of(items, slots_of(G, items)[i]);
        if (!same_any(G, taken, value)) continue;
        work(G, items->count, at);
        remove_slot(G, items, i);
        return taken;
    }
    return ANY_NULL;
}

static Any open_value(Game *G, Ref ref, i32 tag, Slot key, int at) {
    Items *items = items_at(G, present(G, ref, at));
    Slot found = table_item(G, ref, tag, key, tag_within(items), at);
    return open_of(items, found);
}

static void open_pair(Game *G, Ref ref, i32 tag, Slot key, Any value, int at) {
    Items *items = items_at(G, present(G, ref, at));
    plain_key(G, &tag, &key, at);
    i32 of = tag_within(items);
    Slot element = value == ANY_NULL ? null_slot(of) : open_slot(G, items, value, at);
    table_set(G, ref, tag, key, element, of, items->type, at);
}

/* An element of a collection that may be seen as one of a derived class. */
static inline Ref seen_as(Game *G, Ref ref, i32 first, i32 last, int at) {
    i32 class_ = ref ? *(i32 *)at_ref(G, ref) : first;
    if (class_ < first || class_ >= last) raise_error(G, 708, at);
    return ref;
}

static inline Ref seen_symbol(Game *G, Ref symbol, i32 first, i32 last, int at) {
    if (symbol && !symbol_is(symbol, first, last)) raise_error(G, 708, at);
    return symbol;
}

/* -- the keys of a table */

static Any key_at(Game *G, const Items *table, u32 i) {
    Slot key = slots_of(G, table)[3 * i + 1];
    i32 tag = (i32)(slots_of(G, table)[3 * i].bits & 15);
    return any_of(tag == LIST ? RULES.types[items_at(G, (Ref)key.whole)->type].tag : tag, key);
}

static Ref table_keys(Game *G, Ref ref, i32 type, int at) {
    u32 count = items_at(G, present(G, ref, at))->count;
    work(G, count, at);
    Ref made = items_made(G, type, count);
    for (u32 i = 0; i < count; i++) list_put(G, made, slot_of_any(key_at(G, items_at(G, ref), i)));
    return made;
}

/* A key as what a loop over the keys expects. */
static Slot key_expected(Game *G, const Items *table, u32 i, i32 wanted, int at) {
    return any_expected(G, key_at(G, table, i), wanted, at);
}
