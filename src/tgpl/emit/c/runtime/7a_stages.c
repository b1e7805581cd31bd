/* ---- what runs when: turns, and the stages of a match

   A match goes from commit to commit. Between two commits one transaction runs: the setup, the entering of a phase, a
   player's choice with its effect and its events, or the moment when nobody can choose. Which one comes next is the stage. */

static const Pending NO_PASS = {-1, -1, 0, 0};

static inline int is_pending(Game *G) {
    const Pending *p = &G->m.pending;
    return (p->turn & p->player) >= 0 || (p->phase | (u32)p->ask_default); /* both are -1 if there is none */
}

/* Where there is only one the compiler shall know which. */
static inline const TurnInfo *turn_at(i32 turn) { return RULES.turn_count == 1 ? RULES.turns : &RULES.turns[turn]; }

static inline Ref turn_name(Game *G) { return G->m.turn < 0 ? 0 : RULES.turns[G->m.turn].name; }
static inline Ref phase_name(Game *G) { return G->m.turn < 0 || G->m.phase < 0 ? 0 : RULES.turns[G->m.turn].phase[G->m.phase].name; }

static void use_turn(Game *G, Ref turn, Ref phase, int at) {
    present(G, turn, at);
    for (i32 i = 0; i < RULES.turn_count; i++)
        if (same_text(G, RULES.turns[i].name, turn)) {
            G->m.pending.turn = i;
            if (phase) G->m.pending.phase = phase;
            return;
        }
    raise_error(G, 710, at);
}

static void pass_to(Game *G, Player player, Ref phase, int at) {
    if (player < 0) raise_error(G, 701, at);
    G->m.pending.player = player;
    if (phase) G->m.pending.phase = phase;
    G->m.pending.ask_default = 0;
}

static void pass_turn(Game *G, int at) {
    if (G->deciding) raise_error(G, 711, at);
    G->m.pending.player = -1;
    G->m.pending.phase = 0;
    G->m.pending.ask_default = 1;
}

static inline i32 phase_of(Game *G, i32 turn, Ref name) {
    if (!name) return 0;
    const TurnInfo *info = turn_at(turn);
    for (i32 i = 0; i < info->phases; i++) /* a text that stands in the rules is there only once */
        if (info->phase[i].name == name) return i;
    for (i32 i = 0; i < info->phases; i++)
        if (same_text(G, info->phase[i].name, name)) return i;
    raise_error(G, 710, -1);
}

/* What the turn's default decides; without one: the next phase, then the next player. */
static inline Pending decide_pass(Game *G, i32 turn) {
    const TurnInfo *info = turn_at(turn);
    Pending found = NO_PASS;
    G->m.pending = NO_PASS;
    if (!info->decide) {
        if (G->m.phase + 1 < info->phases) found.phase = info->phase[G->m.phase + 1].name;
        else found.player = (G->m.active + 1) % G->players;
        return found;
    }
    G->deciding = 1;
    i64 held = confine(G);
    G->running++;
    Player player = info->decide(G);
    G->running--;
    release(G, held);
    resolve(G);
    G->deciding = 0;
    found = G->m.pending;
    if (player >= 0) {
        found.player = player;
        found.phase = 0;
        found.ask_default = 0;
        return found;
    }
    if (found.player < 0 && found.turn < 0) raise_error(G, 711, -1);
    return found;
}

/* -- transactions */

/* Which input cannot be answered, so that the log can say it: the one that `blamed` was set to. */
static void skipped(Game *G, const PhaseInfo *phase) {
    u32 start = G->words_length;
    put_word(G, phase->shown);
    put_word(G, " is skipped: there is nothing to choose for ");
    put_word(G, G->blamed);
    put_word(G, ".");
    say(G, G->words + start, G->words_length - start, -1);
    G->words_length = start;
}

static inline void enter_this(Game *G, const PhaseInfo *phase) {
#ifdef POINTS
    if (phase->point >= 0) HIT(phase->point);
#endif
    if (!phase->effect) {
        G->m.sealed = 0;
        G->m.stage = phase->simultaneous ? SEAL : CHOOSE;
        return;
    }
    Slot frame[2 + MOST_INPUTS];
    frame[0] = frame[1] = slot_of(0);
    int answered = 1;
    if (phase->inputs) {
        Injector all = {phase->input, phase->inputs, frame, 2, 0, 0, 0, 0};
        answered = answer_inputs(G, &all);
    }
    if (answered) {
        run_block(G, phase->effect, frame);
        resolve(G);
        reach_goals(G);
    } else {
        skipped(G, phase);
    }
    if (!is_pending(G)) pass_turn(G, -1);
}

static inline void enter_phase(Game *G) {
    const TurnInfo *info = turn_at(G->m.turn);
    if (RULES.turn_count == 1 && info->phases <= 3) { /* again: few enough to be told apart by the compiler */
        if (info->phases == 1 || G->m.phase == 0) enter_this(G, &info->phase[0]);
        else if (info->phases == 2 || G->m.phase == 1) enter_this(G, &info->phase[1]);
        else enter_this(G, &info->phase[2]);
    } else {
        enter_this(G, &info->phase[G->m.phase]);
    }
}

static void stage_setup(Game *G) {
    G->floor = RULES.fixed_begin; /* everything from there on is new */
    for (i32 i = 0; i < RULES.global_count; i++) {
        Ref made = RULES.globals[i](G, -1);
        set_ref(G, global_at(G, i), made);
    }
    if (G->m.fixed != RULES.fixed_end) unsupported(G, "a setup in another order");
    for (i32 i = 0; i < RULES.setup_count; i++) {
        i64 held = confine(G);
        G->running++;
        RULES.setups[i](G);
        G->running--;
        release(G, held);
    }
    resolve(G);
    G->m.stage = PASS;
}

