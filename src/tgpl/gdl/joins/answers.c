/* ---- the questions that a game asks: the functions `think_…` and `role_…` over the listings of base.c

   A state comes as bytes and becomes facts; what follows from them is worked out when it is first asked for, and kept until another
   state or joint move comes (`epoch`). */

static void rl_new_epoch(Thought *L, u32 from) {
    for (; from < 3; from++) L->epoch[from]++;
}

/* Answers are kept with their epoch, doubled: after two thousand million moves all epochs begin anew. */
static void rl_first_epoch(Thought *L) {
    u32 at;
    for (at = 0; at != RL_KNOWN; at++) memset(L->known[at], 0, (__SIZE_TYPE__)rl_known[at] * sizeof(u32));
    memset(L->done, 0, sizeof L->done);
    L->moves_epoch = L->made_epoch = L->prepared = 0;
    L->epoch[0] = L->epoch[1] = L->epoch[2] = 1;
}

static i32 rl_failed(Thought *L) {
    i32 why = L->broken ? L->broken : RL_WORK;
    rl_new_epoch(L, 0); /* what was found before the error may be half of it */
    L->lasting_nodes = L->lasting_arguments = 0;
    rl_forget_terms(L);
    memset(L->mark, 0, sizeof L->mark);
    memset(L->marked, 0, sizeof L->marked);
    L->lost = 1;
    L->broken = 0;
    return why;
}

static void think_close(Thought *L) {
    u32 at;
    if (!L) return;
    for (at = 0; at != RL_RELATIONS; at++) free(L->list[at].row);
    for (at = 0; at != RL_RELATIONS; at++) free(L->cells[at]);
    for (at = 0; at != RL_INDEXES; at++) free(L->index[at]);
    for (at = 0; at != RL_HASHES; at++) free(L->hash[at].at);
    for (at = 0; at != RL_KNOWN; at++) free(L->known[at]);
    free(L->move);
    free(L->pick);
    free(L->spare);
    free(L->node);
    free(L->argument);
    free(L->chain);
    free(L);
}

static void *rl_empty(u64 bytes) {
    void *made = malloc(bytes);
    if (made) memset(made, 0, bytes);
    return made;
}

static Thought *think_open(void) {
    Thought *L = rl_empty(sizeof *L);
    u32 at;
    i32 whole = L != 0;
    if (!L) return 0;
    for (at = 0; at != RL_RELATIONS; at++) {
        L->list[at].stamp = 1;
        if (rl_relation[at].cells) whole &= (L->cells[at] = rl_empty((u64)rl_relation[at].cells * sizeof(u32))) != 0;
    }
    for (at = 0; at != RL_INDEXES; at++) whole &= (L->index[at] = rl_empty((u64)rl_index[at].keys * sizeof(RlHead))) != 0;
    for (at = 0; at != RL_KNOWN; at++) whole &= (L->known[at] = rl_empty((u64)rl_known[at] * sizeof(u32))) != 0;
    L->epoch[0] = L->epoch[1] = L->epoch[2] = 1;
    L->length = RL_NOTHING;
    if (whole) return L;
    think_close(L);
    return 0;
}

static u32 think_room(void) { return RL_STATE_BYTES + (RL_LISTED ? RL_LIST_ROOM : 0) + 1; }
static u32 think_most_text(void) { return RL_MOST_TEXT; }

/* ---- tuples in order */

static i32 rl_pick(Thought *L, u32 form, u32 row, u32 role) {
    RlPick *pick;
    if (L->picks == L->pick_room) {
        u32 room = L->pick_room, spare_room = room;
        RlPick *more = rl_more(L, L->pick, &room, sizeof *more, 64);
        if (!more) return 0;
        L->pick = more;
        more = rl_more(L, L->spare, &spare_room, sizeof *more, 64);
        if (!more) return 0;
        L->spare = more;
        L->pick_room = room;
    }
    pick = &L->pick[L->picks++];
    pick->form = form;
    pick->row = row;
    pick->role = role;
    pick->key = rl_form[form].first + rl_key(L, form, row);
    return 1;
}

static const u32 *rl_tuple(Thought *L, u32 form, u32 row) {
    u32 relation = rl_form[form].relation;
    return L->list[relation].row + (__SIZE_TYPE__)row * rl_relation[relation].width;
}

