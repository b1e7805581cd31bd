/* ---- a world is laid over the real match: hidden objects get other places and other attributes

   What 9c_worlds.c chose is written into the match before a simulation; the journal takes it back. Options that the seat cannot
   see stand for other objects there. */

static void abandon(Game *G) __attribute__((noreturn));
static void abandon(Game *G) { /* the rest of a simulation does not matter */
    G->code = 0;
    leave(G, STOP_ERROR);
}

static Slot imagined(Game *G, Guess *Q, World *world, u32 *at, i32 type, Ref old, Ref holder, i32 field, int needed);

static void give_owner(Game *G, Ref ref, Player owner, u64 members) {
    Object *object = object_at(G, ref);
    if (object->owner != owner) set_int(G, &object->owner, owner);
    if (object->members != members) set_slot(G, (Slot *)(void *)&object->members, slot_of((i64)members));
    G->changes++;
}

static void write_field(Game *G, Ref ref, const Field *field, i32 tag, Slot value) { /* `tag`: of what is written */
    void *at = G->arena + ref + field->at;
    if (field->tag == NUMBER) set_number(G, at, value.number);
    else if (field->tag == BOOL || field->tag == PLAYER) set_int(G, at, (i32)value.whole);
    else if (field->tag == ANY) set_any(G, at, any_of(tag, value));
    else set_ref(G, at, (Ref)value.whole);
}

/* In which zone something lies that lies in an attribute. */
static Ref zone_there(Game *G, Ref holder, i32 field) { return field >= 0 && class_of(G, holder)->zone == field + 1 ? holder : 0; }

static void set_whereabouts(Game *G, Ref ref, Ref zone) {
    const ClassInfo *info = class_of(G, ref);
    if (info->whereabouts) set_ref(G, (Ref *)(void *)(G->arena + ref + info->field[info->whereabouts - 1].at), zone);
}

/* Where it lies now: in a deck, on a tile, in a zone, or somewhere else. What lies in a zone belongs to its owner. */
static void lay(Game *G, Ref ref, const Face *there, Ref holder, i32 field) {
    Ref zone = zone_there(G, holder, field);
    Player owner = zone ? object_at(G, zone)->owner : -1;
    give_owner(G, ref, owner >= 0 ? owner : there ? there->owner : -1, there ? there->members : 0);
    set_whereabouts(G, ref, zone);
    if (class_of(G, ref)->kind != INTERACTABLE) return;
    Thing *thing = at_ref(G, ref);
    set_int(G, &thing->discarded, there ? there->discarded : 0);
    set_int(G, &thing->decks, field == CARDS);
    set_ref(G, &thing->tile, field == PIECES ? holder : 0);
}

static void write_face(Game *G, Guess *Q, World *world, Ref ref, const Face *face) {
    const ClassInfo *info = &RULES.classes[face->class_];
    u32 at = face->first;
    for (i32 i = 0; i < info->fields; i++) {
        const Field *field = &info->field[i];
        Ref old = field->tag > OBJECT ? *(Ref *)(void *)(G->arena + ref + field->at) : 0;
        i32 tag = Q->words[at].tag;
        if (i + 1 == info->whereabouts) {
            at++;
            continue;
        }
        write_field(G, ref, field, tag, imagined(G, Q, world, &at, field->type, old, ref, i, 1));
    }
}

/* A new object without its attributes; what a deck holds is no attribute. */
static Ref bare_object(Game *G, i32 class_) {
    const ClassInfo *info = &RULES.classes[class_];
    Ref made = object_made(G, class_, -1);
    if (info->kind != DECK) return made;
    Ref cards = items_made(G, info->tiles_type, 0), discards = items_made(G, info->tiles_type, 0);
    ((Deck *)at_ref(G, made))->cards = cards;
    ((Deck *)at_ref(G, made))->discard_stack = discards;
    return made;
}

/* The object of an entry, with the attributes that it has in the imagined world. */
static Ref embodied(Game *G, Guess *Q, World *world, u32 number) {
    Entry *entry = entry_at(Q, world, number);
    const Face *face = &Q->faces[entry->face];
    if (stack_is_low(G)) abandon(G); /* each of many can hold the next */
    entry->used = 1;
    Ref ref;
    if (entry->vessel >= 0) {
        Q->faces[entry->vessel].stamp = Q->stamp;
        ref = Q->faces[entry->vessel].ref;
        if (entry->same) return ref;
    } else {
        ref = bare_object(G, face->class_);
    }
    write_face(G, Q, world, ref, face);
    return ref;
}

static int admits(i32 type, i32 class_) { return RULES.types[type].first <= class_ && class_ < RULES.types[type].last; }

