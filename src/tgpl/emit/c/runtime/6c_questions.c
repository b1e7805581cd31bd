/* ---- questions: options, answers, and choices that are ruled out

   An answer is a `Key`. Those since the last commit are given again in their order when the transaction runs again; a
   question behind them stops it, or is answered on the spot by an agent. A path of answers that led to a failure is ruled out.
   The same as tgpl/runtime/questions.py and inputs.py. */

static int same_key(Game *G, const Key *x, const Key *y) {
    if (x->what != y->what || x->action != y->action) return 0;
    if (x->what == ACTION) return x->value.whole == y->value.whole;
    if (x->what != VALUE) return 1;
    i32 tag = RULES.types[x->type].tag;
    return tag == TEXT ? same_name(G, x->value.whole, y->value.whole) : same_slot(G, tag, x->value, y->value);
}

static int is_ruled_out_path(Game *G, u32 at, u32 count, const Key *next) { /* the path that is ruled out and begins here */
    u32 length = (u32)G->ruled_out[at].action, i = 0;
    if (length != count + (next != 0)) return 0;
    while (i < count && same_key(G, &G->ruled_out[at + 1 + i], &G->answers[i])) i++;
    return i == count && (!next || same_key(G, &G->ruled_out[at + 1 + i], next));
}

/* The same for keys that are the same. */
static u64 same_key_hash(Game *G, u64 hash, const Key *key) {
    u64 word = key->value.bits;
    i32 tag = RULES.types[key->type].tag;
    if (key->what != VALUE && key->what != ACTION) word = 0;
    else if (key->what == VALUE && tag == NUMBER && key->value.number == 0.0) word = 0;
    else if (key->what == VALUE && tag == TEXT) {
        u32 count;
        const u8 *bytes = name_at(G, key->value.whole, &count);
        for (word = count; count; count--, bytes++) word = joined(word, *bytes);
    }
    return joined(joined(hash, (u64)(u32)key->what << 32 | (u32)key->action), word);
}

enum { FEW_STRUCK = 64 };

/* The places of all paths by their hashes: 1 + where they begin, or 0. */
static void index_ruled_out(Game *G) {
    if (2 * (G->ruled_out_count + 1) > G->ruled_out_index_size) {
        u32 size = 4 * FEW_STRUCK;
        while (size < 4 * (G->ruled_out_count + 1)) size *= 2;
        G->ruled_out_index = grow_block(G, G->ruled_out_index, &G->ruled_out_index_size, size, sizeof(u32));
        for (size = 4 * FEW_STRUCK; 2 * size <= G->ruled_out_index_size;) size *= 2;
        G->ruled_out_index_size = size; /* a power of two */
        G->ruled_out_indexed = 0;
    }
    if (!G->ruled_out_indexed) memset(G->ruled_out_index, 0, G->ruled_out_index_size * sizeof(u32));
    while (G->ruled_out_indexed < G->ruled_out_count) {
        u32 at = G->ruled_out_indexed, length = (u32)G->ruled_out[at].action;
        u64 hash = length;
        for (u32 i = 1; i <= length; i++) hash = same_key_hash(G, hash, &G->ruled_out[at + i]);
        u32 place = (u32)hash & (G->ruled_out_index_size - 1);
        while (G->ruled_out_index[place]) place = (place + 1) & (G->ruled_out_index_size - 1);
        G->ruled_out_index[place] = at + 1;
        G->ruled_out_indexed = at + 1 + length;
    }
}

/* Whether the answers so far, and perhaps one more, are known to fail. `hash`: of the answers so far. */
static int is_ruled_out_behind(Game *G, u32 count, const Key *next, u64 hash) {
    if (G->ruled_out_count <= FEW_STRUCK) {
        for (u32 at = 0; at < G->ruled_out_count; at += 1 + (u32)G->ruled_out[at].action)
            if (is_ruled_out_path(G, at, count, next)) return 1;
        return 0;
    }
    index_ruled_out(G);
    if (next) hash = same_key_hash(G, hash, next);
    for (u32 place = (u32)hash & (G->ruled_out_index_size - 1); G->ruled_out_index[place];
         place = (place + 1) & (G->ruled_out_index_size - 1))
        if (is_ruled_out_path(G, G->ruled_out_index[place] - 1, count, next)) return 1;
    return 0;
}

static u64 hash_answers_to(Game *G, u32 count, u32 length) {
    u64 hash = length;
    for (u32 i = 0; i < count && G->ruled_out_count > FEW_STRUCK; i++) hash = same_key_hash(G, hash, &G->answers[i]);
    return hash;
}

