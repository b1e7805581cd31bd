/* ---- dice: formulas, which are texts (tgpl/formula.py has their grammar), and what they come to

   A formula is worked out while it is read, from left to right: either it is thrown, or its limits are found. */

#define EXACT 9007199254740992.0 /* numbers of dice are smaller, so that doubles hold them all */

enum { DEEPEST_FORMULA = 100, LONGEST_FORMULA = 10000, MOST_DICE = 100000, EXPLOSIONS = 10 };
enum Binding { BINDS_SUM, BINDS_PRODUCT, BINDS_SIGN, BINDS_ATOM };
enum WordKind { WORD_END, WORD_OTHER, WORD_NUMBER, WORD_POOL };

typedef struct Spread { /* of what a part can come to; if it is thrown both are what came */
    i64 low, high;
} Spread;

typedef struct Pool {
    u64 count;
    u32 faces;
} Pool;

typedef struct Formula {
    const u8 *next, *end;
    const u8 *word; /* the one that comes now */
    u32 length;
    i32 kind;
    u64 first, second; /* its numbers; 2^53 stands for all that are too large */
    i32 at, depth;
    i32 thrown; /* or its limits are wanted */
    u64 dice;   /* thrown so far */
} Formula;

/* -- words */

static int is_digit(u8 sign) { return sign >= '0' && sign <= '9'; }

static const u8 *digits_read(const u8 *from, const u8 *end, u64 *value) {
    for (*value = 0; from < end && is_digit(*from); from++)
        if (*value < 1ull << 53) *value = *value * 10 + (u64)(*from - '0');
    if (*value > 1ull << 53) *value = 1ull << 53;
    return from;
}

static void next_word(Formula *formula) {
    const u8 *from = formula->next, *end = formula->end;
    while (from < end && *from == ' ') from++;
    const u8 *word = from;
    formula->kind = from == end ? WORD_END : WORD_OTHER;
    if (from < end && is_digit(*from)) {
        from = digits_read(from, end, &formula->first);
        formula->kind = WORD_NUMBER;
        if (end - from > 1 && *from == 'd' && is_digit(from[1])) {
            from = digits_read(from + 1, end, &formula->second);
            formula->kind = WORD_POOL;
        }
    } else if (from < end && *from >= 'a' && *from <= 'z') {
        while (from < end && *from >= 'a' && *from <= 'z') from++;
    } else if (from < end) {
        from++;
        if (from < end && *from == '=' && (*word == '<' || *word == '>' || *word == '=' || *word == '!')) from++;
    }
    formula->word = word;
    formula->length = (u32)(from - word);
    formula->next = from;
}

static int is_word(const Formula *formula, const char *word) {
    u32 length = (u32)strlen(word);
    return formula->kind == WORD_OTHER && formula->length == length && !memcmp(formula->word, word, length);
}

static int word_taken(Formula *formula, const char *word) {
    if (!is_word(formula, word)) return 0;
    next_word(formula);
    return 1;
}

static void word_expected(Game *G, Formula *formula, const char *word) {
    if (!word_taken(formula, word)) trouble(G, 708, formula->at);
}

static i64 sized(Game *G, const Formula *formula, u64 number) {
    if (number >= 1ull << 53) trouble(G, 705, formula->at);
    return (i64)number;
}

static i64 number_read(Game *G, Formula *formula) {
    if (formula->kind != WORD_NUMBER) trouble(G, 708, formula->at);
    i64 value = sized(G, formula, formula->first);
    next_word(formula);
    return value;
}

static Pool pool_read(Game *G, Formula *formula) {
    if (formula->kind != WORD_POOL) trouble(G, 708, formula->at);
    i64 count = sized(G, formula, formula->first), faces = sized(G, formula, formula->second);
    if (count < 1 || faces < 1 || faces > 4294967295ll) trouble(G, 714, formula->at);
    next_word(formula);
    Pool pool = {(u64)count, (u32)faces};
    return pool;
}

/* -- dice */

static void reach_for(Game *G, Formula *formula, u64 count) {
    formula->dice += count;
    if (formula->dice > MOST_DICE) trouble(G, 713, formula->at);
}

static i64 die_thrown(Game *G, u32 faces) {
    u32 drawn = draw(G, faces);
    if (G->trail.kept && !G->tests) trail_draw(&G->trail, drawn, faces);
    return (i64)drawn + 1;
}

static void sift_down(Slot *heap, u32 root, u32 count) {
    Slot held = heap[root];
    for (u32 child; (child = 2 * root + 1) < count; root = child) {
        if (child + 1 < count && heap[child + 1].whole < heap[child].whole) child++;
        if (heap[child].whole >= held.whole) break;
        heap[root] = heap[child];
    }
    heap[root] = held;
}

