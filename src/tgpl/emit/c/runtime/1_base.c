/* ---- the ground: the match, its memory, the journal, steps, stops, numbers and chance

   Everything that a rule can reach lies in one block of memory, the arena; a reference is the distance from its
   start, and 0 is null. Memory is handed out upwards and never given back one by one: what a test made is dropped by
   setting the top back, and what a long game leaves behind is cleared away between two moves (see 5_reach.c).

   Every change of something older than the last savepoint goes into the journal with its old value, so that a test,
   a failed move or a question without an answer can be taken back. What is younger than the savepoint needs no entry:
   it vanishes with the top.

   A block that cannot go on (a rule breaks, a move fails, the game ends, a question has no answer yet) is left by
   longjmp: expressions stay expressions, and only the few places that catch anything pay for it. */

/* A game uses only some of what is here, and a designer may declare what is never used. */
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wunused-const-variable"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#pragma GCC diagnostic ignored "-Wunused-value"

/* Before a loop of a few rounds inside another: directions, mostly. */
#if defined(__GNUC__) && !defined(__clang__) && !defined(__TINYC__)
#define ROUND_BY_ROUND _Pragma("GCC unroll 4")
#else
#define ROUND_BY_ROUND
#endif

typedef unsigned char u8;
typedef int i32;
typedef unsigned int u32;
typedef long long i64;
typedef unsigned long long u64;
typedef u32 Ref;
typedef i32 Player; /* -1 is null */
typedef i32 Bool;   /* 2 is null */

typedef union Slot { /* one value of any type */
    double number;
    i64 whole; /* a player, a bool or a reference */
    u64 bits;
} Slot;

/* The few functions of the C library that are used, declared here so that no header is needed. */
void *malloc(__SIZE_TYPE__);
void *realloc(void *, __SIZE_TYPE__);
void free(void *);
void *memcpy(void *, const void *, __SIZE_TYPE__);
void *memmove(void *, const void *, __SIZE_TYPE__);
void *memset(void *, int, __SIZE_TYPE__);
int memcmp(const void *, const void *, __SIZE_TYPE__);
__SIZE_TYPE__ strlen(const char *);
double fmod(double, double);
double floor(double);
int _setjmp(void *) __attribute__((returns_twice));
void longjmp(void *, int) __attribute__((noreturn));

#define ALWAYS_INLINE inline __attribute__((always_inline))

#ifndef FIRST_ROOM /* bytes of the arena that a match begins with, beside what is always there */
#define FIRST_ROOM (1 << 16)
#endif

#ifndef COMPACT_FROM /* how much memory may be used before it is cleared up; 0, for tests: after every move */
#define COMPACT_FROM (1 << 18)
#endif

#ifndef LAST_EPOCH /* how often marks can be given before they begin anew; few, for tests */
#define LAST_EPOCH (1u << 30)
#endif

#ifdef LOGIC /* the rules are logic, and have goals */
#define GOALS 1
#else
#define GOALS 0
#endif

enum Stop { STOP_ERROR = 1, STOP_FAIL, STOP_OVER, STOP_QUESTION, STOP_UNSUPPORTED, STOP_MEMORY, STOP_DRAW, STOP_CANCEL, STOP_HALT };
enum Stage { SETUP, PASS, CHOOSE, NOTHING, SEAL, REVEAL };
enum What { VALUE, ACTION, DONE, NONE, NOBODY, UNKNOWN }; /* the last: somebody gave up */

typedef struct Catch {
    struct Catch *outer;
    i64 registers[80]; /* larger than any jmp_buf */
} Catch;

typedef struct Pending { /* the pass that is carried out when the running block and its events are done */
    i32 turn;            /* -1: none */
    Player player;
    Ref phase; /* a text */
    i32 ask_default;
} Pending;

typedef struct Match { /* what a savepoint copies; the rest is in the arena, and in the journal */
    u64 chance;
    u32 top;
    u32 fixed; /* where the next object goes that every match has at the same place */
    Ref newest;  /* object; each knows the one before it */
    u32 objects; /* how many there are */
    u32 ghosts;  /* of them: those that nobody can ever look at, so that they were only counted */
    Player active;
    i32 turn, phase; /* -1: not yet */
    Pending pending;
    u32 lines, log_bytes;
    u64 out;      /* players who are out: a bit for each */
    Player first; /* who has the mark of the first player; -1: nobody got it yet */
    i32 stage, idle, folded_times, folded_line;
    u32 sealed; /* seats that have chosen in a simultaneous phase */
    Ref seen;   /* the last position on entering a phase, once nobody chooses for long */
} Match;