/* How many objects the running transaction had made when it made this one, itself included; 0 if it was there before. */
static u32 born_as(Game *G, Ref ref) {
    u32 younger = 0;
    if (ref < G->before.top) return 0;
    for (Ref other = G->m.newest; other > ref; other = object_at(G, other)->older) younger++;
    return G->m.objects - G->m.ghosts - (G->before.objects - G->before.ghosts) - younger;
}

static void grow_options(Game *G, u64 count) {
    u32 start = G->offered_at[G->answer_count];
    G->offered = grow_block(G, G->offered, &G->offered_size, start + count, sizeof(Key));
    G->options = G->offered + start;
}

static inline void room_for_options(Game *G, u64 count) {
    if (G->offered_at[G->answer_count] + count > G->offered_size) grow_options(G, count);
}

static inline void clear_options(Game *G) {
    G->options = G->offered + G->offered_at[G->answer_count];
    G->option_count = 0;
}

static inline void add_option(Game *G, i32 what, i32 action, i32 type, Slot value) {
    room_for_options(G, (u64)G->option_count + 1);
    Key *key = &G->options[G->option_count++];
    key->what = what, key->action = action, key->type = type, key->value = value, key->hidden = 0, key->born = 0;
    if (what != VALUE) return;
    if (RULES.types[type].tag == OBJECT) {
        key->born = born_as(G, (Ref)value.whole);
    } else if (RULES.types[type].tag == TEXT) {
        const Text *text = at_ref(G, (Ref)value.whole);
        key->value = slot_of(keep_name(G, text->byte, text->bytes));
    }
}

/* Values as options; `old`: objects that were there before the transaction began, or no objects. */
static ALWAYS_INLINE void set_options(Game *G, i32 type, const Slot *values, u32 count, int old) {
    i32 tag = RULES.types[type].tag;
    if (tag == TEXT) { /* what it says has to be kept */
        for (u32 i = 0; i < count; i++) add_option(G, VALUE, 0, type, values[i]);
        return;
    }
    room_for_options(G, (u64)G->option_count + count);
    Key *next = G->options + G->option_count;
    u32 top = G->before.top;
    G->option_count += count;
    for (u32 i = 0; i < count; i++, next++) {
        Slot value = values[i];
        next->what = VALUE, next->action = 0;
        next->value = value;
        next->type = type, next->born = 0, next->hidden = 0;
        if (tag == OBJECT && !old && (Ref)value.whole >= top) next->born = born_as(G, (Ref)value.whole);
    }
}

/* Without what has turned out to fail; 0 if nothing is left. */
static int drop_ruled_out_of(Game *G) {
    u32 left = 0;
    u64 hash = hash_answers_to(G, G->position, G->position + 1);
    for (u32 i = 0; i < G->option_count; i++)
        if (!is_ruled_out_behind(G, G->position, &G->options[i], hash)) G->options[left++] = G->options[i];
    G->option_count = left;
    return left > 0;
}

static inline int drop_ruled_out(Game *G) { return !G->ruled_out_count || !G->option_count || drop_ruled_out_of(G); }

static u64 hash_of_bytes(const u8 *bytes, u32 count) {
    u64 hash = count;
    for (u32 i = 0; i < count; i++) hash = joined(hash, bytes[i]);
    return hash;
}

static u64 hash_of_text(Game *G, Ref ref) {
    const Text *text = at_ref(G, ref);
    return hash_of_bytes(text->byte, text->bytes);
}

static u64 hash_of_name(Game *G, i64 name) {
    u32 count;
    const u8 *bytes = name_at(G, name, &count);
    return hash_of_bytes(bytes, count);
}

/* The same for the same answer, wherever its objects were moved to. */
static u64 key_hash(Game *G, const Key *key) {
    u64 word = (u64)(u32)key->what << 32 | (u32)key->action;
    if (key->what == ACTION) return joined(word, object_at(G, (Ref)key->value.whole)->serial);
    if (key->what != VALUE) return joined(word, 0);
    switch (RULES.types[key->type].tag) {
    case OBJECT: return joined(word, object_at(G, (Ref)key->value.whole)->serial);
    case TEXT: return joined(word, hash_of_name(G, key->value.whole));
    case NUMBER:
        if (RULES.named && (RULES.secrets || !RULES.certain)) return joined(word, RULES.named(G, G->decider, key->value.number));
        return joined(word, key->value.number == 0.0 ? 0 : key->value.bits);
    default: return joined(word, key->value.bits);
    }
}

