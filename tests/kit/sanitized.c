/* Behind the text of a game: plays it in every way that the library can be called in, for sanitizers to watch. */

static u64 chance_of_driver;
static i32 any_below(i32 n) { return (i32)below(&chance_of_driver, (u32)n); }

/* Goes on with a copy, in a match that has never seen so much: everything has to become as large as it is there. */
static Game *elsewhere(Game *G) {
    Game *other = tgpl_open();
    u32 size = tgpl_state_size(G);
    u8 *kept = malloc(size);
    tgpl_save(G, kept, size);
    if (!tgpl_load(other, kept, size)) __builtin_abort();
    free(kept);
    tgpl_close(G);
    return other;
}

static Game *step_by_step(Game *G, u64 seed, i32 players) {
    u8 *kept = 0;
    u32 size = 0;
    u64 digest[2];
    tgpl_start(G, seed, players);
    for (i32 i = 0; i < STEPS_MADE; i++) {
        i64 where[8];
        tgpl_where(G, where);
        tgpl_digest(G, digest);
        if (!where[1]) break;
        if (i % 7 == 3) { /* a copy, to which it comes back once */
            free(kept);
            size = tgpl_state_size(G);
            kept = malloc(size);
            tgpl_save(G, kept, size);
        } else if (i % 7 == 6 && kept && i < 25) {
            tgpl_load(G, kept, size);
            free(kept);
            kept = 0;
            continue;
        }
        if (i % 13 == 5 + (i32)seed) G = elsewhere(G);
        if (where[3]) tgpl_choose(G, any_below((i32)where[3]));
        else if (where[4] == 1) tgpl_name(G, 1, any_below(200) - 50.5, "", 0);
        else if (where[4] == 2 && i % 2) tgpl_name(G, 2, 0.0, "some \xc3\xa4 text", 12);
        else tgpl_give_up(G);
    }
    free(kept);
    return G;
}

/* What nobody may ask for. */
static void wrongly(Game *G, i32 players) {
    u64 totals[2];
    i64 found[71];
    memset(found, 0, sizeof found);
    const i32 numbers[] = {-2147483647 - 1, -1, 0, MOST_PLAYERS + 1, 65, 5000, 2147483647};
    for (u32 i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        if (numbers[i] >= LEAST_PLAYERS && numbers[i] <= RULES.most_players) continue;
        if (tgpl_play(G, 1, numbers[i], 2, 1, 10) != UNSUPPORTED || tgpl_start(G, 1, numbers[i]) != UNSUPPORTED) __builtin_abort();
        if (tgpl_many(G, 1, 1, numbers[i], 2, 10, found) != UNSUPPORTED) __builtin_abort();
        if (tgpl_perft(G, 1, numbers[i], 1, totals) != UNSUPPORTED) __builtin_abort();
    }
    if (tgpl_play(G, 1, players, 3, 1, 10) != UNSUPPORTED || tgpl_perft(G, 1, players, -1, totals) != UNSUPPORTED) __builtin_abort();
    tgpl_many(G, -1, 1, players, 2, -1, found);
    tgpl_start(G, 1, players);
    tgpl_score(G, -1);
    tgpl_score(G, 64);
    if (tgpl_choose(G, -1) >= 0 || tgpl_choose(G, 2147483647) >= 0) __builtin_abort();
    tgpl_name(G, 1, 0.0 / 0.0, "", 0);
    tgpl_name(G, 3, 0.0, "", 0);
    tgpl_load(G, (const u8 *)"too short", 9);
}

static void walking(Game *G, u64 seed, i32 players) {
    static i32 out[1 << 16];
    u64 hash = 1;
    i32 number = 0;
    tgpl_number(G, &hash, &number, 1, 1, 1000, (u32)(3 * seed));
    tgpl_start(G, seed, players);
    i32 result = tgpl_walk(G, -2, -1, 1000, out, 1 << 16);
    for (i32 i = 0; i < 12 && !result && !out[1]; i++) {
        i32 among = out[0] < 0 ? out[3] : out[2];
        if (tgpl_walk(G, 1 << 30, -1, 1000, out, 1 << 16) != -2) __builtin_abort();
        if (among < 1) break;
        i32 at = any_below(among > 2 && out[0] < 0 ? 2 : among);
        result = tgpl_walk(G, out[0] < 0 ? at : out[out[4] + at], out[0] < 0 ? -1 : out[8 + at], 1000, out, 1 << 16);
    }
}

static void solving(Game *G, u64 seed, i32 players) {
    i32 points[64], best;
    if (tgpl_unsolvable()) return;
    tgpl_start(G, seed, players);
    Solver *S = tgpl_solver_open(60);
    u32 size = tgpl_state_size(G);
    u8 *kept = malloc(size);
    tgpl_save(G, kept, size);
    tgpl_solve(G, S, kept, size, points, &best);
    free(kept);
    tgpl_solver_close(S);
}

static void thinking(Game *G, u64 seed, i32 players) {
    void *tree = tgpl_tree_open();
    tgpl_start(G, seed, players);
    for (i32 i = 0; i < 3; i++) {
        i64 where[8];
        tgpl_where(G, where);
        if (!where[1] || !where[3]) break;
        u32 size = tgpl_state_size(G);
        u8 *kept = malloc(size);
        tgpl_save(G, kept, size);
        if (tgpl_root(G, tree, kept, size, seed, 0, -1) > 0) tgpl_think(G, tree, 12);
        tgpl_load(G, kept, size);
        free(kept);
        tgpl_choose(G, any_below((i32)where[3]));
    }
    tgpl_tree_close(tree);
}

int main(void) {
    Game *G = tgpl_open();
    i64 found[80];
    u64 totals[2];
    memset(found, 0, sizeof found);
    for (i32 players = LEAST_PLAYERS; players <= MOST_PLAYERS; players++)
        for (u64 seed = 0; seed < SEEDS; seed++) {
            chance_of_driver = chance_from(seed);
            tgpl_play(G, seed, players, 2, seed, 40);
            tgpl_play(G, seed, players, 1, seed, 20);
            G = step_by_step(G, seed, players);
            thinking(G, seed, players);
        }
    solving(G, 3, LEAST_PLAYERS);
    wrongly(G, LEAST_PLAYERS);
    tgpl_many(G, 2, 5, LEAST_PLAYERS, 2, 10, found);
    if (COUNTED) tgpl_perft(G, 1, LEAST_PLAYERS, 1, totals);
    for (u64 seed = 0; seed < 2; seed++) walking(G, seed, LEAST_PLAYERS);
    tgpl_close(G);
    return 0;
}
