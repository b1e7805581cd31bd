/* ---- dice: formulas, which are texts (tgpl/text/dice_formula.py has their grammar), and what they come to

   A formula is worked out while it is read, from left to right: it is thrown, its limits are found, or the ways to all
   that it can come to are counted. */

#define EXACT 9007199254740992.0 /* numbers of dice are smaller, so that doubles hold them all */

enum Binding { BINDS_SUM, BINDS_PRODUCT, BINDS_SIGN, BINDS_ATOM };
enum Wanted { LIMITS, THROW, WAYS };
enum WordKind { WORD_END, WORD_OTHER, WORD_NUMBER, WORD_POOL };

typedef struct Spread { /* of what a part can come to; if it is thrown both are what came */
    i64 low, high;
    Slot *ways; /* to each of them, if they are counted: doubles, on the scratch */
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
    i32 wanted; /* what is to be done with it */
    u64 dice;   /* thrown so far, or work that counting was */
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
    if (!word_taken(formula, word)) raise_error(G, 708, formula->at);
}

static i64 sized(Game *G, const Formula *formula, u64 number) {
    if (number >= 1ull << 53) raise_error(G, 705, formula->at);
    return (i64)number;
}

static i64 number_read(Game *G, Formula *formula) {
    if (formula->kind != WORD_NUMBER) raise_error(G, 708, formula->at);
    i64 value = sized(G, formula, formula->first);
    next_word(formula);
    return value;
}

static Pool pool_read(Game *G, Formula *formula) {
    if (formula->kind != WORD_POOL) raise_error(G, 708, formula->at);
    i64 count = sized(G, formula, formula->first), faces = sized(G, formula, formula->second);
    if (count < 1 || faces < 1 || faces > MOST_FACES) raise_error(G, 714, formula->at);
    next_word(formula);
    Pool pool = {(u64)count, (u32)faces};
    return pool;
}

/* -- values */

static Spread came(i64 value) {
    Spread spread = {value, value, 0};
    return spread;
}

static Spread within(Game *G, const Formula *formula, double low, double high) {
    if (-low >= EXACT || high >= EXACT) raise_error(G, 705, formula->at);
    Spread spread = {(i64)low, (i64)high, 0};
    return spread;
}

static i64 worked_out(Game *G, const Formula *formula, u8 sign, i64 left, i64 right) {
    if (sign == '/' && !right) raise_error(G, 704, formula->at);
    double about = (double)left * (double)right;
    if (sign == '*' && (about >= EXACT || -about >= EXACT)) raise_error(G, 705, formula->at);
    i64 value = sign == '+' ? left + right : sign == '-' ? left - right : sign == '*' ? left * right : left / right;
    if (value >= 1ll << 53 || -value >= 1ll << 53) raise_error(G, 705, formula->at);
    return value;
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

static int is_as_wanted(const char *sign, double face, double value) {
    if (sign[0] == '=') return face == value;
    if (sign[0] == '!') return face != value;
    if (sign[0] == '>') return sign[1] ? face >= value : face > value;
    return sign[1] ? face <= value : face < value;
}