static inline void hash_answer(Game *G, const Key *key) {
    if (!G->path_hash.kept) return;
    u64 word = key_hash(G, key);
    G->path_hash.path = joined(G->path_hash.path, word);
    G->path_hash.own = joined(G->path_hash.own, word);
}

static void more_answers(Game *G, u64 count) __attribute__((noinline, cold));
static void more_answers(Game *G, u64 count) {
    G->answers = grow_block(G, G->answers, &G->answers_size, count, sizeof(Key));
    G->offered_any = grow_block(G, G->offered_any, &G->offered_any_size, count, 1);
    G->offered_at = grow_block(G, G->offered_at, &G->offered_at_size, count, sizeof(u32));
    /* All three are as long as the shortest: one of them is asked for all. */
    if (G->offered_at_size > G->answers_size) G->offered_at_size = G->answers_size;
    if (G->offered_at_size > G->offered_any_size) G->offered_at_size = G->offered_any_size;
}

static inline void room_for_answers(Game *G, u32 count) {
    if (count >= G->offered_at_size) more_answers(G, (u64)count + 1);
}

/* The value that an answer stands for. */
static Slot key_value(Game *G, const Input *one, const Key *key) {
    if (key->what == NONE) return null_answer(one);
    return RULES.types[key->type].tag == TEXT ? slot_of(name_text(G, key->value.whole)) : key->value;
}

static inline void add_answer(Game *G, const Key *key, i32 any) {
    u32 n = G->answer_count;
    room_for_answers(G, n + 1);
    G->answers[n] = *key;
    G->offered_any[n] = any != 0;
    G->offered_at[n + 1] = G->offered_at[n] + G->option_count;
    G->position = ++G->answer_count;
    hash_answer(G, key);
}

static inline void note_choice(Game *G, i32 choice) {
    if (G->choice_count == G->choice_size)
        G->choices = grow_block(G, G->choices, &G->choice_size, (u64)G->choice_count + 1, sizeof(i32));
    G->choices[G->choice_count++] = choice;
}

enum Decided { OPEN, ALONE, NO_ANSWER }; /* options to choose from; only one way (the single option); none at all */

static inline int known_answer(Game *G, Key *key) {
    if (G->position >= G->answer_count) return 0;
    *key = G->answers[G->position++];
    hash_answer(G, key);
    return 1;
}

static void number_options(Game *G); /* 9f_actions.c */

static void nobody_knows(Game *G, const char *asked) __attribute__((noreturn));
static void nobody_knows(Game *G, const char *asked) {
    u32 start = G->words_length;
    put_word(G, "Nobody knows a value for `");
    put_word(G, asked);
    put_word(G, "`.");
    fail_with(G, start, G->site);
}

/* What follows when a decision is worked out and nobody answers on the spot; 0 if the input cannot be answered. */
static int resolve_otherwise(Game *G, enum Decided decided, Key *key) {
    if (decided == NO_ANSWER) { /* remembered, so that a block that runs again does not take another's answer */
        Key nobody = {.what = NOBODY, .action = G->unfinished, .value = slot_of(G->blamed_later)};
        G->unfinished = 0;
        clear_options(G);
        add_answer(G, &nobody, 0);
        return 0;
    }
    if (decided == ALONE) {
        *key = G->options[0];
        add_answer(G, key, 0);
        return 1;
    }
    if (!G->agent && !G->gives_up) {
        if (G->numbering) number_options(G);
        leave(G, STOP_QUESTION);
    }
    Key unknown = {UNKNOWN, 0, {0}, 0, 0, 0}; /* remembered for the same reason */
    G->gives_up = 0;
    G->spent = 0;
    note_choice(G, -1);
    clear_options(G);
    add_answer(G, &unknown, 0);
    nobody_knows(G, G->asking);
}

#ifdef POINTS
static void note_offered(Game *G) {
    i32 last = -1; /* mostly many of the same follow each other */
    for (u32 i = 0; i < G->option_count; i++) {
        i32 action = G->options[i].action;
        if (action == last) continue;
        i32 point = RULES.actions[action].point;
        if (point >= 0) HIT(point);
        last = action;
    }
}
#endif

