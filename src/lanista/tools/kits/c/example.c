/* Which first move of seat 0 wins most often if everybody then plays at random? */
#include <stdio.h>

#include "{{game}}.h"

#define SEATS {{seats}}
#define PLAYOUTS 20

static {{game}}_state start, state;
static {{game}}_const fixed;
static {{game}}_work work;
static {{game}}_move moves[SEATS];

static int load(const char *name, void *target, size_t size) {
    FILE *file = fopen(name, "rb");
    int fine = file != NULL && fread(target, 1, size, file) == size;
    if (file != NULL) fclose(file);
    return fine;
}

/* Play to the end; seat 0 begins with a flat action. */
static int64_t playout(int action, {{game}}_generator *generator) {
    state = start;
    for (int turn = 0; !{{game}}_is_over(&state, &fixed); turn++) {
        for (int seat = 0; seat < SEATS; seat++) {{game}}_random_move(&state, &fixed, seat, generator, &moves[seat]);
        if (turn == 0) {{game}}_decode(&state, &fixed, 0, action, &moves[0]);
        {{game}}_step(&state, moves, SEATS, &fixed, &work);
        if ({{game}}_fault() != NULL) return 0;
    }
    return {{game}}_reward(&state, &fixed, 0);
}

int main(void) {
    if (!load("start.bin", &start, sizeof start) || !load("const.bin", &fixed, sizeof fixed)) return 1;
    int32_t actions[{{GAME}}_ACTIONS];
    int count = {{game}}_legal_actions(&start, &fixed, 0, actions), best = -1;
    int64_t most = INT64_MIN;
    {{game}}_generator generator;
    {{game}}_seed(&generator, 1);
    for (int i = 0; i < count && i < 10; i++) {
        int64_t total = 0;
        for (int n = 0; n < PLAYOUTS; n++) total += playout(actions[i], &generator);
        if (total > most) most = total, best = actions[i];
    }
    printf("best of the first %d legal actions: %d, %.3f per match\n", count < 10 ? count : 10, best, most / (1000.0 * PLAYOUTS));
    return 0;
}
