/* ---- the digest of a position: equal for equal positions, whatever way led there

   What decides how the match can go on is read word by word into two sums of 64 bits. Objects go by their age among
   those that are in the game, collections by when they are first come across, texts by what they say; neither the log
   nor the number of moves counts, nor where in memory anything lies. Sets (what was offered, what was ruled out) are
   summed up, so that their order does not matter. */

static inline void digest_word(Digest *d, u64 word) {
    d->first = (d->first ^ word) * 0x9FB21C651E98DF25ull;
    d->first ^= d->first >> 29;
    d->second = ((d->second << 23 | d->second >> 41) + word) * 0xD6E8FEB86659FD93ull;
    d->second ^= d->first;
}

static Digest digest_begun(u64 what) {
    Digest d = {0x243F6A8885A308D3ull, 0x13198A2E03707344ull};
    digest_word(&d, what);
    return d;
}

/* So that every bit counts everywhere, also in a sum. */
static Digest digest_done(Digest d) {
    Digest found = {mixed(d.first + GOLDEN * d.second), mixed(d.second ^ (d.first << 32 | d.first >> 32))};
    return found;
}

static void digest_part(Digest *d, Digest part) {
    digest_word(d, part.first);
    digest_word(d, part.second);
}

static void digest_bytes(Digest *d, const u8 *bytes, u32 count) {
    u32 i = 0;
    digest_word(d, count);
    for (; i < count; i += 8) {
        u64 word = 0;
        memcpy(&word, bytes + i, count - i < 8 ? count - i : 8);
        digest_word(d, word);
    }
}

static void digest_text(Game *G, Digest *d, Ref ref) {
    if (!ref) {
        digest_word(d, ~0ull);
        return;
    }
    Text *text = at_ref(G, ref);
    digest_bytes(d, text->byte, text->bytes);
}

static void digest_number(Digest *d, double x) {
    Slot slot;
    slot.number = is_null(x) ? null_number() : x + 0.0; /* -0 is 0 */
    digest_word(d, slot.bits);
}

/* -- numbers for objects and collections */

/* Every object in the game, the oldest first: older ones have smaller references. */
static void number_objects(Game *G) {
    find_alive(G);
    no_numbers(G);
    G->numbered = grow_block(G, G->numbered, &G->numbered_size, G->m.objects + 1, sizeof(Ref));
    u32 count = 0;
    for (Ref ref = G->m.newest; ref; ref = object_at(G, ref)->older)
        if (object_at(G, ref)->mark == G->alive_mark) G->numbered[count++] = ref;
    for (u32 i = 0; i < count / 2; i++) {
        Ref held = G->numbered[i];
        G->numbered[i] = G->numbered[count - 1 - i];
        G->numbered[count - 1 - i] = held;
    }
    for (u32 i = 0; i < count; i++) G->number_at[G->numbered[i] >> 3] = i;
    G->numbered_count = count;
}

static void digest_link(Game *G, Digest *d, Ref ref) { digest_word(d, ref ? number_for(G, ref) : ~0ull); }

static void digest_slot(Game *G, Digest *d, i32 tag, Slot value) {
    switch (tag) {
    case NUMBER: digest_number(d, value.number); break;
    case TEXT: digest_text(G, d, (Ref)value.whole); break;
    case BOOL:
    case SYMBOL:
    case PLAYER: digest_word(d, (u64)value.whole); break;
    case ANY:
        digest_word(d, (u64)any_tag(value.bits));
        digest_slot(G, d, any_tag(value.bits), any_slot(value.bits));
        break;
    default: digest_link(G, d, (Ref)value.whole);
    }
}

static void digest_links(Game *G, Digest *d, Ref items) { /* what a list of objects holds; the list itself is no matter */
    u32 count = items ? items_at(G, items)->count : 0;
    digest_word(d, count);
    for (u32 i = 0; i < count; i++) digest_link(G, d, (Ref)slots_of(G, items_at(G, items))[i].whole);
}

