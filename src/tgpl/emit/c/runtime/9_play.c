/* ---- what the outside calls: opening, playing, counting

   `tgpl_…` are the functions of the library (tgpl/native/library.py has their signatures). Whole matches run from here without
   leaving C; perft goes through all moves there and back, and remembers positions that it has counted. */

static void drop_numbering(Game *G); /* 9f_actions.c */

#ifdef LOGIC
static void close_logic(Game *G);
#endif

void tgpl_close(Game *G) {
    if (!G) return;
    drop_numbering(G);
#ifdef LOGIC
    close_logic(G);
#endif
    void *blocks[] = {G->arena,  G->other_arena, G->journal, G->queue,       G->resolving, G->passed,  G->answers,
                      G->offered_at, G->offered_any, G->offered, G->ruled_out,  G->choices, G->log,
                      G->line_ends,  G->marking, G->failure,  G->scratch, G->words,   G->sealed_keys, G->kept,
                      G->numbered, G->number_at,   G->names,   G->ranking, G->ways, G->ruled_out_index, G->open.outcomes, G->open.chosen,
                      G->flat};
    for (u32 i = 0; i < sizeof blocks / sizeof blocks[0]; i++) free(blocks[i]);
    free(G);
}

Game *tgpl_open(void) {
    Game *G = malloc(sizeof(Game));
    if (!G) return 0;
    memset(G, 0, sizeof(Game));
    G->most = STEPS_IN_ALL;
    u64 size = FIRST_TEXT + (RULES.fixed_end > RULES.fixed_begin ? RULES.fixed_end - RULES.fixed_begin : 0);
    size += (u64)RULES.list_count * sizeof(Items) + 4 * (u64)RULES.global_count + FIRST_ROOM;
    for (i32 i = 0; i < RULES.text_count; i++) size += sizeof(Text) + RULES.text_sizes[i] + 8;
    size = (size + 7u) & ~(u64)7; /* a text that ends with the arena must not push what follows beyond it */
    if (size <= MOST_MEMORY) G->arena = malloc(size + 8);
    G->arena_size = (u32)size;
    if (G->arena) memset(G->arena, 0, FIRST_TEXT); /* what null leads to is empty, whoever should ever follow it */
    G->offered_at = malloc(sizeof(u32));
    G->offered_at_size = 1;
    G->ranking_size = 2 * MOST_SEATS;
    G->ranking = malloc(G->ranking_size * sizeof(i32));
    if (!G->arena || !G->offered_at || !G->ranking) {
        tgpl_close(G);
        return 0;
    }
    G->offered_at[0] = 0;
    G->m.top = FIRST_TEXT;
    for (i32 i = 0; i < RULES.text_count; i++) {
        u32 bytes = RULES.text_sizes[i];
        text_made(G, RULES.texts[i], bytes, characters_in((const u8 *)RULES.texts[i], bytes));
    }
    G->first_free = G->m.top;
    if (G->first_free + (u32)RULES.list_count * sizeof(Items) + ((4u * (u32)RULES.global_count + 7u) & ~7u) != RULES.fixed_begin) {
        tgpl_close(G); /* it was compiled for another kind of machine */
        return 0;
    }
    return G;
}

