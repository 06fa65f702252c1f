import Foundation
import StoreDependencies
import StoreTesting
import Synchronization
import Testing

@Suite struct SourceTests {
  private struct Settings: Equatable, Codable {
    var name = "Ada"
    var count = 0
  }

  /// A storage that keeps its values in an array, and may be full.
  private final class Shelf: Sendable {
    private let state: Mutex<(saved: [Int], isFull: Bool, isLocked: Bool)>

    init(_ saved: [Int] = [], isLocked: Bool = false) { state = Mutex((saved, false, isLocked)) }

    var saved: [Int] { state.withLock(\.saved) }

    var isFull: Bool {
      get { state.withLock(\.isFull) }
      set { state.withLock { $0.isFull = newValue } }
    }

    /// Makes the kept values readable.
    func unlock() { state.withLock { $0.isLocked = false } }

    func empty() { state.withLock { $0.saved = [] } }

    var storage: SourceStorage<Int> {
      SourceStorage {
        if self.state.withLock(\.isLocked) { throw Locked() }
        return self.saved.last
      } save: { value in
        if self.isFull { throw Full() }
        self.state.withLock { $0.saved.append(value) }
      }
    }
  }

  /// A list to which any thread adds.
  private final class Notes: Sendable {
    private let notes = Mutex<[String]>([])

    var all: [String] { notes.withLock(\.self) }

    func add(_ note: String) { notes.withLock { $0.append(note) } }
  }

  private struct Full: Error {}
  private struct Locked: Error {}

  /// A value whose life can be watched.
  private final class Token: Equatable, Sendable {
    static func == (first: Token, second: Token) -> Bool { first === second }
  }

  @Test func `a subscription that has ended keeps no value`() {
    let source = Source(Token())
    weak let token = source.value
    withExtendedLifetime(source.values) {}
    source.update { $0 = Token() }
    #expect(token == nil)
  }

  /// A file in a new folder.
  private static func newFile() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("source-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder.appendingPathComponent("settings.json")
  }

  // MARK: In memory

  @Test func `a subscription begins with the current value, and has every change in order`() async {
    let source = Source(1)
    source.update { $0 = 2 }
    let values = source.values
    for next in [3, 3, 4, 2] { source.update { $0 = next } }
    var found: [Int] = []
    for await value in values.prefix(4) { found.append(value) }
    #expect(found == [2, 3, 4, 2])
  }

  @Test func `a subscription ends with the source`() async {
    var source: Source? = Source(1)
    let values = source?.values
    source = nil
    var found: [Int] = []
    if let values { for await value in values { found.append(value) } }
    #expect(found == [1])
  }

  @MainActor
  @Test func `a reader that is cancelled while it waits ends once, though the source ends later`() async {
    var source: Source? = Source(1)
    let values = source?.subscribe()
    let notes = Notes()
    let reading = Task { @MainActor in
      guard let values else { return }
      for await value in values { notes.add("\(value)") }
      notes.add("end")
    }
    // The reader is on this actor, so it waits when its note is seen here.
    while notes.all.isEmpty { await Task.yield() }
    reading.cancel()
    await reading.value
    withExtendedLifetime(values) { source = nil }
    #expect(notes.all == ["1", "end"])
  }

  @Test func `updates of many threads lose nothing, and all subscriptions have the same order`() async {
    let source = Source(0)
    let subscriptions = (1...3).map { _ in source.values }
    await withTaskGroup { group in
      for _ in 1...8 {
        group.addTask { for _ in 1...100 { source.update { $0 += 1 } } }
      }
    }
    #expect(source.value == 800)
    for values in subscriptions {
      var found: [Int] = []
      for await value in values.prefix(801) { found.append(value) }
      #expect(found == Array(0...800))
    }
  }

