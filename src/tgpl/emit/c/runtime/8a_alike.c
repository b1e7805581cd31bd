/* ---- what nothing tells apart: the same as tgpl/runtime/alike.py

   In `groups` each candidate has the place of the first that is like it. Those that look alike are parted by what refers to
   them: by attributes, tables and events, which single one out, and by the lists that they are in, each so many times. */

/* -- places by hashes, on the scratch */

static Slot *begin_places(Game *G, u32 count, u32 *mask) {
    Slot *places = begin_distinct(G, count, mask);
    G->scratch_top += *mask + 1;
    return places;
}

static inline u32 hash_place(u64 word, u32 mask) { return (u32)((word * GOLDEN) >> 32) & mask; }

/* Numbers, texts and the like: equal ones are alike. */
static void group_values(Game *G, i32 tag, const Slot *values, u32 count, Slot *groups) {
    Slot *top = G->scratch_top;
    u32 mask;
    Slot *places = begin_places(G, count, &mask);
    for (u32 i = 0; i < count; i++) {
        Slot value = values[i];
        u64 word = tag == TEXT ? text_hash(G, (Ref)value.whole) : tag == NUMBER && value.number == 0.0 ? 0 : value.bits;
        u32 at = hash_place(word, mask);
        while (places[at].whole && !same_slot(G, tag, values[places[at].whole - 1], value)) at = (at + 1) & mask;
        if (!places[at].whole) places[at] = slot_of((i64)i + 1);
        groups[i] = slot_of(places[at].whole - 1);
    }
    G->scratch_top = top;
}

/* -- looks */

static int can_be_like_another(Game *G, Ref ref, Player player) {
    const ClassInfo *info = class_of(G, ref);
    if ((info->kind != CLASS && info->kind != INTERACTABLE) || info->visibility == GLOBAL) return 0;
    for (i32 i = 0; i < info->fields && player >= 0; i++)
        if (info->field[i].hidden && !owns(G, ref, player)) return 0;
    return 1;
}

static int same_items(Game *G, const Items *mine, const Items *his) {
    i32 shape = RULES.types[mine->type].tag, within = tag_within(mine), his_within = tag_within(his);
    if (shape != RULES.types[his->type].tag || mine->count != his->count) return 0;
    const Slot *a = slots_of(G, mine), *b = slots_of(G, his);
    u32 each = shape == TABLE ? 3 : 1;
    for (u32 i = 0; i < mine->count; i++, a += each, b += each) {
        if (shape == TABLE && !same_any(G, any_of((i32)(a[0].bits & 15), a[1]), any_of((i32)(b[0].bits & 15), b[1]))) return 0;
        if (!same_any(G, any_of(within, a[each - 1]), any_of(his_within, b[each - 1]))) return 0;
    }
    return 1;
}

/* Whether two attributes hold the same; collections inside collections are only like themselves. */
static int same_content(Game *G, i32 tag, Slot one, Slot other) {
    if (same_slot(G, tag, one, other)) return 1;
    if (tag == ANY) {
        tag = any_tag(one.bits);
        if (tag != any_tag(other.bits)) return 0;
        one = any_slot(one.bits), other = any_slot(other.bits);
    }
    return tag > OBJECT && one.whole && other.whole && same_items(G, items_at(G, (Ref)one.whole), items_at(G, (Ref)other.whole));
}

static int look_alike(Game *G, Ref one, Ref other) {
    const Object *mine = object_at(G, one), *his = object_at(G, other);
    if (mine->class_ != his->class_ || mine->owner != his->owner || mine->members != his->members) return 0;
    const ClassInfo *info = class_of(G, one);
    if (info->kind == INTERACTABLE) {
        const Thing *a = at_ref(G, one), *b = at_ref(G, other);
        if (a->tile != b->tile || a->discarded != b->discarded || a->decks != b->decks) return 0;
    }
    for (i32 i = 0; i < info->fields; i++) {
        const Field *field = &info->field[i];
        if (!same_content(G, field->tag, field_value(G, one, field), field_value(G, other, field))) return 0;
    }
    return 1;
}

