"""The database file: connection, schema, locks, copies."""
