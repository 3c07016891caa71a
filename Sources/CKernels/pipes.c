#define _GNU_SOURCE
#include "pipes.h"
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int agate_pipe(int *read_end, int *write_end, int room) {
    int ends[2], code = 0;
    if (pipe2(ends, O_CLOEXEC)) return errno;
    // Clear of the standard three, which may be closed in this process: dup2 onto itself would keep close-on-exec.
    for (int i = 0; i < 2; i++) {
        if (ends[i] > 2 || ends[i] < 0) continue;
        int moved = fcntl(ends[i], F_DUPFD_CLOEXEC, 3);
        if (moved < 0) code = errno;
        close(ends[i]);
        ends[i] = moved;
    }
    if (code) {
        for (int i = 0; i < 2; i++) if (ends[i] >= 0) close(ends[i]);
        return code;
    }
    if (room > 0) fcntl(ends[1], F_SETPIPE_SZ, room);
    *read_end = ends[0];
    *write_end = ends[1];
    return 0;
}
