"""config.toml: its keys and how they are read."""
