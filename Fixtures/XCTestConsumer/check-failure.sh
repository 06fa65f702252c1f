#!/usr/bin/env bash
# Checks that a wrong test fails under XCTest too, once, at its line, and that a right one passes.
set -euo pipefail
cd "$(dirname "$0")"
line=$(grep -n '{ $0 = 2 }' Tests/MistakeTests/CountingTests.swift | cut -d: -f1)
output=$(swift test --disable-swift-testing --scratch-path ../../.build 2>&1) && { echo "The wrong test has passed."; exit 1; }
expect() {
  grep -qE "$1" <<< "$output" || { printf '%s\n\nNot found: %s\n' "$output" "$1"; exit 1; }
}
expect "CountingTests.swift:$line: error: CountingTests.testCountsWrongly : failed - The state after .count differs from the assertion"
expect "Executed 2 tests, with 1 failure \(0 unexpected)"
echo "Under XCTest the wrong test fails, once, at line $line."
