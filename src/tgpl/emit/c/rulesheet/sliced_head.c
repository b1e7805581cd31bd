/* ---- many random matches at once: words of the processor, a match a bit */

typedef u64 Slice;
enum { SLICED_BITS = 64 };
#define SLICED_ON (~(Slice)0)
#define SLICED_OFF ((Slice)0)
#define SLICED_FN static inline
#define SLICED_TABLE static const

SLICED_FN int count_bits(Slice word) { return __builtin_popcountll(word); }
SLICED_FN u64 add_to(u64 *sum, u64 more) {
    u64 before = *sum;
    *sum += more;
    return before;
}
