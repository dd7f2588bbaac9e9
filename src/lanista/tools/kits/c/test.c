/* Plays the recorded match of expected.txt by the rules, and compares a digest after every turn. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "{{game}}.h"

#define SEATS {{seats}}

static void need(int fine, const char *what) {
    if (fine) return;
    fprintf(stderr, "test: %s\n", what);
    exit(1);
}

static void read_file(const char *name, void *target, size_t size) {
    FILE *file = fopen(name, "rb");
    need(file != NULL, "run it in the folder of start.bin and const.bin");
    need(fread(target, 1, size, file) == size && fgetc(file) == EOF, "a file is of another size than its record");
    fclose(file);
}

static uint32_t fnv(uint32_t digest, const void *data, size_t size) {
    for (const unsigned char *at = data, *end = at + size; at < end; at++) digest = (digest ^ *at) * 16777619u;
    return digest;
}

static {{game}}_state state;
static {{game}}_const fixed;
static {{game}}_work work;
static {{game}}_move moves[SEATS];
static int16_t row[{{GAME}}_OBSERVATION];
static unsigned char legal[{{GAME}}_ACTIONS];

/* The state, what a seat observes, and which flat actions it may take. */
static uint32_t digest(uint32_t start) {
    return fnv(fnv(fnv(start, &state, sizeof state), row, sizeof row), legal, sizeof legal);
}

int main(void) {
    read_file("start.bin", &state, sizeof state);
    read_file("const.bin", &fixed, sizeof fixed);
    FILE *expected = fopen("expected.txt", "r");
    unsigned long long seed;
    need(expected != NULL && fscanf(expected, "seed %llu", &seed) == 1, "expected.txt does not begin with a seed");
    {{game}}_generator generator;
    {{game}}_seed(&generator, seed);
    int turns = 0;
    for (unsigned first, second; fscanf(expected, " %8x%8x", &first, &second) == 2; turns++) {
        int seen = turns % SEATS;
        for (int seat = 0; seat < SEATS; seat++) {{game}}_random_move(&state, &fixed, seat, &generator, &moves[seat]);
        {{game}}_step(&state, moves, SEATS, &fixed, &work);
        {{game}}_observe(&state, &fixed, seen, row);
        for (int action = 0; action < {{GAME}}_ACTIONS; action++)
            legal[action] = (unsigned char){{game}}_legal(&state, &fixed, seen, action);
        const char *fault = {{game}}_fault();
        need(fault == NULL, fault);
        if (digest(2166136261u) == first && digest(84696351u) == second) continue;
        fprintf(stderr, "test: turn %d differs\n", turns + 1);
        return 1;
    }
    need(turns > 0, "expected.txt holds no turns");
    printf("%d turns equal\n", turns);
    return 0;
}