typedef struct Key { /* an answer */
    i32 what;
    i32 action;
    Slot value;
    i32 type;
    u32 born : 31;  /* of an object that the running transaction made: how many it had made then; else 0 */
    u32 hidden : 1; /* who is asked may not see which one it is */
} Key;

typedef struct Digest { /* of a position */
    u64 first, second;
} Digest;

typedef struct Seen { /* a position that came up; they lie in the arena */
    Digest position;
    Ref before;
    u32 unused;
} Seen;

typedef struct Change {
    u32 at, size;
    u64 old;
} Change;

typedef struct PathHash { /* of the way that led here: who thinks finds by it what they know of a position */
    i32 kept;        /* or nobody asks for it */
    u32 spread;      /* how many ways chance could have gone in the running transaction */
    u64 path;        /* all answers and, while they are few, what chance brought */
    u64 committed_path; /* up to the last commit */
    u64 phase_path;  /* up to the beginning of a simultaneous phase */
    u64 own;         /* the answers of the running transaction */
} PathHash;

typedef struct Outcome { /* of a draw, where chance is open */
    u64 state;           /* of chance, in which it is made */
    u32 width, number;   /* how many there could be, and which came */
} Outcome;

typedef struct OpenChance { /* of a match that is walked through: see 9f_actions.c */
    u32 widest; /* outcomes of one draw; 0: chance is not open */
    u32 count, size;
    Outcome *outcomes; /* since the last commit behind which something was drawn */
    i32 waits;         /* for an outcome, of these: */
    u64 state;
    u32 among;
    i32 *chosen; /* seats and actions of moves that are not carried out yet */
    u32 chosen_count, chosen_size;
} OpenChance;

typedef struct Numbering Numbering;

typedef struct Roots { /* what the variables of a running block hold */
    struct Roots *outer;
    i32 count;
    const Ref *held;
} Roots;

