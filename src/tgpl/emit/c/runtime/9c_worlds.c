/* ---- what a seat cannot see, imagined and never looked at

   Who thinks plays some random games of their own from the beginning, with chance of their own, each up to a point that
   looks like the real match does from outside. What is hidden there (how long lists are, what numbers and texts stand in
   them, where cards lie) could be hidden in the real match too. Where a class always has the same objects, as a pack of
   cards does, those that are seen in the real match are not dealt again: others take their places.

   The real match gives only what the seat sees, and the objects themselves as vessels: before a simulation they are laid
   into other places, and given other attributes where that is needed. */

static void close_guess(Guess *Q) {
    if (!Q) return;
    void *blocks[] = {Q->words,  Q->faces,   Q->numbers, Q->places, Q->letters, Q->texts, Q->alive, Q->features, Q->wanted,
                      Q->entries, Q->like,   Q->loose,  Q->closed,  Q->fixed, Q->spare, Q->order, Q->counts};
    for (u32 i = 0; i < sizeof blocks / sizeof blocks[0]; i++) free(blocks[i]);
    free(Q);
}

static Guess *open_guess(void) {
    Guess *Q = malloc(sizeof(Guess));
    if (!Q) return 0;
    memset(Q, 0, sizeof(Guess));
    Q->closed = malloc((u32)RULES.class_count);
    Q->fixed = malloc((u32)RULES.class_count * sizeof(u64));
    Q->spare = malloc((u32)RULES.class_count * sizeof(i32));
    Q->counts = malloc((u32)RULES.class_count * sizeof(u32));
    if (Q->closed && Q->fixed && Q->spare && Q->counts) return Q;
    close_guess(Q);
    return 0;
}

/* -- games of one's own */

static i32 likeness(Game *G, const Guess *Q) {
    i32 score = 0, apart = G->moves - Q->moves;
    for (u32 i = 0; i < Q->feature_count; i++)
        for (u32 j = 0; j < Q->wanted_count; j++)
            if (Q->features[i] == Q->wanted[j]) {
                score += 4;
                break;
            }
    score += 64 * (G->m.phase == Q->phase && G->m.turn == Q->turn) + 16 * (G->position == Q->position);
    score += 64 * (G->m.stage == Q->stage) + 64 * (G->decider == Q->seat);
    return score - (apart < 0 ? -apart : apart);
}

/* Whether a survey has met something that none before it has: then it is kept for that. */
static int met_something(Guess *Q, const World *world) {
    int found = 0;
    for (u32 i = world->place; i < world->place + world->places; i++) {
        i32 *spare = &Q->spare[Q->places[i].class_];
        if (*spare >= 0) continue;
        *spare = (i32)i;
        found = 1;
    }
    return found;
}

/* Chooses at random, and keeps what the match looks like at the point that is most like the real one. */
static u32 learn(Game *G) {
    Guess *Q = G->thoughts;
    World *best = &Q->worlds[Q->world_count];
    i32 apart = G->moves > Q->moves ? G->moves - Q->moves : Q->moves - G->moves;
    int near = apart <= 4 + Q->moves / 16;
    int alike = G->decider == Q->seat && G->m.stage == Q->stage && G->m.phase == Q->phase && G->m.turn == Q->turn;
    if (!Q->found || (near && alike)) {
        World here;
        survey(G, Q, &here);
        here.score = likeness(G, Q);
        int spare = met_something(Q, &here);
        if (!Q->found || here.score > best->score) *best = here;
        else if (!spare) forget_survey(Q, &here);
        Q->found = 1;
    }
    return below(&Q->chance, G->option_count);
}

/* The worlds most like the real one come first; those that are much less so are left out. */
static void sort_worlds(Guess *Q) {
    for (u32 i = 1; i < Q->world_count; i++) {
        World held = Q->worlds[i];
        u32 j = i;
        for (; j > 0 && Q->worlds[j - 1].score < held.score; j--) Q->worlds[j] = Q->worlds[j - 1];
        Q->worlds[j] = held;
    }
    u32 good = 0;
    while (good < Q->world_count && Q->worlds[good].score + 12 >= Q->worlds[0].score) good++;
    if (good < 8) good = 8;
    if (Q->world_count > good) Q->world_count = good;
}

