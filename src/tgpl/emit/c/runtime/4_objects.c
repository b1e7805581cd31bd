/* ---- objects: owners, interactables, decks, tiles, groups, events

   Every object begins with an `Object`; what its kind needs follows, then the attributes that the rules declare, in structs
   that the emitter writes. Objects that every match has at the same place, as the tiles of a board, have addresses that C
   knows. */

typedef struct Object {
    i32 class_;
    u32 mark; /* when it was last found to be in the game */
    Ref older;
    Player owner;
    u64 members; /* of a group: a bit for each player */
    u32 serial;  /* grows with the age of the match; the same wherever the object is moved to */
    u32 number;  /* which one it is for who is asked, if they see it (8_secrets.c) */
} Object;

typedef struct Thing { /* an interactable */
    Object object;
    Ref tile;
    Bool discarded;
    i32 decks; /* in how many it lies */
    i32 unused;
} Thing;

typedef struct Deck {
    Object object;
    Ref cards, discard_stack;
} Deck;

enum { NOWHERE = -1 };

typedef struct Tile {
    Object object;
    i32 x, y; /* NOWHERE: in no grid */
    Ref group, pieces, connections; /* 0: none yet, or those of the grid */
    u32 unused;
} Tile;

typedef struct Connection {
    Object object;
    Ref to;
    u32 unused;
} Connection;

typedef struct Group {
    Object object;
    Ref tiles, places; /* places: references by column + row * width */
    i32 width, height;
    i32 firsts, seconds, first_step, second_step; /* how the designer's two indices lead to a place */
} Group;

typedef struct ChoiceEvent { /* PlayerChoiceEvent and NoChoiceEvent */
    Object object;
    Player active;
    i32 unused;
} ChoiceEvent;

typedef struct TurnChangeEvent {
    Object object;
    Ref old, new_;
} TurnChangeEvent;

typedef struct PhaseChangeEvent {
    Object object;
    Ref turn, oldPhase, newPhase;
    Player oldPlayer, newPlayer;
    i32 unused;
} PhaseChangeEvent;

/* The classes that every game has, numbered by the emitter. */
typedef struct Predefined {
    i32 blank, blank_end, connection, player_choice, no_choice, turn_change, phase_change;
    i32 tiles_type, things_type, connections_type; /* List<tile>, List<interactable>, List<connection> */
} Predefined;
static const Predefined PREDEFINED;

static inline Object *object_at(Game *G, Ref ref) { return (Object *)(G->arena + ref); }
static inline const ClassInfo *class_of(Game *G, Ref ref) { return &RULES.classes[object_at(G, ref)->class_]; }
static inline int is_of(Game *G, Ref ref, i32 first, i32 last) {
    if (!ref) return 0;
    i32 class_ = object_at(G, ref)->class_;
    return first <= class_ && class_ < last;
}

static inline Ref as_of(Game *G, Ref ref, i32 first, i32 last) { return is_of(G, ref, first, last) ? ref : 0; }

/* The registers are lists at fixed places behind the constant texts. */
static inline Items *list_of_class(Game *G, i32 list) { return items_at(G, G->first_free + (u32)list * sizeof(Items)); }

/* Where the references to global objects lie. */
static inline Ref *global_at(Game *G, i32 number) {
    return (Ref *)(G->arena + G->first_free + (u32)RULES.list_count * sizeof(Items)) + number;
}

/* Steps and counts as for a new object, for one that nothing could look at. */
static inline void ghost_made(Game *G) {
    if (G->m.objects >= MOST_OBJECTS) raise_error(G, 713, -1);
    G->m.objects++;
    G->m.ghosts++;
}

/* So many objects more are going to be made. */
static inline void room_for_objects(Game *G, double count, int at) {
    needed(G, count, at);
    if (G->m.objects + count > MOST_OBJECTS) raise_error(G, 713, at);
}

