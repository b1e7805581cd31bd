/* ---- rules of logic

   A position is a text; what its bytes mean only the evaluator knows that stands before this (`Thought`, `think_…`). It
   has one position in mind; which one is kept here, so that questions about the same position are thought about once. */

typedef struct LogicMind {
    Thought *thought;
    u8 *position; /* the one in mind */
    u32 length;
    i32 knows; /* whether there is one */
    u8 *room;  /* for what comes out */
} LogicMind;

static void close_logic(Game *G) {
    LogicMind *mind = G->logic;
    if (!mind) return;
    if (mind->thought) think_close(mind->thought);
    free(mind->position);
    free(mind->room);
    free(mind);
    G->logic = 0;
}

static LogicMind *logic_open(Game *G) {
    LogicMind *mind = G->logic;
    if (mind) return mind;
    G->logic = mind = malloc(sizeof(LogicMind));
    if (mind) {
        memset(mind, 0, sizeof(LogicMind));
        u32 room = think_room() > think_most_text() ? think_room() : think_most_text();
        mind->position = malloc(think_room() + 8);
        mind->room = malloc(room + 8);
        mind->thought = think_open();
        if (mind->position && mind->room && mind->thought) return mind;
    }
    close_logic(G);
    unsupported(G, "a position of this size");
}

static i32 logic_result(Game *G, i32 result, int at) { /* -1: too much follows, -2: neither true nor false, -3: too many worlds */
    if (result < 0) raise_error(G, 714 - result, at);
    return result;
}

static Thought *logic_mind(Game *G, Ref facts, int at) {
    LogicMind *mind = logic_open(G);
    if (!facts) raise_error(G, 701, at);
    step(G, at);
    const Text *text = at_ref(G, facts);
    if (mind->knows && mind->length == text->bytes && !memcmp(mind->position, text->byte, text->bytes)) return mind->thought;
    mind->knows = 0;
    logic_result(G, think_of(mind->thought, text->byte, text->bytes), at);
    memcpy(mind->position, text->byte, text->bytes);
    mind->length = text->bytes;
    mind->knows = 1;
    return mind->thought;
}

static Ref logic_text(Game *G, i32 length, int at) {
    logic_result(G, length, at);
    const u8 *room = ((LogicMind *)G->logic)->room;
    return text_made(G, room, (u32)length, characters_in(room, (u32)length));
}

static const i32 *logic_joint(Game *G, Ref moves, i32 *numbers) {
    const Items *items = items_at(G, moves);
    for (u32 i = 0; i < THINK_ROLES; i++) numbers[i] = i < items->count ? (i32)slots_of(G, items)[i].number : -1;
    return numbers;
}

static Ref logic_begin(Game *G, int at) {
    LogicMind *mind = logic_open(G);
    step(G, at);
    mind->knows = 0;
    return logic_text(G, think_begin(mind->thought, mind->room), at);
}

static i32 logic_over(Game *G, Ref facts, int at) { return logic_result(G, think_over(logic_mind(G, facts, at)), at) > 0; }

static i64 logic_moves(Game *G, Ref facts, double role, int at) {
    i32 count = logic_result(G, think_moves(logic_mind(G, facts, at), (i32)role), at);
    if (!count) raise_error(G, 718, at);
    return count;
}

static i32 logic_asks(Game *G, Ref facts, double role, int at) {
    Thought *L = logic_mind(G, facts, at);
    if (!logic_result(G, think_moves(L, (i32)role), at)) raise_error(G, 718, at);
    return logic_result(G, think_asks(L, (i32)role), at) > 0;
}

static i64 logic_goal(Game *G, Ref facts, double role, int at) {
    return logic_result(G, think_goal(logic_mind(G, facts, at), (i32)role), at);
}

static Ref logic_label(Game *G, Ref facts, double role, double move, int at) {
    Thought *L = logic_mind(G, facts, at);
    return logic_text(G, think_label(L, (i32)role, (i32)move, ((LogicMind *)G->logic)->room), at);
}

/* A hash of what a move is called. To look at it is nobody's work. */
static u64 logic_named(Game *G, Ref facts, i32 role, double move) {
    i64 left = G->left;
    Thought *L = logic_mind(G, facts, -1);
    u8 *room = ((LogicMind *)G->logic)->room;
    i32 length = logic_result(G, think_label(L, role, (i32)move, room), -1);
    G->left = left;
    return hash_of_bytes(room, (u32)length);
}

static Ref logic_next(Game *G, Ref facts, Ref moves, int at) {
    i32 numbers[THINK_ROLES];
    Thought *L = logic_mind(G, facts, at);
    return logic_text(G, think_next(L, logic_joint(G, moves, numbers), ((LogicMind *)G->logic)->room), at);
}

static Ref logic_seen(Game *G, Ref facts, Ref moves, double role, int at) {
    i32 numbers[THINK_ROLES];
    Thought *L = logic_mind(G, facts, at);
    return logic_text(G, think_seen(L, logic_joint(G, moves, numbers), (i32)role, ((LogicMind *)G->logic)->room), at);
}