static void play_to_learn(Game *G, Guess *Q, u32 games, i32 players) {
    Q->world_count = 0;
    G->heeds = DROP | CUT;
    for (i32 i = 0; i < RULES.class_count; i++) Q->spare[i] = -1;
    for (u32 i = 0; i < games && i < MOST_WORLDS && !Q->broken; i++) {
        Q->chance += GOLDEN;
        u64 seed = mixed(Q->chance);
        begin(G, seed, players);
        G->thinker = learn;
        G->thoughts = Q;
        G->agent = 3;
        G->unordered = 1;
        Q->found = 0;
        set_up(G, seed);
        while (!G->ended && G->moves <= Q->moves + 4 + Q->moves / 16) run_transaction(G);
        Q->world_count += (u32)Q->found;
        if (G->halted) break; /* with what was learnt so far */
    }
    G->heeds = DROP;
    G->agent = 0;
    sort_worlds(Q);
}

/* -- fitting a world to what is seen of the real match */

static u32 faces_of(const Guess *Q, const World *world, i32 class_) {
    u32 count = 0;
    for (u32 i = 0; i < world->faces; i++) count += Q->faces[world->face + i].class_ == class_;
    return count;
}

static u64 field_sum(const Guess *Q, const World *world, i32 class_, u32 field) {
    u64 sum = 0;
    for (u32 i = 0; i < world->faces; i++) {
        const Face *face = &Q->faces[world->face + i];
        if (face->class_ == class_) sum += mixed(Q->numbers[face->numbers + field]);
    }
    return sum;
}

/* What is the same in all worlds can be taken for certain. */
static void find_closed(Guess *Q) {
    for (i32 class_ = 0; class_ < RULES.class_count; class_++) {
        const ClassInfo *info = &RULES.classes[class_];
        u32 fields = info->fields < 64 ? (u32)info->fields : 64, count = Q->world_count ? faces_of(Q, &Q->worlds[0], class_) : 0;
        Q->closed[class_] = count && !is_structure(info) && info->kind != EVENT;
        Q->fixed[class_] = 0;
        for (u32 i = 1; i < Q->world_count && Q->closed[class_]; i++)
            Q->closed[class_] = faces_of(Q, &Q->worlds[i], class_) == count;
        for (u32 field = 0; field < fields && Q->closed[class_]; field++) {
            u64 sum = field_sum(Q, &Q->worlds[0], class_, field);
            u32 i = 1;
            while (i < Q->world_count && field_sum(Q, &Q->worlds[i], class_, field) == sum) i++;
            if (i == Q->world_count) Q->fixed[class_] |= 1ull << field;
        }
    }
}

/* Whether two faces agree in what is certain of their class, as far as the seat knows it. */
static int same_fixed(const Guess *Q, const Face *one, const Face *other) {
    if (one->class_ != other->class_) return 0;
    u64 fixed = Q->fixed[one->class_];
    for (u32 i = 0; fixed; i++, fixed >>= 1) {
        u64 mine = Q->numbers[one->numbers + i], theirs = Q->numbers[other->numbers + i];
        if ((fixed & 1) && mine && theirs && mine != theirs) return 0;
    }
    return 1;
}

static i32 entry_made(Guess *Q, const World *world, u32 face, u8 reserved) {
    if (!grown((void **)&Q->entries, &Q->entry_size, (u64)Q->entry_count + 1, sizeof(Entry), 256)) {
        Q->broken = 1;
        return -1;
    }
    Entry made = {face, -1, 0, reserved, 0};
    Q->entries[Q->entry_count++] = made;
    return (i32)(Q->entry_count - 1 - world->entry);
}

static Entry *entry_at(Guess *Q, const World *world, u32 number) { return &Q->entries[world->entry + number]; }

/* Of each class that is certain, whom the seat does not see. */
static void list_unseen(Guess *Q, World *world) {
    for (u32 i = 0; i < world->faces; i++)
        if (Q->closed[Q->faces[world->face + i].class_]) entry_made(Q, world, world->face + i, 0);
    for (u32 i = 0; i < Q->real.faces; i++) {
        const Face *face = &Q->faces[Q->real.face + i];
        if (!face->seen || !Q->closed[face->class_]) continue;
        i64 found = -1;
        i32 best = -1;
        for (u32 j = 0; j < Q->entry_count - world->entry; j++) { /* best the same one, else one that is seen there too */
            const Face *other = &Q->faces[entry_at(Q, world, j)->face];
            i32 fits = 2 * (other->name == face->name) + other->seen;
            if (fits > best && same_fixed(Q, face, other)) best = fits, found = j;
        }
        if (found >= 0) *entry_at(Q, world, (u32)found) = Q->entries[--Q->entry_count];
    }
}

