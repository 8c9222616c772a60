"""Purposes of actions, in the words of hints: what an action does or prevents, and where."""

from collections.abc import Callable, Mapping
from typing import Final

from engine.core.messages import Message, message

PURPOSES: Final[Mapping[str, Callable[[Message, str], Message]]] = {
    # what several games know
    "forks": lambda piece, squares: message("It threatens several pieces at once: on {squares}.", squares=squares),
    "guards": lambda piece, squares: message("It guards the {piece} on {squares}.", piece=piece, squares=squares),
    "aims-at": lambda piece, squares: message("It attacks the {piece} on {squares}.", piece=piece, squares=squares),
    "in-the-way": lambda piece, squares: message(
        "It stands in the way of the {piece} on {squares}.", piece=piece, squares=squares
    ),
    "opens-way": lambda piece, squares: message(
        "It opens the way for the {piece} on {squares}.", piece=piece, squares=squares
    ),
    "develops": lambda piece, squares: message("It brings a {piece} into play.", piece=piece),
    "avenged": lambda piece, squares: message("If it is taken there, you can take back."),
    "solid": lambda piece, squares: message("It is a safe move: none of your pieces can be won after it."),
    # Advancing Chess
    "arrives": lambda piece, squares: message("It has reached the far side: the others must take it at once."),
    "stops-breakthrough": lambda piece, squares: message(
        "Otherwise the {piece} on {squares} could win on the far side at once.", piece=piece, squares=squares
    ),
    "holds-back": lambda piece, squares: message(
        "It stops the {piece} on {squares} on its way to the far side.", piece=piece, squares=squares
    ),
    "heads-across": lambda piece, squares: message(
        "If nobody stops it, the {piece} on {squares} wins on the far side in two moves.",
        piece=piece, squares=squares
    ),
    "denies": lambda piece, squares: message("Now it can take whoever comes to {squares}.", squares=squares),
    # Pawn
    "makes-squad": lambda piece, squares: message("It makes a squad, four in a block: {squares}.", squares=squares),
    "makes-three": lambda piece, squares: message("It makes three in a row: {squares}.", squares=squares),
    "makes-dual": lambda piece, squares: message("It makes a dual, two neighbours: {squares}.", squares=squares),
    "pushes-out": lambda piece, squares: message("It pushes an enemy pawn out of its group, to {squares}.",
                                                 squares=squares),
    "joins": lambda piece, squares: message("It comes nearer to your other pawns."),
    "stay-together": lambda piece, squares: message("Your pawns stay together, on {squares}.", squares=squares),
    "keeps-away": lambda piece, squares: message("It keeps away from the enemy pawns."),
    "no-strike": lambda piece, squares: message("A strike would cost more than it takes."),
    # Chess Two
    "king-safe": lambda piece, squares: message("Your king can no longer be attacked."),
    "checks": lambda piece, squares: message("It gives check."),
    "promotes": lambda piece, squares: message("The pawn becomes a {piece}.", piece=piece),
    "promotes-soon": lambda piece, squares: message("The pawn on {squares} can become a queen with its next move.",
                                                    squares=squares),
    "castles": lambda piece, squares: message("It brings your king to safety, and a rook into play."),
    "heals": lambda piece, squares: message(
        "It gives the {piece} on {squares} a Shield, and for a turn nothing can hurt it.", piece=piece, squares=squares
    ),
    "saves-from-death": lambda piece, squares: message(
        "Otherwise Death could take your {piece} on {squares}.", piece=piece, squares=squares
    ),
    "death-threatens": lambda piece, squares: message(
        "From there Death can take the {piece} on {squares} in your next turn.", piece=piece, squares=squares
    ),
    "breaks-shield": lambda piece, squares: message(
        "It breaks the Shield of the {piece} on {squares}.", piece=piece, squares=squares
    ),
    "gains-shield": lambda piece, squares: message("On its way through Life, the {piece} gets a Shield.", piece=piece),
    "keeps-shield": lambda piece, squares: message(
        "It saves the Shield of the {piece} on {squares}.", piece=piece, squares=squares
    ),
    "threatens-shield": lambda piece, squares: message(
        "It threatens the Shield of the {piece} on {squares}.", piece=piece, squares=squares
    ),
    "frees": lambda piece, squares: message("It makes room: {piece} on {squares} can move now.",
                                            piece=piece, squares=squares),
    "annihilates": lambda piece, squares: message("Life and Death meet there and are gone."),
    "life-nears": lambda piece, squares: message(
        "From there Life can give the {piece} on {squares} a Shield in your next turn.", piece=piece, squares=squares
    ),
    "clears": lambda piece, squares: message(
        "Death no longer stands in the way of your {piece} on {squares}.", piece=piece, squares=squares
    ),
    "bars": lambda piece, squares: message(
        "If the {piece} on {squares} attacks, it must pass Death now: that costs its Shield, or the piece.",
        piece=piece, squares=squares
    ),
    "shields-way": lambda piece, squares: message(
        "Your {piece} on {squares} gets a Shield if it attacks through Life.", piece=piece, squares=squares
    ),
    "other-step-exposes": lambda piece, squares: message(
        "Another step of Life or Death would expose your {piece} on {squares}.", piece=piece, squares=squares
    ),
    "keeps-command": lambda piece, squares: message(
        "It keeps {piece} on your half: beyond, the other side would move it.", piece=piece
    ),
    "out-of-reach": lambda piece, squares: message("Nothing can hit it there in the next turn."),
    "has-shield": lambda piece, squares: message("If it is attacked there, it only loses its Shield."),
    "has-to-move": lambda piece, squares: message(
        "Life or Death has to move in every turn, and this step does no harm."
    ),
    "harmless": lambda piece, squares: message("This step does no harm."),
}
"""Sentences by purpose, made of the kind of piece and the squares that it is about."""