static ALWAYS_INLINE int resolve_question(Game *G, enum Decided decided, Key *key) {
#ifdef POINTS
    if (decided == OPEN && G->question < 0) note_offered(G);
#endif
    if (decided != OPEN || !G->agent || !G->option_count) return resolve_otherwise(G, decided, key);
    u32 chosen = G->agent == 1   ? 0
                 : G->agent == 2 ? below(&G->agent_chance[G->decider], G->option_count)
                                 : G->thinker(G);
    note_choice(G, (i32)chosen);
    G->spent = 0;
    *key = G->options[chosen];
    add_answer(G, key, G->free_input);
    G->decisions++;
    return 1;
}

static inline Player asked_player(Game *G, const Injector *all, const Input *one) {
    if (!one->asked) return asker(G, all->entity);
    Player player = (Player)peek_value(G, one, one->asked, all->frame).whole;
    if (player < 0) raise_error(G, 701, one->at);
    return player;
}

/* Values as options, in the order in which the player may see them. */
/* How what can be chosen comes: as the rules list it, by age, or as it was settled before for who is asked. */
enum Order { AS_LISTED, BY_AGE, SETTLED };

static void offer_values(Game *G, Player player, i32 type, const Slot *values, u32 count, enum Order order, int tainted);

/* The input that cannot be answered: this one, or one behind it. */
static void blame(Game *G, const Injector *all, i32 answered, int has_candidates) {
    G->blamed_later = has_candidates && answered + 1 < all->count;
    G->blamed = all->input[answered + G->blamed_later].name;
}

static void all_ruled_out(Game *G) __attribute__((noreturn));
static void all_ruled_out(Game *G) {
    u32 start = G->words_length;
    put_word(G, "Nothing that could be chosen here is possible.");
    fail_with(G, start, G->site);
}

static void nothing_to_choose(Game *G, int at) __attribute__((noreturn));
static void nothing_to_choose(Game *G, int at) {
    u32 start = G->words_length;
    put_word(G, "There is nothing to choose for `");
    put_word(G, G->blamed);
    put_word(G, "`.");
    fail_with(G, start, at);
}

/* The candidates for the player who is asked, and whether they come from where that player cannot look. */
static u32 watched_candidates(Game *G, const Injector *all, const Input *one, Player player, int *tainted) {
    G->watcher = player, G->list_tainted = 0;
    u32 count = candidates_of(G, all, one);
    *tainted = one->among && G->list_tainted;
    return count;
}

/* Whoever is out is not asked: they decline, or if nobody can decline there is no answer. */
static enum Decided decide_for_none(Game *G, const Input *one, int declines) {
    clear_options(G);
    G->blamed = one->name, G->blamed_later = 0;
    if (declines) add_option(G, NONE, 0, 0, slot_of(0));
    return declines ? ALONE : NO_ANSWER;
}

static enum Decided decide(Game *G, const Injector *all, const Input *one, i32 answered) {
    Slot *found = G->scratch_top;
    Player player = asked_player(G, all, one);
    int declines = one->optional && is_answerable_with(G, all, answered, null_answer(one));
    int tainted = 0;
    if (RULES.loses && has_left(G, player)) return decide_for_none(G, one, declines);
    u32 count = one->free ? proposals(G, all, one) : watched_candidates(G, all, one, player, &tainted), left = 0;
    if (answered + 1 == all->count) left = count;
    else
        for (u32 i = 0; i < count; i++)
            if (is_answerable_with(G, all, answered, found[i])) found[left++] = found[i];
    clear_options(G);
    offer_values(G, player, one->type, found, left, tainted || !one->among ? BY_AGE : AS_LISTED, tainted);
    G->scratch_top = found;
    G->decider = player;
    G->free_input = one->free ? 1 + one->type : 0;
    G->asking = one->name;
    G->question = one->question;
    if (!one->free && !left && !declines) {
        blame(G, all, answered, count > 0);
        return NO_ANSWER;
    }
    if (declines) add_option(G, NONE, 0, 0, slot_of(0));
    if (!one->free && !left) return ALONE;
    if (!drop_ruled_out(G) && !one->free) all_ruled_out(G);
    return OPEN;
}

