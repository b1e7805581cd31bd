/* ---- solving: what a small game comes to if nobody makes a mistake

   Only where nothing is drawn any more, hidden or chosen at the same time. Positions are known by their digests. First every line
   is followed to its end: alpha-beta for two players, else everybody takes what is best for themselves. Where a position
   can come up again on its own line that would not be sound: then all positions that can be reached are listed, and it is
   found out backwards from the ends who can force what. What nobody can force goes on for ever, and counts as a draw. */

enum { DEEPEST_LINE = 2000, MOST_POINTS = 2, NO_EDGE = -1, ENDS_IN = -2 /* and below: the points of player 0 */ };

typedef struct Position {
    Digest digest;
    i32 best;              /* the option */
    u8 low, high;          /* what player 0 comes to: at least, at most */
    u8 open;               /* on the line that is being followed */
    u8 player;
} Position;

typedef struct Level { /* a copy of the match, at each position of the line */
    u8 *bytes;
    u32 size;
} Level;

typedef struct Solver {
    Position *positions;
    u32 count, size, most;
    u32 *slots;
    u32 slot_count;
    u8 *points; /* of every player at every position, where there are not two */
    u32 point_size;
    Level levels[DEEPEST_LINE];
    u64 chance; /* must stay what it is: what will be drawn is nothing to know in advance */
    i32 players, status;
    volatile i32 stop;
    i64 looked;
    /* everything that can be reached */
    i32 *edges;
    u32 edge_count, edge_size;
    u32 *first_edge;
    u32 first_size;
    Level *waiting;
    u32 waiting_first, waiting_last, waiting_size;
    u64 waiting_bytes;
    i32 listed;
    i32 each_alone; /* two players who can both lose: each for themselves */
} Solver;

void tgpl_solver_close(Solver *S) {
    if (!S) return;
    for (i32 i = 0; i < DEEPEST_LINE; i++) free(S->levels[i].bytes);
    for (u32 i = S->waiting_first; i < S->waiting_last; i++) free(S->waiting[i].bytes);
    void *blocks[] = {S->positions, S->slots, S->points, S->edges, S->first_edge, S->waiting};
    for (u32 i = 0; i < sizeof blocks / sizeof blocks[0]; i++) free(blocks[i]);
    free(S);
}

static void forget_positions(Solver *S) {
    S->count = 0;
    memset(S->slots, 0, S->slot_count * sizeof(u32));
}

Solver *tgpl_solver_open(u32 most) {
    Solver *S = malloc(sizeof(Solver));
    if (!S) return 0;
    memset(S, 0, sizeof(Solver));
    S->most = most;
    S->slot_count = 1 << 12;
    S->slots = malloc(S->slot_count * sizeof(u32));
    if (!S->slots) {
        tgpl_solver_close(S);
        return 0;
    }
    forget_positions(S);
    return S;
}

static u32 *position_slot(Solver *S, Digest digest) {
    u32 at = (u32)digest.first & (S->slot_count - 1);
    for (; S->slots[at]; at = (at + 1) & (S->slot_count - 1)) {
        const Digest *other = &S->positions[S->slots[at] - 1].digest;
        if (other->first == digest.first && other->second == digest.second) break;
    }
    return &S->slots[at];
}

/* Its number; a new one if it was not met before; -1 if there is no room. */
static i64 position_number(Solver *S, Digest digest, int *is_new) {
    u32 *slot = position_slot(S, digest);
    *is_new = !*slot;
    if (*slot) return *slot - 1;
    if (S->count >= S->most) {
        S->status = SPENT;
        return -1;
    }
    u32 each = S->players == 2 && !S->each_alone ? 0 : (u32)S->players;
    if (!grown((void **)&S->positions, &S->size, (u64)S->count + 1, sizeof(Position), 1024) ||
        (each && !grown((void **)&S->points, &S->point_size, ((u64)S->count + 1) * each, 1, 1024))) {
        S->status = NO_MEMORY;
        return -1;
    }
    Position *position = &S->positions[S->count];
    memset(position, 0, sizeof *position);
    position->digest = digest;
    position->high = MOST_POINTS;
    *slot = ++S->count;
    if (2 * S->count > S->slot_count) {
        u32 count = 2 * S->slot_count;
        u32 *larger = malloc(count * sizeof(u32));
        if (!larger) {
            S->status = NO_MEMORY;
            return -1;
        }
        free(S->slots);
        S->slots = larger;
        S->slot_count = count;
        memset(S->slots, 0, count * sizeof(u32));
        for (u32 i = 0; i < S->count; i++) *position_slot(S, S->positions[i].digest) = i + 1;
    }
    return S->count - 1;
}

