/* ---- what the rules declare, and texts

   `RULES` is the table of contents of a game, which the emitter fills in behind the runtime: classes, types, actions, turns.
   A text is a header and its bytes in UTF-8, in the arena; one that is being put together lies in `words` until it is done. */

enum Tag { NUMBER, TEXT, BOOL, PLAYER, SYMBOL, ANY, OBJECT, LIST, TABLE, STACK };
enum Kind { CLASS, INTERACTABLE, DECK, EVENT, TILE, CONNECTION, BOARD, GROUP };
enum Visibility { LOCAL, SHARED, GLOBAL };
enum Geometry { GRAPH, SQUARE, SQUARE_AROUND, HEX_ROW, HEX_COLUMN };

typedef struct TypeInfo {
    i32 tag;
    i32 of;          /* of a collection: the type of its elements */
    i32 first, last; /* of a class: the numbers that it and what derives from it have; of symbols: their own */
} TypeInfo;

typedef struct Link { /* where an object refers to something */
    u32 at;
    i32 tag;
    i32 hidden; /* a private attribute (1), or one that nobody sees (2) */
} Link;

typedef struct Field { /* an attribute */
    u32 at;
    i32 tag, type;
    i32 hidden; /* the same */
    i32 given;  /* filled in by `new`, and never changed */
    const char *name; /* where somebody may be shown it; 0: it stays off the screen */
} Field;

typedef struct NamePiece { /* of a display name: words, and an attribute behind them */
    Ref words;
    i32 field; /* -1: none */
} NamePiece;

typedef struct DisplayName {
    i32 pieces;
    const NamePiece *piece;
} DisplayName;

typedef struct ClassInfo {
    const char *shown;
    i32 display_names; /* for what belongs to player 0, player 1 and so on; 0: its objects go by `shown` */
    const DisplayName *display_name;
    i32 holder; /* the attribute that says whose it is, for these; -1: to whom it belongs */
    Ref name; /* the same as a text */
    Ref called; /* what players call the class itself, as a value */
    i32 last; /* the number behind those of all that derive from it */
    i32 kind, visibility;
    u32 size;
    i32 links;
    const Link *link;
    i32 fields;
    const Field *field; /* every attribute */
    i32 lists; /* the registers that its objects are in */
    const i32 *list;
    i32 geometry, lines, places; /* of a group: how many lines of how many cells */
    i32 rows_first;              /* of squares: [row][column] */
    const i32 *cells;            /* their classes; -1 is blank, -2 is outside */
    i32 tiles_type;              /* a list of the nearest class that all of them are; of a deck: of its cards */
    Ref (*make)(Game *, int);    /* of a tile */
    i32 permanent;               /* its objects are always in the game */
    const Ref *near;             /* of a group that is always at the same place: the neighbours of each tile */
    i32 near_size;               /* how far apart they are listed */
    i32 cost;                    /* of a connection: where its cost is, 0: it has none, -1: it is no number */
    i32 changing;                /* no two of its objects are alike for long */
    i32 zone;                    /* of a zone: its list among the fields, counted from 1 */
    i32 whereabouts;             /* of what lies in zones: the field that says in which, counted from 1 */
} ClassInfo;

typedef Slot (*Get)(Game *, Slot *);
typedef int (*Test)(Game *, Slot *, Slot);
typedef u32 (*Sift)(Game *, Slot *, const Slot *, u32, Slot *); /* see SIFT in 6_tests.c */

typedef struct Proposal { /* a text that a machine would type */
    Ref text;
    u32 length; /* in characters */
} Proposal;

typedef struct Input {
    i32 type; /* of one element */
    i32 list_type;
    i32 many, fills, optional, sized, free;
    i32 calm;  /* its filters only look */
    i32 looks; /* `asked`, `among`, `low`, `high`, `length`, `least` and `most` only look */
    i32 list;  /* the register of its candidates, or -1 */
    Get asked, among, low, high;
    u32 numbers; /* low and high stand in the rules: these are the numbers from one to the other */
    const Slot *number;
    i32 filters;
    const Test *filter;
    Sift sift; /* the only filter, calm, for many candidates at once; or 0 */
    i32 plain; /* which counts no steps of its own */
    i32 wholes;
    const Test *whole;
    i32 at;
    const char *name;
    i32 question; /* where the rules declare it */
    i32 passed;   /* answered by every call, and whatever passes the filters will do */
    Get length;   /* of a text that is typed: how many characters it has */
    u32 proposals;
    const Proposal *proposed; /* texts that the program can tell apart */
    Get least, most; /* how many are chosen: then a whole set is tested, and equal things are one option */
} Input;

