/* ---- the ways to all that dice can come to

   The same steps in the same order as in tgpl/runtime/dice_odds.py, so that both give the same doubles. Ways lie on the
   scratch; a part leaves its own where those of its parts were. */

static inline double power_of_two(int exponent) {
    Slot slot;
    slot.bits = (u64)(1023 + exponent) << 52;
    return slot.number;
}

static void spend(Game *G, Formula *formula, double effort, double values) {
    if ((double)formula->dice + effort > MOST_ODDS_WORK || values > MOST_ODDS_VALUES) raise_error(G, 713, formula->at);
    formula->dice += (u64)effort;
}

static Slot *blank_ways(Game *G, u64 count) {
    room(G, count);
    Slot *made = G->scratch_top;
    G->scratch_top += count;
    for (u64 i = 0; i < count; i++) made[i].number = 0.0;
    return made;
}

static void fewer_ways(Slot *ways, u64 count) {
    double total = 0.0;
    for (u64 i = 0; i < count; i++) total += ways[i].number;
    if (total > power_of_two(500))
        for (u64 i = 0; i < count; i++) ways[i].number *= power_of_two(-400);
}

/* What was found is moved to where the work on it began. */
static Spread ways_found(Game *G, Slot *begin, const Slot *ways, i64 low, u64 count) {
    memmove(begin, ways, count * sizeof(Slot));
    G->scratch_top = begin + count;
    Spread found = {low, low + (i64)count - 1, begin};
    return found;
}

static Spread one_way(Game *G, i64 number) {
    Slot *ways = blank_ways(G, 1);
    ways->number = 1.0;
    return ways_found(G, ways, ways, number, 1);
}

static void turn_around(Spread spread) {
    for (Slot *first = spread.ways, *last = first + (spread.high - spread.low); first < last; first++, last--) {
        Slot held = *first;
        *first = *last;
        *last = held;
    }
}

static Slot *convolved(Game *G, const Slot *one, u64 ones, const Slot *other, u64 others) {
    Slot *found = blank_ways(G, ones + others - 1);
    for (u64 i = 0; i < ones; i++)
        for (u64 j = 0; j < others; j++) found[i + j].number += one[i].number * other[j].number;
    fewer_ways(found, ones + others - 1);
    return found;
}

/* So many dice that are all alike. */
static Spread repeated_ways(Game *G, Formula *formula, Spread die, u64 times) {
    u64 faces = (u64)(die.high - die.low) + 1, count = faces;
    double all = (double)times;
    spend(G, formula, (double)faces * (((double)faces - 1.0) * (all * (all - 1.0) / 2.0) + all - 1.0),
          all * ((double)faces - 1.0) + 1.0);
    Slot *found = die.ways, *behind = G->scratch_top;
    for (u64 i = 1; i < times; i++) {
        Slot *more = convolved(G, found, count, die.ways, faces);
        count += faces - 1;
        memmove(behind, more, count * sizeof(Slot)); /* over the last ones */
        found = behind;
        G->scratch_top = behind + count;
    }
    return ways_found(G, die.ways, found, (i64)times * die.low, count);
}

static Spread ways_of_dice(Game *G, Formula *formula, Pool pool) {
    spend(G, formula, 0.0, (double)pool.count * pool.faces);
    Slot *ways = blank_ways(G, pool.faces);
    for (u32 i = 0; i < pool.faces; i++) ways[i].number = 1.0;
    Spread die = {1, pool.faces, ways};
    return repeated_ways(G, formula, die, pool.count);
}

static Spread ways_of_exploded(Game *G, Formula *formula, Pool pool, i64 times) {
    spend(G, formula, 0.0, (double)pool.count * pool.faces * ((double)times + 1.0));
    if (pool.faces == 1) return one_way(G, (i64)pool.count * (times + 1));
    u64 faces = pool.faces, count = (u64)(times + 1) * faces;
    Slot *ways = blank_ways(G, count);
    double each = 1.0;
    ways[count - 1].number = 1.0;
    for (i64 thrown = times; thrown >= 0; thrown--) {
        for (u64 face = 1; face < faces; face++) ways[(u64)thrown * faces + face - 1].number = each;
        each *= (double)faces;
        if (each > power_of_two(500)) {
            for (u64 i = 0; i < count; i++) ways[i].number *= power_of_two(-400);
            each *= power_of_two(-400);
        }
    }
    Spread die = {1, (i64)count, ways};
    return repeated_ways(G, formula, die, pool.count);
}

static Spread ways_of_counted(Game *G, Formula *formula, Pool pool, i64 wanted) {
    Slot *ways = blank_ways(G, 2);
    ways[0].number = (double)((i64)pool.faces - wanted);
    ways[1].number = (double)wanted;
    Spread die = {0, 1, ways};
    return repeated_ways(G, formula, die, pool.count);
}

/* How many ways there are to choose some of some: rows of `most + 1`. */
static const Slot *binomials(Game *G, u64 most) {
    u64 width = most + 1;
    Slot *rows = blank_ways(G, width * width);
    for (u64 i = 0; i <= most; i++) {
        rows[i * width].number = 1.0;
        for (u64 j = 1; j <= i; j++)
            rows[i * width + j].number = rows[(i - 1) * width + j - 1].number + rows[(i - 1) * width + j].number;
    }
    return rows;
}

