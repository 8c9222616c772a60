/* The devices of a Raspberry Pi for programs that run without one. Preloaded, it answers what they open below /dev,
 * /proc and /sys, maps and asks by ioctl.
 *
 * PI_ROOT    a directory with the files of that Pi; dev/NAME: it has this device
 * PI_ALLOW   what a service may open, in words of systemd's DeviceAllow=, separated by spaces; others give EPERM
 * PI_GROUPS  the groups of the user; a device of another gives EACCES
 *
 * dev/gpiochipN holds the label of the chip; dev/busy: every state machine of the PIO belongs to somebody else; dev/deaf:
 * SPI takes no settings; dev/mute: it sends nothing; dev/slow: a transfer lasts as long as
 * that is there, and fails after ten seconds; dev/ruled-by-nobody: no rule gives devices to a group. "reeds"
 * has two bytes for each that is closed, the pins of its row and of its column, from which a diode lets current to the
 * row; "registers" has the levels of the inputs of 74HC165, the first chip's first, which load on pin 25; "expanders" has
 * four bytes for each MCP23017 on the bus: its address, the switches that are closed at its ports A and B, and how often
 * it has been given power. "edges" is a FIFO through which pins change of which that is asked, as the kernel tells it
 * (struct gpio_v2_line_event).
 *
 * Left behind in PI_ROOT: dev/sending, once a transfer lasts; "sent", what left over SPI or the PIO, each transfer after its length (4 bytes, as the machine
 * writes numbers); "speed", the SPI clock asked for; dev/gpiomem, the registers written; "program" and "machine", what
 * the PIO was given (struct rp1_pio_add_program_args and rp1_pio_sm_init_args of the kernel's misc/rp1_pio_if.h); "high",
 * the pins that were ever driven high, a byte each; "astray", a byte for each time that memory of others was to be
 * unmapped.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <linux/gpio.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
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
#define PINS 54
#define MOST_REGISTERS 32
#define LOAD_PIN 25
#define EXPANDERS_FROM 0x20
#define EXPANDERS 8
#define EXPANDER_REGISTERS 22

static int has(const char *name);

static const struct device {
  const char *start, *class, *group;
} devices[] = {
    {"/dev/spidev", "char-spi", "spi"},      {"/dev/gpiochip", "char-gpiochip", "gpio"}, {"/dev/gpiomem", "", "gpio"},
    {"/dev/i2c-", "char-i2c", "i2c"},        {"/dev/pio", "", "gpio"},                   {"/dev/vcio", "", "video"},
    {"/dev/mem", "", "kmem"},
};
enum { SPI = 1, CHIP, MEMORY, OTHER, LINES, PIO, I2C };
static unsigned char kinds[FILES];

/* A Raspberry Pi 5's data pin, and the one client of its PIO. */
static struct {
  int is_pio_pin, claimed, buffers;
} pio_state;

/* The pins as their owners, open files, have them; owner 0: nobody's. */
static struct {
  int owner, value;
  uint64_t flags;
} pins[PINS];
static struct {
  uint32_t offsets[GPIO_V2_LINES_MAX], count;
} requests[FILES];

/* What shift registers hold, to be shifted out. */
static struct {
  unsigned char bytes[MOST_REGISTERS];
  size_t count;
} registers;

/* The MCP23017 of a bus, and which of them is spoken to. Registers are numbered as after a reset (IOCON.BANK = 0). */
static struct expander {
  unsigned char registers[EXPANDER_REGISTERS], at, closed[2], power_ups;
} expanders[EXPANDERS];
static unsigned long spoken_to;

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
  if (!root || !(starts(path, "/dev") || starts(path, "/proc/") || starts(path, "/sys/") || starts(path, "/boot/")))
    return path;
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
                  : starts(path, "/dev/gpiomem") ? MEMORY : starts(path, "/dev/pio") ? PIO
                  : starts(path, "/dev/i2c-") ? I2C : OTHER;
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

int access(const char *path, int how) {
  char room[PATH_MAX];
  return REAL(access)(place(path, room), how);
}

