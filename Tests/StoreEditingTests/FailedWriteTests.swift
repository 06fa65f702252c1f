import Foundation
import Testing

@testable import StoreEditing

/// A write that fails half-way leaves no temporary file beside the one it should have replaced.
struct FailedWriteTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a write whose journal can't be kept leaves the folder as it was`() throws {
    let path = try folder.write("a\n")
    let file = try EditedFile(reading: path, builtInto: nil)
    // No file can replace a folder.
    let journal = try FileLocation(path).journalURL
    try FileManager.default.createDirectory(at: journal, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: journal) }
    let reason = "its folder, or that of temporary files, is read-only"
    #expect(throws: EditError.unwritable(path: path, reason: reason)) {
      try file.write([[TextEdit(range: 0..<1, replacement: "b")]])
    }
    #expect(try String(decoding: Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self) == "a\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["A.swift"])
  }

  @Test func `a file that can't be replaced leaves the folder as it was`() throws {
    let path = folder.url.appendingPathComponent("A.swift").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let journal = EditJournal(original: "a", originalDate: .distantPast, changes: [])
    #expect(throws: EditError.unwritable(path: path, reason: "it can't be replaced")) {
      try FileLocation(path).write("b", with: journal)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["A.swift"])
  }
}
