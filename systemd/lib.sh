# shellcheck shell=bash
# What install, remove and update share. To be sourced.

PAGE_S=20 # what a page may take right after the start, on a small Pi

# Where everything lies below the root that is installed into; "" is this machine. The names are used where this is sourced.
# shellcheck disable=SC2034
set_paths() {
  root=${1%/}
  opt=$root/opt/pawnlight
  config=$root/etc/pawnlight/config.toml
  data=$root/var/lib/pawnlight
  unit=$root/etc/systemd/system/pawnlight.service
  off=$root/etc/systemd/system/pawnlight-off
  update=$root/etc/systemd/system/pawnlight-update
  run=$root/run/pawnlight
  state=$root/var/lib/pawnlight-update
  rules=$root/etc/udev/rules.d/70-pawnlight.rules
  command=$root/usr/local/bin/pawnlight
  hotspot=$root/etc/NetworkManager/system-connections/pawnlight-hotspot.nmconnection
  portal=$root/etc/systemd/system/pawnlight-portal
  portal_names=$root/etc/NetworkManager/dnsmasq-shared.d/pawnlight-portal.conf
}

# Output may fail, when the terminal is gone say; that must not end a script in the middle of an upgrade.
say() { echo "$*" || true; }
warn() { echo "$*" >&2 || true; }

fail() {
  warn "${0##*/}: $*"
  exit 1
}

check_root() {
  [ -n "$root" ] || [ "$(id -u)" = 0 ] || fail "this changes the system: run it with sudo"
}

# put FILE PLACE: whole or not at all, also on a disk that is full, and when the power fails: a unit of systemd that is
# empty is one that nobody may start.
put() {
  install -D -m 0644 "$1" "$2.new"
  sync "$2.new"
  mv "$2.new" "$2"
}

# The release that a link in /opt/pawnlight leads to; empty where there is none.
link() { if [ -L "$opt/$1" ]; then readlink -f "$opt/$1"; fi; }

# version_of LINK: a release is called by its version and the time when it was built.
version_of() {
  local release
  release=$(link "$1")
  release=${release##*/}
  echo "${release%-*}"
}

# tell PHASE [TROUBLE]: notes for the phones how far an update is. Does nothing where no update is under way. An older
# `update` runs a newer `install`, so what both of them share here stays as it is.
tell() {
  [ -n "${UPDATE_STATE:-}" ] || return 0
  printf '{"task": "%s", "tag": "%s", "before": "%s", "previous": "%s", "phase": "%s", "trouble": "%s"}\n' \
    "$UPDATE_TASK" "$UPDATE_TAG" "$UPDATE_BEFORE" "$(version_of previous)" "$1" "${2:-}" > "$UPDATE_STATE.new"
  sync "$UPDATE_STATE.new"
  mv "$UPDATE_STATE.new" "$UPDATE_STATE"
}

# Asks the panel for its page, at the address that the program has noted; programs from before that note none. What the
# note says is not trusted: it becomes the name of a file here.
page_answers() {
  local host port status
  [ -e "$run/panel" ] || return 0
  [ -f "$run/panel" ] && [ ! -L "$run/panel" ] && read -r host port < "$run/panel" || return 1
  [[ $host =~ ^[0-9A-Za-z:.%-]+$ && $host != *..* && $port =~ ^[0-9]+$ ]] || return 1
  # shellcheck disable=SC2016 # the inner one expands it
  status=$(timeout "$PAGE_S" bash -c '
    exec 3<> "/dev/tcp/$1/$2" && printf "GET / HTTP/1.0\r\nHost: localhost\r\n\r\n" >&3 && head -n 1 <&3
  ' - "$host" "$port" 2> /dev/null) || return 1
  [[ $status =~ ^HTTP/1\.[01]\ [234] ]]
}

# Takes away what shows phones in the board's own Wi-Fi the panel.
remove_portal() {
  if [ -e "$portal.socket" ]; then
    systemctl ${root:+--root="$root"} --quiet disable pawnlight-portal.socket
    if live; then systemctl stop pawnlight-portal.socket; fi
  fi
  rm -f "$portal.socket" "$portal@.service" "$portal_names"
}

# Whether there is a systemd to talk to, and the root is the one it runs on.
live() { [ "${start:-}" = yes ] || { [ -z "$root" ] && [ -d /run/systemd/system ]; }; }

# What is plugged in already gets its name now, if udev runs; else when it is plugged in again.
reload_udev() {
  if live && [ -z "$root" ] && ! { udevadm control --reload && udevadm trigger --subsystem-match=tty --subsystem-match='*-pio'; }; then
    warn "udev does not answer: unplug the tiles once"
  fi
}
