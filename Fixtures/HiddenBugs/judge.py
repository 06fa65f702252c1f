#!/usr/bin/env python3
"""Looks for the bugs of all features in Tests, and compares the findings with those in Findings.txt.

    judge.py [--record | --count]

It prints a finding that is new, or gone, and counts: the bugs that are the first or second finding, the features without a
bug that have no finding, and the false findings. --record writes the findings; new ones get a '?', for a reader to judge.
The searches of a few features, such as F46 and H26, end at their time. So their later findings depend on the machine.
--count runs nothing, and fails if Findings.txt has another count than its marks; with --record it writes the count.
"""

import argparse
import concurrent.futures
import os
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
FINDINGS = HERE / "Findings.txt"
# In the folder of the package's own build, so that nothing is compiled twice.
AT = ["-c", "release", "--package-path", str(HERE), "--scratch-path", str(HERE.parent.parent / ".build")]


class Feature:
    """A feature's description, and the marks of its findings."""

    def __init__(self, lines):
        self.name = lines[0].split()[0]
        self.has_bug = ", with a bug" in lines[0]
        self.description = [line for line in lines if not re.match(r"  [-+?] ", line)]
        self.marks = {line[4:]: line[2] for line in lines if re.match(r"  [-+?] ", line)}

    def take(self, complaints):
        """Prints the findings that are new or gone, and takes the present ones."""
        for complaint in self.marks:
            if complaint not in complaints:
                print(f"{self.name}: gone: {complaint}")
        for complaint in complaints:
            if complaint not in self.marks:
                print(f"{self.name}: new: {complaint}")
        if list(self.marks) != complaints and set(self.marks) == set(complaints):
            print(f"{self.name}: another order")
        self.marks = {complaint: self.marks.get(complaint, "?") for complaint in complaints}

    def text(self):
        return "\n".join(self.description + [f"  {mark} {complaint}" for complaint, mark in self.marks.items()])


def complaints():
    """The complaints about each feature, by its name, in their order."""
    subprocess.run(["swift", "build", "--build-tests", *AT], check=True)
    letters = sorted({file.stem[0] for file in HERE.glob("Tests/HiddenBugs/*.swift")})
    # A search ends after a time, so no two of them share a core.
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        output = "".join(pool.map(tests, letters))
    found = {name: [] for name in re.findall(r"Suite (\w\d\d)Bugs passed", output)}
    for name, complaint in re.findall(r"↳ (\w\d\d)\w+ may have a bug: (.*)", output):
        found[name].append(complaint)
    return found


def tests(letter):
    """Runs the tests of the features whose names begin with a letter; returns what they print."""
    command = ["swift", "test", "--skip-build", "--ignore-lock", "--no-parallel", "--filter", rf"HiddenBugs\.{letter}\d\dBugs", *AT]
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if run.returncode:
        sys.exit(run.stdout)
    return run.stdout


def summary(features):
    """How many bugs are found, and how many findings are false; Documentation/Proof.md has the figures, too."""
    marks = [list(feature.marks.values()) for feature in features if feature.has_bug]
    right = [feature for feature in features if not feature.has_bug]
    total = sum(len(feature.marks) for feature in features)
    false = sum(mark != "+" for feature in features for mark in feature.marks.values())
    return (
        f"{sum('+' in mark[:2] for mark in marks)} of {len(marks)} bugs are the first or second finding. "
        f"{sum(not feature.marks for feature in right)} of {len(right)} features without a bug have no finding. "
        f"{false} of {total} findings are false."
    )


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--record", action="store_true")
    options.add_argument("--count", action="store_true")
    options = options.parse_args()
    before = FINDINGS.read_text()
    head, *parts = before.rstrip("\n").split("\n\n")
    features = [Feature(part.split("\n")) for part in parts]
    if not options.count:
        found = complaints()
        if missing := {feature.name for feature in features} ^ set(found):
            sys.exit(f"Not in both the tests and Findings.txt: {', '.join(sorted(missing))}.")
        for feature in features:
            feature.take(found[feature.name])
    # The count is the last line of the head.
    counted = "\n".join([*head.split("\n")[:-1], f"# {summary(features)}"])
    after = "\n\n".join([counted, *(feature.text() for feature in features)]) + "\n"
    if options.record:
        FINDINGS.write_text(after)
    print(summary(features))
    sys.exit(0 if options.record or after == before else 1)


main()
