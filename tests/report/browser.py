"""A Chromium without a window, driven through a pipe by its own DevTools protocol.

That needs nothing but the browser: no driver program and no package.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

VARIABLE = "CHROMIUM"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")

# Where the browser reads commands and writes answers.
_COMMANDS, _ANSWERS = 3, 4
_KEYS = {"Enter": (13, "\r"), " ": (32, " "), "Tab": (9, ""), "Escape": (27, "")}


def find_chromium() -> str | None:
    named = os.environ.get(VARIABLE)
    return named or next((path for name in NAMES if (path := shutil.which(name))), None)


class Browser:
    """One page. Everything that it asks the network for is in `requests`."""

    def __init__(self, program: str, folder: Path) -> None:
        # Above the numbers that they get in the browser.
        commands, self._commands = (_high(end) for end in os.pipe())
        self._answers, answers = (_high(end) for end in os.pipe())

        def place() -> None:
            os.dup2(commands, _COMMANDS)
            os.dup2(answers, _ANSWERS)

        self._process = subprocess.Popen(
            [
                program,
                "--headless=new",
                "--remote-debugging-pipe",
                # The only page is our own file, and many a container allows no sandbox.
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                f"--user-data-dir={folder}",
            ],
            preexec_fn=place,
            pass_fds=(_COMMANDS, _ANSWERS),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(commands)
        os.close(answers)
        self._number, self._rest, self._session = 0, b"", ""
        self.requests: list[str] = []
        self.complaints: list[str] = []
        targets = self.send("Target.getTargets")["targetInfos"]
        target = next(t["targetId"] for t in targets if t["type"] == "page")
        self._session = self.send("Target.attachToTarget", targetId=target, flatten=True)[
            "sessionId"
        ]
        for domain in ("Page", "Network", "Log", "Runtime"):
            self.send(f"{domain}.enable")

    def send(self, method: str, **parameters: Any) -> Any:
        """Give a command and wait for its answer; events that come before it are noted."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._commands, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._read()
            if answer.get("id") == self._number:
                assert "error" not in answer, answer
                return answer["result"]

    def _read(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            more = os.read(self._answers, 1 << 16)
            if not more:
                raise RuntimeError("the browser has ended")
            self._rest += more
        first, self._rest = self._rest.split(b"\0", 1)
        message = json.loads(first)
        match message.get("method"):
            case "Network.requestWillBeSent":
                self.requests.append(message["params"]["request"]["url"])
            case "Log.entryAdded":
                self.complaints.append(message["params"]["entry"]["text"])
            case "Runtime.exceptionThrown":
                self.complaints.append(message["params"]["exceptionDetails"]["text"])
        return message

    def open(self, page: Path, *, width: int, height: int, scheme: str = "light") -> None:
        self.send(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )
        feature = {"name": "prefers-color-scheme", "value": scheme}
        self.send("Emulation.setEmulatedMedia", features=[feature])
        self.requests.clear()
        self.send("Page.navigate", url=page.as_uri())
        self.wait("document.readyState === 'complete'")

    def get(self, expression: str) -> Any:
        """The value of an expression in the page."""
        found = self.send("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def wait(self, condition: str) -> None:
        end = time.monotonic() + 10
        while not self.get(f"Boolean({condition})"):
            assert time.monotonic() < end, f"never: {condition}"
            time.sleep(0.02)

    def click(self, selector: str) -> None:
        """With the mouse, in the middle of the first element that the selector finds."""
        x, y = self.get(
            f"""(() => {{
                const found = document.querySelector({json.dumps(selector)});
                found.scrollIntoView({{block: "center", inline: "center"}});
                const box = found.getBoundingClientRect();
                return [box.x + box.width / 2, box.y + box.height / 2];
            }})()"""
        )
        for kind in ("mousePressed", "mouseReleased"):
            self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def press(self, key: str) -> None:
        code, text = _KEYS[key]
        about = {"key": key, "windowsVirtualKeyCode": code}
        self.send("Input.dispatchKeyEvent", type="keyDown", text=text, **about)
        self.send("Input.dispatchKeyEvent", type="keyUp", **about)

    def close(self) -> None:
        os.close(self._commands)
        os.close(self._answers)
        self._process.terminate()
        self._process.wait(timeout=10)


def _high(end: int) -> int:
    moved = fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10)
    os.close(end)
    return moved
