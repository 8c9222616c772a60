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
    "no-strike": lambda piece, squares: message("The strikes that are possible look worse."),
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
    "has-shield": lambda piece, squares: message("If it is attacked there, it only loses its Shield."),
    "has-to-move": lambda piece, squares: message(
        "Life or Death has to move in every turn, and this step does no harm."
    ),
    "harmless": lambda piece, squares: message("This step does no harm."),
    # Chess
    "stops-mate": lambda piece, squares: message("Otherwise your king could be checkmated at once."),
    "stops-queen": lambda piece, squares: message(
        "Otherwise the pawn on {squares} could become a queen next.", squares=squares
    ),
    "opens-file": lambda piece, squares: message("There no pawn of yours stands in the rook's way."),
    "seventh": lambda piece, squares: message("Deep in the other side's rows a rook is at its strongest."),
    "takes-middle": lambda piece, squares: message("It puts a pawn into the middle of the board."),
    "aims-at-king": lambda piece, squares: message("It takes aim at the squares round the other king."),
    "king-helps": lambda piece, squares: message("Few pieces are left: now your king comes out to help."),
    "restricts": lambda piece, squares: message("It leaves the other side far fewer moves."),
    "out-of-check": lambda piece, squares: message("It gets your king out of check."),
    "challenges": lambda piece, squares: message(
        "With the pawn it attacks the {piece} on {squares}.", piece=piece, squares=squares
    ),
    "pins": lambda piece, squares: message(
        "It pins the {piece} on {squares}: behind it stands the king.", piece=piece, squares=squares
    ),
    "unpins": lambda piece, squares: message(
        "The {piece} on {squares} need not shield your king any more.", piece=piece, squares=squares
    ),
    "makes-passed": lambda piece, squares: message(
        "No enemy pawn can stop the pawn on {squares} any more.", squares=squares
    ),
    "pushes-passed": lambda piece, squares: message(
        "The pawn on {squares} comes nearer to its last row, and no enemy pawn can stop it.", squares=squares
    ),
    "behind-passed": lambda piece, squares: message(
        "The rook stands behind the pawn on {squares}, which no pawn can stop.", squares=squares
    ),
    "king-hunts": lambda piece, squares: message(
        "Few pieces are left: your king goes for the pawn on {squares}.", squares=squares
    ),
    "outpost": lambda piece, squares: message(
        "There a pawn protects the {piece}, and no enemy pawn can drive it away.", piece=piece
    ),
    "reaches-more": lambda piece, squares: message("From there the {piece} reaches many more squares.", piece=piece),
    # Pawn Advance Chess
    "stops": lambda piece, squares: message(
        "Otherwise the pawn on {squares} could reach your first row before your next turn.", squares=squares
    ),
    "runs": lambda piece, squares: message("If nobody stops it, it reaches the far row by your next turn."),
    "evades": lambda piece, squares: message(
        "It gets away from the pawn on {squares}, which could take it.", squares=squares
    ),
    "evades-march": lambda piece, squares: message(
        "After the march the pawn on {squares} could take it; this way it cannot.", squares=squares
    ),
    "covers": lambda piece, squares: message(
        "Whoever takes the pawn on {squares} can be taken in turn.", squares=squares
    ),
    "covered": lambda piece, squares: message("Whoever takes it there can be taken in turn."),
    "blocks": lambda piece, squares: message("It stands in the way of the pawn on {squares}.", squares=squares),
    "holds-up": lambda piece, squares: message("In the march it holds up the pawn on {squares}.", squares=squares),
    "free-way": lambda piece, squares: message("No enemy stands ahead of it or beside its way."),
    "two-squares": lambda piece, squares: message(
        "Now it can still go two squares at once: after the march it is off its first row."
    ),
    "foremost": lambda piece, squares: message("None of your pawns is nearer to the far row."),
    "unreachable": lambda piece, squares: message("Nobody can take it there in the next turn."),
    "spare": lambda piece, squares: message(
        "Four pawns have to move; this one gets into no danger, and brings no other into any."
    ),
    # Pawn's Revenge
    "attacks-royal": lambda piece, squares: message(
        "It attacks the {piece} on {squares}: if that falls, you win.", piece=piece, squares=squares
    ),
    "attacks": lambda piece, squares: message(
        "It attacks the {piece} on {squares} with the better odds.", piece=piece, squares=squares
    ),
    "attacks-several": lambda piece, squares: message(
        "It fights the pieces on {squares}, one after the other: with enough points all of them fall.", squares=squares
    ),
    "attacks-evenly": lambda piece, squares: message(
        "It attacks the {piece} on {squares} in an even fight.", piece=piece, squares=squares
    ),
    "nears-fighting": lambda piece, squares: message(
        "It comes nearer to the {piece} on {squares}, and fights on.", piece=piece, squares=squares
    ),
    "nears-risking": lambda piece, squares: message(
        "It comes nearer to the {piece} on {squares}, at the risk of losing the fight on the way.",
        piece=piece, squares=squares
    ),
    "nears-evenly": lambda piece, squares: message(
        "It comes nearer to the {piece} on {squares}, and the fight on the way is an even one.",
        piece=piece, squares=squares
    ),
    "meets-foremost": lambda piece, squares: message(
        "It takes on the enemy nearest to your king or queen, the {piece} on {squares}, in an even fight.",
        piece=piece, squares=squares
    ),
    "approaches": lambda piece, squares: message(
        "It comes nearer to the {piece} on {squares} than most other moves do.", piece=piece, squares=squares
    ),
    "approaches-safely": lambda piece, squares: message(
        "It comes nearer to the {piece} on {squares}, and no throw lets an enemy attack it there next turn.",
        piece=piece, squares=squares
    ),
    "better-fight": lambda piece, squares: message("It makes your odds better in the fight that is on."),
    "guards-royal": lambda piece, squares: message(
        "Then fewer throws let an enemy attack the {piece} on {squares}.", piece=piece, squares=squares
    ),
    "hunts": lambda piece, squares: message(
        "From there it can attack the {piece} on {squares} next, with the right throw.", piece=piece, squares=squares
    ),
    "gets-away": lambda piece, squares: message(
        "Here an enemy could attack it. There no throw lets one do so in the next turn."
    ),
    "side-by-side": lambda piece, squares: message("Whoever attacks it there mostly has to fight two of your pieces."),
    "safe-from-throws": lambda piece, squares: message("No throw lets an enemy attack it there in the next turn."),
}
"""Sentences by purpose, made of the kind of piece and the squares that it is about."""
