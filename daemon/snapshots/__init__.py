"""Immutable snapshots of the table: seats, scenes and the phones that look at them."""
