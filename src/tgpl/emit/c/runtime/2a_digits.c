/* ---- numbers as texts

   A fraction is written with the fewest digits that give the same double back, and of those the nearest. The digits come
   out one by one of exact whole numbers of any length (as Steele and White, and Burger and Dybvig, have shown): no
   function of the C library is asked, because what those write depends on the country. */

static void put_whole(Game *G, i64 x) {
    char digits[24];
    u32 at = sizeof digits;
    u64 left = x < 0 ? -(u64)x : (u64)x;
    do digits[--at] = (char)('0' + left % 10);
    while (left /= 10);
    if (x < 0) digits[--at] = '-';
    put(G, digits + at, (u32)sizeof digits - at);
}

static void put_player(Game *G, Player x) {
    if (x < 0) put_word(G, "null");
    else if (RULES.names) put_text(G, RULES.names[x]);
    else put_whole(G, x);
}

/* As the runtime itself speaks of them. */
static void put_seat(Game *G, Player x) {
    if (!RULES.names) put_word(G, "player ");
    put_player(G, x);
}

/* -- whole numbers of any length, the lowest limb first */

enum { LONG_LIMBS = 38 }; /* 1,216 bits: 2^1076 and a few more are needed */

typedef struct Long {
    i32 count;
    u32 limb[LONG_LIMBS];
} Long;

static Long long_from(u64 x) {
    Long made;
    made.limb[0] = (u32)x, made.limb[1] = (u32)(x >> 32);
    made.count = x >> 32 ? 2 : x ? 1 : 0;
    return made;
}

static void long_times(Long *x, u32 by) {
    u64 carry = 0;
    for (i32 i = 0; i < x->count; i++) {
        carry += (u64)x->limb[i] * by;
        x->limb[i] = (u32)carry;
        carry >>= 32;
    }
    if (carry) x->limb[x->count++] = (u32)carry;
}

static void long_times_ten_to(Long *x, i32 power) {
    for (; power >= 9; power -= 9) long_times(x, 1000000000);
    for (; power > 0; power--) long_times(x, 10);
}

static void long_shift(Long *x, i32 bits) {
    i32 limbs = bits / 32, rest = bits % 32;
    if (!x->count) return;
    x->limb[x->count] = 0;
    for (i32 i = x->count; i >= 0; i--) {
        u64 both = (u64)x->limb[i] << 32 | (i ? x->limb[i - 1] : 0);
        x->limb[i + limbs] = (u32)(both << rest >> 32);
    }
    for (i32 i = 0; i < limbs; i++) x->limb[i] = 0;
    x->count += limbs + 1;
    while (x->count && !x->limb[x->count - 1]) x->count--;
}

static u32 long_divide(Long *x, u32 by) { /* gives the rest */
    u64 rest = 0;
    for (i32 i = x->count; i-- > 0;) {
        rest = rest << 32 | x->limb[i];
        x->limb[i] = (u32)(rest / by);
        rest %= by;
    }
    while (x->count && !x->limb[x->count - 1]) x->count--;
    return (u32)rest;
}

static int long_order(const Long *x, const Long *y) {
    if (x->count != y->count) return x->count < y->count ? -1 : 1;
    for (i32 i = x->count; i-- > 0;)
        if (x->limb[i] != y->limb[i]) return x->limb[i] < y->limb[i] ? -1 : 1;
    return 0;
}

static Long long_sum(const Long *x, const Long *y) {
    Long sum;
    u64 carry = 0;
    i32 count = x->count > y->count ? x->count : y->count;
    for (i32 i = 0; i < count; i++) {
        carry += (i < x->count ? x->limb[i] : 0) + (u64)(i < y->count ? y->limb[i] : 0);
        sum.limb[i] = (u32)carry;
        carry >>= 32;
    }
    if (carry) sum.limb[count++] = (u32)carry;
    sum.count = count;
    return sum;
}

static void long_less(Long *x, const Long *y) { /* y is not the larger one */
    u64 borrow = 0;
    for (i32 i = 0; i < x->count; i++) {
        u64 part = (u64)x->limb[i] - (i < y->count ? y->limb[i] : 0) - borrow;
        x->limb[i] = (u32)part;
        borrow = part >> 63;
    }
    while (x->count && !x->limb[x->count - 1]) x->count--;
}

/* -- digits */

