/* ---- powers, rounded correctly

   x ^ y is e ^ (y ln x), worked out in whole numbers with 320 bits behind the point: far more than a double has, so that
   the result can be rounded as if it were known exactly. One that comes closer than 2^-200 to a number between which and
   the next a double has to choose is taken for that number: nothing else comes so close. */

enum { FIXED_LIMBS = 10, FIXED_ALL = FIXED_LIMBS + 1 };

typedef struct Fixed { /* a number that is not negative: the lowest limb first, the last one before the point */
    u32 limb[FIXED_ALL];
} Fixed;

static const Fixed FIXED_LN2 = {{0x6DEBAC98, 0xE7B87620, 0x8BAAFA2B, 0x8A0D175B, 0x7298B62D, 0x40F34326, 0x03F2F6AF,
                                 0xC9E3B398, 0xD1CF79AB, 0xB17217F7, 0}};

static Fixed fixed_sum(const Fixed *x, const Fixed *y) {
    Fixed sum;
    u64 carry = 0;
    for (i32 i = 0; i < FIXED_ALL; i++) {
        carry += (u64)x->limb[i] + y->limb[i];
        sum.limb[i] = (u32)carry;
        carry >>= 32;
    }
    return sum;
}

static Fixed fixed_difference(const Fixed *x, const Fixed *y) { /* x is not the smaller one */
    Fixed found;
    u64 borrow = 0;
    for (i32 i = 0; i < FIXED_ALL; i++) {
        u64 part = (u64)x->limb[i] - y->limb[i] - borrow;
        found.limb[i] = (u32)part;
        borrow = part >> 63;
    }
    return found;
}

static int fixed_order(const Fixed *x, const Fixed *y) { /* below 0, 0, above 0 */
    for (i32 i = FIXED_ALL; i-- > 0;)
        if (x->limb[i] != y->limb[i]) return x->limb[i] < y->limb[i] ? -1 : 1;
    return 0;
}

static Fixed fixed_product(const Fixed *x, const Fixed *y) {
    u32 all[2 * FIXED_ALL];
    Fixed found;
    memset(all, 0, sizeof all);
    for (i32 i = 0; i < FIXED_ALL; i++) {
        u64 carry = 0;
        for (i32 j = 0; j < FIXED_ALL; j++) {
            carry += (u64)x->limb[i] * y->limb[j] + all[i + j];
            all[i + j] = (u32)carry;
            carry >>= 32;
        }
        all[i + FIXED_ALL] = (u32)carry;
    }
    memcpy(found.limb, all + FIXED_LIMBS, sizeof found.limb);
    return found;
}

static void fixed_divide(Fixed *x, u32 by) {
    u64 rest = 0;
    for (i32 i = FIXED_ALL; i-- > 0;) {
        rest = rest << 32 | x->limb[i];
        x->limb[i] = (u32)(rest / by);
        rest %= by;
    }
}

static Fixed fixed_times(const Fixed *x, u32 by) {
    Fixed found;
    u64 carry = 0;
    for (i32 i = 0; i < FIXED_ALL; i++) {
        carry += (u64)x->limb[i] * by;
        found.limb[i] = (u32)carry;
        carry >>= 32;
    }
    return found;
}

/* Up (or, below 0, down) by some bits; what leaves at the ends is lost. */
static Fixed fixed_shifted(const Fixed *x, i32 bits) {
    Fixed found;
    i32 limbs = bits >= 0 ? bits / 32 : -((31 - bits) / 32), rest = bits - 32 * limbs;
    for (i32 i = 0; i < FIXED_ALL; i++) {
        i32 from = i - limbs;
        u64 high = from >= 0 && from < FIXED_ALL ? x->limb[from] : 0;
        u64 low = from - 1 >= 0 && from - 1 < FIXED_ALL ? x->limb[from - 1] : 0;
        found.limb[i] = (u32)((high << 32 | low) << rest >> 32);
    }
    return found;
}

static Fixed fixed_quotient(const Fixed *x, const Fixed *y) { /* x is the smaller one; bit by bit */
    Fixed found, rest = *x;
    memset(&found, 0, sizeof found);
    for (i32 bit = 32 * FIXED_LIMBS - 1; bit >= 0; bit--) {
        rest = fixed_shifted(&rest, 1);
        if (fixed_order(&rest, y) < 0) continue;
        rest = fixed_difference(&rest, y);
        found.limb[bit / 32] |= 1u << bit % 32;
    }
    return found;
}

static Fixed fixed_one(void) {
    Fixed one;
    memset(&one, 0, sizeof one);
    one.limb[FIXED_LIMBS] = 1;
    return one;
}

/* The logarithm of a number from 1 up to 2: twice the series z + z^3/3 + z^5/5 … of z = (m - 1) / (m + 1). */
static Fixed fixed_ln(const Fixed *m) {
    Fixed one = fixed_one(), above = fixed_difference(m, &one), below = fixed_sum(m, &one);
    Fixed power = fixed_quotient(&above, &below), square = fixed_product(&power, &power), sum = power;
    for (u32 i = 3; i < 220; i += 2) {
        power = fixed_product(&power, &square);
        Fixed term = power;
        fixed_divide(&term, i);
        sum = fixed_sum(&sum, &term);
    }
    return fixed_shifted(&sum, 1);
}

/* e^r for r from 0 up to 1: of r / 256 by its series, then squared eight times. */
static Fixed fixed_exp(const Fixed *r) {
    Fixed small = fixed_shifted(r, -8), sum = fixed_one(), term = sum;
    for (u32 i = 1; i < 40; i++) {
        term = fixed_product(&term, &small);
        fixed_divide(&term, i);
        sum = fixed_sum(&sum, &term);
    }
    for (i32 i = 0; i < 8; i++) sum = fixed_product(&sum, &sum);
    return sum;
}

