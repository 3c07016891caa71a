#define _GNU_SOURCE
#include "wayland_surface.h"
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

// SDL2 below 2.30 crashes on a compositor without a seat. It is given a connection that forwards everything, and announces an additional
// seat without devices. For the compositor, that seat is another wl_compositor, which has no events and receives no requests. Interfaces
// that take a seat as an argument (clipboards, input methods, tablets) are not announced.

enum { MESSAGES = 1 << 17, DESCRIPTORS = 64, OBJECTS = 32, SEAT_VERSION = 5 };
static const uint32_t SEAT_NAME = 0xFFFFFFF0;
enum { DISPLAY = 1, GET_REGISTRY = 1, BIND = 0, GLOBAL = 0 };

static const char *const taking_seats[] = {
    "wl_data_device_manager", "zwp_primary_selection_device_manager_v1", "gtk_primary_selection_device_manager",
    "zwp_text_input_manager_v1", "zwp_text_input_manager_v3", "zwp_tablet_manager_v2", "zwp_keyboard_shortcuts_inhibit_manager_v1",
        "zwp_input_panel_v1",
    "zwp_pointer_constraints_v1", "zwp_relative_pointer_manager_v1", "zwp_pointer_gestures_v1",
};

struct objects {
    uint32_t ids[OBJECTS];
    int count;
};

// The state of one connection. Two threads use it, one for each direction.
struct relay {
    int program, compositor;
    pthread_mutex_t lock;
    struct objects registries, seats;
    uint32_t compositor_name;
    int ends;
};

static int contains(const struct objects *objects, uint32_t id) {
    for (int i = 0; i < objects->count; i++)
        if (objects->ids[i] == id) return 1;
    return 0;
}

static void add(struct objects *objects, uint32_t id) {
    if (objects->count < OBJECTS) objects->ids[objects->count++] = id;
}

static uint32_t word(const uint8_t *at) {
    uint32_t word;
    memcpy(&word, at, 4);
    return word;
}

static uint8_t *put(uint8_t *at, uint32_t word) {
    memcpy(at, &word, 4);
    return at + 4;
}

static uint8_t *put_string(uint8_t *at, const char *text) {
    uint32_t length = (uint32_t)strlen(text) + 1;
    at = put(at, length);
    memset(at, 0, (length + 3) & ~3u);
    memcpy(at, text, length);
    return at + ((length + 3) & ~3u);
}

// Returns the string at an offset of a message, or null if there is none.
static const char *string(const uint8_t *message, uint32_t size, uint32_t offset) {
    if (offset + 4 > size) return 0;
    uint32_t length = word(message + offset);
    if (length == 0 || length > size - offset - 4 || message[offset + 4 + length - 1] != 0) return 0;
    return (const char *)message + offset + 4;
}

// Forwards a message. Returns the position of the next one.
static uint8_t *to_compositor(struct relay *relay, const uint8_t *message, uint32_t size, uint8_t *out) {
    uint32_t object = word(message), request = word(message + 4) & 0xFFFF;
    if (contains(&relay->seats, object)) return out;
    if (object == DISPLAY && request == GET_REGISTRY && size == 12) add(&relay->registries, word(message + 8));
    if (contains(&relay->registries, object) && request == BIND && size > 12 && word(message + 8) == SEAT_NAME) {
        uint32_t id = word(message + size - 4);
        add(&relay->seats, id);
        uint8_t *end = put_string(put(out + 8, relay->compositor_name), "wl_compositor");
        end = put(put(end, 1), id);
        put(put(out, object), (uint32_t)(end - out) << 16 | BIND);
        return end;
    }
    memcpy(out, message, size);
    return out + size;
}

static uint8_t *to_program(struct relay *relay, const uint8_t *message, uint32_t size, uint8_t *out) {
    uint32_t object = word(message), event = word(message + 4) & 0xFFFF;
    const char *interface = contains(&relay->registries, object) && event == GLOBAL ? string(message, size, 12) : 0;
    for (size_t i = 0; interface && i < sizeof taking_seats / sizeof *taking_seats; i++)
        if (strcmp(interface, taking_seats[i]) == 0) return out;
    memcpy(out, message, size);
    out += size;
    if (!interface || strcmp(interface, "wl_compositor") != 0) return out;
    relay->compositor_name = word(message + 8);
    uint8_t *end = put(put_string(put(out + 8, SEAT_NAME), "wl_seat"), SEAT_VERSION);
    put(put(out, object), (uint32_t)(end - out) << 16 | GLOBAL);
    return end;
}

struct batch {
    uint8_t bytes[MESSAGES];
    size_t count;
    int descriptors[DESCRIPTORS];
    int descriptor_count;
};

