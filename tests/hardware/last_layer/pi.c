/* The devices of a Raspberry Pi for programs that run without one. Preloaded, it answers what they open below /dev,
 * /proc and /sys, maps and asks by ioctl.
 *
 * PI_ROOT    a directory with the files of that Pi; dev/NAME: it has this device
 * PI_ALLOW   what a service may open, in words of systemd's DeviceAllow=, separated by spaces; others give EPERM
 * PI_GROUPS  the groups of the user; a device of another gives EACCES
 *
 * dev/gpiochipN holds the label of the chip. Left behind in PI_ROOT: "sent", what left over SPI, each transfer after its length (4 bytes, as the machine writes
 * numbers); "speed", the SPI clock asked for; dev/gpiomem, the registers written.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/gpio.h>
#include <linux/spi/spidev.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define FILES 1024
#define GPIO_MAJOR 254

static const struct device {
  const char *start, *class, *group;
} devices[] = {
    {"/dev/spidev", "char-spi", "spi"},      {"/dev/gpiochip", "char-gpiochip", "gpio"}, {"/dev/gpiomem", "", "gpio"},
    {"/dev/i2c-", "char-i2c", "i2c"},        {"/dev/pio", "", "gpio"},                   {"/dev/vcio", "", "video"},
    {"/dev/mem", "", "kmem"},
};
enum { SPI = 1, CHIP, MEMORY, OTHER, LINES };
static unsigned char kinds[FILES];

static int starts(const char *text, const char *start) { return strncmp(text, start, strlen(start)) == 0; }

static int listed(const char *variable, const char *word) {
  const char *list = getenv(variable), *at = list;
  size_t length = strlen(word);
  while (length && at && (at = strstr(at, word))) {
    if ((at == list || at[-1] == ' ') && (at[length] == ' ' || !at[length])) return 1;
    at += length;
  }
  return 0;
}

static const struct device *device_at(const char *path) {
  for (size_t n = 0; n < sizeof devices / sizeof *devices; n++)
    if (starts(path, devices[n].start)) return &devices[n];
  return NULL;
}

/* The file that stands for a path, or the path itself. The Pi's own devices and modules are nowhere else. */
static const char *place(const char *path, char *room) {
  const char *root = getenv("PI_ROOT");
  int own = device_at(path) || starts(path, "/sys/module/spidev");
  if (!root || !(starts(path, "/dev") || starts(path, "/proc/") || starts(path, "/sys/"))) return path;
  snprintf(room, PATH_MAX, "%s%s", root, path);
  return own || REAL(access)(room, F_OK) == 0 ? room : path;
}

/* Whether the service's list, then the file's group let it be opened, in the order of the kernel's own checks. */
static int refused(const struct device *device, const char *path) {
  if (!listed("PI_ALLOW", path) && !listed("PI_ALLOW", device->class)) return EPERM;
  return listed("PI_GROUPS", device->group) ? 0 : EACCES;
}

static int open_it(int (*real)(const char *, int, ...), const char *path, int flags, mode_t mode) {
  char room[PATH_MAX];
  const struct device *device = device_at(path);
  const char *there = place(path, room);
  if (device && REAL(access)(there, F_OK) == 0 && (errno = refused(device, path))) return -1;
  int file = real(there, flags, mode);
  if (device && file >= 0 && file < FILES)
    kinds[file] = starts(path, "/dev/spidev") ? SPI : starts(path, "/dev/gpiochip") ? CHIP
                  : starts(path, "/dev/gpiomem") ? MEMORY : OTHER;
  return file;
}

#define MODE(flags, mode)                              \
  mode_t mode = 0;                                     \
  if ((flags) & (O_CREAT | __O_TMPFILE)) {             \
    va_list more;                                      \
    va_start(more, flags);                             \
    mode = va_arg(more, mode_t);                       \
    va_end(more);                                      \
  }

