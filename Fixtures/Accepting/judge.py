#!/usr/bin/env python3
"""Judges STORE_TESTING_ACCEPT: tests that are stripped or spoiled must be right again after one accepting run.

    judge.py strip [--show]
    judge.py mistakes [--count N] [--seed S] [--comments] [--show TITLE]

'strip' leaves of each test in Tests only what the user does: 'send', 'call', advances, answers, and 'settle'. 'mistakes'
makes a copy of a test for each of N mistakes. Both run the tests with STORE_TESTING_ACCEPT=1, build, and run them again.
"""

import argparse
import difflib
import json
import os
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TESTS = "Tests/AcceptingTests"

# MARK: - Source


def blank(text):
    """The text with strings and comments replaced by spaces."""
    pattern = r'"(?:\\.|[^"\\])*"|//[^\n]*'
    return re.sub(pattern, lambda m: ('"' + "_" * (len(m[0]) - 2) + '"') if m[0][0] == '"' else " " * len(m[0]), text)


def statements(lines, start, stop):
    """The ranges of lines of the statements between two lines, each with the comments above it."""
    found, first, level = [], None, 0
    for index in range(start, stop):
        code = blank(lines[index])
        if first is None:
            if not code.strip():
                continue
            first = index
        level += sum(map(code.count, "([{")) - sum(map(code.count, ")]}"))
        following = lines[index + 1].strip() if index + 1 < stop else ""
        if level <= 0 and not following.startswith("."):
            found.append((first, index + 1))
            first, level = None, 0
    return found


def functions(lines):
    """The first and the last line of each test."""
    for index, line in enumerate(lines):
        if "@Test" in line and "func " in line:
            space = line[: len(line) - len(line.lstrip())]
            yield index, next(i for i in range(index, len(lines)) if lines[i] == space + "}") + 1


def indent(line):
    return line[: len(line) - len(line.lstrip())]


STEP = re.compile(r"^(?:let \w+ = )?await (?:[\w.\[\]]+)\.(\w+)")


def step(text):
    """The name of the method that a step calls; nil for other statements."""
    match = STEP.match(text.strip())
    return match.group(1) if match else None


def closure(text):
    """The range of the trailing closure of a step; nil if it has none."""
    code = blank(text)
    if not code.rstrip().endswith("}"):
        return None
    level = 0
    for index in range(len(code.rstrip()) - 1, -1, -1):
        level += code[index] in ")]}"
        level -= code[index] in "([{"
        if level == 0:
            return (index, len(code.rstrip())) if code[index] == "{" else None


RECEIVING = {"receive", "receiveOutput", "receiveEffect", "receiveChange"}


def strip(lines):
    """The lines without what tests assert."""
    result = list(lines)
    for begin, end in reversed(list(functions(lines))):
        spans = []
        collect(lines, begin + 1, end - 1, spans)
        for first, last in reversed(spans):
            text = "\n".join(result[first:last])
            name = step(text)
            if name in RECEIVING:
                result[first:last] = []
            elif name in ("send", "settle", "assert") and (span := closure(text)):
                head = text[: span[0]].rstrip()
                result[first:last] = (head + ("" if head.endswith(")") else "()")).split("\n")
    # Helpers of tests are stripped as well.
    text = "\n".join(result)
    for match in reversed(list(re.finditer(r"^ *func \w+\(_ store: TestStore<\w+>\) async \{\n((?:.|\n)*?)^  \}", text, re.M))):
        body = "\n".join(
            line.split(" {")[0] if ".send(" in line else line
            for line in match[1].split("\n") if not re.search(r"\.receive\w*\(", line)
        )
        text = text[: match.start(1)] + body + text[match.end(1):]
    return text.split("\n")


def collect(lines, start, stop, spans):
    """Collects the steps of a body and of its loops."""
    for first, last in statements(lines, start, stop):
        if re.match(r"\s*(for|if|do)\b", lines[first]):
            collect(lines, first + 1, last - 1, spans)
        else:
            spans.append((first, last))


# MARK: - Building and running


