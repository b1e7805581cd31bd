/* ---- events, turns, and what runs when

   A match goes from commit to commit. Between two commits one transaction runs: the setup, the entering of a phase, a
   player's choice with its effect and its events, or the moment when nobody can choose. A transaction that needs an answer
   it does not have is undone and run again with it; one that fails is undone and its choice ruled out; one that breaks a
   rule ends the game. */

static inline void run_block(Game *G, void (*block)(Game *, Slot *), Slot *frame) {
    i64 held = confine(G);
    G->running++;
    block(G, frame);
    G->running--;
    release(G, held);
}

/* -- events */

static void throw_event(Game *G, Ref event, int at) {
    present(G, event, at);
    if (G->queue_last == G->queue_size)
        G->queue = grow_block(G, G->queue, &G->queue_size, (u64)G->queue_last + 1, sizeof(Ref));
    G->queue[G->queue_last++] = event;
    G->waiting++;
}

static inline int enabled(Game *G, Ref entity, const ActionInfo *action) {
    Slot frame[2] = {slot_of(entity), slot_of(0)};
    for (i32 i = 0; i < action->requires; i++)
        if (!holds(G, action->require[i], frame, slot_of(0), action->calm)) return 0;
    return 1;
}

static int waits_for(const ActionInfo *action, i32 event_class) {
    for (i32 i = 0; i < action->triggers; i++)
        if (action->trigger[i].first <= event_class && event_class < action->trigger[i].last) return 1;
    return 0;
}

/* An event that nothing looks at is no object (0), only a class. */
static int triggered(Game *G, Ref entity, const ActionInfo *action, i32 class_, Ref event) {
    Slot frame[2] = {slot_of(entity), slot_of(event)};
    for (i32 i = 0; i < action->triggers; i++) { /* the most particular first */
        const Trigger *trigger = &action->trigger[i];
        if (class_ < trigger->first || class_ >= trigger->last) continue;
        if (!trigger->test || holds(G, trigger->test, frame, slot_of(0), action->calm)) return 1;
    }
    return 0;
}


/* MOST_INPUTS: of one action or phase, as the emitter has counted them. */

/* An event is in the game while its observers run. */
static inline void hold_event(Game *G, Ref event) {
    if (G->resolving_count == G->resolving_size)
        G->resolving = grow_block(G, G->resolving, &G->resolving_size, (u64)G->resolving_count + 1, sizeof(Ref));
    G->resolving[G->resolving_count++] = event;
}

typedef void (*Effect)(Game *, Slot *);

/* An effect that may be cancelled: then it is as if it had never run. Steps stay counted and answers used. */
static void run_attempt(Game *G, const ActionInfo *action, Effect effect, Slot *frame) {
    Match before = G->m;
    i64 held = G->held;
    u32 journal = G->journal_length, floor_before = G->floor, words = G->words_length;
    u32 first = G->queue_first, last = G->queue_last, waiting = G->waiting;
    u32 resolving = G->resolving_count, passed = G->passed_count;
    i32 running = G->running, depth = G->depth, site = G->site, block = G->block;
    Roots *roots = G->roots;
    Slot *scratch = G->scratch_top;
    const Injector *filling = G->filling;
    i32 filled = G->filled;
    Catch here;
    here.outer = G->caught;
    G->caught = &here;
    G->floor = G->m.top;
    if (!_setjmp(here.registers)) {
        run_block(G, effect, frame);
        G->caught = here.outer;
        G->floor = floor_before;
        return;
    }
    G->caught = here.outer;
    if (G->stop != STOP_CANCEL || (action->part && G->cancels_whole)) leave(G, G->stop);
    undo(G, journal);
    G->m = before;
    release(G, held);
    G->floor = floor_before, G->words_length = words;
    G->queue_first = first, G->queue_last = last, G->waiting = waiting;
    G->resolving_count = resolving, G->passed_count = passed;
    G->running = running, G->depth = depth, G->site = site, G->block = block;
    G->roots = roots, G->scratch_top = scratch;
    G->filling = filling, G->filled = filled;
    put_word(G, action->part ? action->part : action->name);
    put_word(G, G->failure_length ? " is cancelled: " : " is cancelled.");
    put(G, G->failure, G->failure_length);
    say(G, G->words + words, G->words_length - words, -1);
    G->words_length = words;
}

