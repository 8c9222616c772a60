"""Requests and answers that people make on phones, and what another board sends."""
