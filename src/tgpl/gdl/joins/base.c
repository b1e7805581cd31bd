/* ---- rules as loops: terms, and the listings of relations

   A ground term is a number: constants first, then the terms of functions with finitely many, each a stretch of numbers
   (see numbers.py); other terms get numbers from RL_DYNAMIC on when they are first come across, and lose them with the
   state. A relation that has been worked out is a listing: rows of arguments, each followed by links to the next row with the
   same known arguments, one for each index. What was entered for an earlier state is not cleared away: every entry carries a
   stamp, and only those with the present one count.

   Errors: RL_WORK too many steps or too much memory, RL_CIRCLE an atom depends on its own negation, RL_STRANGE bytes that
   are no state. A function that runs out of fuel returns at once, and so do its callers; what they found is then forgotten. */

#define RL_NOTHING 0xFFFFFFFFu
#define RL_FUEL 200000000
#define RL_MOST_BYTES (256u << 20)
#define RL_MOST_ROWS (1u << 22)
#define RL_DEEPEST 2000
#define RL_LIST_ROOM (1u << 18) /* bytes of the facts of a state that are listed */
#define RL_MOST_TEXT (1u << 16)
enum { RL_WORK = -1, RL_CIRCLE = -2, RL_STRANGE = -1 };

typedef struct RlHead { u32 stamp, row; } RlHead;
typedef struct RlListing { u32 *row, count, room, stamp; } RlListing;
typedef struct RlHash { RlHead *at; u32 mask; } RlHash;
typedef struct RlNode { u32 function, first, deep, next; } RlNode; /* a dynamic term; its arguments; the next in its chain */
typedef struct RlPick { u64 key; u32 form, row, role; } RlPick;

struct Thought {
    i64 fuel;
    i32 broken;   /* why the fuel is gone */
    i32 lost;     /* after an error: what is known of the state is gone */
    u32 epoch[3]; /* stamps of what always holds, holds in this state, holds with these moves */
    u32 prepared; /* the epoch in which what always holds was listed */
    u64 bytes;    /* of memory, beside what every Thought has */
    u32 done[RL_RELATIONS + 1]; /* the epoch in which a relation was listed */
    RlListing list[RL_RELATIONS + 1];
    u32 *cells[RL_RELATIONS + 1]; /* a stamp for each tuple that there can be */
    RlHead *index[RL_INDEXES + 1];
    RlHash hash[RL_HASHES + 1];
    u32 *known[RL_KNOWN + 1]; /* what was asked, and the answer */
    u8 state[RL_STATE_BYTES + (RL_LISTED ? RL_LIST_ROOM : 0) + 8];
    u32 length; /* of the state; RL_NOTHING: none is meant */
    u8 *out; /* the state that is being made */
    RlPick *pick, *spare; /* legal moves in order; or percepts, or facts, while they are listed */
    u32 picks, pick_room;
    u32 moves_epoch, from[RL_ROLES + 1];
    u64 mark[RL_ROLES * RL_MARKS + 1]; /* legal moves by number, where all are numbered */
    u64 marked[RL_ROLES * (RL_MARKS / 64 + 1) + 1]; /* which words of them are not empty */
    u32 *move, move_room; /* the numbers of the legal moves in order */
    i32 made[RL_ROLES]; /* the joint move of the last question */
    u32 made_epoch;
    RlNode *node;
    u32 nodes, node_room, lasting_nodes;
    u32 *argument;
    u32 arguments, argument_room, lasting_arguments;
    u32 *chain, chain_mask; /* dynamic terms by hash: number + 1 */
};

static i32 rl_break(Thought *L, i32 why) {
    if (!L->broken) L->broken = why;
    L->fuel = -1;
    return 0;
}

/* More room for an array; 0: there is none, and the fuel is gone. */
static void *rl_more(Thought *L, void *old, u32 *room, u32 width, u32 first) {
    u32 more = *room ? *room * 2 : first;
    void *made;
    L->bytes += (u64)(more - *room) * width;
    made = L->bytes > RL_MOST_BYTES ? 0 : realloc(old, (__SIZE_TYPE__)more * width);
    if (!made) {
        L->bytes -= (u64)(more - *room) * width;
        rl_break(L, RL_WORK);
        return 0;
    }
    *room = more;
    return made;
}

