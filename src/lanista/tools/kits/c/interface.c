/* {{title}}: the rules, translated from their Python source by `{{command}}`. There is no need to change this file.
   For gcc, clang or zig; nothing beyond the C library is needed. */
#include "{{game}}.h"

{{runtime}}
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wcast-qual"

{{functions}}

/* The interface. */

#ifdef __wasm__
#define EXPORTED(name) __attribute__((export_name(name)))
#else
#define EXPORTED(name)
#endif

static const char *const lines[] = {
{{lines}}
};
static _Thread_local int64_t first_fault; /* the number of a line plus 1 */

static void note(int64_t failed) {
    if (failed && !first_fault) first_fault = failed;
}

const char *{{game}}_fault(void) {
    int64_t found = first_fault;
    first_fault = 0;
    return found ? lines[found - 1] : NULL;
}

void {{game}}_seed({{game}}_generator *generator, uint64_t seed) { generator->position = seed; }

int32_t {{game}}_below({{game}}_generator *generator, int64_t n) {
    return n > 0 && n <= INT64_C(0x80000000) ? (int32_t)rand_below((char *)generator, n) : 0;
}

{{definitions}}
int {{game}}_legal_actions(const {{game}}_state *state, const {{game}}_const *fixed, int seat, int32_t *actions) {
    int count = 0;
    for (int action = 0; action < {{GAME}}_ACTIONS; action++)
        if ({{game}}_legal(state, fixed, seat, action)) actions[count++] = action;
    return count;
}
#pragma GCC diagnostic pop
