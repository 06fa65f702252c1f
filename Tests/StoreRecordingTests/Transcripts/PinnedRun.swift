import SampleFeatures
import StoreCore
import StoreDependencies
import Testing

@testable import StoreRecording
@testable import StoreTesting

/// A run of a store, and the steps that pin it, as text and as compiled code.
struct PinnedRun: Sendable, CustomTestStringConvertible {
  /// The name of the case, and of its function in ``PinnedSteps``.
  let testDescription: String

  /// The steps that the store writes.
  let source: @Sendable () async -> [String]

  /// The failures of the compiled steps.
  let failures: @Sendable () async -> [TestFailure]

  /// Makes a case.
  ///
  /// - Parameters:
  ///   - name: The name of the case.
  ///   - steps: The steps as compiled code.
  ///   - make: Makes the store.
  ///   - run: Uses the store, without an assertion.
  init<Feature: Reducer>(
    _ name: String,
    by steps: @escaping @Sendable (TestStore<Feature>) async -> Void,
    make: @escaping @Sendable () -> TestStore<Feature>,
    run: @escaping @Sendable (TestStore<Feature>) async -> Void
  ) where Feature.State: Equatable {
    testDescription = name
    source = {
      var source = ""
      _ = await recordingFailures {
        let store = make()
        let level = store.exhaustivity
        store.exhaustivity = .off
        await run(store)
        store.exhaustivity = level
        source = store.generatedTest
        store.exhaustivity = .off
        await store.cancelInFlightEffects()
        await store.finish()
      }
      return source.split(separator: "\n").map(String.init)
    }
    failures = { await recordingFailures { await steps(make()) } }
  }
}

extension PinnedRun {
  /// Runs of features of all kinds.
  static let all =
    [ticks, answers, failing, parked, hanging, oneCancelled, bothCancelled, allCancelled, strict] + streams + samples

  /// Time, feedback and an output.
  private static let ticks = PinnedRun("ticks", by: PinnedSteps.ticks) {
    TestStore(initialState: 0) { Ticks() }
  } run: { store in
    await store.send(3)
    await store.clock.advance(by: .seconds(5))
  }

  /// Answers to two calls, the later one first.
  private static let answers = PinnedRun("answers", by: PinnedSteps.answers) {
    makeSearch(whenCancelled: .throwsCancellation)
  } run: { store in
    await store.send(.search("a"))
    await store.send(.search("b"))
    let search = store.gate("search", as: Gate<String, [Int], any Error>.self)
    await search.pending[1].succeed(with: [2])
    await search.succeed(with: [1])
  }

  /// An error, and an answer after a cancellation.
  private static let failing = PinnedRun("failing", by: PinnedSteps.failing) {
    makeSearch(whenCancelled: .ignoresCancellation)
  } run: { store in
    await store.send(.search("a"))
    let search = store.gate("search", as: Gate<String, [Int], any Error>.self)
    await search.fail(with: Unreachable(code: 7))
    await store.send(.search("b"))
    await store.send(.stop)
    await search.succeed(with: [])
  }

  /// Calls that would be answered by themselves, and are parked.
  private static let parked = PinnedRun("parked", by: PinnedSteps.parked) {
    let store = TestStore(initialState: Finder.State()) { Finder() }
    store.gate("search", at: \.finderClient.search) { _ in [.success([1]), .failure(Unreachable(code: 1))] }
    return store
  } run: { store in
    store.answersGatesManually = true
    await store.send(.search("a"))
    await store.gate("search", as: Gate<String, [Int], any Error>.self).fail(with: Unreachable(code: 1))
  }

  /// A call that never returns, with one behind it that does.
  private static let hanging = PinnedRun("hanging", by: PinnedSteps.hanging) {
    makeSearch(whenCancelled: .throwsCancellation)
  } run: { store in
    for query in ["a", "b", "c"] { await store.send(.search(query)) }
    let search = store.gate("search", as: Gate<String, [Int], any Error>.self)
    search.pending[1].leaveUnanswered()
    await search.pending[1].succeed(with: [3])
  }

