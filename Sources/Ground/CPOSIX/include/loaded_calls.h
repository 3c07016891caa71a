// Functions of a library that is loaded at run time, defined under the library's own names: a macro for each definition. Before their use
// LOADED_SYMBOL(name) is defined: the expression that finds the address of a function by its name, or null.
#pragma once

// The function is looked up at its first call. Two threads may do so at once and find the same address.
#define LOADED(name) \
    static void *found; \
    void *address = __atomic_load_n(&found, __ATOMIC_RELAXED); \
    if (!address) { \
        address = LOADED_SYMBOL(#name); \
        __atomic_store_n(&found, address, __ATOMIC_RELAXED); \
    }

// A function that returns `otherwise` where the library lacks it.
#define LOADED_CALL(result, name, parameters, arguments, otherwise) \
    result name parameters { \
        LOADED(name) \
        return address ? ((result(*) parameters)address) arguments : otherwise; \
    }

// A function without a result, which has no effect where the library lacks it.
#define LOADED_DO(name, parameters, arguments) \
    void name parameters { \
        LOADED(name) \
        if (address) ((void (*) parameters)address) arguments; \
    }