/* Throws a pool into the scratch, `from` slots behind its top; the highest come first. */
static Slot *pool_thrown(Game *G, Formula *formula, Pool pool, u32 from) {
    reach_for(G, formula, pool.count);
    room(G, from + pool.count);
    Slot *faces = G->scratch_top + from;
    u32 count = (u32)pool.count;
    for (u32 i = 0; i < count; i++) faces[i].whole = die_thrown(G, pool.faces);
    for (u32 i = count / 2; i-- > 0;) sift_down(faces, i, count);
    for (u32 i = count; i-- > 1;) {
        Slot least = faces[0];
        faces[0] = faces[i];
        faces[i] = least;
        sift_down(faces, 0, i);
    }
    return faces;
}

static Spread came(i64 value) {
    Spread spread = {value, value};
    return spread;
}

static Spread within(Game *G, const Formula *formula, double low, double high) {
    if (-low >= EXACT || high >= EXACT) trouble(G, 705, formula->at);
    Spread spread = {(i64)low, (i64)high};
    return spread;
}

static Spread plain_dice(Game *G, Formula *formula, Pool pool) {
    if (!formula->thrown) return within(G, formula, (double)pool.count, (double)pool.count * pool.faces);
    reach_for(G, formula, pool.count);
    i64 sum = 0;
    for (u64 i = 0; i < pool.count; i++) sum += die_thrown(G, pool.faces);
    return came(sum);
}

static Spread kept_dice(Game *G, Formula *formula, int drops, int highest) {
    i64 number = number_read(G, formula);
    word_expected(G, formula, "of");
    Pool pool = pool_read(G, formula);
    if (number < 1 || (u64)number + (u64)drops > pool.count) trouble(G, 714, formula->at);
    u64 kept = drops ? pool.count - (u64)number : (u64)number;
    if (!formula->thrown) return within(G, formula, (double)kept, (double)kept * pool.faces);
    const Slot *faces = pool_thrown(G, formula, pool, 0);
    if (drops == highest) faces += pool.count - kept; /* the lowest are kept */
    i64 sum = 0;
    for (u64 i = 0; i < kept; i++) sum += faces[i].whole;
    return came(sum);
}

static Spread exploded_dice(Game *G, Formula *formula) {
    Pool pool = pool_read(G, formula);
    i64 times = EXPLOSIONS;
    if (word_taken(formula, "up")) {
        word_expected(G, formula, "to");
        times = number_read(G, formula);
    }
    if (!formula->thrown) {
        double most = (double)pool.count * pool.faces * ((double)times + 1.0);
        return within(G, formula, pool.faces == 1 ? most : (double)pool.count, most);
    }
    reach_for(G, formula, pool.count);
    i64 sum = 0;
    for (u64 i = 0; i < pool.count; i++) {
        i64 face = die_thrown(G, pool.faces);
        sum += face;
        for (i64 left = times; face == (i64)pool.faces && left; left--) {
            reach_for(G, formula, 1);
            face = die_thrown(G, pool.faces);
            sum += face;
        }
    }
    return came(sum);
}

/* How many faces of a die are as wanted. */
static i64 faces_that(const char *sign, i64 value, i64 faces) {
    i64 equal = 1 <= value && value <= faces;
    i64 at_least = value < 1 ? faces : value > faces ? 0 : faces - value + 1;
    if (sign[0] == '=') return equal;
    if (sign[0] == '!') return faces - equal;
    if (sign[0] == '>') return sign[1] ? at_least : at_least - equal;
    return sign[1] ? faces - at_least + equal : faces - at_least;
}

static int is_as_wanted(const char *sign, i64 face, i64 value) {
    if (sign[0] == '=') return face == value;
    if (sign[0] == '!') return face != value;
    if (sign[0] == '>') return sign[1] ? face >= value : face > value;
    return sign[1] ? face <= value : face < value;
}

static const char *comparison_read(Game *G, Formula *formula) {
    static const char *const signs[] = {">=", ">", "<=", "<", "==", "!="};
    for (u32 i = 0; i < 6; i++)
        if (word_taken(formula, signs[i])) return signs[i];
    trouble(G, 708, formula->at);
}

static Spread counted_dice(Game *G, Formula *formula) {
    const char *sign = comparison_read(G, formula);
    i64 value = number_read(G, formula);
    word_expected(G, formula, "of");
    Pool pool = pool_read(G, formula);
    if (!formula->thrown) {
        i64 faces = faces_that(sign, value, pool.faces);
        return within(G, formula, faces == pool.faces ? (double)pool.count : 0.0, faces ? (double)pool.count : 0.0);
    }
    reach_for(G, formula, pool.count);
    i64 sum = 0;
    for (u64 i = 0; i < pool.count; i++) sum += is_as_wanted(sign, die_thrown(G, pool.faces), value);
    return came(sum);
}

