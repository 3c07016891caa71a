#define _GNU_SOURCE
#include "terminal.h"
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

// The state of the one terminal that is taken over. Written before the handlers are installed, and read by them.
static volatile sig_atomic_t is_taken, noted;
static int input_of, output_of;
static struct termios before;
// Requests to terminate, and faults: a program that crashes must not leave a terminal that shows nothing.
static const int watched[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE};
enum { watched_count = sizeof watched / sizeof *watched, request_count = 4 };
static struct sigaction actions_before[watched_count];

// Restores wrapping, cursor, colours, kitty's pictures, and the previous screen.
static const char back[] = "\033[?7h\033[?25h\033[0m\033_Ga=d,q=2\033\\\033[?1049l";

static void give_back(void) {
    if (!is_taken) return;
    is_taken = 0;
    (void)!write(output_of, back, sizeof back - 1);
    tcsetattr(input_of, TCSANOW, &before);
}

static void handle(int number) {
    int is_request = 0;
    for (int i = 0; i < request_count; i++) is_request |= watched[i] == number;
    if (is_request && !noted) {
        noted = number;
        return;
    }
    give_back();
    signal(number, SIG_DFL);
    raise(number);
}

int agate_terminal_enter(int input, int output) {
    if (is_taken || tcgetattr(input, &before)) return -1;
    input_of = input;
    output_of = output;
    noted = 0;
    struct termios raw = before;
    cfmakeraw(&raw);
    // The line ends of messages are not changed.
    raw.c_oflag = before.c_oflag;
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    if (tcsetattr(input, TCSANOW, &raw)) return -1;
    is_taken = 1;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handle;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < watched_count; i++) sigaction(watched[i], &action, &actions_before[i]);
    return 0;
}

void agate_terminal_leave(void) {
    if (!is_taken) return;
    give_back();
    for (int i = 0; i < watched_count; i++) sigaction(watched[i], &actions_before[i], NULL);
}

int agate_terminal_signal(void) { return noted; }

void agate_terminal_size(int output, int *columns, int *rows, int *width, int *height) {
    struct winsize size;
    memset(&size, 0, sizeof size);
    ioctl(output, TIOCGWINSZ, &size);
    *columns = size.ws_col;
    *rows = size.ws_row;
    *width = size.ws_xpixel;
    *height = size.ws_ypixel;
}

int agate_terminal_pair(int *person, int *terminal, int columns, int rows, int width, int height) {
    int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (master < 0) return -1;
    char name[128];
    struct winsize size = {(unsigned short)rows, (unsigned short)columns, (unsigned short)width, (unsigned short)height};
    if (grantpt(master) || unlockpt(master) || ptsname_r(master, name, sizeof name) || ioctl(master, TIOCSWINSZ, &size)) {
        close(master);
        return -1;
    }
    int slave = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (slave < 0) {
        close(master);
        return -1;
    }
    *person = master;
    *terminal = slave;
    return 0;
}
