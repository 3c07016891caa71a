#ifndef AGATE_PIPES_H
#define AGATE_PIPES_H

// Pipes to other programs: Linux calls that are not available in Swift.

/// Makes a pipe that no program inherits, with descriptors greater than 2 and a capacity of `room` bytes if the system allows it. Returns
/// 0, or an error number.
int agate_pipe(int *_Nonnull read_end, int *_Nonnull write_end, int room);

/// Writes all bytes, and waits if the reader is slow. Returns 0, or an error number: EPIPE, without a signal, if there is no reader.
int agate_write_all(int descriptor, const void *_Nonnull bytes, long count);

/// Tests whether an empty file can grow to `count` bytes, by writing and removing them. Returns 0, or -1 with `errno`.
int agate_try_space(int descriptor, long count);

/// Exchanges two paths atomically, so that neither is ever missing. Returns 0, or an error number (EINVAL if the file system does not
/// support it).
int agate_exchange(const char *_Nonnull one, const char *_Nonnull other);
#endif
