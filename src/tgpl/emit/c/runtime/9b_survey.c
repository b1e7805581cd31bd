/* ---- a match as a seat sees it, and what it cannot see

   A survey writes down every object with its attributes, and every place whose content the seat cannot see: private
   attributes of others, the cards of decks, what stands on boards that are hidden. Values are written as words, which
   mean the same in every match of the game. */

enum Saying { OF_NULL, OF_PLAIN, OF_TEXT, OF_ITEMS, OF_KNOWN, OF_HIDDEN };

typedef struct Word {
    i32 what;
    i32 number; /* OF_TEXT: a hash; OF_ITEMS: its type; OF_KNOWN: class; OF_HIDDEN: which face */
    Slot value; /* OF_PLAIN: itself; OF_TEXT: which of the texts; OF_ITEMS: how many follow; OF_KNOWN: its name */
    i32 tag;
    i32 entry; /* OF_HIDDEN: who stands for it; -1: whoever is left (9c_worlds.c) */
} Word;

typedef struct Said { /* a text; one that is held often is said once */
    u32 first, bytes; /* of its letters */
    Ref made;         /* in the imagined world that was filled last: */
    u32 stamp;
} Said;

typedef struct Face { /* an object */
    i32 class_, seen;
    Ref ref;
    u32 name;    /* see `name_seen` */
    u32 first;   /* of the words of its attributes */
    u32 numbers; /* a hash of each attribute; 0: the seat does not know it */
    u64 whole;   /* of all of them */
    Player owner;
    i32 discarded;
    u64 members;
    int plain; /* nothing hidden in its attributes */
    u32 stamp; /* a vessel: in which imagined world it was last used */
} Face;

enum { CARDS = -1, PIECES = -2 }; /* in place of the number of an attribute */

typedef struct Place {
    i32 class_, field;
    Player owner;
    u32 ordinal; /* among those of the same class and owner */
    u32 first;   /* word */
    Ref holder;
} Place;

typedef struct World { /* parts of the lists of a Guess */
    u32 face, faces, place, places, word, number, letter, text;
    u32 entry, entries, like;
    i32 score;
} World;

typedef struct Entry { /* an object that is not seen, in an imagined world */
    u32 face;
    i32 vessel; /* the face of the object of the real match that plays it; -1: a new one */
    u8 same;    /* it is the same already */
    u8 reserved, used;
} Entry;

enum { MOST_WORLDS = 64 };

typedef struct Guess {
    Player seat;
    int broken; /* there was no memory for something */
    u32 survey_text; /* the first text of the survey that is being made */
    Word *words;
    u32 word_count, word_size;
    Face *faces;
    u32 face_count, face_size;
    u64 *numbers;
    u32 number_count, number_size;
    Place *places;
    u32 place_count, place_size;
    u8 *letters;
    u32 letter_count, letter_size;
    Said *texts;
    u32 text_count, text_size;
    Ref *alive; /* of the match that is looked at, the oldest first */
    u32 alive_count, alive_size;
    u32 *order, *counts; /* who is seen, by their numbers; and how many there are of each class */
    u32 order_size;
    u64 *features, *wanted; /* of the match that is looked at, and of the real one */
    u32 feature_count, feature_size, wanted_count, wanted_size;
    Entry *entries;
    u32 entry_count, entry_size;
    i32 *like;  /* for each world and real place: the place of the world that stands for it; -1: none */
    u32 like_count, like_size;
    u32 *loose; /* entries that no place of a world has reserved */
    u32 loose_count, loose_size;
    i32 *spare; /* of each class: a place of it that was met somewhere; -1: never */
    u8 *closed; /* of each class: how many there are is the same in every match at this point */
    u64 *fixed; /* and which of its attributes, taken together, are too */
    World real, worlds[MOST_WORLDS];
    u32 real_words; /* where the words of the real match end */
    u32 world_count;
    /* where the real match is, and the match that is played to learn what there can be */
    i32 stage, turn, phase, moves;
    u32 position;
    int found;
    u64 chance;
    u32 stamp; /* counts imagined worlds */
} Guess;

/* Memory outside of a match; 0 if there is none. */
static int grown(void **block, u32 *size, u64 needed, u32 each, u32 first) {
    if (needed <= *size) return 1;
    u64 larger = *size ? 2 * (u64)*size : first;
    while (larger < needed) larger *= 2;
    void *found = larger > (1u << 30) / each * 2 ? 0 : realloc(*block, larger * each);
    if (!found) return 0;
    *block = found;
    *size = (u32)larger;
    return 1;
}

