// JavaScript in a process of its own.
//
// Duktape as packaged by Linux systems can't be interrupted: it has no hook that is called while it runs, and an endless loop never
// requests memory. Therefore it runs in a child process, which the kernel ends when its processor time is over. The child is a copy of
// this process made by clone, on a stack of its own, with all signals blocked except those of its own faults. It creates the engine,
// enters the kernel's strictest mode (only read, write and exit are allowed, and it is given no file), and then runs the script. Its
// allocations come from one region of fixed size. Its output is written to memory that both processes share. It makes no other allocation
// and takes no lock, since another thread of this process may have held one when the copy was made.
#define _GNU_SOURCE
#include "script_sandbox.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define AGATE_SANITIZED 1
#endif
#endif
#define AGATE_CHILD __attribute__((no_sanitize("address", "thread", "undefined")))

// MARK: The engine's functions, as duktape.h declares them

typedef struct duk_hthread duk_context;
typedef int (*duk_function)(duk_context *);
typedef struct {
    duk_context *(*create_heap)(
        void *(*)(void *, size_t), void *(*)(void *, void *, size_t), void (*)(void *, void *), void *, void (*)(void *, const char *));
    const char *(*push_lstring)(duk_context *, const char *, size_t);
    int (*push_c_function)(duk_context *, duk_function, int);
    unsigned (*put_global_lstring)(duk_context *, const char *, size_t);
    int (*eval_raw)(duk_context *, const char *, size_t, unsigned);
    const char *(*get_lstring)(duk_context *, int, size_t *);
    const char *(*safe_to_lstring)(duk_context *, int, size_t *);
    int isLoaded;
} engine_functions;

static engine_functions engine;

static void load_engine(void) {
    // The versions 2.5 to 2.7 have the same functions. All symbols are resolved now: the child must not look up anything.
    static const char *const names[] = {"libduktape.so.207", "libduktape.so.206", "libduktape.so.205", "libduktape.so"};
    void *library = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names && !library; i++) library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    *(void **)&engine.create_heap = dlsym(library, "duk_create_heap");
    *(void **)&engine.push_lstring = dlsym(library, "duk_push_lstring");
    *(void **)&engine.push_c_function = dlsym(library, "duk_push_c_function");
    *(void **)&engine.put_global_lstring = dlsym(library, "duk_put_global_lstring");
    *(void **)&engine.eval_raw = dlsym(library, "duk_eval_raw");
    *(void **)&engine.get_lstring = dlsym(library, "duk_get_lstring");
    *(void **)&engine.safe_to_lstring = dlsym(library, "duk_safe_to_lstring");
    engine.isLoaded = engine.create_heap && engine.push_lstring && engine.push_c_function && engine.put_global_lstring && engine.eval_raw
        && engine.get_lstring && engine.safe_to_lstring;
}

int agate_script_is_available(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load_engine);
    return engine.isLoaded;
}

// MARK: The child's memory

enum { CLASSES = 2 * 48, ERROR_SIZE = 512 };

/// The header of the memory that both processes share. The child is not trusted: the parent checks sizes.
typedef struct {
    _Atomic size_t output_size;
    _Atomic size_t error_size;
    _Atomic int outcome;
    char error[ERROR_SIZE];
} shared_head;

typedef struct {
    const char *program, *input;
    size_t program_size, input_size;
    unsigned seconds;
    shared_head *head;
    char *output;
    size_t capacity;
    // The free part of the engine's memory, and freed blocks, by size.
    char *arena, *arena_end;
    void *freed[CLASSES];
} script_job;

/// The header before each block, 16 bytes.
typedef struct { size_t class, unused; } block_head;

/// Returns the size class. Sizes are powers of two and one and a half times those.
static AGATE_CHILD size_t class_of(size_t size) {
    if (size < 16) size = 16;
    size_t power = 63 - (size_t)__builtin_clzll(size);
    size_t base = (size_t)1 << power;
    if (size == base) return 2 * power;
    return size <= base + base / 2 ? 2 * power + 1 : 2 * power + 2;
}

static AGATE_CHILD size_t size_of_class(size_t class) {
    size_t base = (size_t)1 << (class / 2);
    return class % 2 ? base + base / 2 : base;
}

static AGATE_CHILD void *arena_allocate(void *data, size_t size) {
    script_job *job = data;
    if (size == 0 || size > (size_t)1 << 40) return NULL;
    size_t class = class_of(size);
    if (job->freed[class]) {
        void *block = job->freed[class];
        job->freed[class] = *(void **)block;
        return block;
    }
    size_t whole = sizeof(block_head) + ((size_of_class(class) + 15) & ~(size_t)15);
    if (whole > (size_t)(job->arena_end - job->arena)) return NULL;
    block_head *head = (block_head *)job->arena;
    job->arena += whole;
    head->class = class;
    return head + 1;
}

static AGATE_CHILD void arena_free(void *data, void *block) {
    if (!block) return;
    script_job *job = data;
    size_t class = ((block_head *)block - 1)->class;
    *(void **)block = job->freed[class];
    job->freed[class] = block;
}

static AGATE_CHILD void *arena_reallocate(void *data, void *block, size_t size) {
    if (!block) return arena_allocate(data, size);
    if (size == 0) {
        arena_free(data, block);
        return NULL;
    }
    size_t room = size_of_class(((block_head *)block - 1)->class);
    if (size <= room && (size > room / 4 || room <= 64)) return block;
    void *moved = arena_allocate(data, size);
    if (!moved) return size <= room ? block : NULL;
    memcpy(moved, block, size < room ? size : room);
    arena_free(data, block);
    return moved;
}

