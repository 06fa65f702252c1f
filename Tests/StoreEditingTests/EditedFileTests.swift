import Foundation
import TestSupport
import Testing

@testable import StoreEditing

struct EditedFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
  }

  /// A file that was written a minute ago, as the clock of the files may differ from that of the process.
  private func original(_ text: String) throws -> String {
    try file(text, "A.swift", writtenAfter: -60)
  }

  /// A program that was built between an original and its edits, or earlier or later by some seconds.
  private func program(builtAfter seconds: TimeInterval) throws -> String {
    try file("", "program\(seconds)", writtenAfter: seconds - 30)
  }

  private func file(_ text: String, _ name: String, writtenAfter seconds: TimeInterval) throws -> String {
    let path = try folder.write(text, to: name)
    try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: seconds)], ofItemAtPath: path)
    return path
  }

  private func edit(_ range: Range<Int>, _ replacement: String) -> TextEdit {
    TextEdit(range: range, replacement: replacement)
  }

  @Test func `a file is replaced in one step, with its permissions`() throws {
    let path = try folder.write("a\nb\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o751], ofItemAtPath: path)
    let outcome = try EditedFile(reading: path, builtInto: nil).write([[edit(0..<1, "c")], [edit(4..<4, "d")]])
    #expect((outcome.old, outcome.new) == ("a\nb\n", "c\nb\nd"))
    #expect(outcome.refused.isEmpty)
    #expect(try text(path) == "c\nb\nd")
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o751)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["A.swift"])
  }

  @Test func `a link stays a link`() throws {
    let path = try folder.write("a")
    let link = folder.url.appendingPathComponent("Link.swift").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    _ = try EditedFile(reading: link, builtInto: nil).write([[edit(0..<1, "b")]])
    #expect(try text(path) == "b")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == path)
  }

  @Test func `changes of one original by several processes are all made`() throws {
    let path = try original("a b c\n")
    let program = try program(builtAfter: 0)
    let files = try (0..<2).map { _ in try EditedFile(reading: path, builtInto: program) }
    _ = try files[0].write([[edit(0..<1, "long")]])
    _ = try files[1].write([[edit(4..<5, "end")]])
    #expect(try text(path) == "long b end\n")
    // A process that starts later refers to the original as well, which it can't find on disk.
    let late = try EditedFile(reading: path, builtInto: program)
    #expect(late.original.text == "a b c\n")
    let outcome = try late.write([[edit(2..<3, "middle")]])
    #expect((outcome.old, outcome.new) == ("long b end\n", "long middle end\n"))
  }

  @Test func `a change that another process has made counts as made`() throws {
    let path = try folder.write("a\n")
    let files = try (0..<2).map { _ in try EditedFile(reading: path, builtInto: nil) }
    for file in files { #expect(try file.write([[edit(2..<2, "b\n")], [edit(0..<1, "c")]]).refused.isEmpty) }
    #expect(try text(path) == "c\nb\n")
  }

  @Test func `another change of the same text is refused, and the rest is made`() throws {
    let path = try folder.write("a\nb\nc\n")
    let files = try (0..<2).map { _ in try EditedFile(reading: path, builtInto: nil) }
    _ = try files[0].write([[edit(0..<1, "x")], [edit(2..<2, "first\n")]])
    let outcome = try files[1].write([
      [edit(0..<1, "y"), edit(4..<5, "y")], [edit(2..<2, "second\n")], [edit(4..<5, "z")],
      [edit(3..<4, ""), edit(2..<4, "")],
    ])
    #expect(outcome.refused == [0: .overlapping(line: 1), 1: .overlapping(line: 2), 3: .overlapping(line: 2)])
    #expect(try text(path) == "x\nfirst\nb\nz\n")
  }

  @Test func `many writers at once lose nothing`() async throws {
    let path = try original((0..<40).map { "\($0)\n" }.joined())
    let original = try SourceFile(text(path))
    let program = try program(builtAfter: 0)
    try await withThrowingTaskGroup { group in
      for line in 1...40 {
        group.addTask {
          let place = try #require(original.offset(line: line, column: 1))
          _ = try EditedFile(reading: path, builtInto: program).write([
            [TextEdit(range: place..<place, replacement: "x")]
          ])
        }
      }
      try await group.waitForAll()
    }
    #expect(try text(path) == (0..<40).map { "x\($0)\n" }.joined())
  }

  @Test func `a file that is newer than the program is refused`() throws {
    let path = try original("a\n")
    let program = try program(builtAfter: -60)
    #expect(throws: EditError.changedSinceBuild(path: path)) { try EditedFile(reading: path, builtInto: program) }
  }

  @Test func `a program that is older than the original is refused, also behind another's edits`() throws {
    let path = try original("a\n")
    _ = try EditedFile(reading: path, builtInto: program(builtAfter: 0)).write([[edit(0..<1, "b")]])
    let older = try program(builtAfter: -60)
    #expect(throws: EditError.changedSinceBuild(path: path)) { try EditedFile(reading: path, builtInto: older) }
  }

  @Test func `a program of the same date as its original is not older, also behind another's edits`() throws {
    let path = try folder.write("a b\n")
    let program = try folder.write("", to: "program")
    for file in [path, program] {
      let date = Date(timeIntervalSince1970: 1_000_000_000)
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file)
    }
    _ = try EditedFile(reading: path, builtInto: program).write([[edit(0..<1, "c")]])
    #expect(try EditedFile(reading: path, builtInto: program).original.text == "a b\n")
  }

  @Test func `a text that is neither the original nor written by a process stays`() throws {
    let path = try original("a\n")
    let program = try program(builtAfter: 0)
    let file = try EditedFile(reading: path, builtInto: program)
    _ = try file.write([[edit(0..<1, "b")]])
    _ = try folder.write("b\n// By hand\n")
    #expect(throws: EditError.changedSinceBuild(path: path)) { try file.write([[edit(1..<1, "c")]]) }
    #expect(throws: EditError.changedSinceBuild(path: path)) { try EditedFile(reading: path, builtInto: program) }
    #expect(try text(path) == "b\n// By hand\n")
  }

  @Test func `edits that were taken back can be made again`() throws {
    let path = try original("a b\n")
    let program = try program(builtAfter: 0)
    for _ in 0..<2 {
      _ = try EditedFile(reading: path, builtInto: program).write([[edit(0..<1, "c")]])
      _ = try EditedFile(reading: path, builtInto: program).write([[edit(2..<3, "d")]])
      #expect(try text(path) == "c d\n")
      _ = try folder.write("a b\n")
    }
  }

  @Test func `a program that was built after the edits has a new original`() throws {
    let path = try original("a\n")
    _ = try EditedFile(reading: path, builtInto: nil).write([[edit(0..<1, "b")]])
    let file = try EditedFile(reading: path, builtInto: program(builtAfter: 60))
    #expect(file.original.text == "b\n")
    _ = try file.write([[edit(0..<1, "c")]])
    #expect(try text(path) == "c\n")
  }

  @Test func `a read-only file stays`() throws {
    let path = try folder.write("a\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    let file = try EditedFile(reading: path, builtInto: nil)
    #expect(throws: EditError.unwritable(path: path, reason: "it is read-only")) {
      try file.write([[edit(0..<1, "b")]])
    }
    #expect(try text(path) == "a\n")
  }

  @Test func `an edit that breaks the brackets of the file is not written`() throws {
    let path = try folder.write("a()\n")
    let file = try EditedFile(reading: path, builtInto: nil)
    #expect(throws: EditError.unbalanced(line: 1, column: 2)) { try file.write([[edit(2..<3, "")]]) }
    #expect(try text(path) == "a()\n")
  }

  @Test func `a file that is missing, or isn't text, is an error`() throws {
    let missing = folder.url.appendingPathComponent("B.swift").path
    #expect(throws: EditError.unreadable(path: missing, reason: "there is no such file")) {
      try EditedFile(reading: missing, builtInto: nil)
    }
    let path = try folder.write("")
    try Data([0x61, 0xFF]).write(to: URL(fileURLWithPath: path))
    #expect(throws: EditError.invalidUTF8(path: path)) { try EditedFile(reading: path, builtInto: nil) }
  }
}
