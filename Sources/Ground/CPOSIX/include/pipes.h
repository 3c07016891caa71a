#ifndef AGATE_PIPES_H
#define AGATE_PIPES_H

// Pipes to other programs: what Swift does not see of Linux's calls.

/// Makes a pipe that no program inherits, of descriptors over 2, with room for `room` bytes where the system allows it. 0, or an error
/// number.
int agate_pipe(int *_Nonnull read_end, int *_Nonnull write_end, int room);

/// Writes all bytes, waiting where the other side is slow. 0, or an error number; EPIPE where nobody reads any more, without a signal.
int agate_write_all(int descriptor, const void *_Nonnull bytes, long count);

/// Whether a file that is empty can grow to `count` bytes: writes them and takes them back. 0, or -1 with `errno`.
int agate_try_space(int descriptor, long count);

/// Lets two paths change places at once, so that none of them is ever missing. 0, or an error number (EINVAL where the file system can't).
int agate_exchange(const char *_Nonnull one, const char *_Nonnull other);
#endif
