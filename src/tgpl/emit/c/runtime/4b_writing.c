/* ---- how values are written in texts and in the log */

static void put_object(Game *G, Ref ref) {
    if (!ref) {
        put_word(G, "null");
        return;
    }
    const ClassInfo *info = class_of(G, ref);
    put_word(G, info->shown);
    Tile *tile = at_ref(G, ref);
    if (info->kind != TILE || tile->x == NOWHERE) return;
    put_word(G, " (");
    put_whole(G, tile->x);
    put_word(G, ", ");
    put_whole(G, tile->y);
    put_word(G, ")");
}

static inline void join_object(Game *G, Ref made, Ref ref) {
    if (!ref || class_of(G, ref)->kind != TILE) {
        join_text(G, made, ref ? class_of(G, ref)->name : 0);
        return;
    }
    u32 start = G->words_length;
    put_object(G, ref);
    join_words(G, made, start);
}

static void put_collection(Game *G, Ref ref, int at);

static void put_slot(Game *G, i32 tag, Slot value, int at) {
    switch (tag) {
    case NUMBER: put_number(G, value.number); break;
    case TEXT: put_text(G, (Ref)value.whole); break;
    case BOOL: put_bool(G, (Bool)value.whole); break;
    case PLAYER: put_player(G, (Player)value.whole); break;
    case OBJECT: put_object(G, (Ref)value.whole); break;
    case ANY: put_slot(G, any_tag(value.bits), any_slot(value.bits), at); break;
    default: put_collection(G, (Ref)value.whole, at);
    }
}

static void put_collection(Game *G, Ref ref, int at) {
    if (!ref) {
        put_word(G, "null");
        return;
    }
    u32 counted = G->words_length, characters = 1;
    deeper(G, at);
    put_word(G, "{");
    const Items *items = items_at(G, ref);
    i32 tag = tag_within(items), is_table = RULES.types[items->type].tag == TABLE;
    for (u32 i = 0; i < items->count; i++) {
        if (i) put_word(G, ", ");
        if (!is_table) {
            put_slot(G, tag, slots_of(G, items)[i], at);
        } else {
            put_word(G, "{");
            put_slot(G, (i32)(slots_of(G, items)[3 * i].bits & 15), slots_of(G, items)[3 * i + 1], at);
            put_word(G, ", ");
            put_slot(G, tag, slots_of(G, items)[3 * i + 2], at);
            put_word(G, "}");
        }
        characters += characters_in(G->words + counted, G->words_length - counted);
        counted = G->words_length;
        if (characters > LONGEST_TEXT) raise_error(G, 713, at); /* at once: long texts can be held often */
    }
    put_word(G, "}");
    G->depth--;
    work(G, items->count ? characters : 2, at);
}

/* The tiles of a group themselves, for a loop in a game that never adds one. */
static Ref tiles_of(Game *G, Ref ref, int at) {
    Ref tiles = ((Group *)at_ref(G, present(G, ref, at)))->tiles;
    work(G, items_at(G, tiles)->count, at);
    return tiles;
}
