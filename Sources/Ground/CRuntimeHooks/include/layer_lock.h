#ifndef AGATE_LAYER_LOCK_H
#define AGATE_LAYER_LOCK_H

#include <stdbool.h>
#include <stdint.h>

// The single recursive lock of all layers, biased to the thread that uses it.
//
// The owner enters and leaves by a store, without an atomic read-modify-write and without a fence. Another thread that wants the lock
// takes the mutex, withdraws the bias, and makes the kernel run a memory barrier on every thread of the process (membarrier(2)). After
// that barrier there are two cases. Either the owner's entry is visible, and the other thread waits until the owner has left. Or the
// owner sees that its bias was withdrawn and takes the mutex like all other threads. The main thread becomes the owner again when it
// takes the mutex 256 times in a row without another thread in between. No other thread ever becomes the owner: a thread that waits for
// the owner reads the owner's holder, which ends with its thread.
//
// Without membarrier(2), and under ThreadSanitizer, which does not recognize it, there is never an owner and the lock is a plain mutex.

/// A thread's hold on the lock.
struct agate_layer_lock_holder {
    /// The depth, with AGATE_LAYER_LOCK_BY_MUTEX added where the thread holds the mutex. 1 is one entry by the bias, which is what the
    /// short ways of entering and leaving handle.
    uint32_t hold;
    /// The part of the depth that the program took itself, by CATransaction.lock().
    uint32_t program_depth;
};
#define AGATE_LAYER_LOCK_BY_MUTEX 0x80000000u

extern __thread struct agate_layer_lock_holder agate_layer_lock_holder;
/// The thread to which the lock is biased, as the address of its holder, or 0 for none.
extern uintptr_t agate_layer_lock_owner;
/// 1 while another thread waits for the owner to leave.
extern uint32_t agate_layer_lock_waiting;

/// Called by a thread that has stored an entry by the bias and is not the owner: withdraws the entry and takes the mutex.
void agate_layer_lock_slow(struct agate_layer_lock_holder *me);
/// Leaves other than by the bias from a depth of 1.
void agate_layer_unlock_slow(struct agate_layer_lock_holder *me);
/// Wakes the threads that wait for the owner, which has left.
void agate_layer_lock_wake(struct agate_layer_lock_holder *me);

static inline __attribute__((always_inline)) void agate_layer_lock(void) {
    struct agate_layer_lock_holder *me = &agate_layer_lock_holder;
    uint32_t hold = me->hold;
    __atomic_store_n(&me->hold, hold + 1, __ATOMIC_RELAXED);
    if (hold != 0) return;
    // The compiler maintains the order. The barrier of the thread that withdraws the bias makes the processor maintain it.
    __asm__ volatile("" ::: "memory");
    if (__builtin_expect(__atomic_load_n(&agate_layer_lock_owner, __ATOMIC_RELAXED) != (uintptr_t)me, 0)) agate_layer_lock_slow(me);
    __asm__ volatile("" ::: "memory");
}

static inline __attribute__((always_inline)) void agate_layer_unlock(void) {
    struct agate_layer_lock_holder *me = &agate_layer_lock_holder;
    if (__builtin_expect(me->hold != 1, 0)) {
        agate_layer_unlock_slow(me);
        return;
    }
    __atomic_store_n(&me->hold, 0, __ATOMIC_RELEASE);
    __asm__ volatile("" ::: "memory");
    if (__builtin_expect(__atomic_load_n(&agate_layer_lock_waiting, __ATOMIC_RELAXED) != 0, 0)) agate_layer_lock_wake(me);
}

/// Returns the depth at which the calling thread holds the lock.
static inline uint32_t agate_layer_lock_depth(void) { return agate_layer_lock_holder.hold & ~AGATE_LAYER_LOCK_BY_MUTEX; }

/// Adds to the program's own part of the depth, which is never below 0. Returns the new value.
static inline uint32_t agate_layer_lock_add_program(int32_t change) {
    struct agate_layer_lock_holder *me = &agate_layer_lock_holder;
    if (change < 0 && me->program_depth == 0) return 0;
    me->program_depth += change;
    return me->program_depth;
}
static inline uint32_t agate_layer_lock_program_depth(void) { return agate_layer_lock_holder.program_depth; }

// The checked mode of the short locks (`Locked`): the layers' lock is never taken while a short lock is held. The last function aborts
// the process in that case.
void agate_enter_innermost_lock(void);
void agate_leave_innermost_lock(void);
void agate_check_outside_of_innermost_locks(void);

/// Returns the number of withdrawals of a bias, for tests and benchmarks.
uint64_t agate_layer_lock_withdrawals(void);
/// Returns whether threads can be owners on this system.
bool agate_layer_lock_can_be_biased(void);

#endif
