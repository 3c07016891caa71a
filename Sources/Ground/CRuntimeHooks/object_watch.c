#include "object_watch.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

// The function that Swift's runtime calls to destroy an object is stored two words before the class, in memory that is written when
// classes are initialized. It is replaced there by a function that makes the callbacks and then calls the original. This is the only file
// that uses the location.
typedef __attribute__((swiftcall)) void (*destroyer)(__attribute__((swift_context)) void *object);

// Classes are only ever added, so readers need no lock. A table that became too small is kept for threads that are still reading it.
struct entry { _Atomic(const void *) class_metadata; destroyer original; };
struct table { size_t mask, count; struct entry entries[]; };

static _Atomic(struct table *) current;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static bool (*will_destroy)(const void *);
static void (*did_destroy)(const void *);

static size_t place(const void *class_metadata) { return (size_t)(((uintptr_t)class_metadata >> 3) * UINT64_C(0x9E3779B97F4A7C15) >> 20); }

static destroyer find(const struct table *table, const void *class_metadata) {
    if (!table) return NULL;
    for (size_t i = place(class_metadata);; i++) {
        const struct entry *entry = &table->entries[i & table->mask];
        const void *found = atomic_load_explicit(&entry->class_metadata, memory_order_acquire);
        if (found == class_metadata) return entry->original;
        if (!found) return NULL;
    }
}

static void insert(struct table *table, const void *class_metadata, destroyer original) {
    size_t i = place(class_metadata);
    while (atomic_load_explicit(&table->entries[i & table->mask].class_metadata, memory_order_relaxed)) i++;
    struct entry *entry = &table->entries[i & table->mask];
    entry->original = original;
    atomic_store_explicit(&entry->class_metadata, class_metadata, memory_order_release);
    table->count++;
}

static __attribute__((swiftcall)) void destroy(__attribute__((swift_context)) void *object) {
    const void *class_metadata = *(const void *const *)object;
    const struct table *table = atomic_load_explicit(&current, memory_order_acquire);
    destroyer original = find(table, class_metadata);
    bool is_watched = will_destroy(object);
    original(object);
    if (is_watched) did_destroy(object);
}

void agate_watch_objects(bool (*will)(const void *), void (*did)(const void *)) {
    will_destroy = will;
    did_destroy = did;
}

static struct table *grown(struct table *old) {
    if (old && old->count * 2 <= old->mask) return old;
    size_t size = old ? (old->mask + 1) * 2 : 64;
    struct table *table = calloc(1, sizeof *table + size * sizeof(struct entry));
    if (!table) return NULL;
    table->mask = size - 1;
    for (size_t i = 0; old && i <= old->mask; i++) {
        const void *class_metadata = atomic_load_explicit(&old->entries[i].class_metadata, memory_order_relaxed);
        if (class_metadata) insert(table, class_metadata, old->entries[i].original);
    }
    return table;
}

bool agate_watch_class(const void *class_metadata) {
    if (find(atomic_load_explicit(&current, memory_order_acquire), class_metadata)) return true;
    pthread_mutex_lock(&mutex);
    struct table *table = atomic_load_explicit(&current, memory_order_relaxed);
    bool is_watched = find(table, class_metadata) != NULL;
    if (!is_watched && (table = grown(table))) {
        _Atomic(destroyer) *slot = (_Atomic(destroyer) *)((const char *)class_metadata - 2 * sizeof(void *));
        destroyer original = atomic_load_explicit(slot, memory_order_relaxed);
        if (original && original != destroy) {
            insert(table, class_metadata, original);
            atomic_store_explicit(&current, table, memory_order_release);
            atomic_store_explicit(slot, destroy, memory_order_release);
            is_watched = true;
        }
    }
    pthread_mutex_unlock(&mutex);
    return is_watched;
}
