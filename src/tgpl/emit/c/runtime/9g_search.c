/* ---- search: simulations from a copy of the match

   A simulation loads the root, lets chance go another way, and plays on; every question is answered on the spot, at
   first by what the tree knows, then at random. Whoever decides is credited with their own payoff, so it does not matter
   how many players there are or whose turn it is. */

static int has_simultaneous(void) {
    for (i32 i = 0; i < RULES.turn_count; i++)
        for (i32 j = 0; j < RULES.turns[i].phases; j++)
            if (RULES.turns[i].phase[j].simultaneous) return 1;
    return 0;
}

/* The node of the open question. Who chooses unseen by the others sees nothing of their choices either. */
static u64 place_of(Game *G) {
    u64 way = G->path_hash.path;
    if (G->m.stage == SEAL) way = joined(joined(G->path_hash.phase_path, G->m.sealed + 1), G->path_hash.own);
    return joined(way, (u64)G->decider + 1);
}

/* -- choosing in the tree */

static int is_out(const Edge *edge) { return edge->fate == DEAD || edge->fate == LOST; }

static u32 any_option(Game *G, Tree *T, int skip_dead) {
    u32 count = G->option_count, seen = 0, found = 0;
    for (u32 i = 0; i < count; i++)
        if ((!skip_dead || T->edges[T->nodes[T->steps[T->step_count].node].first + T->edge_of[i]].fate != DEAD) &&
            !below(&T->chance, ++seen))
            found = i;
    return seen ? found : below(&T->chance, count);
}

/* By what options brought and how little is known of them. Those that were not tried yet stand for what the node brought
   so far, tried once; at the root they come first. Where all choose at the same time some luck keeps the players from
   learning to dance with each other. */
static u32 best_option(Game *G, Tree *T, const Node *node) {
    u32 count = G->option_count, found = 0, untried = 0, fresh = 0, some = 0, visits = 0, luck = G->m.stage == SEAL;
    if (luck && !below(&T->chance, 10)) return any_option(G, T, 1);
    double best = 0.0, sum = 0.0, width = T->curiosity * square_root(logarithm(node->visits + 1.0));
    const Edge *edges = T->edges + node->first;
    for (u32 i = 0; i < count; i++) {
        const Edge *edge = &edges[T->edge_of[i]];
        if (edge->fate == WON) return i;
        if (is_out(edge)) continue;
        if (!edge->visits) {
            if (!below(&T->chance, ++untried)) fresh = i;
            continue;
        }
        double worth = 0.5;
        sum += edge->sum, visits += edge->visits;
        if (edge->fate != DRAWN) {
            if (node->varies) width = T->curiosity * square_root(logarithm(edge->available + 1.0));
            worth = width * inverse_root(T, edge->visits);
            if (luck) worth *= below(&T->chance, 2048) / 1024.0;
            worth += edge->sum / edge->visits;
        }
        if (!some || worth > best) best = worth, found = i;
        some = 1;
    }
    if (untried && (!some || node->hash == T->root_hash || sum / visits + T->urgency * width >= best)) return fresh;
    return some ? found : any_option(G, T, 1);
}

/* The one that was tried least. */
static u32 next_option(Game *G, Tree *T, const Node *node) {
    u32 found = 0, some = 0, least = 0;
    for (u32 i = 0; i < G->option_count; i++) {
        const Edge *edge = &T->edges[node->first + T->edge_of[i]];
        if (edge->fate == DEAD || (some && edge->visits >= least)) continue;
        least = edge->visits, found = i, some = 1;
    }
    return found;
}

static void count_available(Game *G, Tree *T, Node *node) {
    for (u32 i = 0; i < G->option_count; i++)
        if (!i || T->edge_of[i] != T->edge_of[i - 1]) T->edges[node->first + T->edge_of[i]].available++;
}

static u32 among_unseen(Game *G, Tree *T, u32 chosen) { /* all of them are one edge: any will do */
    u32 seen = 0, found = chosen;
    for (u32 i = 0; i < G->option_count; i++)
        if (G->options[i].hidden && !below(&T->chance, ++seen)) found = i;
    return found;
}