/* A new match, before its setup; one that the game is not for is over. */
static void begin(Game *G, u64 seed, i32 players) {
    Match fresh;
    memset(&fresh, 0, sizeof fresh);
    fresh.chance = chance_from(seed);
    fresh.turn = fresh.phase = -1;
    fresh.first = -1;
    fresh.pending = NO_PASS;
    fresh.folded_line = -1;
    fresh.top = G->first_free;
    G->m = fresh;
    G->floor = 0;
    i32 fitting = RULES.least_players <= players && players <= RULES.most_players && players <= MOST_SEATS;
    G->players = fitting ? players : RULES.least_players;
    G->names_top = 0;
    for (i32 i = 0; i < RULES.list_count; i++) {
        Items *items = items_at(G, allocate(G, sizeof(Items)));
        memset(items, 0, sizeof *items);
        items->type = PREDEFINED.tiles_type; /* any list of objects */
    }
    u32 globals = 4 * (u32)RULES.global_count;
    memset(at_ref(G, allocate(G, globals)), 0, globals);
    G->m.fixed = G->m.top;
    allocate(G, RULES.fixed_end - RULES.fixed_begin);
    clear_running(G);
    G->journal_length = 0;
    G->answer_count = G->decisions = G->ruled_out_count = G->ruled_out_indexed = 0;
    G->committed_answers = 0;
    G->has_decision = 0;
    G->moves = 0;
    G->commits = 0;
    G->ended = fitting ? GOES_ON : UNSUPPORTED;
    G->refused = 0;
    G->ranking_count = 0;
    G->choice_count = 0;
    G->shown_lines = 0;
    G->block = -1;
    G->keep_journal = 0;
    G->spent = 0;
    G->open.waits = 0, G->open.count = G->open.chosen_count = 0;
    memset(&G->path_hash, 0, sizeof G->path_hash);
    G->unordered = 0;
    G->sweep_at = 1000;
    G->compact_at = COMPACT_FROM;
    G->alive_epoch = 0;
    G->changes++;
    G->unsupported = fitting ? 0 : "that many players";
    begin_epochs(G);
#ifdef POINTS
    memset(G->hit, 0, sizeof G->hit);
#endif
}

static void proceed(Game *G) { run_transactions(G, ANY_NUMBER, ANY_NUMBER); }

/* Where nothing is drawn and nobody is asked, the setup is always the same: it runs once. */
static void set_up(Game *G, u64 seed) {
    u32 from = G->first_free;
    if (G->ended) return;
    if (RULES.certain && G->kept_players == G->players) {
        memcpy(G->arena + from, G->kept, G->kept_match.top - from);
        G->m = G->kept_match;
        G->m.chance = chance_from(seed);
        G->sweep_at = G->kept_sweep_at, G->compact_at = G->kept_compact_at;
        G->block = G->kept_block;
        G->spent = G->kept_spent;
        G->commits = 1;
#ifdef POINTS
        memcpy(G->hit, G->kept_hit, sizeof G->hit);
#endif
        return;
    }
    run_transaction(G);
    if (!RULES.certain || G->ended || G->commits != 1 || G->committed_answers || G->choice_count || G->m.lines) return;
    u32 size = G->m.top - from;
    if (size > G->kept_size) {
        void *larger = realloc(G->kept, size);
        if (!larger) return;
        G->kept = larger;
        G->kept_size = size;
    }
#ifdef POINTS
    memcpy(G->kept_hit, G->hit, sizeof G->hit);
#endif
    memcpy(G->kept, G->arena + from, size);
    G->kept_match = G->m;
    G->kept_players = G->players;
    G->kept_block = G->block;
    G->kept_spent = G->spent;
    G->kept_sweep_at = G->sweep_at, G->kept_compact_at = G->compact_at;
}

static void unplayable(Game *G, const char *what) {
    G->ended = UNSUPPORTED;
    G->unsupported = what;
}

/* A whole match: agent 1 takes the first option, 2 any. The result is how it ended. */
i32 tgpl_play(Game *G, u64 seed, i32 players, i32 agent, u64 agent_seed, i32 most_moves) {
    find_stack(G);
    begin(G, seed, players);
    if (agent != 1 && agent != 2) unplayable(G, "such an agent");
    for (i32 i = 0; i < G->players; i++) G->agent_chance[i] = chance_from(agent_seed * 64 + (u64)i + 0x5EA7);
    G->agent = agent;
    if (most_moves > 0) set_up(G, seed);
    run_transactions(G, ANY_NUMBER, most_moves);
    G->agent = 0;
    proceed(G); /* to where somebody would have to choose */
    if (!G->ended) G->ended = LIMIT;
    return G->ended;
}

#ifdef FLAT
static i32 flat_play(Game *G, u64 seed, i32 players, u64 agent_seed, i32 most_moves, i64 *found); /* playout/stages.c */
#else
i64 tgpl_playouts(Game *G) { return 0; }
i32 tgpl_flat_others(Game *G, i32 players) { return -1; }
i32 tgpl_flat_first(Game *G, i32 players, u8 *block, i32 room) { return 0; }
#endif

