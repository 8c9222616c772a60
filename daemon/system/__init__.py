"""The operating system: network, directories, systemd, logs, time."""