static int kept_in(Game *G, Level *level) {
    u64 size = state_size(G, 0);
    if (!grown((void **)&level->bytes, &level->size, size, 1, 1024)) return 0;
    save_state(G, level->bytes, (u32)size, 0);
    return 1;
}

/* Whether solving can go on where the match stands. */
static int can_go_on(Game *G, Solver *S) {
    if (S->stop) S->status = STOPPED;
    else if (G->ended == ERROR || G->ended == UNSUPPORTED) S->status = BROKEN;
    else if (!G->ended && G->free_input) S->status = ANY_VALUE;
    else if (G->m.chance != S->chance) S->status = DRAWS;
    else if (!G->ended && G->m.stage == SEAL) S->status = AT_ONCE;
    return S->status == NOT_SOLVED;
}

static void points_at_end(Game *G, Solver *S, i32 *points) {
    if (G->ended == WINNER && !G->ranking_count && G->players == 2 && !S->each_alone) S->status = ALL_LOSE;
    if (G->ended == WINNER) count_points(G, points);
    else for (i32 i = 0; i < G->players; i++) points[i] = G->players > 1 ? G->players - 1 : 0;
}

/* Takes an option; 0 if that is taken back. */
static int takes(Game *G, u32 option) {
    i64 commits = G->commits;
    choose(G, option);
    return G->ended || G->commits != commits || !G->refused;
}

/* All options fail: on to where nobody could choose. */
static void pass_over(Game *G) {
    i64 commits = G->commits;
    while (G->has_decision && !G->ended && G->commits == commits) choose(G, 0);
}

/* Where there is only one option it is taken at once; 0 if that goes on for ever. */
static int forced(Game *G) {
    for (i32 i = 0; i < DEEPEST_LINE; i++) {
        if (G->ended || G->option_count != 1) return 1;
        choose(G, 0);
    }
    return 0;
}

/* -- lines to their ends: two players */

static i32 line_value(Game *G, Solver *S, i32 low, i32 high, i32 depth);

/* The options of a position, in turn; the best value for player 0 within the window. */
static i32 best_value(Game *G, Solver *S, u32 number, i32 low, i32 high, i32 depth) {
    Level *level = &S->levels[depth];
    u32 options = G->option_count, tried = 0;
    i32 first = S->positions[number].best, player = G->decider, best = player == 0 ? -1 : MOST_POINTS + 1;
    if (!kept_in(G, level)) S->status = NO_MEMORY;
    for (u32 i = 0; i <= options && S->status == NOT_SOLVED; i++) {
        i32 option = i == 0 ? first : (i32)i - 1; /* what was best before comes first */
        if (i && option == first) continue;
        if (i) load_state(G, level->bytes);
        if (!takes(G, (u32)option)) continue;
        tried++;
        i32 value = line_value(G, S, low, high, depth + 1);
        if (player == 0 ? value > best : value < best) best = value, S->positions[number].best = option;
        if (player == 0 && best > low) low = best;
        if (player != 0 && best < high) high = best;
        if (low >= high) break;
    }
    if (!tried && S->status == NOT_SOLVED) {
        load_state(G, level->bytes);
        pass_over(G);
        best = line_value(G, S, low, high, depth + 1);
    }
    return best;
}

