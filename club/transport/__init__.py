"""MQTT: the connection to a broker, topics, refusals and the identity of this board."""