typedef struct Digits { /* 0.d1d2d3… times ten to the power */
    char digit[24];
    i32 count, power;
} Digits;

/* The digits of a positive number x = value / scale; what lies closer than `below` under it and `above` over it reads as x. */
static Digits digits_of(double x) {
    u64 bits = slot_of_number(x).bits, m = bits & 0xFFFFFFFFFFFFFull;
    i32 e = (i32)(bits >> 52);
    int narrow = !m && e > 1, even = !(m & 1); /* at a power of two the numbers below are closer; ties go to the even one */
    if (e) m |= 1ull << 52;
    else e = 1;
    e -= 1075;
    Long value = long_from(m), scale = long_from(1), below = long_from(1), above;
    long_shift(&value, 1 + narrow + (e > 0 ? e : 0));
    long_shift(&scale, 1 + narrow + (e < 0 ? -e : 0));
    long_shift(&below, e > 0 ? e : 0);
    above = below;
    long_shift(&above, narrow);
    Digits found;
    i32 length = 64;
    while (!(m >> (length - 1))) length--;
    found.count = 0;
    found.power = (i32)floor((e + length - 1) * 0.30102999566398120); /* of ten: right, or one too small */
    if (found.power >= 0) {
        long_times_ten_to(&scale, found.power);
    } else {
        long_times_ten_to(&value, -found.power);
        long_times_ten_to(&below, -found.power);
        long_times_ten_to(&above, -found.power);
    }
    for (;;) {
        Long most = long_sum(&value, &above);
        int order = long_order(&most, &scale);
        if (order < 0 || (order == 0 && !even)) break;
        long_times(&scale, 10);
        found.power++;
    }
    for (;;) {
        char digit = '0';
        long_times(&value, 10);
        long_times(&below, 10);
        long_times(&above, 10);
        for (; long_order(&value, &scale) >= 0; digit++) long_less(&value, &scale);
        Long most = long_sum(&value, &above);
        int low = long_order(&value, &below), high = long_order(&most, &scale);
        int stops = low < 0 || (low == 0 && even), jumps = high > 0 || (high == 0 && even);
        if (stops || jumps) {
            Long twice = long_sum(&value, &value);
            int half = long_order(&twice, &scale);
            if (jumps && (!stops || half > 0 || (half == 0 && (digit & 1)))) digit++;
            found.digit[found.count++] = digit;
            return found;
        }
        found.digit[found.count++] = digit;
    }
}

static void put_fraction(Game *G, double x) {
    Digits found = digits_of(x < 0.0 ? -x : x);
    i32 exponent = found.power - 1;
    if (x < 0.0) put_word(G, "-");
    if (exponent < -4 || exponent >= 16) {
        put(G, found.digit, 1);
        if (found.count > 1) put_word(G, ".");
        put(G, found.digit + 1, (u32)found.count - 1);
        put_word(G, exponent < 0 ? "e-" : "e+");
        if (exponent < 10 && exponent > -10) put_word(G, "0");
        put_whole(G, exponent < 0 ? -exponent : exponent);
        return;
    }
    if (exponent < 0) {
        put_word(G, "0.");
        for (i32 i = -1; i > exponent; i--) put_word(G, "0");
        put(G, found.digit, (u32)found.count);
        return;
    }
    for (i32 i = 0; i < found.count; i++) {
        if (i == exponent + 1) put_word(G, ".");
        put(G, found.digit + i, 1);
    }
}

/* A whole number from 1e15 up to 1e21. */
static void put_large(Game *G, double x) {
    char digits[24];
    u32 at = sizeof digits;
    u64 bits = slot_of_number(x).bits, m = (bits & 0xFFFFFFFFFFFFFull) | 1ull << 52;
    i32 e = (i32)(bits >> 52 & 0x7FF) - 1075;
    Long left = long_from(e < 0 ? m >> -e : m);
    long_shift(&left, e > 0 ? e : 0);
    while (left.count) digits[--at] = (char)('0' + long_divide(&left, 10));
    if (x < 0.0) digits[--at] = '-';
    put(G, digits + at, (u32)sizeof digits - at);
}

static void put_number(Game *G, double x) {
    if (is_null(x)) put_word(G, "null");
    else if (x < 1e15 && x > -1e15 && x == (double)(i64)x) put_whole(G, (i64)x);
    else if (x < 1e21 && x > -1e21 && x == floor(x)) put_large(G, x);
    else put_fraction(G, x);
}
