/* ---- which objects are still in the game, and clearing away what is not

   An object is in the game while something that is in the game refers to it. Roots are globals, what belongs to a
   player, the variables of running blocks and the events that are thrown. A reference to a collection carries a 1 in
   its lowest bit here, so that it can be told from one to an object; references are multiples of 8. */

/* Marks for another purpose. Before they run out, memory is tidied behind the transaction, and they begin anew. */
static u32 next_epoch(Game *G) {
    if (++G->epoch >= LAST_EPOCH) G->compact_at = 0;
    return G->epoch;
}

static void mark_later(Game *G, Ref tagged) {
    if (tagged <= 1) return;
    u32 *mark = tagged & 1 ? &items_at(G, tagged - 1)->mark : &object_at(G, tagged)->mark;
    if (*mark == G->epoch) return;
    *mark = G->epoch;
    if (G->marking_count == G->marking_size)
        G->marking = grow_block(G, G->marking, &G->marking_size, (u64)G->marking_count + 1, sizeof(Ref));
    G->marking[G->marking_count++] = tagged;
}

static void mark_any(Game *G, Any any) {
    i32 tag = any_tag(any);
    if (tag >= OBJECT) mark_later(G, (Ref)any | (tag > OBJECT));
}

static void mark_value(Game *G, i32 tag, Ref ref) {
    if (tag == OBJECT) mark_later(G, ref);
    else if (tag > OBJECT) mark_later(G, ref | 1);
}

static void mark_link(Game *G, const Link *link, Ref ref) { /* what an attribute of an object keeps in the game */
    const void *at = G->arena + ref + link->at;
    if (link->tag == ANY) mark_any(G, *(const Any *)at);
    else mark_value(G, link->tag, *(const Ref *)at);
}

static void mark_items(Game *G, const Items *items) {
    i32 tag = tag_within(items), is_table = RULES.types[items->type].tag == TABLE;
    const Slot *slots = slots_of(G, items);
    for (u32 i = 0; i < items->count; i++) {
        if (is_table) mark_value(G, (i32)(slots[3 * i].bits & 15), (Ref)slots[3 * i + 1].whole);
        const Slot *held = &slots[is_table ? 3 * i + 2 : i];
        if (tag == ANY) mark_any(G, held->bits);
        else mark_value(G, tag, (Ref)held->whole);
    }
}

static void mark_parts(Game *G, Ref ref) { /* what an object keeps in the game beside its attributes */
    switch (class_of(G, ref)->kind) {
    case INTERACTABLE: mark_later(G, ((Thing *)at_ref(G, ref))->tile); break;
    case DECK:
        mark_later(G, ((Deck *)at_ref(G, ref))->cards | 1);
        mark_later(G, ((Deck *)at_ref(G, ref))->discard_stack | 1);
        break;
    case CONNECTION: mark_later(G, ((Connection *)at_ref(G, ref))->to); break;
    case TILE: {
        Tile *tile = at_ref(G, ref);
        mark_later(G, tile->group);
        mark_later(G, tile->pieces | 1);
        mark_later(G, tile->connections | 1);
        break;
    }
    case GROUP: {
        Group *group = at_ref(G, ref);
        mark_later(G, group->tiles | 1);
        for (i32 i = 0; i < group->width * group->height; i++) mark_later(G, ((Ref *)at_ref(G, group->places))[i]);
        break;
    }
    default: break;
    }
}

static void mark_all(Game *G) {
    while (G->marking_count) {
        Ref tagged = G->marking[--G->marking_count];
        if (tagged & 1) {
            mark_items(G, items_at(G, tagged - 1));
            continue;
        }
        const ClassInfo *info = class_of(G, tagged);
        for (i32 i = 0; i < info->links; i++) mark_link(G, &info->link[i], tagged);
        mark_parts(G, tagged);
    }
}

/* What finding out who is in the game costs of the limit. */
static inline void charge_alive(Game *G) {
    if ((u32)G->running | G->waiting | G->resolving_count | G->passed_count) work(G, 4 * G->m.objects, -1);
}