/* One of many; what comes of it is added to `found`. */
static i32 play_counted(Game *G, u64 seed, i32 players, i32 agent, i32 most_moves, i64 *found) {
#ifdef FLAT
    if (agent == 2 && flat_play(G, seed, players, seed, most_moves, found)) return GOES_ON;
#endif
    i32 ended = tgpl_play(G, seed, players, agent, seed, most_moves);
    if (ended == HALTED) return HALTED;
    found[ended]++;
    found[70] += G->moves;
    if (ended == WINNER && G->ranking_count)
        for (i32 j = 0; j < G->ranking[0]; j++) found[6 + G->ranking[1 + j]]++;
    return ended == UNSUPPORTED ? UNSUPPORTED : GOES_ON;
}

#ifdef LOGIC
enum { SLICED_SOME = 1 << 13 };
static i32 sliced_some(i32 count, u64 seed, i32 most_moves, i64 *found, u64 *given_up); /* rulesheet/sliced.c */

/* The first of many matches, several at once; gives how many, or what stopped it as a number below 0. */
static i32 play_some(Game *G, i32 count, u64 seed, i32 players, i32 most_moves, i64 *found) {
    u64 *given_up = malloc((1 + SLICED_SOME) * sizeof(u64));
    if (!given_up) return 0;
    given_up[0] = 0;
    i32 some = sliced_some(count, seed, most_moves, found, given_up);
    for (u64 i = 0; i < given_up[0] && some >= 0; i++) {
        i32 result = play_counted(G, seed + given_up[1 + i], players, 2, most_moves, found);
        if (result != GOES_ON) some = -result;
    }
    free(given_up);
    return some;
}
#endif

/* Many matches with seeds that follow each other: how often each end, how often each player was first (ties count for
   all), and all moves. Room: 6 ends, 64 players, moves. */
i32 tgpl_many(Game *G, i32 count, u64 seed, i32 players, i32 agent, i32 most_moves, i64 *found) {
    for (i32 i = 0; i < count; i++) {
#ifdef LOGIC
        i32 some = agent == 2 ? play_some(G, count - i, seed + (u64)i, players, most_moves, found) : 0;
        if (some < 0) return -some;
        if (G->halted & DROP) return HALTED;
        if (some) {
            i += some - 1;
            continue;
        }
#endif
        i32 result = play_counted(G, seed + (u64)i, players, agent, most_moves, found);
        if (result != GOES_ON) return result;
    }
    return GOES_ON;
}

/* -- counting moves */

typedef struct Point { /* everything, so that a choice can be taken back */
    Match m;
    u64 committed_answers;
    i64 commits;
    u32 journal, answer_count, decisions, ruled_out_count, offered_count, option_count, names_top;
    i32 moves, ended, refused, has_decision, free_input;
    Player decider;
    Key *kept; /* answers, offered, paths ruled out, options, sealed */
    u32 sealed_count, sealed_ends[MOST_SEATS + 1];
    u32 *offered_at;
} Point;