typedef struct Game {
    u8 *arena;
    u32 arena_size;
    u64 arena_needed, scratch_needed; /* by the transaction that is run again because there was too little */
    const u8 *stack_end; /* of the machine's own stack: where nobody may call any deeper */
    const u8 *stack_low; /* and where it ends, for this thread: */
    unsigned long thread;
    u32 floor; /* changes of what lies below are written into the journal */
    u32 first_free;
    Match m;
    Change *journal;
    u32 journal_length, journal_size;
    Catch *caught;
    Match before; /* where the running transaction began */
    u32 journal_before;
    i32 transactions_left;
    i32 rolling_back; /* what a transaction that stopped did is being taken back */
    i32 stop, code, at, error_player;
    i32 cancels_whole; /* also the actions of which the running one is only a part */
    /* the running block */
    i32 running, tests, depth, deciding;
    i64 left; /* steps until the running block has gone on for too long */
    i64 held; /* steps that it may not use, but what follows may */
    i64 spent; /* steps since somebody was asked: of transactions that are done, and of working out what could be chosen */
    volatile i64 most; /* STEPS_IN_ALL; less than any number of steps when it is halted: so there is one thing to look at */
    volatile i32 halted; /* another thread wants it back (`Halt`) */
    i32 heeds;           /* which of these matter to who is at work */
    u32 lines_before_test, bytes_before_test;
    i32 site;  /* the innermost place of the rules that called the runtime */
    i32 block; /* where the block begins that began last; tests do not count */
    Roots *roots;
    const struct Injector *filling; /* whose inputs are being answered, and how many of them are */
    i32 filled;
    Player watcher; /* who is asked to choose from a list that is being worked out, what was made before, and whether
                       something that they may not see was looked at (8_secrets.c) */
    u32 watch_top;
    i32 taint, list_tainted; /* the second: while the last list was worked out */
    /* events */
    Ref *queue;
    u32 queue_first, queue_last, queue_size;
    u32 waiting; /* events in all queues; what was taken out of one leaves a 0 */
    Ref *resolving;
    u32 resolving_count, resolving_size;
    Ref *passed;
    u32 passed_count, passed_size;
    /* questions */
    Key *answers;
    u32 *offered_at; /* where in `offered` the options of each answer begin; those of the decision behind them */
    u8 *offered_any; /* nobody could list them */
    u32 answer_count, position, decisions; /* given; used by the running block; real decisions among them */
    u32 answers_size, offered_at_size, offered_any_size;
    u8 *names; /* what texts say that are answers or options: they outlive the block that made them */
    u32 names_top, names_size;
    Key *offered;
    u32 offered_size;
    Key *ruled_out; /* paths, each behind its length */
    u32 ruled_out_count, ruled_out_size;
    u32 *ruled_out_index; /* where paths begin, by their hash; only for many */
    u32 ruled_out_index_size, ruled_out_indexed; /* up to where they are in it; 0 whenever the count was changed otherwise */
    u64 committed_answers; /* up to the last commit */
    struct {
        const void *input;
        Ref entity;
        u32 first;
        i64 price;
    } known; /* what testing whether an action can be chosen found out about its input; see 7c_choosing.c */
    Key *options; /* of the decision: behind what was offered before, so that nothing is copied when it is answered */
    u32 option_count;
    Player decider;
    i32 free_input;   /* any value may be named: 1 + its type */
    i32 has_decision;
    const char *asking; /* the input of the decision */
    i32 question;       /* and where the rules declare it; -1: an action is chosen */
    u8 *failure;        /* why a move fails */
    u32 failure_length, failure_size;
    const char *blamed; /* the input that could not be answered */
    i32 blamed_later;   /* 1: that is the one behind the one that was asked for */
    i32 unfinished;     /* of a list that came to no end: how many elements it had */
    const char *unsupported;
    const char *uncounted; /* the input that made counting stop, and of what type it is */
    i32 uncounted_type;
    /* agents */
    i32 agent; /* 0: nobody answers on the spot, 1: first, 2: random, 3: whoever thinks */
    u32 (*thinker)(struct Game *);
    i32 wish; /* of who thinks: not the score counts but this, by its number from 1 */
    void *thoughts;
    void *logic; /* of a game whose rules are logic: who works out positions */
    i32 unordered; /* the order of options does not matter: in games that somebody only imagines */
    PathHash path_hash;
    u64 agent_chance[MOST_SEATS];
    /* results */
    i32 players;
    i32 moves, ended;
    i64 commits;
    i32 refused;
    i32 gives_up; /* nobody can answer the next open question */
    i32 *ranking; /* players, each place behind its size */
    i32 ranking_count;
    u32 ranking_size;
    i32 *choices;
    u32 choice_count, choice_size;
    u8 *log;
    u32 log_size;
    u32 *line_ends;
    u32 line_size;
    u32 shown_lines; /* up to where the open decision is */
    i32 keep_journal;
    /* reachability */
    u32 epoch, alive_epoch, alive_mark;
    u64 changes, alive_at;
    u32 sweep_at, compact_at;
    Ref *marking;
    u32 marking_count, marking_size;
    u8 *other_arena;
    Ref moving; /* the last collection that was moved and whose elements were not yet; each leads to the one before it */
    Ref *numbered; /* for digests: objects and collections by their numbers, and back */
    u32 numbered_count, numbered_size;
    u32 *number_at;
    u32 number_size;
    struct Trek *ways; /* that distances wait for */
    u32 ways_size;
    Slot *scratch, *scratch_top;
    u32 scratch_size;
    u8 *words; /* a text that is being put together */
    u32 words_length, words_size;
    Key *sealed_keys;
    u32 sealed_size;
    u32 sealed_ends[MOST_SEATS + 1];
    OpenChance open;
    Numbering *numbering; /* 0: nobody wants numbers of actions */
    /* the match behind its setup, in a game without chance */
    u8 *kept;
    u32 kept_size;
    Match kept_match;
    i32 kept_players, kept_block;
    struct FlatStore *flat; /* for playouts, where the game has them: playout/stages.c */
    i64 kept_spent;
    u32 kept_sweep_at, kept_compact_at;
#ifdef POINTS
    u8 hit[POINTS], kept_hit[POINTS]; /* where the match came by; behind its setup */
    i64 work;                         /* steps in all, of everything */
#endif
} Game;

#ifdef POINTS /* where matches are looked at: see tgpl/core/coverage.py */
#define HIT(point) (G->hit[point] = 1)

/* A test has its answer; the point of its yes is behind that of its no. */
static ALWAYS_INLINE int judged(Game *G, int point, int yes) {
    G->hit[point + (yes != 0)] = 1;
    return yes;
}

/* The quick beginning of a test: whether the rest is worth asking. */
static ALWAYS_INLINE int passed(Game *G, int point, int yes) {
    if (!yes) G->hit[point] = 1;
    return yes;
}
#endif

