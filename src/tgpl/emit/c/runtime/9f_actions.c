/* ---- for other people's tools: draws that are asked for, and options as numbers that mean the same in every match

   Where chance is open a draw stops the transaction like a question does. An outcome is known by the state of chance in
   which it was drawn, so that a transaction that runs again finds it; the state behind it is another for every outcome.

   The actions of a game are listed outside, and their hashes handed over (`tgpl_number`). Where a question is asked each
   option is hashed alike, by what its player sees of it: a tile by its place, a piece by its tile, anything else by its
   class, what it was given when it was made, whose it is and, if it changes, how many like it a view lists before. The same hashes
   are made by `tgpl.bindings.action_hashes`. */

/* -- draws */

static u64 behind_draw(u64 state, u32 number) { return mixed(chance_from(state + 1 + number) + GOLDEN); }

static u32 outcome_of(Game *G, u32 width, u32 among) {
    const OpenChance *open = &G->open;
    for (u32 i = 0; i < open->count; i++)
        if (open->outcomes[i].state == G->m.chance && open->outcomes[i].width == width) {
            G->m.chance = behind_draw(G->m.chance, open->outcomes[i].number);
            return open->outcomes[i].number;
        }
    G->open.state = G->m.chance;
    G->open.among = among;
    leave(G, STOP_DRAW);
}

/* One among more than there may be outcomes is drawn part by part. */
static u32 open_draw(Game *G, u32 n) {
    u32 low = 0, widest = G->open.widest;
    while (n > widest) {
        u32 part = (n - 1) / widest + 1, parts = (n - 1) / part + 1, number = outcome_of(G, parts, n);
        low += number * part;
        n = number + 1 < parts ? part : n - number * part;
    }
    return n == 1 ? low : low + outcome_of(G, n, n);
}

static u32 outcomes(const OpenChance *open) { /* of the draw that waits */
    u32 n = open->among, part = (n - 1) / open->widest + 1;
    return n > open->widest ? (n - 1) / part + 1 : n;
}

static void settle_draw(Game *G, u32 number) {
    OpenChance *open = &G->open;
    u32 width = outcomes(open);
    open->outcomes = grow_block(G, open->outcomes, &open->size, (u64)open->count + 1, sizeof(Outcome));
    Outcome made = {open->state, width, number};
    open->outcomes[open->count++] = made;
    open->waits = 0;
    proceed(G);
}

/* -- hashes of what options mean */

struct Numbering {
    u64 *hashes; /* a table of actions, in the places that their hashes lead to; 0: nothing there */
    i32 *numbers;
    u32 mask;
    i32 listed, spare;
    u64 *found; /* of the options that are numbered */
    i32 *given;
    u32 size, given_size;
    u64 *classes, *actions; /* the hashes of their names */
    u32 count; /* how many options are numbered */
    i32 looked;             /* whether it is marked who is in the game, and seen */
    u32 mark;
    Ref group; /* the last one that was hashed */
    u64 group_hash;
};

enum Meaning { AN_ACTION = 1, AN_OBJECT, A_NUMBER, A_BOOL, A_TEXT, A_SEAT, AN_END, NO_END };
enum Sign { ON_TILE = 1, TILE_SIGN, THING_SIGN };

static u64 name_hash(const char *name) { return hash_of_bytes((const u8 *)name, (u32)strlen(name)); }

static u64 seat_from(Game *G, Player looks, Player player) {
    return (u64)((player - looks + G->players) % G->players);
}

static int is_seen(Game *G, Ref ref, Player looks) {
    Numbering *N = G->numbering;
    if (!N->looked) {
        i64 left = G->left; /* this is nobody's work */
        if (RULES.secrets) find_seen(G, looks), number_seen(G, looks);
        else find_alive(G);
        N->mark = RULES.secrets ? G->epoch : G->alive_mark;
        N->looked = 1;
        G->left = left;
    }
    return object_at(G, ref)->mark == N->mark;
}

/* Whether a view lists one before another: by age, or in a game with secrets by the numbers of who looks. */
static int comes_earlier(Game *G, Ref one, Ref other, Player looks) {
    if (!is_seen(G, one, looks)) return 0;
    return RULES.secrets ? object_at(G, one)->number < object_at(G, other)->number : one < other;
}

static Ref first_of_all(Game *G, Ref ref) { return RULES.secrets ? G->m.newest : object_at(G, ref)->older; }

static u64 class_hash(Game *G, Ref ref) { return G->numbering->classes[object_at(G, ref)->class_]; }

