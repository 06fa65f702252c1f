"""A headless Chromium, driven by Selenium.

Keys are real key events. What the console, an exception or the page's policy says is kept in `problems`.
"""

import base64
import os

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

KEYS = {"ArrowRight": Keys.ARROW_RIGHT, "ArrowLeft": Keys.ARROW_LEFT, "Home": Keys.HOME, "End": Keys.END, "Tab": Keys.TAB,
        "Enter": Keys.ENTER}


class Browser:
    """A headless Chromium with one page."""

    def __init__(self, chromium, *flags):
        options = webdriver.ChromeOptions()
        options.binary_location = chromium
        for flag in ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", *flags]:
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        self.driver.set_page_load_timeout(30)
        self.driver.set_script_timeout(30)
        self.call("Emulation.setFocusEmulationEnabled", enabled=True)

    def call(self, method, **parameters):
        """Asks the browser itself for something."""
        return self.driver.execute_cdp_cmd(method, parameters)

    def problems(self):
        """What has gone wrong on the page since this was asked last."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def open(self, path, width=1280, height=900, dark=False, scripts=True):
        """Opens a page."""
        self.call("Emulation.setScriptExecutionDisabled", value=not scripts)
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce"}])
        self.driver.get("about:blank")
        self.driver.get("file://" + os.path.abspath(path))

    def ask(self, expression):
        """The value of an expression on the page, or what it comes to if it is a promise."""
        result = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise SystemExit(f"{expression}: {result['exceptionDetails'].get('exception', {}).get('description')}")
        return result["result"].get("value")

    def press(self, key, times=1):
        """Presses a key."""
        ActionChains(self.driver, duration=0).send_keys(KEYS[key] * times).perform()

    def shoot(self, path, whole=False):
        """Takes a picture."""
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def close(self):
        """Ends the browser."""
        self.driver.quit()
