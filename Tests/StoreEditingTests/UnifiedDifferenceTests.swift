import Foundation
import TestSupport
import Testing

@testable import StoreEditing

struct UnifiedDifferenceTests {
  @Test func `a difference shows three lines around each change`() {
    let old = (1...20).map { "line \($0)\n" }
    var new = old
    new[4] = "changed\n"
    new[11] = "changed, too\n"
    new.insert("added\n", at: 20)
    #expect(
      unifiedDifference(old: old.joined(), new: new.joined(), path: "Tests/A.swift") == """
        --- a/Tests/A.swift
        +++ b/Tests/A.swift
        @@ -2,14 +2,14 @@
         line 2
         line 3
         line 4
        -line 5
        +changed
         line 6
         line 7
         line 8
         line 9
         line 10
         line 11
        -line 12
        +changed, too
         line 13
         line 14
         line 15
        @@ -18,3 +18,4 @@
         line 18
         line 19
         line 20
        +added

        """
    )
  }

  @Test func `equal texts have no difference`() {
    #expect(unifiedDifference(old: "a\n", new: "a\n", path: "a") == "")
  }

  @Test func `a tab ends a path with spaces, as patch reads no further`() {
    let difference = unifiedDifference(old: "a\n", new: "b\n", path: "a b")
    #expect(difference == "--- a/a b\t\n+++ b/a b\t\n@@ -1,1 +1,1 @@\n-a\n+b\n")
  }

  @Test(arguments: [
    ("a\tb c", #"a\011b c"#), ("a\u{7F}é 🎉", #"a\177é 🎉"#), ("\u{1F}\" \\", #"\037\" \\"#),
  ])
  func `only quotes, backslashes and control characters of a path are escaped`(path: String, escaped: String) {
    let head = "--- \"a/\(escaped)\"\n+++ \"b/\(escaped)\"\n"
    #expect(unifiedDifference(old: "a\n", new: "b\n", path: path) == head + "@@ -1,1 +1,1 @@\n-a\n+b\n")
  }

  @Test(arguments: [
    ("a\nb\n", "a\nc\n"), ("", "a\n"), ("a\n", ""), ("a", "a\n"), ("a\n", "a"), ("a", "b"),
    ("a\r\nb\r\n", "a\r\nc\r\nb\r\n"),
    ("a\r\nb", "a\nb"), ("🎉\n\n\n", "\n🎉é\n\n"), ("a\n", "b\na\n"), ("--- a\n+++ b\n", "+++ b\n@@\n"),
  ])
  func `git applies a difference`(old: String, new: String) throws {
    try apply(from: old, to: new, path: "Tests/A.swift")
  }

  @Test(arguments: ["a b.swift", "é🎉.swift", "a\"b.swift", "a\\b\tc.swift", "a\tb.swift", "x/-1.swift"])
  func `git finds the file of a difference`(path: String) throws {
    try apply(from: "a\nb\n", to: "b\nc\n", path: path)
  }

  @Test(arguments: seeds(20))
  func `git applies the difference of generated texts`(seed: UInt64) throws {
    tally(.sources)
    var random = SplitMix64(seed: seed)
    let old = (0..<Int.random(in: 0..<60, using: &random)).map { _ in "\(Int.random(in: 0..<9, using: &random))" }
    let new = old.flatMap { line in
      switch Int.random(in: 0..<12, using: &random) {
      case 0: [] as [String]
      case 1: [line, "new"]
      case 2: ["changed"]
      default: [line]
      }
    }
    try apply(from: old.joined(separator: "\n"), to: new.joined(separator: "\n"), path: "a")
  }

  /// Checks that `git apply` makes the new text of the old one. Without git, nothing is checked.
  private func apply(from old: String, to new: String, path: String) throws {
    let git = "/usr/bin/git"
    let difference = unifiedDifference(old: old, new: new, path: path)
    guard FileManager.default.isExecutableFile(atPath: git), !difference.isEmpty else { return }
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent(path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(old.utf8).write(to: file)
    let patch = folder.url.appendingPathComponent("patch")
    try Data(difference.utf8).write(to: patch)
    // An iPhone runs no other programs.
    #if os(Linux) || os(macOS)
      let process = Process()
      process.executableURL = URL(fileURLWithPath: git)
      process.arguments = ["apply", "patch"]
      process.currentDirectoryURL = folder.url
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0, "\(difference)")
      #expect(try String(decoding: Data(contentsOf: file), as: UTF8.self) == new, "\(difference)")
    #endif
  }
}

/// A folder that is removed with the object.
final class TemporaryFolder: Sendable {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

  init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a file of the folder, and returns its path.
  func write(_ text: String, to name: String = "A.swift") throws -> String {
    let file = url.appendingPathComponent(name)
    try Data(text.utf8).write(to: file)
    return file.path
  }
}