static i32 rl_before(Thought *L, const RlPick *left, const RlPick *right) {
    const u32 *one, *other;
    u32 at, columns;
    if (left->role != right->role) return left->role < right->role;
    if (left->key != right->key || left->form != right->form) return left->key < right->key;
    if (rl_form[left->form].exact) return 0;
    one = rl_tuple(L, left->form, left->row);
    other = rl_tuple(L, right->form, right->row);
    columns = rl_relation[rl_form[left->form].relation].columns;
    for (at = 0; at < columns; at++) {
        i32 found = rl_compare(L, one[at], other[at]);
        if (found) return found < 0;
    }
    return 0;
}

static void rl_sort(Thought *L) {
    u32 step, at, count = L->picks;
    for (step = 1; step < count; step *= 2) {
        RlPick *from = L->pick, *to = L->spare;
        for (at = 0; at < count; at += 2 * step) {
            u32 left = at, middle = count - at > step ? at + step : count;
            u32 right = middle, end = count - at > 2 * step ? at + 2 * step : count, put = at;
            while (left < middle && right < end) to[put++] = rl_before(L, &from[right], &from[left]) ? from[right++] : from[left++];
            while (left < middle) to[put++] = from[left++];
            while (right < end) to[put++] = from[right++];
        }
        L->pick = to;
        L->spare = from;
    }
}

/* ---- texts */

static i32 rl_write(u8 *out, i32 length, const char *text) {
    while (length >= 0 && *text) {
        if (length + 64 >= (i32)RL_MOST_TEXT) return RL_WORK;
        out[length++] = (u8)*text++;
    }
    return length;
}

static i32 rl_write_term(Thought *L, u8 *out, i32 length, u32 term) {
    u32 function = rl_function_of(L, term), at;
    if (function == RL_NOTHING) return rl_write(out, length, rl_constant[term]);
    length = rl_write(out, length, rl_function[function].text);
    for (at = 0; at < rl_function[function].arity; at++) {
        length = rl_write(out, length, at ? "," : "(");
        length = rl_write_term(L, out, length, rl_argument(L, term, at));
    }
    return rl_write(out, length, ")");
}

/* A move or percept: the arguments of the tuple behind the role. */
static i32 rl_write_tuple(Thought *L, u8 *out, i32 length, u32 form, const u32 *tuple) {
    u32 columns = rl_form[form].columns, at;
    if (!rl_form[form].text) return rl_write_term(L, out, length, tuple[1]);
    length = rl_write(out, length, rl_form[form].text);
    for (at = 1; at < columns; at++) {
        length = rl_write(out, length, at > 1 ? "," : "(");
        length = rl_write_term(L, out, length, tuple[at]);
    }
    return rl_write(out, length, ")");
}

/* ---- states: a bit for each fact there can be, then the facts of relations that are too large for that */

static u8 *rl_put_number(u8 *out, u32 number) {
    out[0] = (u8)number;
    out[1] = (u8)(number >> 8);
    out[2] = (u8)(number >> 16);
    out[3] = (u8)(number >> 24);
    return out + 4;
}

static u8 *rl_put_term(Thought *L, u8 *out, u8 *end, u32 term) {
    u32 at;
    if (!out || end - out < 8) return 0;
    if (term < RL_DYNAMIC) return rl_put_number(out, term);
    out = rl_put_number(out, L->node[term - RL_DYNAMIC].function | 0x80000000u);
    for (at = 0; at < rl_function[L->node[term - RL_DYNAMIC].function].arity; at++)
        out = rl_put_term(L, out, end, rl_argument(L, term, at));
    return out;
}

static u32 rl_take_number(const u8 **from, const u8 *end) {
    const u8 *at = *from;
    if (end - at < 4) return RL_NOTHING;
    *from = at + 4;
    return (u32)at[0] | (u32)at[1] << 8 | (u32)at[2] << 16 | (u32)at[3] << 24;
}

static u32 rl_take_term(Thought *L, const u8 **from, const u8 *end, u32 deep) {
    u32 number = rl_take_number(from, end), function = number & 0x7FFFFFFFu, with[RL_WIDEST + 1], at;
    if (number + 1 <= RL_TERMS) return number;
    if (number == RL_NOTHING || number < 0x80000000u || function + 1 > RL_FUNCTIONS || deep > RL_DEEPEST) return RL_NOTHING;
    for (at = 0; at < rl_function[function].arity; at++) with[at] = rl_take_term(L, from, end, deep + 1);
    return rl_pack(L, function, with);
}

