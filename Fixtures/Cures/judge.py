#!/usr/bin/env python3
"""Makes each mistake of the tests in Tests, applies the code that its failure prints, and counts the tests that pass.

    judge.py [--minimum N] [--show TITLE] [--keep]

A mistake is a comment before a statement:

    //~ wrong TITLE: CODE       the statement is CODE
    //~ without TITLE           the statement is missing
    //~ extra TITLE: CODE       CODE stands before the statement
    //~ swap TITLE              the statement and the next one are swapped

Each mistake becomes a test of its own. All of them are built and run together, before and after the cures.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
BUILD = HERE.parent.parent / ".build"
WORK = BUILD / "cures"
# In the folder of the package's own build, so that nothing is compiled twice.
AT = ["--package-path", str(WORK), "--scratch-path", str(BUILD)]
MARK = re.compile(r"^\s*//~ (wrong|without|extra|swap) ([^:]*)(?:: (.*))?$")


def depth(line):
    """The brackets that a line opens, less those that it closes."""
    code = re.sub(r'"(?:\\.|[^"\\])*"', '""', line).split("//")[0]
    return sum(code.count(c) for c in "([{") - sum(code.count(c) for c in ")]}")


def statement(lines, start):
    """The index after the statement that begins at a line."""
    level = 0
    for index in range(start, len(lines)):
        level += depth(lines[index])
        if level <= 0:
            return index + 1
    raise ValueError(lines[start])


def indent(line):
    return line[: len(line) - len(line.lstrip())]


def next_statement(lines, start):
    """The statement after the comments at a line."""
    while not lines[start].strip() or lines[start].lstrip().startswith("//"):
        start += 1
    return start, statement(lines, start)


def functions(lines):
    """The first and the last line of each test."""
    for index, line in enumerate(lines):
        if "@Test func" in line:
            yield index, statement(lines, index)


def plain(lines):
    """The lines without the mistakes, and without a closure that a mistake has left empty."""
    kept = [line for line in lines if not MARK.match(line)]
    for index, line in enumerate(kept[:-1]):
        if line.strip() == "} withDependencies: {" and kept[index + 1].strip() == "}":
            return kept[:index] + kept[index + 1 :]
    return kept


class Mistake:
    def __init__(self, number, file, kind, title, body):
        self.name = f"m{number:03}"
        self.file, self.kind, self.title, self.wrong = file, kind, title, plain(body)
        self.wrong[0] = re.sub(r"func \w+", f"func {self.name}", self.wrong[0])
        self.cured = None
        self.failures = []
        self.verdict = None

    def label(self):
        return f"{self.file.stem} {self.kind} {self.title}"


def mistakes_in(file, lines, first):
    found = []
    for begin, end in functions(lines):
        for index in range(begin, end):
            match = MARK.match(lines[index])
            if not match:
                continue
            kind, title, code = match.groups()
            start, stop = next_statement(lines, index)
            space = indent(lines[start])
            if kind == "wrong":
                new = [space + code]
            elif kind == "without":
                new = []
            elif kind == "extra":
                new = [space + code] + lines[start:stop]
            else:
                after, last = next_statement(lines, stop)
                new = lines[after:last] + lines[start:stop]
                stop = last
            body = lines[begin:start] + new + lines[stop:end]
            found.append(Mistake(first + len(found), file, kind, title, body))
    return found


def write(files, mistakes, body):
    """Writes the package with a test for each mistake. Returns the first line of each test."""
    places = {}
    for file, lines in files.items():
        kept = plain(lines)
        end = max(i for i, line in enumerate(kept) if line == "}")
        for mistake in (m for m in mistakes if m.file == file):
            text = body(mistake)
            if text is None:
                continue
            places[mistake] = (end + 1, end + 1 + len(text))
            kept[end:end] = text
            end += len(text)
        target = WORK / "Tests" / "CuresTests" / file.name
        target.write_text("\n".join(kept) + "\n")
    return places


def build():
    result = subprocess.run(
        ["swift", "build", "--build-tests", *AT], capture_output=True, text=True
    )
    return result.returncode, result.stdout + result.stderr


def run():
    """Runs the tests. Returns the failures in order, each with its file, line and text."""
    stream = WORK / "events.jsonl"
    stream.unlink(missing_ok=True)
    subprocess.run(
        ["swift", "test", "--skip-build", *AT, "--no-parallel", "--event-stream-version", "0", "--event-stream-output-path",
         str(stream)],
        capture_output=True, text=True, timeout=600,
    )
    failures, ended = [], set()
    for line in stream.read_text().splitlines():
        record = json.loads(line)
        if record["kind"] != "event":
            continue
        event = record["payload"]
        name = event.get("testID", "").split("/")
        if event["kind"] == "testEnded" and len(name) > 1:
            ended.add(name[-1] if "()" in name[-1] else name[-2])
        if event["kind"] != "issueRecorded" or event["issue"].get("severity", "error") == "warning":
            continue
        place = event["issue"]["sourceLocation"]
        text = "\n".join(message["text"] for message in event["messages"])
        failures.append((place["fileID"].split("/")[-1], place["line"], text))
    return failures, ended


# MARK: - Applying a cure

CODE = re.compile(r"((?:^    .*\n?|^\n(?=    ))+)", re.MULTILINE)


def cures(text):
    """Each sentence that ends with a colon, and the code after it."""
    text = text.split("The last events:")[0]
    for match in re.finditer(r"^(\S[^\n]*:)\n\n((?:    [^\n]*\n?|\n(?=    ))+)", text, re.MULTILINE):
        lead = match.group(1)
        code = [line[4:] for line in match.group(2).rstrip("\n").split("\n")]
        yield lead, code


def set_closure(lines, start, closure):
    """Replaces the closure of the step at a line, or gives it one."""
    stop = statement(lines, start)
    text = "\n".join(lines[start:stop])
    level = 0
    quoted = False
    for index, character in enumerate(text):
        if character == '"' and text[index - 1] != "\\":
            quoted = not quoted
        if quoted:
            continue
        if character == "{" and level == 0:
            text = text[:index].rstrip()
            break
        level += character in "([{"
        level -= character in ")]}"
    space = indent(lines[start])
    new = [text.split("\n")[0] + " " + closure[0]] + [space + line for line in closure[1:]]
    if "\n" in text:
        new = text.split("\n")[:-1] + [text.split("\n")[-1] + " " + closure[0]] + [space + line for line in closure[1:]]
    return lines[:start] + new + lines[stop:]


def delete(lines, number):
    return lines[:number] + lines[statement(lines, number):]


def apply(mistake, failure, begin):
    """Returns the test with the code of a failure; nil if the failure prints none."""
    _, line, text = failure
    lines = list(mistake.wrong)
    at = line - begin
    text = text.split("The last events:")[0]
    move = re.search(r"[Ll]ine (\d+), your next line|[Ll]ine (\d+), further down", text)
    if move and "move it before this one" in text:
        source = int(move.group(1) or move.group(2)) - begin
        stop = statement(lines, source)
        moved = lines[source:stop]
        del lines[source:stop]
        return lines[:at] + moved + lines[at:]
    space = indent(lines[at])
    for lead, code in cures(text):
        if code[0].startswith("{"):
            return set_closure(lines, at, code)
        code = [space + line for line in code]
        if "'withDependencies'" in lead:
            for index, line in enumerate(lines):
                if "withDependencies: {" in line:
                    return lines[: index + 1] + ["  " + line for line in code] + lines[index + 1:]
            for index, line in enumerate(lines):
                if "TestStore(" in line:
                    stop = statement(lines, index)
                    return (lines[: stop - 1] + [lines[stop - 1] + " withDependencies: {"]
                            + ["  " + line for line in code] + [space + "}"] + lines[stop:])
        if "receive it" in lead or "closure out" in lead or "the call that waits" in lead:
            return lines[:at] + code + lines[statement(lines, at):]
        if "at the end of the test" in lead or "release of the store" in text:
            end = next((i for i, line in enumerate(lines) if "store.finish()" in line), len(lines) - 1)
            return lines[:end] + code + lines[end:]
        if "first" in lead or "assert it" in lead:
            return lines[:at] + code + lines[at:]
    if re.search(r"[Dd]elete th(e|is) (line|step)", text):
        return delete(lines, at)
    return None


def judge(options):
    files, mistakes = {}, []
    for file in sorted((HERE / "Tests" / "CuresTests").glob("*.swift")):
        files[file] = file.read_text().rstrip("\n").split("\n")
        mistakes += mistakes_in(file, files[file], len(mistakes) + 1)
    WORK.mkdir(parents=True, exist_ok=True)
    shutil.copy(HERE / "Package.swift", WORK)
    shutil.rmtree(WORK / "Sources", ignore_errors=True)
    shutil.copytree(HERE / "Sources", WORK / "Sources", copy_function=shutil.copy2)
    (WORK / "Tests" / "CuresTests").mkdir(parents=True, exist_ok=True)

    places = write(files, mistakes, lambda m: m.wrong)
    code, log = build()
    if code:
        sys.exit("\n".join(sorted({line for line in log.split("\n") if ".swift" in line and "error:" in line})) or log[-3000:])
    failures, ended = run()
    taken = 0
    for mistake in mistakes:
        begin, end = places[mistake]
        mistake.failures = [f for f in failures if f[0] == mistake.file.name and begin <= f[1] <= end]
        taken += len(mistake.failures)
        mistake.begin = begin
        if f"{mistake.name}()" not in ended:
            mistake.verdict = "did not end"
        elif not mistake.failures:
            mistake.verdict = "not noticed"
        else:
            for failure in mistake.failures[:1]:
                mistake.cured = apply(mistake, failure, begin)
                if mistake.cured is not None:
                    break
            if mistake.cured is None:
                mistake.verdict = "no code"
    if taken != len(failures):
        for failure in failures:
            if not any(failure in m.failures for m in mistakes):
                print("A right test fails:", failure)
        sys.exit(1)

    compiled = [m for m in mistakes if m.cured is not None]
    while True:
        places = write(files, compiled, lambda m: m.cured)
        code, log = build()
        if not code:
            break
        errors = {(Path(f).name, int(n)) for f, n in re.findall(r"([^\s:]+\.swift):(\d+):\d+: error:", log)}
        bad = [m for m in compiled for f, n in errors if m.file.name == f and places[m][0] <= n <= places[m][1]]
        if not bad:
            sys.exit(log[-3000:])
        for mistake in bad:
            mistake.verdict = "does not compile"
        compiled = [m for m in compiled if m not in bad]
    failures, ended = run()
    for mistake in compiled:
        begin, end = places[mistake]
        mistake.left = [f for f in failures if f[0] == mistake.file.name and begin <= f[1] <= end]
        ok = f"{mistake.name}()" in ended and not mistake.left
        mistake.verdict = "passes" if ok else "still fails"

    counted = [m for m in mistakes if m.verdict != "not noticed"]
    passed = [m for m in counted if m.verdict == "passes"]
    for mistake in mistakes:
        if options.show is not None and options.show in f"{mistake.name} {mistake.label()} {mistake.verdict}":
            print(f"\n==== {mistake.name} {mistake.label()}: {mistake.verdict}")
            for file, line, text in mistake.failures:
                print(f"-- line {line}: {mistake.wrong[line - mistake.begin].strip()}\n{text}")
            if mistake.cured:
                print("-- cured:\n" + "\n".join(mistake.cured))
            for file, line, text in getattr(mistake, "left", []):
                print(f"-- then line {line}:\n{text}")
    print()
    for mistake in mistakes:
        if mistake.verdict != "passes":
            print(f"{mistake.name} {mistake.label()}: {mistake.verdict}, {len(mistake.failures)} failure(s)")
    several = [m for m in mistakes if len(m.failures) > 1]
    print("More than one failure: " + ", ".join(f"{m.name} {m.label()} ({len(m.failures)})" for m in several))
    print(f"{len(mistakes)} mistakes, {len(counted)} noticed, {len(passed)} cured by the printed code.")
    return 0 if len(passed) >= options.minimum else 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--minimum", type=int, default=0)
    parser.add_argument("--show")
    sys.exit(judge(parser.parse_args()))