typedef struct Trigger {
    i32 first, last; /* the events that it waits for */
    i32 depth;       /* how particular they are */
    Test test;       /* null: always */
} Trigger;

typedef struct ActionInfo {
    const char *name;
    i32 calm;       /* its requires and triggers only look */
    i32 impersonal; /* its requires are the same for all objects that have it */
    i32 chosen;     /* a player can choose it: if its triggers say so (1), always (2) */
    i32 shared;     /* others than its owner may use such an object */
    i32 away;       /* such an object may not be there: a piece that is discarded or in a deck (1), a tile or board (2) */
    i32 order;
    i32 list; /* the register of the objects that have it */
    i32 requires;
    const Test *require;
    i32 triggers;
    const Trigger *trigger;
    i32 inputs;
    const Input *input;
    double (*priority)(i32); /* by class: an override may have its own */
    void (*effect)(Game *, Slot *);
    const char *part; /* what it is called, if it is part of another action, whose effect calls it; else 0 */
    i32 point;        /* that is noted when it is offered; -1: none */
} ActionInfo;

typedef struct PhaseInfo {
    Ref name;
    const char *shown;
    i32 simultaneous;
    i32 inputs;
    const Input *input;
    void (*effect)(Game *, Slot *);
    i32 point; /* that is noted when it begins; -1: none */
} PhaseInfo;

typedef struct TurnInfo {
    Ref name;
    i32 phases;
    const PhaseInfo *phase;
    Player (*decide)(Game *); /* its default */
} TurnInfo;

typedef struct Rules {
    const TypeInfo *types;
    const ClassInfo *classes;
    i32 class_count;
    i32 list_count;
    const Ref *symbols; /* what the values of enums are called; the symbols before them are the classes */
    i32 text_count;
    const char *const *texts;
    const u32 *text_sizes;
    i32 action_count;
    const ActionInfo *actions;
    i32 turn_count;
    const TurnInfo *turns;
    i32 global_count;
    Ref (*const *globals)(Game *, int);
    i32 setup_count;
    void (*const *setups)(Game *);
    i32 connections; /* whether the game looks at the connections of its grids */
    i32 certain;      /* nothing is ever drawn */
    const u8 *steady; /* registers of objects that are always in the game */
    const u8 *absence; /* registers of objects that may be away: 1 because they are pieces, 2 because some are no tiles */
    i32 secrets;
    u32 fixed_begin, fixed_end; /* of the objects that every match has at the same place */
    i32 draws_aside; /* something that is only looked at depends on chance */
    i32 ranked;       /* actions have priorities */
    const u8 *heard;  /* by class: whether an action waits for such an event */
    const u8 *hidden; /* by class: whether nothing in the rules could look at such an event of the runtime */
    Ref (*goals)(Game *, int); /* makes the event after every move and automatic phase, if somebody waits for it */
    i32 cancels;      /* an effect may take back what it has done */
    double (*score)(Game *, Player); /* the designer's own, if there is one */
    double (*wish)(Game *, Player, i32); /* how much a player has of what somebody likes, where games are judged */
    u64 (*named)(Game *, Player, double); /* a hash of what a number is called that somebody can choose, if it has a name */
    void (*imagine)(Game *, Player, u64 *); /* fills what a seat cannot see, where the rules say what that can be */
    i32 least_players, most_players;
    const Ref *names; /* of the players, if they have some */
    i32 loses;        /* players can be out */
} Rules;

static const Rules RULES;

/* -- texts: bytes in UTF-8, behind how many bytes and characters they are, and a hash */

typedef struct Text {
    u32 bytes, characters;
    u32 hash; /* 0: nobody has asked yet */
    u8 byte[];
} Text;