  /// One of two timers is cancelled by the test.
  private static let oneCancelled = PinnedRun("oneCancelled", by: PinnedSteps.oneCancelled) {
    TestStore(initialState: 0) { Ticks() }
  } run: { store in
    let first = await store.send(9)
    await store.send(2)
    await store.clock.advance(by: .seconds(1))
    await first.cancel()
    await store.clock.advance(by: .seconds(1))
  }

  /// The test cancels one of two timers, and then the other, which is the last effect.
  private static let bothCancelled = PinnedRun("bothCancelled", by: PinnedSteps.bothCancelled) {
    TestStore(initialState: 0) { Ticks() }
  } run: { store in
    let first = await store.send(9)
    let second = await store.send(8)
    await first.cancel()
    await second.cancel()
  }

  /// The test cancels everything, and continues.
  private static let allCancelled = PinnedRun("allCancelled", by: PinnedSteps.allCancelled) {
    TestStore(initialState: 0) { Ticks() }
  } run: { store in
    await store.send(8)
    await store.send(9)
    await store.cancelInFlightEffects()
    await store.send(1)
    await store.clock.advance(by: .seconds(1))
  }

  /// Effects that must be named.
  private static let strict = PinnedRun("strict", by: PinnedSteps.strict) {
    let store = TestStore(initialState: 0) { Ticks() }
    store.exhaustivity = .strict
    return store
  } run: { store in
    await store.send(1)
    await store.clock.advance(by: .seconds(1))
  }

  private static func makeSearch(whenCancelled: GateCancellation) -> TestStore<Finder> {
    let store = TestStore(initialState: Finder.State()) { Finder() }
    store.gate("search", at: \.finderClient.search, whenCancelled: whenCancelled)
    return store
  }
}

// MARK: - Features

/// A timer that ticks a given number of times, and then outputs its end.
struct Ticks: Reducer {
  typealias State = Int
  typealias Input = Int
  typealias Feedback = Int
  typealias Output = String

  @Dependency(\.continuousClock) var clock

  func reduce(message: Message<Int, Int>, into state: inout Int) -> Effect<Int, String> {
    switch message {
    case .input(let count):
      return .run("tick", of: count) { send in
        for number in 1...count {
          try await clock.sleep(for: .seconds(1))
          await send(number)
        }
        await send(0)
      }
    case .feedback(0): return .output("over")
    case .feedback:
      state += 1
      return .none
    }
  }
}

/// An error with something in it.
struct Unreachable: Error, Equatable {
  let code: Int
}

/// The client that finds numbers.
struct FinderClient: Sendable, TestDependencyKey {
  var search: @Sendable (String) async throws -> [Int] = unimplemented("FinderClient.search", placeholder: [])

  /// Fails a test that searches without having overridden the client.
  static var testValue: FinderClient { FinderClient() }
}

extension DependencyValues {
  var finderClient: FinderClient {
    get { self[FinderClient.self] }
    set { self[FinderClient.self] = newValue }
  }
}

/// A search that lets any number of requests run.
struct Finder: Reducer {
  /// The results, and the error.
  struct State: Equatable {
    var found: [String: [Int]] = [:]

    /// The last error.
    var problem: String?
  }

  enum Input: Equatable {
    case search(String)

    /// Cancels all searches.
    case stop
  }

  /// The result of a search.
  enum Feedback: Equatable {
    case found([Int], for: String)

    /// Nothing could be found.
    case broke(reason: String)
  }

  @Dependency(\.finderClient.search) var search

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.search(let query)):
      return .run("search", of: query) { send in
        do {
          await send(.found(try await search(query), for: query))
        } catch let error as Unreachable {
          await send(.broke(reason: "code \(error.code)"))
        }
      }
      .cancellable(id: "search")
    case .input(.stop): return .cancel(id: "search")
    case .feedback(.found(let numbers, let query)):
      state.found[query] = numbers
      return .none
    case .feedback(.broke(let reason)):
      state.problem = reason
      return .none
    }
  }
}
