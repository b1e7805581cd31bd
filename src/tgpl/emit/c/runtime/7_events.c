/* ---- events: who observes them, and in which order they run

   All observers of an event are tested first; those that pass run by priority, order of declaration and age, and are tested
   again before they run. What they throw goes to the back of the queue. The same as tgpl/runtime/events.py. */

static inline void run_block(Game *G, void (*block)(Game *, Slot *), Slot *frame) {
    i64 held = confine(G);
    G->running++;
    block(G, frame);
    G->running--;
    release(G, held);
}

static void throw_event(Game *G, Ref event, int at) {
    present(G, event, at);
    if (G->queue_last == G->queue_size)
        G->queue = grow_block(G, G->queue, &G->queue_size, (u64)G->queue_last + 1, sizeof(Ref));
    G->queue[G->queue_last++] = event;
    G->waiting++;
}

static inline int enabled(Game *G, Ref entity, const ActionInfo *action) {
    Slot frame[2] = {slot_of(entity), slot_of(0)};
    for (i32 i = 0; i < action->requires; i++)
        if (!holds(G, action->require[i], frame, slot_of(0), action->calm)) return 0;
    return 1;
}

static int waits_for(const ActionInfo *action, i32 event_class) {
    for (i32 i = 0; i < action->triggers; i++)
        if (action->trigger[i].first <= event_class && event_class < action->trigger[i].last) return 1;
    return 0;
}

/* An event that nothing looks at is no object (0), only a class. */
static int triggered(Game *G, Ref entity, const ActionInfo *action, i32 class_, Ref event) {
    Slot frame[2] = {slot_of(entity), slot_of(event)};
    for (i32 i = 0; i < action->triggers; i++) { /* the most particular first */
        const Trigger *trigger = &action->trigger[i];
        if (class_ < trigger->first || class_ >= trigger->last) continue;
        if (!trigger->test || holds(G, trigger->test, frame, slot_of(0), action->calm)) return 1;
    }
    return 0;
}


/* MOST_INPUTS: of one action or phase, as the emitter has counted them. */

/* An event is in the game while its observers run. */
static inline void hold_event(Game *G, Ref event) {
    if (G->resolving_count == G->resolving_size)
        G->resolving = grow_block(G, G->resolving, &G->resolving_size, (u64)G->resolving_count + 1, sizeof(Ref));
    G->resolving[G->resolving_count++] = event;
}

typedef void (*Effect)(Game *, Slot *);

/* An effect that may be cancelled: then it is as if it had never run. Steps stay counted and answers used. */
static void run_attempt(Game *G, const ActionInfo *action, Effect effect, Slot *frame) {
    Match before = G->m;
    i64 held = G->held;
    u32 journal = G->journal_length, floor_before = G->floor, words = G->words_length;
    u32 first = G->queue_first, last = G->queue_last, waiting = G->waiting;
    u32 resolving = G->resolving_count, passed = G->passed_count;
    i32 running = G->running, depth = G->depth, site = G->site, block = G->block;
    Roots *roots = G->roots;
    Slot *scratch = G->scratch_top;
    const Injector *filling = G->filling;
    i32 filled = G->filled;
    Catch here;
    here.outer = G->caught;
    G->caught = &here;
    G->floor = G->m.top;
    if (!_setjmp(here.registers)) {
        run_block(G, effect, frame);
        G->caught = here.outer;
        G->floor = floor_before;
        return;
    }
    G->caught = here.outer;
    if (G->stop != STOP_CANCEL || (action->part && G->cancels_whole)) leave(G, G->stop);
    undo(G, journal);
    G->m = before;
    release(G, held);
    G->floor = floor_before, G->words_length = words;
    G->queue_first = first, G->queue_last = last, G->waiting = waiting;
    G->resolving_count = resolving, G->passed_count = passed;
    G->running = running, G->depth = depth, G->site = site, G->block = block;
    G->roots = roots, G->scratch_top = scratch;
    G->filling = filling, G->filled = filled;
    put_word(G, action->part ? action->part : action->name);
    put_word(G, G->failure_length ? " is cancelled: " : " is cancelled.");
    put(G, G->failure, G->failure_length);
    say(G, G->words + words, G->words_length - words, -1);
    G->words_length = words;
}

/* Inputs, then the effect: the action's own, or that of a base. Without an answer for each input nothing happens. */
static void run_action(Game *G, Ref entity, const ActionInfo *action, Effect effect, Ref event, const u8 *given,
                       const Slot *given_value) {
    Slot frame[2 + MOST_INPUTS];
    frame[0] = slot_of(entity), frame[1] = slot_of(event);
    if (action->inputs) {
        Injector all = {action->input, action->inputs, frame, 2, entity, given, given_value, 0};
        if (!is_answerable(G, &all, 0) || !answer_inputs(G, &all)) return;
    }
    if (RULES.cancels) run_attempt(G, action, effect ? effect : action->effect, frame);
    else run_block(G, effect ? effect : action->effect, frame);
}

