#define _GNU_SOURCE
#include "fontconfig_loader.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// A file without a name is opened again by its descriptor, for which /proc must be mounted.
static int open_nameless(agate_font_file *file) {
    file->descriptor = memfd_create("agate-font", MFD_CLOEXEC);
    if (file->descriptor < 0) return errno;
    snprintf(file->path, sizeof file->path, "/proc/self/fd/%d", file->descriptor);
    if (access(file->path, R_OK) == 0) return 0;
    close(file->descriptor);
    return ENOENT;
}

static int open_named(agate_font_file *file) {
    const char *folder = getenv("TMPDIR");
    if (!folder || folder[0] != '/' || strlen(folder) > sizeof file->path - 32) folder = "/tmp";
    snprintf(file->path, sizeof file->path, "%s/agate-font-XXXXXX", folder);
    file->descriptor = mkostemp(file->path, 0);
    return file->descriptor < 0 ? errno : 0;
}

static int is_named(const agate_font_file *file) { return strncmp(file->path, "/proc/self/fd/", 14) != 0; }

int agate_font_file_open(agate_font_file *file, const void *bytes, size_t count) {
    if (open_nameless(file) != 0) {
        int code = open_named(file);
        if (code != 0) return code;
    }
    const char *next = bytes;
    while (count > 0) {
        ssize_t written = write(file->descriptor, next, count);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) {
            int code = written < 0 ? errno : EIO;
            agate_font_file_close(file);
            return code;
        }
        next += written;
        count -= (size_t)written;
    }
    return 0;
}

void agate_font_file_close(agate_font_file *file) {
    close(file->descriptor);
    if (is_named(file)) unlink(file->path);
}
