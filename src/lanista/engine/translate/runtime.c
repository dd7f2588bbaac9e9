/* What translated rules need. Division and remainder round down, as in Python. A fault ends the call of an entry,
   which returns the number of the line plus 1. */
#include <stdint.h>

/* GCC would make `rep stos` of a loop that fills a row, which takes several times as long as vectors do. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("no-tree-loop-distribute-patterns")
#endif

#define INLINE static inline __attribute__((always_inline))
#define COLD __attribute__((noinline, cold, noreturn))

#ifdef __wasm__
#define memmove __builtin_memmove
#define memset __builtin_memset
__attribute__((import_module("env"), import_name("fault"))) void raise_fault(int line);
COLD static void fault(int64_t line) { raise_fault((int)line); __builtin_trap(); }
#define GUARDED(call) do { call; return 0; } while (0)
#else
#include <setjmp.h>
#include <string.h>
static _Thread_local jmp_buf *guard;
static _Thread_local int64_t faulty_line;
COLD static void fault(int64_t line) { faulty_line = line + 1; longjmp(*guard, 1); }
#define GUARDED(call) do { \
    jmp_buf here, *outer = guard; \
    guard = &here; \
    if (setjmp(here)) { guard = outer; return faulty_line; } \
    call; \
    guard = outer; \
    return 0; \
} while (0)
#endif

INLINE int64_t at(int64_t index, int64_t length, int64_t line) {
    if (__builtin_expect((uint64_t)index >= (uint64_t)length, 0)) fault(line);
    return index;
}

/* 64 bits that wrap around; signed arithmetic is faster where the compiler was told that it wraps (-fwrapv). */
#ifdef WRAPS
#define WIDE int64_t
#else
#define WIDE uint64_t
#endif
#define ADD(a, b) ((int64_t)((WIDE)(a) + (WIDE)(b)))
#define SUB(a, b) ((int64_t)((WIDE)(a) - (WIDE)(b)))
#define MUL(a, b) ((int64_t)((WIDE)(a) * (WIDE)(b)))

/* Dividing 64 bits takes several times as long as 32, and nearly all numbers are small and not negative. */
INLINE int is_small(int64_t a, int64_t b) { return !__builtin_constant_p(b) && (((uint64_t)a | (uint64_t)b) >> 32) == 0; }
INLINE int64_t floor_div(int64_t a, int64_t b) {
    if (is_small(a, b)) return (uint32_t)a / (uint32_t)b;
    if (b == -1) return SUB(0, a);
    return a / b - (a % b != 0 && (a % b < 0) != (b < 0));
}
INLINE int64_t floor_mod(int64_t a, int64_t b) {
    if (is_small(a, b)) return (uint32_t)a % (uint32_t)b;
    if (b == -1) return 0;
    int64_t r = a % b;
    return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}
INLINE int64_t nonzero(int64_t value, int64_t line) { if (value == 0) fault(line); return value; }
INLINE double nonzero_float(double value, int64_t line) { if (value == 0) fault(line); return value; }
INLINE int64_t shift(int64_t bits, int64_t line) { return at(bits, 32, line); }
INLINE int64_t bound(int64_t n, int64_t line) { return at(SUB(n, 1), INT64_C(0x80000000), line) + 1; }

INLINE int64_t shift_left(int64_t a, int64_t bits) { return (int64_t)((uint64_t)a << bits); }
INLINE int64_t least(int64_t a, int64_t b) { return b < a ? b : a; }
INLINE int64_t most(int64_t a, int64_t b) { return b > a ? b : a; }
INLINE int64_t magnitude(int64_t a) { return a < 0 ? SUB(0, a) : a; }
INLINE double least_float(double a, double b) { return b < a ? b : a; }
INLINE double most_float(double a, double b) { return b > a ? b : a; }
INLINE double magnitude_float(double a) { return a < 0 ? -a : a; }

/* SplitMix64, as in engine/random.py. */
INLINE int64_t rand_below(char *generator, int64_t n) {
    uint64_t *position = (uint64_t *)generator, bound = (uint64_t)n;
    uint32_t threshold = (0u - (uint32_t)n) % (uint32_t)n; /* of 2^32 - n */
    for (;;) {
        uint64_t z = *position += 0x9E3779B97F4A7C15u;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
        z = (z ^ z >> 27) * 0x94D049BB133111EBu;
        z ^= z >> 31;
        uint64_t product = (z >> 32) * bound;
        if ((product & 0xFFFFFFFFu) >= threshold) return (int64_t)(product >> 32);
    }
}
