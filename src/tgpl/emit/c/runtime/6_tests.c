/* ---- tests: filters, requires and triggers, whose changes are taken back

   An input's functions get a frame: the object, the event, what a block around it holds, then the answers of the inputs
   before it. Looking ahead writes the values that are tried into the places behind. A test that only looks needs no
   savepoint (`glance`); another gets one (`peek`). */

typedef struct Injector {
    const Input *input;
    i32 count;
    Slot *frame;
    i32 first;  /* where in the frame the answers begin */
    Ref entity; /* whose owner is asked */
    const u8 *given; /* which inputs are answered already; 0: none */
    const Slot *given_value;
    i32 strict; /* what is given must still be among the candidates */
} Injector;

typedef struct Peek {
    u64 chance;
    i64 held;
    u32 journal, top, objects, lines, log_bytes, floor;
    Ref newest;
    i32 depth;
} Peek;

static void peek_begin(Game *G, Peek *peek) {
    G->left -= TEST_STEPS;
    step(G, -1);
    peek->chance = G->m.chance;
    peek->journal = G->journal_length;
    peek->top = G->m.top;
    peek->objects = G->m.objects;
    peek->lines = G->m.lines;
    peek->log_bytes = G->m.log_bytes;
    peek->floor = G->floor;
    peek->newest = G->m.newest;
    peek->depth = G->depth;
    if (!G->tests++) {
        G->lines_before_test = G->m.lines;
        G->bytes_before_test = G->m.log_bytes;
    }
    G->m.chance ^= SIDE;
    peek->held = confine(G);
    G->running++;
    G->floor = G->m.top;
}

static void peek_end(Game *G, const Peek *peek) {
    if (G->journal_length > peek->journal) undo(G, peek->journal);
    G->m.chance = peek->chance;
    release(G, peek->held);
    G->m.top = peek->top;
    if (G->m.objects != peek->objects) {
        G->m.objects = peek->objects;
        G->changes++;
    }
    G->m.lines = peek->lines;
    G->m.log_bytes = peek->log_bytes;
    G->floor = peek->floor;
    G->m.newest = peek->newest;
    G->depth = peek->depth;
    G->tests--;
    G->running--;
}

static int passes(Game *G, Test test, Slot *frame, Slot candidate) {
    Peek peek;
    peek_begin(G, &peek);
    int found = test(G, frame, candidate);
    peek_end(G, &peek);
    return found;
}

/* Looking without a savepoint, for what surely changes nothing but what it made itself: only the memory is given back. */
typedef struct Glance {
    i64 held;
    u32 top;
} Glance;

static inline void begin_test(Game *G) {
    if (!G->tests++) {
        G->lines_before_test = G->m.lines;
        G->bytes_before_test = G->m.log_bytes;
    }
    G->running++;
}

static inline void end_test(Game *G) {
    G->running--;
    G->tests--;
}

static inline Glance begin_glance(Game *G) {
    G->left -= TEST_STEPS;
    step(G, -1);
    begin_test(G);
    Glance glance = {confine(G), G->m.top};
    return glance;
}

static inline void end_glance(Game *G, Glance glance) {
    G->m.top = glance.top;
    release(G, glance.held);
    end_test(G);
}

static inline int holds(Game *G, Test test, Slot *frame, Slot candidate, i32 calm) {
    if (!calm) return passes(G, test, frame, candidate);
    Glance before = begin_glance(G);
    int found = test(G, frame, candidate);
    end_glance(G, before);
    return found;
}

static Slot peek_value(Game *G, const Input *one, Get get, Slot *frame) {
    if (one->looks) {
        Glance before = begin_glance(G);
        Slot found = get(G, frame);
        end_glance(G, before);
        return found;
    }
    Peek peek;
    peek_begin(G, &peek);
    Slot found = get(G, frame);
    peek_end(G, &peek);
    return found;
}

/* A filter that only looks, for many candidates at once: with `found` those that pass, and how many they are; without,
   where the first stands, or how many were tested in vain. The emitter makes such a function of every filter that is the
   only one of its input, so that the compiler can put the test into the loop. A plain one takes no steps in it: they are
   counted by `filter_values`. Of others `first` may be a part that takes no steps, and that has to hold. */
#define SIFT(name, test, plain, first)                                                           \
    static u32 name(Game *G, Slot *frame, const Slot *from, u32 count, Slot *found) {            \
        Slot *next = found;                                                                      \
        for (u32 i = 0; i < count; i++) {                                                        \
            Slot value = from[i];                                                                \
            i64 held = 0;                                                                        \
            if (!(plain)) {                                                                      \
                G->left -= TEST_STEPS;                                                           \
                step(G, -1);                                                                     \
                if (!first(G, frame, value)) continue;                                           \
                held = confine(G);                                                               \
            }                                                                                    \
            int passing = test(G, frame, value);                                                 \
            if (!(plain)) release(G, held);                                                      \
            if (!passing) continue;                                                              \
            if (!found) return i;                                                                \
            *next++ = value;                                                                     \
        }                                                                                        \
        return found ? (u32)(next - found) : count;                                              \
    }

#define ALWAYS(game, frame, candidate) 1

static ALWAYS_INLINE u32 filter_values(Game *G, const Input *one, Slot *frame, const Slot *from, u32 count, Slot *found) {
    u32 result = 0, top = G->m.top;
    i64 most = (i64)count * (TEST_STEPS + 1);
    if (one->plain && G->left < most) { /* where it becomes too much has to be told exactly */
        for (u32 i = 0; i < count; i++) {
            if (!holds(G, one->filter[0], frame, from[i], 1)) continue;
            if (!found) return i;
            found[result++] = from[i];
        }
        return found ? result : count;
    }
    begin_test(G);
    result = one->sift(G, frame, from, count, found);
    end_test(G);
    G->m.top = top;
    if (one->plain) G->left -= found || result == count ? most : (i64)(result + 1) * (TEST_STEPS + 1);
    return result;
}

/* A test that may break: then it does not hold. */
static int attempt(Game *G, Test test, Slot *frame, Slot candidate) {
    Catch here;
    Match before = G->m;
    i64 held = G->held;
    u32 journal = G->journal_length, floor_before = G->floor, words = G->words_length;
    i32 depth = G->depth, tests = G->tests, running = G->running;
    Slot *scratch = G->scratch_top;
    Roots *roots = G->roots;
    volatile int found = 0;
    here.outer = G->caught;
    G->caught = &here;
    if (!_setjmp(here.registers)) {
        found = passes(G, test, frame, candidate);
        G->caught = here.outer;
        return found;
    }
    G->caught = here.outer;
    if (G->stop != STOP_ERROR) leave(G, G->stop);
    undo(G, journal);
    G->m = before;
    release(G, held);
    G->floor = floor_before;
    G->words_length = words;
    G->depth = depth, G->tests = tests, G->running = running;
    G->scratch_top = scratch;
    G->roots = roots;
    return 0;
}