static Spread dice_against(Game *G, Formula *formula, Pool left, Pool right) {
    u64 pairs = left.count < right.count ? left.count : right.count;
    if (!formula->thrown) return within(G, formula, 0.0, left.faces > 1 ? (double)pairs : 0.0);
    const Slot *own = pool_thrown(G, formula, left, 0);
    const Slot *others = pool_thrown(G, formula, right, (u32)left.count);
    i64 won = 0;
    for (u64 i = 0; i < pairs; i++) won += own[i].whole > others[i].whole;
    return came(won);
}

/* -- formulas */

static Spread sum_read(Game *G, Formula *formula);

static void deeper_formula(Game *G, Formula *formula) {
    if (++formula->depth > DEEPEST_FORMULA) trouble(G, 713, formula->at);
}

static Spread dice_read(Game *G, Formula *formula) {
    if (formula->kind == WORD_NUMBER) return came(number_read(G, formula));
    if (formula->kind == WORD_POOL) {
        Pool pool = pool_read(G, formula);
        if (word_taken(formula, "against")) return dice_against(G, formula, pool, pool_read(G, formula));
        return plain_dice(G, formula, pool);
    }
    if (word_taken(formula, "highest")) return kept_dice(G, formula, 0, 1);
    if (word_taken(formula, "lowest")) return kept_dice(G, formula, 0, 0);
    if (word_taken(formula, "drop")) {
        int highest = word_taken(formula, "highest");
        if (!highest) word_expected(G, formula, "lowest");
        return kept_dice(G, formula, 1, highest);
    }
    if (word_taken(formula, "explode")) return exploded_dice(G, formula);
    if (word_taken(formula, "count")) return counted_dice(G, formula);
    word_expected(G, formula, "(");
    deeper_formula(G, formula);
    Spread inside = sum_read(G, formula);
    word_expected(G, formula, ")");
    formula->depth--;
    return inside;
}

static Spread signed_read(Game *G, Formula *formula) {
    if (!word_taken(formula, "-")) return dice_read(G, formula);
    deeper_formula(G, formula);
    Spread inside = signed_read(G, formula);
    formula->depth--;
    Spread negative_one = {-inside.high, -inside.low};
    return negative_one;
}

static i64 worked_out(Game *G, const Formula *formula, u8 sign, i64 left, i64 right) {
    if (sign == '/' && !right) trouble(G, 704, formula->at);
    double about = (double)left * (double)right;
    if (sign == '*' && (about >= EXACT || -about >= EXACT)) trouble(G, 705, formula->at);
    i64 value = sign == '+' ? left + right : sign == '-' ? left - right : sign == '*' ? left * right : left / right;
    if (value >= 1ll << 53 || -value >= 1ll << 53) trouble(G, 705, formula->at);
    return value;
}

static Spread spreads_joined(Game *G, const Formula *formula, u8 sign, Spread left, Spread right) {
    if (formula->thrown) return came(worked_out(G, formula, sign, left.low, right.low));
    if (sign == '/' && right.low <= 0 && right.high >= 0) trouble(G, 704, formula->at);
    i64 ends[4] = {
        worked_out(G, formula, sign, left.low, right.low), worked_out(G, formula, sign, left.low, right.high),
        worked_out(G, formula, sign, left.high, right.low), worked_out(G, formula, sign, left.high, right.high),
    };
    Spread joined_ones = came(ends[0]);
    for (u32 i = 1; i < 4; i++) {
        if (ends[i] < joined_ones.low) joined_ones.low = ends[i];
        if (ends[i] > joined_ones.high) joined_ones.high = ends[i];
    }
    return joined_ones;
}

static Spread product_read(Game *G, Formula *formula) {
    Spread value = signed_read(G, formula);
    while (is_word(formula, "*") || is_word(formula, "/")) {
        u8 sign = *formula->word;
        next_word(formula);
        value = spreads_joined(G, formula, sign, value, signed_read(G, formula));
    }
    return value;
}

static Spread sum_read(Game *G, Formula *formula) {
    Spread value = product_read(G, formula);
    while (is_word(formula, "+") || is_word(formula, "-")) {
        u8 sign = *formula->word;
        next_word(formula);
        value = spreads_joined(G, formula, sign, value, product_read(G, formula));
    }
    return value;
}

