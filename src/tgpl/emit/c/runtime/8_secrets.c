/* ---- who sees what: only the order of options depends on it

   What the asked player may not see is offered behind the rest, in an order drawn aside from the game's chance. What they see
   comes in an order that follows from what they see, not by age, which would tell what is hidden (runtime/visibility.py). */

static int owns(Game *G, Ref ref, Player player) {
    const Object *object = object_at(G, ref);
    return object->owner >= 0 ? object->owner == player : (int)(object->members >> player & 1);
}

/* Whether a player sees an attribute: see `Field`. */
static inline int sees(Game *G, Ref ref, Player player, i32 hidden) {
    return !hidden || (hidden == 1 && owns(G, ref, player));
}

/* What lies in private attributes of others, or in a deck: to be seen, it must lie somewhere in the open too. */
static void mark_hidden(Game *G, Ref ref, Player player) {
    const ClassInfo *info = class_of(G, ref);
    for (i32 i = 0; i < info->links; i++)
        if (!sees(G, ref, player, info->link[i].hidden)) mark_link(G, &info->link[i], ref);
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
            if (sees(G, tagged, player, info->link[i].hidden)) mark_link(G, &info->link[i], tagged);
        if (info->kind == DECK) mark_later(G, ((Deck *)at_ref(G, tagged))->discard_stack | 1);
        else mark_parts(G, tagged);
    }
}

