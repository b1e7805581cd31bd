/* ---- values whose type shows only at run time: the keys of a table

   A number is its own bits. What is no number in IEEE's eyes has its tag above a reference or a bool: such bits no result
   of arithmetic has. Players are numbers here, as they are in keys. */

typedef u64 Any;

#define ANY_NULL 0x7FF8000000000001ull /* as null_number() has it */
#define ANY_BOXED 0x7FFC000000000000ull

static inline i32 any_tag(Any any) { return (any & ANY_BOXED) == ANY_BOXED && !(any >> 63) ? (i32)(any >> 40 & 15) : NUMBER; }

static inline Slot any_slot(Any any) {
    Slot slot;
    slot.bits = any;
    return any_tag(any) == NUMBER ? slot : slot_of((u32)any);
}

static inline Any any_boxed(i32 tag, u32 content) { return ANY_BOXED | (u64)tag << 40 | content; }

static inline Any any_number(double x) { return is_null(x) ? ANY_NULL : slot_of_number(x).bits; }
static inline Any any_player(Player x) { return x < 0 ? ANY_NULL : slot_of_number((double)x).bits; }
static inline Any any_bool(Bool x) { return x == 2 ? ANY_NULL : any_boxed(BOOL, (u32)x); }
static inline Any any_ref(i32 tag, Ref ref) { return ref ? any_boxed(tag, ref) : ANY_NULL; }

static Any any_of(i32 tag, Slot value) {
    switch (tag) {
    case NUMBER: return any_number(value.number);
    case PLAYER: return any_player((Player)value.whole);
    case BOOL: return any_bool((Bool)value.whole);
    case ANY: return value.bits;
    default: return any_ref(tag, (Ref)value.whole);
    }
}

static inline Ref any_root(Any any) { /* as a root of what is in the game: collections are odd */
    i32 tag = any_tag(any);
    return tag < OBJECT ? 0 : (Ref)any | (tag > OBJECT);
}

static inline Slot slot_of_any(Any any) {
    Slot slot;
    slot.bits = any;
    return slot;
}

/* Values by value, objects and collections by identity. */
static int same_any(Game *G, Any x, Any y) {
    i32 tag = any_tag(x);
    if (x == y) return 1;
    if (tag != any_tag(y)) return 0;
    if (tag == NUMBER) return slot_of_any(x).number == slot_of_any(y).number;
    return tag == TEXT && same_text(G, (Ref)x, (Ref)y);
}

static inline Any any_present(Game *G, Any any, int at) {
    if (any == ANY_NULL) raise_error(G, 701, at);
    return any;
}

static inline void set_any(Game *G, Any *place, Any value) { set_slot(G, (Slot *)(void *)place, slot_of_any(value)); }