/* Finds out who is in the game: afterwards they carry the mark `alive_mark`. */
static void find_alive(Game *G) {
    int held = G->waiting || G->resolving_count || G->passed_count;
    if (!G->running && !held && G->alive_epoch && G->alive_at == G->changes) return;
    next_epoch(G);
    G->marking_count = 0;
    for (Ref ref = G->m.newest; ref; ref = object_at(G, ref)->older)
        if (rooted(G, ref)) mark_later(G, ref);
    if (G->running)
        for (Roots *roots = G->roots; roots; roots = roots->outer)
            for (i32 i = 0; i < roots->count; i++) mark_later(G, roots->held[i]);
    for (u32 i = 0; i < G->queue_last; i++) mark_later(G, G->queue[i]);
    for (u32 i = 0; i < G->resolving_count; i++) mark_later(G, G->resolving[i]);
    for (u32 i = 0; i < G->passed_count; i++) mark_later(G, G->passed[i]);
    mark_all(G);
    G->alive_epoch = G->running || held ? 0 : G->epoch;
    G->alive_mark = G->epoch;
    G->alive_at = G->changes;
}

/* How many objects a register has that are always in the game: to be told as dear as if they had to be looked for. */
static inline u32 steady_count(Game *G, i32 list) {
    u32 count = list_of_class(G, list)->count;
    work(G, count, -1);
    if (count) charge_alive(G);
    return count;
}

/* Every object of a register that is in the game and present, oldest first, onto the scratch; how many. What can make one
   absent is known by the register: nothing, being discarded or in a deck (1), or being a blank tile (2). */
static ALWAYS_INLINE u32 present_of(Game *G, const Items *items, u32 count, i32 absence) {
    int charged = 0, known = 0;
    const Slot *from = slots_of(G, items);
    Slot *next = G->scratch_top;
    for (u32 i = 0; i < count; i++) {
        Ref ref = (Ref)from[i].whole;
        if (absence == 1 ? !is_piece_present(G, ref) : absence == 2 && is_blank(G, ref)) continue;
        if (!rooted(G, ref)) {
            if (!charged) charge_alive(G), charged = 1;
            if (!class_of(G, ref)->permanent) {
                if (!known) find_alive(G), known = 1;
                if (object_at(G, ref)->mark != G->alive_mark) continue;
            }
        }
        *next++ = from[i];
    }
    u32 found = (u32)(next - G->scratch_top);
    G->scratch_top = next;
    return found;
}

static u32 all_of(Game *G, i32 list) {
    Items *items = list_of_class(G, list);
    u32 count = items->count;
    room(G, count);
    if (RULES.steady[list]) {
        count = steady_count(G, list);
        if (count) memcpy(G->scratch_top, slots_of(G, items), count * sizeof(Slot));
        G->scratch_top += count;
        return count;
    }
    work(G, count, -1);
    switch (RULES.absence[list]) {
    case 1: return present_of(G, items, count, 1);
    case 2: return present_of(G, items, count, 2);
    default: return present_of(G, items, count, 0);
    }
}

/* -- between two moves */

static void sweep(Game *G) { /* forgets objects that are no longer in the game, once there are enough */
    G->alive_epoch = 0;
    find_alive(G);
    Ref *link = &G->m.newest;
    G->m.objects -= G->m.ghosts;
    G->m.ghosts = 0;
    while (*link) {
        Object *object = object_at(G, *link);
        if (object->mark == G->alive_mark) {
            link = &object->older;
        } else {
            *link = object->older;
            G->m.objects--;
        }
    }
    for (i32 list = 0; list < RULES.list_count; list++) {
        Items *items = list_of_class(G, list);
        u32 left = 0;
        for (u32 i = 0; i < items->count; i++) {
            Slot slot = slots_of(G, items)[i];
            if (object_at(G, (Ref)slot.whole)->mark == G->alive_mark) slots_of(G, items)[left++] = slot;
        }
        items->count = left;
    }
    G->sweep_at = 2 * G->m.objects > 1000 ? 2 * G->m.objects : 1000;
}

/* Moving everything that is still used to the beginning of another arena. Objects go first, the oldest at the front,
   because references are compared to find out who is older. What was moved leaves its new place behind: in `mark`, with
   the highest bit set (epochs never come that far); a text, which has no mark, in its hash, with a length that no text
   has. So everything is moved once, however often it is held, and there is room for it: nothing becomes larger. */
enum { MOVED = 1u << 31 };