static int is_structure(const ClassInfo *info) { /* part of a board: it stays where it is */
    return info->kind == BOARD || info->kind == GROUP || info->kind == TILE || info->kind == CONNECTION;
}

/* -- words */

static void word_said(Guess *Q, i32 what, i32 number, i32 tag, Slot value) {
    if (!grown((void **)&Q->words, &Q->word_size, (u64)Q->word_count + 1, sizeof(Word), 1024)) {
        Q->broken = 1;
        return;
    }
    Word *word = &Q->words[Q->word_count++];
    word->what = what, word->number = number, word->tag = tag, word->value = value, word->entry = -1;
}

static i64 alive_place(const Guess *Q, Ref ref) { /* older ones have smaller references */
    u32 low = 0, high = Q->alive_count;
    while (low < high) {
        u32 middle = (low + high) / 2;
        if (Q->alive[middle] < ref) low = middle + 1;
        else high = middle;
    }
    return low < Q->alive_count && Q->alive[low] == ref ? (i64)low : -1;
}

/* What an object is called that is seen, or part of a board. Age would tell what is hidden: those that are seen are counted
   within their class, in the order in which the seat knows them. */
static u32 name_of(Game *G, const Object *object) {
    return object->mark == G->epoch ? object->number : object->serial | 1u << 31;
}

static void name_seen(Game *G, Guess *Q) {
    u32 seen = 0;
    memset(Q->counts, 0, (u32)RULES.class_count * sizeof(u32));
    for (u32 i = 0; i < Q->alive_count; i++) {
        const Object *object = object_at(G, Q->alive[i]);
        if (object->mark == G->epoch) Q->order[object->number] = i, seen++;
    }
    for (u32 i = 0; i < seen; i++) {
        Object *object = object_at(G, Q->alive[Q->order[i]]);
        object->number = Q->counts[object->class_]++;
    }
}

/* `first_text`: of this survey, which numbers texts in the order in which they are come across. */
static void say_text(Game *G, Guess *Q, u32 first_text, Ref ref) {
    const Text *text = at_ref(G, ref);
    u32 number = first_text + number_for(G, ref);
    if (number == Q->text_count) {
        if (!grown((void **)&Q->letters, &Q->letter_size, (u64)Q->letter_count + text->bytes, 1, 1024) ||
            !grown((void **)&Q->texts, &Q->text_size, (u64)Q->text_count + 1, sizeof(Said), 64)) {
            Q->broken = 1;
            return;
        }
        Said said = {Q->letter_count, text->bytes, 0, 0};
        if (text->bytes) memcpy(Q->letters + Q->letter_count, text->byte, text->bytes);
        Q->letter_count += text->bytes;
        Q->texts[Q->text_count++] = said;
    }
    word_said(Q, OF_TEXT, (i32)text_hash(G, ref), TEXT, slot_of(number));
}

static void say_value(Game *G, Guess *Q, u32 first_face, i32 tag, Slot value, i32 depth) {
    if (is_null_slot(tag, value) || depth > 8) {
        word_said(Q, OF_NULL, 0, tag, slot_of(0));
    } else if (tag == ANY) {
        say_value(G, Q, first_face, any_tag(value.bits), any_slot(value.bits), depth);
    } else if (tag == TEXT) {
        say_text(G, Q, Q->survey_text, (Ref)value.whole);
    } else if (tag < OBJECT) {
        word_said(Q, OF_PLAIN, 0, tag, value);
    } else if (tag == OBJECT) {
        const Object *object = object_at(G, (Ref)value.whole);
        i64 at = alive_place(Q, (Ref)value.whole);
        if (object->mark == G->epoch || is_structure(&RULES.classes[object->class_]))
            word_said(Q, OF_KNOWN, object->class_, tag, slot_of(name_of(G, object)));
        else if (at >= 0) word_said(Q, OF_HIDDEN, (i32)(first_face + (u32)at), tag, slot_of(0));
        else word_said(Q, OF_NULL, 0, tag, slot_of(0));
    } else {
        const Items *items = items_at(G, (Ref)value.whole);
        i32 within = tag_within(items), is_table = RULES.types[items->type].tag == TABLE;
        word_said(Q, OF_ITEMS, items->type, tag, slot_of(items->count));
        for (u32 i = 0; i < items->count; i++) {
            Slot *slots = slots_of(G, items);
            if (is_table) {
                say_value(G, Q, first_face, (i32)(slots[3 * i].bits & 15), slots[3 * i + 1], depth + 1);
                say_value(G, Q, first_face, within, slots[3 * i + 2], depth + 1);
            } else {
                say_value(G, Q, first_face, within, slots[i], depth + 1);
            }
        }
    }
}

