"""Boards that meet over an MQTT broker: what each says of itself there, and how (docs/club.md)."""