/* An event that nobody waits for and nothing can look at: what it costs, and nothing else. */
static inline void nobody_hears(Game *G) {
    step(G, -1);
    ghost_made(G);
    G->left -= EVENT_STEPS;
    step(G, -1);
}

static Ref choice_made(Game *G, i32 class_, Player player) {
    Ref made = object_made(G, class_, -1);
    ((ChoiceEvent *)at_ref(G, made))->active = player;
    return made;
}

/* The event with which a player chooses; 0 where nothing looks at it. */
static Ref choice_event(Game *G, Player player) {
    step(G, -1);
    if (!RULES.hidden[PREDEFINED.player_choice]) return choice_made(G, PREDEFINED.player_choice, player);
    ghost_made(G);
    return 0;
}

static void turn_changes(Game *G, Ref old, Ref new_) {
    if (RULES.hidden[PREDEFINED.turn_change] && !RULES.heard[PREDEFINED.turn_change]) {
        nobody_hears(G);
        return;
    }
    step(G, -1);
    Ref made = object_made(G, PREDEFINED.turn_change, -1);
    TurnChangeEvent *event = at_ref(G, made);
    event->old = old;
    event->new_ = new_;
    throw_event(G, made, -1);
}

static void phase_changes(Game *G, Ref old_phase, Player old_player) {
    int waits = G->queue_first < G->queue_last; /* for the change of turn: its steps are counted behind it */
    if (RULES.hidden[PREDEFINED.phase_change] && !RULES.heard[PREDEFINED.phase_change] && !waits) {
        nobody_hears(G);
        return;
    }
    step(G, -1);
    Ref made = object_made(G, PREDEFINED.phase_change, -1);
    PhaseChangeEvent *event = at_ref(G, made);
    event->turn = turn_name(G);
    event->oldPhase = old_phase;
    event->newPhase = phase_name(G);
    event->oldPlayer = old_player;
    event->newPlayer = G->m.active;
    throw_event(G, made, -1);
}

static int is_stuck(Game *G); /* 8b_digest.c */

/* Lines that say that nobody could choose and would follow each other become one. */
static int folds(Game *G) { return G->m.folded_line >= 0 && G->m.folded_line == (i32)G->m.lines - 1; }

static void fold(Game *G, u32 start, i32 times) {
    if (folds(G)) {
        G->m.lines--;
        G->m.log_bytes = G->m.lines ? G->line_ends[G->m.lines - 1] : 0;
    }
    say(G, G->words + start, G->words_length - start, -1);
    G->words_length = start;
    G->m.folded_times = times;
    G->m.folded_line = (i32)G->m.lines - 1;
}

static void stage_pass(Game *G) {
    Match *m = &G->m;
    i32 old_turn = m->turn;
    Player old_player = m->active;
    Ref old_turn_name = turn_name(G), old_phase_name = phase_name(G);
    Pending pending = m->pending;
    if (pending.turn >= 0 && pending.turn != m->turn) {
        m->turn = pending.turn;
        m->phase = phase_of(G, m->turn, pending.phase);
    }
    if (m->turn < 0) m->turn = 0, m->phase = 0;
    if (pending.ask_default) pending = decide_pass(G, m->turn);
    i32 turn = pending.turn < 0 ? m->turn : pending.turn;
    Player player = pending.player < 0 ? m->active : pending.player;
    if (RULES.loses && has_left(G, player)) {
        if (player == m->active) pending.phase = 0; /* their turn is over */
        player = next_in(G, player);
    }
    i32 phase = phase_of(G, turn, pending.phase);
    m->pending = NO_PASS;
    m->turn = turn, m->phase = phase, m->active = player;
    if (++m->idle > IDLE_PHASES && (m->idle <= LONG_PHASES || m->idle % 100 == 0) && is_stuck(G)) {
        u32 start = G->words_length;
        put_word(G, "Nobody has had a choice for ");
        put_whole(G, m->idle);
        put_word(G, " phases: the game is stuck.");
        fold(G, start, 0);
        G->ended = STUCK;
        return;
    }
    if (turn != old_turn) turn_changes(G, old_turn_name, RULES.turns[turn].name);
    phase_changes(G, old_phase_name, old_player);
    resolve(G);
    if (!is_pending(G)) enter_phase(G);
}

static void stage_nothing(Game *G) {
    Player player = G->m.active;
    if (RULES.hidden[PREDEFINED.no_choice] && !RULES.heard[PREDEFINED.no_choice]) {
        nobody_hears(G);
    } else {
        step(G, -1);
        throw_event(G, choice_made(G, PREDEFINED.no_choice, player), -1);
        resolve(G);
    }
    G->m.stage = PASS;
    if (is_pending(G)) return;
    i32 times = folds(G) ? G->m.folded_times + 1 : 1;
    u32 start = G->words_length;
    put_word(G, times == 1 ? "No choice for " : "No choice, ");
    if (times == 1) put_seat(G, player);
    else put_whole(G, times);
    put_word(G, times == 1 ? ": the turn passes." : " times in a row: the turn passes each time.");
    fold(G, start, times);
    pass_turn(G, -1);
}

static void stage_choose(Game *G); /* 7c_choosing.c */
static void stage_seal(Game *G);   /* simultaneous phases: 8_secrets.c */
static void stage_reveal(Game *G);
