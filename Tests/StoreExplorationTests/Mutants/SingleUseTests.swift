import StoreCore
import StoreTesting
import Synchronization
import TestSupport
import Testing

@testable import StoreExploration

@Suite("Mutants of features that use streams and continuations") struct SingleUseTests {
  private let closure: @Sendable () -> Void = {}

  @Test(arguments: StreamScript.allCases)
  func `no mutant iterates a stream of the test twice`(script: StreamScript) async throws {
    let report = try await checkMutants(of: Watcher.self, minimumScore: 0) {
      // Only this kind of stream ends the process when two tasks iterate it.
      let (stream, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
      let store = TestStore(initialState: Watcher.State()) { Watcher(stream: stream) }
      store.exhaustivity = .strict
      await script.run(store) { continuation.yield($0) }
      await store.finish()
    }
    #expect(report.untried.isEmpty)
    #expect(report.refused.isEmpty)
    let twice = report.survivors.filter { $0.text.contains("ran twice") || $0.text.contains("was delivered twice") }
    #expect(twice.isEmpty)
  }

  @Test func `a feature whose feedback carries a stream is run with mutants, and the report says what is left out`()
    async throws
  {
    let report = try await checkMutants(of: Connection.self, minimumScore: 0) {
      let store = TestStore(initialState: Connection.State()) { Connection() }
      store.exhaustivity = .strict
      await store.send(.connect)
      await store.receiveEffect("connect")
      await store.receive(Connection.Feedback.connected) { state, _ in state.isConnected = true }
      await store.receiveEffect("listen")
      await store.receive(Connection.Feedback.got) { state, _ in state.count = 1 }
      await store.send(.disconnect) { $0.isConnected = false }
      await store.finish()
    }
    #expect(report.refused.isEmpty)
    #expect(report.untried == ["In every mode: the feedback .connected was delivered twice"])
    #expect(
      report.text.contains(
        """
        Not tried, as a continuation, a stream or a closure of a message may be used only once:

            • In every mode: the feedback .connected was delivered twice
        """
      )
    )
  }

  @Test func `a mutant that runs an effect twice delivers its feedback twice, and calls its client once`() async throws
  {
    let calls = Mutex<[Int]>([])
    let report = try await checkMutants(of: Loader.self, minimumScore: 0) {
      let store = makeLoader(.off)
      store.dependencies.loaderClient = { number in
        calls.withLock { $0.append(number) }
        return number
      }
      await store.send(.load(1))
      await store.clock.advance(by: .seconds(1))
      let count = calls.withLock { calls in
        defer { calls = [] }
        return calls.count
      }
      #expect(count <= 1)
      await store.finish()
    }
    #expect(report.survivors.contains { $0.text.hasSuffix("the effect \"load\" ran twice") })
  }

  @Test(arguments: SingleUseValue.allCases)
  func `a value is for single use if it contains a continuation, a stream or a closure`(value: SingleUseValue) async {
    await value.withValue { #expect(isForSingleUse($0) == value.isExpected) }
  }

  @Test(arguments: [(7, true), (8, false)])
  func `a closure is found at the eighth level, and no deeper`(levels: Int, isFound: Bool) {
    var value: Any = closure
    for _ in 0..<levels { value = [value] }
    #expect(isForSingleUse(value) == isFound)
  }

  /// The list is a part, as each number is, and the closure.
  @Test(arguments: [(1_998, true), (1_999, false)])
  func `a closure is found among 2,000 parts, and no more`(numbers: Int, isFound: Bool) {
    // A number is one part, even if it has a field.
    let value = [Any](repeating: Int128(1), count: numbers) + [closure]
    #expect(isForSingleUse(value) == isFound)
  }

  @Test func `the parts of an object count once, even if a list holds it many times`() {
    let value = [Any](repeating: Box(), count: 1_500) + [closure]
    #expect(isForSingleUse(value))
  }
}

private final class Box {
  let number = 1
  let text = "a"
}

/// The scripts of the tests of a watcher.
enum StreamScript: CaseIterable {
  case once, again, stoppedAndWatched

  fileprivate func run(_ store: TestStore<Watcher>, _ yield: (Int) -> Void) async {
    await store.send(.watch) { $0.isWatching = true }
    await store.receiveEffect("watch")
    yield(1)
    await store.receive(.got(1)) { $0.values = [1] }
    // A reducer that forgets that it watches would iterate the stream twice.
    if self == .again { await store.send(.watch) }
    yield(2)
    await store.receive(.got(2)) { $0.values = [1, 2] }
    await store.send(.stop) { $0.isWatching = false }
    guard self == .stoppedAndWatched else { return }
    // The stream has ended with its first iteration.
    await store.send(.watch) { $0.isWatching = true }
    await store.receiveEffect("watch")
    await store.send(.stop) { $0.isWatching = false }
  }
}

/// A feature that watches a stream, once at a time.
private struct Watcher: Reducer {
  struct State: Equatable {
    var values: [Int] = []
    var isWatching = false
  }
  enum Input { case watch, stop }
  enum Feedback: Equatable { case got(Int) }

  let stream: AsyncThrowingStream<Int, any Error>

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.watch):
      guard !state.isWatching else { return .none }
      state.isWatching = true
      return .run("watch") { [stream] send in
        for try await number in stream { await send(.got(number)) }
      }
      .cancellable(id: "watch")
    case .input(.stop):
      state.isWatching = false
      return .cancel(id: "watch")
    case .feedback(.got(let number)):
      state.values.append(number)
      return .none
    }
  }
}

/// A feature that receives a stream from one effect, and iterates it in another.
private struct Connection: Reducer {
  struct State: Equatable {
    var isConnected = false
    var count = 0
  }
  enum Input { case connect, disconnect }
  enum Feedback {
    case connected(AsyncThrowingStream<Int, any Error>)
    case got(Int)
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.connect):
      return .run("connect") { send in
        let (stream, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
        continuation.yield(1)
        await send(.connected(stream))
      }
    case .input(.disconnect):
      state.isConnected = false
      return .cancel(id: "listen")
    case .feedback(.connected(let stream)):
      state.isConnected = true
      return .run("listen") { send in
        for try await number in stream { await send(.got(number)) }
      }
      .cancellable(id: "listen")
    case .feedback(.got):
      state.count += 1
      return .none
    }
  }
}

/// Values, with whether they can be used only once.
enum SingleUseValue: CaseIterable {
  case number, text, list, continuation, nestedContinuation, stream, closure, object, objectWithStream

  private final class Object: Sendable {
    let content: (any Sendable)?
    init(_ content: (any Sendable)?) { self.content = content }
  }

  var isExpected: Bool { ![.number, .text, .list, .object].contains(self) }

  fileprivate func withValue(_ body: (Any) -> Void) async {
    switch self {
    case .number: body(3)
    case .text: body("text")
    case .list: body([["a": 1], ["b": 2]])
    case .continuation:
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        body(continuation)
        continuation.resume()
      }
    case .nestedContinuation:
      await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
        body(["a": Optional((1, continuation))])
        continuation.resume()
      }
    case .stream: body(AsyncStream<Int> { _ in })
    case .closure: body([{ (number: Int) in number }])
    case .object: body(Object(3))
    case .objectWithStream: body(Object(AsyncStream<Int> { _ in }))
    }
  }
}