static void let_loose(Guess *Q, i32 entry) {
    if (entry < 0 || !grown((void **)&Q->loose, &Q->loose_size, (u64)Q->loose_count + 1, sizeof(u32), 64)) return;
    Q->loose[Q->loose_count++] = (u32)entry;
}

static Ref someone_left(Game *G, Guess *Q, World *world, i32 type) {
    for (u32 i = 0; i < Q->loose_count; i++) {
        const Entry *entry = entry_at(Q, world, Q->loose[i]);
        if (!entry->used && admits(type, Q->faces[entry->face].class_)) return embodied(G, Q, world, Q->loose[i]);
    }
    return 0;
}

static Ref known_object(Game *G, const Guess *Q, i32 class_, u32 name) {
    Ref like = 0;
    for (u32 i = 0; i < Q->real.faces; i++) {
        const Face *face = &Q->faces[Q->real.face + i];
        if (face->class_ != class_ || (!face->seen && !is_structure(&RULES.classes[class_]))) continue;
        if (face->name == name) return face->ref;
        if (!like) like = face->ref;
    }
    if (!like) abandon(G); /* rules may count on there being one */
    return like;
}

static void fill_items(Game *G, Guess *Q, World *world, u32 *at, const Word *word, Ref ref, Ref holder, i32 field) {
    i64 count = word->value.whole;
    const TypeInfo *type = &RULES.types[items_at(G, ref)->type];
    i32 within = RULES.types[type->of].tag;
    set_count(G, items_at(G, ref), 0);
    if (type->tag == TABLE) set_ref(G, &items_at(G, ref)->index, 0);
    while (count-- > 0) {
        i32 key = Q->words[*at].tag;
        Slot first = imagined(G, Q, world, at, type->tag == TABLE ? 0 : type->of, 0, holder, field, 0), second = first;
        if (type->tag == TABLE) {
            second = imagined(G, Q, world, at, type->of, 0, holder, field, 0);
            if (!is_null_slot(key, first)) table_set(G, ref, key, first, second, tag_within(items_at(G, ref)), -1, -1);
        } else if (within == ANY) {
            push_slot(G, items_at(G, ref), slot_of_any(any_of(key, first)));
        } else if (!is_null_slot(within, first) || within < OBJECT) {
            push_slot(G, items_at(G, ref), first);
        }
    }
}

/* A value of an imagined world in the real match; moves on behind its words. An element of a list may be left out. */
static Slot imagined(Game *G, Guess *Q, World *world, u32 *at, i32 type, Ref old, Ref holder, i32 field, int needed) {
    Word word = Q->words[(*at)++];
    switch (word.what) {
    case OF_PLAIN: return word.value;
    case OF_TEXT: {
        Said *said = &Q->texts[word.value.whole];
        const u8 *letters = Q->letters + said->first;
        if (said->stamp != Q->stamp) said->made = text_made(G, letters, said->bytes, characters_in(letters, said->bytes));
        said->stamp = Q->stamp;
        return slot_of(said->made);
    }
    case OF_KNOWN: return slot_of(known_object(G, Q, word.number, (u32)word.value.whole));
    case OF_HIDDEN: {
        Ref ref = 0;
        if (word.entry >= 0 && !entry_at(Q, world, (u32)word.entry)->used) ref = embodied(G, Q, world, (u32)word.entry);
        else ref = someone_left(G, Q, world, type);
        if (!ref && needed) { /* perhaps it can never be null: one more of its kind */
            deeper(G, -1);
            ref = bare_object(G, Q->faces[word.number].class_);
            write_face(G, Q, world, ref, &Q->faces[word.number]);
            G->depth--;
        }
        if (ref) lay(G, ref, &Q->faces[word.number], holder, field);
        return slot_of(ref);
    }
    case OF_ITEMS: {
        Ref made = old && items_at(G, old)->type == word.number ? old : items_made(G, word.number, 0);
        fill_items(G, Q, world, at, &word, made, holder, field);
        return slot_of(made);
    }
    default: return null_slot(word.tag);
    }
}

/* The same attribute of something of its class, met at another point of some game. */
static i64 spare_place(const Guess *Q, const Place *place) {
    i32 from = Q->spare[place->class_];
    for (i64 i = from; i >= 0 && i < Q->place_count && Q->places[i].class_ == place->class_; i++)
        if (Q->places[i].field == place->field) return i;
    return -1;
}

static void imagine_field(Game *G, Guess *Q, World *world, const Place *place, i32 like) {
    const Field *field = &RULES.classes[place->class_].field[place->field];
    Ref old = field->tag > OBJECT ? *(Ref *)(void *)(G->arena + place->holder + field->at) : 0;
    i64 from = like >= 0 ? (i64)world->place + like : spare_place(Q, place);
    if (from < 0) abandon(G); /* nobody can say what could be there */
    u32 at = Q->places[from].first;
    i32 tag = Q->words[at].tag;
    write_field(G, place->holder, field, tag, imagined(G, Q, world, &at, field->type, old, place->holder, place->field, 1));
}

