import StoreTesting

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The folder in which processes save their coverage, so that each report includes all of them.
struct CoverageFolder: Sendable {
  let path: String

  /// Whether this process enforces the minimum. It must run after the others, so it is the one of the last shard.
  var enforcesMinimum: Bool { ExplorationEffort.current.shard.isLast }

  /// The folder of the variable `STORE_TESTING_COVERAGE`; nil if it is not set.
  static var current: CoverageFolder? { named(by: environmentVariable) }

  /// Returns the folder that variables of the environment name; nil if none does.
  static func named(by variable: (String) -> String?) -> CoverageFolder? {
    guard let path = variable("STORE_TESTING_COVERAGE"), !path.isEmpty else { return nil }
    return CoverageFolder(path: path)
  }

  /// Saves the coverage of a suite, and returns the coverage that other suites and processes have saved.
  func exchange(_ record: CoverageRecord, of suite: String) -> [CoverageRecord] {
    let folder = URL(fileURLWithPath: path)
    // Suites of one name, and processes on other machines, must not replace each other's files.
    let name = "\(fileName(record.feature)).\(fileName(suite)).\(UUID()).json"
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // The write is atomic because another process may read the file meanwhile.
    try? Data(record.json.utf8).write(to: folder.appendingPathComponent(name), options: .atomic)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.sorted().filter { $0 != name && $0.hasSuffix(".json") }.compactMap { name in
      guard let data = try? Data(contentsOf: folder.appendingPathComponent(name)) else { return nil }
      return CoverageRecord(json: String(decoding: data, as: UTF8.self))
    }
  }

  /// Returns a text as a file name.
  private func fileName(_ text: String) -> String {
    String(text.map { $0.isLetter || $0.isNumber ? $0 : "-" })
  }
}