static Ref object_made(Game *G, i32 class_, int at) {
    const ClassInfo *info = &RULES.classes[class_];
    if (G->m.objects >= MOST_OBJECTS) raise_error(G, 713, at);
    Ref made = G->m.fixed;
    if (made < RULES.fixed_end) {
        if (info->size > RULES.fixed_end - made) unsupported(G, "a setup in another order");
        G->m.fixed += (info->size + 7u) & ~7u;
    } else {
        made = allocate(G, info->size);
    }
    Object *object = object_at(G, made);
    memset(object, 0, info->size);
    object->class_ = class_;
    object->older = G->m.newest;
    object->serial = G->m.newest ? object_at(G, G->m.newest)->serial + 1 : 1;
    object->owner = -1;
    if (info->kind == TILE) { /* one that is in no grid has no place */
        ((Tile *)object)->x = NOWHERE;
        ((Tile *)object)->y = NOWHERE;
    }
    G->m.newest = made;
    G->m.objects++;
    G->changes++;
    for (i32 i = 0; i < info->lists; i++) push_slot(G, list_of_class(G, info->list[i]), slot_of(made));
    return made;
}

/* -- owners */

static inline int rooted(Game *G, Ref ref) {
    Object *object = object_at(G, ref);
    return object->owner >= 0 || object->members || RULES.classes[object->class_].visibility == GLOBAL;
}

static inline int usable(Game *G, Ref ref, Player player) { /* tiles and boards are everybody's */
    Object *object = object_at(G, ref);
    i32 kind = RULES.classes[object->class_].kind;
    if (kind == TILE || kind == BOARD) return 1;
    return object->owner == player || (object->members >> player & 1) ||
           RULES.classes[object->class_].visibility == GLOBAL;
}

static inline int is_blank(Game *G, Ref ref) {
    i32 class_ = object_at(G, ref)->class_;
    return PREDEFINED.blank <= class_ && class_ < PREDEFINED.blank_end;
}

static inline int is_piece_present(Game *G, Ref ref) {
    const Thing *thing = at_ref(G, ref);
    return thing->decks == 0 && thing->discarded != 1;
}

static inline int is_present(Game *G, Ref ref) {
    return class_of(G, ref)->kind == INTERACTABLE ? is_piece_present(G, ref) : !is_blank(G, ref);
}

static void set_members(Game *G, Object *object, u64 members) {
    Slot value;
    value.bits = members;
    set_slot(G, (Slot *)(void *)&object->members, value);
}

static inline Player owner_of(Game *G, Ref ref, int at) { return object_at(G, present(G, ref, at))->owner; }

static void assign(Game *G, Ref ref, Player player, int at) {
    Object *object = object_at(G, present(G, ref, at));
    if (class_of(G, ref)->visibility == SHARED) {
        if (player < 0) raise_error(G, 701, at);
        if (!(object->members >> player & 1)) set_members(G, object, object->members | 1ull << player);
        return;
    }
    set_int(G, &object->owner, player);
    G->changes++;
}

static void unassign(Game *G, Ref ref, Player player, int at) {
    Object *object = object_at(G, present(G, ref, at));
    if (player < 0) raise_error(G, 701, at);
    set_members(G, object, object->members & ~(1ull << player));
}

static Ref members_of(Game *G, Ref ref, i32 type, int at) {
    u64 members = object_at(G, present(G, ref, at))->members;
    Ref made = items_made(G, type, 64);
    for (i32 i = 0; i < 64; i++)
        if (members >> i & 1) list_put(G, made, slot_of(i));
    return made;
}

/* The oldest object of a class that a player owns. */
static Ref owned_by(Game *G, i32 list, Player player, int at) {
    if (player < 0) raise_error(G, 701, at);
    Items *items = list_of_class(G, list);
    Slot *slots = slots_of(G, items);
    for (u32 i = 0; i < items->count; i++) {
        Object *object = object_at(G, (Ref)slots[i].whole);
        if (object->owner >= 0 ? object->owner == player : (int)(object->members >> player & 1)) return (Ref)slots[i].whole;
        if (i % 4 == 3) step(G, at);
    }
    return 0;
}

/* Whom an input asks that does not say: the owner; of a group the active player, or any member. */
static Player asker(Game *G, Ref ref) {
    if (!ref) return G->m.active;
    Object *object = object_at(G, ref);
    if (object->owner >= 0) return object->owner;
    if (!object->members || (object->members >> G->m.active & 1)) return G->m.active;
    u32 count = 0;
    for (i32 i = 0; i < 64; i++) count += object->members >> i & 1;
    u64 chance = side_chance(G);
    u32 chosen = below(&chance, count);
    for (i32 i = 0;; i++)
        if ((object->members >> i & 1) && !chosen--) return i;
}

/* -- interactables */

static inline Ref tile_of(Game *G, Ref ref, int at) { return ((Thing *)at_ref(G, present(G, ref, at)))->tile; }

