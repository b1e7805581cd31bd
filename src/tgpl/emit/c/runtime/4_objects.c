/* ---- objects: owners, interactables, decks

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

/* Whether an object is of a class that is given as a value. */
static inline int kind_holds(Game *G, Ref kind, Ref ref, int at) {
    present(G, kind, at);
    return is_of(G, ref, (i32)kind - 1, RULES.classes[kind - 1].last);
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
    u64 members = object->members & ~G->m.out;
    if (!members || !(object->members & (object->members - 1))) members = object->members;
    if (!members || (members >> G->m.active & 1)) return G->m.active;
    u32 count = 0;
    for (i32 i = 0; i < 64; i++) count += members >> i & 1;
    u64 chance = side_chance(G);
    u32 chosen = below(&chance, count);
    for (i32 i = 0;; i++)
        if ((members >> i & 1) && !chosen--) return i;
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

/* The card so far below the topmost; null outside. */
static Ref deck_peek(Game *G, Ref ref, double depth, int at) {
    Items *cards = items_at(G, ((Deck *)at_ref(G, present(G, ref, at)))->cards);
    i64 place = (i64)cards->count - 1 - cut(needed(G, depth, at));
    return place < 0 || place >= cards->count ? 0 : (Ref)slots_of(G, cards)[place].whole;
}

static Ref deck_take_out(Game *G, Ref ref, Ref card, int at) {
    Items *cards = items_at(G, ((Deck *)at_ref(G, present(G, ref, at)))->cards);
    if (!card) return 0;
    work(G, cards->count, at);
    for (u32 i = cards->count; i-- > 0;) {
        if ((Ref)slots_of(G, cards)[i].whole != card) continue;
        work(G, cards->count, at);
        remove_slot(G, cards, i);
        Thing *thing = at_ref(G, card);
        set_int(G, &thing->decks, thing->decks - 1);
        return card;
    }
    return 0;
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
