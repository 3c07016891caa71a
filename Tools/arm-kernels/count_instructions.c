// A plugin for qemu-aarch64 that counts the instructions that the guest executed and writes their number to standard error at the end.
// With the argument `blocks=FILE` it writes there, for each translated block, how often it ran and its instructions' words.
// The few declarations it needs of QEMU's plugin interface (version 1) stand here, since distributions seldom package its header.
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t qemu_plugin_id_t;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
extern void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t, void (*)(qemu_plugin_id_t, struct qemu_plugin_tb *));
extern void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb *, int op, void *counter, uint64_t add);
extern void qemu_plugin_register_atexit_cb(qemu_plugin_id_t, void (*)(qemu_plugin_id_t, void *), void *);
extern size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
extern struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *, size_t);
extern const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *);

__attribute__((visibility("default"))) int qemu_plugin_version = 1;

typedef struct Block {
    struct Block *next;
    uint64_t runs;
    size_t count;
    uint32_t words[];
} Block;

static uint64_t executed;
static Block *blocks;
static const char *path;

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *translation) {
    (void)id;
    size_t count = qemu_plugin_tb_n_insns(translation);
    qemu_plugin_register_vcpu_tb_exec_inline(translation, 0 /* add */, &executed, count);
    if (!path) return;
    Block *block = malloc(sizeof *block + count * sizeof block->words[0]);
    if (!block) return;
    block->runs = 0;
    block->count = count;
    for (size_t i = 0; i < count; ++i) {
        memcpy(&block->words[i], qemu_plugin_insn_data(qemu_plugin_tb_get_insn(translation, i)), sizeof block->words[i]);
    }
    block->next = blocks;
    blocks = block;
    qemu_plugin_register_vcpu_tb_exec_inline(translation, 0 /* add */, &block->runs, 1);
}

static void ended(qemu_plugin_id_t id, void *data) {
    (void)id;
    (void)data;
    fprintf(stderr, "instructions %" PRIu64 "\n", executed);
    FILE *file = path ? fopen(path, "w") : 0;
    if (!file) return;
    for (const Block *block = blocks; block; block = block->next) {
        if (!block->runs) continue;
        fprintf(file, "%" PRIu64, block->runs);
        for (size_t i = 0; i < block->count; ++i) fprintf(file, " %08" PRIx32, block->words[i]);
        fputc('\n', file);
    }
    fclose(file);
}

__attribute__((visibility("default"))) int qemu_plugin_install(qemu_plugin_id_t id, const void *info, int count, char **arguments) {
    (void)info;
    for (int i = 0; i < count; ++i) {
        if (!strncmp(arguments[i], "blocks=", 7)) path = strdup(arguments[i] + 7);
    }
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, ended, 0);
    return 0;
}