static void move_to(Game *G, Ref ref, Ref tile, int at) {
    Thing *thing = at_ref(G, present(G, ref, at));
    if (thing->tile) {
        Items *pieces = items_at(G, ((Tile *)at_ref(G, thing->tile))->pieces);
        work(G, pieces->count, at);
        Slot *slots = slots_of(G, pieces);
        for (u32 i = 0; i < pieces->count; i++)
            if (slots[i].whole == ref) {
                remove_slot(G, pieces, i);
                break;
            }
    }
    set_ref(G, &thing->tile, tile);
    if (!tile) return;
    Tile *onto = at_ref(G, tile);
    if (!onto->pieces) {
        Ref made = items_made(G, PREDEFINED.things_type, 2);
        set_ref(G, &onto->pieces, made);
    }
    push_slot(G, items_at(G, onto->pieces), slot_of(ref));
}

static void discard(Game *G, Ref ref, Ref pile, int is_deck, int at) {
    move_to(G, ref, 0, at);
    Thing *thing = at_ref(G, ref);
    set_int(G, &thing->object.owner, -1);
    if (thing->object.members) set_members(G, &thing->object, 0);
    set_int(G, &thing->discarded, 1);
    if (is_deck && pile) pile = ((Deck *)at_ref(G, pile))->discard_stack;
    if (!pile) return;
    Items *items = items_at(G, pile);
    work(G, items->count, at);
    for (u32 i = 0; i < items->count; i++)
        if (slots_of(G, items)[i].whole == ref) return; /* what is discarded twice lies there once */
    stack_push(G, pile, slot_of(ref), at);
}

/* -- decks: the top is the last card */

static void deck_take_in(Game *G, Ref ref, Ref card, int at) {
    Deck *deck = at_ref(G, ref);
    const Items *pile = items_at(G, deck->discard_stack);
    check_fits(G, pile, slot_of(card), at);
    move_to(G, card, 0, at);
    Thing *thing = at_ref(G, card);
    set_int(G, &thing->decks, thing->decks + 1);
}

static void deck_push(Game *G, Ref ref, Ref card, int front, int at) {
    present(G, ref, at);
    if (!card) return;
    Items *cards = items_at(G, ((Deck *)at_ref(G, ref))->cards);
    if (front) work(G, cards->count, at);
    deck_take_in(G, ref, card, at);
    if (front) insert_first(G, cards, slot_of(card));
    else push_slot(G, cards, slot_of(card));
}

static Ref deck_take(Game *G, Ref ref, int front, int at) {
    Items *cards = items_at(G, ((Deck *)at_ref(G, present(G, ref, at)))->cards);
    if (!cards->count) return 0;
    u32 place = front ? 0 : cards->count - 1;
    if (!place) work(G, cards->count, at);
    Ref card = (Ref)slots_of(G, cards)[place].whole;
    remove_slot(G, cards, place);
    Thing *thing = at_ref(G, card);
    set_int(G, &thing->decks, thing->decks - 1);
    return card;
}

static Ref deck_cards(Game *G, Ref ref, int at) { return ((Deck *)at_ref(G, present(G, ref, at)))->cards; }

static Ref deck_clone(Game *G, Ref ref, int at) {
    Deck *deck = at_ref(G, present(G, ref, at));
    Items *cards = items_at(G, deck->cards);
    work(G, cards->count, at);
    return list_like(G, items_at(G, deck->discard_stack)->type, cards);
}

static void deck_reshuffle(Game *G, Ref ref, int at) {
    Items *pile = items_at(G, ((Deck *)at_ref(G, present(G, ref, at)))->discard_stack);
    u32 count = pile->count;
    work(G, count, at);
    set_count(G, pile, 0);
    for (u32 i = 0; i < count; i++) { /* nothing is written where they lie */
        Ref card = (Ref)slots_of(G, pile)[i].whole;
        set_int(G, &((Thing *)at_ref(G, card))->discarded, 0);
        deck_push(G, ref, card, 0, at);
    }
    list_shuffle(G, deck_cards(G, ref, at), at);
}

/* -- tiles and groups */

static inline double place_number(i32 place) { return place == NOWHERE ? null_number() : (double)place; }

static inline u32 piece_count(Game *G, Ref ref, int at) { /* as `pieces.length`, without making the list */
    Tile *tile = at_ref(G, ref);
    u32 count = tile->pieces ? items_at(G, tile->pieces)->count : 0;
    work(G, count, at);
    return count;
}