static int point_here(Game *G, Point *point) {
    point->m = G->m;
    point->committed_answers = G->committed_answers, point->commits = G->commits;
    point->journal = G->journal_length;
    point->answer_count = G->answer_count, point->decisions = G->decisions, point->ruled_out_count = G->ruled_out_count;
    point->offered_count = G->offered_at[G->answer_count];
    point->option_count = G->option_count;
    point->names_top = G->names_top;
    point->moves = G->moves, point->ended = G->ended, point->refused = G->refused;
    point->has_decision = G->has_decision, point->free_input = G->free_input, point->decider = G->decider;
    point->sealed_count = G->m.sealed ? G->sealed_ends[G->m.sealed] : 0;
    memcpy(point->sealed_ends, G->sealed_ends, sizeof G->sealed_ends);
    u32 keys = point->answer_count + point->offered_count + point->ruled_out_count + point->option_count + point->sealed_count;
    u32 marks = (point->answer_count + 1) * sizeof(u32) + point->answer_count;
    point->kept = malloc(keys * sizeof(Key) + marks + 1);
    if (!point->kept) return 0;
    Key *to = point->kept;
    if (point->answer_count) memcpy(to, G->answers, point->answer_count * sizeof(Key));
    to += point->answer_count;
    if (point->offered_count) memcpy(to, G->offered, point->offered_count * sizeof(Key));
    to += point->offered_count;
    if (point->ruled_out_count) memcpy(to, G->ruled_out, point->ruled_out_count * sizeof(Key));
    to += point->ruled_out_count;
    if (point->option_count) memcpy(to, G->options, point->option_count * sizeof(Key));
    to += point->option_count;
    if (point->sealed_count) memcpy(to, G->sealed_keys, point->sealed_count * sizeof(Key));
    point->offered_at = (u32 *)(void *)(to + point->sealed_count);
    memcpy(point->offered_at, G->offered_at, (point->answer_count + 1) * sizeof(u32));
    if (point->answer_count) memcpy(point->offered_at + point->answer_count + 1, G->offered_any, point->answer_count);
    return 1;
}

/* What was kept fits where it was: those blocks never shrink. */
static void back_to(Game *G, const Point *point) {
    undo(G, point->journal);
    G->m = point->m;
    clear_running(G);
    G->spent = 0;
    G->committed_answers = point->committed_answers, G->commits = point->commits;
    G->answer_count = point->answer_count, G->decisions = point->decisions, G->ruled_out_count = point->ruled_out_count;
    G->ruled_out_indexed = 0;
    G->option_count = point->option_count;
    G->names_top = point->names_top;
    G->moves = point->moves, G->ended = point->ended, G->refused = point->refused;
    G->has_decision = point->has_decision, G->free_input = point->free_input, G->decider = point->decider;
    const Key *from = point->kept;
    if (point->answer_count) memcpy(G->answers, from, point->answer_count * sizeof(Key));
    from += point->answer_count;
    if (point->offered_count) memcpy(G->offered, from, point->offered_count * sizeof(Key));
    from += point->offered_count;
    if (point->ruled_out_count) memcpy(G->ruled_out, from, point->ruled_out_count * sizeof(Key));
    from += point->ruled_out_count;
    G->options = G->offered + point->offered_count;
    if (point->option_count) memcpy(G->options, from, point->option_count * sizeof(Key));
    from += point->option_count;
    if (point->sealed_count) memcpy(G->sealed_keys, from, point->sealed_count * sizeof(Key));
    memcpy(G->sealed_ends, point->sealed_ends, sizeof G->sealed_ends);
    memcpy(G->offered_at, point->offered_at, (point->answer_count + 1) * sizeof(u32));
    if (point->answer_count) memcpy(G->offered_any, point->offered_at + point->answer_count + 1, point->answer_count);
}

static void choose_key_until(Game *G, const Key *key, i32 most_moves) {
    Catch here;
    here.outer = G->caught;
    G->caught = &here;
    if (!_setjmp(here.registers)) {
        G->position = G->answer_count;
        add_answer(G, key, G->free_input);
        G->decisions++;
        G->has_decision = 0;
        G->refused = 0;
        run_transactions(G, ANY_NUMBER, most_moves);
    } else {
        G->ended = UNSUPPORTED;
    }
    G->caught = here.outer;
}

static void choose_key(Game *G, const Key *key) { choose_key_until(G, key, ANY_NUMBER); }

static void choose(Game *G, u32 number) {
    if (number >= G->option_count) {
        unplayable(G, "an option that is not there");
        return;
    }
    Key key = G->options[number];
    choose_key(G, &key);
}

/* Positions that come up on several ways are counted once. Without memory for that, each time. */
typedef struct Known {
    u64 position[2];
    u32 depth; /* 0: nothing stands here */
    u32 at;    /* where in `found` its counts are */
} Known;

enum { FIRST_KNOWN = 1 << 10, MOST_KNOWN = 1 << 20, LEAST_KNOWN = 2, DEEPEST_KNOWN = 1000 }; /* depths */