/* ---- terms */

static u32 rl_mix(u32 sum, u32 with) {
    sum = (sum ^ with) * 0x9E3779B1u;
    return sum ^ sum >> 15;
}

/* The number of a member of a domain among its members, or RL_NOTHING. */
static u32 rl_local(u32 domain, u32 term) {
    const RlDomain *d = &rl_domain[domain];
    u32 low = 0, high = d->constants, at, top = d->constants;
    if (term < RL_CONSTANTS) {
        while (low < high) {
            at = (low + high) / 2;
            if (rl_members[d->member + at] < term) low = at + 1;
            else high = at;
        }
        return low < d->constants && rl_members[d->member + low] == term ? low : RL_NOTHING;
    }
    for (at = 0; at < d->functions; at++) {
        const RlFunction *f = &rl_function[rl_members[d->function + at]];
        if (term - f->first < f->size) return top + (term - f->first);
        top += f->size;
    }
    return RL_NOTHING;
}

static u32 rl_member(u32 domain, u32 local) {
    const RlDomain *d = &rl_domain[domain];
    u32 at;
    if (local < d->constants) return rl_members[d->member + local];
    local -= d->constants;
    for (at = 0; at < d->functions; at++) {
        const RlFunction *f = &rl_function[rl_members[d->function + at]];
        if (local < f->size) return f->first + local;
        local -= f->size;
    }
    return RL_NOTHING;
}

/* The function of a term, or RL_NOTHING for a constant. */
static u32 rl_function_of(Thought *L, u32 term) {
    u32 at;
    if (term < RL_CONSTANTS) return RL_NOTHING;
    if (term >= RL_DYNAMIC) return L->node[term - RL_DYNAMIC].function;
    for (at = 0; at != RL_FUNCTIONS; at++)
        if (term - rl_function[at].first < rl_function[at].size) return at;
    return RL_NOTHING;
}

static u32 rl_argument(Thought *L, u32 term, u32 which) {
    const RlFunction *f;
    u32 at, rest;
    if (term >= RL_DYNAMIC) return L->argument[L->node[term - RL_DYNAMIC].first + which];
    f = &rl_function[rl_function_of(L, term)];
    rest = term - f->first;
    for (at = f->arity - 1; at > which; at--) rest /= rl_domain[rl_domains_of[f->domains + at]].size;
    at = rl_domains_of[f->domains + which];
    return rl_member(at, rest % rl_domain[at].size);
}

static i32 rl_more_chain(Thought *L) {
    u32 room = L->chain_mask ? (L->chain_mask + 1) * 4 : 256, at, slot, *made;
    L->bytes += room * sizeof *made;
    made = L->bytes > RL_MOST_BYTES ? 0 : malloc(room * sizeof *made);
    if (!made) return rl_break(L, RL_WORK);
    memset(made, 0, room * sizeof *made);
    free(L->chain);
    L->chain = made;
    L->chain_mask = room - 1;
    for (at = 0; at < L->nodes; at++) {
        RlNode *node = &L->node[at];
        u32 sum = node->function, each;
        for (each = 0; each < rl_function[node->function].arity; each++) sum = rl_mix(sum, L->argument[node->first + each]);
        slot = sum & L->chain_mask;
        node->next = made[slot];
        made[slot] = at + 1;
    }
    return 1;
}

