/* ---- `is`, `as`, and what a key has to be */

static int collection_is(Game *G, Ref ref, i32 wanted, int at);

/* Whether a value is of a type; null is of none. */
static int any_is(Game *G, Any any, i32 wanted, int at) {
    const TypeInfo *type = &RULES.types[wanted];
    i32 tag = any_tag(any);
    if (any == ANY_NULL) return 0;
    if (type->tag == PLAYER) return tag == NUMBER;
    if (tag != type->tag) return type->tag == ANY;
    if (tag == OBJECT) return object_fits(G, (Ref)any, type);
    return tag < OBJECT || collection_is(G, (Ref)any, wanted, at);
}

/* Whether no value is ever of both types. */
static int apart(i32 type, i32 wanted) {
    const TypeInfo *one = &RULES.types[type], *other = &RULES.types[wanted];
    if (one->tag == ANY) return 0;
    if (one->tag != other->tag) return 1;
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
    if (tag < OBJECT && tag != ANY) return 1;
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

/* The keys of a table are a list of one type from now on. */
static void settle_items(Game *G, Ref ref, i32 wanted, int at) {
    Items *items = items_at(G, ref);
    if (RULES.types[items->type].tag != LIST || !is_open(items->type)) return;
    i32 of = RULES.types[wanted].of, tag = tag_within(items);
    set_int(G, &items->type, wanted);
    for (u32 i = 0; i < items->count; i++) {
        Slot *slot = &slots_of(G, items)[i];
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
    if (fits && tag > OBJECT) fits = narrower(items_at(G, (Ref)any)->type, wanted);
    if (!fits) trouble(G, 708, at);
    return any_as_slot(G, any, wanted, at);
}

/* An element of a collection that may be seen as one of a derived class. */
static inline Ref seen_as(Game *G, Ref ref, i32 first, i32 last, int at) {
    i32 class_ = ref ? *(i32 *)at_ref(G, ref) : first;
    if (class_ < first || class_ >= last) trouble(G, 708, at);
    return ref;
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
