/* ---- numbers, players and chance

   A number is a double, and null is one that is no number; a player is a whole number and -1, a bool 0, 1 or 2 for null. What
   would give an infinite number breaks the rules. The emitter uses the functions for whole numbers where it knows that there
   are only such. Chance is SplitMix64, as in tgpl/runtime/rng.py. */

static inline Slot slot_of(i64 value) {
    Slot slot;
    slot.whole = value;
    return slot;
}

static inline Slot slot_of_number(double value) {
    Slot slot;
    slot.number = value;
    return slot;
}

static inline double null_number(void) {
    Slot slot;
    slot.bits = 0x7FF8000000000001ull;
    return slot.number;
}

static inline int is_null(double x) { return x != x; }

static inline double needed(Game *G, double x, int at) {
    if (is_null(x)) raise_error(G, 701, at);
    return x;
}

static inline Ref present(Game *G, Ref ref, int at) {
    if (!ref) raise_error(G, 701, at);
    return ref;
}

static inline int truth(Game *G, Bool x, int at) {
    if (x == 2) raise_error(G, 701, at);
    return x;
}

static inline double in_range(Game *G, double x, int at) {
    if (x - x != 0.0) raise_error(G, 705, at);
    return x;
}

/* Operands are null or finite, or the result of an inner sum that is tested further out. */
static inline double plus(Game *G, double x, double y, int at) {
    double sum = x + y;
    if (sum != sum && (is_null(x) || is_null(y))) raise_error(G, 701, at);
    return sum;
}

static inline double minus(Game *G, double x, double y, int at) {
    double sum = x - y;
    if (sum != sum && (is_null(x) || is_null(y))) raise_error(G, 701, at);
    return sum;
}

static inline double times(Game *G, double x, double y, int at) {
    double product = x * y;
    if (product != product && (is_null(x) || is_null(y))) raise_error(G, 701, at);
    return product;
}

static inline double divided(Game *G, double x, double y, int at) {
    if (is_null(x) || is_null(y)) raise_error(G, 701, at);
    if (y == 0.0) raise_error(G, 704, at);
    return x / y;
}

static inline double remainder_of(Game *G, double x, double y, int at) {
    if (is_null(x) || is_null(y)) raise_error(G, 701, at);
    if (y == 0.0) raise_error(G, 704, at);
    in_range(G, y, at);
    return fmod(x, y);
}

static inline double negative(Game *G, double x, int at) {
    if (is_null(x)) raise_error(G, 701, at);
    return -x;
}

static inline double round_half_up(Game *G, double x, int at) {
    needed(G, x, at);
    return x < 4503599627370496.0 && x > -4503599627370496.0 ? floor(x + 0.5) : x;
}

static inline double exact_number(Game *G, double x, int at) { /* cut towards zero */
    needed(G, x, at);
    if (!(x < 9007199254740992.0 && x > -9007199254740992.0)) raise_error(G, 705, at);
    return (double)(i64)x;
}

static inline i64 in_32_bits(i64 x) { return (i64)(i32)(u32)(u64)x; } /* into 32 bits */

static inline i64 wrapped_times(i64 x, i64 y) { return in_32_bits((i64)((u64)x * (u64)y)); }

/* Cut towards zero; of a number that is larger than any whole one of C only what is left of it in 32 bits. */
static inline i64 whole_of(Game *G, double x, int at) {
    if (x < 9e18 && x > -9e18) return (i64)x;
    return (i64)fmod(in_range(G, x, at), 4294967296.0);
}

static inline double wrapped_number(Game *G, double x, int at) {
    return (double)in_32_bits(whole_of(G, needed(G, x, at), at));
}

static inline double wrapped_product(Game *G, double x, double y, int at) {
    if (is_null(x) || is_null(y)) raise_error(G, 701, at);
    return (double)wrapped_times(whole_of(G, x, at), whole_of(G, y, at));
}

static inline double absolute(Game *G, double x, int at) {
    needed(G, x, at);
    return x < 0.0 ? -x : x == 0.0 ? 0.0 : x;
}

static inline double smaller(Game *G, double x, double y, int at) {
    if (is_null(x) || is_null(y)) raise_error(G, 701, at);
    return y < x ? y : x;
}

static inline double larger(Game *G, double x, double y, int at) {
    if (is_null(x) || is_null(y)) raise_error(G, 701, at);
    return y > x ? y : x;
}

/* Comparing with null is an error. */
static inline int is_less(Game *G, double x, double y, int at) {
    if (is_null(x) || is_null(y)) raise_error(G, 701, at);
    return x < y;
}