/* Writes the facts of the `init` or `next` relations that are not written as bits already. */
static i32 rl_write_state(Thought *L, u8 *out, u32 from_form, u32 to_form) {
    u8 *at = out + RL_STATE_BYTES, *end = at + RL_LIST_ROOM;
    u32 form, each, column, moves = L->picks;
    for (form = from_form; form < to_form; form++) {
        u32 relation = rl_form[form].relation;
        if (relation == RL_NOTHING || rl_form[form].direct) continue;
        rl_list(L, relation);
        if (L->fuel < 0) return rl_failed(L);
        for (each = 0; each < L->list[relation].count; each++) {
            if (rl_form[form].bits) rl_set(L, form, rl_tuple(L, form, each));
            else if (!rl_pick(L, form, each, RL_ROLES)) return rl_failed(L);
        }
    }
    if (!RL_LISTED) return RL_STATE_BYTES;
    rl_sort(L); /* the facts count as moves of a role behind all others: they stay behind them */
    for (each = moves; at && each < L->picks; each++) {
        const u32 *tuple = rl_tuple(L, L->pick[each].form, L->pick[each].row);
        u32 relation = rl_form[L->pick[each].form].relation;
        if (end - at < 8) {
            at = 0;
            break;
        }
        at = rl_put_number(at, rl_form[L->pick[each].form].fact);
        for (column = 0; column < rl_relation[relation].columns; column++) at = rl_put_term(L, at, end, tuple[column]);
    }
    L->picks = moves;
    if (!at) {
        rl_break(L, RL_WORK);
        return rl_failed(L);
    }
    return (i32)(at - out);
}

static i32 rl_read_state(Thought *L, const u8 *state, u32 length) {
    const u8 *end = state + length;
    u32 with[RL_WIDEST + 1], at, column;
    if (length + 1 <= RL_STATE_BYTES) return RL_STRANGE;
    if (length > sizeof L->state) return RL_STRANGE;
    if (state != L->state) memcpy(L->state, state, length);
    L->length = length;
    state += RL_STATE_BYTES;
    for (at = 0; at != RL_FACTS; at++)
        if (rl_fact[at].listed && rl_fact[at].relation != RL_NOTHING) {
            rl_clear(L, rl_fact[at].relation);
            L->done[rl_fact[at].relation] = L->epoch[1];
        }
    while (RL_LISTED && state < end) {
        u32 fact = rl_take_number(&state, end);
        if (fact + 1 > RL_FACTS || !rl_fact[fact].listed) return RL_STRANGE;
        for (column = 0; column < rl_fact[fact].columns; column++) {
            u32 domain = rl_domains_of[rl_fact[fact].domains + column];
            with[column] = rl_take_term(L, &state, end, 0);
            if (with[column] == RL_NOTHING || (rl_domain[domain].size && rl_local(domain, with[column]) == RL_NOTHING))
                return RL_STRANGE;
        }
        if (rl_fact[fact].relation != RL_NOTHING) rl_add(L, rl_fact[fact].relation, with);
    }
    return state == end ? 0 : RL_STRANGE;
}

/* ---- questions */

/* Before another state is meant; what always holds is listed the first time. */
static i32 rl_start(Thought *L) {
    L->fuel = RL_FUEL;
    L->broken = 0;
    if (L->epoch[2] >= 0x70000000u) rl_first_epoch(L);
    if (L->prepared != L->epoch[0]) {
        rl_new_epoch(L, 0);
        rl_list_lasting(L);
        if (L->fuel < 0) return rl_failed(L);
        L->lasting_nodes = L->nodes;
        L->lasting_arguments = L->arguments;
        L->prepared = L->epoch[0];
    }
    rl_new_epoch(L, 1);
    if (RL_FUNCTIONS) rl_forget_terms(L);
    L->picks = 0;
    return 0;
}

static i32 think_begin(Thought *L, u8 *out) {
    i32 length = rl_start(L);
    if (length < 0) return length;
    memset(L->state, 0, RL_STATE_BYTES);
    memset(out, 0, RL_STATE_BYTES);
    L->out = out;
    if (rl_read_state(L, L->state, RL_STATE_BYTES)) return RL_STRANGE;
    L->length = RL_NOTHING;
    length = rl_write_state(L, out, RL_INIT_FROM, RL_INIT_TO);
    return L->fuel < 0 && length >= 0 ? rl_failed(L) : length;
}

static i32 think_of(Thought *L, const u8 *state, u32 length) {
    i32 error = rl_start(L);
    if (error < 0) return error;
    L->lost = 0;
    if (rl_read_state(L, state, length)) {
        L->length = RL_NOTHING;
        return RL_STRANGE;
    }
    return L->fuel < 0 ? rl_failed(L) : 0;
}