int open(const char *path, int flags, ...) { MODE(flags, mode) return open_it(REAL(open), path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE(flags, mode) return open_it(REAL(open64), path, flags, mode); }

int openat(int directory, const char *path, int flags, ...) {
  MODE(flags, mode)
  if (*path == '/') return open_it(REAL(open), path, flags, mode);
  return REAL(openat)(directory, path, flags, mode);
}

FILE *fopen(const char *path, const char *how) {
  char room[PATH_MAX];
  return REAL(fopen)(place(path, room), how);
}

DIR *opendir(const char *path) {
  char room[PATH_MAX];
  return REAL(opendir)(place(path, room));
}

int close(int file) {
  if (file >= 0 && file < FILES) kinds[file] = 0;
  return REAL(close)(file);
}

/* libgpiod believes in a chip if it is a character device that the kernel lists among its GPIO chips. */
static int is_chip(int (*real)(const char *, struct stat *), const char *path, struct stat *told) {
  char room[PATH_MAX];
  int done = real(place(path, room), told);
  if (done == 0 && starts(path, "/dev/gpiochip")) {
    told->st_mode = S_IFCHR | 0660;
    told->st_rdev = makedev(GPIO_MAJOR, 0);
  }
  return done;
}

int stat(const char *path, struct stat *told) { return is_chip(REAL(stat), path, told); }
int lstat(const char *path, struct stat *told) { return is_chip(REAL(lstat), path, told); }

/* As programs call them that were linked with a C library before 2.33: wheels are. */
int __xstat(int version, const char *path, struct stat *told) { return (void)version, stat(path, told); }
int __lxstat(int version, const char *path, struct stat *told) { return (void)version, lstat(path, told); }

char *realpath(const char *path, char *room) {
  char number[64];
  snprintf(number, sizeof number, "/sys/dev/char/%d:0/subsystem", GPIO_MAJOR);
  if (strcmp(path, number)) return REAL(realpath)(path, room);
  return room ? strcpy(room, "/sys/bus/gpio") : strdup("/sys/bus/gpio");
}

/* The registers are a file: what is written there can be read afterwards. */
static int mapped(int file, off_t *from) {
  if (file < 0 || file >= FILES || kinds[file] != MEMORY) return 0;
  *from = 0;
  return 1;
}

void *mmap(void *where, size_t size, int rights, int flags, int file, off_t from) {
  mapped(file, &from);
  return REAL(mmap)(where, size, rights, flags, file, from);
}

void *mmap64(void *where, size_t size, int rights, int flags, int file, off64_t from) {
  mapped(file, &from);
  return REAL(mmap64)(where, size, rights, flags, file, from);
}

static void note(const char *name, const char *how, const void *first, size_t size, const void *second, size_t more) {
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s/%s", getenv("PI_ROOT"), name);
  FILE *file = REAL(fopen)(path, how);
  if (!file) abort();
  fwrite(first, 1, size, file);
  fwrite(second, 1, more, file);
  fclose(file);
}

static unsigned bufsiz(void) {
  unsigned most = 0;
  FILE *file = fopen("/sys/module/spidev/parameters/bufsiz", "r");
  if (!file || fscanf(file, "%u", &most) != 1) abort();
  fclose(file);
  return most;
}

static int spi(unsigned long request, void *given) {
  if (request == SPI_IOC_MESSAGE(1)) {
    struct spi_ioc_transfer *transfer = given;
    if (transfer->len > bufsiz()) return errno = EMSGSIZE, -1;
    note("sent", "a", &transfer->len, sizeof transfer->len, (void *)(uintptr_t)transfer->tx_buf, transfer->len);
    return (int)transfer->len;
  }
  if (request == SPI_IOC_WR_MAX_SPEED_HZ) {
    char text[16];
    note("speed", "w", text, (size_t)snprintf(text, sizeof text, "%u", *(uint32_t *)given), "", 0);
  }
  return _IOC_TYPE(request) == SPI_IOC_MAGIC ? 0 : (errno = ENOTTY, -1);
}

static int chip(int chip, unsigned long request, void *given) {
  if (request == GPIO_GET_CHIPINFO_IOCTL) {
    struct gpiochip_info info = {.name = "gpiochip0", .lines = 54};
    if (pread(chip, info.label, sizeof info.label - 1, 0) < 0) return -1;
    *(struct gpiochip_info *)given = info;
    return 0;
  }
  if (request == GPIO_V2_GET_LINEINFO_IOCTL) return 0;
  if (request == GPIO_V2_GET_LINE_IOCTL) {
    int file = REAL(open)("/dev/null", O_RDWR | O_CLOEXEC);
    if (file >= 0 && file < FILES) kinds[file] = LINES;
    return ((struct gpio_v2_line_request *)given)->fd = file, 0;
  }
  return errno = ENOTTY, -1;
}

static int lines(unsigned long request) {
  int known = request == GPIO_V2_LINE_SET_CONFIG_IOCTL || request == GPIO_V2_LINE_SET_VALUES_IOCTL;
  return known ? 0 : (errno = ENOTTY, -1);
}

int ioctl(int file, unsigned long request, ...) {
  va_list more;
  va_start(more, request);
  void *given = va_arg(more, void *);
  va_end(more);
  unsigned long asked = (uint32_t)request; /* some callers extend the sign */
  switch (file >= 0 && file < FILES ? kinds[file] : 0) {
    case SPI: return spi(asked, given);
    case CHIP: return chip(file, asked, given);
    case LINES: return lines(asked);
    case MEMORY:
    case OTHER: return errno = ENOTTY, -1;
    default: return REAL(ioctl)(file, request, given);
  }
}