int close(int file) {
  if (file >= 0 && file < FILES) {
    if (kinds[file] == LINES)
      for (int pin = 0; pin < PINS; pin++)
        if (pins[pin].owner == file) pins[pin].owner = 0, pins[pin].flags = 0;
    if (kinds[file] == PIO) pio_state.claimed = pio_state.buffers = 0;
    kinds[file] = 0;
  }
  return REAL(close)(file);
}

/* Groups that the computer of the tests may not have: their numbers begin here, in the order of the devices. */
#define GROUPS_FROM 70000

/* Devices belong to their groups; with dev/ruled-by-nobody, all to the user root alone, as without a rule for udev.
 * libgpiod believes in a chip if it is a character device that the kernel lists among its GPIO chips. */
static int told_of(int (*real)(const char *, struct stat *), const char *path, struct stat *told) {
  char room[PATH_MAX];
  const struct device *device = device_at(path);
  int done = real(place(path, room), told);
  if (done || !device) return done;
  told->st_mode = S_IFCHR | (has("ruled-by-nobody") ? 0600 : 0660);
  told->st_uid = 0;
  told->st_gid = GROUPS_FROM + (gid_t)(device - devices);
  if (starts(path, "/dev/gpiochip")) told->st_rdev = makedev(GPIO_MAJOR, 0);
  return 0;
}

int stat(const char *path, struct stat *told) { return told_of(REAL(stat), path, told); }
int stat64(const char *path, struct stat64 *told) { return stat(path, (struct stat *)told); }
int lstat(const char *path, struct stat *told) { return told_of(REAL(lstat), path, told); }

int getgrgid_r(gid_t number, struct group *group, char *room, size_t size, struct group **found) {
  if (number < GROUPS_FROM || number >= GROUPS_FROM + sizeof devices / sizeof *devices)
    return REAL(getgrgid_r)(number, group, room, size, found);
  static char *nobody;
  *group = (struct group){(char *)devices[number - GROUPS_FROM].group, "x", number, &nobody};
  *found = group;
  return 0;
}

/* As programs call them that were linked with a C library before 2.33: wheels are. */
int __xstat(int version, const char *path, struct stat *told) { return (void)version, stat(path, told); }
int __lxstat(int version, const char *path, struct stat *told) { return (void)version, lstat(path, told); }

char *realpath(const char *path, char *room) {
  char number[64];
  snprintf(number, sizeof number, "/sys/dev/char/%d:0/subsystem", GPIO_MAJOR);
  if (strcmp(path, number)) return REAL(realpath)(path, room);
  return room ? strcpy(room, "/sys/bus/gpio") : strdup("/sys/bus/gpio");
}

static uintptr_t registers_at;

/* The registers are a file: what is written there can be read afterwards. */
static int mapped(int file, off_t *from) {
  if (file < 0 || file >= FILES || kinds[file] != MEMORY) return 0;
  *from = 0;
  return 1;
}

void *mmap(void *where, size_t size, int rights, int flags, int file, off_t from) {
  int is_ours = mapped(file, &from);
  void *there = REAL(mmap)(where, size, rights, flags, file, from);
  if (is_ours) registers_at = (uintptr_t)there;
  return there;
}

