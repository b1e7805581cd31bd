/* Every thread plays matches one after the other: who is done with one begins the next, so that a warp does not wait for its longest.
   `found`: matches that were won, those that came to their limit, moves, then how often each player was first. `given_up`: how many
   matches have to be played elsewhere, then which. */
extern "C" __global__ void tgpl_playouts(const Flat *first, u64 seed, u64 count, i32 most, u64 *found, u64 *given_up, u64 room) {
    Flat state, *s = &state;
    Flat_room lists, *z = &lists;
    u64 won = 0, limited = 0, moves = 0, firsts[FLAT_PLAYERS] = {0};
    u64 next = (u64)blockIdx.x * blockDim.x + threadIdx.x, step = (u64)gridDim.x * blockDim.x;
    int begun = 0;
    for (;;) {
        if (!begun || s->stop) {
            if (begun) {
                if (s->stop == FLAT_BAILS) {
                    u64 at = atomicAdd(given_up, 1ull);
                    if (at < room) given_up[1 + at] = next;
                } else {
                    won += s->stop == FLAT_OVER, limited += s->stop != FLAT_OVER, moves += (u64)s->moves;
                    if (s->stop == FLAT_OVER && s->ranked)
                        for (int j = 0; j < s->ranking[0]; j++) firsts[(int)s->ranking[1 + j]]++;
                }
                next += step;
            }
            if (next >= count) break;
            begun = 1;
            *s = *first;
            flat_seed(s, seed + next, seed + next);
            s->most = most;
        }
        flat_advance(s, z);
    }
    atomicAdd(&found[0], won), atomicAdd(&found[1], limited), atomicAdd(&found[2], moves);
    for (int i = 0; i < FLAT_PLAYERS; i++) atomicAdd(&found[3 + i], firsts[i]);
}