static u64 looks_hash(Game *G, Ref ref) {
    const Object *object = object_at(G, ref);
    const ClassInfo *info = class_of(G, ref);
    u64 hash = joined((u64)(u32)object->class_ << 32 | (u32)object->owner, object->members);
    for (i32 i = 0; i < info->fields; i++) {
        i32 tag = info->field[i].tag;
        Slot value = field_value(G, ref, &info->field[i]);
        if (tag == TEXT) value.bits = value.whole ? text_hash(G, (Ref)value.whole) : 0;
        if (tag == NUMBER && (value.number == 0.0 || is_null(value.number))) value.bits = 0;
        if (tag != ANY && tag <= OBJECT) hash = joined(hash, value.bits);
    }
    return hash;
}

/* Those that look alike; whether there are any. */
static int group_looks(Game *G, const Slot *candidates, u32 count, Player player, Slot *groups) {
    Slot *top = G->scratch_top;
    u32 mask, some = 0;
    Slot *places = begin_places(G, count, &mask);
    for (u32 i = 0; i < count; i++) {
        Ref ref = (Ref)candidates[i].whole;
        groups[i] = slot_of(i);
        if (!can_be_like_another(G, ref, player)) continue;
        u32 at = hash_place(looks_hash(G, ref), mask);
        while (places[at].whole && !look_alike(G, (Ref)candidates[places[at].whole - 1].whole, ref)) at = (at + 1) & mask;
        if (!places[at].whole) places[at] = slot_of((i64)i + 1);
        else some = 1;
        groups[i] = slot_of(places[at].whole - 1);
    }
    G->scratch_top = top;
    return (int)some;
}

/* -- what refers to them */

typedef struct Referrers {
    const Slot *candidates;
    u32 count;
    Slot *names;  /* for each candidate the name of its group; groups that are parted get new ones */
    i64 next;     /* name */
    Slot *places; /* of the candidates that look like another, by their references: 1 + which one */
    u32 mask;
    Slot *times;   /* how often a list has each candidate */
    Slot *touched; /* those that it has */
    Slot *parts;   /* the groups of these: a name, how often, and the new name */
} Referrers;

static i64 tracked_at(const Referrers *all, Ref ref) { /* -1: none of them */
    u32 at = hash_place(ref, all->mask);
    for (; all->places[at].whole; at = (at + 1) & all->mask)
        if ((Ref)all->candidates[all->places[at].whole - 1].whole == ref) return all->places[at].whole - 1;
    return -1;
}

/* One thing refers to it, and to no other by the same way. */
static void refer(Game *G, Referrers *all, i32 tag, Ref ref) {
    if (tag < OBJECT || !ref) return;
    if (tag == OBJECT) {
        i64 place = tracked_at(all, ref);
        if (place >= 0) all->names[place] = slot_of(all->next++);
        return;
    }
    Items *items = items_at(G, ref);
    if (items->mark == G->epoch) return;
    items->mark = G->epoch;
    if (G->marking_count == G->marking_size)
        G->marking = grow_block(G, G->marking, &G->marking_size, (u64)G->marking_count + 1, sizeof(Ref));
    G->marking[G->marking_count++] = ref;
}

static void refer_any(Game *G, Referrers *all, i32 tag, Slot value) {
    if (tag == ANY) tag = any_tag(value.bits), value = any_slot(value.bits);
    if (tag >= OBJECT) refer(G, all, tag, (Ref)value.whole);
}

/* Candidates that a list has so many times are not like those that it has more often, or not at all. */
static void part_by_list(Game *G, Referrers *all, const Items *items) {
    const Slot *slots = slots_of(G, items);
    i32 within = tag_within(items);
    u32 touched = 0, parts = 0;
    for (u32 i = 0; i < items->count; i++) {
        i32 tag = within == ANY ? any_tag(slots[i].bits) : within;
        if (tag > OBJECT) refer_any(G, all, within, slots[i]);
        if (tag != OBJECT) continue;
        i64 place = tracked_at(all, within == ANY ? (Ref)slots[i].bits : (Ref)slots[i].whole);
        if (place >= 0 && !all->times[place].whole++) all->touched[touched++] = slot_of(place);
    }
    Slot *top = G->scratch_top;
    u32 mask;
    Slot *places = touched ? begin_places(G, touched, &mask) : 0;
    for (u32 i = 0; i < touched; i++) {
        i64 place = all->touched[i].whole, name = all->names[place].whole, times = all->times[place].whole;
        u32 at = hash_place(joined((u64)name, (u64)times), mask);
        const Slot *part = 0;
        for (; places[at].whole; at = (at + 1) & mask) {
            part = all->parts + 3 * (places[at].whole - 1);
            if (part[0].whole == name && part[1].whole == times) break;
        }
        if (!places[at].whole) {
            Slot *made = all->parts + 3 * parts++;
            made[0] = slot_of(name), made[1] = slot_of(times), made[2] = slot_of(all->next++);
            places[at] = slot_of(parts);
            part = made;
        }
        all->names[place] = part[2];
        all->times[place] = slot_of(0);
    }
    G->scratch_top = top;
}

