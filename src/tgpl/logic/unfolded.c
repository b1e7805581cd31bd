/* ---- a game as a list of all its positions: what there is to know of each stands in the tables above

   A position is its number. The moves of role r in position p are labels from unfolded_labels_at[p * ROLES + r] on; what joint
   moves lead to stands from unfolded_next_at[p] on, in the order of the moves, the last role fastest. */

typedef struct Thought {
    u32 here;
} Thought;

static Thought *think_open(void) {
    Thought *L = UNFOLDED_POSITIONS ? malloc(sizeof(Thought)) : 0; /* none: the rules have more than could be listed */
    if (L) L->here = 0;
    return L;
}

static void think_close(Thought *L) { free(L); }

static u32 think_room(void) { return sizeof(u32); }

static u32 think_most_text(void) { return UNFOLDED_MOST_TEXT; }

static i32 think_begin(Thought *L, u8 *out) {
    u32 first = 0;
    (void)L;
    memcpy(out, &first, sizeof(u32));
    return sizeof(u32);
}

static i32 think_of(Thought *L, const u8 *state, u32 length) {
    u32 position;
    if (length != sizeof(u32)) return -1;
    memcpy(&position, state, sizeof(u32));
    if (position >= UNFOLDED_POSITIONS) return -1;
    L->here = position;
    return 0;
}

static i32 think_over(Thought *L) { return unfolded_over[L->here]; }

static i32 think_moves(Thought *L, i32 role) {
    u32 at = L->here * UNFOLDED_ROLES + (u32)role;
    return (i32)(unfolded_labels_at[at + 1] - unfolded_labels_at[at]);
}

static i32 think_asks(Thought *L, i32 role) { return unfolded_asks[L->here * UNFOLDED_ROLES + (u32)role]; }

static i32 think_goal(Thought *L, i32 role) { return unfolded_goal[L->here * UNFOLDED_ROLES + (u32)role]; }

static i32 unfolded_text(u32 text, u8 *out) {
    u32 size = unfolded_text_at[text + 1] - unfolded_text_at[text];
    memcpy(out, unfolded_letters + unfolded_text_at[text], size);
    return (i32)size;
}

static i32 think_label(Thought *L, i32 role, i32 number, u8 *out) {
    if (number < 0 || number >= think_moves(L, role)) return -1;
    return unfolded_text(unfolded_labels[unfolded_labels_at[L->here * UNFOLDED_ROLES + (u32)role] + (u32)number], out);
}

/* Where in the tables a joint move stands, or -1. */
static i64 unfolded_joint(Thought *L, const i32 *moves) {
    u32 joint = 0;
    for (i32 role = 0; role < UNFOLDED_ROLES; role++) {
        i32 count = think_moves(L, role);
        if (!count) continue;
        if (moves[role] < 0 || moves[role] >= count) return -1;
        joint = joint * (u32)count + (u32)moves[role];
    }
    joint += unfolded_next_at[L->here];
    return joint < unfolded_next_at[L->here + 1] ? (i64)joint : -1;
}

static i32 think_next(Thought *L, const i32 *moves, u8 *out) {
    i64 joint = unfolded_joint(L, moves);
    if (joint < 0) return -1;
    memcpy(out, unfolded_next + joint, sizeof(u32));
    return sizeof(u32);
}

static i32 think_seen(Thought *L, const i32 *moves, i32 role, u8 *out) {
    i64 joint = unfolded_joint(L, moves);
    if (joint < 0) return -1;
    return unfolded_text(unfolded_seen[joint * UNFOLDED_ROLES + role], out);
}
