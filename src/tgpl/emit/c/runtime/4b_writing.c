/* ---- how values are written in texts and in the log */

static Slot field_value(Game *G, Ref ref, const Field *field); /* 8_secrets.c */

/* A public attribute in a display name: nothing where there is none, and nothing of objects. */
static void put_field(Game *G, Ref ref, const Field *field) {
    Slot value = field_value(G, ref, field);
    i32 tag = field->tag;
    if (tag == ANY) {
        if (value.bits == ANY_NULL) return;
        tag = any_tag(value.bits), value = any_slot(value.bits);
    }
    switch (tag) {
    case NUMBER: if (!is_null(value.number)) put_number(G, value.number); break;
    case TEXT: if (value.whole) put_text(G, (Ref)value.whole); break;
    case BOOL: if ((Bool)value.whole != 2) put_bool(G, (Bool)value.whole); break;
    case PLAYER: if ((Player)value.whole >= 0) put_player(G, (Player)value.whole); break;
    case SYMBOL: if (value.whole) put_symbol(G, (Ref)value.whole); break;
    }
}

/* What the designer calls an object; behind a long name no further attribute is filled in. */
static int put_name(Game *G, Ref ref, const ClassInfo *info) {
    if (!info->display_names) return 0;
    const Object *object = object_at(G, ref);
    i32 owner = object->owner, start = (i32)G->words_length;
    for (i32 i = 0; owner < 0 && i < 64; i++)
        if (object->members >> i & 1) owner = i;
    if (info->holder >= 0) owner = (i32)field_value(G, ref, &info->field[info->holder]).whole;
    const DisplayName *name = &info->display_name[owner < 0 ? 0 : owner % info->display_names];
    for (i32 i = 0; i < name->pieces; i++) {
        const NamePiece *piece = &name->piece[i];
        put_text(G, piece->words);
        if (piece->field < 0 || characters_in(G->words + start, G->words_length - (u32)start) >= LONG_NAME) break;
        put_field(G, ref, &info->field[piece->field]);
        if (characters_in(G->words + start, G->words_length - (u32)start) >= LONG_NAME) break;
    }
    return G->words_length > (u32)start;
}

/* Whether a value is worth telling of a thing that has no name. */
static int tells(const Field *field, Slot *value, i32 *tag) {
    *tag = field->tag;
    if (*tag == ANY) {
        if (value->bits == ANY_NULL) return 0;
        *tag = any_tag(value->bits), *value = any_slot(value->bits);
    }
    if (*tag == TEXT || *tag == SYMBOL) return value->whole != 0;
    return *tag == NUMBER ? !is_null(value->number) : *tag == BOOL && (Bool)value->whole == 1;
}

/* An object by its name, or by its class and what tells it from its like. */
static void put_described(Game *G, Ref ref, int at) {
    const ClassInfo *info = class_of(G, ref);
    if (put_name(G, ref, info)) return;
    put_word(G, info->shown);
    i32 told = 0;
    for (i32 i = 0; i < info->fields && told < 4; i++) {
        Slot value = field_value(G, ref, &info->field[i]);
        i32 tag;
        if (info->field[i].hidden || !info->field[i].name || !tells(&info->field[i], &value, &tag)) continue;
        put_word(G, told++ ? ", " : " (");
        put_word(G, info->field[i].name);
        put_word(G, " ");
        if (tag == NUMBER) put_number(G, value.number);
        else if (tag == TEXT) put_text(G, (Ref)value.whole);
        else if (tag == SYMBOL) put_symbol(G, (Ref)value.whole);
        else put_word(G, "true");
    }
    if (told) put_word(G, ")");
}

/* `show x to p`: an object, or all of a collection. */
static void show_to(Game *G, Ref ref, int many, Player player, int at) {
    u32 start = G->words_length, counted, length = 0;
    if (!ref || player < 0) raise_error(G, 701, at);
    put_word(G, "You see ");
    u32 count = many ? items_at(G, ref)->count : 1;
    for (u32 i = 0; i < count; i++) {
        if (i) put_word(G, ", ");
        counted = G->words_length;
        Ref one = many ? (Ref)slots_of(G, items_at(G, ref))[i].whole : ref;
        if (one) put_described(G, one, at);
        else put_word(G, "null");
        length += characters_in(G->words + counted, G->words_length - counted) + 2;
        if (length > LONGEST_TEXT) raise_error(G, 713, at);
    }
    put_word(G, count ? "." : "nothing.");
    tell_words(G, player, start, at);
}

static void put_object(Game *G, Ref ref) {
    if (!ref) {
        put_word(G, "null");
        return;
    }
    const ClassInfo *info = class_of(G, ref);
    Tile *tile = at_ref(G, ref);
    int placed = info->kind == TILE && tile->x != NOWHERE;
    if (placed || !put_name(G, ref, info)) put_word(G, info->shown);
    if (!placed) return;
    put_word(G, " (");
    put_whole(G, tile->x);
    put_word(G, ", ");
    put_whole(G, tile->y);
    put_word(G, ")");
}

static inline void join_object(Game *G, Ref made, Ref ref) {
    if (!ref || (class_of(G, ref)->kind != TILE && !class_of(G, ref)->display_names)) {
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
    case SYMBOL: put_symbol(G, (Ref)value.whole); break;
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

static Ref name_of_player(Game *G, Player player) {
    if (player >= 0 && RULES.names) return RULES.names[player];
    Ref made = join_begin(G);
    join_player(G, made, player);
    G->m.top = made + ((sizeof(Text) + ((Text *)at_ref(G, made))->bytes + 7u) & ~7u);
    return made;
}

/* The tiles of a group themselves, for a loop in a game that never adds one. */
static Ref tiles_of(Game *G, Ref ref, int at) {
    Ref tiles = ((Group *)at_ref(G, present(G, ref, at)))->tiles;
    work(G, items_at(G, tiles)->count, at);
    return tiles;
}
