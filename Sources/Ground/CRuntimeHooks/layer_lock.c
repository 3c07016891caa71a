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

void agate_layer_unlock_slow(struct agate_layer_lock_holder *me) {
    uint32_t hold = me->hold - 1;
    bool is_outside = hold == AGATE_LAYER_LOCK_BY_MUTEX;
    __atomic_store_n(&me->hold, is_outside ? 0 : hold, __ATOMIC_RELAXED);
    if (is_outside) pthread_mutex_unlock(&mutex);
}

#if defined(AGATE_PLAIN_LOCK)

bool agate_layer_lock_can_be_biased(void) { return false; }
uint64_t agate_layer_lock_withdrawals(void) { return 0; }
void agate_layer_lock_slow(struct agate_layer_lock_holder *me) {
    pthread_mutex_lock(&mutex);
    me->hold = AGATE_LAYER_LOCK_BY_MUTEX | 1;
}
void agate_layer_lock_wake(struct agate_layer_lock_holder *me) { (void)me; }

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

void agate_layer_lock_wake(struct agate_layer_lock_holder *me) {
    syscall(SYS_futex, &me->hold, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
}

/// Withdraws the bias: from now on the owner takes the mutex. Returns once the owner is outside.
static void withdraw_bias(void) {
    struct agate_layer_lock_holder *owner = (struct agate_layer_lock_holder *)agate_layer_lock_owner;
    __atomic_store_n(&agate_layer_lock_waiting, 1, __ATOMIC_SEQ_CST);
    __atomic_store_n(&agate_layer_lock_owner, 0, __ATOMIC_SEQ_CST);
    syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
    // The depth may change while the owner is inside. The kernel compares it again before this thread sleeps.
    uint32_t hold;
    while ((hold = __atomic_load_n(&owner->hold, __ATOMIC_ACQUIRE)) != 0) {
        syscall(SYS_futex, &owner->hold, FUTEX_WAIT_PRIVATE, hold, 0, 0, 0);
    }
    __atomic_store_n(&agate_layer_lock_waiting, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&withdrawals, withdrawals + 1, __ATOMIC_RELAXED);
}

void agate_layer_lock_slow(struct agate_layer_lock_holder *me) {
    // The thread that withdraws the bias may have seen the entry and wait for its end.
    __atomic_store_n(&me->hold, 0, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&agate_layer_lock_waiting, __ATOMIC_SEQ_CST)) agate_layer_lock_wake(me);
    pthread_mutex_lock(&mutex);
    if (__atomic_load_n(&agate_layer_lock_owner, __ATOMIC_RELAXED) != 0) {
        withdraw_bias();
        last = 0;
    }
    __atomic_store_n(&me->hold, AGATE_LAYER_LOCK_BY_MUTEX | 1, __ATOMIC_RELAXED);
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
    // Another thread's holder would end with it, while a thread that withdraws the bias reads it.
    if (syscall(SYS_gettid) != getpid()) {
        streak = 0;
        return;
    }
    __atomic_store_n(&me->hold, 1, __ATOMIC_RELAXED);
    __atomic_store_n(&agate_layer_lock_owner, (uintptr_t)me, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&mutex);
}

#endif