/* All bytes but those that continue a character (10xxxxxx), eight at a time. */
static u32 characters_in(const u8 *bytes, u32 count) {
    const u64 lowest = 0x0101010101010101ull;
    u32 continuing = 0, i = 0;
    for (; i + 8 <= count; i += 8) {
        u64 word;
        memcpy(&word, bytes + i, 8);
        continuing += (u32)((((word >> 7) & ~(word >> 6) & lowest) * lowest) >> 56);
    }
    for (; i < count; i++) continuing += (bytes[i] & 0xC0) == 0x80;
    return count - continuing;
}

static Ref text_made(Game *G, const void *bytes, u32 count, u32 characters) {
    Ref made = allocate(G, (u32)sizeof(Text) + count);
    Text *text = at_ref(G, made);
    text->bytes = count;
    text->characters = characters;
    text->hash = 0;
    if (count) memcpy(text->byte, bytes, count);
    return made;
}

static double number_of_digits(Game *G, Ref ref, int at) {
    if (!ref) raise_error(G, 701, at);
    Text *text = at_ref(G, ref);
    u32 first = 0, end = text->bytes, number = 0;
#define IS_BLANK(c) ((c) == ' ' || (c) == '\t' || (c) == '\r' || (c) == '\n')
    while (first < end && IS_BLANK(text->byte[first])) first++;
    while (end > first && IS_BLANK(text->byte[end - 1])) end--;
#undef IS_BLANK
    for (; first < end; first++) {
        if (text->byte[first] < '0' || text->byte[first] > '9') return 0.0;
        number = 10u * number + (u32)(text->byte[first] - '0');
    }
    return (double)(i32)number;
}

static u32 text_hash(Game *G, Ref ref) {
    Text *text = at_ref(G, ref);
    if (text->hash) return text->hash;
    u64 hash = text->bytes, word;
    u32 i = 0;
    for (; i + 8 <= text->bytes; i += 8) {
        memcpy(&word, text->byte + i, 8);
        hash = (hash ^ word) * 0x9E3779B97F4A7C15ull;
        hash ^= hash >> 29;
    }
    for (word = 0; i < text->bytes; i++) word = word << 8 | text->byte[i];
    hash = (hash ^ word) * 0x9E3779B97F4A7C15ull;
    return text->hash = (u32)(hash >> 32) | 1;
}

static int same_text(Game *G, Ref x, Ref y) {
    if (x == y) return 1;
    if (!x || !y) return 0;
    Text *a = at_ref(G, x), *b = at_ref(G, y);
    return a->bytes == b->bytes && !memcmp(a->byte, b->byte, a->bytes);
}

/* Less than 0, 0, more than 0; bytes of UTF-8 stand in the order of their code points. */
static int compare_texts(Game *G, Ref x, Ref y, int at) {
    if (!x || !y) raise_error(G, 701, at);
    Text *a = at_ref(G, x), *b = at_ref(G, y);
    int found = memcmp(a->byte, b->byte, a->bytes < b->bytes ? a->bytes : b->bytes);
    return found ? found : (a->bytes > b->bytes) - (a->bytes < b->bytes);
}

/* -- putting a text together */

static void put(Game *G, const void *bytes, u32 count) {
    if (!count) return;
    if (G->words_length + (u64)count > G->words_size)
        G->words = grow_block(G, G->words, &G->words_size, G->words_length + (u64)count, 1);
    memcpy(G->words + G->words_length, bytes, count);
    G->words_length += count;
}

static void put_word(Game *G, const char *word) { put(G, word, (u32)strlen(word)); }

static void put_text(Game *G, Ref ref) {
    if (!ref) {
        put_word(G, "null");
        return;
    }
    Text *text = at_ref(G, ref);
    put(G, text->byte, text->bytes);
}

/* A symbol is a name that stands in the rules: 1 and the number of a class, behind these the values of enums; 0 is null. */
static inline Ref symbol_text(Ref symbol) {
    if (symbol <= (Ref)RULES.class_count) return symbol ? RULES.classes[symbol - 1].name : 0;
    return RULES.symbols[symbol - 1 - (Ref)RULES.class_count];
}

