/* ---- who sees what: only the order of options depends on it

   What the asked player may not see is offered behind the rest, in an order drawn aside from the game's chance. */

static int owns(Game *G, Ref ref, Player player) {
    const Object *object = object_at(G, ref);
    return object->owner >= 0 ? object->owner == player : (int)(object->members >> player & 1);
}

/* What lies in private attributes of others, or in a deck: to be seen, it must lie somewhere in the open too. */
static void mark_tucked(Game *G, Ref ref, Player player) {
    const ClassInfo *info = class_of(G, ref);
    for (i32 i = 0; i < info->links; i++)
        if (info->link[i].hidden && !owns(G, ref, player))
            mark_link(G, &info->link[i], ref);
    if (info->kind == DECK) mark_later(G, ((Deck *)at_ref(G, ref))->cards | 1);
    while (G->marking_count) {
        Ref tagged = G->marking[--G->marking_count];
        if (tagged & 1) mark_items(G, items_at(G, tagged - 1));
    }
}

static void mark_open(Game *G, Player player) { /* everything that can be reached in the open */
    while (G->marking_count) {
        Ref tagged = G->marking[--G->marking_count];
        if (tagged & 1) {
            mark_items(G, items_at(G, tagged - 1));
            continue;
        }
        const ClassInfo *info = class_of(G, tagged);
        for (i32 i = 0; i < info->links; i++)
            if (!info->link[i].hidden || owns(G, tagged, player))
                mark_link(G, &info->link[i], tagged);
        if (info->kind == DECK) mark_later(G, ((Deck *)at_ref(G, tagged))->discard_stack | 1);
        else mark_parts(G, tagged);
    }
}

/* Afterwards what the player sees carries the mark `epoch`. */
static void find_seen(Game *G, Player player) {
    charge_alive(G);
    find_alive(G);
    G->alive_epoch = 0; /* its marks are written over */
    Slot *all = G->scratch_top;
    u32 count = 0;
    room(G, G->m.objects);
    for (Ref ref = G->m.newest; ref; ref = object_at(G, ref)->older)
        if (object_at(G, ref)->mark == G->alive_mark) all[count++] = slot_of(ref);
    u32 tucked = ++G->epoch;
    G->marking_count = 0;
    for (u32 i = 0; i < count; i++) mark_tucked(G, (Ref)all[i].whole, player);
    u32 left = 0;
    for (u32 i = 0; i < count; i++)
        if (rooted(G, (Ref)all[i].whole) && object_at(G, (Ref)all[i].whole)->mark != tucked) all[left++] = all[i];
    if (G->running)
        for (Roots *roots = G->roots; roots; roots = roots->outer)
            for (i32 i = 0; i < roots->count; i++) {
                Ref held = roots->held[i];
                room(G, (u64)left + 1);
                if (held > 1 && ((held & 1) || object_at(G, held)->mark != tucked)) all[left++] = slot_of(held);
            }
    G->epoch++;
    for (u32 i = 0; i < left; i++) mark_later(G, (Ref)all[i].whole);
    mark_open(G, player);
}

static void shuffle_keys(u64 *chance, Key *keys, u32 count) {
    for (u32 i = count; i-- > 1;) {
        u32 j = below(chance, i + 1);
        Key held = keys[i];
        keys[i] = keys[j];
        keys[j] = held;
    }
}

/* The options that are there, which are objects or their actions: those that are hidden go to the end. */
static void hide_keys(Game *G, Player player) {
    u32 i = 0, shown = 0, hidden = 0;
    while (i < G->option_count && class_of(G, (Ref)G->options[i].value.whole)->visibility == GLOBAL) i++;
    if (i == G->option_count) return;
    find_seen(G, player);
    u32 count = G->option_count;
    room_for_options(G, 2 * (u64)count);
    Key *aside = G->options + count;
    for (i = 0; i < count; i++) {
        if (object_at(G, (Ref)G->options[i].value.whole)->mark == G->epoch) G->options[shown++] = G->options[i];
        else aside[hidden++] = G->options[i], aside[hidden - 1].hidden = 1;
    }
    u64 chance = side_chance(G);
    shuffle_keys(&chance, aside, hidden);
    memmove(G->options + shown, aside, hidden * sizeof(Key));
}

static inline void offer_keys(Game *G, Player player) {
    if (RULES.secrets && !G->careless) hide_keys(G, player);
}

static void offer_values(Game *G, Player player, i32 type, const Slot *values, u32 count) {
    these_values(G, type, values, count, 0);
    if (RULES.types[type].tag == OBJECT) offer_keys(G, player);
}

/* The candidates of a list: what is hidden comes last, else the end of the list would tell. */
static void shown_order(Game *G, const Injector *all, const Input *one, Slot *candidates, u32 count) {
    if (!RULES.secrets || G->careless || !count || RULES.types[one->type].tag != OBJECT) return;
    find_seen(G, asked_for(G, all, one));
    u32 shown = 0, hidden = 0;
    Slot *aside = G->scratch_top;
    room(G, count);
    for (u32 i = 0; i < count; i++) {
        if (object_at(G, (Ref)candidates[i].whole)->mark == G->epoch) candidates[shown++] = candidates[i];
        else aside[hidden++] = candidates[i];
    }
    u64 chance = side_chance(G);
    shuffle_slots(&chance, aside, hidden);
    memmove(candidates + shown, aside, hidden * sizeof(Slot));
}

/* ---- simultaneous phases */

