/* Behind the text of a game: plays it in every way that the library can be called in, for sanitizers to watch. */

static u64 chance_of_driver;
static i32 any_below(i32 n) { return (i32)below(&chance_of_driver, (u32)n); }

static void step_by_step(Game *G, u64 seed, i32 players) {
    u8 *kept = 0;
    u32 size = 0;
    u64 digest[2];
    tgpl_start(G, seed, players);
    for (i32 i = 0; i < 25; i++) {
        i64 where[8];
        tgpl_where(G, where);
        tgpl_digest(G, digest);
        if (!where[1]) break;
        if (i % 7 == 3) { /* a copy, to which it comes back once */
            free(kept);
            size = tgpl_state_size(G);
            kept = malloc(size);
            tgpl_save(G, kept, size);
        } else if (i % 7 == 6 && kept) {
            tgpl_load(G, kept, size);
            free(kept);
            kept = 0;
            continue;
        }
        if (where[3]) tgpl_choose(G, any_below((i32)where[3]));
        else if (where[4] == 1) tgpl_name(G, 1, any_below(200) - 50.5, "", 0);
        else if (where[4] == 2 && i % 2) tgpl_name(G, 2, 0.0, "some \xc3\xa4 text", 12);
        else tgpl_give_up(G);
    }
    free(kept);
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
            step_by_step(G, seed, players);
            thinking(G, seed, players);
        }
    tgpl_many(G, 2, 5, LEAST_PLAYERS, 2, 10, found);
    tgpl_perft(G, 1, LEAST_PLAYERS, 1, totals);
    tgpl_close(G);
    return 0;
}