/* What nothing tells apart for the player comes one behind the other. */
static void gather(Game *G, Choosing *c, Player player) {
    Slot *groups = c->alike;
    work(G, c->count, -1);
    if (c->tainted && RULES.types[c->one->type].tag != OBJECT) {
        for (u32 i = 0; i < c->count; i++) groups[i] = slot_of(i);
    } else {
        group_candidates(G, c->one->type, c->candidates, c->count, player, groups);
    }
    room(G, 3 * (u64)c->count);
    Slot *next = G->scratch_top, *last = next + c->count, *gathered = last + c->count;
    for (u32 i = 0; i < c->count; i++) {
        i64 group = groups[i].whole;
        next[i] = slot_of(-1);
        if (group != (i64)i) next[last[group].whole] = slot_of(i);
        last[group] = slot_of(i);
    }
    u32 at = 0;
    for (u32 i = 0; i < c->count; i++) {
        if (groups[i].whole != (i64)i) continue;
        for (i64 one = i; one >= 0; one = next[one].whole, at++) {
            gathered[at] = c->candidates[one];
            last[at] = slot_of(one == (i64)i ? -1 : (i64)at - 1);
        }
    }
    if (c->count) memcpy(c->candidates, gathered, c->count * sizeof(Slot));
    if (c->count) memcpy(c->alike, last, c->count * sizeof(Slot));
    c->alike_known = 1;
}

/* As dear as `gather`, where nothing can be chosen. */
static void charge_gathering(Game *G, const Choosing *c, Player player) {
    int objects = RULES.types[c->one->type].tag == OBJECT;
    work(G, c->count, -1);
    if (objects && group_looks(G, c->candidates, c->count, RULES.secrets ? player : -1, c->alike)) charge_alive(G);
}

/* Between two choices for one list nothing changes: it is as dear each time, and done once. */
static void gather_once(Game *G, Choosing *c, Player player) {
    if (c->gathering >= 0) {
        G->left -= c->gathering;
        if (G->left < 0) raise_error(G, 706, -1);
        return;
    }
    i64 left = G->left;
    if (c->most) gather(G, c, player);
    else charge_gathering(G, c, player);
    c->gathering = left - G->left;
}

static enum Decided decide_list(Game *G, Choosing *c, Slot *chosen, u32 count) {
    Slot *found = G->scratch_top;
    Player player = asked_player(G, c->all, c->one);
    if (RULES.loses && has_left(G, player)) {
        int none = c->one->optional && !count && is_answerable_with(G, c->all, c->answered, null_answer(c->one));
        return decide_for_none(G, c->one, none);
    }
    i32 tag = RULES.types[c->one->type].tag;
    u32 left = 0, start = 0;
    if (c->one->least && c->count) gather_once(G, c, player);
    else c->alike_known = 0;
    for (u32 i = 0; i < count; i++, start++)
        while (start < c->count && !same_slot(G, tag, c->candidates[start], chosen[i])) start++;
    int is_fine = list_passes(G, c, chosen, count);
    room(G, c->count);
    G->scratch_top += c->count;
    for (u32 i = start; i < c->count; i++) {
        chosen[count] = c->candidates[i];
        if (c->one->least) {
            if (i > start && c->alike[i].whole == (i64)i - 1) continue; /* one that is like it was looked at */
        } else if (is_fine && !list_passes(G, c, chosen, count + 1)) {
            continue;
        }
        if (can_finish_list(G, c, chosen, count + 1, i + 1)) found[left++] = c->candidates[i];
    }
    clear_options(G);
    offer_values(G, player, c->one->type, found, left, SETTLED, c->tainted);
    int can_end = is_fine && is_answerable_with(G, c->all, c->answered, slot_of(chosen_list(G, c->one, chosen, count)));
    int declines = c->one->optional && !count && is_answerable_with(G, c->all, c->answered, null_answer(c->one));
    G->scratch_top = found;
    G->decider = player;
    G->free_input = 0;
    G->question = c->one->question;
    if (can_end) add_option(G, DONE, 0, 0, slot_of(0));
    if (!left && can_end) return ALONE;
    if (declines) add_option(G, NONE, 0, 0, slot_of(0));
    if (!left && declines) return ALONE;
    if (!G->option_count) {
        blame(G, c->all, c->answered, c->count > 0);
        G->unfinished = (i32)count;
        return NO_ANSWER;
    }
    if (!drop_ruled_out(G)) all_ruled_out(G);
    return OPEN;
}

/* Working a decision out costs the running block nothing, and leaves nothing behind. What it takes is counted for all that
   happens before somebody is asked. */
typedef struct DecisionCost {
    i64 left, held;
    u32 top;
} DecisionCost;

static DecisionCost begin_deciding(Game *G) {
    DecisionCost before = {G->left, G->held, G->m.top};
    G->left = STEPS_OF_A_DECISION;
    G->held = 0;
    return before;
}

