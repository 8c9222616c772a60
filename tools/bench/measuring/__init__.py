"""Measuring: figures, the program as a process, touches, and how late a thread or a machine is."""