static inline Ref piece_on(Game *G, Ref ref, double index, int pieces_at, int at) { /* `pieces[index]` */
    u32 count = piece_count(G, ref, pieces_at);
    i64 place = cut(needed(G, index, at));
    if (index <= -1.0 || place < 0 || place >= count) raise_error(G, 702, at);
    return (Ref)slots_of(G, items_at(G, ((Tile *)at_ref(G, ref))->pieces))[place].whole;
}

static inline Ref piece_on_at(Game *G, Ref ref, i64 index, int pieces_at, int at) {
    if ((u64)index >= piece_count(G, ref, pieces_at)) raise_error(G, 702, at);
    return (Ref)slots_of(G, items_at(G, ((Tile *)at_ref(G, ref))->pieces))[index].whole;
}

static Ref pieces_of(Game *G, Ref ref, int at) {
    present(G, ref, at);
    u32 count = piece_count(G, ref, at);
    Tile *tile = at_ref(G, ref);
    Ref made = items_made(G, PREDEFINED.things_type, count);
    if (count) {
        memcpy(slots_of(G, items_at(G, made)), slots_of(G, items_at(G, tile->pieces)), 8 * count);
        items_at(G, made)->count = count;
    }
    return made;
}

/* The list itself, or 0. */
static inline Ref pieces_there(Game *G, Ref ref, int at) {
    Ref pieces = ((Tile *)at_ref(G, ref))->pieces;
    if (pieces) work(G, items_at(G, pieces)->count, at);
    return pieces;
}

/* A copy for a loop that may change it; 0 if there are none. */
static inline Ref pieces_kept(Game *G, Ref ref, int at) {
    Ref pieces = pieces_there(G, ref, at);
    return pieces && items_at(G, pieces)->count ? walk_copy(G, pieces) : 0;
}

static inline Ref place_at(Game *G, const Group *group, i64 column, i64 row) {
    if (column < 0 || row < 0 || column >= group->width || row >= group->height) return 0;
    return ((Ref *)at_ref(G, group->places))[column + row * group->width];
}

/* `group[first][second]`: indices are cut, so that anything above -1 can be the first. */
static inline Ref tile_at(Game *G, Ref ref, double first, double second, int at) {
    Group *group = at_ref(G, present(G, ref, at));
    if (first > -1.0 && first < group->firsts && second > -1.0 && second < group->seconds)
        return ((Ref *)at_ref(G, group->places))[(i32)first * group->first_step + (i32)second * group->second_step];
    if (is_null(first) || is_null(second)) raise_error(G, 701, at);
    return 0;
}

/* The same with whole indices; with the sides of the grid and its steps where they are known. */
static inline Ref tile_in(Game *G, Ref ref, i64 first, i64 second, i64 firsts, i64 seconds, i64 first_step, i64 second_step) {
    if ((u64)first >= (u64)firsts || (u64)second >= (u64)seconds) return 0;
    return ((Ref *)at_ref(G, ((Group *)at_ref(G, ref))->places))[first * first_step + second * second_step];
}

static inline Ref tile_from(const Ref *places, i64 first, i64 second, i64 firsts, i64 seconds, i64 first_step, i64 second_step) {
    if ((u64)first >= (u64)firsts || (u64)second >= (u64)seconds) return 0;
    return places[first * first_step + second * second_step];
}

static inline Ref tile_within(Game *G, Ref ref, i64 first, i64 second) {
    const Group *group = at_ref(G, ref);
    return tile_in(G, ref, first, second, group->firsts, group->seconds, group->first_step, group->second_step);
}

/* Steps to the neighbours as columns and rows, clockwise from up; hexes by whether the line is moved. */
static const signed char SIDES[] = {0, -1, 1, 0, 0, 1, -1, 0};
static const signed char AROUND[] = {0, -1, 1, -1, 1, 0, 1, 1, 0, 1, -1, 1, -1, 0, -1, -1};
static const signed char HEXES[4][12] = {
    {0, -1, 1, 0, 0, 1, -1, 1, -1, 0, -1, -1},
    {1, -1, 1, 0, 1, 1, 0, 1, -1, 0, 0, -1},
    {0, -1, 1, -1, 1, 0, 0, 1, -1, 0, -1, -1},
    {0, -1, 1, 0, 1, 1, 0, 1, -1, 1, -1, 0},
};