static i32 line_value(Game *G, Solver *S, i32 low, i32 high, i32 depth) {
    if (!forced(G) || depth >= DEEPEST_LINE - 1 || stack_is_low(G)) S->status = TOO_DEEP;
    if (!can_go_on(G, S)) return 0;
    if (G->ended) {
        i32 points[PAYOFFS];
        points_at_end(G, S, points);
        return points[0];
    }
    S->looked++;
    int is_new;
    i64 number = position_number(S, digest_of(G), &is_new);
    if (number < 0) return 0;
    Position *position = &S->positions[number];
    if (position->open) {
        S->status = REPEATS;
        return 0;
    }
    if (position->low >= high || position->low == position->high) return position->low;
    if (position->high <= low) return position->high;
    if (position->low > low) low = position->low;
    if (position->high < high) high = position->high;
    position->open = 1;
    i32 value = best_value(G, S, (u32)number, low, high, depth);
    position = &S->positions[number]; /* they may have moved */
    position->open = 0;
    if (S->status != NOT_SOLVED) return 0;
    if (value < high && value < position->high) position->high = (u8)value;
    if (value > low && value > position->low) position->low = (u8)value;
    return value;
}

/* -- lines to their ends: any number of players, each for themselves */

static void line_points(Game *G, Solver *S, i32 *points, i32 depth);

static void best_points(Game *G, Solver *S, u32 number, i32 *points, i32 depth) {
    Level *level = &S->levels[depth];
    u32 options = G->option_count, tried = 0;
    i32 player = G->decider, found[PAYOFFS];
    if (!kept_in(G, level)) S->status = NO_MEMORY;
    for (u32 i = 0; i < options && S->status == NOT_SOLVED; i++) {
        if (i) load_state(G, level->bytes);
        if (!takes(G, i)) continue;
        line_points(G, S, found, depth + 1);
        if (!tried++ || found[player] > points[player]) {
            for (i32 p = 0; p < S->players; p++) points[p] = found[p];
            S->positions[number].best = (i32)i;
        }
    }
    if (!tried && S->status == NOT_SOLVED) {
        load_state(G, level->bytes);
        pass_over(G);
        line_points(G, S, points, depth + 1);
    }
}

static void line_points(Game *G, Solver *S, i32 *points, i32 depth) {
    for (i32 i = 0; i < S->players; i++) points[i] = 0;
    if (!forced(G) || depth >= DEEPEST_LINE - 1 || stack_is_low(G)) S->status = TOO_DEEP;
    if (!can_go_on(G, S)) return;
    if (G->ended) {
        points_at_end(G, S, points);
        return;
    }
    S->looked++;
    int is_new;
    i64 number = position_number(S, digest_of(G), &is_new);
    if (number < 0) return;
    if (is_new) {
        S->positions[number].open = 1;
        best_points(G, S, (u32)number, points, depth);
        if (S->status != NOT_SOLVED) return;
        S->positions[number].open = 0;
        for (i32 i = 0; i < S->players; i++) S->points[(u32)number * (u32)S->players + (u32)i] = (u8)points[i];
    } else if (S->positions[number].open) {
        S->status = REPEATS;
    } else {
        for (i32 i = 0; i < S->players; i++) points[i] = S->points[(u32)number * (u32)S->players + (u32)i];
    }
}

/* -- everything that can be reached, backwards from the ends: one or two players */

static i64 waits(Game *G, Solver *S) { /* the number of the position; a new one waits to be looked at */
    int is_new;
    i64 number = position_number(S, digest_of(G), &is_new);
    if (number < 0 || !is_new) return number;
    S->positions[number].player = (u8)G->decider;
    S->looked++;
    u64 size = state_size(G, 0);
    Level copy = {0, (u32)size};
    copy.bytes = size <= MOST_MEMORY ? malloc(size) : 0;
    if (!copy.bytes || !grown((void **)&S->waiting, &S->waiting_size, (u64)S->waiting_last + 1, sizeof(Level), 1024)) {
        free(copy.bytes);
        S->status = NO_MEMORY;
        return -1;
    }
    save_state(G, copy.bytes, copy.size, 0);
    S->waiting_bytes += copy.size;
    S->waiting[S->waiting_last++] = copy;
    if (S->waiting_bytes > 1ull << 31) S->status = NO_MEMORY;
    return number;
}

static i32 edge_to(Game *G, Solver *S) {
    if (!forced(G)) return ENDS_IN - (S->players == 1 ? 0 : MOST_POINTS / 2);
    if (!can_go_on(G, S)) return NO_EDGE;
    if (!G->ended) return (i32)waits(G, S);
    i32 points[PAYOFFS];
    points_at_end(G, S, points);
    return ENDS_IN - points[0];
}

