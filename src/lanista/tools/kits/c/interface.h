/* {{title}}: the rules, as the referee applies them, byte for byte.
   Made by `{{command}}`; see README.md. Little-endian machines, C11 or C++11. */
#ifndef {{GAME}}_H
#define {{GAME}}_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#define LANISTA_ASSERT(fact) static_assert(fact, "the layout of a record differs")
#else
#define LANISTA_ASSERT(fact) _Static_assert(fact, "the layout of a record differs")
#endif

#define {{GAME}}_INTERFACE {{interface}}
#define {{GAME}}_ACTIONS {{actions}} /* flat actions: numbers from 0 on, each a move */
#define {{GAME}}_MEMORY {{memory}} /* bytes that a bot remembers of a match */
#define {{GAME}}_OBSERVATION {{observation}} /* numbers in an observation */

/* Records. A state, together with the constant record of its match, is everything there is: copy it to keep it. */

{{structs}}
/* Faults. A call that would leave an array or divide by 0 ends there. The first one of this thread since the last
   time this was asked, as `file:line in rule`, or NULL. */
const char *{{game}}_fault(void);

/* Random numbers: the same on every machine. */
void {{game}}_seed({{game}}_generator *generator, uint64_t seed);
/* A number from 0 to n - 1; n is from 1 to 2^31. */
int32_t {{game}}_below({{game}}_generator *generator, int64_t n);

/* Write all flat actions that are legal for a seat into an array of {{GAME}}_ACTIONS; returns how many there are. */
int {{game}}_legal_actions(const {{game}}_state *state, const {{game}}_const *fixed, int seat, int32_t *actions);

{{prototypes}}

#ifdef __cplusplus
}
#endif
#endif