static Spread formula_read(Game *G, Formula *formula, Ref dice) {
    const Text *text = at_ref(G, present(G, dice, formula->at));
    work(G, text->characters, formula->at);
    formula->next = text->byte;
    formula->end = text->byte + text->bytes;
    next_word(formula);
    Spread value = sum_read(G, formula);
    if (formula->kind != WORD_END) trouble(G, 708, formula->at);
    return value;
}

static double roll_dice(Game *G, Ref dice, int at) {
    Formula formula = {.at = at, .thrown = 1};
    double value = (double)formula_read(G, &formula, dice).low;
    work(G, 4 * (u32)formula.dice, at);
    return value;
}

static double least_of_dice(Game *G, Ref dice, int at) {
    Formula formula = {.at = at};
    return (double)formula_read(G, &formula, dice).low;
}

static double greatest_of_dice(Game *G, Ref dice, int at) {
    Formula formula = {.at = at};
    return (double)formula_read(G, &formula, dice).high;
}

/* -- formulas that are put together */

/* How tightly the loosest operator of a formula in normal spelling binds. */
static i32 binding_of(const Text *text) {
    i32 depth = 0, found = text->bytes && text->byte[0] == '-' ? BINDS_SIGN : BINDS_ATOM;
    for (u32 i = 0; i < text->bytes; i++) {
        u8 sign = text->byte[i];
        depth += (sign == '(') - (sign == ')');
        if (depth || !i) continue;
        int alone = text->byte[i - 1] == ' ' && i + 1 < text->bytes && text->byte[i + 1] == ' ';
        if ((sign == '+' || sign == '-') && alone) return BINDS_SUM;
        if (sign == '*' || sign == '/') found = BINDS_PRODUCT;
    }
    return found;
}

static void join_formula(Game *G, Ref made, Ref part, int inside) {
    const Text *text = at_ref(G, part);
    if (inside) join_bytes(G, made, (const u8 *)"(", 1, 1);
    join_bytes(G, made, text->byte, text->bytes, text->characters);
    if (inside) join_bytes(G, made, (const u8 *)")", 1, 1);
}

static Ref formula_end(Game *G, Ref made, int at) {
    if (((const Text *)at_ref(G, made))->characters > LONGEST_FORMULA) trouble(G, 713, at);
    return join_end(G, made, at);
}

static Ref join_dice(Game *G, char sign, Ref left, Ref right, int at) {
    present(G, left, at);
    present(G, right, at);
    i32 own = sign == '+' || sign == '-' ? BINDS_SUM : BINDS_PRODUCT;
    int left_inside = binding_of(at_ref(G, left)) < own, right_inside = binding_of(at_ref(G, right)) < own + (sign != '+');
    u8 between[3] = {' ', (u8)sign, ' '};
    Ref made = join_begin(G);
    join_formula(G, made, left, left_inside);
    join_bytes(G, made, between, 3, 3);
    join_formula(G, made, right, right_inside);
    return formula_end(G, made, at);
}

static Ref negate_dice(Game *G, Ref dice, int at) {
    int inside = binding_of(at_ref(G, present(G, dice, at))) < BINDS_ATOM;
    Ref made = join_begin(G);
    join_bytes(G, made, (const u8 *)"-", 1, 1);
    join_formula(G, made, dice, inside);
    return formula_end(G, made, at);
}

static i64 whole_of_dice(Game *G, double number, int at) {
    if (number >= EXACT || -number >= EXACT || number != (double)(i64)number) trouble(G, 714, at);
    return (i64)number;
}

static void join_whole(Game *G, Ref made, i64 number) {
    u8 digits[20];
    u32 from = 20;
    u64 left = (u64)(number < 0 ? -number : number);
    do digits[--from] = (u8)('0' + left % 10);
    while (left /= 10);
    if (number < 0) digits[--from] = '-';
    join_bytes(G, made, digits + from, 20 - from, 20 - from);
}

static Ref dice_of_number(Game *G, double number, int at) {
    i64 whole = whole_of_dice(G, needed(G, number, at), at);
    Ref made = join_begin(G);
    join_whole(G, made, whole);
    return join_end(G, made, at);
}

static Ref pool_of_numbers(Game *G, double count, double faces, int at) {
    needed(G, count, at);
    needed(G, faces, at);
    i64 dice = whole_of_dice(G, count, at), sides = whole_of_dice(G, faces, at);
    if (dice < 1 || sides < 1 || sides > 4294967295ll) trouble(G, 714, at);
    Ref made = join_begin(G);
    join_whole(G, made, dice);
    join_bytes(G, made, (const u8 *)"d", 1, 1);
    join_whole(G, made, sides);
    return join_end(G, made, at);
}