/* Of some words; what is hidden counts only as something of its class. Never 0. */
static u64 words_hash(const Guess *Q, u32 from, u32 to) {
    u64 hash = 1;
    for (u32 i = from; i < to; i++) {
        const Word *word = &Q->words[i];
        hash = joined(hash, (u64)(u32)word->what << 32 | (u32)(word->what == OF_HIDDEN ? Q->faces[word->number].class_ : word->number));
        hash = joined(hash, word->what == OF_TEXT ? Q->texts[word->value.whole].bytes : word->value.bits);
    }
    return hash | 1;
}

/* -- faces and places */

static int knows_field(Game *G, const Guess *Q, const Face *face, const Field *field) {
    return !face->seen || sees(G, face->ref, Q->seat, field->hidden);
}

static void survey_face(Game *G, Guess *Q, u32 first_face, Face *face) {
    const ClassInfo *info = &RULES.classes[face->class_];
    u32 fields = (u32)info->fields;
    face->first = Q->word_count;
    face->numbers = Q->number_count;
    face->whole = 1;
    if (!grown((void **)&Q->numbers, &Q->number_size, (u64)Q->number_count + fields, sizeof(u64), 256)) {
        Q->broken = 1;
        return;
    }
    Q->number_count += fields;
    for (u32 i = 0; i < fields; i++) {
        u32 from = Q->word_count;
        u64 hash = 0;
        if ((i32)i + 1 == info->whereabouts) { /* that follows from where it lies */
            word_said(Q, OF_NULL, 0, info->field[i].tag, slot_of(0));
        } else if (knows_field(G, Q, face, &info->field[i])) {
            say_value(G, Q, first_face, info->field[i].tag, field_value(G, face->ref, &info->field[i]), 0);
            hash = words_hash(Q, from, Q->word_count);
        } else {
            word_said(Q, OF_NULL, 0, info->field[i].tag, slot_of(0));
        }
        Q->numbers[face->numbers + i] = hash;
        face->whole = joined(face->whole, hash);
    }
    face->plain = 1;
    for (u32 i = face->first; i < Q->word_count; i++) face->plain &= Q->words[i].what != OF_HIDDEN;
}

static void place_made(Game *G, Guess *Q, const World *world, const Face *face, i32 field, i32 tag, Slot value) {
    if (!grown((void **)&Q->places, &Q->place_size, (u64)Q->place_count + 1, sizeof(Place), 64)) {
        Q->broken = 1;
        return;
    }
    Place *place = &Q->places[Q->place_count++];
    place->class_ = face->class_, place->field = field, place->owner = face->owner, place->holder = face->ref;
    place->ordinal = 0;
    for (const Face *other = Q->faces + world->face; other < Q->faces + world->face + world->faces; other++)
        place->ordinal += other->class_ == face->class_ && other->owner == face->owner && other->seen == face->seen && other->name < face->name;
    place->first = Q->word_count;
    say_value(G, Q, world->face, tag, value, 0);
}

static void survey_places(Game *G, Guess *Q, const World *world, const Face *face) {
    const ClassInfo *info = &RULES.classes[face->class_];
    int whole = !face->seen && is_structure(info);
    if (!face->seen && !whole) return;
    for (i32 i = 0; i < info->fields; i++) {
        const Field *field = &info->field[i];
        if (!whole && sees(G, face->ref, Q->seat, field->hidden)) continue;
        Slot value = field_value(G, face->ref, field);
        if (field->tag == OBJECT && value.whole && is_structure(class_of(G, (Ref)value.whole))) continue;
        place_made(G, Q, world, face, i, field->tag, value);
    }
    if (info->kind == DECK) place_made(G, Q, world, face, CARDS, STACK, slot_of(((Deck *)at_ref(G, face->ref))->cards));
    if (whole && info->kind == TILE) place_made(G, Q, world, face, PIECES, LIST, slot_of(((Tile *)at_ref(G, face->ref))->pieces));
}