static void open_items(Game *G, Referrers *all, const Items *items) {
    if (RULES.types[items->type].tag != TABLE) {
        part_by_list(G, all, items);
        return;
    }
    const Slot *slots = slots_of(G, items);
    i32 within = tag_within(items);
    for (u32 i = 0; i < items->count; i++, slots += 3) {
        refer_any(G, all, (i32)(slots[0].bits & 15), slots[1]);
        refer_any(G, all, within, slots[2]);
    }
}

static void look_into(Game *G, Referrers *all, Ref ref, Player player) {
    const ClassInfo *info = class_of(G, ref);
    for (i32 i = 0; i < info->links; i++) {
        const Link *link = &info->link[i];
        if (player >= 0 && link->hidden && !owns(G, ref, player)) continue;
        const void *at = G->arena + ref + link->at;
        if (link->tag == ANY) refer_any(G, all, ANY, slot_of_any(*(const Any *)at));
        else refer(G, all, link->tag, *(const Ref *)at);
    }
    if (info->kind != DECK) return;
    refer(G, all, LIST, ((Deck *)at_ref(G, ref))->discard_stack);
    if (player < 0) refer(G, all, LIST, ((Deck *)at_ref(G, ref))->cards);
}

/* The first place that has the same name. */
static void group_names(Game *G, const Slot *names, u32 count, Slot *groups) {
    Slot *top = G->scratch_top;
    u32 mask;
    Slot *places = begin_places(G, count, &mask);
    for (u32 i = 0; i < count; i++) {
        u32 at = hash_place(names[i].bits, mask);
        while (places[at].whole && names[places[at].whole - 1].whole != names[i].whole) at = (at + 1) & mask;
        if (!places[at].whole) places[at] = slot_of((i64)i + 1);
        groups[i] = slot_of(places[at].whole - 1);
    }
    G->scratch_top = top;
}

static void group_objects(Game *G, const Slot *candidates, u32 count, Player player, Slot *groups) {
    Slot *top = G->scratch_top;
    if (!RULES.secrets) player = -1;
    if (!group_looks(G, candidates, count, player, groups)) return;
    room(G, 7 * (u64)count);
    Slot *sizes = G->scratch_top;
    Referrers all = {candidates, count, sizes + count, (i64)count, 0, 0, sizes + 2 * count, sizes + 3 * count, sizes + 4 * count};
    G->scratch_top += 7 * (u64)count;
    memset(sizes, 0, 3 * count * sizeof(Slot)); /* and times */
    for (u32 i = 0; i < count; i++) sizes[groups[i].whole].whole++;
    all.places = begin_places(G, count, &all.mask);
    for (u32 i = 0; i < count; i++) {
        if (sizes[groups[i].whole].whole < 2) continue;
        u32 at = hash_place((u64)candidates[i].whole, all.mask);
        while (all.places[at].whole) at = (at + 1) & all.mask;
        all.places[at] = slot_of((i64)i + 1);
    }
    if (player < 0) {
        charge_alive(G);
        find_alive(G);
    } else {
        find_seen(G, player);
    }
    u32 seen = player < 0 ? G->alive_mark : G->epoch;
    for (u32 i = 0; i < count; i++) {
        int single = sizes[groups[i].whole].whole > 1 && object_at(G, (Ref)candidates[i].whole)->mark != seen;
        all.names[i] = single ? slot_of(all.next++) : groups[i];
    }
    next_epoch(G); /* for collections: objects keep their marks */
    G->marking_count = 0;
    for (Ref ref = G->m.newest; ref; ref = object_at(G, ref)->older)
        if (object_at(G, ref)->mark == seen) look_into(G, &all, ref, player);
    while (G->marking_count) open_items(G, &all, items_at(G, G->marking[--G->marking_count]));
    group_names(G, all.names, count, groups);
    G->scratch_top = top;
}

static void group_candidates(Game *G, i32 type, const Slot *candidates, u32 count, Player player, Slot *groups) {
    i32 tag = RULES.types[type].tag;
    if (tag == OBJECT) group_objects(G, candidates, count, player, groups);
    else group_values(G, tag, candidates, count, groups);
}