static Ref moved_block(Game *G, Ref from, u32 size) {
    Ref made = G->m.top;
    u32 whole = (size + 7u) & ~7u;
    if (whole > G->arena_size - made) unsupported(G, "so much memory"); /* never: see above */
    memcpy(G->other_arena + made, G->arena + from, size);
    G->m.top = made + whole;
    return made;
}

static Ref moved_text(Game *G, Ref ref) {
    Text *text = at_ref(G, ref);
    if (ref < G->first_free) return ref; /* constant */
    if (text->bytes == MOVED) return text->hash;
    Ref made = moved_block(G, ref, (u32)sizeof(Text) + text->bytes);
    text->bytes = MOVED;
    text->hash = made;
    return made;
}

static Ref moved(Game *G, i32 tag, Ref ref) {
    if (!ref || tag < TEXT || tag == BOOL || tag == PLAYER || tag == SYMBOL) return ref;
    if (tag == TEXT) return moved_text(G, ref);
    if (tag == OBJECT) {
        u32 mark = object_at(G, ref)->mark;
        return (mark & MOVED) ? (mark & ~(u32)MOVED) << 3 : 0;
    }
    Items *items = items_at(G, ref);
    if (items->mark & MOVED) return (items->mark & ~(u32)MOVED) << 3;
    Ref made = moved_block(G, ref, sizeof(Items));
    items->mark = MOVED | made >> 3;
    Items *copy = (Items *)(void *)(G->other_arena + made);
    u32 used = RULES.types[items->type].tag == TABLE ? 3 * items->count : items->count;
    copy->size = used;
    copy->data = used ? moved_block(G, items->data, 8 * used) : 0;
    copy->mark = G->moving; /* its elements follow; no memory may be needed for what waits */
    G->moving = made;
    return made;
}

static Any moved_any(Game *G, Any any) {
    i32 tag = any_tag(any);
    return tag == TEXT || tag >= OBJECT ? any_boxed(tag, moved(G, tag, (Ref)any)) : any;
}

/* As large as it was, because keys of objects have other hashes now: made anew, but never larger. */
static Ref moved_index(Game *G, Ref old, const Slot *slots, u32 count) {
    u32 shift = *(u32 *)at_ref(G, old);
    Ref made = moved_block(G, old, index_size(shift));
    index_fill((u32 *)(void *)(G->other_arena + made), shift, slots, count);
    return made;
}

static void move_elements(Game *G) {
    while (G->moving) {
        Items *items = (Items *)(void *)(G->other_arena + G->moving);
        G->moving = items->mark;
        items->mark = 0;
        Slot *slots = (Slot *)(void *)(G->other_arena + items->data);
        i32 tag = tag_within(items), is_table = RULES.types[items->type].tag == TABLE;
        for (u32 i = 0; i < items->count && (tag != NUMBER || is_table); i++) {
            if (!is_table) {
                if (tag == TEXT || tag >= OBJECT) slots[i].whole = moved(G, tag, (Ref)slots[i].whole);
                else if (tag == ANY) slots[i].bits = moved_any(G, slots[i].bits);
                continue;
            }
            i32 key = (i32)(slots[3 * i].bits & 15);
            if (key == TEXT || key >= OBJECT) slots[3 * i + 1].whole = moved(G, key, (Ref)slots[3 * i + 1].whole);
            if (tag == TEXT || tag >= OBJECT) slots[3 * i + 2].whole = moved(G, tag, (Ref)slots[3 * i + 2].whole);
            else if (tag == ANY) slots[3 * i + 2].bits = moved_any(G, slots[3 * i + 2].bits);
        }
        items->index = items->count > SHORT_TABLE && items->index ? moved_index(G, items->index, slots, items->count) : 0;
    }
}

