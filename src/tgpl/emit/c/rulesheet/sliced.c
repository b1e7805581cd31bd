/* The first matches of many, as many as are played at once; `given_up`: how many of them have to be played one by one, then which. */
static i32 sliced_some(i32 count, u64 seed, i32 most_moves, i64 *found, u64 *given_up) {
    if (most_moves <= 0 || count < SLICED_BITS) return 0;
    u64 sums[3 + SLICED_ROLES] = {0}, some = count < SLICED_SOME ? (u64)count : SLICED_SOME;
    sliced_play(0, 1, seed, some, most_moves, sums, given_up, some);
    found[WINNER] += (i64)sums[0], found[LIMIT] += (i64)sums[1], found[70] += (i64)sums[2];
    for (int i = 0; i < SLICED_ROLES; i++) found[6 + i] += (i64)sums[3 + i];
    return (i32)some;
}
