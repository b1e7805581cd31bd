/* ---- a match from decision to decision, and its copies

   A copy is one block: the small fields, the keys of the move that is being made, and the used part of the arena. It fits
   into any match of the same library. Whatever else a match comes to remember between two decisions has to be carried
   here too, or be forgotten when a copy is loaded. */

typedef enum CarryMode { MEASURE, SAVE, LOAD } CarryMode;

enum { STATE_MARK = 0x54475031, OF_A_MATCH = 1 }; /* OF_A_MATCH: with its choices and its log */

typedef struct Carrier {
    u8 *at;
    CarryMode mode;
} Carrier;

static inline void carry(Carrier *c, void *mine, u64 size) {
    if (c->mode == SAVE && size) memcpy(c->at, mine, size);
    else if (c->mode == LOAD && size) memcpy(mine, c->at, size);
    c->at += size;
}

static void *roomy(Game *G, const Carrier *c, void *block, u32 *size, u32 needed, u32 each) {
    return c->mode == LOAD ? grow_block(G, block, size, needed, each) : block;
}

static void carry_fields(Game *G, Carrier *c) {
    carry(c, &G->m, sizeof G->m);
    carry(c, &G->committed_answers, sizeof G->committed_answers);
    carry(c, &G->commits, sizeof G->commits);
    carry(c, &G->answer_count, sizeof G->answer_count);
    carry(c, &G->decisions, sizeof G->decisions);
    carry(c, &G->ruled_out_count, sizeof G->ruled_out_count);
    carry(c, &G->option_count, sizeof G->option_count);
    carry(c, &G->moves, sizeof G->moves);
    carry(c, &G->ended, sizeof G->ended);
    carry(c, &G->refused, sizeof G->refused);
    carry(c, &G->has_decision, sizeof G->has_decision);
    carry(c, &G->free_input, sizeof G->free_input);
    carry(c, &G->decider, sizeof G->decider);
    carry(c, &G->asking, sizeof G->asking);
    carry(c, &G->unsupported, sizeof G->unsupported);
    carry(c, &G->code, sizeof G->code);
    carry(c, &G->at, sizeof G->at);
    carry(c, &G->error_player, sizeof G->error_player);
    carry(c, &G->sweep_at, sizeof G->sweep_at);
    carry(c, &G->compact_at, sizeof G->compact_at);
    carry(c, &G->ranking_count, sizeof G->ranking_count);
    carry(c, &G->shown_lines, sizeof G->shown_lines);
    carry(c, &G->choice_count, sizeof G->choice_count);
    carry(c, &G->players, sizeof G->players);
    carry(c, &G->names_top, sizeof G->names_top);
    carry(c, &G->path_hash, sizeof G->path_hash);
    carry(c, &G->open.count, sizeof G->open.count);
    carry(c, &G->open.waits, sizeof G->open.waits);
    carry(c, &G->open.state, sizeof G->open.state);
    carry(c, &G->open.among, sizeof G->open.among);
    carry(c, &G->open.chosen_count, sizeof G->open.chosen_count);
}