/* -- what tells one point of a game from another: the phase, the size of decks, what everybody's objects say */

static void feature(Guess *Q, u64 word, u32 weight) {
    for (u32 i = 0; i < weight; i++)
        if (grown((void **)&Q->features, &Q->feature_size, (u64)Q->feature_count + 1, sizeof(u64), 64))
            Q->features[Q->feature_count++] = joined(word, i);
}

static void survey_features(Game *G, Guess *Q, const Face *face) {
    const ClassInfo *info = &RULES.classes[face->class_];
    u64 who = joined((u64)face->class_, face->name);
    if (!face->seen || info->kind == INTERACTABLE || info->kind == EVENT || is_structure(info)) return;
    if (info->kind == DECK) feature(Q, joined(who, items_at(G, ((Deck *)at_ref(G, face->ref))->cards)->count), 3);
    for (i32 i = 0; i < info->fields; i++) {
        u64 hash = Q->numbers[face->numbers + (u32)i];
        Slot value = field_value(G, face->ref, &info->field[i]);
        if (!hash) continue;
        i32 tag = info->field[i].tag;
        if (tag > OBJECT) hash = value.whole ? items_at(G, (Ref)value.whole)->count : ~0ull;
        feature(Q, joined(joined(who, (u64)i), hash), tag > OBJECT || tag == PLAYER ? 3 : 1);
    }
}

/* The match as it stands, perhaps in the middle of a move. */
static void survey(Game *G, Guess *Q, World *world) {
    memset(world, 0, sizeof *world);
    world->face = Q->face_count, world->place = Q->place_count, world->word = Q->word_count;
    world->number = Q->number_count, world->letter = Q->letter_count, world->text = Q->survey_text = Q->text_count;
    find_alive(G);
    Q->alive_count = Q->feature_count = 0;
    if (!grown((void **)&Q->alive, &Q->alive_size, G->m.objects, sizeof(Ref), 256) ||
        !grown((void **)&Q->order, &Q->order_size, G->m.objects, sizeof(u32), 256) ||
        !grown((void **)&Q->faces, &Q->face_size, (u64)Q->face_count + G->m.objects, sizeof(Face), 256)) {
        Q->broken = 1;
        return;
    }
    u32 count = 0;
    for (Ref ref = G->m.newest; ref; ref = object_at(G, ref)->older) count += object_at(G, ref)->mark == G->alive_mark;
    Q->alive_count = count;
    for (Ref ref = G->m.newest; ref; ref = object_at(G, ref)->older)
        if (object_at(G, ref)->mark == G->alive_mark) Q->alive[--count] = ref;
    find_seen(G, Q->seat);
    number_seen(G, Q->seat);
    name_seen(G, Q);
    for (u32 i = 0; i < Q->alive_count; i++) {
        const Object *object = object_at(G, Q->alive[i]);
        const ClassInfo *info = &RULES.classes[object->class_];
        Face *face = &Q->faces[Q->face_count++];
        memset(face, 0, sizeof *face);
        face->class_ = object->class_, face->seen = object->mark == G->epoch, face->ref = Q->alive[i];
        face->name = name_of(G, object), face->owner = object->owner, face->members = object->members;
        if (info->kind == INTERACTABLE) face->discarded = ((const Thing *)(const void *)object)->discarded;
    }
    world->faces = Q->alive_count;
    no_numbers(G); /* for texts */
    for (u32 i = 0; i < world->faces && !Q->broken; i++) survey_face(G, Q, world->face, &Q->faces[world->face + i]);
    for (u32 i = 0; i < world->faces && !Q->broken; i++) survey_features(G, Q, &Q->faces[world->face + i]);
    for (u32 i = 0; i < world->faces && !Q->broken; i++) survey_places(G, Q, world, &Q->faces[world->face + i]);
    world->places = Q->place_count - world->place;
}

static void forget_survey(Guess *Q, const World *world) { /* the last one */
    Q->face_count = world->face, Q->place_count = world->place, Q->word_count = world->word;
    Q->number_count = world->number, Q->letter_count = world->letter, Q->text_count = world->text;
}