#define RL_QUESTION \
    if (L->length == RL_NOTHING || (L->lost && think_of(L, L->state, L->length) < 0)) return RL_STRANGE; \
    L->fuel = RL_FUEL;

static i32 think_over(Thought *L) {
    i32 found;
    RL_QUESTION
    found = rl_over(L);
    return L->fuel < 0 ? rl_failed(L) : found;
}

/* Takes the marks away, and lists what they stood for. */
static i32 rl_list_marked(Thought *L) {
    u32 role, group, count = 0;
    for (role = 0; role != RL_ROLES; role++) {
        L->from[role] = count;
        for (group = 0; group <= RL_MARKS / 64; group++) {
            u64 *marked = &L->marked[role * (RL_MARKS / 64 + 1) + group];
            for (; *marked; *marked &= *marked - 1) {
                u32 word = group * 64 + rl_lowest_of(*marked);
                u64 *mark = &L->mark[role * RL_MARKS + word];
                while (count + 64 > L->move_room) {
                    u32 *more = rl_more(L, L->move, &L->move_room, sizeof *more, 256);
                    if (!more) return 0;
                    L->move = more;
                }
                for (; *mark; *mark &= *mark - 1) L->move[count++] = word * 64 + rl_lowest_of(*mark);
            }
        }
    }
    L->from[RL_ROLES] = count;
    return 1;
}

static i32 rl_marked_moves(Thought *L) {
    u32 form, row;
    rl_mark_moves(L);
    for (form = RL_LEGAL_FROM; form != RL_LEGAL_TO; form++) {
        u32 relation = rl_form[form].relation;
        if (relation == RL_NOTHING || rl_form[form].direct) continue;
        rl_list(L, relation);
        for (row = 0; row < L->list[relation].count; row++)
            rl_mark(L, *rl_tuple(L, form, row), (u32)(rl_form[form].first + rl_key(L, form, row)));
    }
    if (!rl_list_marked(L) || L->fuel < 0) return rl_failed(L);
    L->moves_epoch = L->epoch[1];
    return 0;
}

/* Lists the legal moves of all roles. */
static i32 rl_moves(Thought *L) {
    u32 form, row, role, at;
    if (L->moves_epoch == L->epoch[1]) return 0;
    L->picks = 0;
    if (RL_MARKS) return rl_marked_moves(L);
    for (form = RL_LEGAL_FROM; form != RL_LEGAL_TO; form++) {
        u32 relation = rl_form[form].relation;
        if (relation == RL_NOTHING) continue;
        rl_list(L, relation);
        if (L->fuel < 0) return rl_failed(L);
        for (row = 0; row < L->list[relation].count; row++) {
            u32 who = *rl_tuple(L, form, row);
            for (role = 0; role < RL_ROLES && rl_role[role] != who; role++) { }
            if (role < RL_ROLES && !rl_pick(L, form, row, role)) return rl_failed(L);
        }
    }
    rl_sort(L);
    for (role = at = 0; role < RL_ROLES; role++) {
        L->from[role] = at;
        while (at < L->picks && L->pick[at].role == role) at++;
    }
    L->from[RL_ROLES] = at;
    L->moves_epoch = L->epoch[1];
    return 0;
}

static i32 role_moves(Thought *L, i32 role) {
    i32 error;
    RL_QUESTION
    error = rl_moves(L);
    return error < 0 ? error : (i32)(L->from[role + 1] - L->from[role]);
}

/* The form of a move and its arguments, the role first. */
static u32 rl_move(Thought *L, u32 role, u32 number, u32 *tuple) {
    u32 form, column, cell;
    if (!RL_MARKS) {
        const RlPick *pick = &L->pick[L->from[role] + number];
        memcpy(tuple, rl_tuple(L, pick->form, pick->row), rl_form[pick->form].columns * sizeof *tuple);
        return pick->form;
    }
    number = L->move[L->from[role] + number];
    for (form = RL_LEGAL_FROM; form + 1 < RL_LEGAL_TO && rl_form[form + 1].first <= number;) form++;
    cell = number - (u32)rl_form[form].first;
    for (column = rl_form[form].columns - 1; column; column--) {
        u32 domain = rl_domains_of[rl_form[form].domains + column];
        tuple[column] = rl_member(domain, cell % rl_domain[domain].size);
        cell /= rl_domain[domain].size;
    }
    tuple[0] = rl_role[role];
    return form;
}

