"""Boards that meet over an MQTT broker: the messages they exchange there (docs/club.md)."""