/* A positive number as m * 2^exponent, for m from 1 up to 2. */
static Fixed fixed_from(double x, i32 *exponent) {
    u64 bits = slot_of_number(x).bits, m = bits & 0xFFFFFFFFFFFFFull;
    Fixed found = fixed_one();
    i32 e = (i32)(bits >> 52);
    if (!e) {
        for (e = 1; !(m >> 52); e--) m <<= 1;
        m &= 0xFFFFFFFFFFFFFull;
    }
    found.limb[FIXED_LIMBS - 1] = (u32)(m >> 20);
    found.limb[FIXED_LIMBS - 2] = (u32)(m << 12);
    *exponent = e - 1023;
    return found;
}

static int fixed_limbs_are(const Fixed *x, i32 from, u32 limb) { /* those from here down to the sixth */
    while (from >= FIXED_LIMBS / 2 && x->limb[from] == limb) from--;
    return from < FIXED_LIMBS / 2;
}

/* The nearest double to f * 2^exponent, for f from 1 up to 2. */
static double fixed_rounded(const Fixed *f, i32 exponent) {
    i32 places = exponent >= -1022 ? 52 : exponent + 1074; /* binary ones that a double keeps behind the point */
    if (places < -1) return 0.0;
    const i32 top = FIXED_LIMBS - 1;
    u64 upper = (u64)f->limb[top] << 32 | f->limb[top - 1];
    u64 kept = places < 0 ? 0 : places ? 1ull << places | upper >> (64 - places) : 1;
    Fixed rest = fixed_shifted(f, places); /* what stands behind the point now decides */
    if (fixed_limbs_are(&rest, top, 0)) {
        /* exactly what is kept */
    } else if (fixed_limbs_are(&rest, top, ~0u)) {
        kept++;
    } else if ((rest.limb[top] == 1u << 31 && fixed_limbs_are(&rest, top - 1, 0)) ||
               (rest.limb[top] == ~(1u << 31) && fixed_limbs_are(&rest, top - 1, ~0u))) {
        kept += kept & 1; /* exactly between two: to the even one */
    } else {
        kept += rest.limb[top] >> 31;
    }
    Slot found;
    found.bits = exponent >= -1022 ? ((u64)(exponent + 1022) << 52) + kept : kept;
    if (exponent > 1023 || found.bits >> 52 >= 0x7FF) found.bits = 0x7FF0000000000000ull;
    return found.number;
}

/* For x above 0 and not 1, y not 0; infinite if the result is too large. */
static double power_rounded(double x, double y) {
    i32 x_exponent, y_exponent, shift;
    Fixed m = fixed_from(x, &x_exponent), factor = fixed_from(y < 0.0 ? -y : y, &y_exponent), ln = fixed_ln(&m);
    int below_one = x_exponent < 0, shrinks = below_one != (y < 0.0);
    Fixed turns = fixed_times(&FIXED_LN2, (u32)(below_one ? -x_exponent : x_exponent));
    ln = below_one ? fixed_difference(&turns, &ln) : fixed_sum(&turns, &ln);
    Fixed wanted = fixed_product(&ln, &factor); /* the logarithm of the result, but for a power of two */
    i32 bit = 32 * FIXED_ALL - 1;
    while (bit >= 0 && !(wanted.limb[bit / 32] >> bit % 32 & 1)) bit--;
    shift = bit < 0 || y_exponent < -400 ? -400 : y_exponent;
    if (bit + shift > 32 * FIXED_LIMBS + 10) return shrinks ? 0.0 : fixed_rounded(&m, 2000);
    wanted = fixed_shifted(&wanted, shift);
    u32 twos = (u32)(wanted.limb[FIXED_LIMBS] * 1.4426); /* a few too few, never too many */
    Fixed part = fixed_times(&FIXED_LN2, twos), rest = fixed_difference(&wanted, &part);
    for (; fixed_order(&rest, &FIXED_LN2) >= 0; twos++) rest = fixed_difference(&rest, &FIXED_LN2);
    if (shrinks) rest = fixed_difference(&FIXED_LN2, &rest), twos++;
    Fixed found = fixed_exp(&rest);
    i32 exponent = shrinks ? -(i32)twos : (i32)twos;
    if (found.limb[FIXED_LIMBS] > 1) found = fixed_shifted(&found, -1), exponent++;
    return fixed_rounded(&found, exponent);
}

static double power_of(Game *G, double x, double y, int at) {
    if (is_null(x) || is_null(y)) raise_error(G, 701, at);
    int whole = y == floor(y);
    if (!whole) {
        G->left -= POWER_STEPS;
        step(G, at);
    }
    if (x == 0.0 && y < 0.0) raise_error(G, 704, at);
    if (y == 0.0 || x == 1.0) return 1.0;
    if (x == 0.0) return 0.0;
    if (x < 0.0 && !whole) raise_error(G, 705, at);
    if (x == floor(x) && y > 0.0 && y < 64.0 && whole) { /* whole numbers below 2^53 lose nothing */
        const double most = 9007199254740992.0;
        double exact = x;
        i32 i = 1;
        for (; i < (i32)y && exact < most && exact > -most; i++) exact *= x;
        if (i == (i32)y && exact <= most && exact >= -most && x < most && x > -most) return exact;
    }
    int turned = x < 0.0 && fmod(y, 2.0) != 0.0;
    x = x < 0.0 ? -x : x;
    double found = x == 1.0 ? 1.0 : power_rounded(x, y);
    return in_range(G, turned ? -found : found, at);
}