static u64 group_found(Game *G, Ref group, Player looks) {
    for (Ref ref = G->m.newest; ref; ref = object_at(G, ref)->older) {
        const ClassInfo *info = class_of(G, ref);
        if (info->kind != BOARD) continue;
        i32 i = 0;
        while (i < info->links && (info->link[i].tag == ANY || *(Ref *)(void *)(G->arena + ref + info->link[i].at) != group)) i++;
        if (i == info->links) continue;
        u64 nth = 0;
        if (!info->permanent)
            for (Ref other = first_of_all(G, ref); other; other = object_at(G, other)->older)
                nth += object_at(G, other)->class_ == object_at(G, ref)->class_ && comes_earlier(G, other, ref, looks);
        return joined(joined(class_hash(G, ref), nth), class_hash(G, group)) | 1;
    }
    return 0;
}

/* 0 if it is on no board. */
static u64 group_hash(Game *G, Ref group, Player looks) {
    Numbering *N = G->numbering;
    if (!group) return 0;
    if (N->group != group) {
        N->group = group;
        N->group_hash = group_found(G, group, looks);
    }
    return N->group_hash;
}

static u64 tile_place(Game *G, const Tile *tile, Ref ref) {
    if (tile->x != NOWHERE) return (u64)tile->y * 256 + (u64)tile->x;
    const Items *tiles = items_at(G, ((Group *)at_ref(G, tile->group))->tiles);
    u64 place = 0;
    while (place < tiles->count && (Ref)slots_of(G, tiles)[place].whole != ref) place++;
    return place;
}

static u64 given_hash(Game *G, u64 hash, Ref ref, Player looks) {
    const ClassInfo *info = class_of(G, ref);
    for (i32 i = 0; i < info->fields; i++) {
        const Field *field = &info->field[i];
        const void *at = G->arena + ref + field->at;
        if (!field->given || !sees(G, ref, looks, field->hidden)) continue;
        u64 word = 0;
        if (field->tag == NUMBER) {
            Slot slot = slot_of_number(*(const double *)at);
            if (is_null(slot.number)) continue;
            word = slot.number == 0.0 ? 0 : slot.bits;
        } else if (field->tag == TEXT) {
            if (!*(const Ref *)at) continue;
            word = hash_of_text(G, *(const Ref *)at);
        } else if (field->tag == SYMBOL) {
            if (!*(const Ref *)at) continue;
            word = hash_of_text(G, symbol_name(*(const Ref *)at));
        } else if (field->tag == BOOL) {
            if (*(const Bool *)at == 2) continue;
            word = (u64)*(const Bool *)at;
        } else {
            if (*(const Player *)at < 0) continue;
            word = seat_from(G, looks, *(const Player *)at);
        }
        hash = joined(joined(hash, (u64)i + 1), word);
    }
    return hash;
}

static Player first_owner(Game *G, Ref ref) {
    const Object *object = object_at(G, ref);
    if (object->owner >= 0 || !object->members) return object->owner;
    Player player = 0;
    while (!(object->members >> player & 1)) player++;
    return player;
}

static u64 thing_hash(Game *G, Ref ref, Player looks) {
    Player owner = first_owner(G, ref);
    u64 hash = given_hash(G, joined(THING_SIGN, class_hash(G, ref)), ref, looks);
    return joined(hash, owner < 0 ? 0 : 1 + seat_from(G, looks, owner));
}

/* `alike`: others may have the same. */
static u64 sign_hash(Game *G, Ref ref, Player looks, int *alike) {
    const ClassInfo *info = class_of(G, ref);
    Ref tile = info->kind == TILE ? ref : info->kind == INTERACTABLE ? ((Thing *)at_ref(G, ref))->tile : 0;
    u64 group = tile ? group_hash(G, ((Tile *)at_ref(G, tile))->group, looks) : 0;
    if (group) {
        u64 hash = joined(joined(tile == ref ? TILE_SIGN : ON_TILE, group), tile_place(G, at_ref(G, tile), tile));
        if (tile == ref) return hash;
        const Items *pieces = items_at(G, ((Tile *)at_ref(G, tile))->pieces);
        u64 height = 0;
        while (height < pieces->count && (Ref)slots_of(G, pieces)[height].whole != ref) height++;
        return joined(hash, height);
    }
    u64 hash = thing_hash(G, ref, looks), nth = 0;
    if (!info->changing && info->kind != DECK) {
        *alike = 1;
        return hash;
    }
    for (Ref other = first_of_all(G, ref); other; other = object_at(G, other)->older) {
        if (object_at(G, other)->class_ != object_at(G, ref)->class_ || !comes_earlier(G, other, ref, looks)) continue;
        if (thing_hash(G, other, looks) == hash && !(info->kind == INTERACTABLE && ((Thing *)at_ref(G, other))->tile)) nth++;
    }
    return joined(hash, nth + 1);
}

