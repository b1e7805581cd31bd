/* -- from a compiled match to a flat state */

static int flat_find(const Flat_index *index, Ref ref) { /* its number; -1 for what has none */
    if (!ref) return 0;
    int low = 0, high = index->count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (index->at[middle] < ref) low = middle + 1;
        else high = middle;
    }
    return low < index->count && index->at[low] == ref ? low + 1 : -1;
}

/* `kind`: 4 for each list in a list, 1 for objects, 2 for numbers. A list that is held twice is not flat. */
static int flat_fill_list(Game *G, Flat *s, const Flat_index *index, Ref ref, int kind) {
#ifdef FLAT_LISTED
    if (!ref) return 0;
    if (s->lists >= FLAT_LISTS) return -1;
    const Items *items = items_at(G, ref);
    if (items->count > FLAT_ROOM) return -1;
    int number = s->lists++;
    Flat_list *list = &s->list[number];
    list->count = (i16)items->count;
    for (u32 i = 0; i < items->count; i++) {
        Slot slot = slots_of(G, items)[i];
        int value = kind >= 8   ? flat_fill_list(G, s, index, (Ref)slot.whole, kind - 4)
                    : kind & 1 ? flat_find(index, (Ref)slot.whole)
                    : kind & 2 ? (int)slot.number
                               : (int)slot.whole;
        if ((kind >= 8 || kind & 1) && value < 0) return -1;
        list->item[i] = (i16)value;
    }
    return number + 1;
#else
    return ref ? -1 : 0;
#endif
}

/* Objects in the order of their age: first those that are always at the same place. */
static int flat_index(Game *G, Flat_index *index) {
    int others = 0;
    for (Ref ref = G->m.newest; ref; ref = object_at(G, ref)->older) {
        if (ref < RULES.fixed_end || class_of(G, ref)->kind == EVENT) continue;
        if (FLAT_FIRST + others >= FLAT_MOST) return 0;
        index->at[FLAT_MOST - 1 - others++] = ref;
    }
    for (int i = 0; i < FLAT_FIRST - 1; i++) index->at[i] = FLAT_STATICS[i];
    for (int i = 0; i < others; i++) index->at[FLAT_FIRST - 1 + i] = index->at[FLAT_MOST - others + i];
    index->count = FLAT_FIRST - 1 + others;
    return 1;
}

static int flat_object(Game *G, Flat *s, const Flat_index *index, int x, Ref ref) {
    const Object *object = object_at(G, ref);
    i32 kind = class_of(G, ref)->kind;
    s->kind[x] = (Flat_kind)object->class_;
    s->owner[x] = (i8)object->owner;
    if (object->members || (x >= FLAT_FIRST && kind != CLASS && kind != INTERACTABLE)) return 0;
    if (kind == INTERACTABLE) {
        const Thing *thing = at_ref(G, ref);
        int tile = flat_find(index, thing->tile);
        if (tile < 0 || thing->decks || tile >= FLAT_FIRST) return 0;
        s->tile[x] = (Flat_ref)tile;
        s->away[x] = thing->discarded == 1;
    } else if (kind == TILE) {
        const Tile *tile = at_ref(G, ref);
        Flat_ref *link = &s->first[x];
        if (tile->connections) return 0;
        const Items *pieces = tile->pieces ? items_at(G, tile->pieces) : 0;
        for (u32 i = 0; pieces && i < pieces->count; i++) {
            int piece = flat_find(index, (Ref)slots_of(G, pieces)[i].whole);
            if (piece <= 0) return 0;
            *link = (Flat_ref)piece;
            link = &s->next[piece];
        }
    }
    if (!s->away[x]) flat_own(s, x, s->owner[x], 1);
    return flat_fill(G, s, index, x, ref);
}

/* Between two transactions; 0 if this match cannot be played so. */
static int flat_from(Game *G, Flat *s) {
    Flat_index index;
    memset(s, 0, sizeof *s);
    if ((G->m.stage != PASS && G->m.stage != CHOOSE) || G->m.out || G->answer_count || G->ruled_out_count || G->ended) return 0;
    if (G->players > FLAT_PLAYERS || !flat_index(G, &index)) return 0;
    s->count = (i16)(index.count + 1);
    flat_fill_null(s);
    for (int x = 1; x <= index.count; x++)
        if (!flat_object(G, s, &index, x, index.at[x - 1])) return 0;
    int phase = flat_text(G->m.pending.phase);
    if (phase < 0 || G->m.idle > IDLE_PHASES) return 0;
    s->chance = G->m.chance;
    s->players = (i8)G->players;
    s->stage = G->m.stage == CHOOSE ? FLAT_CHOOSES : FLAT_PASSES;
    s->turn = (i8)G->m.turn, s->phase = (i8)G->m.phase, s->active = (i8)G->m.active;
    s->idle = (i16)G->m.idle;
    s->pending_turn = (i8)G->m.pending.turn, s->pending_player = (i8)G->m.pending.player;
    s->pending_phase = (i16)phase, s->pending_default = G->m.pending.ask_default != 0;
    s->moves = G->moves;
    return 1;
}