/* Inputs, then the effect: the action's own, or that of a base. Without an answer for each input nothing happens. */
static void run_action(Game *G, Ref entity, const ActionInfo *action, Effect effect, Ref event, const u8 *given,
                       const Slot *given_value) {
    Slot frame[2 + MOST_INPUTS];
    frame[0] = slot_of(entity), frame[1] = slot_of(event);
    if (action->inputs) {
        Injector all = {action->input, action->inputs, frame, 2, entity, given, given_value, 0};
        if (!possible(G, &all, 0) || !answer_inputs(G, &all)) return;
    }
    if (RULES.cancels) run_attempt(G, action, effect ? effect : action->effect, frame);
    else run_block(G, effect ? effect : action->effect, frame);
}

/* Pairs of object and action: by priority, then declaration, then age. */
static int comes_before(Game *G, i64 one, i64 his_entity, i64 other, i64 entity) {
    const ActionInfo *his = &RULES.actions[one], *mine = &RULES.actions[other];
    double his_priority = his->priority(object_at(G, (Ref)his_entity)->class_);
    double priority = mine->priority(object_at(G, (Ref)entity)->class_);
    if (his_priority != priority) return his_priority > priority;
    return his->order < mine->order || (his->order == mine->order && his_entity <= entity);
}

static void sort_pairs(Game *G, Slot *pairs, u32 count) {
    if (!RULES.ranked) return; /* they are found in this order */
    for (u32 i = 1; i < count; i++) {
        Slot entity = pairs[2 * i], action = pairs[2 * i + 1];
        u32 j = i;
        for (; j > 0 && !comes_before(G, pairs[2 * j - 1].whole, pairs[2 * j - 2].whole, action.whole, entity.whole); j--)
            pairs[2 * j] = pairs[2 * j - 2], pairs[2 * j + 1] = pairs[2 * j - 1];
        pairs[2 * j] = entity, pairs[2 * j + 1] = action;
    }
}

/* The objects and actions that answer an event, onto the scratch. */
static u32 answering(Game *G, i32 class_, Ref event) {
    Slot *pairs = G->scratch_top;
    u32 found = 0;
    for (i32 a = 0; a < RULES.action_count; a++) {
        const ActionInfo *action = &RULES.actions[a];
        if (!waits_for(action, class_)) continue;
        G->scratch_top = pairs + 2 * found;
        u32 members = all_of(G, action->list);
        room(G, 2 * members);
        /* Those who pass are written over those who were looked at: twice as wide, so the list moves up first. */
        Slot *all = pairs + 2 * found + members;
        memmove(all, pairs + 2 * found, members * sizeof(Slot));
        G->scratch_top = all + members;
        for (u32 i = 0; i < members; i++) {
            Ref entity = (Ref)all[i].whole;
            if (!enabled(G, entity, action) || !triggered(G, entity, action, class_, event)) continue;
            pairs[2 * found] = slot_of(entity), pairs[2 * found + 1] = slot_of(a);
            found++;
        }
    }
    G->scratch_top = pairs + 2 * found;
    sort_pairs(G, pairs, found);
    return found;
}

static void resolve_all(Game *G) {
    while (G->queue_first < G->queue_last) {
        Ref event = G->queue[G->queue_first];
        G->queue[G->queue_first++] = 0;
        G->waiting--;
        G->left -= EVENT_STEPS;
        step(G, -1);
        if (!RULES.heard[object_at(G, event)->class_]) continue;
        hold_event(G, event);
        Slot *pairs = G->scratch_top;
        u32 count = answering(G, object_at(G, event)->class_, event);
        for (u32 i = 0; i < count; i++) {
            Ref entity = (Ref)pairs[2 * i].whole;
            const ActionInfo *action = &RULES.actions[pairs[2 * i + 1].whole];
            if (is_present(G, entity) && enabled(G, entity, action)) run_action(G, entity, action, 0, event, 0, 0);
        }
        G->scratch_top = pairs;
        G->resolving_count--;
    }
    if (!G->waiting) G->queue_first = G->queue_last = 0;
}

