#define _GNU_SOURCE
#include "layer_lock.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#if defined(__linux__)
#include <linux/futex.h>
#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

// ThreadSanitizer recognizes mutexes, but neither the kernel's barrier nor its effects.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define AGATE_PLAIN_LOCK 1
#endif
#endif
#if !defined(__linux__) || defined(__SANITIZE_THREAD__)
#define AGATE_PLAIN_LOCK 1
#endif

__thread struct agate_layer_lock_holder agate_layer_lock_holder;
uintptr_t agate_layer_lock_owner;
uint32_t agate_layer_lock_inside;
uint32_t agate_layer_lock_waiting;

static __thread uint32_t innermost_locks;

void agate_enter_innermost_lock(void) { innermost_locks++; }
void agate_leave_innermost_lock(void) { innermost_locks--; }
void agate_check_outside_of_innermost_locks(void) {
    if (innermost_locks == 0) return;
    fputs("the layers' lock is taken inside of a short one\n", stderr);
    abort();
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

#if defined(AGATE_PLAIN_LOCK)

bool agate_layer_lock_can_be_biased(void) { return false; }
uint64_t agate_layer_lock_withdrawals(void) { return 0; }
void agate_layer_lock_slow(struct agate_layer_lock_holder *me) {
    pthread_mutex_lock(&mutex);
    me->is_biased = false;
}
void agate_layer_lock_withdrawn(struct agate_layer_lock_holder *me) { agate_layer_lock_slow(me); }
void agate_layer_unlock_slow(struct agate_layer_lock_holder *me) {
    (void)me;
    pthread_mutex_unlock(&mutex);
}

#else

/// The number of consecutive times that a thread takes the mutex before the lock is biased to it. A withdrawal costs as much as some
/// hundred entries.
enum { AGATE_BIAS_AFTER = 256 };

// Accessed under the mutex.
static int can_be_biased = -1;
static uintptr_t last;
static uint32_t streak = AGATE_BIAS_AFTER;
static uint64_t withdrawals;

static bool ask_kernel(void) {
    return syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0;
}

bool agate_layer_lock_can_be_biased(void) {
    pthread_mutex_lock(&mutex);
    if (can_be_biased < 0) can_be_biased = ask_kernel();
    bool answer = can_be_biased;
    pthread_mutex_unlock(&mutex);
    return answer;
}

uint64_t agate_layer_lock_withdrawals(void) { return __atomic_load_n(&withdrawals, __ATOMIC_RELAXED); }

/// Leaves by the bias, and wakes a waiting thread.
static void leave(void) {
    __atomic_store_n(&agate_layer_lock_inside, 0, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&agate_layer_lock_waiting, __ATOMIC_SEQ_CST)) {
        syscall(SYS_futex, &agate_layer_lock_inside, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
    }
}

/// Withdraws the bias: from now on the owner takes the mutex. Returns once the owner is outside.
static void withdraw_bias(void) {
    __atomic_store_n(&agate_layer_lock_waiting, 1, __ATOMIC_SEQ_CST);
    __atomic_store_n(&agate_layer_lock_owner, 0, __ATOMIC_SEQ_CST);
    syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
    while (__atomic_load_n(&agate_layer_lock_inside, __ATOMIC_ACQUIRE)) {
        syscall(SYS_futex, &agate_layer_lock_inside, FUTEX_WAIT_PRIVATE, 1, 0, 0, 0);
    }
    __atomic_store_n(&agate_layer_lock_waiting, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&withdrawals, withdrawals + 1, __ATOMIC_RELAXED);
}

void agate_layer_lock_slow(struct agate_layer_lock_holder *me) {
    pthread_mutex_lock(&mutex);
    me->is_biased = false;
    if (__atomic_load_n(&agate_layer_lock_owner, __ATOMIC_RELAXED) != 0) {
        withdraw_bias();
        last = 0;
    }
    if (can_be_biased < 0) {
        can_be_biased = ask_kernel();
        last = (uintptr_t)me;
    }
    if (!can_be_biased) return;
    if (last != (uintptr_t)me) {
        last = (uintptr_t)me;
        streak = 0;
    }
    if (++streak <= AGATE_BIAS_AFTER) return;
    // Only the main thread is ever the owner. With two owners, one could be interrupted while it enters, and its bias given to the other
    // in the meantime. It would then clear the other's flag for being inside.
    if (syscall(SYS_gettid) != getpid()) {
        streak = 0;
        return;
    }
    __atomic_store_n(&agate_layer_lock_inside, 1, __ATOMIC_RELAXED);
    __atomic_store_n(&agate_layer_lock_owner, (uintptr_t)me, __ATOMIC_RELAXED);
    me->is_biased = true;
    pthread_mutex_unlock(&mutex);
}

void agate_layer_lock_withdrawn(struct agate_layer_lock_holder *me) {
    leave();
    agate_layer_lock_slow(me);
}

void agate_layer_unlock_slow(struct agate_layer_lock_holder *me) {
    if (me->is_biased) leave(); else pthread_mutex_unlock(&mutex);
}

#endif