static void move_links(Game *G, Object *object) {
    const ClassInfo *info = &RULES.classes[object->class_];
    u8 *here = (u8 *)object;
    for (i32 i = 0; i < info->links; i++) {
        void *link = here + info->link[i].at;
        if (info->link[i].tag == ANY) *(Any *)link = moved_any(G, *(Any *)link);
        else *(Ref *)link = moved(G, info->link[i].tag, *(Ref *)link);
    }
    switch (info->kind) {
    case INTERACTABLE: ((Thing *)object)->tile = moved(G, OBJECT, ((Thing *)object)->tile); break;
    case DECK:
        ((Deck *)object)->cards = moved(G, LIST, ((Deck *)object)->cards);
        ((Deck *)object)->discard_stack = moved(G, LIST, ((Deck *)object)->discard_stack);
        break;
    case CONNECTION: ((Connection *)object)->to = moved(G, OBJECT, ((Connection *)object)->to); break;
    case TILE: {
        Tile *tile = (Tile *)object;
        tile->group = moved(G, OBJECT, tile->group);
        tile->pieces = moved(G, LIST, tile->pieces);
        tile->connections = moved(G, LIST, tile->connections);
        break;
    }
    case GROUP: {
        Group *group = (Group *)object;
        u32 count = (u32)(group->width * group->height);
        group->tiles = moved(G, LIST, group->tiles);
        if (group->places) group->places = moved_block(G, group->places, 4 * count);
        Ref *places = (Ref *)(void *)(G->other_arena + group->places);
        for (u32 i = 0; i < count; i++) places[i] = moved(G, OBJECT, places[i]);
        break;
    }
    default: break;
    }
}

/* Where nothing has a mark any more. */
static void begin_epochs(Game *G) {
    if (G->epoch < LAST_EPOCH) return;
    G->epoch = 0;
    G->kept_players = 0; /* what is kept of the setup has marks of its own */
}

static void compact(Game *G) {
    if (!G->other_arena) G->other_arena = malloc(G->arena_size + 8);
    if (!G->other_arena) unsupported(G, "so much memory");
    G->scratch = grow_block(G, G->scratch, &G->scratch_size, G->m.objects, sizeof(Slot));
    G->scratch_top = G->scratch;
    u32 lists = (u32)RULES.list_count * sizeof(Items), globals = (u32)RULES.global_count;
    u32 fixed = G->first_free + lists + ((4 * globals + 7u) & ~7u);
    memcpy(G->other_arena, G->arena, fixed);
    G->m.top = fixed;
    G->moving = 0;
    /* Every register object, the oldest first: from the newest on back, then in the other direction. */
    u32 count = 0;
    for (Ref ref = G->m.newest; ref; ref = object_at(G, ref)->older) G->scratch[count++] = slot_of(ref);
    Ref before = 0;
    for (u32 i = count; i-- > 0;) {
        Ref ref = (Ref)G->scratch[i].whole;
        Ref made = moved_block(G, ref, class_of(G, ref)->size);
        ((Object *)(void *)(G->other_arena + made))->older = before;
        ((Object *)(void *)(G->other_arena + made))->mark = 0;
        object_at(G, ref)->mark = MOVED | made >> 3;
        G->scratch[i] = slot_of(made);
        before = made;
    }
    G->m.newest = before;
    for (u32 i = count; i-- > 0;) {
        move_links(G, (Object *)(void *)(G->other_arena + G->scratch[i].whole));
        move_elements(G);
    }
    for (i32 list = 0; list < RULES.list_count; list++) {
        Items *items = (Items *)(void *)(G->other_arena + G->first_free) + list;
        items->size = items->count;
        if (items->count) items->data = moved_block(G, items->data, 8 * items->count);
        Slot *slots = (Slot *)(void *)(G->other_arena + items->data);
        for (u32 i = 0; i < items->count; i++) slots[i].whole = moved(G, OBJECT, (Ref)slots[i].whole);
    }
    Ref *global = (Ref *)(void *)(G->other_arena + G->first_free + lists);
    for (u32 i = 0; i < globals; i++) global[i] = moved(G, OBJECT, global[i]);
    G->m.pending.phase = moved(G, TEXT, G->m.pending.phase);
    for (u32 i = 0; i < (G->m.sealed ? G->sealed_ends[G->m.sealed] : 0); i++) {
        Key *key = &G->sealed_keys[i];
        if (key->what == ACTION || (key->what == VALUE && RULES.types[key->type].tag == OBJECT))
            key->value.whole = moved(G, OBJECT, (Ref)key->value.whole);
    }
    for (Ref *link = &G->m.seen; *link;) {
        *link = moved_block(G, *link, sizeof(Seen));
        link = &((Seen *)(void *)(G->other_arena + *link))->before;
    }
    u8 *old = G->arena;
    G->arena = G->other_arena;
    G->other_arena = old;
    G->alive_epoch = 0;
    begin_epochs(G);
    G->changes++;
    G->compact_at = 2 * G->m.top > COMPACT_FROM && COMPACT_FROM ? 2 * G->m.top : COMPACT_FROM;
}