static void play_on(Game *G) { /* at random from here on */
    Tree *T = G->thoughts;
    T->exact = 0;
    G->agent = 2;
    G->unordered = 1;
    G->path_hash.kept = 0;
}

static void think_again(Game *G) {
    Tree *T = G->thoughts;
    T->leaf = 0;
    T->exact = 1;
    G->agent = 3;
    G->unordered = 0;
    G->path_hash.kept = 1;
}

/* Lets chance forget what it was going to bring, and hides what the seat cannot see behind something possible. */
static void refresh(Game *G, Tree *T) {
    T->fresh = 0;
    if (!RULES.certain) {
        T->chance += GOLDEN;
        G->m.chance = mixed(T->chance);
    }
    if (!RULES.secrets) return;
    imagine(G, T->guess, &T->chance);
    exchange_options(G, T->guess, &T->chance);
}

static void refresh_between_transactions(Game *G, Tree *T) {
    Catch here;
    here.outer = G->caught;
    G->caught = &here;
    G->option_count = 0;
    if (!_setjmp(here.registers)) refresh(G, T);
    else G->ended = ERROR;
    G->caught = here.outer;
    clear_running(G);
}

/* The answer to the open question. */
static u32 consult(Game *G) {
    Tree *T = G->thoughts;
    if (T->fresh) refresh(G, T);
    if (T->manner == GREEDY && T->step_count) { /* the rest of the move by lot, and no further */
        if (G->moves > T->root_moves && G->m.stage != SEAL) abandon(G);
        return below(&T->chance, G->option_count);
    }
    if (G->option_count == 1) return 0;
    if (T->leaf) {
        play_on(G);
        return below(&T->chance, G->option_count);
    }
    u64 hash = place_of(G);
    i64 number = node_found(T, hash);
    int leaf = number < 0;
    if (leaf && !(T->manner && T->step_count)) number = node_made(T, hash, G->moves);
    if (number < 0 || !match_edges(G, T, (u32)number) ||
        !grown((void **)&T->steps, &T->step_size, (u64)T->step_count + 1, sizeof(Step), 256)) {
        play_on(G);
        return below(&T->chance, G->option_count);
    }
    Node *node = &T->nodes[number];
    Step *step = &T->steps[T->step_count];
    step->node = (u32)number;
    u32 chosen = T->manner ? next_option(G, T, node) : best_option(G, T, node);
    step->edge = T->edge_of[chosen];
    step->player = G->decider;
    step->position = G->position;
    T->step_count++;
    node->stamp = T->stamp;
    if (node->varies) count_available(G, T, node);
    Edge *edge = &T->edges[node->first + step->edge];
    if (edge->fate >= LOST) {
        T->known = 0.5 * (edge->fate - LOST);
        T->knower = G->decider;
        abandon(G);
    }
    T->leaf = leaf || T->manner;
    return edge->key == UNSEEN ? among_unseen(G, T, chosen) : chosen;
}

/* -- what a simulation was worth */

/* The designer's own score of a player; null if it cannot be told. */
static double score_of(Game *G, Player player) {
    Catch here;
    Peek peek;
    volatile double found = null_number();
    here.outer = G->caught;
    G->caught = &here;
    Match before = G->m;
    u32 journal = G->journal_length, floor_before = G->floor;
    if (!_setjmp(here.registers)) {
        peek_begin(G, &peek);
        found = G->wish ? RULES.wish(G, player, G->wish) : RULES.score(G, player);
        peek_end(G, &peek);
    } else {
        undo(G, journal);
        G->m = before;
        G->floor = floor_before;
    }
    G->caught = here.outer;
    clear_running(G);
    return found;
}

/* For each player: those behind them count two, those level with them one. A game that everybody lost is worth nothing. */
static void count_points(Game *G, i32 *points) {
    i32 place[PAYOFFS], last = 0, at = 0;
    for (i32 i = 0; i < G->players; i++) place[i] = PAYOFFS;
    for (; at < G->ranking_count; at += 1 + G->ranking[at], last++)
        for (i32 i = 1; i <= G->ranking[at]; i++) {
            i32 player = G->ranking[at + i];
            if (player < G->players && place[player] > last) place[player] = last;
        }
    for (i32 i = 0; i < G->players; i++) {
        points[i] = G->players == 1 ? 2 * (place[0] < PAYOFFS) : -1; /* nobody is level with themselves */
        for (i32 j = 0; j < G->players && G->players > 1; j++) points[i] += 2 * (place[i] < place[j]) + (place[i] == place[j]);
        if (!last) points[i] = 0;
    }
}

