/* What playouts need of the C runtime, for a graphics card. */

typedef unsigned char u8;
typedef signed char i8;
typedef short i16;
typedef unsigned short u16;
typedef int i32;
typedef unsigned int u32;
typedef long long i64;
typedef unsigned long long u64;

#define FLAT_FN static __device__ __forceinline__
#define FLAT_SMALL static __device__ __forceinline__
#define FLAT_SELDOM static __device__ __noinline__
#define FLAT_TABLE static __device__ const
#define FLAT_DO [&]() {
#define FLAT_GIVE return
#define FLAT_DONE ; }()
#define ROUND_BY_ROUND _Pragma("unroll")
#define GOLDEN 0x9E3779B97F4A7C15ull
#define __builtin_ctzll(word) (__ffsll((i64)(word)) - 1)

FLAT_FN u64 mixed(u64 word) {
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9ull;
    word = (word ^ (word >> 27)) * 0x94D049BB133111EBull;
    return word ^ (word >> 31);
}
FLAT_FN u64 chance_from(u64 seed) { return mixed(seed + GOLDEN); }
FLAT_FN u32 below(u64 *chance, u32 n) {
    *chance += GOLDEN;
    if (n == 1) return 0;
    u64 product = (mixed(*chance) >> 32) * n;
    if ((u32)product < n) {
        u32 unfair = (u32)((1ull << 32) % n);
        while ((u32)product < unfair) {
            *chance += GOLDEN;
            product = (mixed(*chance) >> 32) * n;
        }
    }
    return (u32)(product >> 32);
}
FLAT_FN double null_number(void) { return __longlong_as_double(0x7FF8000000000001ll); }
FLAT_FN int is_null(double x) { return x != x; }
