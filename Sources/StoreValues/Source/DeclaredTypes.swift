import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The declarations of types in the package of a test, if the machine that runs the test can read them.
///
/// They are read when a failure suggests an assignment. No verdict depends on them.
enum DeclaredTypes {
  private struct Key: Hashable {
    let type: ObjectIdentifier

    /// The folder of the test's file.
    let folder: Substring
  }

  /// The declarations that were looked for. Files determine them, so sharing them between tests is safe.
  private static let known = Mutex<[Key: DeclaredType?]>([:])

  /// The greatest number of files to read for a type, and of bytes in them.
  private static let limits = (files: 500, bytes: 4_000_000)

  /// Returns the declaration of an enum or a struct; nil if it is unknown.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - file: The path of the test's file; nil if unknown.
  static func declaration(of type: Any.Type, near file: String?) -> DeclaredType? {
    guard let file, let slash = file.lastIndex(of: "/") else { return nil }
    let key = Key(type: ObjectIdentifier(type), folder: file[..<slash])
    if let found = known.withLock({ $0[key] }) { return found }
    // Searched outside of the lock, as it reads files.
    let found = declaredName(of: type).flatMap { name in
      folder(ofModule: name.module, near: file).flatMap { find(name.path, in: $0) }
    }
    known.withLock { $0[key] = .some(found) }
    return found
  }

  /// Returns the module of a type, and its name there; nil for a local, private or standard type.
  private static func declaredName(of type: Any.Type) -> (module: String, path: String)? {
    var level = 0
    var name = ""
    for character in String(reflecting: type) {
      if character == "<" { level += 1 }
      if level == 0 { name.append(character) }
      if character == ">" { level -= 1 }
    }
    let parts = name.split(separator: ".", maxSplits: 1)
    guard parts.count == 2, !belongsToStandard(type), !name.contains("(") else { return nil }
    return (String(parts[0]), String(parts[1]))
  }

  /// Returns the folder of a module's sources, in the package around a file.
  private static func folder(ofModule module: String, near file: String) -> String? {
    let files = FileManager.default
    var folder = URL(fileURLWithPath: file).deletingLastPathComponent()
    while !files.fileExists(atPath: folder.appendingPathComponent("Package.swift").path) {
      guard folder.pathComponents.count > 2 else { return nil }
      folder.deleteLastPathComponent()
    }
    let candidates = ["Sources/\(module)", "Tests/\(module)", "Sources"].lazy.map(folder.appendingPathComponent)
    // A link is listed as a file, not as a folder.
    return candidates.first { files.fileExists(atPath: $0.path) }?.resolvingSymlinksInPath().path
  }

  /// Returns a declaration in the files of a folder. Those that are named after the type come first.
  private static func find(_ path: String, in folder: String) -> DeclaredType? {
    let names = Set(path.split(separator: "."))
    let isNamed = { (file: String) in names.contains(file.split(separator: "/").last?.dropLast(6) ?? "") }
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    let files = paths.filter { $0.hasSuffix(".swift") }.sorted()
    let name = path.split(separator: ".").last ?? ""
    var bytes = 0
    for file in (files.filter(isNamed) + files.filter { !isNamed($0) }).prefix(limits.files) {
      guard bytes < limits.bytes, let data = try? Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(file)")) else {
        continue
      }
      bytes += data.count
      let text = String(decoding: data, as: UTF8.self)
      let mayMatter = text.contains("struct \(name)") || text.contains("enum \(name)")
      if mayMatter, let found = DeclaredType(path, in: text) { return found }
    }
    return nil
  }
}