static int edge_added_to(Solver *S, i32 edge) {
    if (!grown((void **)&S->edges, &S->edge_size, (u64)S->edge_count + 1, sizeof(i32), 4096)) {
        S->status = NO_MEMORY;
        return 0;
    }
    S->edges[S->edge_count++] = edge;
    return 1;
}

/* Positions are looked at in the order of their numbers, so their edges lie one behind the other. */
static void list_edges(Game *G, Solver *S, const u8 *bytes, u32 number) {
    if (!grown((void **)&S->first_edge, &S->first_size, (u64)number + 2, sizeof(u32), 1024)) {
        S->status = NO_MEMORY;
        return;
    }
    S->first_edge[number] = S->edge_count;
    load_state(G, bytes);
    u32 options = G->option_count, some = 0;
    for (u32 i = 0; i < options && S->status == NOT_SOLVED; i++) {
        if (i) load_state(G, bytes);
        i32 edge = takes(G, i) ? edge_to(G, S) : NO_EDGE;
        some += edge != NO_EDGE;
        if (!edge_added_to(S, edge)) return;
    }
    if (!some && S->status == NOT_SOLVED) {
        load_state(G, bytes);
        pass_over(G);
        i32 edge = edge_to(G, S);
        if (options) S->edges[S->first_edge[number]] = edge;
        else if (!edge_added_to(S, edge)) return;
    }
    S->first_edge[number + 1] = S->edge_count;
}

static void list_positions(Game *G, Solver *S) {
    forget_positions(S);
    S->edge_count = S->waiting_first = S->waiting_last = 0;
    S->waiting_bytes = 0;
    S->looked = 0;
    S->status = NOT_SOLVED;
    if (!forced(G) || G->ended) S->status = REPEATS; /* nobody ever has a choice */
    if (!can_go_on(G, S) || waits(G, S) < 0) return;
    while (S->waiting_first < S->waiting_last && S->status == NOT_SOLVED) {
        Level here = S->waiting[S->waiting_first];
        list_edges(G, S, here.bytes, S->waiting_first);
        S->waiting[S->waiting_first++].bytes = 0;
        S->waiting_bytes -= here.size;
        free(here.bytes);
    }
    for (u32 i = S->waiting_first; i < S->waiting_last; i++) free(S->waiting[i].bytes);
    S->waiting_first = S->waiting_last = 0;
}

static i32 edge_value(const Solver *S, i32 edge, int lower) {
    if (edge <= ENDS_IN) return ENDS_IN - edge;
    return lower ? S->positions[edge].low : S->positions[edge].high;
}

/* What player 0 can force is pushed up, and what the other can force down, until nothing changes any more. The option
   by which a value is reached leads to a position that reached it earlier: following it comes to the end. */
static int improve(Solver *S, u32 number) {
    Position *position = &S->positions[number];
    int mine = position->player == 0;
    i32 low = mine ? 0 : MOST_POINTS, high = low, low_by = 0, high_by = 0;
    u32 from = S->first_edge[number];
    for (u32 i = from; i < S->first_edge[number + 1]; i++) {
        if (S->edges[i] == NO_EDGE) continue;
        i32 below_ = edge_value(S, S->edges[i], 1), above = edge_value(S, S->edges[i], 0);
        if (mine ? below_ > low : below_ < low) low = below_, low_by = (i32)(i - from);
        if (mine ? above > high : above < high) high = above, high_by = (i32)(i - from);
    }
    if (low == position->low && high == position->high) return 0;
    if (low != position->low && mine) position->best = low_by;
    if (high != position->high && !mine) position->best = high_by;
    position->low = (u8)low, position->high = (u8)high;
    return 1;
}

static void go_back(Solver *S) {
    int changed = 1;
    while (changed && !S->stop) {
        changed = 0;
        for (u32 i = S->count; i-- > 0;) changed |= improve(S, i);
    }
    S->status = S->stop ? STOPPED : SOLVED;
}

/* What is not forced either way goes on for ever: a draw, or for one player alone not won. */
static i32 final_value(const Solver *S, u32 number) {
    const Position *position = &S->positions[number];
    if (position->low == position->high) return position->low;
    return S->players == 1 ? position->low : MOST_POINTS / 2 < position->low ? position->low : MOST_POINTS / 2 > position->high ? position->high : MOST_POINTS / 2;
}