/* The number of a term that is put together, or RL_NOTHING where no rule can mean it. */
static u32 rl_pack(Thought *L, u32 function, const u32 *with) {
    const RlFunction *f = &rl_function[function];
    u32 at, sum = function, deep = 0, found;
    for (at = 0; at < f->arity; at++)
        if (with[at] == RL_NOTHING) return RL_NOTHING;
    if (f->size) {
        u32 cell = 0;
        for (at = 0; at < f->arity; at++) {
            u32 domain = rl_domains_of[f->domains + at], local = rl_local(domain, with[at]);
            if (local == RL_NOTHING) return RL_NOTHING;
            cell = cell * rl_domain[domain].size + local;
        }
        return f->first + cell;
    }
    for (at = 0; at < f->arity; at++) {
        sum = rl_mix(sum, with[at]);
        if (with[at] >= RL_DYNAMIC && L->node[with[at] - RL_DYNAMIC].deep > deep) deep = L->node[with[at] - RL_DYNAMIC].deep;
    }
    if (!L->chain && !rl_more_chain(L)) return RL_NOTHING;
    for (found = L->chain[sum & L->chain_mask]; found; found = L->node[found - 1].next) {
        const RlNode *node = &L->node[found - 1];
        if (node->function == function && !memcmp(L->argument + node->first, with, f->arity * sizeof *with))
            return RL_DYNAMIC + found - 1;
    }
    if (deep >= RL_DEEPEST || --L->fuel < 0) {
        rl_break(L, RL_WORK);
        return RL_NOTHING;
    }
    if (L->nodes == L->node_room) {
        RlNode *more = rl_more(L, L->node, &L->node_room, sizeof *more, 64);
        if (!more) return RL_NOTHING;
        L->node = more;
    }
    while (L->arguments + f->arity > L->argument_room) {
        u32 *more = rl_more(L, L->argument, &L->argument_room, sizeof *more, 256);
        if (!more) return RL_NOTHING;
        L->argument = more;
    }
    memcpy(L->argument + L->arguments, with, f->arity * sizeof *with);
    L->node[L->nodes] = (RlNode){function, L->arguments, deep + 1, L->chain[sum & L->chain_mask]};
    L->arguments += f->arity;
    L->chain[sum & L->chain_mask] = ++L->nodes;
    found = RL_DYNAMIC + L->nodes - 1;
    if (L->nodes > L->chain_mask && !rl_more_chain(L)) return RL_NOTHING;
    return found;
}

/* Terms of an earlier state lose their numbers. */
static void rl_forget_terms(Thought *L) {
    u32 at, each;
    if (L->nodes == L->lasting_nodes) return;
    L->nodes = L->lasting_nodes;
    L->arguments = L->lasting_arguments;
    memset(L->chain, 0, ((__SIZE_TYPE__)L->chain_mask + 1) * sizeof *L->chain);
    for (at = 0; at < L->nodes; at++) {
        RlNode *node = &L->node[at];
        u32 sum = node->function;
        for (each = 0; each < rl_function[node->function].arity; each++) sum = rl_mix(sum, L->argument[node->first + each]);
        node->next = L->chain[sum & L->chain_mask];
        L->chain[sum & L->chain_mask] = at + 1;
    }
}

/* The canonical order of terms. */
static i32 rl_compare(Thought *L, u32 left, u32 right) {
    u32 one, other, at;
    if (left == right) return 0;
    if (left < RL_CONSTANTS || right < RL_CONSTANTS || (left < RL_DYNAMIC && right < RL_DYNAMIC)) return left < right ? -1 : 1;
    one = rl_function_of(L, left);
    other = rl_function_of(L, right);
    if (one != other) return one < other ? -1 : 1;
    for (at = 0; at < rl_function[one].arity; at++) {
        i32 found = rl_compare(L, rl_argument(L, left, at), rl_argument(L, right, at));
        if (found) return found;
    }
    return 0;
}

/* ---- listings */

static void rl_clear(Thought *L, u32 relation) {
    RlListing *list = &L->list[relation];
    list->count = 0;
    if (++list->stamp == 0) { /* after four thousand million listings the stamps begin anew */
        u32 at;
        list->stamp = 1;
        if (L->cells[relation]) memset(L->cells[relation], 0, (__SIZE_TYPE__)rl_relation[relation].cells * sizeof(u32));
        for (at = 0; at != RL_INDEXES; at++)
            if (rl_index[at].relation == relation) memset(L->index[at], 0, (__SIZE_TYPE__)rl_index[at].keys * sizeof(RlHead));
        for (at = 0; at != RL_HASHES; at++)
            if (rl_hash[at].relation == relation && L->hash[at].at)
                memset(L->hash[at].at, 0, ((__SIZE_TYPE__)L->hash[at].mask + 1) * sizeof(RlHead));
    }
}

/* More rows; 0: no room. */
static i32 rl_grow(Thought *L, u32 relation, u32 width) {
    RlListing *list = &L->list[relation];
    u32 *more = list->count >= RL_MOST_ROWS ? 0 : rl_more(L, list->row, &list->room, width * sizeof *more, 16);
    if (!more) return rl_break(L, RL_WORK);
    list->row = more;
    return 1;
}

