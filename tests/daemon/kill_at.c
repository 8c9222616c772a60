/* A power cut, or a kill, at any moment: once kill_at(N) was called, the process ends (SIGKILL) right before its Nth call
 * that changes what is on disk; what each was can be read from "calls". To be preloaded (LD_PRELOAD). */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/types.h>
#include <unistd.h>

#define MOST 100000

char calls[MOST];
int count;
static int armed, last;

void kill_at(int number)
{
    count = 0;
    last = number;
    armed = 1;
}

static void call(char kind)
{
    if (!armed)
        return;
    if (count + 1 == last)
        kill(getpid(), SIGKILL);
    if (count < MOST)
        calls[count++] = kind;
}

#define CHANGE(kind, type, name, given, passed)                        \
    type name given                                                    \
    {                                                                  \
        static type(*real) given;                                      \
        if (!real)                                                     \
            real = (type(*) given)dlsym(RTLD_NEXT, #name);             \
        call(kind);                                                    \
        return real passed;                                            \
    }

CHANGE('n', int, rename, (const char *from, const char *to), (from, to))
CHANGE('n', int, renameat, (int a, const char *from, int b, const char *to), (a, from, b, to))
CHANGE('n', int, unlink, (const char *path), (path))
CHANGE('n', int, unlinkat, (int folder, const char *path, int flags), (folder, path, flags))
CHANGE('n', int, rmdir, (const char *path), (path))
CHANGE('n', int, mkdir, (const char *path, mode_t mode), (path, mode))
CHANGE('n', int, ftruncate, (int file, off_t length), (file, length))
CHANGE('n', int, ftruncate64, (int file, off64_t length), (file, length))
CHANGE('s', int, fsync, (int file), (file))
CHANGE('s', int, fdatasync, (int file), (file))
CHANGE('w', ssize_t, write, (int file, const void *data, size_t length), (file, data, length))
CHANGE('w', ssize_t, pwrite, (int file, const void *data, size_t length, off_t at), (file, data, length, at))
CHANGE('w', ssize_t, pwrite64, (int file, const void *data, size_t length, off64_t at), (file, data, length, at))
CHANGE('w', ssize_t, copy_file_range, (int from, off64_t *at, int to, off64_t *there, size_t length, unsigned flags),
       (from, at, to, there, length, flags))

#define OPEN(name)                                                     \
    int name(const char *path, int flags, ...)                         \
    {                                                                  \
        static int (*real)(const char *, int, ...);                    \
        if (!real)                                                     \
            real = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, #name); \
        va_list rest;                                                  \
        va_start(rest, flags);                                         \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
        va_end(rest);                                                  \
        if (flags & (O_CREAT | O_TRUNC))                               \
            call('n');                                                 \
        return real(path, flags, mode);                                \
    }

OPEN(open)
OPEN(open64)