/* The first option that keeps the value. */
static i32 keeping_option(const Solver *S, u32 number) {
    const Position *position = &S->positions[number];
    i32 value = final_value(S, number);
    int wins = position->low == position->high && value == (position->player == 0 ? MOST_POINTS : 0);
    if (wins) return position->best;
    for (u32 i = S->first_edge[number]; i < S->first_edge[number + 1]; i++) {
        i32 edge = S->edges[i];
        if (edge == NO_EDGE) continue;
        if ((edge <= ENDS_IN ? ENDS_IN - edge : final_value(S, (u32)edge)) == value) return (i32)(i - S->first_edge[number]);
    }
    return position->best;
}

/* -- what the outside calls */

/* Why a game cannot be solved: 1 secrets, 2 choices at the same time; 0 if perhaps it can. Of a rulesheet nobody knows in advance
   whether several are ever asked at once: that shows on the way. */
i32 tgpl_unsolvable(void) {
    if (RULES.secrets) return 1;
    return has_simultaneous() && !GOALS ? 2 : 0;
}

static void follow_lines(Game *G, Solver *S, i32 *points) {
    if (S->players == 2 && !S->each_alone) {
        points[0] = line_value(G, S, 0, MOST_POINTS, 0);
        points[1] = MOST_POINTS - points[0];
    } else {
        line_points(G, S, points, 0);
    }
    if (S->status == ALL_LOSE) {
        S->each_alone = 1;
        S->looked = 0;
        forget_positions(S);
    } else if (S->status == NOT_SOLVED) {
        S->status = SOLVED;
    }
}

static void read_listed(Game *G, Solver *S, i32 *points, i32 *best) {
    forced(G);
    i64 number = (i64)*position_slot(S, digest_of(G)) - 1;
    if (number < 0) return;
    points[0] = final_value(S, (u32)number);
    points[1] = MOST_POINTS - points[0];
    *best = keeping_option(S, (u32)number);
}

static i32 solved(Game *G, Solver *S, const u8 *saved, u32 size, i32 *points, i32 *best) {
    if (!tgpl_load(G, saved, size) || !can_choose(G)) return BROKEN;
    *best = 0;
    S->players = G->players;
    S->chance = G->m.chance;
    S->status = NOT_SOLVED;
    G->path_hash.kept = 0;
    if (S->listed) {
        read_listed(G, S, points, best);
        return SOLVED;
    }
    for (u32 i = 0; i < S->count; i++) S->positions[i].open = 0;
    follow_lines(G, S, points);
    if (S->status == ALL_LOSE) {
        tgpl_load(G, saved, size);
        G->path_hash.kept = 0;
        S->status = NOT_SOLVED;
        follow_lines(G, S, points);
    }
    if ((S->status == REPEATS || S->status == TOO_DEEP) && S->players <= 2 && !S->each_alone) {
        tgpl_load(G, saved, size);
        G->path_hash.kept = 0;
        list_positions(G, S);
        if (S->status != NOT_SOLVED) return S->status;
        go_back(S);
        if (S->status != SOLVED) return S->status;
        S->listed = 1;
        tgpl_load(G, saved, size);
        read_listed(G, S, points, best);
        return SOLVED;
    }
    if (S->status != SOLVED) return S->status;
    tgpl_load(G, saved, size);
    i64 number = (i64)*position_slot(S, digest_of(G)) - 1;
    if (number >= 0) *best = S->positions[number].best;
    return SOLVED;
}

/* The points of every player from a copied match on (2 (players - 1) at most), and the best option; how it went. */
i32 tgpl_solve(Game *G, Solver *S, const u8 *saved, u32 size, i32 *points, i32 *best) {
    Catch here;
    here.outer = G->caught;
    G->caught = &here;
    find_stack(G);
    volatile i32 status = NO_MEMORY;
    if (!_setjmp(here.registers)) status = solved(G, S, saved, size, points, best);
    G->caught = here.outer;
    return status;
}

/* For another thread. */
void tgpl_solver_stop(Solver *S) { S->stop = 1; }
i64 tgpl_solver_looked(Solver *S) { return S->looked; }
i32 tgpl_solver_listed(Solver *S) { return S->listed; }