/* What stands on a tile that is not seen. */
static void imagine_pieces(Game *G, Guess *Q, World *world, const Place *place, i32 like) {
    Tile *tile = at_ref(G, place->holder);
    if (tile->pieces) set_count(G, items_at(G, tile->pieces), 0);
    if (like < 0) return;
    u32 at = Q->places[world->place + (u32)like].first;
    const Word *word = &Q->words[at];
    if (word->what != OF_ITEMS || !word->value.whole) return;
    Slot value = imagined(G, Q, world, &at, PREDEFINED.things_type, tile->pieces, place->holder, PIECES, 0);
    set_ref(G, &((Tile *)at_ref(G, place->holder))->pieces, (Ref)value.whole);
}

/* The size of a deck or a zone is no secret. */
static int has_open_size(const Place *place) {
    return place->field == CARDS || (place->field >= 0 && RULES.classes[place->class_].zone == place->field + 1);
}

static void imagine_cards(Game *G, Guess *Q, World *world, const Place *place, i32 like) {
    const Field *list = place->field >= 0 ? &RULES.classes[place->class_].field[place->field] : 0;
    Ref cards = list ? *(Ref *)(void *)(G->arena + place->holder + list->at) : ((Deck *)at_ref(G, place->holder))->cards;
    u32 size = (u32)Q->words[place->first].value.whole;
    i32 type = RULES.types[items_at(G, cards)->type].of;
    set_count(G, items_at(G, cards), 0);
    if (like >= 0) {
        u32 at = Q->places[world->place + (u32)like].first;
        u32 count = (u32)Q->words[at++].value.whole;
        for (u32 i = 0; i < count; i++) {
            if (i + size < count) { /* more than there are: the upper ones, and the others lie somewhere else */
                let_loose(Q, Q->words[at++].entry);
                continue;
            }
            Slot card = imagined(G, Q, world, &at, type, 0, place->holder, place->field, 0);
            if (card.whole) push_slot(G, items_at(G, cards), card);
        }
    }
    while (items_at(G, cards)->count < size) {
        Ref card = someone_left(G, Q, world, type);
        if (!card) break;
        lay(G, card, 0, place->holder, place->field);
        push_slot(G, items_at(G, cards), slot_of(card));
    }
}

/* Who is certainly there, and lies nowhere yet, lies in some list. */
static void imagine_rest(Game *G, Guess *Q, World *world, u64 *chance) {
    for (u32 i = 0; i < Q->loose_count; i++) {
        const Entry *entry = entry_at(Q, world, Q->loose[i]);
        i32 class_ = Q->faces[entry->face].class_;
        u32 lists = 0;
        const Place *chosen = 0;
        if (entry->used || !Q->closed[class_]) continue;
        for (u32 j = 0; j < Q->real.places; j++) {
            const Place *place = &Q->places[Q->real.place + j];
            if (place->field < 0 || has_open_size(place)) continue;
            const Field *field = &RULES.classes[place->class_].field[place->field];
            if (field->tag != LIST && field->tag != STACK) continue;
            if (RULES.types[RULES.types[field->type].of].tag != OBJECT || !admits(RULES.types[field->type].of, class_)) continue;
            if (*(Ref *)(void *)(G->arena + place->holder + field->at) && !below(chance, ++lists)) chosen = place;
        }
        if (!chosen) continue;
        const Field *field = &RULES.classes[chosen->class_].field[chosen->field];
        Ref ref = embodied(G, Q, world, Q->loose[i]);
        lay(G, ref, 0, chosen->holder, chosen->field);
        push_slot(G, items_at(G, *(Ref *)(void *)(G->arena + chosen->holder + field->at)), slot_of(ref));
    }
}

static void gather_loose(Guess *Q, World *world, u64 *chance) {
    Q->loose_count = 0;
    for (u32 i = 0; i < world->entries; i++) {
        Entry *entry = entry_at(Q, world, i);
        entry->used = 0;
        if (!entry->reserved) let_loose(Q, (i32)i);
    }
    for (u32 i = Q->loose_count; i-- > 1;) {
        u32 j = below(chance, i + 1), held = Q->loose[i];
        Q->loose[i] = Q->loose[j];
        Q->loose[j] = held;
    }
}

