/* ---- for who judges a game: what options are, who holds what, and where a match came by

   A face is what a thing is for good: its class, and what it was given when it was made. All coppers of a deck have one face. */

static u64 face_of(Game *G, Ref ref) {
    const ClassInfo *info = class_of(G, ref);
    u64 face = joined(0xFACE, (u64)object_at(G, ref)->class_);
    for (i32 i = 0; i < info->fields; i++) {
        const Field *field = &info->field[i];
        if (!field->given || field->tag >= ANY) continue;
        Slot value = field_value(G, ref, field);
        if (field->tag == TEXT) value = slot_of(value.whole ? (i64)hash_of_text(G, (Ref)value.whole) : 0);
        else if (field->tag == NUMBER && value.number == 0.0) value.bits = 0;
        face = joined(face, value.bits);
    }
    return face >> 1; /* as a whole number of Python's arrays */
}

/* Where its objects lie in the match; one that the running move has made is gone when that asks. */
static int is_there(Game *G, Ref ref) { return ref && ref < G->m.top; }

/* For each option of the open decision: what it is (enum What), the action or the class of the object (-1: neither), the tag of its
   value, and which value: a face, a number of 48.16 bits, a player, a symbol, the hash of a text. Before them: where the
   rules declare the question (-1: an action is chosen), the turn and the phase. How many options there are. */
i32 tgpl_offers(Game *G, i64 *out, u32 room) {
    enum { HEAD = 3, EACH = 4 };
    if (!can_choose(G) || HEAD + EACH * (u64)G->option_count > room) return -1;
    out[0] = G->question, out[1] = G->m.turn, out[2] = G->m.phase;
    for (u32 i = 0; i < G->option_count; i++) {
        const Key *key = &G->options[i];
        i64 *one = out + HEAD + EACH * i;
        i32 tag = key->what == ACTION ? OBJECT : key->what == VALUE ? RULES.types[key->type].tag : -1;
        Ref ref = tag == OBJECT ? (Ref)key->value.whole : 0;
        one[0] = key->what, one[1] = -1, one[2] = tag, one[3] = 0;
        if (tag == OBJECT && is_there(G, ref)) one[1] = object_at(G, ref)->class_, one[3] = (i64)face_of(G, ref);
        else if (tag == NUMBER) one[3] = (i64)(key->value.number * 65536.0);
        else if (tag == TEXT) one[3] = (i64)(hash_of_name(G, key->value.whole) >> 1);
        else if (tag >= 0 && tag != OBJECT) one[3] = key->value.whole;
        if (key->what == ACTION) one[1] = key->action;
    }
    return (i32)G->option_count;
}

static u32 note_holding(i64 *out, u32 count, u32 room, Game *G, Player holder, Ref ref) {
    if (!is_there(G, ref) || count + 4 > room) return count;
    const Object *object = object_at(G, ref);
    out[count] = object->owner >= 0 ? object->owner : holder;
    out[count + 1] = object->class_;
    out[count + 2] = (i64)face_of(G, ref);
    out[count + 3] = object->serial;
    return count + 4;
}

/* Things that belong to a player or lie in what belongs to one: holder, class, face, serial number; one may be told twice. How
   many numbers that is. */
i32 tgpl_holdings(Game *G, i64 *out, u32 room) {
    u32 count = 0;
    for (Ref ref = G->m.newest; ref; ref = object_at(G, ref)->older) {
        const Object *object = object_at(G, ref);
        const ClassInfo *info = &RULES.classes[object->class_];
        if (object->owner < 0 || info->kind == EVENT) continue;
        if (info->kind == INTERACTABLE && ((const Thing *)(const void *)object)->discarded == 1) continue;
        count = note_holding(out, count, room, G, object->owner, ref);
        for (i32 i = 0; i < info->links; i++) {
            const Link *link = &info->link[i];
            Ref held = link->tag == ANY ? 0 : *(const Ref *)(const void *)(G->arena + ref + link->at);
            if (link->tag == OBJECT) count = note_holding(out, count, room, G, object->owner, held);
            if ((link->tag != LIST && link->tag != STACK) || !held || tag_within(items_at(G, held)) != OBJECT) continue;
            const Items *items = items_at(G, held);
            for (u32 j = 0; j < items->count; j++)
                count = note_holding(out, count, room, G, object->owner, (Ref)slots_of(G, items)[j].whole);
        }
    }
    return (i32)count;
}