/* The neighbours of a tile, at most as many as `found` has room for; how many there are. */
static u32 neighbours(Game *G, Ref ref, Slot *found) {
    Tile *tile = at_ref(G, ref);
    u32 count = 0;
    if (tile->connections) {
        Items *ways = items_at(G, tile->connections);
        for (u32 i = 0; i < ways->count; i++) {
            Ref way = (Ref)slots_of(G, ways)[i].whole;
            if (way && ((Connection *)at_ref(G, way))->to) found[count++] = slot_of(((Connection *)at_ref(G, way))->to);
        }
        return count;
    }
    if (!tile->group || tile->x == NOWHERE) return 0;
    Group *group = at_ref(G, tile->group);
    i32 column = tile->x, row = tile->y, steps = 0;
    const signed char *way = 0;
    switch (class_of(G, tile->group)->geometry) {
    case SQUARE: way = SIDES, steps = 4; break;
    case SQUARE_AROUND: way = AROUND, steps = 8; break;
    case HEX_ROW: way = HEXES[row & 1], steps = 6; break;
    case HEX_COLUMN: way = HEXES[2 + (column & 1)], steps = 6; break;
    default: break;
    }
    for (i32 i = 0; i < steps; i++) {
        Ref other = place_at(G, group, column + way[2 * i], row + way[2 * i + 1]);
        if (other && !is_blank(G, other)) found[count++] = slot_of(other);
    }
    return count;
}

/* The neighbours of a tile in a grid where nothing else connects any: where they are listed, or into `around`. */
static u32 near_tiles(Game *G, Ref ref, const Ref **near, Ref *around, int at) {
    step(G, at);
    const Tile *tile = at_ref(G, ref);
    if (!tile->group || tile->x == NOWHERE) return 0;
    const ClassInfo *info = class_of(G, tile->group);
    const Group *group = at_ref(G, tile->group);
    /* A tile that was added to another group has the place that it had in its own. */
    if (info->near && tile->x < group->width && tile->y < group->height) { /* how many, then which */
        const Ref *listed = info->near + info->near_size * (tile->x + tile->y * group->width);
        *near = listed + 1;
        return *listed;
    }
    Slot found[8];
    if (tile->connections) unsupported(G, "connections in such a grid"); /* the emitter has seen that there are none */
    u32 count = neighbours(G, ref, found);
    for (u32 i = 0; i < count; i++) around[i] = (Ref)found[i].whole;
    return count;
}

static u32 most_neighbours(Game *G, Ref ref) {
    Tile *tile = at_ref(G, ref);
    return tile->connections ? items_at(G, tile->connections)->count : 8;
}

static Ref neighbours_of(Game *G, Ref ref, int at) {
    present(G, ref, at);
    step(G, at);
    Ref made = items_made(G, PREDEFINED.tiles_type, most_neighbours(G, ref));
    Items *items = items_at(G, made);
    items->count = neighbours(G, ref, slots_of(G, items));
    return made;
}

static Ref connections_of(Game *G, Ref ref, int at) {
    Tile *tile = at_ref(G, present(G, ref, at));
    if (!tile->connections) {
        Ref made = items_made(G, PREDEFINED.connections_type, 0);
        set_ref(G, &tile->connections, made);
    }
    return tile->connections;
}

/* A connection; the emitter's classes have their own ways to be made. */
static Ref connection_to(Game *G, Ref tile, int at) {
    step(G, at);
    Ref made = object_made(G, PREDEFINED.connection, at);
    ((Connection *)at_ref(G, made))->to = tile;
    return made;
}

static void connect_grid(Game *G, Ref ref, int at) { /* the connections of the grid become objects */
    Slot around[8];
    u32 count = neighbours(G, ref, around);
    Ref made = items_made(G, PREDEFINED.connections_type, count);
    for (u32 i = 0; i < count; i++) list_put(G, made, slot_of(connection_to(G, (Ref)around[i].whole, at)));
    set_ref(G, &((Tile *)at_ref(G, ref))->connections, made);
}

/* The connections of a tile as objects, without those to another. */
static Ref connections_without(Game *G, Ref ref, Ref other, int at) {
    present(G, ref, at);
    if (!other) raise_error(G, 701, at);
    if (!((Tile *)at_ref(G, ref))->connections) connect_grid(G, ref, at);
    Ref list = ((Tile *)at_ref(G, ref))->connections;
    Items *ways = items_at(G, list);
    work(G, ways->count, at);
    for (u32 i = 0; i < ways->count;) {
        Ref way = (Ref)slots_of(G, ways)[i].whole;
        if (way && ((Connection *)at_ref(G, way))->to == other) remove_slot(G, ways, i);
        else i++;
    }
    return list;
}

