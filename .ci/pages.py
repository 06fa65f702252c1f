"""A page of the documentation: its blocks, and the marks before them."""
import dataclasses
import pathlib
import re

# The pages that a test writes, and compares as a whole.
WRITERS = {"Failures.md": pathlib.Path("Tests/TourTests/FailureGuideTests.swift")}

problems = []


def report(page, line, text):
    problems.append(f"{page.path}:{line}: {text}")


@dataclasses.dataclass
class Block:
    line: int
    language: str
    text: str
    mark: str = ""
    # What the marks say.
    source: str = ""
    file: str = ""
    fails: bool = False
    printer: str = ""
    what: str = ""
    reason: str = ""
    changes: list = dataclasses.field(default_factory=list)

    def target(self, page):
        """The target whose code prints the block."""
        return f"{page.target}Line{self.line}" if self.changes else page.target


class Page:
    def __init__(self, path):
        self.path = path
        self.text = path.read_text()
        self.target = re.sub(r"[^A-Za-z0-9]", "", path.stem) + "Documentation"
        self.blocks = []
        # The lines without blocks and marks, each with its number.
        self.prose = []
        # The test that writes the whole page and compares it.
        self.writer = WRITERS.get(path.name)
        # A reason for which the figures of the page are not compared.
        self.reason = ""
        self.read()

    def read(self):
        lines = self.text.split("\n")
        index = 0
        mark = None
        while index < len(lines):
            start = index
            if lines[index].startswith("<!--"):
                while "-->" not in lines[index]:
                    index += 1
                mark = "\n".join(lines[start:index + 1]).removeprefix("<!--").removesuffix("-->").strip()
                if mark.startswith("figures not compared: "):
                    self.reason, mark = mark, None
                elif index + 1 == len(lines) or lines[index + 1] == "":
                    report(self, start + 1, f"a mark that stands before nothing: {mark}")
                    mark = None
            elif lines[index].startswith("```"):
                index += 1
                while lines[index] != "```":
                    index += 1
                text = "".join(line + "\n" for line in lines[start + 1:index])
                block = Block(start + 1, lines[start][3:], text, mark or "")
                self.blocks.append(block)
                self.understand(block)
                self.prose.append((start + 1, ""))
                mark = None
            elif mark:
                # A paragraph or a table that something else compares.
                self.check_script(mark, start)
                while index + 1 < len(lines) and lines[index + 1] != "":
                    index += 1
                mark = None
            else:
                self.prose.append((index + 1, lines[index]))
            index += 1

    def check_script(self, mark, at):
        """Checks that a script that is named by a mark compares this page, and that CI runs it."""
        if mark.startswith("not compared: "):
            return
        if not mark.startswith("compared by: "):
            report(self, at, f"unknown mark '{mark}'.")
            return
        script = pathlib.Path(mark.removeprefix("compared by: "))
        if not script.exists() or self.path.name not in script.read_text() or str(script) not in pathlib.Path(".ci/run").read_text():
            report(self, at, f"{script} is no script of CI that compares {self.path.name}.")

    def understand(self, block):
        head, *rest = block.mark.split("\n")
        key, _, value = head.partition(": ")
        if key == "from":
            block.source = value
        elif key == "file":
            block.file, *flags = value.split(", ")
            block.fails = flags == ["fails"]
        elif key == "printed by":
            block.printer, _, block.what = value.partition(", ")
            for change in rest:
                file, _, change = change.partition(": ")
                old, _, new = change.partition(" => ")
                block.changes.append((file, old, new))
        elif key == "not compared":
            block.reason = value
        elif key == "compared by":
            self.check_script(head, block.line)
            block.reason = value
        elif head:
            report(self, block.line, f"unknown mark '{head}'.")

    def check_marks(self):
        if self.writer:
            if str(self.path) not in self.writer.read_text():
                report(self, 1, f"{self.writer} does not compare it.")
            golden = [path.read_text() for path in pathlib.Path("Fixtures/Failures").glob("*.txt")]
            for block in self.blocks:
                if not any(block.text.strip() in text for text in golden):
                    report(self, block.line, "a text that is not in Fixtures/Failures, which a test compares.")
            return
        for block in self.blocks:
            if block.language == "":
                report(self, block.line, "a block has no language.")
            elif block.language == "text" and not (block.source or block.printer or block.reason):
                report(self, block.line, "an output that nothing prints: mark it with 'printed by', 'from', or 'not compared' with a reason.")
            elif block.language == "sh":
                commands = pathlib.Path(".ci/run").read_text().split("\n")
                for line in block.text.splitlines():
                    if line not in commands:
                        report(self, block.line, f"a command that CI does not run: {line}")

    @property
    def compiled(self):
        return [block for block in self.blocks if block.language == "swift" and not block.source and not block.reason]

    @property
    def changed(self):
        return [block for block in self.blocks if block.changes]

    def code(self):
        """The files of the page's code, by name."""
        files = {}
        for number, block in enumerate(self.compiled, 1):
            name = block.file or f"Block{number:02}.swift"
            if name in files:
                report(self, block.line, f"two blocks are {name}.")
            files[name] = block.text
        return files

    @property
    def failing(self):
        """The files whose tests are to fail."""
        return {block.file for block in self.compiled if block.fails}

    def rewrite(self, texts):
        """Replaces the texts of blocks, given by the lines of their fences."""
        lines = self.text.split("\n")
        for block in reversed(self.blocks):
            if block.line in texts:
                lines[block.line:block.line + block.text.count("\n")] = texts[block.line].removesuffix("\n").split("\n")
        self.path.write_text("\n".join(lines))
