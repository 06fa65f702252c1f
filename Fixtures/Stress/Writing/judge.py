#!/usr/bin/env python3
"""Judges suites that generateSuite writes of features that are drawn at random.

    judge.py [--count N] [--seed S]

Each suite must compile, pass with the unchanged feature in both runtimes, be written the same again, and fail with the
feature changed in one place. The first seed is a million times S.
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
ROOT = HERE.parents[2]
WORK = ROOT / ".build/stress/writing"
TESTS = WORK / "Tests/WrittenTests"
WRITER = """
  @Test func `suite {name}`() async throws {{
    let suite = try await generateSuite(named: "{name}") {{
      let store = TestStore(initialState: GeneratedFeature.State()) {{ GeneratedFeature(seed: {seed}) }}
      store.gate("oracle", at: \\.oracle) {{ _ in [.success(1), .success(2), .failure(Silence())] }}
      return store
    }} commands: {{
      Command.send(.first)
      Command.send(.second)
      Command.send(.third)
    }}
    #expect(suite.problems == [])
    print("SUITE | {name} | \\(suite.testCount) tests, \\(suite.pairCount) of \\(suite.possiblePairCount) pairs, \\(suite.gaps.count) gaps")
  }}
"""


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--count", type=int, default=6)
    options.add_argument("--seed", type=int, default=0)
    options = options.parse_args()
    prepare()
    seeds = {f"Suite{options.seed}x{number}": options.seed * 1_000_000 + number for number in range(options.count)}
    writers = "".join(WRITER.format(name=name, seed=seed) for name, seed in seeds.items())
    imports = "import GeneratedFeatures\nimport StoreCore\nimport StoreExploration\nimport StoreTesting\nimport Testing\n"
    (TESTS / "Writers.swift").write_text(f"{imports}\n@Suite struct Writers {{{writers}}}\n")
    build("The features")
    failing, output = run("Writers", STORE_TESTING_RECORD="1")
    print("\n".join(line for line in output.splitlines() if line.startswith("SUITE | ")))
    # A run that writes a file fails, as a person must read it.
    failing = {name: [text for text in texts if f"The suite '{name}' is written." not in text] for name, texts in failing.items()}
    faults = [f"{name} is not written: {texts[0]}" for name, texts in failing.items() if texts]
    build("The suites")
    for runtime in ({}, {"STORE_TESTING_RUNTIME": "portable"}):
        failing, _ = run("Writers|Suite", **runtime)
        faults += [f"{name} fails with the feature as it is: {texts[0]}" for name, texts in failing.items()]
    failing, _ = run("Suite", WRITTEN_CHANGE="1")
    faults += [f"{name} passes with its feature changed" for name in seeds if name not in failing]
    print("\n".join(faults))
    print(f"{len(seeds)} suites, {len(faults)} faults.")
    sys.exit(bool(faults))


def prepare():
    """Copies the package, without the suites of the last run."""
    shutil.rmtree(TESTS, ignore_errors=True)
    TESTS.mkdir(parents=True)
    manifest = (HERE / "Package.swift").read_text().replace('path: "../../.."', f'path: "{ROOT}"')
    for target, text in [(WORK / "Package.swift", manifest)] + [
        (WORK / file.relative_to(HERE), file.read_text()) for file in sorted((HERE / "Sources").rglob("*.swift"))
    ]:
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.exists() or target.read_text() != text:
            target.write_text(text)


def swift(*arguments, **settings):
    environment = {key: value for key, value in os.environ.items() if key not in ("CI", "STORE_TESTING_SEED", "STORE_TESTING_EFFORT")}
    command = ["swift", *arguments, "--package-path", WORK, "--scratch-path", ROOT / ".build/accepting/scratch"]
    return subprocess.run(command, capture_output=True, text=True, env={**environment, **settings})


def build(what):
    done = swift("build", "--build-tests")
    if done.returncode:
        errors = sorted(set(re.findall(r"([^\s/]+\.swift:\d+:\d+: error: .*)", done.stdout + done.stderr)))
        sys.exit(f"{what} don't compile:\n" + ("\n".join(errors) or done.stdout[-3000:]))


def run(filter, **settings):
    """Runs the suites whose names match. Returns the failures by suite, and the output."""
    stream = WORK / "events.jsonl"
    stream.unlink(missing_ok=True)
    done = swift("test", "--skip-build", "--filter", rf"WrittenTests\.({filter})", "--event-stream-version", "0",
                 "--event-stream-output-path", str(stream), **settings)
    failures = {}
    for line in stream.read_text().splitlines():
        record = json.loads(line)
        event = record["payload"]
        if record["kind"] != "event" or event["kind"] != "issueRecorded" or event["issue"].get("severity") == "warning":
            continue
        if event["issue"].get("isKnown"):
            continue
        name = re.search(r"suite (Suite\w+)|\.(Suite\w+)", event.get("testID", ""))
        failures.setdefault((name[1] or name[2]) if name else "A test", []).append(
            " ".join(" ".join(message["text"].split()) for message in event["messages"])
        )
    if done.returncode not in (0, 1):
        failures["The process"] = [(done.stdout + done.stderr)[-500:]]
    return failures, done.stdout


main()
