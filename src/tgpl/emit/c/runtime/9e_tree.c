/* ---- what a search remembers: nodes by the way that led there, and their options by what they are

   A node is found by the number of its way from the beginning of the match, so what is known stays known when the match
   has moved on. Its edges go by the keys of options and not by their places, because chance and what is hidden can make
   other options possible on the same way. */

enum { MOST_NODES = 1 << 21, MOST_EDGES = 1 << 22, INVERSE_ROOTS = 1024, PAYOFFS = MOST_SEATS };

enum Fate { UNDECIDED, DEAD, LOST, DRAWN, WON }; /* for who decides; DEAD: the option fails */

#define UNSEEN 0x1B57u /* the key of everything that who decides cannot tell apart */

typedef struct Edge {
    u64 key;
    double sum; /* of payoffs for who decides */
    u32 visits, available;
    u32 fails;
    i32 fate;
} Edge;

typedef struct Node {
    u64 hash;
    u32 first, count, room; /* edges */
    u32 visits;
    u32 stamp; /* the search that last came here */
    i32 moves; /* of the match at that point */
    u8 varies; /* other options on the same way: then it is counted how often each could be chosen */
    u8 fate;
} Node;

typedef struct Step { /* a choice of the running simulation */
    u32 node, edge;
    Player player;
    u32 position; /* among the answers of its transaction */
} Step;

enum Manner { SEARCHING, TRYING, GREEDY }; /* in a tree; only the options of the root; only one move, by the score */

typedef struct Tree {
    Node *nodes;
    u32 node_count, node_size;
    u32 *slots; /* 1 + the number of a node */
    u32 slot_count;
    Edge *edges;
    u32 edge_count, edge_size;
    u32 stamp;
    int full;
    /* how to search */
    enum Manner manner;
    i32 provable, longest;
    double curiosity, urgency;
    double inverse[INVERSE_ROOTS];
    u64 chance;
    /* the root */
    u8 *root;
    u32 root_size;
    u64 root_hash;
    u64 *root_keys;
    u32 root_count, root_keys_size;
    Player seat;
    i32 root_moves;
    i64 root_commits;
    i32 sealing;
    Key *answers; /* of the seat, in a simultaneous phase that is gone through again */
    u32 answers_size, answer_count, decisions;
    /* the running simulation */
    int fresh;
    int leaf;  /* the next real choice is made at random, and all behind it */
    int exact; /* none was so far */
    double known; /* its worth for `knower`, if that is known before its end */
    Player knower;
    Step *steps;
    u32 step_count, step_size;
    u32 *edge_of; /* of each option */
    u32 edge_of_size;
    double payoff[PAYOFFS];
    Guess *guess; /* in a game with secrets */
    i64 simulations;
    /* scores of a player who plays alone: their mean, and how far they are spread */
    u32 scores;
    double score_mean, score_squares;
} Tree;

/* The library's own would do, but these are the same on every machine. */
static double square_root(double x) {
    if (!(x > 0.0)) return 0.0;
    Slot guess = slot_of_number(x);
    guess.bits = (guess.bits >> 1) + 0x1FF7A3BEA91D9B1Bull;
    for (i32 i = 0; i < 4; i++) guess.number = 0.5 * (guess.number + x / guess.number);
    return guess.number;
}

static double logarithm(double x) { /* of 1 or more */
    Slot parts = slot_of_number(x);
    double whole = (double)((i64)(parts.bits >> 52) - 1023);
    parts.bits = (parts.bits & 0xFFFFFFFFFFFFFull) | 0x3FF0000000000000ull;
    double t = (parts.number - 1.0) / (parts.number + 1.0), t2 = t * t;
    double row = 1.0 + t2 * (1.0 / 3 + t2 * (1.0 / 5 + t2 * (1.0 / 7 + t2 * (1.0 / 9 + t2 / 11))));
    return whole * 0.6931471805599453 + 2.0 * t * row;
}

static inline double inverse_root(const Tree *T, u32 n) { return n < INVERSE_ROOTS ? T->inverse[n] : 1.0 / square_root(n); }

void tgpl_tree_close(Tree *T) {
    if (!T) return;
    void *blocks[] = {T->nodes, T->slots, T->edges, T->root, T->root_keys, T->answers, T->steps, T->edge_of};
    for (u32 i = 0; i < sizeof blocks / sizeof blocks[0]; i++) free(blocks[i]);
    close_guess(T->guess);
    free(T);
}

Tree *tgpl_tree_open(void) {
    Tree *T = malloc(sizeof(Tree));
    if (!T) return 0;
    memset(T, 0, sizeof(Tree));
    for (i32 i = 1; i < INVERSE_ROOTS; i++) T->inverse[i] = 1.0 / square_root(i);
    T->slot_count = 1 << 10;
    T->slots = malloc(T->slot_count * sizeof(u32));
    if (!T->slots) {
        tgpl_tree_close(T);
        return 0;
    }
    memset(T->slots, 0, T->slot_count * sizeof(u32));
    return T;
}

static u32 *slot_for(Tree *T, u64 hash) { /* where it is, or where it would go */
    u32 at = (u32)hash & (T->slot_count - 1);
    while (T->slots[at] && T->nodes[T->slots[at] - 1].hash != hash) at = (at + 1) & (T->slot_count - 1);
    return &T->slots[at];
}