static void digest_items(Game *G, Digest *d, const Items *items) {
    i32 tag = tag_within(items), is_table = RULES.types[items->type].tag == TABLE;
    const Slot *slots = slots_of(G, items);
    digest_word(d, (u64)items->type << 32 | items->count);
    for (u32 i = 0; i < items->count; i++) {
        if (!is_table) {
            digest_slot(G, d, tag, slots[i]);
            continue;
        }
        i32 key = (i32)(slots[3 * i].bits & 15);
        digest_word(d, (u64)key);
        digest_slot(G, d, key, slots[3 * i + 1]);
        digest_slot(G, d, tag, slots[3 * i + 2]);
    }
}

static void digest_structure(Game *G, Digest *d, Ref ref) { /* what an object has beside its attributes */
    const ClassInfo *info = class_of(G, ref);
    switch (info->kind) {
    case INTERACTABLE: {
        const Thing *thing = at_ref(G, ref);
        digest_link(G, d, thing->tile);
        digest_word(d, (u64)(u32)thing->discarded << 32 | (u32)thing->decks);
        break;
    }
    case DECK:
        digest_links(G, d, ((Deck *)at_ref(G, ref))->cards);
        digest_link(G, d, ((Deck *)at_ref(G, ref))->discard_stack);
        break;
    case CONNECTION: digest_link(G, d, ((Connection *)at_ref(G, ref))->to); break;
    case TILE: {
        const Tile *tile = at_ref(G, ref);
        digest_link(G, d, tile->group);
        digest_number(d, place_number(tile->x));
        digest_number(d, place_number(tile->y));
        digest_links(G, d, tile->pieces);
        digest_link(G, d, tile->connections);
        break;
    }
    case GROUP: {
        const Group *group = at_ref(G, ref);
        digest_links(G, d, group->tiles);
        for (i32 i = 0; i < group->width * group->height; i++) digest_link(G, d, ((Ref *)at_ref(G, group->places))[i]);
        break;
    }
    default: break;
    }
}

static void digest_object(Game *G, Digest *d, Ref ref) {
    const Object *object = object_at(G, ref);
    const ClassInfo *info = &RULES.classes[object->class_];
    digest_word(d, (u64)(u32)object->class_ << 32 | (u32)object->owner);
    if (info->visibility == SHARED) digest_word(d, object->members);
    digest_structure(G, d, ref);
    for (i32 i = 0; i < info->fields; i++) {
        const u8 *at = G->arena + ref + info->field[i].at;
        switch (info->field[i].tag) {
        case NUMBER: digest_number(d, *(const double *)(const void *)at); break;
        case TEXT: digest_text(G, d, *(const Ref *)(const void *)at); break;
        case BOOL:
        case SYMBOL:
        case PLAYER: digest_word(d, *(const u32 *)(const void *)at); break;
        case ANY: digest_slot(G, d, ANY, slot_of_any(*(const Any *)(const void *)at)); break;
        default: digest_link(G, d, *(const Ref *)(const void *)at);
        }
    }
}

/* -- answers */

static Digest digest_key(Game *G, const Key *key) {
    Digest d = digest_begun((u64)key->what);
    if (key->what == ACTION) {
        digest_word(&d, (u64)key->action);
        digest_word(&d, numbered_place(G, (Ref)key->value.whole));
    } else if (key->what == VALUE) {
        i32 tag = RULES.types[key->type].tag;
        digest_word(&d, (u64)tag);
        /* What the unfinished block will make again goes by when it makes it. */
        if (tag == OBJECT) digest_word(&d, key->born ? (u64)key->born << 32 : numbered_place(G, (Ref)key->value.whole));
        else if (tag == TEXT) {
            u32 count;
            const u8 *bytes = name_at(G, key->value.whole, &count);
            digest_bytes(&d, bytes, count);
        } else digest_slot(G, &d, tag, key->value);
    }
    return digest_done(d);
}

static void digest_set(Game *G, Digest *d, const Key *keys, u32 count) {
    u64 first = 0, second = 0;
    for (u32 i = 0; i < count; i++) {
        Digest one = digest_key(G, &keys[i]);
        first += one.first, second += one.second;
    }
    digest_word(d, count);
    digest_word(d, first);
    digest_word(d, second);
}