// Adds received bytes. Returns 0 at the end.
static int receive(int socket, struct batch *in) {
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof(int) * DESCRIPTORS)];
    } control;
    struct iovec part = {in->bytes + in->count, sizeof in->bytes / 2 - in->count};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    ssize_t count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    if (count <= 0) return 0;
    in->count += (size_t)count;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
        int files = (int)((header->cmsg_len - CMSG_LEN(0)) / sizeof(int));
        for (int i = 0; i < files; i++) {
            int file;
            memcpy(&file, CMSG_DATA(header) + sizeof(int) * (size_t)i, sizeof file);
            if (in->descriptor_count < DESCRIPTORS) in->descriptors[in->descriptor_count++] = file;
            else close(file);
        }
    }
    return 1;
}

// Sends bytes, and the received descriptors with the first of them.
static int deliver(int socket, const uint8_t *bytes, size_t count, struct batch *in) {
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof(int) * DESCRIPTORS)];
    } control;
    while (count > 0) {
        struct iovec part = {(void *)bytes, count};
        struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
        size_t room = sizeof(int) * (size_t)in->descriptor_count;
        if (room) {
            memset(&control, 0, sizeof control);
            control.header = (struct cmsghdr){.cmsg_len = CMSG_LEN(room), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
            memcpy(CMSG_DATA(&control.header), in->descriptors, room);
            message.msg_control = &control;
            message.msg_controllen = CMSG_SPACE(room);
        }
        ssize_t sent = sendmsg(socket, &message, MSG_NOSIGNAL);
        if (sent <= 0) return 0;
        for (int i = 0; i < in->descriptor_count; i++) close(in->descriptors[i]);
        in->descriptor_count = 0;
        bytes += sent;
        count -= (size_t)sent;
    }
    return 1;
}

static void pass_on(struct relay *relay, int from, int to, uint8_t *(*change)(struct relay *, const uint8_t *, uint32_t, uint8_t *)) {
    struct batch *in = calloc(1, sizeof *in);
    // A message of the registry may be followed by an additional message of this relay.
    uint8_t *out = malloc(2 * MESSAGES);
    while (in && out && receive(from, in)) {
        size_t at = 0;
        uint8_t *end = out;
        pthread_mutex_lock(&relay->lock);
        while (in->count - at >= 8) {
            uint32_t size = word(in->bytes + at + 4) >> 16;
            if (size < 8 || size > in->count - at) break;
            end = change(relay, in->bytes + at, size, end);
            at += size;
        }
        pthread_mutex_unlock(&relay->lock);
        memmove(in->bytes, in->bytes + at, in->count - at);
        in->count -= at;
        if (in->count == sizeof in->bytes / 2 || !deliver(to, out, (size_t)(end - out), in)) break;
    }
    for (int i = 0; in && i < in->descriptor_count; i++) close(in->descriptors[i]);
    free(in);
    free(out);
    // Ends the other direction, too.
    shutdown(from, SHUT_RDWR);
    shutdown(to, SHUT_RDWR);
    pthread_mutex_lock(&relay->lock);
    int is_last = ++relay->ends == 2;
    pthread_mutex_unlock(&relay->lock);
    if (!is_last) return;
    close(relay->program);
    close(relay->compositor);
    pthread_mutex_destroy(&relay->lock);
    free(relay);
}

static void *pass_requests(void *relay) {
    pass_on(relay, ((struct relay *)relay)->program, ((struct relay *)relay)->compositor, to_compositor);
    return 0;
}

static void *pass_events(void *relay) {
    pass_on(relay, ((struct relay *)relay)->compositor, ((struct relay *)relay)->program, to_program);
    return 0;
}

static int connect_to_compositor(void) {
    const char *name = getenv("WAYLAND_DISPLAY"), *folder = getenv("XDG_RUNTIME_DIR");
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (!name) name = "wayland-0";
    int length = name[0] == '/' ? snprintf(address.sun_path, sizeof address.sun_path, "%s", name)
                                : snprintf(address.sun_path, sizeof address.sun_path, "%s/%s", folder ? folder : "", name);
    if (length <= 0 || (size_t)length >= sizeof address.sun_path) return -1;
    int end = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (end >= 0 && connect(end, (struct sockaddr *)&address, sizeof address) == 0) return end;
    if (end >= 0) close(end);
    return -1;
}

int agate_wayland_connect_with_seat(void) {
    int ends[2], compositor = connect_to_compositor();
    if (compositor < 0) return -1;
    struct relay *relay = calloc(1, sizeof *relay);
    if (!relay || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        close(compositor);
        free(relay);
        return -1;
    }
    relay->program = ends[0];
    relay->compositor = compositor;
    pthread_mutex_init(&relay->lock, 0);
    void *(*const directions[])(void *) = {pass_requests, pass_events};
    pthread_attr_t detached;
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    int begun = 0;
    while (begun < 2) {
        pthread_t thread;
        if (pthread_create(&thread, &detached, directions[begun], relay) != 0) break;
        begun++;
    }
    pthread_attr_destroy(&detached);
    if (begun == 2) return ends[1];
    close(ends[1]);
    if (begun == 0) {
        close(compositor);
        close(ends[0]);
        free(relay);
    } else {
        // The running thread ends by itself, and is the last one.
        pthread_mutex_lock(&relay->lock);
        relay->ends = 1;
        pthread_mutex_unlock(&relay->lock);
    }
    return -1;
}
