"""Chess, as everybody knows it, and Chess960. Rules: rules/en.md.

From the bottom up: ``arrays`` and ``geometry`` (tables), ``position`` (what there is), ``attacks``, ``moves`` (what can
be done), ``making`` (what it does), ``endings``, ``rights`` and ``setup`` (data), ``text`` and ``narration`` (words),
``game``; beside them ``notation``, ``pgn`` and ``evaluation``.
"""