static void digest_answers(Game *G, Digest *d) {
    digest_word(d, (u64)G->answer_count << 32 | G->decisions);
    for (u32 i = 0; i < G->answer_count; i++) {
        digest_part(d, digest_key(G, &G->answers[i]));
        if (G->offered_any[i]) digest_word(d, ~0ull);
        else digest_set(G, d, G->offered + G->offered_at[i], G->offered_at[i + 1] - G->offered_at[i]);
    }
    u64 first = 0, second = 0, count = 0;
    for (u32 at = 0; at < G->ruled_out_count; at += 1 + (u32)G->ruled_out[at].action) {
        Digest path = digest_begun((u64)G->ruled_out[at].action);
        for (i32 i = 1; i <= G->ruled_out[at].action; i++) digest_part(&path, digest_key(G, &G->ruled_out[at + (u32)i]));
        path = digest_done(path);
        first += path.first, second += path.second, count++;
    }
    digest_word(d, count);
    digest_word(d, first);
    digest_word(d, second);
}

static void digest_frame(Game *G, Digest *d) {
    const Match *m = &G->m;
    digest_word(d, m->chance);
    digest_word(d, (u64)(u32)m->turn << 32 | (u32)m->phase);
    digest_word(d, (u64)(u32)m->active << 32 | (u32)m->pending.turn);
    digest_word(d, (u64)(u32)m->pending.player << 32 | (u32)m->pending.ask_default);
    digest_text(G, d, m->pending.phase);
    if (m->out) digest_word(d, m->out ^ 0x6F757421ull);
    if (m->first >= 0) digest_word(d, (u64)(u32)m->first ^ 0x66697273ull);
    digest_word(d, (u64)(u32)m->stage << 32 | (u32)G->ended);
    digest_word(d, RULES.draws_aside ? G->committed_answers : 0);
    digest_answers(G, d);
    for (u32 i = 0; i < G->open.count; i++) {
        digest_word(d, G->open.outcomes[i].state);
        digest_word(d, (u64)G->open.outcomes[i].width << 32 | G->open.outcomes[i].number);
    }
    digest_word(d, m->sealed);
    for (u32 seat = 0; seat < m->sealed; seat++) {
        u32 from = G->sealed_ends[seat], to = G->sealed_ends[seat + 1];
        digest_word(d, to - from);
        for (u32 i = from; i < to; i++) digest_part(d, digest_key(G, &G->sealed_keys[i]));
    }
}

static Digest digest_of(Game *G) {
    Digest d = digest_begun((u64)G->players);
    number_objects(G);
    u32 objects = G->numbered_count;
    digest_word(&d, objects);
    for (u32 i = 0; i < objects; i++) digest_object(G, &d, G->numbered[i]);
    digest_frame(G, &d);
    for (u32 i = objects; i < G->numbered_count; i++) digest_items(G, &d, items_at(G, G->numbered[i]));
    return digest_done(d);
}

/* -- a game in which nobody ever chooses must not go on for ever */

static int is_stuck(Game *G) {
    Digest now = digest_of(G);
    int found = G->m.idle >= STUCK_PHASES;
    for (Ref ref = G->m.seen; ref && !found; ref = ((Seen *)at_ref(G, ref))->before) {
        const Seen *seen = at_ref(G, ref);
        found = seen->position.first == now.first && seen->position.second == now.second;
    }
    Ref made = allocate(G, sizeof(Seen));
    Seen *seen = at_ref(G, made);
    seen->position = now, seen->before = G->m.seen, seen->unused = 0;
    G->m.seen = made;
    return found;
}

/* Equal for two positions of a game exactly if nothing that follows can tell them apart; 0, 0 if there is no memory. */
void tgpl_digest(Game *G, u64 found[2]) {
    Catch here;
    here.outer = G->caught;
    found[0] = found[1] = 0;
    G->caught = &here;
    if (!_setjmp(here.registers)) {
        Digest d = digest_of(G);
        found[0] = d.first, found[1] = d.second;
    }
    G->caught = here.outer;
}