static inline int symbol_is(Ref symbol, i32 first, i32 last) { return (Ref)first <= symbol && symbol < (Ref)last; }

static inline Ref symbol_as(Ref symbol, i32 first, i32 last) { return symbol_is(symbol, first, last) ? symbol : 0; }

static inline int symbol_fits(Ref symbol, const TypeInfo *type) { return symbol_is(symbol, type->first, type->last); }

/* As it is written: a class by what it is called. */
static inline Ref symbol_name(Ref symbol) {
    return symbol && symbol <= (Ref)RULES.class_count ? RULES.classes[symbol - 1].called : symbol_text(symbol);
}

static void put_symbol(Game *G, Ref symbol) { put_text(G, symbol_name(symbol)); }

static void put_bool(Game *G, Bool x) { put_word(G, x == 2 ? "null" : x ? "true" : "false"); }

/* -- new texts: written behind everything else in the arena, part by part

   A text that grows by parts (`s += …`) and that nobody else holds grows where it is, as long as it is the last thing
   in the arena; the emitter knows which variables hold such texts. */

static Ref join_begin(Game *G) {
    Ref made = allocate(G, sizeof(Text));
    Text *text = at_ref(G, made);
    text->bytes = text->characters = text->hash = 0;
    return made;
}

static inline void join_bytes(Game *G, Ref made, const u8 *bytes, u32 count, u32 characters) {
    Text *text = at_ref(G, made);
    u32 end = text->bytes;
    if ((u64)made + end + count + 16 > G->arena_size) arena_full(G, (u64)made + end + count + 16);
    if (count < 8)
        for (u32 i = 0; i < count; i++) text->byte[end + i] = bytes[i];
    else memcpy(text->byte + end, bytes, count);
    text->bytes = end + count;
    text->hash = 0;
    text->characters += characters;
}

static inline void join_text(Game *G, Ref made, Ref part) {
    if (!part) {
        join_bytes(G, made, (const u8 *)"null", 4, 4);
        return;
    }
    const Text *text = at_ref(G, part);
    if (text->bytes <= 8) { /* a word at once: what follows it is written over, or nothing */
        Text *mine = at_ref(G, made);
        if ((u64)made + mine->bytes + 32 > G->arena_size) arena_full(G, (u64)made + mine->bytes + 32);
        memcpy(mine->byte + mine->bytes, text->byte, 8);
        mine->bytes += text->bytes;
        mine->characters += text->characters;
        mine->hash = 0;
        return;
    }
    join_bytes(G, made, text->byte, text->bytes, text->characters);
}

static inline void join_symbol(Game *G, Ref made, Ref symbol) { join_text(G, made, symbol_name(symbol)); }

static Ref join_copy(Game *G, Ref old) {
    Ref made = join_begin(G);
    join_text(G, made, old);
    return made;
}

static inline Ref join_more(Game *G, Ref old) {
    if (old >= G->floor && old + ((sizeof(Text) + ((Text *)at_ref(G, old))->bytes + 7u) & ~7u) == G->m.top) return old;
    return join_copy(G, old);
}

static inline void join_player(Game *G, Ref made, Player x) {
    u8 digits[2] = {(u8)('0' + x / 10), (u8)('0' + x % 10)}; /* there are not more than 64 */
    if (x < 0) join_text(G, made, 0);
    else if (x < 10) join_bytes(G, made, digits + 1, 1, 1);
    else join_bytes(G, made, digits, 2, 2);
}

static inline void join_bool(Game *G, Ref made, Bool x) {
    u32 size = x == 1 ? 4 : 5 - (x == 2);
    join_bytes(G, made, (const u8 *)(x == 2 ? "null" : x ? "true" : "false"), size, size);
}

/* The words since `start` follow. */
static void join_words(Game *G, Ref made, u32 start) {
    u32 bytes = G->words_length - start;
    if (bytes) join_bytes(G, made, G->words + start, bytes, characters_in(G->words + start, bytes));
    G->words_length = start;
}

static inline Ref join_end(Game *G, Ref made, int at) {
    const Text *text = at_ref(G, made);
    G->m.top = made + ((sizeof(Text) + text->bytes + 7u) & ~7u);
    if (text->characters > LONGEST_TEXT) raise_error(G, 713, at);
    work(G, text->characters, at);
    return made;
}

