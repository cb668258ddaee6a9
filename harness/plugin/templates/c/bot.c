/* A bot for Belote: it passes where it may, and plays the first card that is legal.
 *
 * The harness writes one JSON object a line to the standard input, the bot one line to the standard
 * output for each question. docs/reference/protocol.md lists them all. What the bot writes to stderr is kept.
 */

#include <stdio.h>
#include <string.h>

static char line[1 << 16];

static int is(const char *type) {
    char start[64];
    snprintf(start, sizeof start, "{\"type\":\"%s\"", type);
    return strncmp(line, start, strlen(start)) == 0;
}

/* Copy the text under a key of the line; return whether it is there. */
static int text(const char *key, char *value, size_t room) {
    char start[64];
    snprintf(start, sizeof start, "\"%s\":\"", key);
    const char *from = strstr(line, start);
    if (!from)
        return 0;
    from += strlen(start);
    size_t length = strcspn(from, "\"");
    if (length >= room)
        length = room - 1;
    memcpy(value, from, length);
    value[length] = '\0';
    return 1;
}

/* Answer with the first of the words that are legal: this is where your ideas go. */
static void choose(const char *key) {
    char legal[1024];
    if (text("legal", legal, sizeof legal)) {
        legal[strcspn(legal, " ")] = '\0';
        printf("{\"%s\":\"%s\"}\n", key, legal);
    }
}

int main(void) {
    setvbuf(stdout, NULL, _IOLBF, 0); /* every line goes out at once */
    while (fgets(line, sizeof line, stdin)) {
        if (is("hello"))
            puts("{\"ready\":1}");
        else if (is("choose_bid"))
            choose("bid");
        else if (is("choose_card"))
            choose("card");
        else if (is("choose_declarations"))
            puts("{\"declare\":\"all\"}");
        else if (is("goodbye"))
            puts("{\"ready\":1}"); /* for another match; or simply end */
    }
    return 0;
}
