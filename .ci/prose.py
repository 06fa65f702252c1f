"""Checks what the sentences of the documentation say: figures, paths and links.

A figure stands in the page's own code or in an output that is compared, or in '.ci/figures', which says where it comes from. Code within
a sentence that has a figure stands there word for word.
"""
import pathlib
import re

from pages import report

FIGURE = re.compile(r"(?<![\w$])\d+(?:[.,_]\d+)*")
FIGURES = pathlib.Path(".ci/figures")


def plain(text):
    return re.sub(r"\s+", " ", text)


def figures(text):
    return {match.group().replace(",", "").replace("_", "") for match in FIGURE.finditer(text)}


def entries():
    """The lines of '.ci/figures': a page, a part of a sentence, and where its figures come from."""
    for number, line in enumerate(FIGURES.read_text().splitlines(), 1):
        if line and not line.startswith("#"):
            page, fragment, origin = re.split(r" +\| +", line, maxsplit=2)
            yield number, page, fragment, origin


def check_entries(pages):
    """Checks that each part of a sentence is in its page, and each origin in its file."""
    texts = {page.path.name: plain("\n".join(line for _, line in page.prose)) for page in pages}
    for number, name, fragment, origin in entries():
        for page in [name] if name != "*" else []:
            if fragment not in texts.get(page, ""):
                report(Place(FIGURES), number, f"{page} does not say '{fragment}'.")
        if origin.startswith("because "):
            continue
        file, _, literal = origin.partition(": ")
        if not pathlib.Path(file).exists() or plain(literal) not in plain(pathlib.Path(file).read_text()):
            report(Place(FIGURES), number, f"'{fragment}' comes from '{literal}', which is not in {file}.")


class Place:
    def __init__(self, path):
        self.path = path


def check_figures(page, fragments):
    known = set()
    for block in page.blocks:
        if block.language in ("swift", "text", "sh"):
            known |= figures(block.text)
    quoted = plain("\n".join(block.text for block in page.blocks))
    for start, paragraph in paragraphs(page):
        for span in re.findall(r"(?<!`)`([^`]+)`(?!`)", plain(paragraph)):
            listed = any(fragment.strip("`") in span or span in fragment for fragment in fragments)
            if re.search(r"(?<![A-Za-z$])\d", span) and span not in quoted and not listed:
                report(page, start, f"`{span}` is neither in the page's code nor in {FIGURES}.")
        paragraph = re.sub(r"(?<!`)`[^`]+`(?!`)", lambda match: " " if re.search(r"\d", match.group()) and plain(match.group()).strip("`") in quoted else match.group(), paragraph)
        text = re.sub(r"\]\([^)]*\)|<(https?|doc):[^>]*>|``[^`]*``", lambda match: " " * len(match.group()), paragraph)
        text = re.sub(r"(^|\n)\s*\d+\. ", lambda match: " " * len(match.group()), text)
        text = plain(text)
        for fragment in fragments:
            text = text.replace(fragment, " ")
        for match in FIGURE.finditer(text):
            if figures(match.group()) - known:
                sentence = text[max(0, match.start() - 60):match.end() + 40].strip()
                report(page, start, f"the figure {match.group()} is neither in the page's code nor in {FIGURES}: ...{sentence}...")


def paragraphs(page):
    start, lines = 0, []
    for number, line in [*page.prose, (0, "")]:
        if line == "":
            if lines:
                yield start, "\n".join(lines)
            lines = []
        else:
            if not lines:
                start = number
            lines.append(line)


def check_paths(page):
    """Checks the files and folders that are named, from the root or from Sources."""
    for number, line in page.prose:
        for path in re.findall(r"`([A-Za-z.][\w.+-]*(?:/[\w.+-]+)+)`", line):
            if re.match(r"(Sources|Tests|Fixtures|Documentation|\.ci|Store\w+)/", path) and not any(
                pathlib.Path(root + path).exists() for root in ("", "Sources/", "Fixtures/ConsumerIsolated/")
            ):
                report(page, number, f"there is no {path}.")
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", line):
            if not (page.path.parent / target).exists():
                report(page, number, f"a link to {target}, which does not exist.")
        for target, anchor in re.findall(r"\]\(([^)#:]*)#([^)]*)\)", line):
            path = page.path.parent / target if target else page.path
            if path.exists() and path.suffix == ".md" and anchor not in anchors(path):
                report(page, number, f"a link to {target}#{anchor}, which does not exist.")


def anchors(path):
    inside = False
    found = set()
    for line in path.read_text().splitlines():
        if line.startswith("```"):
            inside = not inside
        elif not inside and line.startswith("#"):
            found.add(re.sub(r"[^\w -]", "", line.lstrip("#").strip().lower()).replace(" ", "-"))
    return found


# The pages that say what was so when they were written.
HISTORY = ["CHANGELOG.md", "Decisions.md"]


def check(pages, complete):
    if complete:
        check_entries(pages)
    for page in pages:
        check_paths(page)
        if not (page.reason or page.writer or page.path.name in HISTORY):
            check_figures(page, [fragment for _, name, fragment, _ in entries() if name in ("*", page.path.name)])
