/* A whole bot in C: it passes where it may and plays the first card that is legal. */

#include <stdio.h>
#include <string.h>

static char line[1 << 16];

static int says(const char *type) {
    char wanted[64];
    snprintf(wanted, sizeof wanted, "{\"type\":\"%s\"", type);
    return strncmp(line, wanted, strlen(wanted)) == 0;
}

/* Answers with the first of the words under "legal". */
static void answer(const char *key) {
    const char *legal = strstr(line, "\"legal\":\"");
    char word[16];
    if (legal && sscanf(legal, "\"legal\":\"%15[^ \"]", word) == 1)
        printf("{\"%s\":\"%s\"}\n", key, word);
}

int main(void) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(line, sizeof line, stdin)) {
        if (says("hello"))
            puts("{\"ready\":1}");
        else if (says("choose_bid"))
            answer("bid");
        else if (says("choose_card"))
            answer("card");
        else if (says("choose_declarations"))
            puts("{\"declare\":\"all\"}");
        else if (says("goodbye"))
            puts("{\"ready\":1}");
    }
    return 0;
}
