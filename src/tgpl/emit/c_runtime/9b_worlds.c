static void imagine(Game *G, Player seat, u64 *chance) {}
