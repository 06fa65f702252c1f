import StoreCore
import StoreDependencies
import StoreEditing
import StoreTesting

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the file of a generated suite takes over from the file that asks for it.
struct SuiteSource {
  /// The lines that import modules, with the conditions around them.
  let imports: [String]

  /// The lines that make the store.
  let makeStore: [String]

  /// The file of the call; nil if it can't be read, or isn't what was compiled.
  ///
  /// - Parameters:
  ///   - site: The line of the call.
  ///   - method: The name of the function that is called.
  init?(_ site: CallSite, calling method: String = "generateSuite") {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: site.filePath)),
      let file = try? SourceFile(String(decoding: data, as: UTF8.self)),
      let call = file.call(method: method, line: site.line, column: site.column)
    else { return nil }
    imports = SuiteImports(of: file.text).lines
    if let argument = call.arguments.first(where: { $0.label == "store" }), argument.closure == nil {
      makeStore = [file[argument.value] + "()"]
      return
    }
    guard let closure = call.arguments.first(where: { $0.label == "store" })?.closure ?? call.closures.first,
      let first = closure.statements.first, let last = closure.statements.last,
      let text = file.portableText(of: first.range.lowerBound..<last.range.upperBound)
    else { return nil }
    makeStore = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// Whether the making of the store may throw.
  var throwsErrors: Bool { makeStore.contains { $0.contains("try ") } }

  /// Returns the text of the suite's file.
  ///
  /// - Parameter suite: The content of the suite.
  func text(of suite: SuiteContent) -> [String] {
    var lines = ["// swift-format-ignore-file"] + suite.head.map { "// \($0)" }
    lines += imports + [""]
    lines += ["@Suite("] + suite.traits.dropLast().map { "  \($0)," } + suite.traits.suffix(1).map { "  \($0)" }
    lines += [")", "struct \(suite.name) {"]
    return lines + members(of: suite) + ["}", ""]
  }

  /// Returns the function that makes the store, and the tests.
  ///
  /// - Parameter suite: The content of the suite.
  func members(of suite: SuiteContent) -> [String] {
    let effect = throwsErrors ? " throws" : ""
    let attempt = throwsErrors ? "try " : ""
    var lines = ["  private func makeStore()\(effect) -> TestStore<\(suite.feature)> {"]
    lines += ["    func make()\(effect) -> TestStore<\(suite.feature)> {"]
    lines += makeStore.map { $0.isEmpty ? "" : "      \($0)" }
    lines += ["    }", "    let store = \(attempt)make()", "    store.exhaustivity = .strict"]
    lines += ["    store.answersGatesManually = true", "    return store", "  }"]
    for test in suite.tests {
      lines += ["", "  @Test func `\(test.name)`() async throws {", "    let store = \(attempt)makeStore()"]
      lines += test.lines.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }
        .map { $0.isEmpty ? "" : "    \($0)" }
      lines += ["  }"]
    }
    return lines
  }
}

/// The content of a generated suite.
struct SuiteContent {
  let name: String

  /// The type of the feature.
  let feature: String

  /// The comment above the suite.
  let head: [String]

  /// The traits of the suite.
  let traits: [String]

  let tests: [(name: String, lines: [String])]
}

/// The file of a generated suite, beside the file that asks for it.
struct SuiteFile {
  private let url: URL
  private let name: String

  init(named name: String, besides site: CallSite) {
    url = URL(fileURLWithPath: site.filePath).deletingLastPathComponent().appendingPathComponent("\(name).swift")
    self.name = name
  }

  /// Writes the file if that is asked for, and otherwise compares it.
  ///
  /// - Returns: What is wrong, and what to do; nil if the file says what the feature does.
  func verify(_ text: String) -> GoldenFile.Complaint? {
    let advice =
      "Run this test with STORE_TESTING_RECORD=1 in its environment to write the file, and read the difference."
    switch GoldenFile("The suite '\(name)'", at: url).verify(text, .current) {
    case .equal: return nil
    case .reported(let complaint): return complaint
    case .missing: return GoldenFile.Complaint("The suite '\(name)' is not written yet.", advice)
    case .different(let lines):
      return GoldenFile.Complaint(
        "The suite '\(name)' no longer says what the feature does.",
        paragraphs(code(lines), "If the feature is right: \(advice)")
      )
    }
  }
}