/* Fills everything that the seat cannot see with something that could be there. */
static void imagine(Game *G, Guess *Q, u64 *chance) {
    if (RULES.imagine) {
        RULES.imagine(G, Q->seat, chance);
        G->changes++;
        return;
    }
    World nothing;
    memset(&nothing, 0, sizeof nothing);
    World *world = Q->world_count ? &Q->worlds[below(chance, Q->world_count)] : &nothing;
    Q->stamp++;
    gather_loose(Q, world, chance);
    for (i32 decks = 1; decks >= 0; decks--)
        for (u32 i = 0; i < Q->real.places; i++) {
            const Place *place = &Q->places[Q->real.place + i];
            i32 like = Q->world_count ? Q->like[world->like + i] : -1;
            if (has_open_size(place) != decks) continue;
            if (decks) imagine_cards(G, Q, world, place, like);
            else if (place->field == PIECES) imagine_pieces(G, Q, world, place, like);
            else imagine_field(G, Q, world, place, like);
        }
    imagine_rest(G, Q, world, chance);
    for (u32 i = 0; i < Q->real.faces; i++) { /* who lies nowhere is out of the game */
        const Face *face = &Q->faces[Q->real.face + i];
        const ClassInfo *info = &RULES.classes[face->class_];
        if (face->seen || face->stamp == Q->stamp || is_structure(info) || info->kind == EVENT) continue;
        give_owner(G, face->ref, -1, 0);
        if (info->kind == INTERACTABLE) set_ref(G, &((Thing *)at_ref(G, face->ref))->tile, 0);
        set_whereabouts(G, face->ref, 0);
    }
    G->alive_epoch = 0;
    G->changes++;
}

/* -- options that the seat cannot see: in the imagined world other objects lie there */

static int lies_in(const Guess *Q, const Place *place, u32 face) {
    u32 end = place + 1 < Q->places + Q->real.place + Q->real.places ? place[1].first : Q->real_words;
    for (u32 i = place->first; i < end; i++)
        if (Q->words[i].what == OF_HIDDEN && (u32)Q->words[i].number == face) return 1;
    return 0;
}

/* What lies in a place now, onto the scratch. */
static void add_content(Game *G, const Place *place) {
    Ref ref = 0;
    i32 tag = LIST;
    if (place->field == CARDS) ref = ((Deck *)at_ref(G, place->holder))->cards;
    else if (place->field == PIECES) ref = ((Tile *)at_ref(G, place->holder))->pieces;
    else {
        const Field *field = &RULES.classes[place->class_].field[place->field];
        tag = field->tag;
        if (tag >= OBJECT) ref = *(Ref *)(void *)(G->arena + place->holder + field->at);
    }
    if (!ref || tag == TABLE) return;
    if (tag == OBJECT) {
        room(G, 1);
        *G->scratch_top++ = slot_of(ref);
        return;
    }
    const Items *items = items_at(G, ref);
    if (tag_within(items) != OBJECT) return;
    room(G, items->count);
    for (u32 i = 0; i < items->count; i++) *G->scratch_top++ = slots_of(G, items)[i];
}

static int holds_option(Game *G, const Guess *Q, const Place *place) {
    for (u32 i = 0; i < G->option_count; i++) {
        const Key *key = &G->options[i];
        if (!key->hidden || key->what != VALUE) continue;
        for (u32 j = 0; j < Q->real.faces; j++)
            if (Q->faces[Q->real.face + j].ref == (Ref)key->value.whole && lies_in(Q, place, Q->real.face + j)) return 1;
    }
    return 0;
}

/* Something else that lies there, or it stays: what is chosen has to be of the input's type. */
static Slot another_option(Game *G, const Key *key, const Slot *there, u32 count, u32 from) {
    for (u32 i = 0; i < count; i++) {
        Slot found = there[(from + i) % count];
        if (found.whole && object_fits(G, (Ref)found.whole, &RULES.types[key->type])) return found;
    }
    return key->value;
}

static void exchange_options(Game *G, Guess *Q, u64 *chance) {
    u32 hidden = 0;
    for (u32 i = 0; i < G->option_count; i++) hidden += G->options[i].hidden && G->options[i].what == VALUE;
    if (!hidden) return;
    Slot *base = G->scratch_top;
    for (u32 i = 0; i < Q->real.places; i++)
        if (holds_option(G, Q, &Q->places[Q->real.place + i])) add_content(G, &Q->places[Q->real.place + i]);
    u32 count = (u32)(G->scratch_top - base), next = 0;
    G->scratch_top = base;
    if (!count) return;
    shuffle_slots(chance, base, count);
    room(G, count + 2 * (u64)hidden);
    Slot *pairs = base + count;
    for (u32 i = 0; i < G->option_count; i++) {
        Key *key = &G->options[i];
        if (!key->hidden || key->what != VALUE) continue;
        pairs[2 * next] = key->value;
        key->value = pairs[2 * next + 1] = another_option(G, key, base, count, next);
        next++;
    }
    for (Slot *slot = G->scratch; slot < base; slot++) /* candidates of a list that is being chosen */
        for (u32 i = 0; i < next; i++)
            if (slot->whole == pairs[2 * i].whole) {
                *slot = pairs[2 * i + 1];
                break;
            }
}