static inline void resolve(Game *G) {
    if (G->queue_first < G->queue_last) resolve_all(G);
}

/* After a move or an automatic phase: goals without a trigger of their own are tested. */
static inline void reach_goals(Game *G) {
    if (!RULES.goals) return;
    throw_event(G, RULES.goals(G, -1), -1);
    resolve(G);
}

/* With its whole tree, before anything else goes on. */
static void throw_now(Game *G, Ref event, int at) {
    i32 outer = G->site;
    G->site = at;
    present(G, event, at);
    deeper(G, at);
    u32 first = G->queue_first, last = G->queue_last;
    G->queue_first = last;
    throw_event(G, event, at);
    if (!first && !last) { /* an empty queue stays at its beginning */
        resolve(G);
    } else {
        resolve(G);
        G->queue_first = first, G->queue_last = last;
    }
    G->depth--;
    G->site = outer;
}

/* Calls an action: without its trigger, and without any effect if it is disabled. */
static void act(Game *G, i32 number, Effect effect, Ref entity, const u8 *given, const Slot *given_value, int at) {
    i32 outer = G->site;
    G->site = at;
    const ActionInfo *action = &RULES.actions[number];
    present(G, entity, at);
    deeper(G, at);
    u32 before = G->passed_count;
    if (before + 1 + MOST_INPUTS > G->passed_size)
        G->passed = grow_block(G, G->passed, &G->passed_size, (u64)before + 1 + MOST_INPUTS, sizeof(Ref));
    G->passed[G->passed_count++] = entity;
    for (i32 i = 0; i < action->inputs; i++)
        if (given && given[i]) {
            const Input *one = &action->input[i];
            if (one->many) G->passed[G->passed_count++] = (Ref)given_value[i].whole | 1;
            else if (RULES.types[one->type].tag == OBJECT) G->passed[G->passed_count++] = (Ref)given_value[i].whole;
        }
    if (enabled(G, entity, action)) run_action(G, entity, action, effect, 0, given, given_value);
    G->passed_count = before;
    G->depth--;
    G->site = outer;
}

/* -- turns */

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
    if (found.player < 0) raise_error(G, 711, -1);
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
    if (RULES.hidden[PREDEFINED.phase_change] && !RULES.heard[PREDEFINED.phase_change]) {
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
    put_word(G, times == 1 ? "No choice for player " : "No choice, ");
    put_whole(G, times == 1 ? player : times);
    put_word(G, times == 1 ? ": the turn passes." : " times in a row: the turn passes each time.");
    fold(G, start, times);
    pass_turn(G, -1);
}

static void stage_choose(Game *G); /* 7b_choosing.c */
static void stage_seal(Game *G);   /* simultaneous phases: 8_secrets.c */
static void stage_reveal(Game *G);

/* -- from commit to commit */

/* The answers so far are given again, from the first on. */
static inline void rewind_answers(Game *G) {
    G->position = 0;
    G->path_hash.path = G->path_hash.committed_path;
    G->path_hash.own = 0;
    G->path_hash.spread = 1;
}

static void clear_running(Game *G) {
    G->queue_first = G->queue_last = G->waiting = 0;
    G->resolving_count = G->passed_count = 0;
    G->deciding = G->running = G->tests = G->depth = 0;
    G->left = STEPS_IN_ALL;
    G->held = 0;
    G->site = -1;
    G->roots = 0;
    G->filling = 0;
    G->scratch_top = G->scratch;
    G->words_length = 0;
    rewind_answers(G);
}

