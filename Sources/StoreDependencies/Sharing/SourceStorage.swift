#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Where a ``Source`` keeps its value between two runs of the app.
public struct SourceStorage<Value: Sendable>: Sendable {
  let load: @Sendable () throws -> Value?
  let save: @Sendable (Value) throws -> Void

  /// Creates a storage. Its functions may block their thread, and no two calls overlap.
  ///
  /// - Parameters:
  ///   - load: Returns the kept value; nil if there is none yet.
  ///   - save: Keeps a value.
  public init(load: @escaping @Sendable () throws -> Value?, save: @escaping @Sendable (Value) throws -> Void) {
    self.load = load
    self.save = save
  }
}

extension SourceStorage where Value: Codable {
  /// A file in the format of JSON, which is replaced as a whole by each save.
  ///
  /// A file that can't be decoded is renamed to end in `.damaged`, or in `.damaged2` and so on if there is one already, so that
  /// no save destroys it.
  ///
  /// - Parameter url: The file. Its folder exists.
  public static func file(at url: URL) -> Self {
    Self {
      guard FileManager.default.fileExists(atPath: url.path) else { return nil }
      do {
        return try JSONDecoder().decode(Value.self, from: Data(contentsOf: url))
      } catch let error as DecodingError {
        try FileManager.default.moveItem(at: url, to: unusedURL(url, "damaged"))
        throw error
      }
    } save: { value in
      try JSONEncoder().encode(value).write(to: url, options: .atomic)
    }
  }

  /// Returns a URL with an extension, which a number follows if such a file is there.
  private static func unusedURL(_ url: URL, _ pathExtension: String) -> URL {
    var (result, number) = (url.appendingPathExtension(pathExtension), 1)
    while FileManager.default.fileExists(atPath: result.path) {
      number += 1
      result = url.appendingPathExtension("\(pathExtension)\(number)")
    }
    return result
  }
}

/// A problem of a ``Source`` with its storage. The source goes on in memory.
public enum SourceProblem: Error {
  /// The kept value can't be read, so the source begins with its first value. It is not replaced as long as it is there.
  case notLoaded(any Error)

  /// A change can't be saved, or would replace a value that could not be read. The next change, or ``Source/save()``, tries again.
  case notSaved(any Error)
}

extension Source {
  /// Creates a source that keeps its value in a storage.
  ///
  /// - Parameters:
  ///   - value: The first value, if none is kept.
  ///   - storage: Where the value is kept. It is read during this call.
  ///   - delay: How long changes are collected before they are saved together. A source that is released saves at once.
  ///   - clock: The clock of the delay.
  ///   - onProblem: Receives problems of the storage, on any thread. By default, they are written to standard error.
  public convenience init(
    _ value: Value,
    in storage: SourceStorage<Value>,
    delay: Duration = .milliseconds(500),
    clock: any Clock<Duration> = ContinuousClock(),
    onProblem: (@Sendable (SourceProblem) -> Void)? = nil
  ) {
    let onProblem = onProblem ?? { StandardError.write("Source<\(Value.self)>: \($0)") }
    var (kept, loadError): (Value?, (any Error)?)
    do {
      kept = try storage.load()
    } catch {
      loadError = error
      onProblem(.notLoaded(error))
    }
    let saver = SourceSaver(storage: storage, unread: loadError, delay: delay, clock: clock, onProblem: onProblem)
    self.init(kept ?? value, saver: saver)
  }
}

/// Saves the changes of a source, one after the other.
actor SourceSaver<Value: Equatable & Sendable> {
  private let storage: SourceStorage<Value>
  private let delay: Duration
  private let clock: any Clock<Duration>
  private let onProblem: @Sendable (SourceProblem) -> Void

  /// Why the kept value could not be read; nil if it was, or if it is gone.
  private var unread: (any Error)?

  /// The newest version that is saved.
  private var version = 0

  init(
    storage: SourceStorage<Value>,
    unread: (any Error)?,
    delay: Duration,
    clock: any Clock<Duration>,
    onProblem: @escaping @Sendable (SourceProblem) -> Void
  ) {
    self.storage = storage
    self.unread = unread
    self.delay = delay
    self.clock = clock
    self.onProblem = onProblem
  }

  /// Waits for the delay.
  nonisolated func sleep() async { try? await clock.sleep(for: delay) }

  /// Saves a value, unless it or a newer one is saved.
  func save(_ value: Value, version: Int) {
    guard version > self.version else { return }
    do {
      // What could not be read, as before the first unlock of a phone, is of more worth than a change of the first value.
      if let unread {
        guard try storage.load() == nil else { throw unread }
        self.unread = nil
      }
      try storage.save(value)
      self.version = version
    } catch {
      onProblem(.notSaved(error))
    }
  }
}