static void pay_by_points(const Game *G, Tree *T, const i32 *points) {
    i32 most = G->players == 1 ? 2 : 2 * (G->players - 1);
    for (i32 i = 0; i < G->players; i++) T->payoff[i] = (double)points[i] / most;
}

/* A game that was left before its end: by score, as if that were the ranking. */
static void pay_by_scores(Game *G, Tree *T) {
    double score[PAYOFFS];
    i32 points[PAYOFFS];
    for (i32 i = 0; i < G->players; i++) score[i] = score_of(G, i);
    for (i32 i = 0; i < G->players; i++) {
        points[i] = G->players == 1 ? 0 : -1;
        for (i32 j = 0; j < G->players && G->players > 1; j++)
            points[i] += score[i] > score[j] ? 2 : !(score[i] < score[j]);
    }
    pay_by_points(G, T, points);
}

/* Who plays alone is to have many points too: half of the worth is how this score stands among those seen so far. */
static void pay_alone(Game *G, Tree *T) {
    double score = score_of(G, 0), spread;
    if (is_null(score)) return;
    if (T->scores < 64) { /* later ones do not move the scale */
        double off = score - T->score_mean;
        T->score_mean += off / ++T->scores;
        T->score_squares += off * (score - T->score_mean);
    }
    spread = square_root(T->score_squares / T->scores) + 1e-9;
    double standing = 0.5 + (score - T->score_mean) / (4.0 * spread);
    standing = standing < 0.0 ? 0.0 : standing > 1.0 ? 1.0 : standing;
    T->payoff[0] = 0.5 * T->payoff[0] + 0.5 * standing;
}

/* How far ahead of the others a player is; a game that is over counts more than any score. */
static void pay_greedily(Game *G, Tree *T) {
    double own = score_of(G, T->seat), others = 0.0;
    int some = 0;
    for (i32 i = 0; i < G->players; i++) {
        double score = i == T->seat ? null_number() : score_of(G, i);
        if (!is_null(score) && (!some || score > others)) others = score, some = 1;
    }
    double ahead = G->wish ? own : is_null(own) ? -others : own - others; /* who likes something does not compare */
    T->payoff[T->seat] = G->ended == WINNER ? 1e12 * (T->payoff[T->seat] - 0.5) + ahead : ahead;
}

/* Goals say what an end is worth to each: it need not be the other's loss. */
static void pay_goals(Game *G, Tree *T) {
    for (i32 i = 0; i < G->players; i++) {
        double goal = score_of(G, i) / 100.0;
        T->payoff[i] = goal < 0.0 ? 0.0 : goal > 1.0 ? 1.0 : goal;
    }
}

static void pay(Game *G, Tree *T) {
    i32 points[PAYOFFS];
    int counts = RULES.score && G->ended != UNSUPPORTED && (G->ended != ERROR || !G->code);
    if (T->known >= 0.0) {
        for (i32 i = 0; i < G->players; i++) T->payoff[i] = i == T->knower ? T->known : 1.0 - T->known;
        return;
    }
    for (i32 i = 0; i < G->players; i++) T->payoff[i] = 0.5;
    if (G->ended == WINNER && GOALS) {
        pay_goals(G, T);
    } else if (G->ended == WINNER) {
        count_points(G, points);
        pay_by_points(G, T, points);
    } else if (counts && T->manner != GREEDY) {
        pay_by_scores(G, T);
    }
    if (T->manner == GREEDY) pay_greedily(G, T);
    else if (counts && G->players == 1 && !GOALS) pay_alone(G, T);
}

static void credit(Tree *T) {
    for (u32 i = 0; i < T->step_count; i++) {
        const Step *step = &T->steps[i];
        Node *node = &T->nodes[step->node];
        Edge *edge = &T->edges[node->first + step->edge];
        node->visits++;
        edge->visits++;
        edge->sum += T->payoff[step->player];
    }
}