static void carry_keys(Game *G, Carrier *c) {
    u32 answers = G->answer_count, sealed = 0;
    if (c->mode == LOAD) room_for_answers(G, answers);
    carry(c, G->answers, answers * sizeof(Key));
    if (answers) {
        carry(c, G->offered_at, (answers + 1) * sizeof(u32));
        carry(c, G->offered_any, answers);
    }
    u32 offered = G->offered_at[answers] + G->option_count; /* the options of the decision come last */
    G->offered = roomy(G, c, G->offered, &G->offered_size, offered, sizeof(Key));
    G->options = G->offered + G->offered_at[answers];
    carry(c, G->offered, offered * sizeof(Key));
    G->ruled_out = roomy(G, c, G->ruled_out, &G->ruled_out_size, G->ruled_out_count, sizeof(Key));
    carry(c, G->ruled_out, G->ruled_out_count * sizeof(Key));
    if (G->m.sealed) {
        carry(c, G->sealed_ends, (G->m.sealed + 1) * sizeof(u32));
        sealed = G->sealed_ends[G->m.sealed];
    }
    G->sealed_keys = roomy(G, c, G->sealed_keys, &G->sealed_size, sealed, sizeof(Key));
    carry(c, G->sealed_keys, sealed * sizeof(Key));
    G->ranking = roomy(G, c, G->ranking, &G->ranking_size, (u32)G->ranking_count, sizeof(i32));
    carry(c, G->ranking, (u32)G->ranking_count * sizeof(i32));
    G->open.outcomes = roomy(G, c, G->open.outcomes, &G->open.size, G->open.count, sizeof(Outcome));
    carry(c, G->open.outcomes, G->open.count * sizeof(Outcome));
    G->open.chosen = roomy(G, c, G->open.chosen, &G->open.chosen_size, G->open.chosen_count, sizeof(i32));
    carry(c, G->open.chosen, G->open.chosen_count * sizeof(i32));
}

static void carry_story(Game *G, Carrier *c) {
    u32 lines = G->has_decision && G->shown_lines > G->m.lines ? G->shown_lines : G->m.lines;
    G->choices = roomy(G, c, G->choices, &G->choice_size, G->choice_count, sizeof(i32));
    carry(c, G->choices, G->choice_count * sizeof(i32));
    G->line_ends = roomy(G, c, G->line_ends, &G->line_size, lines, sizeof(u32));
    carry(c, G->line_ends, lines * sizeof(u32));
    u32 bytes = lines ? G->line_ends[lines - 1] : 0;
    G->log = roomy(G, c, G->log, &G->log_size, bytes, 1);
    carry(c, G->log, bytes);
}

static void carry_all(Game *G, Carrier *c, i32 story) {
    carry_fields(G, c);
    carry_keys(G, c);
    if (story) carry_story(G, c);
    G->names = roomy(G, c, G->names, &G->names_size, G->names_top, 1);
    carry(c, G->names, G->names_top);
    if (c->mode == LOAD) arena_for(G, G->m.top);
    carry(c, G->arena + G->first_free, G->m.top - G->first_free);
}

typedef struct Label { /* in front of a copy */
    u32 mark, size, first_free, epoch;
    i32 story;
    u32 library; /* a copy leads to texts of the library that made it */
} Label;

static u32 this_library(void) { return (u32)((__SIZE_TYPE__)&RULES >> 4); }

/* How many bytes a copy takes. */
static u64 state_size(Game *G, i32 story) {
    Carrier c = {0, MEASURE};
    carry_all(G, &c, story);
    return sizeof(Label) + (u64)(__SIZE_TYPE__)c.at;
}

static void save_state(Game *G, u8 *to, u32 size, i32 story) {
    Label label = {STATE_MARK, size, G->first_free, G->epoch, story, this_library()};
    memcpy(to, &label, sizeof label);
    Carrier c = {to + sizeof label, SAVE};
    carry_all(G, &c, story);
}

/* The marks of its objects come with a copy, so its count of them does too: it cannot run over in a long search. */
static void load_state(Game *G, const u8 *from) {
    Label label;
    memcpy(&label, from, sizeof label);
    Carrier c = {(u8 *)from + sizeof label, LOAD};
    carry_all(G, &c, label.story);
    if (!label.story) G->choice_count = 0;
    if (label.epoch < G->epoch) G->kept_players = 0; /* the kept setup has marks of its own */
    G->epoch = label.epoch;
    G->alive_epoch = 0;
    G->changes++;
    G->journal_length = 0;
    G->keep_journal = 0;
    G->floor = 0;
    G->agent = G->unordered = 0;
    G->block = -1;
    G->ruled_out_indexed = 0;
    G->spent = 0; /* somebody is asked there */
    clear_running(G);
}

/* -- what the outside calls */

