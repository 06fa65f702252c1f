#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The folder in which processes write down what their tests have tried, so that each reports what all of them have.
struct CoverageFolder: Sendable {
  /// What the current code uses instead of what is set from outside.
  @TaskLocal static var override: CoverageFolder?

  /// The path of the folder.
  let path: String

  /// Whether no process comes after this one, so that the minimum is asked for.
  var isLast = true

  /// The folder that `STORE_TESTING_COVERAGE` names; nil if it names none.
  ///
  /// With `STORE_TESTING_SHARD`, the last shard asks for the minimum.
  static var current: CoverageFolder? {
    if let override { return override }
    guard let path = ProcessInfo.processInfo.environment["STORE_TESTING_COVERAGE"], !path.isEmpty else { return nil }
    let shard = ExplorationEffort.current.shard
    return CoverageFolder(path: path, isLast: shard.index + 1 == shard.count)
  }

  /// Writes down what the tests of a suite have tried, and reads what other suites and processes have written.
  func exchange(_ record: CoverageRecord, of suite: String) -> [CoverageRecord] {
    let folder = URL(fileURLWithPath: path)
    let process = ProcessInfo.processInfo.processIdentifier
    let name = "\(fileName(record.feature)).\(fileName(suite)).\(process).json"
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // In one piece, as another process may read it meanwhile.
    try? Data(record.json.utf8).write(to: folder.appendingPathComponent(name), options: .atomic)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.sorted().filter { $0 != name && $0.hasSuffix(".json") }.compactMap { name in
      guard let data = try? Data(contentsOf: folder.appendingPathComponent(name)) else { return nil }
      return CoverageRecord(json: String(decoding: data, as: UTF8.self))
    }
  }

  /// A text as the name of a file.
  private func fileName(_ text: String) -> String {
    String(text.map { $0.isLetter || $0.isNumber ? $0 : "-" })
  }
}