/* What can be reached for certain counts as much as the best that was found. */
static void credit_greedily(Tree *T) {
    if (!T->step_count) return;
    Node *node = &T->nodes[T->steps[0].node];
    Edge *edge = &T->edges[node->first + T->steps[0].edge];
    double found = T->payoff[T->seat], before = edge->visits ? edge->sum / edge->visits : found;
    node->visits++;
    edge->visits++;
    if (!RULES.certain || RULES.secrets) edge->sum += found;
    else edge->sum = (found > before ? found : before) * edge->visits;
}

static i32 fate_of_node(const Tree *T, const Node *node) {
    i32 best = LOST;
    for (u32 i = 0; i < node->count; i++) {
        i32 fate = T->edges[node->first + i].fate;
        if (fate == WON) return WON;
        if (fate == UNDECIDED) best = UNDECIDED;
        else if (fate == DRAWN && best != UNDECIDED) best = DRAWN;
    }
    return best;
}

/* What is certain about the last choice, and about those before it that had no other way out. */
static void prove(Tree *T, u32 length, i32 fate) {
    while (length-- > 0) {
        const Step *step = &T->steps[length];
        Node *node = &T->nodes[step->node];
        T->edges[node->first + step->edge].fate = fate;
        fate = fate_of_node(T, node);
        if (fate == UNDECIDED) return;
        node->fate = (u8)fate;
        if (length && T->steps[length - 1].player != step->player) fate = LOST + WON - fate;
    }
}

/* A move failed: its last choice is not possible, and what led there if nothing else was left. */
static void failed(Game *G, Tree *T, u32 steps, u32 ruled_out) {
    int certain = RULES.certain && !RULES.secrets;
    for (u32 at = ruled_out; at < G->ruled_out_count; at += 1 + (u32)G->ruled_out[at].action)
        for (u32 i = steps; i < T->step_count; i++) {
            const Step *step = &T->steps[i];
            if (step->position + 1 != (u32)G->ruled_out[at].action) continue;
            Edge *edge = &T->edges[T->nodes[step->node].first + step->edge];
            edge->fails++;
            if (certain || (edge->fails > 8 && !edge->visits)) edge->fate = DEAD;
        }
    T->step_count = steps;
    think_again(G);
}

/* -- simulations */

static void imagined_transaction(Game *G, Tree *T) {
    i64 commits = G->commits;
    u32 steps = T->step_count, ruled_out = G->ruled_out_count;
    run_transaction(G);
    if (G->commits != commits || G->ended) return;
    if (T->step_count > steps) failed(G, T, steps, ruled_out);
    if (commits == T->root_commits && !T->sealing) T->fresh = 1;
}

/* A simultaneous phase is gone through from its beginning: what others have chosen so far is not known. */
static void seal_anew(Game *G, Tree *T) {
    u32 seat = G->m.sealed, ruled_out = G->ruled_out_count;
    refresh_between_transactions(G, T);
    G->m.sealed = 0;
    G->answer_count = G->decisions = G->ruled_out_count = G->ruled_out_indexed = 0;
    G->path_hash.committed_path = G->path_hash.phase_path;
    i32 agent = G->agent;
    while (G->m.sealed < seat && !G->ended) imagined_transaction(G, T);
    if (G->ended) return;
    if (agent == 3) think_again(G);
    G->ruled_out_count = ruled_out;
    G->ruled_out_indexed = 0;
    for (u32 i = 0; i < T->answer_count; i++) {
        G->option_count = 0;
        add_answer(G, &T->answers[i], 1);
    }
    G->decisions = T->decisions;
}

#ifdef FLAT
static int flat_end(Game *G, i32 most_moves); /* playout/stages.c */

/* Whether an end says all that its payoff depends on: else the match itself has to come there. */
static int is_end_enough(const Game *G, const Tree *T) { return T->manner != GREEDY && !(RULES.score && G->players == 1); }
#endif

/* To its end, or to so many moves, with everybody choosing at random. */
static void play_out(Game *G, const Tree *T, i32 last) {
#ifdef FLAT
    if (!G->ended && G->moves < last && is_end_enough(G, T) && flat_end(G, last)) return;
#endif
    while (!G->ended && G->moves < last) run_transactions(G, ANY_NUMBER, last);
}