  @Test func `an update that throws changes nothing`() {
    let source = Source(1)
    #expect(throws: Full.self) {
      try source.update {
        $0 = 2
        throw Full()
      }
    }
    #expect(source.value == 1)
  }

  // MARK: In a storage

  @Test func `changes within the delay are saved once`() async {
    let shelf = Shelf()
    let clock = TestClock()
    let source = Source(0, in: shelf.storage, delay: .seconds(1), clock: clock)
    for next in 1...3 { source.update { $0 = next } }
    while clock.pendingSleeps.isEmpty { await Task.yield() }
    // A second wait would begin on another thread, soon.
    for _ in 1...100 { await Task.yield() }
    #expect(clock.pendingSleeps.count == 1)
    #expect(shelf.saved.isEmpty)
    await clock.advance(by: .seconds(1))
    await source.save()
    #expect(shelf.saved == [3])
    source.update { $0 = 4 }
    await source.save()
    #expect(shelf.saved == [3, 4])
    while clock.pendingSleeps.isEmpty { await Task.yield() }
    await clock.advance(by: .seconds(1))
    await source.save()
    #expect(shelf.saved == [3, 4])
  }

  @Test func `a save between two changes adds no other one`() async {
    let shelf = Shelf()
    let clock = TestClock()
    let source = Source(0, in: shelf.storage, delay: .seconds(1), clock: clock)
    source.update { $0 = 1 }
    while clock.pendingSleeps.isEmpty { await Task.yield() }
    await source.save()
    source.update { $0 = 2 }
    await clock.advance(by: .seconds(1))
    while shelf.saved.count < 2 { await Task.yield() }
    #expect(shelf.saved == [1, 2])
    #expect(clock.pendingSleeps.isEmpty)
  }

  @Test func `a source that is released saves its last change at once, and once`() async {
    let shelf = Shelf()
    let clock = TestClock()
    var source: Source<Int>? = Source(0, in: shelf.storage, delay: .seconds(1), clock: clock)
    source?.update { $0 = 1 }
    while clock.pendingSleeps.isEmpty { await Task.yield() }
    weak let released = source
    source = nil
    #expect(released == nil)
    while shelf.saved.isEmpty { await Task.yield() }
    await clock.advance(by: .seconds(1))
    for _ in 1...100 { await Task.yield() }
    #expect(shelf.saved == [1])
  }

  @Test func `a source begins with what its storage keeps`() {
    #expect(Source(7, in: Shelf().storage).value == 7)
    #expect(Source(7, in: Shelf([9]).storage).value == 9)
  }

  @Test func `a storage that is full is reported, and the next save tries again`() async {
    let shelf = Shelf()
    let problems = Notes()
    let source = Source(0, in: shelf.storage, delay: .seconds(1_000)) { problem in
      if case .notSaved(let error) = problem { problems.add("\(type(of: error))") }
    }
    shelf.isFull = true
    source.update { $0 = 1 }
    await source.save()
    #expect(problems.all == ["Full"])
    #expect(source.value == 1)
    shelf.isFull = false
    await source.save()
    #expect(shelf.saved == [1])
  }

  @Test func `a kept value that can't be read is not replaced until it is gone`() async {
    let shelf = Shelf([9], isLocked: true)
    let problems = Notes()
    let source = Source(0, in: shelf.storage, delay: .seconds(1_000)) { problem in
      switch problem {
      case .notLoaded(let error): problems.add("not loaded: \(type(of: error))")
      case .notSaved(let error): problems.add("not saved: \(type(of: error))")
      }
    }
    source.update { $0 = 1 }
    await source.save()
    shelf.unlock()
    await source.save()
    #expect(shelf.saved == [9])
    #expect(problems.all == ["not loaded: Locked", "not saved: Locked", "not saved: Locked"])
    #expect(source.value == 1)
    shelf.empty()
    await source.save()
    #expect(shelf.saved == [1])
    source.update { $0 = 2 }
    await source.save()
    #expect(shelf.saved == [1, 2])
    #expect(problems.all.count == 3)
  }

  // MARK: In a file

  @Test func `a file keeps the value for the next source`() async throws {
    let file = try Self.newFile()
    let source = Source(Settings(), in: .file(at: file), delay: .seconds(1_000))
    #expect(source.value == Settings())
    source.update { $0.count = 3 }
    await source.save()
    #expect(Source(Settings(), in: .file(at: file)).value == Settings(count: 3))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path) == ["settings.json"]
    )
  }

  @Test func `a file that is cut off is kept beside the new one, and reported`() async throws {
    let file = try Self.newFile()
    let damaged = Data(#"{"name":"Ad"#.utf8)
    try damaged.write(to: file)
    let problems = Notes()
    let source = Source(Settings(), in: .file(at: file), delay: .seconds(1_000)) { problem in
      if case .notLoaded(let error) = problem { problems.add("\(type(of: error))") }
    }
    #expect(source.value == Settings())
    #expect(problems.all == ["DecodingError"])
    #expect(try Data(contentsOf: file.appendingPathExtension("damaged")) == damaged)
    source.update { $0.count = 1 }
    await source.save()
    #expect(Source(Settings(), in: .file(at: file)).value == Settings(count: 1))
    try Data("again".utf8).write(to: file)
    #expect(Source(Settings(), in: .file(at: file), onProblem: { _ in }).value == Settings())
    #expect(try Data(contentsOf: file.appendingPathExtension("damaged")) == damaged)
    #expect(try Data(contentsOf: file.appendingPathExtension("damaged2")) == Data("again".utf8))
  }

  @Test func `a file that can't be written is reported, and the source goes on in memory`() async throws {
    let problems = Notes()
    let file = try Self.newFile().appendingPathComponent("no such folder/settings.json")
    let source = Source(Settings(), in: .file(at: file), delay: .seconds(1_000)) { problem in
      if case .notSaved = problem { problems.add("not saved") }
    }
    source.update { $0.count = 1 }
    await source.save()
    #expect(problems.all == ["not saved"])
    #expect(source.value.count == 1)
  }
}