static inline void end_deciding(Game *G, const DecisionCost *before, int is_open) {
    if (!is_open) G->spent += STEPS_OF_A_DECISION - G->left; /* else somebody is asked now */
#ifdef POINTS
    G->work += STEPS_OF_A_DECISION - G->left;
#endif
    G->left = before->left;
    G->held = before->held;
    G->m.top = before->top;
}

/* A block that runs again fails for the same reason. */
static void blame_again(Game *G, const Injector *all, i32 answered, const Key *nobody) {
    G->blamed = all->input[answered + (i32)nobody->value.whole].name;
}

static int ask_one(Game *G, const Injector *all, const Input *one, i32 answered, Slot *value) {
    Key key;
    if (!known_answer(G, &key)) {
        check_spent(G);
        DecisionCost before = begin_deciding(G);
        enum Decided decided = decide(G, all, one, answered);
        end_deciding(G, &before, decided == OPEN);
        if (!resolve_question(G, decided, &key)) return 0;
    }
    if (key.what == NOBODY) {
        blame_again(G, all, answered, &key);
        return 0;
    }
    if (key.what == UNKNOWN) nobody_knows(G, one->name);
    *value = key_value(G, one, &key);
    return 1;
}

static void order_candidates(Game *G, Player player, const Input *one, Slot *candidates, u32 count, int tainted);

static int ask_list(Game *G, const Injector *all, const Input *one, i32 answered, Slot *value) {
    Slot *found = G->scratch_top;
    Player player = asked_player(G, all, one);
    int tainted;
    u32 count = watched_candidates(G, all, one, player, &tainted), taken = 0;
    order_candidates(G, player, one, found, count, tainted);
    Choosing choosing = {.all = all, .one = one, .answered = answered, .candidates = found, .count = count, .tainted = tainted};
    begin_choosing(G, &choosing);
    u32 most = count + 1 + G->answer_count - G->position; /* in a game that somebody imagines more may be answered than there is */
    room(G, 2 * (u64)most);
    Slot *tried = G->scratch_top, *chosen = tried + most;
    G->scratch_top += 2 * (u64)most;
    int result = 1;
    for (;;) {
        Key key;
        if (!known_answer(G, &key)) {
            check_spent(G);
            DecisionCost before = begin_deciding(G);
            for (u32 i = 0; i < taken; i++) tried[i] = chosen[i];
            enum Decided decided = decide_list(G, &choosing, tried, taken);
            end_deciding(G, &before, decided == OPEN);
            if (!resolve_question(G, decided, &key)) key.what = NOBODY;
        } else if (key.what == NOBODY) {
            blame_again(G, all, answered, &key);
        }
        if (key.what == NOBODY) result = 0;
        else if (key.what == NONE) *value = slot_of(0);
        else if (key.what == DONE) *value = slot_of(chosen_list(G, one, chosen, taken));
        else {
            chosen[taken++] = key_value(G, one, &key);
            continue;
        }
        break;
    }
    G->scratch_top = found;
    return result;
}

static int answer_each(Game *G, const Injector *all) {
    for (i32 i = 0; i < all->count; i++) {
        const Input *one = &all->input[i];
        Slot value = slot_of(0);
        G->filling = all, G->filled = i;
        if (all->given && all->given[i]) {
            value = all->given_value[i];
            G->blamed = one->name;
            if (!accepts(G, all, one, value)) return 0;
        } else if (one->fills) {
            enum Filled result = fill_automatically(G, all, one, &value);
            if (result == SEVERAL) raise_error(G, 709, one->at);
            G->blamed = one->name;
            if (result == UNANSWERABLE) return 0;
        } else if (!(one->many ? ask_list : ask_one)(G, all, one, i, &value)) {
            return 0;
        }
        all->frame[all->first + i] = value;
    }
    return 1;
}

/* Every input answered, in order, in the frame; 0 if one cannot be. Whose inputs they are is known as long as that frame is there. */
static int answer_inputs(Game *G, const Injector *all) {
    const Injector *outer = G->filling;
    i32 outer_filled = G->filled;
    int fine = answer_each(G, all);
    G->filling = outer, G->filled = outer_filled;
    return fine;
}

/* Inputs of a function or inside a block: one that cannot be answered fails the move. */
static void ask_for(Game *G, const Input *input, i32 count, Slot *frame, i32 first, Ref entity, int at) {
    i32 outer = G->site;
    G->site = at;
    Injector all = {input, count, frame, first, entity, 0, 0, 0};
    if (!answer_inputs(G, &all)) nothing_to_choose(G, at);
    G->site = outer;
}
