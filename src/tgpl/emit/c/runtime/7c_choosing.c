/* ---- a player chooses an action, then its inputs

   Nearly all of a playout is spent here. So what is written for any action is put into a function for each action by
   the emitter, with a pointer to its row that the compiler knows: tests become part of the loops, and what a row does
   not have costs nothing. An action with one input of the plainest kind goes the short way; the others take the way
   through 6c_questions.c, which does the same. */

static void sort_options(Game *G) { /* as sort_pairs */
    Key *keys = G->options;
    for (u32 i = 1; i < G->option_count; i++) {
        Key key = keys[i];
        u32 j = i;
        for (; j > 0 && !comes_before(G, keys[j - 1].action, keys[j - 1].value.whole, key.action, key.value.whole); j--)
            keys[j] = keys[j - 1];
        keys[j] = key;
    }
}

static inline void offer_keys(Game *G, Player player, enum Order order);
static inline void hide_values(Game *G, enum Order order); /* hides what the player may not see: 8_secrets.c */

/* Whether an action has one input that somebody chooses from some candidates, with one filter that only looks, or none. */
static inline int is_simple(const ActionInfo *action) {
    const Input *one = action->input;
    return action->inputs == 1 && !one->many && !one->fills && !one->optional && !one->free && (one->sift || !one->filters);
}

/* Such an action that could be chosen has been tested: where the first candidate stands that passes, and the price of
   finding that out. The question that follows need not look there again. */
static ALWAYS_INLINE int simple_possible(Game *G, const Input *one, Slot *frame, Ref entity) {
    step(G, -1);
    if (one->among && one->looks && !one->filters) return any_candidate_listed(G, one, frame);
    Slot *scratch = G->scratch_top;
    Injector all = {one, 1, frame, 2, entity, 0, 0, 0};
    u32 count;
    const Slot *from = values_at(G, &all, one, &count, !one->filters);
    if (!one->sift) {
        G->scratch_top = scratch;
        return count > 0;
    }
    i64 left = G->left;
    u32 first = filter_values(G, one, frame, from, count, 0);
    G->scratch_top = scratch;
    G->known.input = one;
    G->known.entity = entity;
    G->known.first = first;
    G->known.price = left - G->left;
    return first < count;
}

static ALWAYS_INLINE u32 simple_candidates(Game *G, const Input *one, Slot *frame, Ref entity) {
    Slot *found = G->scratch_top;
    Injector all = {one, 1, frame, 2, entity, 0, 0, 0};
    if (!one->sift) return values_of(G, &all, one, 0);
    u32 count, first = 0, known = 0;
    const Slot *from = values_at(G, &all, one, &count, 0);
    room(G, count);
    G->scratch_top = found + count;
    if (!RULES.secrets && G->known.input == one && G->known.entity == entity && G->left >= G->known.price) {
        G->left -= G->known.price;
        first = G->known.first;
        found[known++] = from[first++];
    }
    known += filter_values(G, one, frame, from + first, count - first, found + known);
    G->scratch_top = found + known;
    return known;
}

/* The answer to the only input. Its options were there when the action was chosen. */
static ALWAYS_INLINE Slot ask_simply(Game *G, const Input *one, Slot *frame, Ref entity) {
    Key key;
    if (!known_answer(G, &key)) {
        DecisionCost before = begin_deciding(G);
        Injector all = {one, 1, frame, 2, entity, 0, 0, 0};
        Slot *found = G->scratch_top;
        Player player = asked_player(G, &all, one);
        if (RULES.loses && has_left(G, player)) {
            decide_for_none(G, one, 0);
            end_deciding(G, &before, 0);
            if (!resolve_question(G, NO_ANSWER, &key)) nothing_to_choose(G, -1);
        }
        if (RULES.secrets) {
            G->filling = &all, G->filled = 0;
            G->watcher = player, G->list_tainted = 0;
        }
        u32 count = simple_candidates(G, one, frame, entity);
        int tainted = RULES.secrets && one->among && G->list_tainted;
        clear_options(G);
        set_options(G, one->type, found, count, one->number || (one->list >= 0 && RULES.steady[one->list]));
        if (RULES.types[one->type].tag == OBJECT) offer_keys(G, player, tainted || !one->among ? BY_AGE : AS_LISTED);
        else if (tainted) hide_values(G, AS_LISTED);
        G->scratch_top = found;
        G->decider = player;
        G->free_input = 0;
        G->asking = one->name;
        G->question = one->question;
        G->blamed = one->name, G->blamed_later = 0;
        if (count && !drop_ruled_out(G)) all_ruled_out(G);
        end_deciding(G, &before, count > 0);
        if (!resolve_question(G, count ? OPEN : NO_ANSWER, &key)) nothing_to_choose(G, -1);
        if (RULES.secrets) G->filling = 0;
    }
    if (key.what == NOBODY) {
        G->blamed = one->name;
        nothing_to_choose(G, -1);
    }
    return key_value(G, one, &key);
}

/* Tiles and boards are everybody's, so they need not be in the game. */
static int is_in_play(Game *G, Ref ref) {
    if (is_blank(G, ref)) return 0;
    if (rooted(G, ref) || class_of(G, ref)->permanent) return 1;
    find_alive(G);
    return object_at(G, ref)->mark == G->alive_mark;
}

/* Whether a player could choose an action of this one. Others whom a player can use are in the game: nobody has to look who
   is, and between two transactions that would cost nothing. */