/* The rows of a listing that is filled at once with up to so many; 0: no room. */
static u32 *rl_rows(Thought *L, u32 relation, u32 width, u32 most) {
    RlListing *list = &L->list[relation];
    while (list->room < most) {
        u32 *more = rl_more(L, list->row, &list->room, width * sizeof *more, most);
        if (!more) return 0;
        list->row = more;
    }
    return list->row;
}

static u32 rl_lowest_of(u64 bits) {
#if defined(__GNUC__) && !defined(__TINYC__)
    return (u32)__builtin_ctzll(bits);
#else
    u32 shift = 0;
    while (!(bits >> shift & 255)) shift += 8;
    return shift + rl_lowest[bits >> shift & 255];
#endif
}

static void rl_mark(Thought *L, u32 who, u32 move) {
    u32 seat = who < RL_CONSTANTS ? rl_seat[who] : 255, word = move >> 6; /* a term with arguments is nobody */
    if (seat == 255) return;
    L->fuel--;
    L->mark[seat * RL_MARKS + word] |= (u64)1 << (move & 63);
    L->marked[seat * (RL_MARKS / 64 + 1) + (word >> 6)] |= (u64)1 << (word & 63);
}

static inline void rl_link(RlHead *head, u32 *link, u32 stamp, u32 row) {
    *link = head->stamp == stamp ? head->row : RL_NOTHING;
    head->stamp = stamp;
    head->row = row;
}

static u32 rl_sum(const RlHashed *hashed, const u32 *row) {
    u32 sum = 1, at;
    for (at = 0; at < hashed->columns; at++) sum = rl_mix(sum, row[rl_columns[hashed->column + at]]);
    return sum;
}

/* Enters a new row in a hashed index. */
static void rl_enter(Thought *L, u32 which, u32 row) {
    const RlHashed *hashed = &rl_hash[which];
    RlListing *list = &L->list[hashed->relation];
    RlHash *hash = &L->hash[which];
    u32 width = rl_relation[hashed->relation].width, at;
    if (row >= hash->mask) {
        u32 room = hash->at ? (hash->mask + 1) * 4 : 64;
        RlHead *made;
        L->bytes += (u64)room * sizeof *made;
        made = L->bytes > RL_MOST_BYTES ? 0 : malloc(room * sizeof *made);
        if (!made) {
            rl_break(L, RL_WORK);
            return;
        }
        memset(made, 0, room * sizeof *made);
        free(hash->at);
        hash->at = made;
        hash->mask = room - 1;
        for (at = 0; at < row; at++) {
            u32 *old = list->row + (__SIZE_TYPE__)at * width;
            rl_link(&made[rl_sum(hashed, old) & hash->mask], &old[hashed->link], list->stamp, at);
        }
    }
    {
        u32 *fresh = list->row + (__SIZE_TYPE__)row * width;
        rl_link(&hash->at[rl_sum(hashed, fresh) & hash->mask], &fresh[hashed->link], list->stamp, row);
    }
}

/* The first row of a chain of a hashed index. */
static u32 rl_first(Thought *L, u32 which, const u32 *with) {
    const RlHashed *hashed = &rl_hash[which];
    const RlHash *hash = &L->hash[which];
    const RlHead *head;
    u32 sum = 1, at;
    if (!hash->at) return RL_NOTHING;
    for (at = 0; at < hashed->columns; at++) sum = rl_mix(sum, with[at]);
    head = &hash->at[sum & hash->mask];
    return head->stamp == L->list[hashed->relation].stamp ? head->row : RL_NOTHING;
}

/* Whether a tuple is among the rows of a relation whose tuples are too many to number. */
static i32 rl_has(Thought *L, u32 which, const u32 *tuple) {
    const RlHashed *hashed = &rl_hash[which];
    u32 width = rl_relation[hashed->relation].width, row = rl_first(L, which, tuple);
    for (; row != RL_NOTHING; row = L->list[hashed->relation].row[(__SIZE_TYPE__)row * width + hashed->link]) {
        if (!memcmp(L->list[hashed->relation].row + (__SIZE_TYPE__)row * width, tuple, hashed->columns * sizeof *tuple)) return 1;
        if (--L->fuel < 0) return 0;
    }
    return 0;
}