static u64 option_hash(Game *G, const Key *key, int *alike) {
    u64 hash = (u64)(i64)(G->question + 1);
    Player looks = G->decider;
    if (key->what == ACTION) {
        hash = joined(joined(hash, AN_ACTION), G->numbering->actions[key->action]);
        return joined(hash, sign_hash(G, (Ref)key->value.whole, looks, alike));
    }
    if (key->what != VALUE) return joined(hash, key->what == DONE ? AN_END : NO_END);
    switch (RULES.types[key->type].tag) {
    case OBJECT: return joined(joined(hash, AN_OBJECT), sign_hash(G, (Ref)key->value.whole, looks, alike));
    case NUMBER:
        if (RULES.named) return joined(joined(hash, A_TEXT), RULES.named(G, looks, key->value.number));
        return joined(joined(hash, A_NUMBER), key->value.number == 0.0 ? 0 : key->value.bits);
    case BOOL: return joined(joined(hash, A_BOOL), (u64)key->value.whole);
    case TEXT: return joined(joined(hash, A_TEXT), hash_of_name(G, key->value.whole));
    case SYMBOL: return joined(joined(hash, A_TEXT), hash_of_text(G, symbol_text((Ref)key->value.whole)));
    default: return joined(joined(hash, A_SEAT), seat_from(G, looks, (Player)key->value.whole));
    }
}

static i32 listed_number(const Numbering *N, u64 hash) {
    for (u32 place = (u32)hash & N->mask; N->hashes[place]; place = (place + 1) & N->mask)
        if (N->hashes[place] == (hash | 1)) return N->numbers[place];
    return -1;
}

/* The number of each option: its own, a spare one, or -1. What is hidden has none of its own. */
static void number_options(Game *G) {
    Numbering *N = G->numbering;
    i32 spare = N->listed;
    N->looked = 0, N->group = 0, N->count = G->option_count;
    N->found = grow_block(G, N->found, &N->size, G->option_count, sizeof(u64));
    N->given = grow_block(G, N->given, &N->given_size, G->option_count, sizeof(i32));
    for (u32 i = 0; i < G->option_count; i++) {
        int alike = 0;
        i32 number = -1;
        N->found[i] = 0;
        if (!G->options[i].hidden) {
            u64 hash = N->found[i] = option_hash(G, &G->options[i], &alike), nth = 0;
            for (u32 j = 0; alike && j < i; j++) nth += N->found[j] == hash;
            number = listed_number(N, joined(hash, nth));
        }
        if (number < 0 && spare < N->listed + N->spare) number = spare++;
        N->given[i] = number;
    }
}

/* -- what the outside calls */

static void drop_numbering(Game *G) {
    Numbering *N = G->numbering;
    if (!N) return;
    void *blocks[] = {N->hashes, N->numbers, N->found, N->given, N->classes, N->actions, N};
    for (u32 i = 0; i < sizeof blocks / sizeof blocks[0]; i++) free(blocks[i]);
    G->numbering = 0;
}

/* From now on options have numbers, and with `widest` draws are asked for; 0 if there is no memory. */
i32 tgpl_number(Game *G, const u64 *hashes, const i32 *numbers, u32 count, i32 listed, i32 spare, u32 widest) {
    u32 size = 16;
    while (size < 2 * count + 2) size *= 2;
    drop_numbering(G);
    Numbering *N = malloc(sizeof *N);
    if (!N) return 0;
    memset(N, 0, sizeof *N);
    G->numbering = N;
    N->hashes = malloc(size * sizeof(u64));
    N->numbers = malloc(size * sizeof(i32));
    N->classes = malloc((u32)RULES.class_count * sizeof(u64));
    N->actions = malloc((u32)(RULES.action_count + 1) * sizeof(u64));
    if (!N->hashes || !N->numbers || !N->classes || !N->actions) {
        drop_numbering(G);
        return 0;
    }
    memset(N->hashes, 0, size * sizeof(u64));
    N->mask = size - 1, N->listed = listed, N->spare = spare;
    for (u32 i = 0; i < count; i++) {
        u32 place = (u32)hashes[i] & N->mask;
        while (N->hashes[place]) place = (place + 1) & N->mask;
        N->hashes[place] = hashes[i] | 1;
        N->numbers[place] = numbers[i];
    }
    for (i32 i = 0; i < RULES.class_count; i++) N->classes[i] = name_hash(RULES.classes[i].shown);
    for (i32 i = 0; i < RULES.action_count; i++) N->actions[i] = name_hash(RULES.actions[i].name);
    G->open.widest = widest == 1 ? 2 : widest; /* with one outcome no draw would ever come to an end */
    return 1;
}

