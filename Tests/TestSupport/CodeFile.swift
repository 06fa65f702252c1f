import Foundation

/// A file of functions whose bodies are generated, so that the compiler checks them.
package struct CodeFile {
  /// Whether the test rewrites the bodies.
  package static let isRecording = ProcessInfo.processInfo.environment["STORE_TESTING_RECORD"] != nil

  /// The URL of the file.
  private let url: URL

  /// Finds a file in the folder of another.
  package init(beside path: String, named name: String) {
    url = URL(filePath: path).deletingLastPathComponent().appending(path: name)
  }

  /// The lines of a function's body; nil without such a function.
  package func body(of name: String) throws -> [String]? {
    let code = try String(contentsOf: url, encoding: .utf8)
    return range(of: name, in: code).map { code[$0].split(separator: "\n").map { String($0.dropFirst(4)) } }
  }

  /// Replaces the body of a function.
  package func replaceBody(of name: String, with lines: [String]) throws {
    var code = try String(contentsOf: url, encoding: .utf8)
    guard let range = range(of: name, in: code) else { return }
    code.replaceSubrange(range, with: lines.map { "    \($0)\n" }.joined())
    try code.write(to: url, atomically: true, encoding: .utf8)
  }

  /// Where the lines of a function are.
  private func range(of name: String, in code: String) -> Range<String.Index>? {
    guard
      let start = code.range(of: "  static func \(name)("),
      let open = code.range(of: ") async {\n", range: start.upperBound..<code.endIndex),
      // The end of the line before it, which may be that of an empty body.
      let close = code.range(of: "\n  }\n", range: code.index(before: open.upperBound)..<code.endIndex)
    else { return nil }
    return open.upperBound..<code.index(after: close.lowerBound)
  }
}
