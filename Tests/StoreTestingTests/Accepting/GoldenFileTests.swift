import Foundation
import Testing

@testable import StoreTesting

/// What a run says that compares a text with a file, or writes the file.
@Suite struct GoldenFileTests {
  /// A file in a folder of its own, which doesn't exist yet.
  private let file = FileManager.default.temporaryDirectory.appending(path: "golden-\(UUID())/kept/text.txt")

  private func verify(_ text: String, _ mode: GoldenFileMode) -> GoldenFile.Outcome {
    GoldenFile("The text", at: file).verify(text, mode)
  }

  private var text: String? { try? String(contentsOf: file, encoding: .utf8) }

  @Test func `a run that writes a file fails once`() throws {
    defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent().deletingLastPathComponent()) }
    #expect(verify("a\nb\n", .compare).isMissing)
    let first = try #require(verify("a\nb\n", .record).complaint)
    #expect(first.headline == "The text is written.")
    #expect(first.details == "Read the file, and run the test again:\n\n    \(file.path)")
    #expect(text == "a\nb\n")
    #expect(verify("a\nb\n", .record).isEqual)

    let second = try #require(verify("a\nc\n", .record).complaint)
    #expect(second.headline == "The text is written anew.")
    #expect(
      second.details == """
            @@ -1,2 +1,2 @@
             a
            -b
            +c

        Lines with - were in the file, lines with + are new. Read them, and run the test again.
        """
    )
    #expect(text == "a\nc\n")
    #expect(verify("a\nc\n", .record).isEqual)
  }

  @Test func `a run that compares, or that is CI, writes nothing`() throws {
    defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent().deletingLastPathComponent()) }
    #expect(verify("a\n", .forbidden).complaint?.headline == "The text is not written, because this is CI.")
    #expect(text == nil)
    _ = verify("a\n", .record)
    #expect(verify("b\n", .compare).difference == ["@@ -1,1 +1,1 @@", "-a", "+b"])
    #expect(verify("b\n", .forbidden).complaint?.headline == "The text is not written, because this is CI.")
    #expect(verify("a\n", .forbidden).isEqual)
    #expect(text == "a\n")
  }

  @Test func `a long difference is cut`() {
    defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent().deletingLastPathComponent()) }
    _ = verify((0..<100).map { "\($0)\n" }.joined(), .record)
    let lines = verify("", .compare).difference
    #expect(lines.count == 61)
    #expect(lines.last == "… 41 more")
  }

  @Test func `a file that can't be written is a failure`() throws {
    let folder = file.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder.deletingLastPathComponent(), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
    try Data().write(to: folder)
    let complaint = try #require(verify("a", .record).complaint)
    #expect(complaint.headline.hasPrefix("The text can't be written: "))
    #expect(complaint.details == "    \(file.path)")
  }
}

extension GoldenFile.Outcome {
  var isEqual: Bool { if case .equal = self { true } else { false } }
  var isMissing: Bool { if case .missing = self { true } else { false } }
  var difference: [String] { if case .different(let lines) = self { lines } else { [] } }
  var complaint: GoldenFile.Complaint? { if case .reported(let complaint) = self { complaint } else { nil } }
}