static u32 reserve(Guess *Q, World *world, u32 at, i32 depth);

static void reserve_face(Guess *Q, World *world, Word *word, i32 depth) {
    u32 face = (u32)word->number;
    int closed = Q->closed[Q->faces[face].class_];
    i64 found = -1;
    for (u32 i = 0; i < Q->entry_count - world->entry; i++) {
        const Entry *entry = entry_at(Q, world, i);
        if (entry->face == face && (!entry->reserved || !closed)) {
            found = i;
            break;
        }
        if (closed && !entry->reserved && found < 0 && same_fixed(Q, &Q->faces[face], &Q->faces[entry->face])) found = i;
    }
    int is_new = found < 0 || !entry_at(Q, world, (u32)found)->reserved;
    if (found < 0 && !closed) found = entry_made(Q, world, face, 1);
    word->entry = (i32)found;
    if (found < 0 || !is_new || depth > 6) return;
    entry_at(Q, world, (u32)found)->reserved = 1;
    u32 chosen = entry_at(Q, world, (u32)found)->face, at = Q->faces[chosen].first;
    for (i32 i = 0; i < RULES.classes[Q->faces[chosen].class_].fields; i++) at = reserve(Q, world, at, depth + 1);
}

/* Says for everything hidden in a value who stands for it; gives where the next value begins. */
static u32 reserve(Guess *Q, World *world, u32 at, i32 depth) {
    Word *word = &Q->words[at++];
    if (word->what == OF_HIDDEN) reserve_face(Q, world, word, depth);
    if (word->what != OF_ITEMS) return at;
    i64 count = word->value.whole * (1 + (word->tag == TABLE));
    while (count-- > 0) at = reserve(Q, world, at, depth);
    return at;
}

/* The place of a world that stands for a real one. */
static i32 place_like(const Guess *Q, const World *world, const Place *real) {
    u32 same = 0, chosen;
    i32 any = -1;
    for (u32 i = 0; i < world->places; i++) {
        const Place *place = &Q->places[world->place + i];
        if (place->class_ != real->class_ || place->field != real->field) continue;
        if (any < 0) any = (i32)i;
        if (place->owner != real->owner) continue;
        if (place->ordinal == real->ordinal) return (i32)i;
        same++;
    }
    if (!same) return any;
    chosen = real->ordinal % same;
    for (u32 i = 0;; i++) {
        const Place *place = &Q->places[world->place + i];
        if (place->class_ == real->class_ && place->field == real->field && place->owner == real->owner && !chosen--)
            return (i32)i;
    }
}

static void find_vessels(Guess *Q, World *world) {
    for (u32 i = 0; i < Q->real.faces; i++) Q->faces[Q->real.face + i].stamp = 0;
    for (i32 round = 0; round < 4; round++) { /* those that are the same first, and those that are needed first */
        for (u32 i = 0; i < world->entries; i++) {
            Entry *entry = entry_at(Q, world, i);
            const Face *wanted = &Q->faces[entry->face];
            if (entry->vessel >= 0 || entry->reserved == (round & 1)) continue;
            for (u32 j = 0; j < Q->real.faces && entry->vessel < 0; j++) {
                Face *face = &Q->faces[Q->real.face + j];
                if (face->seen || face->stamp || face->class_ != wanted->class_) continue;
                int same = wanted->plain && face->plain && face->whole == wanted->whole;
                if (round < 2 && !same) continue;
                face->stamp = 1;
                entry->vessel = (i32)(Q->real.face + j);
                entry->same = (u8)same;
            }
        }
    }
}

static void fit_worlds(Guess *Q) {
    Q->entry_count = Q->like_count = 0;
    Q->stamp = 1;
    find_closed(Q);
    for (u32 i = 0; i < Q->world_count && !Q->broken; i++) {
        World *world = &Q->worlds[i];
        world->entry = Q->entry_count;
        world->like = Q->like_count;
        if (!grown((void **)&Q->like, &Q->like_size, (u64)Q->like_count + Q->real.places, sizeof(i32), 64)) Q->broken = 1;
        if (Q->broken) return;
        list_unseen(Q, world);
        for (u32 j = 0; j < Q->real.places; j++) {
            i32 like = place_like(Q, world, &Q->places[Q->real.place + j]);
            Q->like[Q->like_count++] = like;
            if (like >= 0) reserve(Q, world, Q->places[world->place + (u32)like].first, 0);
        }
        world->entries = Q->entry_count - world->entry;
        find_vessels(Q, world);
    }
}
