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
  /// A file that can't be decoded is renamed to end in `.damaged`, so that no save destroys it.
  ///
  /// - Parameter url: The file. Its folder exists.
  public static func file(at url: URL) -> Self {
    Self {
      guard FileManager.default.fileExists(atPath: url.path) else { return nil }
      do {
        return try JSONDecoder().decode(Value.self, from: Data(contentsOf: url))
      } catch let error as DecodingError {
        let damaged = url.appendingPathExtension("damaged")
        try? FileManager.default.removeItem(at: damaged)
        try FileManager.default.moveItem(at: url, to: damaged)
        throw error
      }
    } save: { value in
      try JSONEncoder().encode(value).write(to: url, options: .atomic)
    }
  }
}

/// A problem of a ``Source`` with its storage. The source goes on in memory.
public enum SourceProblem: Error {
  /// The kept value can't be read, so the source begins with its first value.
  case notLoaded(any Error)

  /// A change can't be saved. The next change, or ``Source/save()``, tries again.
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
    let saver = SourceSaver(storage: storage, delay: delay, clock: clock, onProblem: onProblem)
    do {
      self.init(try storage.load() ?? value, saver: saver)
    } catch {
      onProblem(.notLoaded(error))
      self.init(value, saver: saver)
    }
  }
}

/// Saves the changes of a source, one after the other.
actor SourceSaver<Value: Equatable & Sendable> {
  private let storage: SourceStorage<Value>
  private let delay: Duration
  private let clock: any Clock<Duration>
  private let onProblem: @Sendable (SourceProblem) -> Void

  /// The newest version that is saved.
  private var version = 0

  init(
    storage: SourceStorage<Value>,
    delay: Duration,
    clock: any Clock<Duration>,
    onProblem: @escaping @Sendable (SourceProblem) -> Void
  ) {
    self.storage = storage
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
      try storage.save(value)
      self.version = version
    } catch {
      onProblem(.notSaved(error))
    }
  }
}
