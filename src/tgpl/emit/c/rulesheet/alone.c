/* ---- an evaluator without a game around it: the functions by which Python asks it (apps/sheet_evaluator.py) */

void *mind_open(void) { return think_open(); }
void mind_close(void *mind) { think_close(mind); }
u32 mind_room(void) { return think_room(); }
u32 mind_most_text(void) { return think_most_text(); }
i32 mind_begin(void *mind, u8 *out) { return think_begin(mind, out); }
i32 mind_of(void *mind, const u8 *state, u32 length) { return think_of(mind, state, length); }
i32 mind_over(void *mind) { return think_over(mind); }
i32 mind_moves(void *mind, i32 role) { return think_moves(mind, role); }
i32 mind_goal(void *mind, i32 role) { return think_goal(mind, role); }
i32 mind_next(void *mind, const i32 *moves, u8 *out) { return think_next(mind, moves, out); }
i32 mind_label(void *mind, i32 role, i32 number, u8 *out) { return think_label(mind, role, number, out); }