/* What an action, whose inputs are being answered, holds: its object, what its event speaks of, and the answers. */
static u32 answered_so_far(Game *G, Slot *all, u32 count) {
    const Injector *filling = G->filling;
    if (!filling) return count;
    Ref event = (Ref)filling->frame[1].whole, entity = (Ref)filling->frame[0].whole;
    const ClassInfo *info = event > 1 ? class_of(G, event) : 0;
    room(G, (u64)count + 1 + (info ? (u32)info->links : 0) + (u32)filling->count);
    if (entity > 1) all[count++] = slot_of(entity);
    for (i32 i = 0; info && i < info->links; i++) {
        const void *at = G->arena + event + info->link[i].at;
        i32 tag = info->link[i].tag == ANY ? any_tag(*(const Any *)at) : info->link[i].tag;
        Ref ref = *(const Ref *)at; /* the lower half of an Any */
        if (tag >= OBJECT && ref) all[count++] = slot_of((i64)(ref | (tag > OBJECT)));
    }
    for (i32 i = 0; i < G->filled; i++) {
        const Input *one = &filling->input[i];
        Ref ref = (Ref)filling->frame[filling->first + i].whole;
        i32 tag = RULES.types[one->type].tag;
        if ((one->many || tag >= OBJECT) && ref) all[count++] = slot_of((i64)(ref | (one->many || tag > OBJECT)));
    }
    return count;
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
    u32 hidden = next_epoch(G);
    G->marking_count = 0;
    for (u32 i = 0; i < count; i++) mark_hidden(G, (Ref)all[i].whole, player);
    u32 left = 0;
    for (u32 i = 0; i < count; i++)
        if (rooted(G, (Ref)all[i].whole) && object_at(G, (Ref)all[i].whole)->mark != hidden) all[left++] = all[i];
    if (G->running)
        for (Roots *roots = G->roots; roots; roots = roots->outer)
            for (i32 i = 0; i < roots->count; i++) {
                room(G, (u64)left + 1);
                if (roots->held[i] > 1) all[left++] = slot_of(roots->held[i]);
            }
    left = answered_so_far(G, all, left);
    next_epoch(G);
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

/* -- numbers of one's own: from what everybody knows along what the player sees, then from what is left, sorted by looks */

enum Looks { NO_KIND, A_NUMBER_KIND, A_TEXT_KIND, A_BOOL_KIND, AN_OBJECT_KIND, A_LIST_KIND, A_TABLE_KIND, A_STACK_KIND };

static Slot field_value(Game *G, Ref ref, const Field *field) {
    const u8 *at = G->arena + ref + field->at;
    if (field->tag == NUMBER) return slot_of_number(*(const double *)(const void *)at);
    if (field->tag == BOOL || field->tag == PLAYER) return slot_of(*(const i32 *)(const void *)at);
    if (field->tag == ANY) return slot_of_any(*(const Any *)(const void *)at);
    return slot_of(*(const Ref *)(const void *)at);
}

static int compare_names(const char *one, const char *other) {
    if (one == other) return 0;
    while (*one && *one == *other) one++, other++;
    return (int)(u8)*one - (int)(u8)*other;
}

static int ordered_numbers(double one, double other) { return (one > other) - (one < other); }

static enum Looks kind_told(i32 tag, Slot value) {
    if (is_null_slot(tag, value)) return NO_KIND;
    switch (tag) {
    case NUMBER: case PLAYER: return A_NUMBER_KIND;
    case TEXT: return A_TEXT_KIND;
    case BOOL: return A_BOOL_KIND;
    case OBJECT: return AN_OBJECT_KIND;
    case LIST: return A_LIST_KIND;
    default: return tag == TABLE ? A_TABLE_KIND : A_STACK_KIND;
    }
}

static int compare_looks(Game *G, Player player, Ref one, Ref other, i32 deep);

/* Negative, zero or positive, as one value comes before another by all that the player sees of them. */
static int compare_told(Game *G, Player player, i32 tag, Slot one, i32 others_tag, Slot other, i32 deep) {
    if (tag == ANY) tag = any_tag(one.bits), one = any_slot(one.bits);
    if (others_tag == ANY) others_tag = any_tag(other.bits), other = any_slot(other.bits);
    if (tag == SYMBOL) tag = TEXT, one = slot_of(symbol_text((Ref)one.whole));
    if (others_tag == SYMBOL) others_tag = TEXT, other = slot_of(symbol_text((Ref)other.whole));
    enum Looks kind = kind_told(tag, one), others = kind_told(others_tag, other);
    if (kind != others) return kind < others ? -1 : 1;
    if (kind == NO_KIND) return 0;
    if (kind == A_NUMBER_KIND)
        return ordered_numbers(tag == PLAYER ? (double)one.whole : one.number, others_tag == PLAYER ? (double)other.whole : other.number);
    if (kind == A_TEXT_KIND) return compare_texts(G, (Ref)one.whole, (Ref)other.whole, -1);
    if (kind == A_BOOL_KIND) return (int)(one.whole - other.whole);
    if (!deep) return 0;
    if (kind == AN_OBJECT_KIND) return compare_looks(G, player, (Ref)one.whole, (Ref)other.whole, deep - 1);
    const Items *mine = items_at(G, (Ref)one.whole), *his = items_at(G, (Ref)other.whole);
    if (mine->count != his->count) return mine->count < his->count ? -1 : 1;
    i32 within = tag_within(mine), his_within = tag_within(his);
    u32 most = LOOKS_MANY;
    for (u32 i = 0; i < mine->count && i < most; i++) {
        const Slot *a = slots_of(G, mine), *b = slots_of(G, his);
        int found;
        if (kind == A_TABLE_KIND) {
            most = LOOKS_MANY / 2;
            found = compare_told(G, player, (i32)(a[3 * i].bits & 15), a[3 * i + 1], (i32)(b[3 * i].bits & 15), b[3 * i + 1], deep - 1);
            if (!found) found = compare_told(G, player, within, a[3 * i + 2], his_within, b[3 * i + 2], deep - 1);
        } else {
            found = compare_told(G, player, within, a[i], his_within, b[i], deep - 1);
        }
        if (found) return found;
    }
    return 0;
}

static int compare_places(Game *G, Player player, Ref one, Ref other, i32 deep) {
    return compare_told(G, player, OBJECT, slot_of(one), OBJECT, slot_of(other), deep);
}

/* The same of two objects; those that have a number already come first. */
static int compare_looks(Game *G, Player player, Ref one, Ref other, i32 deep) {
    const Object *mine = object_at(G, one), *his = object_at(G, other);
    int known = mine->mark == G->epoch, his_known = his->mark == G->epoch;
    if (one == other) return 0;
    if (known != his_known) return his_known - known;
    if (known) return mine->number < his->number ? -1 : mine->number > his->number;
    const ClassInfo *info = &RULES.classes[mine->class_];
    int found = compare_names(info->shown, RULES.classes[his->class_].shown);
    if (found) return found;
    u64 owners = mine->owner >= 0 ? 1ull << mine->owner : mine->members, his_owners = his->owner >= 0 ? 1ull << his->owner : his->members;
    if (owners != his_owners) return owners < his_owners ? -1 : 1;
    if (mine->class_ != his->class_) return 0;
    if (info->kind == INTERACTABLE) {
        const Thing *a = at_ref(G, one), *b = at_ref(G, other);
        found = (a->discarded == 1) - (b->discarded == 1);
        if (!found) found = compare_places(G, player, a->tile, b->tile, deep);
    } else if (info->kind == TILE) {
        const Tile *a = at_ref(G, one), *b = at_ref(G, other);
        found = ordered_numbers(a->y, b->y);
        if (!found) found = ordered_numbers(a->x, b->x);
        if (!found) found = compare_places(G, player, a->group, b->group, deep);
    }
    for (i32 i = 0; i < info->fields && !found; i++) {
        const Field *field = &info->field[i];
        if (!sees(G, one, player, field->hidden) || !sees(G, other, player, field->hidden)) continue;
        found = compare_told(G, player, field->tag, field_value(G, one, field), field->tag, field_value(G, other, field), deep);
    }
    return found;
}

static void sort_looks(Game *G, Player player, Slot *all, Slot *aside, u32 count) { /* merging; equal ones stay as they are */
    for (u32 width = 1; width < count; width *= 2) {
        for (u32 from = 0; from < count; from += 2 * width) {
            u32 middle = from + width < count ? from + width : count, to = middle + width < count ? middle + width : count;
            u32 i = from, j = middle, at = from;
            while (i < middle || j < to) {
                int second = i == middle || (j < to && compare_looks(G, player, (Ref)all[i].whole, (Ref)all[j].whole, LOOKS_DEEP) > 0);
                aside[at++] = second ? all[j++] : all[i++];
            }
        }
        memcpy(all, aside, count * sizeof(Slot));
    }
}

static void number_from(Game *G, Player player, Ref root, u32 *first, u32 *number) {
    mark_later(G, root);
    while (*first < G->marking_count) {
        Ref tagged = G->marking[(*first)++];
        if (tagged & 1) {
            mark_items(G, items_at(G, tagged - 1));
            continue;
        }
        const ClassInfo *info = class_of(G, tagged);
        object_at(G, tagged)->number = (*number)++;
        for (i32 i = 0; i < info->links; i++)
            if (sees(G, tagged, player, info->link[i].hidden)) mark_link(G, &info->link[i], tagged);
        if (info->kind == DECK) mark_later(G, ((Deck *)at_ref(G, tagged))->discard_stack | 1);
        else mark_parts(G, tagged);
    }
}

/* Behind `find_seen`: what the player sees carries the next mark, and a number. */
static void number_seen(Game *G, Player player) {
    u32 seen = G->epoch, first = 0, number = 0;
    next_epoch(G);
    G->marking_count = 0;
    for (i32 i = 0; i < RULES.global_count; i++) {
        Ref made = *global_at(G, i);
        if (made && object_at(G, made)->mark == seen) number_from(G, player, made, &first, &number);
    }
    Slot *all = G->scratch_top;
    room(G, 2 * (u64)G->m.objects);
    for (int stage = 0; stage < 3; stage++) {
        u32 count = 0;
        for (Ref ref = G->m.newest; ref; ref = object_at(G, ref)->older) {
            if (object_at(G, ref)->mark != seen || (stage < 2 && !rooted(G, ref))) continue;
            if (stage || class_of(G, ref)->kind != INTERACTABLE) all[count++] = slot_of(ref);
        }
        for (u32 i = 0; i < count / 2; i++) { /* the oldest first */
            Slot held = all[i];
            all[i] = all[count - 1 - i], all[count - 1 - i] = held;
        }
        u64 chance = side_chance(G);
        shuffle_slots(&chance, all, count);
        sort_looks(G, player, all, all + count, count);
        for (u32 i = 0; i < count; i++) number_from(G, player, (Ref)all[i].whole, &first, &number);
    }
}

/* -- options */

/* The next of two options is of the same action, or they are no actions. */
static int is_alike(Game *G, const Key *one, const Key *other) {
    if (one->what != ACTION || other->what != ACTION) return one->what == other->what;
    const ActionInfo *his = &RULES.actions[one->action], *mine = &RULES.actions[other->action];
    return his->order == mine->order && his->priority(object_at(G, (Ref)one->value.whole)->class_) ==
                                            mine->priority(object_at(G, (Ref)other->value.whole)->class_);
}

static void sort_words(u64 *words, u64 *aside, u32 count) {
    for (u32 width = 1; width < count; width *= 2) {
        for (u32 from = 0; from < count; from += 2 * width) {
            u32 middle = from + width < count ? from + width : count, to = middle + width < count ? middle + width : count;
            u32 i = from, j = middle, at = from;
            while (i < middle || j < to) aside[at++] = i == middle || (j < to && words[j] < words[i]) ? words[j++] : words[i++];
        }
        memcpy(words, aside, count * sizeof(u64));
    }
}

/* The first options, in the order of the numbers of their objects, each action by itself. */
static void order_keys(Game *G, u32 count) {
    u64 *words = (u64 *)(void *)G->scratch_top, group = 0;
    room(G, 2 * (u64)count);
    room_for_options(G, (u64)G->option_count + count);
    Key *aside = G->options + G->option_count;
    for (u32 i = 0; i < count; i++) {
        group += i && !is_alike(G, &G->options[i - 1], &G->options[i]);
        words[i] = group << 44 | (u64)object_at(G, (Ref)G->options[i].value.whole)->number << 22 | i;
        aside[i] = G->options[i];
    }
    sort_words(words, words + count, count);
    for (u32 i = 0; i < count; i++) G->options[i] = aside[words[i] & ((1u << 22) - 1)];
}

/* The options that are there, which are objects or their actions: those that are hidden go to the end. */
static void hide_keys(Game *G, Player player, enum Order order) {
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
    if (order != SETTLED) shuffle_keys(&chance, aside, hidden);
    memmove(G->options + shown, aside, hidden * sizeof(Key));
    if (order == BY_AGE && shown > 1) {
        number_seen(G, player);
        order_keys(G, shown);
    }
}

static inline void offer_keys(Game *G, Player player, enum Order order) {
    if (RULES.secrets && !G->unordered) hide_keys(G, player, order);
}

/* The options that are there, which are no objects, come from where the player cannot look. */
static inline void hide_values(Game *G, enum Order order) {
    if (G->unordered) return;
    for (u32 i = 0; i < G->option_count; i++) G->options[i].hidden = 1;
    u64 chance = side_chance(G);
    if (order != SETTLED) shuffle_keys(&chance, G->options, G->option_count);
}

static void offer_values(Game *G, Player player, i32 type, const Slot *values, u32 count, enum Order order, int tainted) {
    set_options(G, type, values, count, 0);
    if (RULES.types[type].tag == OBJECT) offer_keys(G, player, order);
    else if (tainted) hide_values(G, order);
}

/* The candidates of a list: what is hidden comes last, else the end of the list would tell. */
static void order_candidates(Game *G, Player player, const Input *one, Slot *candidates, u32 count, int tainted) {
    if (!RULES.secrets || G->unordered || !count) return;
    u64 chance = side_chance(G);
    if (RULES.types[one->type].tag != OBJECT) {
        if (tainted) shuffle_slots(&chance, candidates, count);
        return;
    }
    find_seen(G, player);
    u32 shown = 0, hidden = 0;
    Slot *aside = G->scratch_top;
    room(G, count);
    for (u32 i = 0; i < count; i++) {
        if (object_at(G, (Ref)candidates[i].whole)->mark == G->epoch) candidates[shown++] = candidates[i];
        else aside[hidden++] = candidates[i];
    }
    shuffle_slots(&chance, aside, hidden);
    memmove(candidates + shown, aside, hidden * sizeof(Slot));
    if ((!tainted && one->among) || shown < 2) return;
    number_seen(G, player);
    u64 *words = (u64 *)(void *)G->scratch_top;
    room(G, 3 * (u64)shown);
    for (u32 i = 0; i < shown; i++) words[i] = (u64)object_at(G, (Ref)candidates[i].whole)->number << 32 | i;
    sort_words(words, words + shown, shown);
    aside = G->scratch_top + 2 * shown;
    memcpy(aside, candidates, shown * sizeof(Slot));
    for (u32 i = 0; i < shown; i++) candidates[i] = aside[(u32)words[i]];
}

/* A private attribute is read while a list is worked out from which somebody is to choose. */
static inline Ref watched(Game *G, Ref ref, i32 hidden) {
    if (ref < G->watch_top && !sees(G, ref, G->watcher, hidden)) G->taint = 1;
    return ref;
}

static inline Ref watched_deck(Game *G, Ref ref) {
    if (ref < G->watch_top) G->taint = 1;
    return ref;
}

/* ---- simultaneous phases */

/* The next seat chooses, unseen. */
static void stage_seal(Game *G) {
    u32 seat = G->m.sealed;
    if ((i32)seat == G->players) {
        G->m.stage = G->sealed_ends[seat] ? REVEAL : NOTHING;
        if (G->m.stage == NOTHING) G->m.sealed = 0;
        return;
    }
    Player phase_player = G->m.active;
    if (!seat) G->path_hash.phase_path = G->path_hash.committed_path;
    u32 at = seat ? G->sealed_ends[seat] : 0;
    if (RULES.loses && has_left(G, (Player)seat)) {
        G->sealed_ends[0] = 0;
        G->sealed_ends[seat + 1] = at;
        G->m.sealed = seat + 1;
        return;
    }
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
        G->sealed_keys = grow_block(G, G->sealed_keys, &G->sealed_size, (u64)at + G->answer_count, sizeof(Key));
        if (G->answer_count) memcpy(G->sealed_keys + at, G->answers, G->answer_count * sizeof(Key));
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
    if (!usable(G, entity, player) || !is_present(G, entity) || has_left(G, player)) return 0;
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
    if (!is_answerable(G, &all, 0)) return 0;
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
    clear_running(G);
    G->left = left, G->held = held, G->position = used;
    u32 start = G->words_length;
    put_word(G, "The choice of ");
    put_seat(G, player);
    put_word(G, " (");
    put_word(G, RULES.actions[keys[0].action].name);
    put_word(G, ") is lost: ");
    if (G->stop == STOP_CANCEL && !G->failure_length) put_word(G, "It is cancelled.");
    put(G, G->failure, G->failure_length);
    say(G, G->words + start, G->words_length - start, -1);
    G->words_length = start;
}

/* Every choice, in the order of the seats; one that is no longer possible is lost. */
static void stage_reveal(Game *G) {
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