/* The answers so far led to a failure; with the last way gone, what led there goes too. */
static void rule_out(Game *G) {
    u32 given_up = G->position && G->answers[G->position - 1].what == UNKNOWN;
    for (u32 length = G->position - given_up; length > 0; length--) {
        if (!is_ruled_out_behind(G, length, 0, hash_so_far(G, length, length))) {
            G->ruled_out = grow_block(G, G->ruled_out, &G->ruled_out_size, (u64)G->ruled_out_count + length + 1, sizeof(Key));
            G->ruled_out[G->ruled_out_count].action = (i32)length;
            memcpy(&G->ruled_out[G->ruled_out_count + 1], G->answers, length * sizeof(Key));
            G->ruled_out_count += length + 1;
        }
        if (G->offered_any[length - 1]) break;
        int left = 0;
        u64 hash = hash_so_far(G, length - 1, length);
        for (u32 i = G->offered_at[length - 1]; i < G->offered_at[length] && !left; i++)
            left = !is_ruled_out_behind(G, length - 1, &G->offered[i], hash);
        if (left) break;
    }
    G->answer_count = G->asked = 0;
}

/* A transaction came to its end; everything that it set for itself is as it was before, but for its steps. */
static inline void commit(Game *G) {
    G->commits++;
    if (G->asked) {
        G->moves++;
        G->m.idle = 0;
        G->m.seen = 0;
    }
    if (G->answer_count | G->ruled_out_count | (u32)G->refused) {
        G->answered += G->answer_count;
        G->answer_count = G->asked = G->ruled_out_count = G->ruled_out_indexed = 0;
        G->refused = 0;
    }
    G->path_hash.committed_path = G->path_hash.path;
    G->spent += STEPS_IN_ALL - G->left;
    G->left = STEPS_IN_ALL;
    G->scratch_top = G->scratch;
    if (G->keep_journal) return;
    G->journal_length = 0;
    if (G->m.objects >= G->sweep_at) sweep(G);
    if (G->m.top >= G->compact_at) compact(G);
    if (G->names_top && !G->m.sealed) G->names_top = 0;
}

static void run_stage(Game *G) {
    if (G->m.stage == PASS) { /* nearly always one of these */
        stage_pass(G);
        return;
    }
    if (G->m.stage == CHOOSE) {
        stage_choose(G);
        return;
    }
    switch (G->m.stage) {
    case SETUP: stage_setup(G); break;
    case NOTHING: stage_nothing(G); break;
    case SEAL: stage_seal(G); break;
    default: stage_reveal(G);
    }
}

/* Between two transactions nothing points into the arena or the scratch, so they can be moved. */
static void arena_for(Game *G, u64 needed) {
    u64 size = G->arena_size;
    while (size < needed) size *= 2;
    if (size == G->arena_size) return;
    u8 *larger = size > MOST_MEMORY ? 0 : realloc(G->arena, size + 8);
    if (!larger) unsupported(G, "so much memory");
    G->arena = larger;
    G->arena_size = (u32)size;
    free(G->other_arena);
    G->other_arena = 0;
}

static void make_room(Game *G) {
    arena_for(G, G->arena_needed);
    G->scratch = grow_block(G, G->scratch, &G->scratch_size, G->scratch_needed, sizeof(Slot));
    G->scratch_top = G->scratch;
    G->arena_needed = G->scratch_needed = 0;
}

