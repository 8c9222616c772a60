"""Chess Two: chess with Shields, and with Life and Death on the board. Rules: rules/en.md.

From the bottom up: ``geometry`` (tables of squares), ``position`` (actions, what stands where), ``checks``, ``moves``
(what can be done), ``effects`` (what it does), ``legality``, ``endings``, ``turns``. Life and Death together are the
*ghosts* of this package: standard pieces pass over them.
"""