/* What a thing with this face is called, and how long that is; 0 if there is none now. */
i32 tgpl_face_name(Game *G, i64 face, const u8 **found) {
    Catch here;
    here.outer = G->caught;
    G->caught = &here;
    volatile i32 length = 0;
    if (!_setjmp(here.registers)) {
        Ref ref = G->m.newest;
        while (ref && (i64)face_of(G, ref) != face) ref = object_at(G, ref)->older;
        G->words_length = 0;
        if (ref) put_described(G, ref, -1);
        length = (i32)G->words_length;
        *found = G->words;
        G->words_length = 0;
    }
    G->caught = here.outer;
    return length;
}

/* What an option of the open decision says that is no thing: a number, a player, a symbol, a text. */
i32 tgpl_option_name(Game *G, i32 number, const u8 **found) {
    if (!can_choose(G) || number < 0 || (u32)number >= G->option_count) return 0;
    const Key *key = &G->options[number];
    Catch here;
    here.outer = G->caught;
    G->caught = &here;
    volatile i32 length = 0;
    if (key->what == VALUE && !_setjmp(here.registers)) {
        i32 tag = RULES.types[key->type].tag;
        u32 count = 0;
        G->words_length = 0;
        if (tag == TEXT) {
            *found = name_at(G, key->value.whole, &count);
            length = (i32)count;
        } else if (tag != OBJECT || is_there(G, (Ref)key->value.whole)) {
            if (tag == OBJECT) put_described(G, (Ref)key->value.whole, -1);
            else put_slot(G, tag, key->value, -1);
            *found = G->words;
            length = (i32)G->words_length;
        }
        G->words_length = 0;
    }
    G->caught = here.outer;
    return length;
}

/* Where the match came by: a byte for each point, 1 or 0; how many there are. */
i32 tgpl_hits(Game *G, const u8 **found) {
#ifdef POINTS
    *found = G->hit;
    return POINTS;
#else
    *found = 0;
    return 0;
#endif
}

/* How much was worked for all matches so far, in steps of the rules: the same on every machine. */
i64 tgpl_work(Game *G) {
#ifdef POINTS
    return G->work;
#else
    return 0;
#endif
}

/* The digest of a position without chance: the same where players have gone round in a circle. */
void tgpl_situation(Game *G, u64 found[2]) {
    u64 chance = G->m.chance, answers = G->committed_answers;
    G->m.chance = 0;
    G->committed_answers = 0;
    tgpl_digest(G, found);
    G->m.chance = chance;
    G->committed_answers = answers;
}

/* -- what becomes of an option: the rest at random */

typedef struct Trial {
    u32 option;
    u64 seed;
} Trial;

/* Answers the open question. Chance goes its own way from there; what was drawn before stays. */
static u32 try_option(Game *G) {
    const Trial *trial = G->thoughts;
    G->agent = 2;
    if (!RULES.certain) G->m.chance = chance_from(trial->seed);
    return trial->option < G->option_count ? trial->option : 0;
}

/* Takes an option in a copied match and plays on at random: how it ends. The same seed is the same luck, whatever was taken. */
i32 tgpl_try(Game *G, const u8 *saved, u32 size, i32 option, u64 seed, i32 most_moves) {
    if (!tgpl_load(G, saved, size) || !can_choose(G) || option < 0 || (u32)option >= G->option_count) return -1;
    find_stack(G);
    Trial trial = {(u32)option, seed};
    for (i32 i = 0; i < G->players; i++) G->agent_chance[i] = chance_from(seed * 64 + (u64)i + 0x7E57);
    i32 last = most_moves < ANY_NUMBER - G->moves ? G->moves + most_moves : ANY_NUMBER;
    G->thinker = try_option;
    G->thoughts = &trial;
    G->agent = 3;
    G->has_decision = 0;
    run_transactions(G, ANY_NUMBER, last);
    G->agent = 0;
    if (!G->ended) G->ended = LIMIT;
    return G->ended;
}
