/* ---- transactions: begun, committed, or undone

   One that needs an answer it does not have is undone and run again with it; one that fails is undone and its choice ruled
   out; one that breaks a rule ends the game. The same as tgpl/runtime/processor.py. */

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
    const Key *last = G->position ? &G->answers[G->position - 1] : 0;
    u32 given_up = last && last->what == UNKNOWN, gone = G->position - given_up;
    if (last && last->what == NOBODY) gone -= (u32)last->action; /* a list that came to no end goes with its first element */
    for (u32 length = G->position - given_up; length > 0; length--) {
        if (!is_ruled_out_behind(G, length, 0, hash_answers_to(G, length, length))) {
            G->ruled_out = grow_block(G, G->ruled_out, &G->ruled_out_size, (u64)G->ruled_out_count + length + 1, sizeof(Key));
            G->ruled_out[G->ruled_out_count].action = (i32)length;
            memcpy(&G->ruled_out[G->ruled_out_count + 1], G->answers, length * sizeof(Key));
            G->ruled_out_count += length + 1;
        }
        if (length > gone) continue;
        if (G->offered_any[length - 1]) break;
        int left = 0;
        u64 hash = hash_answers_to(G, length - 1, length);
        for (u32 i = G->offered_at[length - 1]; i < G->offered_at[length] && !left; i++)
            left = !is_ruled_out_behind(G, length - 1, &G->offered[i], hash);
        if (left) break;
    }
    G->answer_count = G->decisions = 0;
}

/* A transaction came to its end; everything that it set for itself is as it was before, but for its steps. */
static inline void commit(Game *G) {
    G->commits++;
    if (G->decisions) {
        G->moves++;
        G->m.idle = 0;
        G->m.seen = 0;
    }
    if (G->answer_count | G->ruled_out_count | (u32)G->refused) {
        G->committed_answers += G->answer_count;
        G->answer_count = G->decisions = G->ruled_out_count = G->ruled_out_indexed = 0;
        G->refused = 0;
    }
    G->path_hash.committed_path = G->path_hash.path;
    G->spent += STEPS_IN_ALL - G->left;
#ifdef POINTS
    G->work += STEPS_IN_ALL - G->left;
#endif
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
        G->answer_count = G->decisions = 0;
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