static i32 sealed_count(Game *G) { return G->m.stage == SEAL ? (i32)G->m.sealed : 0; }

/* An option or outcome by its number, or -1 where no value is known, and the action that it is. What was chosen is kept
   until it is carried out: then everybody sees what came of it. */
static int can_step(Game *G, i32 option) {
    if (G->ended) return 0;
    if (G->open.waits) return option >= 0 && (u32)option < outcomes(&G->open);
    return option < 0 ? !G->option_count : (u32)option < G->option_count;
}

static void walk_step(Game *G, i32 option, i32 action) {
    OpenChance *open = &G->open;
    i64 commits = G->commits;
    i32 before = sealed_count(G);
    if (open->waits) {
        note_choice(G, option);
        settle_draw(G, (u32)option);
    } else {
        if (action >= 0) {
            open->chosen = grow_block(G, open->chosen, &open->chosen_size, (u64)open->chosen_count + 2, sizeof(i32));
            open->chosen[open->chosen_count++] = G->decider;
            open->chosen[open->chosen_count++] = action;
        }
        if (option >= 0) tgpl_choose(G, option);
        else tgpl_give_up(G);
    }
    if (G->commits > commits && sealed_count(G) <= before) open->chosen_count = 0;
}

/* The actions of the open decision, in order, at `out`, and the options that they stand for behind all of them. */
static u32 actions_of(Game *G, i32 *out) {
    const Numbering *N = G->numbering;
    u32 count = 0, all = G->option_count;
    for (u32 i = 0; i < all; i++) {
        i32 number = N->given[i];
        u32 j = count;
        if (number < 0) continue;
        for (; j > 0 && out[j - 1] > number; j--) out[j] = out[j - 1], out[all + j] = out[all + j - 1];
        out[j] = number, out[all + j] = (i32)i;
        count++;
    }
    return count;
}

enum { WALK_HEAD = 8, NOBODY_CHOOSES = -4, CHANCE_CHOOSES = -1, LOOK_ONLY = -2 };

static i32 walked(Game *G, i32 option, i32 action, u32 most, i32 *out, u32 room_) {
    if (option != LOOK_ONLY) walk_step(G, option, action);
    for (;;) {
        u32 count = 0;
        i32 *numbers = out + WALK_HEAD;
        out[1] = G->ended;
        out[0] = G->ended ? NOBODY_CHOOSES : G->open.waits ? CHANCE_CHOOSES : G->decider;
        out[3] = out[0] == CHANCE_CHOOSES ? (i32)G->open.among : 0;
        if (out[0] >= 0) {
            if (WALK_HEAD + 2 * (u64)G->option_count > room_) return -1;
            if (G->numbering->count != G->option_count) return -2; /* a copy was loaded, and nobody went on */
            count = actions_of(G, numbers);
        }
        if (out[0] < 0 || count > 1 || G->choice_count >= most) {
            out[2] = (i32)count;
            out[4] = (i32)(WALK_HEAD + G->option_count);
            out[5] = (i32)G->choice_count;
            return 0;
        }
        i32 only = count ? numbers[G->option_count] : G->option_count ? 0 : -1;
        walk_step(G, only, count ? numbers[0] : -1);
    }
}

/* Takes an option (or the outcome of a draw) and goes on to where there is a choice of two actions or more, taking what
   leaves none, but no further than `most` choices and draws in all. Room: who chooses, how it ended, actions, among how
   many is drawn, where the options begin, choices and draws so far; from 8 on the numbers of the actions in order. -1 if
   there is no room, -2 if there is no such option, else 0. */
i32 tgpl_walk(Game *G, i32 option, i32 action, u32 most, i32 *out, u32 room_) {
    if (!G->numbering || (option != LOOK_ONLY && !can_step(G, option))) return -2;
    Catch here;
    here.outer = G->caught;
    G->caught = &here;
    find_stack(G);
    i32 result = 0;
    if (!_setjmp(here.registers)) result = walked(G, option, action, most, out, room_);
    else out[1] = G->ended = UNSUPPORTED; /* there is no memory left */
    G->caught = here.outer;
    return result;
}

/* Who has chosen which action, pair by pair, without it being carried out. */
i32 tgpl_chosen(Game *G, const i32 **found) {
    *found = G->open.chosen;
    return (i32)G->open.chosen_count;
}
