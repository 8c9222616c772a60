"""A player made of code: it takes a seat at the table and plays legal actions at random until the game is over.

    python3 random_bot.py http://pawnlight.local:8080 black
"""

import json
import random
import sys
import time
from http.cookiejar import CookieJar
from typing import Any
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, Request, build_opener

table, seat = sys.argv[1:]
phone = build_opener(HTTPCookieProcessor(CookieJar()))  # by its cookie the table knows whose the seat is


def ask(method: str, path: str, game: str = "", **body: object) -> Any:
    headers = {"Content-Type": "application/json", "Game-Key": game}
    data = json.dumps(body).encode() if body else None
    with phone.open(Request(table + path, data, headers, method=method)) as answer:
        return json.load(answer)


game = ask("GET", "/api/actions")["key"]
ask("PUT", f"/api/seats/{seat}", game)
while (now := ask("GET", f"/api/actions?seat={seat}"))["key"] == game and now["winners"] is None:
    try:
        if now["waits"] is None and seat in now["actions"]:
            ask("POST", "/api/actions", game, action=random.choice(now["actions"][seat]), scene=now["scene"])
        time.sleep(0.1)
    except HTTPError as refused:
        if refused.code != 409:  # 409: something came between, so look again
            raise
print(*(now["winners"] or ["nobody"]), "won:", now["reason"] or "another game is on the table")