/* A transaction stopped before its end: by a question, a failure, an error, or because the game is over. */
static void stop_transaction(Game *G) {
    i32 stop = G->stop == STOP_CANCEL ? STOP_FAIL : G->stop; /* of a chosen action nothing is left */
    if (stop == STOP_OVER) {
        G->path_hash.committed_path = G->path_hash.path;
        clear_running(G);
        commit(G);
        G->ended = WINNER;
        return;
    }
    u32 lines = G->m.lines, bytes = G->m.log_bytes, used = G->position;
    i32 stage = G->before.stage;
    undo(G, G->journal_before);
    G->m = G->before;
    clear_running(G);
    if (stop == STOP_DRAW) {
        G->open.waits = 1;
        G->spent = 0;
    } else if (stop == STOP_QUESTION) {
        G->spent = 0;
        G->shown_lines = lines;
        G->has_decision = 1;
    } else if (stop == STOP_FAIL && (stage == CHOOSE || stage == SEAL)) {
        G->position = used;
        rule_out(G);
        G->refused = 1;
    } else if (stop == STOP_MEMORY) {
        make_room(G);
        G->transactions_left++;
    } else if (stop == STOP_UNSUPPORTED) {
        G->ended = UNSUPPORTED;
    } else if (stop == STOP_HALT) {
        G->ended = G->halted & DROP ? HALTED : LIMIT;
    } else {
        if (stop == STOP_FAIL) G->code = 712;
        G->m.lines = lines, G->m.log_bytes = bytes; /* what led to the error helps to find it */
        G->answer_count = G->asked = 0;
        G->ended = ERROR;
    }
}

/* Units, at most so many, until the match is over, a decision is open or so many moves are made. */
static void run_transactions(Game *G, i32 most, i32 most_moves) {
    Catch here;
    here.outer = G->caught;
    G->caught = &here;
    G->transactions_left = most;
    G->rolling_back = 0;
    if (_setjmp(here.registers)) {
        if (G->rolling_back) { /* there is no memory left */
            G->ended = UNSUPPORTED;
            G->caught = here.outer;
            return;
        }
        G->rolling_back = 1;
        stop_transaction(G);
        G->rolling_back = 0;
    }
    while (!(G->ended | G->has_decision) && (RULES.certain || !G->open.waits) && G->moves < most_moves && G->transactions_left-- > 0) {
        G->before = G->m;
        G->journal_before = G->journal_length;
        G->floor = G->m.top;
        rewind_answers(G);
        check_spent(G);
        run_stage(G);
        if (!RULES.certain && G->m.chance != G->before.chance) G->open.count = 0;
        commit(G);
    }
    G->caught = here.outer;
}

enum { ANY_NUMBER = 0x7FFFFFFF };

static void run_transaction(Game *G) { run_transactions(G, 1, ANY_NUMBER); }

static void game_over(Game *G) __attribute__((noreturn));
static void game_over(Game *G) { leave(G, STOP_OVER); }

static void winner_is(Game *G, Player player, int at) __attribute__((noreturn));
static void winner_is(Game *G, Player player, int at) {
    if (player < 0) raise_error(G, 701, at);
    G->ranking = grow_block(G, G->ranking, &G->ranking_size, 2, sizeof(i32));
    G->ranking[0] = 1;
    G->ranking[1] = player;
    G->ranking_count = 2;
    game_over(G);
}

/* Whether a player has a place already among the first of a ranking. */
static int is_placed(const i32 *ranking, u32 count, i64 player) {
    for (u32 at = 0; at < count; at += 1 + (u32)ranking[at])
        for (i32 i = 1; i <= ranking[at]; i++)
            if (ranking[at + (u32)i] == player) return 1;
    return 0;
}

static void ranking_is(Game *G, Ref ref, int at) __attribute__((noreturn));
static void ranking_is(Game *G, Ref ref, int at) {
    Items *places = items_at(G, present(G, ref, at));
    u32 count = 0;
    for (u32 i = 0; i < places->count; i++) {
        Items *place = items_at(G, present(G, (Ref)slots_of(G, places)[i].whole, at));
        G->ranking = grow_block(G, G->ranking, &G->ranking_size, (u64)count + place->count + 1, sizeof(i32));
        u32 size = count++;
        G->ranking[size] = 0;
        for (u32 j = 0; j < place->count; j++) {
            i64 player = slots_of(G, place)[j].whole;
            if (player < 0) raise_error(G, 701, at);
            if (is_placed(G->ranking, count, player)) continue;
            G->ranking[count++] = (i32)player;
            G->ranking[size]++;
        }
    }
    G->ranking_count = (i32)count;
    game_over(G);
}