typedef struct Count {
    u64 *totals;
    i32 broken, stopped; /* a move ran into an error; counting cannot go on */
    u32 deepest;
    u64 *before; /* for each level, what the totals were when its last position was come to */
    Known *known;
    u32 known_count, known_size; /* a power of two, less than half of it used */
    u64 *found;
    u32 found_count, found_size;
} Count;

static Known *known_at(const Count *count, const u64 position[2], i32 depth) {
    u32 at = (u32)position[0];
    for (;; at++) {
        Known *known = &count->known[at & (count->known_size - 1)];
        if (!known->depth) return known;
        if (known->position[0] == position[0] && known->position[1] == position[1] && known->depth == (u32)depth) return known;
    }
}

/* Nothing is remembered any more. */
static void forget(Count *count) {
    free(count->known);
    free(count->found);
    free(count->before);
    count->known = 0, count->found = 0, count->before = 0;
    count->known_size = count->known_count = count->found_size = count->found_count = 0;
}

static int larger_table(Count *count) {
    u32 size = count->known_size, larger = size ? 2 * size : FIRST_KNOWN;
    if (size >= MOST_KNOWN) { /* begins anew */
        memset(count->known, 0, size * sizeof(Known));
        count->known_count = count->found_count = 0;
        return 1;
    }
    Known *old = count->known, *made = malloc(larger * sizeof(Known));
    if (!made) return 0;
    memset(made, 0, larger * sizeof(Known));
    count->known = made, count->known_size = larger;
    for (u32 i = 0; i < size; i++)
        if (old[i].depth) *known_at(count, old[i].position, (i32)old[i].depth) = old[i];
    free(old);
    return 1;
}

static void know(Count *count, const u64 position[2], i32 level, i32 depth) {
    if (2 * count->known_count >= count->known_size && !larger_table(count)) {
        forget(count);
        return;
    }
    if (count->found_size < count->found_count + (u32)depth) {
        u64 larger = 2 * (u64)count->found_size + 1024 + (u32)depth;
        u64 *made = larger * sizeof(u64) > MOST_MEMORY ? 0 : realloc(count->found, larger * sizeof(u64));
        if (!made) {
            forget(count);
            return;
        }
        count->found = made, count->found_size = (u32)larger;
    }
    Known *known = known_at(count, position, depth);
    known->position[0] = position[0], known->position[1] = position[1];
    known->depth = (u32)depth, known->at = count->found_count;
    const u64 *before = count->before + (u32)level * count->deepest;
    for (i32 i = 0; i < depth; i++) count->found[count->found_count++] = count->totals[level + i] - before[i];
    count->known_count++;
}

static void count_moves(Game *G, Count *count, i32 level, i32 depth);

static void count_options(Game *G, Count *count, i32 level, i32 depth) {
    if (G->free_input) {
        count->stopped = UNCOUNTABLE;
        G->uncounted = G->asking;
        G->uncounted_type = G->free_input - 1;
        return;
    }
    u32 options = G->option_count;
    Point point;
    if (!point_here(G, &point)) {
        count->stopped = 1;
        return;
    }
    i32 enough_moves = depth == 1 ? point.moves + 1 : ANY_NUMBER; /* nobody asks what could follow the last move */
    for (u32 i = 0; i < options && !count->stopped; i++) {
        Key key = G->options[i];
        choose_key_until(G, &key, enough_moves);
        if (G->ended == HALTED) {
            count->stopped = HALTED;
        } else if (G->ended == UNSUPPORTED) {
            count->stopped = 1;
        } else if (G->moves > point.moves) {
            count->totals[level]++;
            if (depth > 1 && G->ended == ERROR) count->broken = 1; /* in what follows by itself */
            count_moves(G, count, level + 1, depth - 1);
        } else {
            if (G->ended == ERROR) count->broken = 1;
            if (!G->ended && G->has_decision && !G->refused && G->commits == point.commits) count_options(G, count, level, depth);
        }
        back_to(G, &point);
    }
    free(point.kept);
}

