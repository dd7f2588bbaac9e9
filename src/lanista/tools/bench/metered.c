/* Gives the same answer to every message: as a program for pipes, or as a metered bot. ANSWER is a text in C. */
#include <stdio.h>
#include <string.h>

static int is(const char *line, const char *type) { return !strncmp(line + strlen("{\"type\":\""), type, strlen(type)); }

static const char *reply(const char *line) { return is(line, "start") ? "{\"type\":\"ready\",\"again\":true}" : ANSWER; }

static char line[1 << 22];

#ifdef __wasm__
__attribute__((export_name("alloc"))) char *alloc(unsigned size) { return size < sizeof line ? line : 0; }

__attribute__((export_name("turn"))) unsigned long long turn(const char *message, unsigned size) {
    line[size] = 0;
    const char *text = reply(line);
    return (unsigned long long)(unsigned long)text << 32 | strlen(text);
}
#else
int main(void) {
    while (fgets(line, sizeof line, stdin)) {
        if (is(line, "end")) continue;
        puts(reply(line));
        fflush(stdout);
    }
    return 0;
}
#endif
