"""Takes a picture of a recording page at one of its steps: picture.py CHROMIUM PAGE PICTURE"""

import base64
import sys

from chromium import Browser

STEP = 17
WIDTH = 1000

chromium, page, picture = sys.argv[1:]
browser = Browser(chromium)
browser.open(page, width=WIDTH, height=900)
browser.press("ArrowRight", STEP)
top, bottom = browser.ask("""
  [document.querySelector('#stage'), document.querySelector('#lanes')].map((node) => node.getBoundingClientRect())
    .map((box, index) => (index === 0 ? box.top - 16 : box.bottom + 4) + scrollY)
""")
area = {"x": 0, "y": top, "width": WIDTH, "height": bottom - top, "scale": 1.5}
data = browser.call("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=area)["data"]
browser.close()
with open(picture, "wb") as file:
    file.write(base64.b64decode(data))
