/* ---- dice that are thrown, and formulas that are read

   The reader goes through a formula once and hands each part to what is wanted: limits, a throw (one draw for each die, from
   left to right), or the ways to all that can come (3d_weights.c). What rules do with dice stands at the end. */

static void reach_for(Game *G, Formula *formula, u64 count) {
    formula->dice += count;
    if (formula->dice > MOST_DICE) raise_error(G, 713, formula->at);
}

static i64 die_thrown(Game *G, u32 faces) {
    u32 drawn = draw(G, faces);
    if (G->path_hash.kept && !G->tests) hash_draw(&G->path_hash, drawn, faces);
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

static Spread plain_dice(Game *G, Formula *formula, Pool pool) {
    if (formula->wanted == LIMITS) return within(G, formula, (double)pool.count, (double)pool.count * pool.faces);
    if (formula->wanted == WAYS) return ways_of_dice(G, formula, pool);
    reach_for(G, formula, pool.count);
    i64 sum = 0;
    for (u64 i = 0; i < pool.count; i++) sum += die_thrown(G, pool.faces);
    return came(sum);
}

static Spread kept_dice(Game *G, Formula *formula, int drops, int highest) {
    i64 number = number_read(G, formula);
    word_expected(G, formula, "of");
    Pool pool = pool_read(G, formula);
    if (number < 1 || (u64)number + (u64)drops > pool.count) raise_error(G, 714, formula->at);
    u64 kept = drops ? pool.count - (u64)number : (u64)number;
    if (formula->wanted == LIMITS) return within(G, formula, (double)kept, (double)kept * pool.faces);
    if (formula->wanted == WAYS) return ways_of_kept(G, formula, pool, kept, drops != highest);
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
    if (formula->wanted == WAYS) return ways_of_exploded(G, formula, pool, times);
    if (formula->wanted == LIMITS) {
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

static const char *comparison_read(Game *G, Formula *formula) {
    static const char *const signs[] = {">=", ">", "<=", "<", "==", "!="};
    for (u32 i = 0; i < 6; i++)
        if (word_taken(formula, signs[i])) return signs[i];
    raise_error(G, 708, formula->at);
}

static Spread counted_dice(Game *G, Formula *formula) {
    const char *sign = comparison_read(G, formula);
    i64 value = number_read(G, formula);
    word_expected(G, formula, "of");
    Pool pool = pool_read(G, formula);
    i64 faces = faces_that(sign, value, pool.faces);
    if (formula->wanted == WAYS) return ways_of_counted(G, formula, pool, faces);
    if (formula->wanted == LIMITS)
        return within(G, formula, faces == pool.faces ? (double)pool.count : 0.0, faces ? (double)pool.count : 0.0);
    reach_for(G, formula, pool.count);
    i64 sum = 0;
    for (u64 i = 0; i < pool.count; i++) sum += is_as_wanted(sign, (double)die_thrown(G, pool.faces), (double)value);
    return came(sum);
}

static Spread dice_against(Game *G, Formula *formula, Pool left, Pool right) {
    u64 pairs = left.count < right.count ? left.count : right.count;
    if (formula->wanted == WAYS) return ways_against(G, formula, left, right, pairs);
    if (formula->wanted == LIMITS) return within(G, formula, 0.0, left.faces > 1 ? (double)pairs : 0.0);
    const Slot *own = pool_thrown(G, formula, left, 0);
    const Slot *others = pool_thrown(G, formula, right, (u32)left.count);
    i64 won = 0;
    for (u64 i = 0; i < pairs; i++) won += own[i].whole > others[i].whole;
    return came(won);
}

/* -- formulas */

static Spread sum_read(Game *G, Formula *formula);

static void deeper_formula(Game *G, Formula *formula) {
    if (++formula->depth > DEEPEST_FORMULA) raise_error(G, 713, formula->at);
}

static Spread dice_read(Game *G, Formula *formula) {
    if (formula->kind == WORD_NUMBER) {
        i64 number = number_read(G, formula);
        return formula->wanted == WAYS ? one_way(G, number) : came(number);
    }
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
    if (formula->wanted == WAYS) turn_around(inside);
    Spread negative_one = {-inside.high, -inside.low, inside.ways};
    return negative_one;
}

static Spread spreads_joined(Game *G, Formula *formula, u8 sign, Spread left, Spread right) {
    if (formula->wanted == WAYS) return ways_joined(G, formula, sign, left, right);
    if (formula->wanted == THROW) return came(worked_out(G, formula, sign, left.low, right.low));
    if (sign == '/' && right.low <= 0 && right.high >= 0) raise_error(G, 704, formula->at);
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
    if (formula->kind != WORD_END) raise_error(G, 708, formula->at);
    return value;
}

static double roll_dice(Game *G, Ref dice, int at) {
    Formula formula = {.at = at, .wanted = THROW};
    double value = (double)formula_read(G, &formula, dice).low;
    work(G, 16 * (u32)formula.dice, at); /* a step each */
    return value;
}

/* Plain dice that stand in the rules. */
static inline double throw_pool(Game *G, u32 count, u32 faces, int at) {
    i64 sum = 0;
    for (u32 i = 0; i < count; i++) sum += die_thrown(G, faces);
    work(G, 16 * count, at);
    return (double)sum;
}

static double least_of_dice(Game *G, Ref dice, int at) {
    Formula formula = {.at = at};
    return (double)formula_read(G, &formula, dice).low;
}

static double greatest_of_dice(Game *G, Ref dice, int at) {
    Formula formula = {.at = at};
    return (double)formula_read(G, &formula, dice).high;
}

/* -- how likely something is */

static double mean_of_dice(Game *G, Ref dice, int at) {
    Formula formula = {.at = at, .wanted = WAYS};
    Slot *before = G->scratch_top;
    Spread spread = formula_read(G, &formula, dice);
    double total = 0.0, summed = 0.0;
    for (i64 i = 0; i <= spread.high - spread.low; i++) {
        total += spread.ways[i].number;
        summed += (double)(spread.low + i) * spread.ways[i].number;
    }
    G->scratch_top = before;
    work(G, (u32)formula.dice, at);
    return summed / total;
}

static double chance_of_dice(Game *G, Ref dice, const char *sign, double value, int at) {
    Formula formula = {.at = at, .wanted = WAYS};
    present(G, dice, at);
    needed(G, value, at);
    Slot *before = G->scratch_top;
    Spread spread = formula_read(G, &formula, dice);
    double total = 0.0, fine = 0.0;
    for (i64 i = 0; i <= spread.high - spread.low; i++) {
        total += spread.ways[i].number;
        if (is_as_wanted(sign, (double)(spread.low + i), value)) fine += spread.ways[i].number;
    }
    G->scratch_top = before;
    work(G, (u32)formula.dice, at);
    return fine / total;
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
    if (((const Text *)at_ref(G, made))->characters > LONGEST_FORMULA) raise_error(G, 713, at);
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

static int is_plain_pool(const Text *text) {
    u32 i = 0, faces;
    while (i < text->bytes && is_digit(text->byte[i])) i++;
    faces = i + 1;
    if (!i || i == text->bytes || text->byte[i] != 'd') return 0;
    for (i = faces; i < text->bytes; i++)
        if (!is_digit(text->byte[i])) return 0;
    return i > faces;
}

static Ref oppose_dice(Game *G, Ref left, Ref right, int at) {
    present(G, left, at);
    present(G, right, at);
    if (!is_plain_pool(at_ref(G, left)) || !is_plain_pool(at_ref(G, right))) raise_error(G, 714, at);
    Ref made = join_begin(G);
    join_formula(G, made, left, 0);
    join_bytes(G, made, (const u8 *)" against ", 9, 9);
    join_formula(G, made, right, 0);
    return formula_end(G, made, at);
}

static i64 whole_of_dice(Game *G, double number, int at) {
    if (number >= EXACT || -number >= EXACT || number != (double)(i64)number) raise_error(G, 714, at);
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
    if (dice < 1 || sides < 1 || sides > MOST_FACES) raise_error(G, 714, at);
    Ref made = join_begin(G);
    join_whole(G, made, dice);
    join_bytes(G, made, (const u8 *)"d", 1, 1);
    join_whole(G, made, sides);
    return join_end(G, made, at);
}