static int more_slots(Tree *T) {
    u32 count = 2 * T->slot_count;
    u32 *larger = malloc(count * sizeof(u32));
    if (!larger) return 0;
    memset(larger, 0, count * sizeof(u32));
    free(T->slots);
    T->slots = larger;
    T->slot_count = count;
    for (u32 i = 0; i < T->node_count; i++) *slot_for(T, T->nodes[i].hash) = i + 1;
    return 1;
}

static void forget_tree(Tree *T) {
    T->node_count = T->edge_count = 0;
    memset(T->slots, 0, T->slot_count * sizeof(u32));
}

/* Keeps the nodes that a search came to since `stamp`, at or behind a number of moves. */
static void prune(Tree *T, u32 stamp, i32 moves) {
    u32 left = 0, used = 0;
    Edge *kept = malloc(T->edge_size * sizeof(Edge));
    if (!kept) {
        forget_tree(T);
        return;
    }
    for (u32 i = 0; i < T->node_count; i++) {
        Node node = T->nodes[i];
        if (node.stamp < stamp || node.moves < moves) continue;
        memcpy(kept + used, T->edges + node.first, node.count * sizeof(Edge));
        node.first = used;
        node.room = node.count;
        used += node.count;
        T->nodes[left++] = node;
    }
    free(T->edges);
    T->edges = kept;
    T->node_count = left;
    T->edge_count = used;
    memset(T->slots, 0, T->slot_count * sizeof(u32));
    for (u32 i = 0; i < left; i++) *slot_for(T, T->nodes[i].hash) = i + 1;
}

static i64 node_found(Tree *T, u64 hash) { return (i64)*slot_for(T, hash) - 1; }

static int edges_made(Tree *T, u32 count, u32 *first) {
    if (T->edge_count + count > MOST_EDGES) return 0;
    if (!grown((void **)&T->edges, &T->edge_size, (u64)T->edge_count + count, sizeof(Edge), 1024)) return 0;
    *first = T->edge_count;
    T->edge_count += count;
    memset(T->edges + *first, 0, count * sizeof(Edge));
    return 1;
}

/* A new node without edges; -1 if there is no room. */
static i64 node_made(Tree *T, u64 hash, i32 moves) {
    if (T->full || T->node_count >= MOST_NODES) return -1;
    if (2 * T->node_count >= T->slot_count && !more_slots(T)) return -1;
    if (!grown((void **)&T->nodes, &T->node_size, (u64)T->node_count + 1, sizeof(Node), 256)) return -1;
    Node *node = &T->nodes[T->node_count];
    memset(node, 0, sizeof *node);
    node->hash = hash;
    node->moves = moves;
    *slot_for(T, hash) = ++T->node_count;
    return T->node_count - 1;
}

/* Where nothing is drawn or hidden the same way always leads to the same options: their numbers will do. */
static inline int is_plain(void) { return RULES.certain && !RULES.secrets; }

static u64 option_key(Game *G, u32 option) {
    if (is_plain()) return option + 1;
    return G->options[option].hidden ? UNSEEN : key_hash(G, &G->options[option]);
}

static i64 edge_found(const Tree *T, const Node *node, u64 key) {
    for (u32 i = 0; i < node->count; i++)
        if (T->edges[node->first + i].key == key) return i;
    return -1;
}

/* One edge more: where there is no room behind them, all of them move. */
static int edge_added(Tree *T, Node *node, u64 key) {
    if (node->count == node->room) {
        u32 first, room = node->room + node->room / 2 + 2;
        if (!edges_made(T, room, &first)) return 0;
        memcpy(T->edges + first, T->edges + node->first, node->count * sizeof(Edge));
        node->first = first;
        node->room = room;
    }
    T->edges[node->first + node->count++].key = key;
    return 1;
}

/* The options of the open question as edges of a node, in `edge_of`; 0 if there is no room. */
static int match_edges(Game *G, Tree *T, u32 number) {
    u32 count = G->option_count, met = 0, unseen = 0;
    if (!grown((void **)&T->edge_of, &T->edge_of_size, count, sizeof(u32), 64)) return 0;
    Node *node = &T->nodes[number];
    int is_new = !node->count, varies = 0;
    if (is_new) {
        if (!edges_made(T, count, &node->first)) return 0;
        node->room = count;
    }
    if (is_plain()) {
        if (!is_new && node->count != count) return 0; /* something has failed before */
        for (u32 i = 0; i < count; i++) T->edge_of[i] = i;
        for (u32 i = 0; i < count && is_new; i++) T->edges[node->first + i].key = i + 1;
        node->count = count;
        return 1;
    }
    for (u32 i = 0; i < count; i++) {
        u64 key = option_key(G, i);
        i64 at;
        if (key == UNSEEN && unseen) {
            T->edge_of[i] = unseen - 1;
            continue;
        }
        if (is_new) {
            at = node->count++;
            T->edges[node->first + at].key = key;
        } else if (met < node->count && T->edges[node->first + met].key == key) {
            at = met;
        } else {
            varies = 1;
            at = edge_found(T, node, key);
            if (at < 0) {
                if (!edge_added(T, node, key)) return 0;
                at = node->count - 1;
            }
        }
        if (key == UNSEEN) unseen = (u32)at + 1;
        T->edge_of[i] = (u32)at;
        met++;
    }
    if (!node->varies && (varies || met != node->count)) {
        node->varies = 1;
        for (u32 i = 0; i < node->count; i++) T->edges[node->first + i].available = node->visits;
    }
    return 1;
}
