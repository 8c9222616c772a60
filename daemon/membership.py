"""This board's membership in a club, made of the configuration. Imported only if that names a broker."""

import importlib.metadata

from club.errors import ClubError
from club.identity import board_id, password
from club.link import Broker
from club.member import Member
from club.messages import Status
from daemon.config import Config
from daemon.errors import BadConfig


def check_membership(config: Config) -> None:
    """Whether the files that the configuration names are there and fit to be used.

    :raises BadConfig: one is not.
    """
    _password(config)


def make_member(config: Config) -> Member:
    """The board as a member. It is not started yet.

    :raises BadConfig: the password, or the id of the board, cannot be used.
    """
    club = config.club
    try:
        board = board_id(config.data_dir)
    except ClubError as error:
        raise BadConfig(str(error)) from error
    secret = _password(config)
    user = club.user or (board if secret else "")
    broker = Broker(club.broker, club.port, club.tls, club.ca_file, user, secret)
    return Member(broker, club.prefix, Status(board, club.name, True, importlib.metadata.version("pawnlight")))


def _password(config: Config) -> str:
    file = config.club.password_file
    try:
        return "" if file is None else password(file)
    except ClubError as error:
        raise BadConfig(f"club.password_file: {error}") from error