struct FlatStore {
    i64 tried, played; /* in vain, and not */
    i32 players;       /* for whom `first` is: behind a setup that is always the same */
    Flat first, now;
    Flat_room room;
};

static struct FlatStore *flat_store(Game *G) {
    if (!G->flat) {
        G->flat = malloc(sizeof(struct FlatStore));
        if (G->flat) memset(G->flat, 0, sizeof(struct FlatStore));
    }
    return G->flat;
}

/* The match behind its setup. */
static int flat_begin(Game *G, struct FlatStore *store, u64 seed, i32 players, u64 agent_seed) {
    if (!RULES.certain || store->players != players) {
        find_stack(G);
        begin(G, seed, players);
        for (i32 i = 0; i < G->players; i++) G->agent_chance[i] = chance_from(agent_seed * 64 + (u64)i + 0x5EA7);
        G->agent = 2;
        set_up(G, seed);
        G->agent = 0;
        store->players = 0;
        if (G->ended || G->has_decision || !flat_from(G, &store->first)) return 0;
        store->players = players;
    }
    store->now = store->first;
    flat_seed(&store->now, seed, agent_seed);
    if (RULES.certain) return 1;
    store->now.chance = G->m.chance;
    for (i32 i = 0; i < players; i++) store->now.agent[i] = G->agent_chance[i];
    return 1;
}

/* A whole match as `tgpl_play` plays it with players who choose at random, counted; 0: it has to be played there. */
static i32 flat_play(Game *G, u64 seed, i32 players, u64 agent_seed, i32 most_moves, i64 *found) {
    struct FlatStore *store = flat_store(G);
    if (!store || G->halted || most_moves <= 0 || players < RULES.least_players || players > FLAT_PLAYERS) return 0;
    if (store->tried > 64 + store->played / 4) return 0; /* mostly in vain */
    Flat *s = &store->now;
    if (!flat_begin(G, store, seed, players, agent_seed)) {
        store->tried++;
        return 0;
    }
    s->most = most_moves;
    flat_run(s, &store->room);
    if (s->stop == FLAT_BAILS) {
        store->tried++;
        return 0;
    }
    store->played++;
    found[s->stop == FLAT_OVER ? WINNER : LIMIT]++;
    found[70] += s->moves;
    if (s->stop == FLAT_OVER && s->ranked)
        for (int j = 0; j < s->ranking[0]; j++) found[6 + s->ranking[1 + j]]++;
    return 1;
}

/* A match that goes on, to its end, as its agents would; 0, and nothing has changed, where it has to be played in the usual way. */
static int flat_end(Game *G, i32 most_moves) {
    struct FlatStore *store = flat_store(G);
    if (!store || G->halted || store->tried > 64 + store->played / 4) return 0;
    Flat *s = &store->now;
    if (!flat_from(G, s)) {
        store->tried++;
        return 0;
    }
    for (i32 i = 0; i < G->players; i++) s->agent[i] = G->agent_chance[i];
    s->most = most_moves, s->ends_there = 1;
    flat_run(s, &store->room);
    if (s->stop == FLAT_BAILS || (s->stop == FLAT_LIMIT && RULES.score) || (u32)s->ranked > G->ranking_size) {
        store->tried += s->stop == FLAT_BAILS;
        return 0;
    }
    store->played++;
    for (i32 i = 0; i < G->players; i++) G->agent_chance[i] = s->agent[i];
    G->moves = s->moves;
    if (s->stop == FLAT_LIMIT) return 1;
    G->ended = WINNER;
    for (int i = 0; i < s->ranked; i++) G->ranking[i] = s->ranking[i];
    G->ranking_count = s->ranked;
    return 1;
}

#ifdef FLAT
/* How many objects there are behind the setup beside the static ones; -1 if matches cannot be played so. */
i32 tgpl_flat_others(Game *G, i32 players) {
    struct FlatStore *store = flat_store(G);
    return store && RULES.certain && flat_begin(G, store, 0, players, 0) ? store->now.count - FLAT_FIRST : -1;
}

/* A match behind its setup as a block, for those who play it elsewhere: how large it is, or 0. */
i32 tgpl_flat_first(Game *G, i32 players, u8 *block, i32 room) {
    struct FlatStore *store = flat_store(G);
    if (!store || !RULES.certain || room < (i32)sizeof(Flat) || !flat_begin(G, store, 0, players, 0)) return 0;
    memcpy(block, &store->now, sizeof(Flat));
    return (i32)sizeof(Flat);
}

/* How many matches were played so: for those who want to know. */
i64 tgpl_playouts(Game *G) { return G->flat ? G->flat->played : 0; }
#endif