/* A seat is asked if it has a choice, or one move that has arguments. */
static i32 role_asks(Thought *L, i32 role) {
    i32 count = role_moves(L, role);
    u32 tuple[RL_WIDEST + 2], form;
    if (count != 1) return count < 0 ? count : count > 1;
    form = rl_move(L, (u32)role, 0, tuple);
    return rl_form[form].text || tuple[1] >= RL_CONSTANTS;
}

static i32 role_goal(Thought *L, i32 role) {
    i32 best = 0;
    u32 row;
    RL_QUESTION
    if (RL_GOAL == RL_NOTHING) return 0;
    rl_list(L, RL_GOAL);
    if (L->fuel < 0) return rl_failed(L);
    for (row = 0; row < L->list[RL_GOAL].count; row++) {
        const u32 *tuple = L->list[RL_GOAL].row + (__SIZE_TYPE__)row * rl_relation[RL_GOAL].width;
        if (tuple[0] == rl_role[role] && tuple[1] < RL_CONSTANTS && rl_value[tuple[1]] > best) best = rl_value[tuple[1]];
    }
    return best;
}

/* From now on these moves are made. */
static i32 rl_make(Thought *L, const i32 *moves) {
    i32 role, error = rl_moves(L);
    u32 form, tuple[RL_WIDEST + 2];
    if (error < 0) return error;
    if (L->made_epoch == L->epoch[2] && !memcmp(L->made, moves, RL_ROLES * sizeof *moves)) return 0;
    if (L->epoch[2] >= 0x7FFFFFF0u && ((error = think_of(L, L->state, L->length)) < 0 || (error = rl_moves(L)) < 0)) return error;
    rl_new_epoch(L, 2);
    for (form = RL_LEGAL_FROM; form != RL_LEGAL_TO; form++)
        if (rl_form[form].fact != RL_NOTHING) {
            rl_clear(L, rl_form[form].fact);
            L->done[rl_form[form].fact] = L->epoch[2];
        }
    for (role = 0; role < RL_ROLES; role++)
        if (moves[role] >= 0 && (u32)moves[role] < L->from[role + 1] - L->from[role]) {
            form = rl_move(L, (u32)role, (u32)moves[role], tuple);
            if (rl_form[form].fact != RL_NOTHING) rl_add(L, rl_form[form].fact, tuple);
        }
    memcpy(L->made, moves, RL_ROLES * sizeof *moves);
    L->made_epoch = L->epoch[2];
    return L->fuel < 0 ? rl_failed(L) : 0;
}

static i32 think_next(Thought *L, const i32 *moves, u8 *out) {
    i32 error, length;
    RL_QUESTION
    error = rl_make(L, moves);
    if (error < 0) return error;
    memset(out, 0, RL_STATE_BYTES);
    L->out = out;
    rl_next(L);
    if (L->fuel < 0) return rl_failed(L);
    length = rl_write_state(L, out, RL_NEXT_FROM, RL_NEXT_TO);
    return L->fuel < 0 && length >= 0 ? rl_failed(L) : length;
}

static i32 role_seen(Thought *L, const i32 *moves, i32 role, u8 *out) {
    i32 error, length = 0;
    u32 form, row, count, each;
    RL_QUESTION
    error = rl_make(L, moves);
    if (error < 0) return error;
    count = L->picks;
    for (form = RL_SEES_FROM; form != RL_SEES_TO; form++) {
        u32 relation = rl_form[form].relation;
        if (relation == RL_NOTHING) continue;
        rl_list(L, relation);
        if (L->fuel < 0) return rl_failed(L);
        for (row = 0; row < L->list[relation].count; row++)
            if (*rl_tuple(L, form, row) == rl_role[role] && !rl_pick(L, form, row, RL_ROLES)) return rl_failed(L);
    }
    rl_sort(L); /* as above */
    for (each = count; each < L->picks; each++) {
        if (each > count) length = rl_write(out, length, " ");
        length = rl_write_tuple(L, out, length, L->pick[each].form, rl_tuple(L, L->pick[each].form, L->pick[each].row));
    }
    L->picks = count;
    return length;
}

static i32 role_label(Thought *L, i32 role, i32 number, u8 *out) {
    u32 tuple[RL_WIDEST + 2], form;
    form = rl_move(L, (u32)role, (u32)number, tuple);
    return rl_write_tuple(L, out, 0, form, tuple);
}
