import SourceEditing
import StoreDependencies
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The names of calls, as the test's source writes them: `call { await $0.search("a") }` is `search("a")`.
///
/// Only texts use them, and no verdict depends on them.
enum CallNames {
  private struct Known {
    var files: [String: SourceFile?] = [:]

    var names: [CallSite: String] = [:]
  }

  private static let known = Mutex(Known())

  /// Returns the name of a call by its closure; nil if the source can't be read.
  ///
  /// - Parameters:
  ///   - method: The method that takes the closure.
  ///   - site: The line of the call.
  static func name(of method: String, at site: CallSite) -> String? {
    known.withLock { known -> String? in
      if let name = known.names[site] { return name }
      let file = known.files[site.filePath] ?? read(site.filePath)
      known.files.updateValue(file, forKey: site.filePath)
      let text = file.flatMap { Self.text(of: method, at: site, in: $0) }
      known.names[site] = text
      return text
    }
  }

  private static func read(_ path: String) -> SourceFile? {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else { return nil }
    return try? SourceFile(String(decoding: data, as: UTF8.self))
  }

  private static func text(of method: String, at site: CallSite, in file: SourceFile) -> String? {
    guard let closure = file.call(method: method, line: site.line, column: site.column)?.closures.first,
      let statement = closure.statements.first
    else { return nil }
    var text = file[statement.range][...]
    for word in ["return ", "try ", "try? ", "try! ", "await ", (closure.parameters.first ?? "$0") + "."]
    where text.hasPrefix(word) {
      text = text.dropFirst(word.count)
    }
    // A name is a line.
    guard let line = text.split(separator: "\n").first else { return nil }
    let isWhole = line.count == text.count && line.count <= 60 && closure.statements.count == 1
    return isWhole ? String(line) : line.prefix(60) + " …"
  }
}