/* A new match at its first decision; how it ended, if it did. */
i32 tgpl_start(Game *G, u64 seed, i32 players) {
    find_stack(G);
    begin(G, seed, players);
    G->agent = 0;
    G->path_hash.kept = 1;
    set_up(G, seed);
    proceed(G);
    return G->ended;
}

static int can_choose(Game *G) { return G->has_decision && !G->ended; }

/* Takes an option by its number; -1 if there is none such. */
i32 tgpl_choose(Game *G, i32 number) {
    if (!can_choose(G) || number < 0 || (u32)number >= G->option_count) return -1;
    Catch here;
    here.outer = G->caught;
    G->caught = &here;
    find_stack(G);
    if (!_setjmp(here.registers)) {
        note_choice(G, number);
        choose(G, (u32)number);
    } else {
        G->ended = UNSUPPORTED;
    }
    G->caught = here.outer;
    return G->ended;
}

/* Nobody knows a value, where any may be named and none is proposed: the move is taken back. */
i32 tgpl_give_up(Game *G) {
    if (!can_choose(G) || G->option_count) return -1;
    find_stack(G);
    G->has_decision = 0;
    G->refused = 0;
    G->gives_up = 1;
    proceed(G);
    return G->ended;
}

/* Whether a value of this kind may be named: nothing only where that is offered. */
static int can_name(Game *G, i32 what, double number) {
    i32 tag = RULES.types[G->free_input - 1].tag;
    u32 i = 0;
    if (what == 1) return tag == NUMBER && number - number == 0.0;
    if (what == 2) return tag == TEXT;
    while (i < G->option_count && G->options[i].what != NONE) i++;
    return !what && i < G->option_count;
}

/* Names a number, a text, or (`what` 0) nothing, where any value may be named; whether it passes was tested elsewhere. */
i32 tgpl_name(Game *G, i32 what, double number, const char *text, u32 size) {
    if (!can_choose(G) || !G->free_input || !can_name(G, what, number)) return -1;
    Key key = {what ? VALUE : NONE, 0, {0}, what ? G->free_input - 1 : 0, 0, 0};
    Catch here;
    here.outer = G->caught;
    G->caught = &here;
    find_stack(G);
    if (!_setjmp(here.registers)) {
        if (what == 1) key.value = slot_of_number(number);
        if (what == 2) key.value = slot_of(keep_name(G, text, size));
        note_choice(G, -2);
        choose_key(G, &key);
    } else {
        G->ended = UNSUPPORTED;
    }
    G->caught = here.outer;
    return G->ended;
}

/* Room: how it ended, whether somebody decides, who, options, which values may be named (1 numbers, 2 texts), moves,
   commits, whether the last choice was taken back. */
void tgpl_where(Game *G, i64 *found) {
    found[0] = G->ended;
    found[1] = can_choose(G);
    found[2] = G->decider;
    found[3] = G->option_count;
    found[4] = !G->free_input ? 0 : RULES.types[G->free_input - 1].tag == NUMBER ? 1 : 2;
    found[5] = G->moves;
    found[6] = G->commits;
    found[7] = G->refused;
}

/* 0 if it is too large. */
u32 tgpl_state_size(Game *G) {
    u64 size = state_size(G, OF_A_MATCH);
    return size <= 2u * MOST_MEMORY ? (u32)size : 0;
}

void tgpl_save(Game *G, u8 *to, u32 size) {
    if (size && size == state_size(G, OF_A_MATCH)) save_state(G, to, size, OF_A_MATCH);
}

/* 0 if it is no copy of a match of this game. */
i32 tgpl_load(Game *G, const u8 *from, u32 size) {
    Label label;
    if (size < sizeof label) return 0;
    memcpy(&label, from, sizeof label);
    if (label.mark != STATE_MARK || label.size != size || label.first_free != G->first_free ||
        label.library != this_library())
        return 0;
    Catch here;
    here.outer = G->caught;
    G->caught = &here;
    volatile i32 loaded = 0;
    if (!_setjmp(here.registers)) {
        load_state(G, from);
        loaded = 1;
    }
    G->caught = here.outer;
    return loaded;
}