/* One more; 0 if it was dropped before its end. */
static int simulate(Game *G, Tree *T) {
    load_state(G, T->root);
    G->thinker = consult;
    G->thoughts = T;
    G->agent = 3;
    G->has_decision = 0;
    for (i32 i = 0; i < G->players; i++) {
        T->chance += GOLDEN;
        G->agent_chance[i] = mixed(T->chance);
    }
    T->step_count = 0;
    T->leaf = 0;
    T->exact = 1;
    T->known = -1.0;
    T->fresh = !T->sealing;
    i32 last = G->moves + T->longest;
    if (T->sealing) seal_anew(G, T);
    while (!G->ended && G->moves < last && G->agent == 3) imagined_transaction(G, T);
    play_out(G, T, last);
    G->agent = 0;
    if (G->ended == HALTED) return 0;
    pay(G, T);
    if (T->manner == GREEDY) credit_greedily(T);
    else credit(T);
    T->simulations++;
    u32 length = T->step_count;
    if (!T->provable || !length || T->manner) return 1;
    const Step *step = &T->steps[length - 1];
    if (T->known >= 0.0) prove(T, length, LOST + (i32)(2.0 * T->known));
    else if (G->ended == WINNER && T->exact && G->ranking_count)
        prove(T, length, LOST + (i32)(2.0 * T->payoff[step->player]));
    return 1;
}

/* -- what the outside calls */

/* What the seat sees of the real match. */
static void look_around(Game *G, Guess *Q) {
    Q->seat = G->decider;
    Q->stage = G->m.stage, Q->turn = G->m.turn, Q->phase = G->m.phase, Q->moves = G->moves;
    Q->position = G->position;
    survey(G, Q, &Q->real);
    Q->real_words = Q->word_count;
    Q->wanted_count = Q->feature_count;
    if (!grown((void **)&Q->wanted, &Q->wanted_size, Q->feature_count, sizeof(u64), 64)) Q->broken = 1;
    else if (Q->feature_count) memcpy(Q->wanted, Q->features, Q->feature_count * sizeof(u64));
}

static int ready_to_guess(Tree *T, u64 seed) {
    if (!T->guess) T->guess = open_guess();
    Guess *Q = T->guess;
    if (!Q) return 0;
    Q->word_count = Q->face_count = Q->number_count = Q->place_count = Q->letter_count = Q->text_count = 0;
    Q->broken = 0;
    Q->chance = chance_from(seed ^ SIDE);
    return 1;
}

static u32 note_root(Game *G) {
    Tree *T = G->thoughts;
    T->root_hash = place_of(G);
    T->root_count = 0;
    if (grown((void **)&T->root_keys, &T->root_keys_size, G->option_count, sizeof(u64), 64))
        for (u32 i = 0; i < G->option_count; i++) T->root_keys[T->root_count++] = option_key(G, i);
    T->seat = G->decider;
    if (RULES.secrets) look_around(G, T->guess);
    abandon(G);
}

/* A way that tells nothing of what others have chosen, in a game with secrets. */
static void hide_way(Game *G) {
    if (!RULES.secrets) return;
    G->path_hash.committed_path = G->path_hash.path = G->path_hash.phase_path = 0;
}

static int keep_root(Game *G, Tree *T) {
    u64 size = state_size(G, 0);
    if (!grown((void **)&T->root, &T->root_size, size, 1, 4096)) return 0;
    save_state(G, T->root, (u32)size, 0);
    T->answer_count = T->sealing ? G->answer_count : 0;
    T->decisions = G->decisions;
    if (!grown((void **)&T->answers, &T->answers_size, T->answer_count, sizeof(Key), 16)) return 0;
    if (T->answer_count) memcpy(T->answers, G->answers, T->answer_count * sizeof(Key));
    return 1;
}