/* The next seat chooses, unseen. */
static void unit_seal(Game *G) {
    u32 seat = G->m.sealed;
    if ((i32)seat == G->players) {
        G->m.stage = G->sealed_ends[seat] ? REVEAL : NOTHING;
        if (G->m.stage == NOTHING) G->m.sealed = 0;
        return;
    }
    Player phase_player = G->m.active;
    if (!seat) G->trail.phase_path = G->trail.rest_path;
    u32 at = seat ? G->sealed_ends[seat] : 0;
    G->m.active = (Player)seat;
    Key key;
    if (choose_action(G, (Player)seat, &key)) {
        u32 journal = G->journal_length, top = G->m.top, objects = G->m.objects, ghosts = G->m.ghosts;
        Ref newest = G->m.newest, entity = (Ref)key.value.whole;
        G->floor = top;
        const ActionInfo *action = &RULES.actions[key.action];
        Slot frame[2 + MOST_INPUTS];
        frame[0] = slot_of(entity);
        frame[1] = slot_of(choice_event(G, (Player)seat));
        Injector all = {action->input, action->inputs, frame, 2, entity, 0, 0, 0};
        if (!answer_inputs(G, &all)) nothing_to_choose(G, -1);
        undo(G, journal);
        G->m.top = top, G->m.objects = objects, G->m.ghosts = ghosts, G->m.newest = newest;
        G->sealed_keys = enough(G, G->sealed_keys, &G->sealed_size, (u64)at + G->answer_count, sizeof(Key));
        memcpy(G->sealed_keys + at, G->answers, G->answer_count * sizeof(Key));
        at += G->answer_count;
    }
    G->sealed_ends[0] = 0;
    G->sealed_ends[seat + 1] = at;
    G->m.sealed = seat + 1;
    G->m.active = phase_player;
}

/* Tests a sealed choice again and, if it passes, carries it out. */
static int still_possible(Game *G, Player player, const Key *keys, u32 count) {
    const ActionInfo *action = &RULES.actions[keys[0].action];
    Ref entity = (Ref)keys[0].value.whole;
    Ref event = choice_event(G, player);
    if (!usable(G, entity, player) || !is_present(G, entity)) return 0;
    if (!enabled(G, entity, action) || !triggered(G, entity, action, PREDEFINED.player_choice, event)) return 0;
    Slot given[MOST_INPUTS], frame[2 + MOST_INPUTS];
    u8 is_given[MOST_INPUTS];
    u32 at = 1;
    for (i32 i = 0; i < action->inputs; i++) {
        const Input *one = &action->input[i];
        is_given[i] = !one->fills;
        if (one->fills) continue;
        if (!one->many) {
            given[i] = key_value(G, one, &keys[at++]);
            continue;
        }
        u32 end = at;
        while (end < count && keys[end].what == VALUE) end++;
        Ref made = items_made(G, one->list_type, end - at);
        while (at < end) {
            Slot element = key_value(G, one, &keys[at++]);
            list_put(G, made, element);
        }
        given[i] = slot_of(keys[at++].what == NONE ? 0 : made);
    }
    frame[0] = slot_of(entity), frame[1] = slot_of(event);
    Injector all = {action->input, action->inputs, frame, 2, entity, is_given, given, 1};
    if (!possible(G, &all, 0)) return 0;
    hold_event(G, event);
    if (!answer_inputs(G, &all)) return 0;
    run_block(G, action->effect, frame);
    G->resolving_count--;
    resolve(G);
    reach_goals(G);
    return 1;
}

static void carry_out(Game *G, Player player, const Key *keys, u32 count) {
    Match before = G->m;
    i64 left = G->left, held = G->held;
    u32 journal = G->journal_length;
    Catch here;
    here.outer = G->caught;
    G->caught = &here;
    G->floor = G->m.top;
    if (!_setjmp(here.registers)) {
        if (still_possible(G, player, keys, count)) {
            G->caught = here.outer;
            return;
        }
        u32 start = G->words_length;
        put_word(G, "it is no longer possible.");
        fail_with(G, start, -1);
    }
    G->caught = here.outer;
    if (G->stop != STOP_FAIL && G->stop != STOP_CANCEL) leave(G, G->stop);
    u32 used = G->position;
    undo(G, journal);
    G->m = before;
    rest(G);
    G->left = left, G->held = held, G->position = used;
    u32 start = G->words_length;
    put_word(G, "The choice of player ");
    put_player(G, player);
    put_word(G, " (");
    put_word(G, RULES.actions[keys[0].action].name);
    put_word(G, ") is lost: ");
    if (G->stop == STOP_CANCEL && !G->failure_length) put_word(G, "It is cancelled.");
    put(G, G->failure, G->failure_length);
    say(G, G->words + start, G->words_length - start, -1);
    G->words_length = start;
}

/* Every choice, in the order of the seats; one that is no longer possible is lost. */
static void unit_reveal(Game *G) {
    Player phase_player = G->m.active;
    G->m.folded_times = 0;
    G->m.folded_line = -1;
    for (u32 seat = 0; seat < G->m.sealed; seat++) {
        u32 from = G->sealed_ends[seat], to = G->sealed_ends[seat + 1];
        if (from == to) continue;
        G->m.active = (Player)seat;
        carry_out(G, (Player)seat, G->sealed_keys + from, to - from);
    }
    G->m.active = phase_player;
    G->m.stage = PASS;
    G->m.sealed = 0;
    if (!is_pending(G)) pass_turn(G, -1);
}