static void leave(Game *G, int stop) __attribute__((noreturn));
static void leave(Game *G, int stop) {
    G->stop = stop;
    longjmp(G->caught->registers, 1);
}

static void unsupported(Game *G, const char *what) __attribute__((noreturn, cold));
static void unsupported(Game *G, const char *what) {
    G->unsupported = what;
    leave(G, STOP_UNSUPPORTED);
}

/* Where something went wrong: here, or where the rules called the runtime, or in the block that ran last. */
static inline i32 placed(Game *G, int at) { return at >= 0 ? at : G->site >= 0 ? G->site : G->block; }

/* A rule breaks. `at` is the number of a place in the rule text, -1 where the runtime itself found the error. */
static void raise_error(Game *G, int code, int at) __attribute__((noreturn, cold));
static void raise_error(Game *G, int code, int at) {
    G->code = code;
    G->at = placed(G, at);
    G->error_player = G->m.active;
    if (G->tests) { /* what a test said is not kept */
        G->m.lines = G->lines_before_test;
        G->m.log_bytes = G->bytes_before_test;
    }
    leave(G, STOP_ERROR);
}

/* Memory for something the rules hold may be there twice, but only as much as a game can need. */
static void *grow_block(Game *G, void *block, u32 *size, u64 needed, u32 each) {
    if (needed <= *size) return block;
    u64 larger = *size ? 2 * (u64)*size : 64;
    if (larger < needed) larger = needed;
    void *found = larger * each > MOST_MEMORY ? 0 : realloc(block, larger * each);
    if (!found) unsupported(G, "so much memory");
    *size = (u32)larger;
    return found;
}

/* -- steps */

static inline void step(Game *G, int at) {
    if (--G->left < 0) raise_error(G, 706, at);
}

static inline void work(Game *G, u32 size, int at) {
    if (size > 16) {
        G->left -= size >> 4;
        step(G, at);
    }
}

/* Between two transactions, and before a decision in the middle of one is worked out: it was too much, or nobody waits for it any more. */
static void check_spent_now(Game *G) __attribute__((cold));
static void check_spent_now(Game *G) {
    if (G->spent > STEPS_IN_ALL) raise_error(G, 706, -1);
    if (G->halted & G->heeds) leave(G, STOP_HALT);
}

static inline void check_spent(Game *G) {
    if (G->spent > G->most) check_spent_now(G);
}

/* A block of its own may use only so many steps; the rest is for what comes after it. */
static inline i64 confine(Game *G) {
    i64 outer = G->held;
    if (G->left > STEPS) {
        G->held += G->left - STEPS;
        G->left = STEPS;
    }
    return outer;
}

static inline void release(Game *G, i64 outer) {
    G->left += G->held - outer;
    G->held = outer;
}

/* -- the machine's own stack: rules call each other on it, and so do those who look ahead

   How much there is depends on the thread that calls: its system knows. What lies below `stack_end` is for everything that
   calls without asking: functions of rules that do not lead back to themselves, one of each at most (see KEPT_FOR_RULES,
   which the emitter has worked out), inputs behind each other, and the runtime itself. */

#ifndef STACK_ROOM /* where nobody knows */
#define STACK_ROOM (3 << 17)
#endif

#if defined(__linux__)
unsigned long pthread_self(void);
int pthread_getattr_np(unsigned long, void *);
int pthread_attr_getstack(const void *, void **, __SIZE_TYPE__ *);
int pthread_attr_destroy(void *);

static const u8 *stack_lowest(unsigned long thread) {
    u64 attributes[64]; /* larger than any pthread_attr_t */
    void *low = 0;
    __SIZE_TYPE__ size = 0;
    if (pthread_getattr_np(thread, attributes)) return 0;
    pthread_attr_getstack(attributes, &low, &size);
    pthread_attr_destroy(attributes);
    return low;
}
#elif defined(__APPLE__)
unsigned long pthread_self(void);
void *pthread_get_stackaddr_np(unsigned long);
__SIZE_TYPE__ pthread_get_stacksize_np(unsigned long);

static const u8 *stack_lowest(unsigned long thread) {
    return (const u8 *)pthread_get_stackaddr_np(thread) - pthread_get_stacksize_np(thread);
}
#else
static unsigned long pthread_self_(void) { return 1; }
#define pthread_self pthread_self_
static const u8 *stack_lowest(unsigned long thread) { return 0; }
#endif