static void tile_unlink(Game *G, Ref ref, Ref other, int at) { connections_without(G, ref, other, at); }

static void tile_link(Game *G, Ref ref, Ref way, int at) {
    Ref list = connections_without(G, ref, ((Connection *)at_ref(G, present(G, way, at)))->to, at);
    list_add(G, list, slot_of(way), -1, at);
}

static void group_add(Game *G, Ref ref, Ref tile, int at) {
    Group *group = at_ref(G, present(G, ref, at));
    if (!tile) raise_error(G, 701, at);
    Items *tiles = items_at(G, group->tiles);
    check_fits(G, tiles, slot_of(tile), at);
    set_ref(G, &((Tile *)at_ref(G, tile))->group, ref);
    work(G, tiles->count, at);
    for (u32 i = 0; i < tiles->count; i++)
        if (slots_of(G, tiles)[i].whole == tile) return;
    push_slot(G, tiles, slot_of(tile));
}

static void group_connect(Game *G, Ref ref, Ref first, Ref second, int at) {
    present(G, ref, at);
    if (!first || !second) raise_error(G, 701, at);
    for (i32 i = 0; i < 2; i++) {
        Ref one = i ? second : first, other = i ? first : second;
        if (!((Tile *)at_ref(G, one))->connections) connect_grid(G, one, at);
        Ref way = connection_to(G, other, at);
        list_add(G, ((Tile *)at_ref(G, one))->connections, slot_of(way), -1, at);
    }
}

static Ref group_tiles(Game *G, Ref ref, int at) {
    Items *tiles = items_at(G, ((Group *)at_ref(G, present(G, ref, at)))->tiles);
    work(G, tiles->count, at);
    return list_like(G, tiles->type, tiles);
}

/* The tiles of a new group, line by line as they are written. */
static void lay_tiles(Game *G, Ref ref, int at) {
    const ClassInfo *info = class_of(G, ref);
    i32 columns = info->geometry == HEX_COLUMN;
    Ref tiles = items_made(G, info->tiles_type, (u32)(info->lines * info->places));
    Group *group = at_ref(G, ref);
    group->tiles = tiles;
    group->width = columns ? info->lines : info->places;
    group->height = columns ? info->places : info->lines;
    int rows_first = info->geometry == HEX_ROW || info->rows_first;
    group->firsts = rows_first ? group->height : group->width;
    group->seconds = rows_first ? group->width : group->height;
    group->first_step = rows_first ? group->width : 1;
    group->second_step = rows_first ? 1 : group->width;
    u32 size = 4 * (u32)(info->lines * info->places);
    group->places = allocate(G, size);
    memset(at_ref(G, group->places), 0, size);
    for (i32 line = 0; line < info->lines; line++)
        for (i32 place = 0; place < info->places; place++) {
            i32 cell = info->cells[line * info->places + place];
            if (cell == -2) continue;
            Ref made;
            if (cell == -1) {
                step(G, at);
                deeper(G, at);
                G->depth--;
                made = object_made(G, PREDEFINED.blank, at);
            } else {
                made = RULES.classes[cell].make(G, at);
            }
            Tile *tile = at_ref(G, made);
            i32 column = columns ? line : place, row = columns ? place : line;
            tile->group = ref;
            tile->x = column;
            tile->y = row;
            ((Ref *)at_ref(G, group->places))[column + row * group->width] = made;
            if (cell != -1) list_put(G, tiles, slot_of(made));
        }
    if (RULES.connections)
        for (u32 i = 0; i < items_at(G, tiles)->count; i++) connect_grid(G, (Ref)slots_of(G, items_at(G, tiles))[i].whole, at);
}

/* -- numbers for what is come across one after the other: `numbered` lists them, `number_at` leads from a place in memory to the list.
   What stands there from another time is told by looking into the list. */

static u32 numbered_place(Game *G, Ref ref) {
    if (!ref || ref >= G->m.top) return ~0u;
    u32 place = G->number_at[ref >> 3];
    return place < G->numbered_count && G->numbered[place] == ref ? place : ~0u;
}