/* Face by face, those first that are kept: so many dice show it, and as many of them count as are still wanted. */
static Spread ways_of_kept(Game *G, Formula *formula, Pool pool, u64 kept, int from_high) {
    double dice = (double)pool.count, widest = (double)kept * pool.faces + 1.0;
    spend(G, formula, pool.faces * ((dice + 1.0) * (dice + 2.0) / 2.0) * widest, widest);
    u64 size = pool.count, faces = pool.faces, width = kept * faces + 1, cells = (size + 1) * width;
    Slot *begin = G->scratch_top;
    const Slot *choose = binomials(G, size);
    Slot *found = blank_ways(G, cells), *next = blank_ways(G, cells);
    found[0].number = 1.0;
    for (u64 round = 0; round < faces; round++) {
        u64 face = from_high ? faces - round : round + 1;
        for (u64 i = 0; i < cells; i++) next[i].number = 0.0;
        for (u64 placed = 0; placed <= size; placed++)
            for (u64 total = 0; total < width; total++) {
                double ways = found[placed * width + total].number;
                if (ways == 0.0) continue;
                u64 open = placed < kept ? kept - placed : 0;
                for (u64 more = 0; more <= size - placed; more++) {
                    u64 counts = more < open ? more : open;
                    next[(placed + more) * width + total + face * counts].number +=
                        ways * choose[(size - placed) * (size + 1) + more].number;
                }
            }
        Slot *held = found;
        found = next;
        next = held;
    }
    fewer_ways(found + size * width + kept, width - kept);
    return ways_found(G, begin, found + size * width + kept, (i64)kept, width - kept);
}

/* Face by face from the highest down: who shows it, and which of the left ones stand before a lower die. */
static Spread ways_against(Game *G, Formula *formula, Pool left, Pool right, u64 pairs) {
    u32 highest = left.faces > right.faces ? left.faces : right.faces;
    double mine = (double)left.count, its = (double)right.count;
    double triangles = ((mine + 1.0) * (mine + 2.0) / 2.0) * ((its + 1.0) * (its + 2.0) / 2.0);
    spend(G, formula, highest * triangles * ((double)pairs + 1.0), (double)pairs + 1.0);
    u64 width = pairs + 1, row = (right.count + 1) * width, cells = (left.count + 1) * row;
    Slot *begin = G->scratch_top;
    const Slot *of_left = binomials(G, left.count), *of_right = binomials(G, right.count);
    Slot *found = blank_ways(G, cells), *next = blank_ways(G, cells);
    found[0].number = 1.0;
    for (u32 face = highest; face > 0; face--) {
        for (u64 i = 0; i < cells; i++) next[i].number = 0.0;
        for (u64 at = 0; at < cells; at++) {
            double ways = found[at].number;
            if (ways == 0.0) continue;
            u64 i = at / row, j = at % row / width, won = at % width;
            u64 most_a = face <= left.faces ? left.count - i : 0, most_b = face <= right.faces ? right.count - j : 0;
            for (u64 a = 0; a <= most_a; a++)
                for (u64 b = 0; b <= most_b; b++) {
                    u64 first = i > j + b ? i : j + b, last = i + a < pairs ? i + a : pairs;
                    u64 more = last > first ? last - first : 0;
                    double both = of_left[(left.count - i) * (left.count + 1) + a].number *
                                  of_right[(right.count - j) * (right.count + 1) + b].number;
                    next[(i + a) * row + (j + b) * width + won + more].number += ways * both;
                }
        }
        Slot *held = found;
        found = next;
        next = held;
    }
    const Slot *all = found + left.count * row + right.count * width;
    fewer_ways(found + left.count * row + right.count * width, width);
    return ways_found(G, begin, all, 0, width);
}

/* Every outcome of one side with every outcome of the other. */
static Spread ways_paired(Game *G, Formula *formula, u8 sign, Spread left, Spread right) {
    u64 ones = (u64)(left.high - left.low) + 1, others = (u64)(right.high - right.low) + 1;
    i64 low = 1ll << 53, high = -(1ll << 53);
    for (u64 i = 0; i < ones; i++)
        for (u64 j = 0; j < others; j++) {
            if (left.ways[i].number == 0.0 || right.ways[j].number == 0.0) continue;
            i64 value = worked_out(G, formula, sign, left.low + (i64)i, right.low + (i64)j);
            if (value < low) low = value;
            if (value > high) high = value;
        }
    spend(G, formula, 0.0, (double)(high - low) + 1.0);
    u64 count = (u64)(high - low) + 1;
    Slot *found = blank_ways(G, count);
    for (u64 i = 0; i < ones; i++)
        for (u64 j = 0; j < others; j++) {
            if (left.ways[i].number == 0.0 || right.ways[j].number == 0.0) continue;
            i64 value = worked_out(G, formula, sign, left.low + (i64)i, right.low + (i64)j);
            found[value - low].number += left.ways[i].number * right.ways[j].number;
        }
    fewer_ways(found, count);
    return ways_found(G, left.ways, found, low, count);
}

static Spread ways_joined(Game *G, Formula *formula, u8 sign, Spread left, Spread right) {
    u64 ones = (u64)(left.high - left.low) + 1, others = (u64)(right.high - right.low) + 1;
    if (sign == '*' || sign == '/') {
        spend(G, formula, 2.0 * (double)ones * (double)others, 0.0);
        return ways_paired(G, formula, sign, left, right);
    }
    spend(G, formula, (double)ones * (double)others, (double)ones + (double)others - 1.0);
    if (sign == '-') turn_around(right);
    i64 low = left.low + (sign == '-' ? -right.high : right.low);
    within(G, formula, (double)low, (double)(low + (i64)(ones + others - 2)));
    return ways_found(G, left.ways, convolved(G, left.ways, ones, right.ways, others), low, ones + others - 1);
}
