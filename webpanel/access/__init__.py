"""Access: the requesting phone, its rights, what it may see, and refusals in words."""
