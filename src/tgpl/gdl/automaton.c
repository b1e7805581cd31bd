/* ---- a rulesheet as a table of all its positions: a position is its number, and every answer is looked up

   The tables stand before this; tgpl/gdl/automaton.py writes them. */

typedef struct Thought {
    u32 position; /* the one that is meant */
} Thought;

static Thought *think_open(void) {
    Thought *L = malloc(sizeof(Thought));
    if (L) L->position = 0;
    return L;
}

static void think_close(Thought *L) { free(L); }

static u32 think_room(void) { return 4; }

static u32 think_most_text(void) { return LONGEST_WORD; }

static i32 position_written(u32 position, u8 *out) {
    memcpy(out, &position, 4);
    return 4;
}

static i32 think_begin(Thought *L, u8 *out) {
    (void)L;
    return position_written(0, out);
}

static i32 think_of(Thought *L, const u8 *state, u32 length) {
    u32 position;
    if (length != 4) return -1;
    memcpy(&position, state, 4);
    if (position >= POSITIONS) return -1;
    L->position = position;
    return 0;
}

static i32 think_over(Thought *L) { return OVER[L->position]; }

static const u32 *moves_from(const Thought *L, i32 role) { return &MOVES_FROM[L->position * THINK_ROLES + (u32)role]; }

static i32 role_moves(Thought *L, i32 role) {
    const u32 *from = moves_from(L, role);
    return (i32)(from[1] - from[0]);
}

/* The lowest bit of a label says whether the move has arguments. */
static i32 role_asks(Thought *L, i32 role) {
    i32 count = role_moves(L, role);
    return count > 1 || (count == 1 && (LABEL[*moves_from(L, role)] & 1));
}

static i32 role_goal(Thought *L, i32 role) { return GOAL[L->position * THINK_ROLES + (u32)role]; }

/* The number of a joint move among all; -1: nobody can make it. */
static i64 step_made(Thought *L, const i32 *moves) {
    u32 number = 0;
    if (OVER[L->position]) return -1;
    for (i32 role = 0; role < THINK_ROLES; role++) {
        i32 count = role_moves(L, role);
        if (moves[role] < 0 || moves[role] >= count) return -1;
        number = number * (u32)count + (u32)moves[role];
    }
    return (i64)STEPS_FROM[L->position] + number;
}

static i32 think_next(Thought *L, const i32 *moves, u8 *out) {
    i64 step = step_made(L, moves);
    return step < 0 ? -1 : position_written(SUCCESSOR[step], out);
}

static i32 word_written(u32 word, u8 *out) {
    u32 length = WORD_FROM[word + 1] - WORD_FROM[word];
    memcpy(out, LETTERS + WORD_FROM[word], length);
    return (i32)length;
}

static i32 role_seen(Thought *L, const i32 *moves, i32 role, u8 *out) {
    i64 step = step_made(L, moves);
    return step < 0 ? -1 : word_written(SEEN[step * THINK_ROLES + role], out);
}

static i32 role_label(Thought *L, i32 role, i32 number, u8 *out) {
    return word_written(LABEL[*moves_from(L, role) + (u32)number] >> 1, out);
}