class Package:
    def __init__(self, name):
        self.path = ROOT / ".build" / "accepting" / name
        # In the folder of the package's own build, so that nothing is compiled twice.
        self.at = ["--ignore-lock", "--package-path", str(self.path), "--scratch-path", str(ROOT / ".build")]
        self.path.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(self.path / "Tests", ignore_errors=True)
        (self.path / TESTS).mkdir(parents=True)
        manifest = (HERE / "Package.swift").read_text().replace('path: "../.."', f'path: "{ROOT}"')
        self.replace(self.path / "Package.swift", manifest)
        for file in (HERE / "Sources").rglob("*.swift"):
            target = self.path / file.relative_to(HERE)
            target.parent.mkdir(parents=True, exist_ok=True)
            self.replace(target, file.read_text())

    @staticmethod
    def replace(path, text):
        if not path.exists() or path.read_text() != text:
            path.write_text(text)

    def write(self, name, text):
        (self.path / TESTS / name).write_text(text)

    def read(self, name):
        return (self.path / TESTS / name).read_text()

    def build(self):
        done = subprocess.run(["swift", "build", "--build-tests", *self.at], capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    def run(self, accept=None):
        """Runs the tests. Returns the texts of the failures of each test, by its name, and the output."""
        stream = self.path / "events.jsonl"
        stream.unlink(missing_ok=True)
        environment = {k: v for k, v in os.environ.items() if k not in ("CI", "STORE_TESTING_ACCEPT")}
        if accept:
            environment["STORE_TESTING_ACCEPT"] = accept
        done = subprocess.run(
            ["swift", "test", "--skip-build", *self.at, "--event-stream-version", "0", "--event-stream-output-path", str(stream)],
            capture_output=True, text=True, timeout=600, env=environment)
        failures, ended = {}, set()
        for line in stream.read_text().splitlines():
            record = json.loads(line)
            if record["kind"] != "event":
                continue
            event = record["payload"]
            parts = event.get("testID", "").split("/")
            name = next((p.split("(")[0] for p in parts if "(" in p), "")
            if event["kind"] == "testEnded" and name:
                ended.add(name)
            if event["kind"] == "issueRecorded" and event["issue"].get("severity", "error") != "warning":
                place = event["issue"].get("sourceLocation") or {"line": 0}
                text = "\n".join(m["text"] for m in event["messages"])
                failures.setdefault(name, []).append((place["line"], text))
        return failures, ended, done.stdout + done.stderr


def errors(log):
    return sorted(set(re.findall(r"([^\s:/]+\.swift):(\d+):\d+: error: (.*)", log)))


def difference(old, new, name):
    return "\n".join(difflib.unified_diff(old.split("\n"), new.split("\n"), "right/" + name, "accepted/" + name, lineterm="", n=1))


# MARK: - Stripped tests


# The cases of these tests need different lines, so a run leaves them as they are.
AMBIGUOUS = {"facts"}


def judge_stripped(options):
    package = Package("stripped")
    right = {f.name: f.read_text() for f in sorted((HERE / TESTS).glob("*.swift"))}
    for name, text in right.items():
        package.write(name, "\n".join(strip(text.split("\n"))))
    code, log = package.build()
    if code:
        sys.exit(f"The stripped tests don't compile: {errors(log)}\n{log[-2000:]}")
    before, ended, output = package.run(accept="1")
    (package.path / "accepting.log").write_text(output)
    code, log = package.build()
    if code:
        sys.exit(f"The accepted tests don't compile: {errors(log)}")
    after, ended, output = package.run()
    (package.path / "second.log").write_text(output)
    for name, text in right.items():
        change = difference(text, package.read(name), name)
        if options.show and change:
            print(change)
    for name, texts in sorted(after.items()):
        print(f"Still fails: {name}")
        for line, text in texts:
            print(f"  {line}: {text.splitlines()[0]}")
    print(f"{len(ended)} tests, {len(ended) - len(after)} green after one accepting run.")
    return int(set(after) != AMBIGUOUS)


# MARK: - Mistakes


class Copy:
    """A copy of a test as statements: its first line, its statements, its last line."""

    def __init__(self, lines):
        self.head, self.tail = lines[0], lines[-1]
        self.parts = ["\n".join(lines[a:b]) for a, b in statements(lines, 1, len(lines) - 1)]

    def text(self, name, parts=None):
        head = re.sub(r"func \w+", f"func {name}", self.head)
        return "\n".join([head] + (parts or self.parts) + [self.tail])


LITERAL = re.compile(r'"[^"\\]*"|(?<![\w.$\[])-?\d[\d_]*(?:\.\d+)?(?![\w\]]|\.\.\.)|\btrue\b|\bfalse\b')
OTHER = {
    "CounterTests": ["$0.count = 41", "$0.errors = [\"no\"]", "$0.isTimerOn.toggle()"],
    "CitiesTests": ["$0.query += \"!\"", "$0.recent = [\"x\"]", "$0.failure = .server(code: 1, \"x\")"],
    "BoardTests": ["$0.archived.append(\"x\")", "$0.filter = .titled(\"x\")", "$0.cards = []"],
    "AccountTests": ["$0 = .blocked", "$0 = .loggingIn(name: \"x\", attempt: 3)"],
    "CartTests": ["$0.total += 7", "$0.coupons.insert(\"ZZ\")", "$0.address.city = Cart.Address.City(name: \"x\", code: 2)"],
    "PlayerTests": ["$0.volume = 0.125", "$0.played[9, default: 0] += 2", "$0.mode = .playing(speed: 9)"],
    "InboxTests": ["$0.selection = [UUID(9)]", "$0.connection = .lost(Inbox.Loss(reason: \"x\"))", "$0.mails.removeAll()"],
    "UploadsTests": ["$0.bytes = 99", "$0.log.append(\"x\")", "$0.jobs.append(Uploads.Job(name: \"zz\"))"],
    "SettingsTests": ["$0.general.theme.contrast = .high(level: 9)", "$0.general.fontSize -= 1", "$0.window = Settings.Window()"],
    "LibraryTests": ["$0.message = \"x\"", "$0.isSearching.toggle()", "$0.loans[\"x\", default: 0] += 2", "$0.books = []"],
    "NotesTests": ["$0.problem = \"x\"", "$0.isLoading.toggle()", "$0.draft = NotesModel.Note(id: 8, text: \"x\")"],
}
TARGETS = [
    ("$0.isLoading", "$0.isTimerOn"), ("$0.places", "$0.recent"), ("?.isDone", "?.isSaving"),
    ("?.isSaving", "?.isDone"), ("UUID(0)]", "UUID(1)]"), ("UUID(1)]", "UUID(0)]"), ("jobs[1]", "jobs[0]"), (".status", ".attempts"), (".finished", ".bytes"), (".bytes", ".finished"), ("?.count", "?.price"),
    (".total", ".lines"), ("window?.width", "window?.height"), (".street", ".city.name"), (".city.name", ".street"),
    ("theme.name", "theme.colours[0]"), ("$0.track", "$0.mode"), ("$0.coupons", "$0.lines"),
    ("[\"milk\"]", "[\"tea\"]"), ("[\"tea\"]", "[\"milk\"]"), ("general.scale", "general.fontSize"), ("$0.editor", "$0.archived"),
    ("$0.problem", "$0.draft"), (".mails[1]", ".mails[0]"), ("$0.sleep", "$0.mode"),
    ("sleep?.minutes", "volume"),
]


def spoiled(literal):
    if literal == "true":
        return "false"
    if literal == "false":
        return "true"
    if literal.startswith('"'):
        return '"wrong"'
    return literal + "3" if literal != "0" else "5"


def inner(text, span):
    """The statements of a closure, as ranges of the text."""
    start, stop = span[0] + 1, span[1] - 1
    match = re.match(r"\s*(\w+(, \w+)*) in\b", text[start:stop])
    if match:
        start += match.end()
    found, first, level = [], None, 0
    code = blank(text)
    for index in range(start, stop + 1):
        character = code[index] if index < stop else "\n"
        level += character in "([{"
        level -= character in ")]}"
        if first is None and not character.isspace():
            first = index
        if first is not None and level <= 0 and (character in "\n;" or index == stop):
            found.append((first, len(text[:index].rstrip()) if index == stop or character == "\n" else index))
            first = None
    return found


def mistakes_of(suite, copy, chooser):
    """All mistakes of a test: the kind, the statements, and the position of the first wrong one."""
    parts = copy.parts
    for index, part in enumerate(parts):
        name = step(part)
        if part.strip().startswith("for ") or name is None or name == "finish" or name == "gate":
            continue
        yield f"without {name}", parts[:index] + parts[index + 1:], index
        if "let " not in part:
            yield f"double {name}", parts[:index + 1] + parts[index:], index
        if index + 1 < len(parts) and step(parts[index + 1]) not in (None, "finish"):
            yield f"swap {name} and {step(parts[index + 1])}", parts[:index] + [parts[index + 1], part] + parts[index + 2:], index

        def changed(text):
            return parts[:index] + [text] + parts[index + 1:]

        span = closure(part) if name != "call" else None
        head, body = (part[: span[0]], part[span[0]:]) if span else (part, "")
        if name in RECEIVING or name == "send":
            for match in LITERAL.finditer(head):
                yield f"payload of {name}", changed(part[: match.start()] + spoiled(match[0]) + part[match.end():]), index
        if name == "receiveEffect" and '"' in part:
            yield "effect's name", changed(re.sub(r'"[^"]*"', '"elsewhere"', part, count=1)), index
            if ", of:" in part:
                yield "effect without request", changed(re.sub(r", of: .*\)$", ")", part)), index
            else:
                yield "effect with request", changed(re.sub(r'\)$', ', of: "x")', part)), index
        space = indent(part)
        unit = "\t" if "\t" in space else "    " if suite == "BoardTests" else "  "
        if span:
            yield f"no closure of {name}", changed(head.rstrip()), index
            for first, last in inner(part, span):
                text = part[first:last]
                for match in LITERAL.finditer(text.partition("=")[2]):
                    at = first + text.index("=") + 1 + match.start()
                    yield f"value in {name}", changed(part[:at] + spoiled(match[0]) + part[at + len(match[0]):]), index
                if " = " in text and re.search(r" = \d+$", text):
                    yield f"operator in {name}", changed(part[:first] + text.replace(" = ", " += ", 1) + part[last:]), index
                if " += " in text:
                    yield f"operator in {name}", changed(part[:first] + text.replace(" += ", " -= ", 1) + part[last:]), index
                if "$0.mails[" in text or "$0.jobs[" in text or "$0.cards[" in text or "general." in text or "city." in text:
                    wide = re.sub(r"^\$0\.(\w+).*$", lambda m: f"$0.{m[1]} = {WIDE[m[1]]}", text, flags=re.S)
                    yield f"level of nesting in {name}", changed(part[:first] + wide + part[last:]), index
                for old, new in TARGETS:
                    if old in text:
                        yield f"target in {name}", changed(part[:first] + text.replace(old, new, 1) + part[last:]), index
                whole = inner(part, span)
                if len(whole) > 1 and "\n" in body:
                    lines = part.split("\n")
                    row = part[:first].count("\n")
                    height = text.count("\n") + 1
                    yield f"without assignment in {name}", changed("\n".join(lines[:row] + lines[row + height:])), index
            if "$0" in body:
                extra = chooser.choice(OTHER[suite])
                if "\n" in body:
                    yield f"assignment too many in {name}", changed(part[: span[1] - 1].rstrip() + f"\n{space}{unit}{extra}\n{space}}}"), index
                else:
                    yield f"assignment too many in {name}", changed(part[: span[1] - 1].rstrip() + f"; {extra} }}"), index
        elif name in ("send", "receive") and "let " not in part:
            yield f"needless closure of {name}", changed(part + " { " + chooser.choice(OTHER[suite]) + " }"), index


WIDE = {"mails": "[]", "cards": "[]", "jobs": "$0.jobs.reversed()", "general": ".init()", "address": ".init()"}


class Mistake:
    def __init__(self, suite, original, kind, parts, copy, at):
        self.suite, self.original, self.kind, self.parts, self.copy, self.at = suite, original, kind, parts, copy, at

    def title(self):
        return f"{self.suite}.{self.original} {self.kind}"


def with_comments(parts, chooser):
    """The statements with comments above some, and behind some."""
    result = []
    for number, part in enumerate(parts):
        space = indent(part)
        if chooser.random() < 0.4:
            result.append(f"{space}// Note {number}: \"quoted {{\" 🙂\n{part}")
        elif chooser.random() < 0.3:
            result.append(f"{part}  // Behind {number}")
        elif chooser.random() < 0.2 and "\n" not in part:
            result.append(f"{space}/* Before {number} */ {part.lstrip()}")
        else:
            result.append(part)
    return result


def choose(options, right):
    """Mistakes of all kinds, in turn."""
    chooser = random.Random(options.seed)
    kinds = {}
    for name, text in right.items():
        lines = text.split("\n")
        for begin, end in functions(lines):
            copy = Copy(lines[begin:end])
            original = re.search(r"func (\w+)", copy.head).group(1)
            seen = set()
            for kind, parts, at in mistakes_of(name[:-6], copy, chooser):
                key = "\n".join(parts)
                if key not in seen and parts != copy.parts:
                    seen.add(key)
                    kinds.setdefault(kind, []).append(Mistake(name[:-6], original, kind, parts, copy, at))
    for list in kinds.values():
        chooser.shuffle(list)
    chosen = []
    while any(kinds.values()):
        for kind in sorted(kinds):
            if kinds[kind]:
                chosen.append(kinds[kind].pop())
    return chosen, chooser


def judge_mistakes(options):
    package = Package("mistakes")
    right = {f.name: f.read_text() for f in sorted((HERE / TESTS).glob("*.swift"))}
    pool, chooser = choose(options, right)
    mistakes = pool[: options.count]
    rest = pool[options.count:]
    number = 0
    for mistake in mistakes + rest:
        number += 1
        mistake.name = f"m{number:04}"
        if options.comments:
            mistake.parts = with_comments(mistake.parts, chooser)

    def write():
        for name, text in right.items():
            body = text.rstrip("\n").split("\n")
            end = max(i for i, line in enumerate(body) if line == "}")
            new = body[:end]
            for mistake in mistakes:
                if mistake.suite == name[:-6]:
                    mistake.wrong = mistake.copy.text(mistake.name, mistake.parts)
                    mistake.begin = len(new) + 2
                    new += ["", mistake.wrong]
                    new = "\n".join(new).split("\n")
                    mistake.end = len(new)
            package.write(name, "\n".join(new + body[end:]) + "\n")

    while True:
        write()
        code, log = package.build()
        if not code:
            # A mistake such as an index out of range ends the process, so it can't be judged.
            _, _, output = package.run()
            bad = set(re.findall(r"\b(m\d{4})\(", output.partition("Fatal error")[2]))
            if not bad:
                break
            mistakes = [m for m in mistakes if m.name not in bad]
            while rest and len(mistakes) < options.count:
                mistakes.append(rest.pop(0))
            continue
        bad = {m.name for m in mistakes for f, line, _ in errors(log) if f[:-6] == m.suite and m.begin <= int(line) <= m.end}
        if not bad:
            sys.exit(log[-3000:])
        mistakes = [m for m in mistakes if m.name not in bad]
        # Others of the pool take the places of those that don't compile.
        while rest and len(mistakes) < options.count:
            mistakes.append(rest.pop(0))
    print(f"{len(mistakes)} mistakes compile.")
    if options.write:
        return 0
    wrong = {name: package.read(name) for name in right}
    first, ended, output = package.run(accept="1")
    (package.path / "accepting.log").write_text(output)
    accepted = {name: package.read(name) for name in right}
    for mistake in mistakes:
        mistake.failures = first.get(mistake.name, [])
        text = accepted[mistake.suite + ".swift"]
        lines = text.split("\n")
        mistake.result = next("\n".join(lines[a:b]) for a, b in functions(lines) if f"func {mistake.name}(" in lines[a])
    outside = 0
    for name, text in wrong.items():
        for mistake in mistakes:
            text = text.replace(mistake.wrong, "@@" + mistake.name)
        new = accepted[name]
        for mistake in mistakes:
            new = new.replace(mistake.result, "@@" + mistake.name)
        if new != text:
            outside += 1
            print(f"!! An edit lies outside of the mistaken tests of {name}:\n" + difference(text, new, name))
    left = list(mistakes)
    while True:
        code, log = package.build()
        if not code:
            break
        bad = []
        for name in right:
            lines = package.read(name).split("\n")
            for a, b in functions(lines):
                if found := [e for e in errors(log) if e[0] == name and a < int(e[1]) <= b]:
                    bad += [(m, found) for m in left if f"func {m.name}(" in lines[a]]
        if not bad:
            sys.exit(log[-3000:])
        for mistake, found in bad:
            mistake.compile = found
            path = package.path / TESTS / (mistake.suite + ".swift")
            path.write_text(path.read_text().replace(mistake.result + "\n", "\n"))
        left = [m for m in left if m not in [b[0] for b in bad]]
    second, ended, output = package.run()
    (package.path / "second.log").write_text(output)
    counts = {}
    for mistake in mistakes:
        mistake.left = second.get(mistake.name, [])
        edited = mistake.result != mistake.wrong
        if hasattr(mistake, "compile"):
            verdict = "does not compile"
        elif mistake.name not in ended:
            verdict = "did not end"
        elif not mistake.failures:
            verdict = "not noticed" if not edited else "edited without failure"
        elif mistake.left:
            verdict = "still fails" if edited else "refused"
        else:
            verdict = "green"
        mistake.verdict = verdict
        counts[verdict] = counts.get(verdict, 0) + 1
        mistake.far = far(mistake)
        mistake.lost = [c for c in re.findall(r"(?:// |/\* )(?:Note|Behind|Before) \d+", mistake.wrong) if c not in mistake.result]
    for mistake in mistakes:
        shown = options.show is not None and options.show in f"{mistake.name} {mistake.title()}: {mistake.verdict}"
        if mistake.verdict not in ("green", "not noticed") or mistake.lost or mistake.far or shown:
            print(f"\n==== {mistake.name} {mistake.title()}: {mistake.verdict}")
            if mistake.lost:
                print(f"!! comments lost: {mistake.lost}")
            if mistake.far:
                print(f"!! far from the mistake: {mistake.far}")
            print(difference(mistake.copy.text(mistake.name), mistake.wrong, "WRONG"))
            print(difference(mistake.wrong, mistake.result, "ACCEPTED"))
            for line, text in mistake.failures:
                row = line - mistake.begin
                source = mistake.wrong.split("\n")[row].strip() if 0 <= row < len(mistake.wrong.split("\n")) else "?"
                print(f"-- {line}: {source}\n   " + "\n   ".join(text.split("The last events:")[0].rstrip().split("\n")))
            for line, text in mistake.left:
                print(f"-- then {line}: {text.splitlines()[0]}")
            if hasattr(mistake, "compile"):
                print(f"-- {mistake.compile}")
    print(f"{len(mistakes)} mistakes: {counts}")
    return 0


def far(mistake):
    """The lines that are removed or changed though they belong to no mistaken statement or neighbour."""
    text = mistake.wrong.split("\n")
    rows, at = [], 1
    for part in mistake.parts:
        height = part.count("\n") + 1
        rows.append(range(at, at + height))
        at += height
    allowed = {r for i in range(mistake.at - 1, mistake.at + 3) if 0 <= i < len(rows) for r in rows[i]}
    found = []
    for tag, a, b, c, d in difflib.SequenceMatcher(None, text, mistake.result.split("\n"), autojunk=False).get_opcodes():
        if tag in ("replace", "delete"):
            found += [text[r].strip() for r in range(a, b) if r not in allowed]
    return found


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("mode", choices=["strip", "mistakes"])
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--comments", action="store_true")
    parser.add_argument("--write", action="store_true", help="write the mistakes only")
    parser.add_argument("--show", nargs="?", const="")
    options = parser.parse_args()
    sys.exit(judge_stripped(options) if options.mode == "strip" else judge_mistakes(options))
