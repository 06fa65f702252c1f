import Foundation
import Testing

@testable import StoreTesting
@testable import StoreValues

/// Suggestions must compile and pass.
@Suite struct SuggestionTests {
  /// The files with the suggestions as code.
  private static let files: [URL] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return (files ?? []).filter { $0.lastPathComponent.hasPrefix("SuggestedLines") }
  }()

  private static let codes = Result { try files.map { try String(contentsOf: $0, encoding: .utf8) } }

  /// Whether the test rewrites the files.
  private static let isRecording = ProcessInfo.processInfo.environment["STORE_TESTING_RECORD"] != nil

  @Test(arguments: SuggestedCase.all + SuggestedCase.odd)
  func `the suggested lines equal the compiled ones`(sample: SuggestedCase) throws {
    guard !Self.isRecording else { return }
    let codes = try Self.codes.get()
    #expect(codes.compactMap { Self.body(of: sample.name, in: $0) } == [sample.suggestion()])
  }

  @Test(arguments: SuggestedCase.all + SuggestedCase.odd)
  func `the suggested lines make the change`(sample: SuggestedCase) {
    #expect(Self.isRecording || sample.remainder() == nil)
  }

  @Test(.enabled(if: isRecording))
  func `the files of suggestions are recorded again`() throws {
    for file in Self.files {
      var code = try String(contentsOf: file, encoding: .utf8)
      for sample in SuggestedCase.all + SuggestedCase.odd {
        guard let range = Self.range(of: sample.name, in: code) else { continue }
        code.replaceSubrange(range, with: sample.suggestion().map { "      \($0)\n" }.joined())
      }
      try code.write(to: file, atomically: true, encoding: .utf8)
    }
  }

  /// The lines of a function's closure.
  private static func body(of name: String, in code: String) -> [String]? {
    range(of: name, in: code).map { code[$0].split(separator: "\n").map { String($0.dropFirst(6)) } }
  }

  /// Where the lines of a function's closure are.
  private static func range(of name: String, in code: String) -> Range<String.Index>? {
    guard
      let start = code.range(of: "  static func \(name)(") ?? code.range(of: "  static func `\(name)`("),
      let open = code.range(of: "change(&state) {\n", range: start.upperBound..<code.endIndex),
      let close = code.range(of: "    }\n  }\n", range: open.upperBound..<code.endIndex)
    else { return nil }
    return open.upperBound..<close.lowerBound
  }
}