// MARK: The child

static script_job *current;

static AGATE_CHILD void end_child(int outcome, const char *text, size_t size) {
    if (text) {
        if (size > ERROR_SIZE) size = ERROR_SIZE;
        memcpy(current->head->error, text, size);
        atomic_store(&current->head->error_size, size);
    }
    atomic_store(&current->head->outcome, outcome);
    while (1) syscall(SYS_exit, 0);
}

static AGATE_CHILD void fatal(void *data, const char *text) {
    (void)data;
    end_child(agate_script_threw, text, text ? strlen(text) : 0);
}

static AGATE_CHILD int emit(duk_context *context) {
    size_t size = 0, used = atomic_load(&current->head->output_size);
    const char *text = engine.get_lstring(context, 0, &size);
    // A negative result throws: this is DUK_RET_RANGE_ERROR.
    if (!text || size > current->capacity - used) return -3;
    memcpy(current->output + used, text, size);
    atomic_store(&current->head->output_size, used + size);
    return 0;
}

static AGATE_CHILD int run_child(void *data) {
    script_job *job = data;
    current = job;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    struct rlimit none = {0, 0}, time = {job->seconds, job->seconds + 1};
    setrlimit(RLIMIT_CORE, &none);
    setrlimit(RLIMIT_CPU, &time);
    static const int faults[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS, SIGXCPU};
    sigset_t blocked;
    sigfillset(&blocked);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        // The program's own handlers would report a crash of the program.
        struct sigaction standard;
        memset(&standard, 0, sizeof standard);
        standard.sa_handler = SIG_DFL;
        sigaction(faults[i], &standard, NULL);
        sigdelset(&blocked, faults[i]);
    }
    sigprocmask(SIG_SETMASK, &blocked, NULL);
    duk_context *context = engine.create_heap(arena_allocate, arena_reallocate, arena_free, job, fatal);
    if (!context) end_child(agate_script_threw, "there is not enough memory", 26);
#ifndef AGATE_SANITIZED
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
#endif
    engine.push_c_function(context, emit, 1);
    engine.put_global_lstring(context, "emit", 4);
    engine.push_lstring(context, job->input, job->input_size);
    engine.put_global_lstring(context, "input", 5);
    // duk_peval_lstring: of 0 arguments, eval code, errors caught, without source and file name on the stack.
    const unsigned flags = 1u << 3 | 1u << 7 | 1u << 9 | 1u << 11;
    if (engine.eval_raw(context, job->program, job->program_size, flags)) {
        size_t size = 0;
        const char *text = engine.safe_to_lstring(context, -1, &size);
        end_child(agate_script_threw, text, size);
    }
    end_child(agate_script_done, NULL, 0);
    return 0;
}

// MARK: The parent

static agate_script_result unavailable(const char *reason) {
    agate_script_result result = {.outcome = agate_script_unavailable, .error = reason, .error_size = strlen(reason)};
    return result;
}

agate_script_result agate_script_run(
    const char *program, size_t program_size, const char *input, size_t input_size, size_t memory, unsigned seconds, size_t capacity) {
    if (!agate_script_is_available()) return unavailable("the library Duktape is not installed (Debian's package libduktape207)");
    const size_t stack_size = 16u << 20, guard = 1u << 16, region_size = sizeof(shared_head) + capacity;
    void *region = mmap(NULL, region_size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (region == MAP_FAILED) return unavailable("there is not enough memory");
    char *own = mmap(NULL, guard + stack_size + memory, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (own == MAP_FAILED) {
        munmap(region, region_size);
        return unavailable("there is not enough memory");
    }
    mprotect(own, guard, PROT_NONE);
    script_job job = {
        .program = program, .input = input, .program_size = program_size, .input_size = input_size, .seconds = seconds,
        .head = region, .output = (char *)region + sizeof(shared_head), .capacity = capacity,
        .arena = own + guard + stack_size, .arena_end = own + guard + stack_size + memory,
    };
    atomic_store(&job.head->outcome, agate_script_stopped);
    // Without a signal at its end, so that no other code waits for it.
    int child = clone(run_child, own + guard + stack_size, 0, &job), reason = errno;
    if (child > 0) {
        while (waitpid(child, NULL, __WALL) < 0 && errno == EINTR) {}
    }
    munmap(own, guard + stack_size + memory);
    if (child <= 0) {
        munmap(region, region_size);
        return unavailable(reason == ENOMEM ? "there is not enough memory for a process" : "no process could be made");
    }
    agate_script_result result = {.region = region, .region_size = region_size, .output = job.output, .error = job.head->error};
    size_t size = atomic_load(&job.head->output_size), error = atomic_load(&job.head->error_size);
    int outcome = atomic_load(&job.head->outcome);
    result.outcome = outcome == agate_script_done || outcome == agate_script_threw ? outcome : agate_script_stopped;
    result.output_size = size < capacity ? size : capacity;
    result.error_size = error < ERROR_SIZE ? error : ERROR_SIZE;
    return result;
}

void agate_script_release(agate_script_result *result) {
    if (result->region) munmap(result->region, result->region_size);
    memset(result, 0, sizeof *result);
}
