import StoreDependencies
import StoreEditing
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
    if let name = known.withLock({ $0.names[site] }) { return name }
    let text = file(of: site).flatMap { name(of: method, at: site, in: $0) }
    known.withLock { $0.names[site] = text }
    return text
  }

  /// Returns the closure of a call with its braces; nil if the source can't be read, or if the closure has several lines.
  static func source(of method: String, at site: CallSite) -> String? {
    guard let file = file(of: site),
      let closure = file.call(method: method, line: site.line, column: site.column)?.closures.first
    else { return nil }
    let text = file[closure.braces]
    return text.contains("\n") ? nil : text
  }

  private static func file(of site: CallSite) -> SourceFile? {
    if let file = known.withLock({ $0.files[site.filePath] }) { return file }
    let file = (try? Data(contentsOf: URL(fileURLWithPath: site.filePath))).flatMap { data in
      try? SourceFile(String(decoding: data, as: UTF8.self))
    }
    known.withLock { _ = $0.files.updateValue(file, forKey: site.filePath) }
    return file
  }

  private static func name(of method: String, at site: CallSite, in file: SourceFile) -> String? {
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
