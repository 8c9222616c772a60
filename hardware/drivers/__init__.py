"""Drivers: one file per device, each the only place that knows its vendor library."""
