/* Words of a card, a match a bit. */

typedef u32 Slice;
enum { SLICED_BITS = 32 };
#define SLICED_ON (~(Slice)0)
#define SLICED_OFF ((Slice)0)
#define SLICED_FN static __device__ __forceinline__
#define SLICED_TABLE static __device__ const

SLICED_FN int count_bits(Slice word) { return __popc(word); }
SLICED_FN u64 add_to(u64 *sum, u64 more) { return atomicAdd(sum, more); }
