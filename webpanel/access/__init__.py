"""Access: the phone that asks, its rights, what it may see, and refusals in words."""