/* The moves from a position; if all of them fail, those that follow when nobody can choose. */
static void count_from(Game *G, Count *count, i32 level, i32 depth) {
    u64 before = count->totals[level];
    count_options(G, count, level, depth);
    if (count->totals[level] != before || count->broken || count->stopped) return;
    Point point;
    if (!point_here(G, &point)) {
        count->stopped = 1;
        return;
    }
    while (G->has_decision && !G->ended && G->commits == point.commits) choose(G, 0);
    if (G->ended == HALTED) count->stopped = HALTED;
    if (G->commits > point.commits) count_moves(G, count, level, depth);
    back_to(G, &point);
    free(point.kept);
}

static void count_moves(Game *G, Count *count, i32 level, i32 depth) {
    if (depth == 0 || G->ended || !G->has_decision || count->stopped) return;
    if (stack_is_low(G)) {
        G->unsupported = "counting so many moves behind each other";
        count->stopped = 1;
        return;
    }
    u64 position[2] = {0, 0};
    if (count->before && depth >= LEAST_KNOWN) tgpl_digest(G, position);
    if (!position[0] && !position[1]) {
        count_from(G, count, level, depth);
        return;
    }
    if (count->known) {
        const Known *known = known_at(count, position, depth);
        if (known->depth) {
            for (i32 i = 0; i < depth; i++) {
                u64 more = count->found[known->at + (u32)i];
                if (more > ~count->totals[level + i]) {
                    G->unsupported = "counting beyond 2^64";
                    count->stopped = 1;
                }
                count->totals[level + i] += more;
            }
            return;
        }
    }
    memcpy(count->before + (u32)level * count->deepest, count->totals + level, (u32)depth * sizeof(u64));
    count_from(G, count, level, depth);
    if (count->before && !count->broken && !count->stopped) know(count, position, level, depth);
}

i32 tgpl_perft(Game *G, u64 seed, i32 players, i32 depth, u64 *totals) {
    find_stack(G);
    begin(G, seed, players);
    if (depth < 0) unplayable(G, "counting so few moves");
    G->agent = 0;
    proceed(G);
    if (G->ended == UNSUPPORTED || G->ended == ERROR || G->ended == HALTED) return G->ended;
    G->keep_journal = 1;
    Count count = {totals, 0, 0, (u32)depth, 0, 0, 0, 0, 0, 0, 0};
    if (depth >= LEAST_KNOWN && depth <= DEEPEST_KNOWN) count.before = malloc((u32)depth * (u32)depth * sizeof(u64));
    count_moves(G, &count, 0, depth);
    forget(&count);
    if (count.stopped == HALTED) return HALTED;
    return count.stopped == UNCOUNTABLE ? UNCOUNTABLE : count.stopped ? UNSUPPORTED : count.broken ? ERROR : GOES_ON;
}

/* For another thread: what runs is to come back soon (`Halt`); 0: nothing of that kind any more. */
void tgpl_halt(Game *G, i32 what) {
    G->halted = what;
    G->most = what ? -1 : STEPS_IN_ALL;
}

/* -- results, one by one */

i32 tgpl_moves(Game *G) { return G->moves; }
i32 tgpl_error_code(Game *G) { return G->code; }
i32 tgpl_error_place(Game *G) { return G->at; }
i32 tgpl_error_player(Game *G) { return G->error_player; }
/* The input that made counting stop; whether it can be any number. */
const char *tgpl_uncounted(Game *G, i32 *is_number) {
    *is_number = RULES.types[G->uncounted_type].tag == NUMBER;
    return G->uncounted ? G->uncounted : "";
}
const char *tgpl_unsupported(Game *G) { return G->unsupported ? G->unsupported : ""; }
i32 tgpl_ranking(Game *G, const i32 **found) {
    *found = G->ranking;
    return G->ranking_count;
}
i32 tgpl_choices(Game *G, const i32 **found) {
    *found = G->choices;
    return (i32)G->choice_count;
}
i32 tgpl_log(Game *G, const u8 **bytes, const u32 **ends) {
    *bytes = G->log;
    *ends = G->line_ends;
    return (i32)(G->has_decision ? G->shown_lines : G->m.lines);
}