/* -- the log: lines outside the arena, because nothing in the rules can read them */

enum { TOLD = 1, FIRST_TOLD = 64 }; /* the mark of lines for one player, and the character for player 0: text/told_lines.py */

static void say_to(Game *G, Player player, const u8 *bytes, u32 count, int at) { /* -1: to all */
    if (G->m.lines >= LONGEST_LOG) raise_error(G, 713, at);
    G->log = grow_block(G, G->log, &G->log_size, (u64)G->m.log_bytes + count + 2, 1);
    G->line_ends = grow_block(G, G->line_ends, &G->line_size, (u64)G->m.lines + 1, sizeof(u32));
    if (player >= 0 || (count && bytes[0] == TOLD)) G->log[G->m.log_bytes++] = TOLD;
    if (player >= 0) G->log[G->m.log_bytes++] = (u8)(FIRST_TOLD + player);
    if (count) memcpy(G->log + G->m.log_bytes, bytes, count);
    G->m.log_bytes += count;
    G->line_ends[G->m.lines++] = G->m.log_bytes;
}

static void say(Game *G, const u8 *bytes, u32 count, int at) { say_to(G, -1, bytes, count, at); }

/* The words since `start` become a line. */
static void tell_words(Game *G, Player player, u32 start, int at) {
    u32 bytes = G->words_length - start;
    if (bytes) work(G, characters_in(G->words + start, bytes), at);
    say_to(G, player, bytes ? G->words + start : 0, bytes, at);
    G->words_length = start;
}

static void log_words(Game *G, u32 start, int at) { tell_words(G, -1, start, at); }

static void tell_text(Game *G, Player player, Ref ref, int at) {
    const Text *text = at_ref(G, ref);
    if (ref) work(G, text->characters, at);
    say_to(G, player, ref ? text->byte : (const u8 *)"null", ref ? text->bytes : 4, at);
}

static void log_text(Game *G, Ref ref, int at) { tell_text(G, -1, ref, at); }

/* -- players */

static Player seat_at(Game *G, Player player, int at) {
    if (player < 0) raise_error(G, 701, at);
    return player;
}

static inline int has_left(Game *G, Player player) { return (int)(G->m.out >> player & 1); }
static void put_out(Game *G, Player player, int at) { G->m.out |= 1ull << seat_at(G, player, at); }
static void put_first(Game *G, Player player, int at) { G->m.first = seat_at(G, player, at); }
static inline Player first_player(Game *G) { return G->m.first < 0 ? 0 : G->m.first; }

/* A player, or the next one who is not out; if all are out that player. */
static Player next_in(Game *G, Player player) {
    for (i32 i = 0; i < G->players; i++)
        if (!has_left(G, (player + i) % G->players)) return (player + i) % G->players;
    return player;
}

/* A move fails; the words since `start` say why. In a test nothing can fail. */
static void fail_with(Game *G, u32 start, int at) __attribute__((noreturn));
static void fail_with(Game *G, u32 start, int at) {
    G->failure_length = G->words_length - start;
    G->failure = grow_block(G, G->failure, &G->failure_size, G->failure_length, 1);
    if (G->failure_length) memcpy(G->failure, G->words + start, G->failure_length);
    G->at = placed(G, at);
    if (G->tests) raise_error(G, 712, at);
    G->error_player = G->m.active;
    leave(G, STOP_FAIL);
}

/* `cancel`: whoever runs the action takes back what it did; where none runs it is a failure. */
static void cancel_with(Game *G, u32 start, i32 whole, int at) __attribute__((noreturn));
static void cancel_with(Game *G, u32 start, i32 whole, int at) {
    G->failure_length = G->words_length - start;
    G->failure = grow_block(G, G->failure, &G->failure_size, G->failure_length, 1);
    if (G->failure_length) memcpy(G->failure, G->words + start, G->failure_length);
    G->at = placed(G, at);
    G->error_player = G->m.active;
    G->cancels_whole = whole;
    leave(G, STOP_CANCEL);
}
