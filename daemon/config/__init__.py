"""The configuration file config.toml: its keys and its reader."""