static u32 number_for(Game *G, Ref ref) {
    u32 place = G->number_at[ref >> 3];
    if (place < G->numbered_count && G->numbered[place] == ref) return place;
    if (G->numbered_count == G->numbered_size)
        G->numbered = grow_block(G, G->numbered, &G->numbered_size, (u64)G->numbered_count + 1, sizeof(Ref));
    G->numbered[G->numbered_count] = ref;
    G->number_at[ref >> 3] = G->numbered_count;
    return G->numbered_count++;
}

static void no_numbers(Game *G) {
    u32 size = G->number_size;
    G->number_at = grow_block(G, G->number_at, &G->number_size, (G->m.top >> 3) + 1, sizeof(u32));
    if (G->number_size > size) memset(G->number_at + size, 0, (G->number_size - size) * sizeof(u32));
    G->numbered_count = 0;
}

/* -- the cheapest way along connections */

typedef struct Trek { /* to a tile that was come across: the cheapest and, of those, the oldest comes first */
    double cost;
    Ref tile;
    u32 serial;
} Trek;

static int is_nearer(const Trek *one, const Trek *other) {
    return one->cost != other->cost ? one->cost < other->cost : one->serial < other->serial;
}

static void way_in(Game *G, u32 count, Ref tile, double cost) {
    Trek way = {cost, tile, object_at(G, tile)->serial};
    G->ways = grow_block(G, G->ways, &G->ways_size, (u64)count + 1, sizeof(Trek));
    Trek *ways = G->ways;
    for (; count && is_nearer(&way, &ways[(count - 1) / 2]); count = (count - 1) / 2) ways[count] = ways[(count - 1) / 2];
    ways[count] = way;
}

static Trek way_out(Game *G, u32 count) { /* of so many */
    Trek *ways = G->ways, found = ways[0], last = ways[--count];
    u32 at = 0;
    for (;;) {
        u32 next = 2 * at + 1;
        if (next + 1 < count && is_nearer(&ways[next + 1], &ways[next])) next++;
        if (next >= count || !is_nearer(&ways[next], &last)) break;
        ways[at] = ways[next];
        at = next;
    }
    ways[at] = last;
    return found;
}

static double price_of(Game *G, Ref connection, int at) {
    i32 cost_at = class_of(G, connection)->cost;
    double price = cost_at > 0 ? *(double *)(void *)(G->arena + connection + cost_at) : 1.0;
    if (cost_at < 0 || is_null(price) || price < 0.0) raise_error(G, 705, at);
    return price;
}

static double distance_to(Game *G, Ref from, Ref to, int at) {
    present(G, from, at);
    if (!to) raise_error(G, 701, at);
    Slot *known = G->scratch_top; /* for each tile by its number: the cost so far, and whether it was gone through */
    u32 waiting = 1;
    no_numbers(G);
    room(G, 2);
    number_for(G, from);
    known[0] = slot_of_number(0.0), known[1] = slot_of(0);
    way_in(G, 0, from, 0.0);
    while (waiting) {
        Trek way = way_out(G, waiting--);
        if (way.tile == to) return way.cost;
        u32 number = number_for(G, way.tile);
        if (known[2 * number + 1].whole) continue;
        known[2 * number + 1] = slot_of(1);
        step(G, at);
        Ref list = ((Tile *)at_ref(G, way.tile))->connections;
        Slot around[8];
        u32 count = list ? items_at(G, list)->count : neighbours(G, way.tile, around);
        /* All are looked at before any way is taken: a price that is none is noticed first. */
        for (u32 i = 0; list && i < count; i++) {
            Ref connection = (Ref)slots_of(G, items_at(G, list))[i].whole;
            if (connection && ((Connection *)at_ref(G, connection))->to) price_of(G, connection, at);
        }
        for (u32 i = 0; i < count; i++) {
            Ref connection = list ? (Ref)slots_of(G, items_at(G, list))[i].whole : 0;
            Ref next = list ? (connection ? ((Connection *)at_ref(G, connection))->to : 0) : (Ref)around[i].whole;
            if (!next) continue;
            double cost = way.cost + (connection ? price_of(G, connection, at) : 1.0);
            u32 before = G->numbered_count, other = number_for(G, next);
            if (other < before && !(cost < known[2 * other].number)) continue;
            if (other == before) {
                room(G, 2 * (u64)other + 2);
                known[2 * other + 1] = slot_of(0);
            }
            known[2 * other] = slot_of_number(cost);
            way_in(G, waiting++, next, cost);
        }
    }
    return null_number();
}

/* -- how values are written */

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
