"""Watching a club of any size at a broker that is set up as docs/club.md says."""

from mosquitto_broker import Mosquitto
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from waiting import PATIENCE_S, wait_for

from club.broadcast.public import PublicGame, game_topic, write_game
from club.member import MOST_BOARDS
from club.transport.messages import Status, status_topic, write_status
from club.watcher import Watcher
from engine.core.pieces import Seat
from engine.core.squares import Board

GAME = write_game(PublicGame("k1", "pawn", Board(8, 8), {Seat.WHITE: "Ada", Seat.BLACK: "Bo"}))


def test_whoever_begins_to_watch_hears_at_once_of_all_boards_there_may_be(mosquitto: Mosquitto) -> None:
    """All of it comes in one go, and a broker drops what it may not queue."""
    mosquitto.add_users({"club": "secret", "everybody": "secret"})
    mosquitto.allow("user everybody\ntopic write pawnlight/#")
    mosquitto.start()
    everybody = Client(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv5)
    everybody.username_pw_set("everybody", "secret")
    everybody.connect("127.0.0.1", mosquitto.port)
    everybody.loop_start()
    broker = mosquitto.broker("club", "secret")
    watcher = Watcher(broker, "pawnlight", lambda *_: None, lambda *_: None)
    try:
        for number in range(MOST_BOARDS):
            board = f"{number:016x}"
            said = write_status(Status(board, f"Board {number}", True, "1"))
            everybody.publish(status_topic("pawnlight", board), said, qos=1, retain=True)
            last = everybody.publish(game_topic("pawnlight", board), GAME, qos=1, retain=True)
        wait_for(last.is_published, "all boards at the broker")
        watcher.start()
        games = 0

        def heard() -> bool:
            nonlocal games
            games = sum(each.game is not None for each in watcher.boards())
            return games == MOST_BOARDS

        wait_for(heard, lambda: f"{MOST_BOARDS} games: {games}", 0.1)
    finally:
        everybody.disconnect()
        everybody.loop_stop()
        assert watcher.stop(PATIENCE_S)
