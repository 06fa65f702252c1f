"""Has Mermaid draw diagrams in a real browser, and checks that every name and label is seen as it was meant.

Usage: diagrams.py CHROMIUM MERMAID FOLDER...

MERMAID is a folder with Mermaid's modules, of which index.js exports `mermaid`. Each .mmd file of the folders is drawn. A picture is left
beside it.
"""

import glob
import json
import os
import re
import sys
import tempfile
from collections import Counter

from chromium import Browser

PAGE = """<!doctype html><meta charset=utf-8><body><script type=module>
import {mermaid} from "%s";
mermaid.initialize({startOnLoad: false});
window.draw = async (text) => {
  try {
    document.body.innerHTML = (await mermaid.render("diagram", text)).svg;
    const nodes = [...document.querySelectorAll("svg text, svg foreignObject")];
    return {texts: nodes.flatMap((node) => node.innerHTML.replace(/<br[^>]*>/g, "\\n").split("\\n").map((line) => {
      const made = document.createElement("div");
      made.innerHTML = line;
      return made.textContent;
    })), whole: nodes.map((node) => node.textContent)};
  } catch (error) {
    document.body.innerHTML = "";
    return {error: String(error.message)};
  }
};
document.documentElement.dataset.ready = "yes";
</script>"""

# What Mermaid must not take: if it takes these, it checks nothing.
WRONG = {
    "a word that ends a block": "sequenceDiagram\n  participant test\n  test->>test: a\n  end\n",
    "an arrow to nowhere": "sequenceDiagram\n  participant test\n  test->>: a\n",
    "a state without a name": "stateDiagram-v2\n  state \"a as m1\n  m1 --> : b\n",
}


def plain(text):
    """A text as it is seen, without regard to how it is broken into lines."""
    return re.sub(r"[\s\u200b\u00a0]+", "", text)


def labels(diagram):
    """The names and labels of a diagram, as they should be seen."""
    for line in diagram.splitlines()[1:]:
        line = line.strip()
        found = (re.match(r"participant \S+ as (.*)", line) or re.match(r"participant (.*)", line)
                 or re.match(r"state \"(.*)\" as \S+$", line) or re.match(r"Note over [^:]*: (.*)", line)
                 or re.match(r"\S+ --> \S+: (.*)", line) or re.match(r"[^\s:]+: (.*)", line))
        if found:
            for text in found[1].split("<br>"):
                yield plain(re.sub(r"#(\d+);", lambda number: chr(int(number[1])), text))


def main():
    """Draws all diagrams."""
    chromium, mermaid, *folders = sys.argv[1:]
    browser = Browser(chromium, "--allow-file-access-from-files")
    wrong, count = [], 0
    try:
        with tempfile.NamedTemporaryFile("w", suffix=".html") as page:
            page.write(PAGE % ("file://" + os.path.abspath(mermaid) + "/index.js"))
            page.flush()
            browser.open(page.name)
        if browser.ask("document.documentElement.dataset.ready") != "yes":
            raise SystemExit(f"Mermaid does not load: {browser.problems()}")
        for name, text in WRONG.items():
            if "error" not in browser.ask(f"draw({json.dumps(text)})"):
                wrong.append(f"Mermaid takes {name}.")
        browser.problems()
        for path in sorted(path for folder in folders for path in glob.glob(folder + "/*.mmd")):
            count += 1
            name = os.path.basename(path)
            with open(path, encoding="utf-8") as file:
                text = file.read()
            drawn = browser.ask(f"draw({json.dumps(text)})")
            if "error" in drawn:
                wrong.append(f"{name}: {drawn['error']}")
                continue
            seen = Counter(plain(text) for text in drawn["texts"])
            missing = Counter(labels(text)) - seen - Counter({"": 1000})
            # A label that is too long for its line is broken into several.
            whole = "".join(plain(text) for text in drawn["whole"])
            wrong += [f"{name}: {label!r} is not seen" for label in missing if label not in whole]
            if not any(labels(text)) and drawn["whole"]:
                wrong.append(f"{name}: something is drawn for nothing")
            browser.shoot(os.path.splitext(path)[0] + ".png" if "pages" in path else os.devnull, whole=True)
        wrong += browser.problems()
    finally:
        browser.close()
    for line in wrong:
        print("✘", line)
    print(f"{count} diagrams drawn by Mermaid, {len(wrong)} wrong")
    sys.exit(1 if wrong or count == 0 else 0)


main()