static inline int is_at_most(Game *G, double x, double y, int at) {
    if (is_null(x) || is_null(y)) raise_error(G, 701, at);
    return x <= y;
}

static inline int same_number(double x, double y) { return x == y || (is_null(x) && is_null(y)); }

static inline double number_of(Player player) { return player < 0 ? null_number() : (double)player; }

/* A number as a player: cut, and wrapped around the table. */
static inline Player seat(Game *G, double x, int at) {
    if (x >= 0.0 && x < 2 * G->players) { /* nearly always: dividing takes longer than all the rest */
        Player found = (Player)x;
        return found < G->players ? found : found - G->players;
    }
    if (is_null(x)) return -1;
    in_range(G, x, at);
    i64 whole;
    if (x < 9e18 && x > -9e18) whole = (i64)x % G->players;
    else whole = (i64)fmod(x, G->players);
    return (Player)(whole < 0 ? whole + G->players : whole);
}

/* -- whole numbers: what the emitter knows to be one, and small */

static inline i64 whole_rest(Game *G, i64 x, i64 y, int at) {
    if (!y) raise_error(G, 704, at);
    return x % y;
}

static inline i64 whole_floor(Game *G, i64 x, i64 y, int at) { /* of the quotient */
    if (!y) raise_error(G, 704, at);
    return x / y - (x % y != 0 && (x < 0) != (y < 0));
}

static inline i64 whole_size(i64 x) { return x < 0 ? -x : x; }
static inline i64 whole_smaller(i64 x, i64 y) { return y < x ? y : x; }
static inline i64 whole_larger(i64 x, i64 y) { return y > x ? y : x; }

static inline Player seated(Game *G, Player player, int at) { /* where somebody has to be */
    if (player < 0) raise_error(G, 701, at);
    return player;
}

static inline Player wrapped(i64 x, i64 players) {
    i64 seat = x % players;
    return (Player)(seat < 0 ? seat + players : seat);
}

/* A number where an index is wanted, cut; what no list and no board can have becomes -1. */
static inline i64 cut(double x) { return x > -1e15 && x < 1e15 ? (i64)x : -1; }

/* -- chance: SplitMix64 */

#define GOLDEN 0x9E3779B97F4A7C15ull
#define SIDE 0x51DE51DE51DE51DEull

static inline u64 mixed(u64 word) {
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9ull;
    word = (word ^ (word >> 27)) * 0x94D049BB133111EBull;
    return word ^ (word >> 31);
}

static inline u64 chance_from(u64 seed) { return mixed(seed + GOLDEN); }

static inline u32 below(u64 *chance, u32 n) {
    *chance += GOLDEN;
    if (n == 1) return 0;
    u64 product = (mixed(*chance) >> 32) * n;
    if ((u32)product < n) {
        u32 unfair = (u32)((1ull << 32) % n);
        while ((u32)product < unfair) {
            *chance += GOLDEN;
            product = (mixed(*chance) >> 32) * n;
        }
    }
    return (u32)(product >> 32);
}

static void shuffle_slots(u64 *chance, Slot *items, u32 count) {
    for (u32 i = count; i-- > 1;) {
        u32 j = below(chance, i + 1);
        Slot held = items[i];
        items[i] = items[j];
        items[j] = held;
    }
}

/* -- the hash of the path */

enum { WIDEST_SPREAD = 64 };

static inline u64 joined(u64 path, u64 word) { return mixed(path + word * GOLDEN + 1); }

/* What chance brings belongs to the way, but only while there are few: else no way would be gone twice. */
static void hash_draw(PathHash *path_hash, u32 drawn, u32 of) {
    if ((u64)path_hash->spread * of > WIDEST_SPREAD) return;
    path_hash->spread *= of;
    path_hash->path = joined(path_hash->path, drawn);
    path_hash->own = joined(path_hash->own, drawn);
}

static u64 side_chance(Game *G) { return chance_from(G->m.chance + SIDE + G->committed_answers + G->position); }

static u32 open_draw(Game *G, u32 n); /* 9f_actions.c */

static inline u32 draw(Game *G, u32 n) {
    return G->open.widest && !G->tests ? open_draw(G, n) : below(&G->m.chance, n);
}

static inline double random_below(Game *G, double n, int at) {
    needed(G, n, at);
    if (!(1.0 <= n && n < 4294967296.0)) raise_error(G, 714, at);
    u32 drawn = draw(G, (u32)n);
    if (G->path_hash.kept && !G->tests) hash_draw(&G->path_hash, drawn, (u32)n);
    return (double)drawn;
}
