#define _GNU_SOURCE
#include "pipes.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int agate_pipe(int *read_end, int *write_end, int room) {
    int ends[2], code = 0;
    if (pipe2(ends, O_CLOEXEC)) return errno;
    // Avoids the three standard descriptors, which may be closed in this process: dup2 onto itself would keep close-on-exec.
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

int agate_write_all(int descriptor, const void *bytes, long count) {
    // The signal of a broken pipe is sent to the writing thread. It is blocked here, and consumed if this function caused it.
    sigset_t broken, before, pending;
    sigemptyset(&broken);
    sigaddset(&broken, SIGPIPE);
    sigpending(&pending);
    pthread_sigmask(SIG_BLOCK, &broken, &before);
    const char *next = bytes;
    int code = 0;
    while (count > 0 && !code) {
        ssize_t done = write(descriptor, next, (size_t)count);
        if (done >= 0) {
            next += done;
            count -= done;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            struct pollfd wait = {descriptor, POLLOUT, 0};
            poll(&wait, 1, -1);
        } else if (errno != EINTR) {
            code = errno;
        }
    }
    // Also if the last call failed for another reason: a previous one may have written a part, and raised the signal for the rest.
    if (code && !sigismember(&pending, SIGPIPE)) {
        struct timespec now = {0, 0};
        while (sigtimedwait(&broken, NULL, &now) < 0 && errno == EINTR) {}
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return code;
}

int agate_try_space(int descriptor, long count) {
    static const char zeros[4096];
    int code = 0;
    for (long done = 0; done < count && !code; ) {
        long wanted = count - done < (long)sizeof zeros ? count - done : (long)sizeof zeros;
        ssize_t now = pwrite(descriptor, zeros, (size_t)wanted, done);
        if (now > 0) done += now;
        else if (now == 0) code = ENOSPC;
        else if (errno != EINTR) code = errno;
    }
    if (ftruncate(descriptor, 0) && !code) code = errno;
    errno = code;
    return code ? -1 : 0;
}

int agate_exchange(const char *one, const char *other) {
    // RENAME_EXCHANGE, by its number: older headers have neither the call nor the name.
    return syscall(SYS_renameat2, AT_FDCWD, one, AT_FDCWD, other, 2u) ? errno : 0;
}
