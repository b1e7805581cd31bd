/* ---- who may be asked about: behind each evaluator, whose `role_…` functions believe that there is such a role or move

   Chance is the last role, and has what the rules give it. A role that there is not has no moves and no goals, and sees nothing. */

static int is_role(i32 role) { return role >= 0 && role < THINK_ROLES; }

static i32 think_moves(Thought *L, i32 role) { return is_role(role) ? role_moves(L, role) : 0; }

static i32 think_asks(Thought *L, i32 role) { return is_role(role) ? role_asks(L, role) : 0; }

static i32 think_goal(Thought *L, i32 role) { return is_role(role) ? role_goal(L, role) : 0; }

static i32 think_seen(Thought *L, const i32 *moves, i32 role, u8 *out) { return is_role(role) ? role_seen(L, moves, role, out) : 0; }

static i32 think_label(Thought *L, i32 role, i32 number, u8 *out) {
    i32 count = think_moves(L, role);
    if (count < 0) return count;
    return number >= 0 && number < count ? role_label(L, role, number, out) : 0;
}