static ALWAYS_INLINE int is_at_hand(Game *G, const ActionInfo *action, Ref entity, Player player) {
    if (action->shared ? !usable(G, entity, player) : object_at(G, entity)->owner != player) return 0;
    if (action->away == 2) return is_in_play(G, entity);
    return !action->away || is_piece_present(G, entity);
}

/* All of them onto the scratch, for several actions of the same objects; how many. */
static ALWAYS_INLINE u32 at_hand(Game *G, const ActionInfo *action, Player player) {
    const Items *members = list_of_class(G, action->list);
    u32 count = members->count;
    room(G, count);
    const Slot *from = slots_of(G, members);
    Slot *next = G->scratch_top;
    for (u32 i = 0; i < count; i++)
        if (is_at_hand(G, action, (Ref)from[i].whole, player)) *next++ = from[i];
    u32 found = (u32)(next - G->scratch_top);
    G->scratch_top = next;
    return found;
}

/* Everyone whose action a player could choose becomes an option; `known` are those at hand, if they were looked for. */
static ALWAYS_INLINE void offer_action(Game *G, const ActionInfo *action, i32 number, Ref event, Player player,
                                       const Slot *known, u32 count) {
    Items *members = list_of_class(G, action->list);
    if (!known) count = members->count;
    i32 on = -1; /* whether it is enabled, if that is the same for all: then only its price is paid again */
    i64 price = 0;
    work(G, members->count, -1);
    Slot frame[2 + MOST_INPUTS];
    frame[1] = slot_of(event);
    room_for_options(G, (u64)G->option_count + count);
    for (u32 i = 0; i < count; i++) {
        Ref entity = (Ref)(known ? known[i] : slots_of(G, members)[i]).whole;
        if (!known && !is_at_hand(G, action, entity, player)) continue;
        if (action->requires) {
            if (!action->impersonal) {
                if (!enabled(G, entity, action)) continue;
            } else {
                if (on >= 0 && G->left >= price) {
                    G->left -= price;
                } else {
                    price = G->left;
                    on = enabled(G, entity, action);
                    price -= G->left;
                }
                if (!on) continue;
            }
        }
        if (action->chosen == 1 && !triggered(G, entity, action, PREDEFINED.player_choice, event)) continue;
        if (action->inputs) {
            frame[0] = slot_of(entity);
            if (is_simple(action)) {
                if (!simple_possible(G, action->input, frame, entity)) continue;
            } else {
                Injector inputs = {action->input, action->inputs, frame, 2, entity, 0, 0, 0};
                if (!is_answerable(G, &inputs, 0)) continue;
            }
        }
        const Key key = {ACTION, number, {.whole = entity}, 0, 0, 0};
        G->options[G->option_count++] = key;
    }
}

/* What the emitter makes of `offer_action` and `run_choice`: for all actions that a player can choose. */
static void offer_actions(Game *G, Ref event, Player player);
static void run_chosen(Game *G, i32 number, Ref entity, Ref event);

/* The action that a player chooses; 0 if there is none. Nothing runs yet when this is asked. */
static int choose_action(Game *G, Player player, Key *key) {
    if (known_answer(G, key)) return 1;
    DecisionCost before = begin_deciding(G);
    u32 journal = G->journal_length, objects = G->m.objects, ghosts = G->m.ghosts;
    Ref newest = G->m.newest;
    u32 floor_before = G->floor;
    G->floor = G->m.top;
    Ref event = choice_event(G, player);
    clear_options(G);
    offer_actions(G, event, player);
    if (RULES.ranked) sort_options(G);
    if (G->journal_length > journal) undo(G, journal);
    G->m.objects = objects, G->m.ghosts = ghosts;
    G->m.newest = newest;
    G->floor = floor_before;
    offer_keys(G, player, BY_AGE);
    G->decider = player;
    G->free_input = 0;
    G->question = -1;
    int some = G->option_count && drop_ruled_out(G);
    end_deciding(G, &before, some);
    return some && resolve_question(G, OPEN, key);
}

static ALWAYS_INLINE void run_choice(Game *G, const ActionInfo *action, Ref entity, Ref event) {
    Slot frame[2 + MOST_INPUTS];
    frame[0] = slot_of(entity), frame[1] = slot_of(event);
    if (is_simple(action)) {
        frame[2] = ask_simply(G, action->input, frame, entity);
    } else if (action->inputs) {
        Injector all = {action->input, action->inputs, frame, 2, entity, 0, 0, 0};
        if (!answer_inputs(G, &all)) nothing_to_choose(G, -1);
    }
    run_block(G, action->effect, frame);
}

static void stage_choose(Game *G) {
    Player player = G->m.active;
    Key key;
    G->known.input = 0;
    if (RULES.loses && has_left(G, player)) { /* their turn is over */
        pass_turn(G, -1);
        G->m.stage = PASS;
        return;
    }
    if (!choose_action(G, player, &key)) {
        G->m.stage = NOTHING;
        return;
    }
    G->m.folded_times = 0;
    G->m.folded_line = -1;
    Ref event = choice_event(G, player);
    hold_event(G, event);
    run_chosen(G, key.action, (Ref)key.value.whole, event);
    G->resolving_count--;
    resolve(G);
    reach_goals(G);
    G->m.stage = is_pending(G) ? PASS : CHOOSE;
}