void *mmap64(void *where, size_t size, int rights, int flags, int file, off64_t from) {
  return mmap(where, size, rights, flags, file, from);
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

/* Whoever cuts the registers' address to 32 bits takes away a page that belongs to others. It is only noted. */
int munmap(void *where, size_t size) {
  if (!registers_at || (uintptr_t)where == registers_at || (uintptr_t)where != (uint32_t)registers_at)
    return REAL(munmap)(where, size);
  note("astray", "a", "", 1, "", 0);
  return 0;
}

static size_t given(const char *name, unsigned char *to, size_t most) {
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s/%s", getenv("PI_ROOT"), name);
  FILE *file = REAL(fopen)(path, "r");
  size_t length = file ? fread(to, 1, most, file) : 0;
  if (file) fclose(file);
  return length;
}

static unsigned bufsiz(void) {
  unsigned most = 0;
  FILE *file = fopen("/sys/module/spidev/parameters/bufsiz", "r");
  if (!file || fscanf(file, "%u", &most) != 1) abort();
  fclose(file);
  return most;
}

/* What is sent follows what the registers hold. */
static void shift(const unsigned char *sent, unsigned char *got, size_t length) {
  for (size_t n = 0; n < length; n++) {
    got[n] = registers.bytes[0];
    memmove(registers.bytes, registers.bytes + 1, registers.count - 1);
    registers.bytes[registers.count - 1] = sent[n];
  }
}

static int has(const char *name) {
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s/dev/%s", getenv("PI_ROOT"), name);
  return REAL(access)(path, F_OK) == 0;
}

/* Whether a transfer ends in time. */
static int lasts(void) {
  if (has("slow")) note("dev/sending", "w", "", 0, "", 0);
  for (int ms = 0; has("slow"); ms++) {
    if (ms > 10000) return errno = EIO, 0;
    usleep(1000);
  }
  return 1;
}

static ssize_t spi_write(const void *from, size_t size) {
  uint32_t length = (uint32_t)size;
  if (has("mute")) return errno = EIO, -1;
  if (size > bufsiz()) return errno = EMSGSIZE, -1;
  if (!lasts()) return -1;
  note("sent", "a", &length, sizeof length, from, size);
  return (ssize_t)size;
}

static int spi(unsigned long request, void *given) {
  if (has(request == SPI_IOC_MESSAGE(1) ? "mute" : "deaf")) return errno = EIO, -1;
  if (request == SPI_IOC_MESSAGE(1)) {
    struct spi_ioc_transfer *transfer = given;
    if (transfer->len > bufsiz()) return errno = EMSGSIZE, -1;
    if (registers.count) shift((void *)(uintptr_t)transfer->tx_buf, (void *)(uintptr_t)transfer->rx_buf, transfer->len);
    note("sent", "a", &transfer->len, sizeof transfer->len, (void *)(uintptr_t)transfer->tx_buf, transfer->len);
    return (int)transfer->len;
  }
  if (request == SPI_IOC_WR_MAX_SPEED_HZ) {
    char text[16];
    note("speed", "w", text, (size_t)snprintf(text, sizeof text, "%u", *(uint32_t *)given), "", 0);
  }
  return _IOC_TYPE(request) == SPI_IOC_MAGIC ? 0 : (errno = ENOTTY, -1);
}

static int is_output(uint32_t pin) { return (pins[pin].flags & GPIO_V2_LINE_FLAG_OUTPUT) != 0; }

/* A pin that nobody pulls has no level; so that nobody relies on it, it reads low. */
static int level(uint32_t pin) {
  unsigned char closed[2 * PINS * 2];
  if (is_output(pin)) return pins[pin].value;
  size_t length = given("reeds", closed, sizeof closed);
  for (size_t n = 0; n + 1 < length; n += 2)
    if (closed[n + 1] == pin && is_output(closed[n]) && !pins[closed[n]].value) return 0;
  return (pins[pin].flags & GPIO_V2_LINE_FLAG_BIAS_PULL_UP) != 0;
}

static void drive(uint32_t pin, int value) {
  unsigned char number = (unsigned char)pin;
  pins[pin].value = value;
  if (!is_output(pin)) return;
  if (value && !(pins[pin].flags & GPIO_V2_LINE_FLAG_OPEN_DRAIN)) note("high", "a", &number, 1, "", 0);
  if (pin == LOAD_PIN && !value) registers.count = given("registers", registers.bytes, sizeof registers.bytes);
}

static void configure(int file, const struct gpio_v2_line_config *config) {
  uint64_t values = 0;
  for (uint32_t n = 0; n < config->num_attrs; n++)
    if (config->attrs[n].attr.id == GPIO_V2_LINE_ATTR_ID_OUTPUT_VALUES)
      values |= config->attrs[n].mask & config->attrs[n].attr.values;
  for (uint32_t n = 0; n < requests[file].count; n++) {
    pins[requests[file].offsets[n]].flags = config->flags;
    drive(requests[file].offsets[n], (int)(values >> n & 1));
  }
}

static int line_file(uint64_t flags) {
  char path[PATH_MAX] = "/dev/null";
  if (flags & (GPIO_V2_LINE_FLAG_EDGE_RISING | GPIO_V2_LINE_FLAG_EDGE_FALLING)) {
    snprintf(path, sizeof path, "%s/edges", getenv("PI_ROOT"));
    mkfifo(path, 0600);
  }
  return REAL(open)(path, O_RDWR | O_CLOEXEC);
}

static int request_lines(struct gpio_v2_line_request *request) {
  for (uint32_t n = 0; n < request->num_lines; n++) {
    if (request->offsets[n] >= PINS) return errno = EINVAL, -1;
    if (pins[request->offsets[n]].owner) return errno = EBUSY, -1;
  }
  int file = line_file(request->config.flags);
  if (file < 0 || file >= FILES) abort();
  pio_state.is_pio_pin = 0; /* a line that is asked for as GPIO is GPIO from then on */
  kinds[file] = LINES;
  requests[file].count = request->num_lines;
  memcpy(requests[file].offsets, request->offsets, sizeof request->offsets);
  for (uint32_t n = 0; n < request->num_lines; n++) pins[request->offsets[n]].owner = file;
  configure(file, &request->config);
  return request->fd = file, 0;
}

static int chip(int chip, unsigned long request, void *given) {
  if (request == GPIO_GET_CHIPINFO_IOCTL) {
    struct gpiochip_info info = {.name = "gpiochip0", .lines = PINS};
    if (pread(chip, info.label, sizeof info.label - 1, 0) < 0) return -1;
    *(struct gpiochip_info *)given = info;
    return 0;
  }
  if (request == GPIO_V2_GET_LINEINFO_IOCTL) {
    struct gpio_v2_line_info *info = given;
    if (info->offset >= PINS) return errno = EINVAL, -1;
    info->flags = pins[info->offset].flags | (pins[info->offset].owner ? GPIO_V2_LINE_FLAG_USED : 0);
    if (!is_output(info->offset)) info->flags |= GPIO_V2_LINE_FLAG_INPUT;
    return 0;
  }
  return request == GPIO_V2_GET_LINE_IOCTL ? request_lines(given) : (errno = ENOTTY, -1);
}

static int lines(int file, unsigned long request, void *given) {
  struct gpio_v2_line_values *values = given;
  if (request == GPIO_V2_LINE_SET_CONFIG_IOCTL) return configure(file, given), 0;
  if (request != GPIO_V2_LINE_SET_VALUES_IOCTL && request != GPIO_V2_LINE_GET_VALUES_IOCTL) return errno = ENOTTY, -1;
  for (uint32_t n = 0; n < requests[file].count; n++) {
    uint64_t bit = 1ull << n;
    if (!(values->mask & bit)) continue;
    if (request == GPIO_V2_LINE_SET_VALUES_IOCTL)
      drive(requests[file].offsets[n], (values->bits & bit) != 0);
    else
      values->bits = (values->bits & ~bit) | (level(requests[file].offsets[n]) ? bit : 0);
  }
  return 0;
}

/* What drivers/misc/rp1-pio.c of Raspberry Pi's kernel answers, as far as lights ask. Numbers are those of PIO_IOC_*. */
static int pio(unsigned long request, void *given) {
  struct { uint16_t sm, dir, bytes; void *data; } *transfer = given;
  if (_IOC_TYPE(request) != 102) return errno = ENOTTY, -1;
  switch (_IOC_NR(request)) {
    case 0: pio_state.buffers = 1; return 0;
    case 1: /* without buffers the kernel waits for a second, sends nothing, and says that all is well */
      if (!pio_state.buffers || !pio_state.is_pio_pin) return 0;
      uint32_t length = transfer->bytes;
      if (!lasts()) return -1;
      note("sent", "a", &length, sizeof length, transfer->data, length);
      return 0;
    case 11: note("program", "w", given, _IOC_SIZE(request), "", 0); return 0;
    case 20:
      if (pio_state.claimed || has("busy")) return errno = EBUSY, -1;
      return pio_state.claimed = 1, 0;
    case 21: return pio_state.claimed = 0, 0;
    case 30: note("machine", "w", given, _IOC_SIZE(request), "", 0); return 0;
    case 51: pio_state.is_pio_pin = 1; return 0;
    default: return 0;
  }
}

/* A chip with all its pins as inputs, as it is after power-up (data sheet, table 3-1), or as it was left. */
static struct expander *expander_at(unsigned long address) {
  unsigned char there[4 * EXPANDERS];
  size_t length = given("expanders", there, sizeof there);
  for (size_t n = 0; n + 3 < length; n += 4) {
    if (there[n] != address) continue;
    struct expander *chip = &expanders[address - EXPANDERS_FROM];
    if (chip->power_ups != there[n + 3]) {
      memset(chip, 0, sizeof *chip);
      memset(chip->registers, 0xff, 2);
    }
    chip->power_ups = there[n + 3];
    memcpy(chip->closed, &there[n + 1], 2);
    return chip;
  }
  return NULL;
}

/* A closed switch pulls its pin low; a pin that nobody pulls up reads low, so that nobody relies on it. */
static unsigned char expander_reads(const struct expander *chip, unsigned at) {
  enum { IODIR = 0x00, IPOL = 0x02, GPPU = 0x0c, GPIO = 0x12, OLAT = 0x14 };
  unsigned port = at & 1, inputs = chip->registers[IODIR + port];
  if (at != GPIO + port) return chip->registers[at];
  unsigned high = chip->registers[GPPU + port] & ~chip->closed[port];
  return (unsigned char)(((high ^ chip->registers[IPOL + port]) & inputs) | (chip->registers[OLAT + port] & ~inputs));
}

/* One message on the bus. What is written begins with the number of a register; the next follows by itself. */
static int i2c_message(const struct i2c_msg *message) {
  struct expander *chip = expander_at(message->addr);
  if (!chip) return errno = EREMOTEIO, -1;
  for (unsigned n = 0; n < message->len; n++) {
    if (message->flags & I2C_M_RD) message->buf[n] = expander_reads(chip, chip->at);
    else if (n) chip->registers[chip->at] = message->buf[n];
    else chip->at = message->buf[0];
    if (n || message->flags & I2C_M_RD) chip->at++;
    if (chip->at >= EXPANDER_REGISTERS) chip->at = 0;
  }
  return 0;
}

static int i2c(unsigned long request, void *given) {
  struct i2c_rdwr_ioctl_data *messages = given;
  if (request == I2C_SLAVE) return (uintptr_t)given > 0x7f ? (errno = EINVAL, -1) : (spoken_to = (uintptr_t)given, 0);
  if (request != I2C_RDWR) return errno = ENOTTY, -1;
  if (!messages->nmsgs || messages->nmsgs > I2C_RDWR_IOCTL_MAX_MSGS) return errno = EINVAL, -1;
  for (unsigned n = 0; n < messages->nmsgs; n++)
    if (i2c_message(&messages->msgs[n])) return -1;
  return (int)messages->nmsgs;
}

static int is(int kind, int file) { return file >= 0 && file < FILES && kinds[file] == kind; }

static ssize_t i2c_moved(void *bytes, size_t size, unsigned short flags) {
  struct i2c_msg message = {.addr = (unsigned short)spoken_to, .flags = flags, .len = (unsigned short)size, .buf = bytes};
  return i2c_message(&message) ? -1 : (ssize_t)size;
}

ssize_t read(int file, void *to, size_t size) {
  return is(I2C, file) ? i2c_moved(to, size, I2C_M_RD) : REAL(read)(file, to, size);
}

ssize_t write(int file, const void *from, size_t size) {
  if (is(SPI, file)) return spi_write(from, size);
  return is(I2C, file) ? i2c_moved((void *)(uintptr_t)from, size, 0) : REAL(write)(file, from, size);
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
    case LINES: return lines(file, asked, given);
    case PIO: return pio(asked, given);
    case I2C: return i2c(asked, given);
    case MEMORY:
    case OTHER: return errno = ENOTTY, -1;
    default: return REAL(ioctl)(file, request, given);
  }
}
