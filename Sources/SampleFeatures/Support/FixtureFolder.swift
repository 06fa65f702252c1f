#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A folder of JSON files that replace the responses of a server.
public struct FixtureFolder: Sendable {
  /// Returns the path of the folder with a file; nil if no folder has it.
  private let find: @Sendable (_ file: String) -> String?

  /// Creates a folder at a known path.
  ///
  /// - Parameter path: The path, absolute or from the working directory.
  public init(at path: String) {
    find = { _ in path }
  }

  /// Creates a folder that is searched for on each use.
  private init(find: @escaping @Sendable (_ file: String) -> String?) {
    self.find = find
  }

  /// The folder of the package's fixtures, which is one of three.
  ///
  /// The environment variable `STORE_FIXTURES` names it. Without the variable it is `Fixtures` in the working
  /// directory, if that folder has the file. Otherwise it is the nearest `Fixtures` above this source file that has the
  /// file.
  public static let package = FixtureFolder { file in
    locate(
      file,
      environment: ProcessInfo.processInfo.environment,
      workingDirectory: FileManager.default.currentDirectoryPath,
      sourceFile: #filePath
    )
  }

  /// Finds the folder of a file.
  ///
  /// If the environment variable is set, its folder is the only candidate.
  ///
  /// - Parameters:
  ///   - file: The name of the file.
  ///   - environment: The variables of the process.
  ///   - workingDirectory: The working directory of the process.
  ///   - sourceFile: A file of the package.
  /// - Returns: The path of the folder; nil if no folder has the file.
  package static func locate(
    _ file: String,
    environment: [String: String],
    workingDirectory: String,
    sourceFile: String
  ) -> String? {
    if let folder = environment["STORE_FIXTURES"], !folder.isEmpty { return folder }
    let starts = [URL(filePath: workingDirectory)] + ancestors(of: URL(filePath: sourceFile))
    return starts.lazy
      .map { $0.appending(path: "Fixtures").path(percentEncoded: false) }
      .first { FileManager.default.fileExists(atPath: "\($0)/\(file)") }
  }

  /// Returns the folders around a file, the innermost first.
  private static func ancestors(of file: URL) -> [URL] {
    let parents = sequence(first: file) { $0.path() == "/" ? nil : $0.deletingLastPathComponent() }
    return Array(parents.dropFirst())
  }
}

extension FixtureFolder {
  /// Reads a value from a JSON file, off the caller's actor.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - file: The name of the file.
  /// - Returns: The value.
  /// - Throws: A ``FixtureError`` that describes the problem.
  @concurrent
  package func read<Value: Decodable & Sendable>(
    _ type: Value.Type,
    from file: String
  ) async throws(FixtureError) -> Value {
    guard let folder = find(file) else { throw .missing(file: file) }
    let data: Data
    do {
      data = try Data(contentsOf: URL(filePath: folder).appending(path: file))
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
      throw .missing(file: file)
    } catch {
      throw .unreadable(file: file)
    }
    do {
      return try JSONDecoder().decode(type, from: data)
    } catch let error as DecodingError {
      throw FixtureError(error, in: file)
    } catch {
      throw .malformed(file: file)
    }
  }
}