/* Pairs of object and action: by priority, then declaration, then age. */
static int comes_before(Game *G, i64 one, i64 his_entity, i64 other, i64 entity) {
    const ActionInfo *his = &RULES.actions[one], *mine = &RULES.actions[other];
    double his_priority = his->priority(object_at(G, (Ref)his_entity)->class_);
    double priority = mine->priority(object_at(G, (Ref)entity)->class_);
    if (his_priority != priority) return his_priority > priority;
    return his->order < mine->order || (his->order == mine->order && his_entity <= entity);
}

static void sort_pairs(Game *G, Slot *pairs, u32 count) {
    if (!RULES.ranked) return; /* they are found in this order */
    for (u32 i = 1; i < count; i++) {
        Slot entity = pairs[2 * i], action = pairs[2 * i + 1];
        u32 j = i;
        for (; j > 0 && !comes_before(G, pairs[2 * j - 1].whole, pairs[2 * j - 2].whole, action.whole, entity.whole); j--)
            pairs[2 * j] = pairs[2 * j - 2], pairs[2 * j + 1] = pairs[2 * j - 1];
        pairs[2 * j] = entity, pairs[2 * j + 1] = action;
    }
}

/* The objects and actions that answer an event, onto the scratch. */
static u32 answering(Game *G, i32 class_, Ref event) {
    Slot *pairs = G->scratch_top;
    u32 found = 0;
    for (i32 a = 0; a < RULES.action_count; a++) {
        const ActionInfo *action = &RULES.actions[a];
        if (!waits_for(action, class_)) continue;
        G->scratch_top = pairs + 2 * found;
        u32 members = all_of(G, action->list);
        if (!members) continue;
        room(G, 2 * members);
        /* Those who pass are written over those who were looked at: twice as wide, so the list moves up first. */
        Slot *all = pairs + 2 * found + members;
        memmove(all, pairs + 2 * found, members * sizeof(Slot));
        G->scratch_top = all + members;
        for (u32 i = 0; i < members; i++) {
            Ref entity = (Ref)all[i].whole;
            if (!enabled(G, entity, action) || !triggered(G, entity, action, class_, event)) continue;
            pairs[2 * found] = slot_of(entity), pairs[2 * found + 1] = slot_of(a);
            found++;
        }
    }
    G->scratch_top = pairs + 2 * found;
    sort_pairs(G, pairs, found);
    return found;
}

static void resolve_all(Game *G) {
    while (G->queue_first < G->queue_last) {
        Ref event = G->queue[G->queue_first];
        G->queue[G->queue_first++] = 0;
        G->waiting--;
        G->left -= EVENT_STEPS;
        step(G, -1);
        if (!RULES.heard[object_at(G, event)->class_]) continue;
        hold_event(G, event);
        Slot *pairs = G->scratch_top;
        u32 count = answering(G, object_at(G, event)->class_, event);
        for (u32 i = 0; i < count; i++) {
            Ref entity = (Ref)pairs[2 * i].whole;
            const ActionInfo *action = &RULES.actions[pairs[2 * i + 1].whole];
            if (is_present(G, entity) && enabled(G, entity, action)) run_action(G, entity, action, 0, event, 0, 0);
        }
        G->scratch_top = pairs;
        G->resolving_count--;
    }
    if (!G->waiting) G->queue_first = G->queue_last = 0;
}

static inline void resolve(Game *G) {
    if (G->queue_first < G->queue_last) resolve_all(G);
}

/* After a move or an automatic phase: goals without a trigger of their own are tested. */
static inline void reach_goals(Game *G) {
    if (!RULES.goals) return;
    throw_event(G, RULES.goals(G, -1), -1);
    resolve(G);
}

/* With its whole tree, before anything else goes on. */
static void throw_now(Game *G, Ref event, int at) {
    i32 outer = G->site;
    G->site = at;
    present(G, event, at);
    deeper(G, at);
    u32 first = G->queue_first, last = G->queue_last;
    G->queue_first = last;
    throw_event(G, event, at);
    if (!first && !last) { /* an empty queue stays at its beginning */
        resolve(G);
    } else {
        resolve(G);
        G->queue_first = first, G->queue_last = last;
    }
    G->depth--;
    G->site = outer;
}

/* Calls an action: without its trigger, and without any effect if it is disabled. */
static void act(Game *G, i32 number, Effect effect, Ref entity, const u8 *given, const Slot *given_value, int at) {
    i32 outer = G->site;
    G->site = at;
    const ActionInfo *action = &RULES.actions[number];
    present(G, entity, at);
    deeper(G, at);
    u32 before = G->passed_count;
    if (before + 1 + MOST_INPUTS > G->passed_size)
        G->passed = grow_block(G, G->passed, &G->passed_size, (u64)before + 1 + MOST_INPUTS, sizeof(Ref));
    G->passed[G->passed_count++] = entity;
    for (i32 i = 0; i < action->inputs; i++)
        if (given && given[i]) {
            const Input *one = &action->input[i];
            if (one->many) G->passed[G->passed_count++] = (Ref)given_value[i].whole | 1;
            else if (RULES.types[one->type].tag == OBJECT) G->passed[G->passed_count++] = (Ref)given_value[i].whole;
        }
    if (enabled(G, entity, action)) run_action(G, entity, action, effect, 0, given, given_value);
    G->passed_count = before;
    G->depth--;
    G->site = outer;
}
