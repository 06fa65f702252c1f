"""Runs the package of the documentation's code, and knows what it prints."""
import difflib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import textwrap

from pages import report

# What differs from run to run.
VARIABLE = [
    (re.compile(r"\b[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}\b"), "UUID"),
    (re.compile(r"\bin [0-9.e-]+ (ns|us|µs|ms|s)\b"), "in TIME"),
]


def normalized(text):
    for pattern, name in VARIABLE:
        text = pattern.sub(name, text)
    return "\n".join(line.rstrip() for line in text.rstrip("\n").split("\n"))


def dedented(text):
    return textwrap.dedent("\n".join(line.rstrip() for line in text.rstrip("\n").split("\n")))


def parts(text):
    """The quoted text before the lines that it leaves out, and after them; the latter is nil if it leaves out none."""
    head, mark, tail = text.partition("\n…\n")
    if not mark and text.endswith("\n…"):
        head, mark, tail = text[:-1], "…", ""
    return head.rstrip("\n"), tail if mark else None


def same(quoted, actual):
    quoted, actual = normalized(quoted), normalized(actual)
    head, tail = parts(quoted)
    if tail is None:
        return quoted == actual
    starts, ends = (actual + "\n").startswith(head + "\n"), not tail or actual.endswith("\n" + tail)
    return starts and ends and len(actual) > len(head) + len(tail)


def recorded(quoted, actual):
    """The printed text, without as many lines as the quoted text leaves out by '…'."""
    head, tail = parts(quoted.rstrip("\n"))
    lines = [line.rstrip() for line in actual.rstrip("\n").split("\n")]
    if tail is None:
        return "\n".join(lines) + "\n"
    after = tail.count("\n") + 1 if tail else 0
    return "\n".join(lines[:head.count("\n") + 1] + ["…"] + (lines[-after:] if after else [])) + "\n"


class Printed:
    def __init__(self, package, targets):
        self.package = package
        self.targets = targets
        self.events = []
        self.output = ""

    def run(self):
        """Runs all tests once. Those that are to fail do so in the same run."""
        stream = self.package / "events.json"
        self.attachments = self.package / "attachments"
        shutil.rmtree(self.attachments, ignore_errors=True)
        self.attachments.mkdir(parents=True)
        stream.unlink(missing_ok=True)
        command = [pathlib.Path(__file__).with_name("beside"), self.package, "test", "--disable-xctest"]
        process = subprocess.Popen(
            [*command, "--event-stream-output-path", str(stream), "--attachments-path", str(self.attachments)],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
        )
        for line in process.stdout:
            self.output += line
            if re.search(r"error:|warning:|Test run", line):
                print(line, end="")
        process.wait()
        if stream.exists():
            self.events = [json.loads(line) for line in stream.read_text().splitlines()]
        if not any(event["kind"] == "event" and event["payload"]["kind"] == "runEnded" for event in self.events):
            print(self.output)
            sys.exit("The code of the documentation does not compile, or has warnings, or its run has ended early.")

    def issues(self, target, file=None, warnings=False):
        """The failures of a target's tests, or the warnings: the file, the line and the text."""
        for event in self.events:
            payload = event["payload"]
            if event["kind"] != "event" or payload["kind"] != "issueRecorded":
                continue
            issue = payload["issue"]
            place = issue.get("sourceLocation") or {}
            is_warning = issue.get("severity", "error") == "warning" or issue.get("isFailure") is False
            if issue.get("isKnown") or is_warning != warnings:
                continue
            module, _, name = place.get("fileID", "/").partition("/")
            if module == target and (file is None or name == file):
                comments = [message["text"] for message in payload["messages"] if message["symbol"] == "details"]
                yield name, place["line"], "\n".join(comments or [message["text"] for message in payload["messages"]])

    def check_failures(self, pages):
        """Checks that exactly the tests fail whose failures are quoted."""
        for page in pages:
            for name, line, text in self.issues(page.target):
                if name not in page.failing:
                    report(page, 0, f"{name}:{line} fails:\n{text}")
            for file in page.failing:
                if not any(True for _ in self.issues(page.target, file)):
                    report(page, 0, f"{file} is to fail, but passes.")
        known = {page.target for page in pages} | {block.target(page) for page in pages for block in page.blocks}
        for event in self.events:
            payload = event["payload"]
            if event["kind"] == "event" and payload["kind"] == "issueRecorded":
                place = payload["issue"].get("sourceLocation") or {}
                if place.get("fileID", "/").partition("/")[0] not in known and not payload["issue"].get("isKnown"):
                    report(pages[0], 0, f"an issue elsewhere: {[message['text'] for message in payload['messages']]}")

    def text(self, page, block):
        """What the code prints for a block: a failure, an attachment, or lines of the output."""
        target = block.target(page)
        if block.what.startswith("attachment "):
            name = block.what.removeprefix("attachment ")
            stem, _, end = name.rpartition(".")
            found = sorted(path for path in self.attachments.iterdir() if re.fullmatch(re.escape(stem) + r"(-\w+)?\." + end, path.name))
            found = [path for path in found if block.printer in path.read_text()]
            if len(found) != 1:
                report(page, block.line, f"there are {len(found)} attachments {name} that contain '{block.printer}'.")
                return None
            return found[0].read_text()
        if block.what.startswith("lines "):
            pattern = re.compile(block.what.removeprefix("lines "))
            return "\n".join(sorted({match.group() for line in self.output.splitlines() if (match := pattern.search(line))}))
        is_warning = block.what.startswith("warning ")
        words = block.what.removeprefix("warning " if is_warning else "failure ")
        issues = [issue for issue in self.issues(target, block.printer, is_warning) if words in issue[2]]
        if len(issues) != 1:
            report(page, block.line, f"{block.printer} of {target} has {len(issues)} failures instead of one: {[issue[:2] for issue in issues]}")
            return None
        name, line, text = issues[0]
        return f"{name}:{line}: {text}"

    def difference(self, quoted, actual):
        lines = difflib.unified_diff(quoted.splitlines(), recorded(quoted, actual).splitlines(), lineterm="", n=1)
        return "\n".join("    " + line.replace("-", "< ", 1) if line.startswith("-") else "    " + line.replace("+", "> ", 1) if line.startswith("+") else "    " + line for line in list(lines)[2:])
