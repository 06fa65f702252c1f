"""A headless Chromium, driven through a pair of pipes (--remote-debugging-pipe), so that there is no port.

Keys are real key events. What the console, an exception or the page's policy says is kept in `problems`. Standard library only.
"""

import base64
import json
import os
import subprocess
import tempfile
import time

DEADLINE = time.monotonic() + 55


class Browser:
    """A headless Chromium with one page."""

    def __init__(self, chromium, *flags):
        self.profile = tempfile.TemporaryDirectory()
        (to_read, self.out), (self.into, to_write) = os.pipe(), os.pipe()

        def place():
            # Whoever is 3 or 4 already must not be closed before it was copied.
            a, b = os.dup(to_read), os.dup(to_write)
            os.dup2(a, 3)
            os.dup2(b, 4)

        self.process = subprocess.Popen(
            [chromium, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             "--disable-extensions", "--disable-background-networking", "--remote-debugging-pipe",
             "--hide-scrollbars", "--disable-features=BackForwardCache,Prerender2", "--user-data-dir=" + self.profile.name, *flags,
             "about:blank"],
            preexec_fn=place, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.buffer, self.number, self.problems, self.loaded = b"", 0, [], False
        self.session = None
        target = next(t for t in self.call("Target.getTargets")["targetInfos"] if t["type"] == "page")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Log"]:
            self.call(domain + ".enable")

    def read(self):
        """The next message."""
        import select
        while b"\0" not in self.buffer:
            if not select.select([self.into], [], [], max(DEADLINE - time.monotonic(), 0))[0]:
                raise SystemExit("The browser has not answered in time.")
            data = os.read(self.into, 1 << 20)
            if not data:
                raise SystemExit("The browser has gone away.")
            self.buffer += data
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        """Asks the browser for something, and takes note of what it says meanwhile."""
        self.number += 1
        request = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            request["sessionId"] = self.session
        os.write(self.out, json.dumps(request).encode() + b"\0")
        while True:
            message = self.read()
            if message.get("id") == self.number:
                if "error" in message:
                    raise SystemExit(f"{method}: {message['error']['message']}")
                return message["result"]
            self.hear(message)

    def hear(self, message):
        """Takes note of what went wrong on the page."""
        method, said = message.get("method"), message.get("params", {})
        if method == "Page.loadEventFired":
            self.loaded = True
        elif method == "Runtime.exceptionThrown":
            details = said["exceptionDetails"]
            self.problems.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Runtime.consoleAPICalled":
            self.problems.append("console: " + json.dumps([a.get("value") for a in said["args"]]))
        elif method == "Log.entryAdded":
            self.problems.append("log: " + said["entry"]["text"])

    def open(self, path, width=1280, height=900, dark=False, scripts=True):
        """Opens a page."""
        self.call("Emulation.setScriptExecutionDisabled", value=not scripts)
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce"}])
        for url in ["about:blank", "file://" + os.path.abspath(path)]:
            self.loaded = False
            self.call("Page.navigate", url=url)
            while not self.loaded:
                self.hear(self.read())

    def ask(self, expression):
        """The value of an expression on the page."""
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in result:
            raise SystemExit(f"{expression}: {result['exceptionDetails'].get('exception', {}).get('description')}")
        return result["result"].get("value")

    def result(self, expression):
        """What a promise on the page comes to."""
        result = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        return result["result"].get("value")

    def press(self, key, times=1):
        """Presses a key."""
        codes = {"ArrowRight": 39, "ArrowLeft": 37, "Home": 36, "End": 35, "Tab": 9, "Enter": 13}
        for _ in range(times):
            text = {"text": "\r"} if key == "Enter" else {}
            self.call("Input.dispatchKeyEvent", type="keyDown", key=key, code=key, windowsVirtualKeyCode=codes[key], **text)
            self.call("Input.dispatchKeyEvent", type="keyUp", key=key, code=key, windowsVirtualKeyCode=codes[key])

    def shoot(self, path, whole=False):
        """Takes a picture."""
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def close(self):
        """Ends the browser."""
        try:
            self.session = None
            self.call("Browser.close")
        finally:
            try:
                self.process.wait(timeout=5)
            except subprocess.TimeoutExpired:
                self.process.kill()
            try:
                self.profile.cleanup()
            except OSError:
                pass
