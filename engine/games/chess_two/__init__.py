"""Chess Two: chess with Shields, and with Life and Death on the board. Rules: rules/en.md.

From the bottom up: ``geometry`` (tables of squares), ``placement`` (what stands where), ``moves`` (actions as values),
``lines``, ``checks``, ``standard`` and ``special`` (what can be done), ``effects`` (what it does), ``legality``,
``position``, ``endings``, ``turns`` (how the game goes on), ``setup``, ``reports`` and ``words`` (data and words),
``game``. Life and Death together are the *ghosts* of this package: standard pieces pass over them.
"""