/* By whoever calls from outside. */
static void find_stack(Game *G) {
    u8 here;
    G->heeds = DROP;
    const u64 kept = (128 << 10) + KEPT_FOR_RULES + 1024ull * MOST_INPUTS;
    unsigned long thread = pthread_self();
    if (G->thread != thread) {
        G->thread = thread;
        G->stack_low = stack_lowest(thread);
    }
    u64 room = (u64)(&here - G->stack_low);
    if (!G->stack_low || room > 1ull << 40) room = STACK_ROOM;
    G->stack_end = &here - room + (kept < room / 2 ? kept : room / 2);
}

static inline int stack_is_low(const Game *G) {
    u8 here;
    return (const u8 *)&here < G->stack_end;
}

static void very_deep(Game *G, int at) __attribute__((noreturn, cold));
static void very_deep(Game *G, int at) {
    if (G->depth > DEEPEST_CALL) raise_error(G, 707, at);
    unsupported(G, "so many calls inside each other");
}

static inline void deeper(Game *G, int at) {
    if (++G->depth > DEEPEST_CALL || stack_is_low(G)) very_deep(G, at);
}

/* -- the arena */

static inline void *at_ref(Game *G, Ref ref) { return G->arena + ref; }

static inline Ref ref_of(Game *G, const void *place) { return (Ref)((const u8 *)place - G->arena); }

/* Nothing can be moved while a transaction runs: it is taken back, there is more room, and it runs again. */
static void arena_full(Game *G, u64 needed) __attribute__((noreturn, cold));
static void arena_full(Game *G, u64 needed) {
    G->arena_needed = needed;
    leave(G, STOP_MEMORY);
}

static inline void room(Game *G, u64 count) { /* on the scratch */
    u64 needed = (u64)(G->scratch_top - G->scratch) + count;
    if (needed <= G->scratch_size) return;
    G->scratch_needed = needed;
    leave(G, STOP_MEMORY);
}

static inline Ref allocate(Game *G, u32 size) {
    Ref made = G->m.top;
    size = (size + 7u) & ~7u;
    if (size > G->arena_size - made) arena_full(G, (u64)made + size);
    G->m.top = made + size;
    return made;
}

static void longer_journal(Game *G) __attribute__((noinline, cold));
static void longer_journal(Game *G) {
    G->journal = grow_block(G, G->journal, &G->journal_size, (u64)G->journal_length + 1, sizeof(Change));
}

static void remember_half(Game *G, u32 at) {
    if (G->journal_length == G->journal_size) longer_journal(G);
    Change *change = &G->journal[G->journal_length++];
    change->at = at;
    change->size = 4;
    change->old = *(u32 *)(void *)(G->arena + at);
}

static void remember_word(Game *G, u32 at) {
    if (G->journal_length == G->journal_size) longer_journal(G);
    Change *change = &G->journal[G->journal_length++];
    change->at = at;
    change->size = 8;
    change->old = *(u64 *)(void *)(G->arena + at);
}

static inline void remember(Game *G, u32 at, u32 size) { /* 4 or 8 */
    if (size == 4) remember_half(G, at);
    else remember_word(G, at);
}

/* Some words in a row. */
static void remember_words(Game *G, u32 at, u32 words) {
    G->journal = grow_block(G, G->journal, &G->journal_size, (u64)G->journal_length + words, sizeof(Change));
    Change *change = &G->journal[G->journal_length];
    G->journal_length += words;
    for (; words; words--, change++, at += 8) {
        change->at = at;
        change->size = 8;
        change->old = *(u64 *)(void *)(G->arena + at);
    }
}

static inline void set_ref(Game *G, Ref *place, Ref value) {
    if (ref_of(G, place) < G->floor) remember(G, ref_of(G, place), 4);
    *place = value;
    G->changes++;
}

static inline void set_int(Game *G, i32 *place, i32 value) {
    if (ref_of(G, place) < G->floor) remember(G, ref_of(G, place), 4);
    *place = value;
}

static inline void set_number(Game *G, double *place, double value) {
    if (ref_of(G, place) < G->floor) remember(G, ref_of(G, place), 8);
    *place = value;
}

static inline void set_slot(Game *G, Slot *place, Slot value) {
    if (ref_of(G, place) < G->floor) remember(G, ref_of(G, place), 8);
    *place = value;
    G->changes++;
}

static void undo(Game *G, u32 length) {
    while (G->journal_length > length) {
        Change *change = &G->journal[--G->journal_length];
        if (change->size == 8) *(u64 *)(void *)(G->arena + change->at) = change->old;
        else *(u32 *)(void *)(G->arena + change->at) = (u32)change->old;
    }
    G->changes++;
}
