/* -- the stages */

FLAT_FN int flat_phase_of(Flat *s, int turn, int name) {
    if (!name) return 0;
    for (int i = 0; i < FLAT_PHASE_COUNTS[turn]; i++)
        if (FLAT_PHASE_NAMES[turn][i] == name) return i;
    flat_bail(s);
    return 0;
}

FLAT_SMALL void flat_stage_pass(Flat *s, Flat_room *z) {
    int turn = s->pending_turn, player = s->pending_player, phase = s->pending_phase;
    if (FLAT_TURNS > 1 && turn >= 0 && turn != s->turn) {
        s->turn = (i8)turn;
        s->phase = (i8)flat_phase_of(s, turn, phase);
    }
    if (s->turn < 0) s->turn = 0, s->phase = 0;
    if (FLAT_TURNS == 1) s->turn = 0;
    if (s->pending_default) {
        flat_forget_pass(s);
        s->deciding = 1;
        int decided = flat_default(s, z);
        s->deciding = 0;
        turn = s->pending_turn, player = s->pending_player, phase = s->pending_phase;
        if (decided >= 0) {
            player = decided, phase = 0;
        } else if (decided == -2) {
            turn = player = -1, phase = 0;
            if (s->phase + 1 < FLAT_PHASE_COUNTS[s->turn]) phase = FLAT_PHASE_NAMES[s->turn][s->phase + 1];
            else player = s->active + 1 == s->players ? 0 : s->active + 1;
        } else if (player < 0 && turn < 0) {
            flat_bail(s);
        }
    }
    if (turn >= 0) s->turn = (i8)turn;
    if (player >= 0) s->active = (i8)player;
    s->phase = (i8)flat_phase_of(s, s->turn, phase);
    flat_forget_pass(s);
    if (++s->idle > IDLE_PHASES) flat_bail(s);
    if (!s->stop) flat_enter(s, z);
}

/* The same where the phase is known, so that the compiler knows what follows it. */
FLAT_FN void flat_pass_on(Flat *s, Flat_room *z) {
    int phase = FLAT_FEW_PHASES ? s->phase : -1;
    if (phase == 0) {
        s->turn = s->phase = 0;
        flat_stage_pass(s, z);
    } else if (FLAT_FEW_PHASES > 1 && phase == 1) {
        s->turn = 0, s->phase = 1;
        flat_stage_pass(s, z);
    } else {
        flat_stage_pass(s, z);
    }
}

/* One transaction: a pass, or a choice. */
FLAT_FN void flat_advance(Flat *s, Flat_room *z) {
    if (s->ends_there && s->moves >= s->most) {
        s->stop = FLAT_LIMIT;
        return;
    }
    s->budget = FLAT_BUDGET;
    s->depth = 0;
    z->top = 0;
    if (s->stage == FLAT_PASSES) flat_pass_on(s, z);
    else flat_choose(s, z);
    if (s->decided) {
        s->decided = 0;
        if (s->stop != FLAT_BAILS) s->moves++;
        s->idle = 0;
    }
}

FLAT_FN void flat_run(Flat *s, Flat_room *z) {
    while (!s->stop) flat_advance(s, z);
}

/* The chance of a match and of its players, by their seeds. */
FLAT_FN void flat_seed(Flat *s, u64 seed, u64 agent_seed) {
    s->chance = chance_from(seed);
    for (int i = 0; i < s->players; i++) s->agent[i] = chance_from(agent_seed * 64 + (u64)i + 0x5EA7);
}