static i32 rooted_at(Game *G, Tree *T, u64 seed, i32 manner, i32 worlds) {
    T->stamp++;
    T->full = 0;
    T->manner = (enum Manner)manner;
    T->chance = chance_from(seed);
    T->sealing = G->m.stage == SEAL;
    T->provable = G->players <= 2 && RULES.certain && !RULES.secrets && !has_simultaneous() && !GOALS && !(G->players == 1 && RULES.score);
    T->root_moves = G->moves;
    T->root_commits = G->commits;
    T->simulations = 0;
    if (RULES.secrets || manner) forget_tree(T);
    else if (T->node_count > MOST_NODES / 2 || T->edge_count > MOST_EDGES / 2) prune(T, 0, G->moves);
    hide_way(G);
    if (!keep_root(G, T) || (RULES.secrets && !ready_to_guess(T, seed))) return -1;
    u32 options = G->option_count;
    G->thinker = note_root;
    G->thoughts = T;
    G->agent = 3;
    G->has_decision = 0;
    T->root_count = 0;
    run_transaction(G);
    G->agent = 0;
    if (RULES.secrets && !RULES.imagine) {
        play_to_learn(G, T->guess, (u32)worlds, G->players);
        fit_worlds(T->guess);
        if (T->guess->broken) return -1;
    }
    return T->root_count == options ? (i32)options : -1;
}

/* Prepares for thinking about the decision of a copied match; how many options it has, -1 if that cannot be. */
i32 tgpl_root(Game *G, Tree *T, const u8 *saved, u32 size, u64 seed, i32 manner, i32 worlds) {
    if (!tgpl_load(G, saved, size) || !can_choose(G) || !G->option_count) return -1;
    if (manner < SEARCHING || manner > GREEDY) return -1;
    Catch here;
    here.outer = G->caught;
    G->caught = &here;
    find_stack(G);
    volatile i32 options = -1;
    if (!_setjmp(here.registers)) options = rooted_at(G, T, seed, manner, worlds);
    if (options < 0) T->root_count = 0; /* there is nothing to think about */
    G->caught = here.outer;
    return options;
}

void tgpl_habits(Tree *T, double curiosity, double urgency, i32 longest) {
    T->curiosity = curiosity;
    T->urgency = urgency;
    T->longest = longest;
}

static i32 thought_about(Game *G, Tree *T, i32 count) {
    G->heeds = DROP | CUT;
    for (i32 i = 0; i < count; i++) {
        if (!simulate(G, T)) return i;
        if (T->node_count >= MOST_NODES || T->edge_count + 4096 > MOST_EDGES) {
            prune(T, T->stamp, 0);
            T->full = T->node_count > MOST_NODES / 4 * 3 || T->edge_count > MOST_EDGES / 4 * 3;
        }
        i64 root = T->provable && !T->manner ? node_found(T, T->root_hash) : -1;
        if ((root >= 0 && T->nodes[root].fate) || G->halted) return i + 1;
    }
    return count;
}

/* Some simulations; how many were made before the root was decided, memory ran out, or somebody said stop. */
i32 tgpl_think(Game *G, Tree *T, i32 count) {
    Catch here;
    here.outer = G->caught;
    G->caught = &here;
    find_stack(G);
    volatile i32 made = 0;
    if (T->root_count && !_setjmp(here.registers)) made = thought_about(G, T, count);
    G->caught = here.outer;
    return made;
}

/* What is known of each option of the root; 0 if nothing is. */
i32 tgpl_verdict(Tree *T, i64 *visits, double *sums, i32 *fates) {
    i64 root = node_found(T, T->root_hash);
    if (root < 0) return 0;
    const Node *node = &T->nodes[root];
    for (u32 i = 0; i < T->root_count; i++) {
        i64 at = edge_found(T, node, T->root_keys[i]);
        const Edge *edge = at < 0 ? 0 : &T->edges[node->first + at];
        visits[i] = edge ? edge->visits : 0;
        sums[i] = edge ? edge->sum : 0.0;
        fates[i] = edge ? edge->fate : 0;
    }
    return 1;
}

void tgpl_wish(Game *G, i32 wish) { G->wish = RULES.wish ? wish : 0; }
i32 tgpl_has_score(void) { return RULES.score != 0; }
double tgpl_score(Game *G, i32 player) {
    find_stack(G);
    return RULES.score && player >= 0 && player < G->players ? score_of(G, player) : null_number();
}
i32 tgpl_tree_nodes(Tree *T) { return (i32)T->node_count; }
