/* A disk on which each write takes its time: fsync and fdatasync sleep SLOW_MS first, while the file SLOW_WHILE is there.
 * Each of them then adds a byte to the file SLOW_COUNT. While the file STILL_WHILE is there, neither of them returns. To
 * be preloaded (LD_PRELOAD). */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static void stand_still(void)
{
    const char *still_while = getenv("STILL_WHILE");
    const struct timespec moment = {0, 10000000};
    while (still_while && access(still_while, F_OK) == 0)
        nanosleep(&moment, NULL);
}

static void take_time(void)
{
    stand_still();
    const char *slow_while = getenv("SLOW_WHILE"), *slow_ms = getenv("SLOW_MS"), *counted = getenv("SLOW_COUNT");
    if (!slow_while || !slow_ms || !counted || access(slow_while, F_OK) != 0)
        return;
    long ms = atol(slow_ms);
    struct timespec left = {ms / 1000, ms % 1000 * 1000000};
    while (nanosleep(&left, &left) != 0)
        ;
    int file = open(counted, O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (file >= 0) {
        if (write(file, ".", 1) != 1)
            abort();
        close(file);
    }
}

int fsync(int file)
{
    static int (*real)(int);
    if (!real)
        real = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
    take_time();
    return real(file);
}

int fdatasync(int file)
{
    static int (*real)(int);
    if (!real)
        real = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
    take_time();
    return real(file);
}
