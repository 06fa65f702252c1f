import StoreCore
import StoreDependencies
import StoreTesting
import Synchronization
import TestSupport
import Testing

/// A dependency that counts how often it is made.
private final class Tally: Sendable {
  let count = Atomic(0)
  var next: Int { count.add(1, ordering: .relaxed).newValue }
}

private enum TallyKey: TestDependencyKey {
  static var testValue: Tally { Tally() }
}

private enum NumberKey: TestDependencyKey {
  static var testValue: Int { 1 }
}

extension DependencyValues {
  fileprivate var tally: Tally {
    get { self[TallyKey.self] }
    set { self[TallyKey.self] = newValue }
  }

  fileprivate var number: Int {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }
}

/// A feature whose every input adds the number that it depends on, in the reducer and in an effect.
private struct Adder: Reducer {
  struct State: Equatable {
    @Dependency(\.number) private var number
    var sum = 0
    init() { sum = number }
    static func == (first: Self, second: Self) -> Bool { first.sum == second.sum }
  }

  @Dependency(\.number) var number

  func reduce(message: Message<Int, Int>, into state: inout State) -> Effect<Int, Never> {
    switch message {
    case .input:
      state.sum += number
      return .run { await $0(number) }
    case .feedback(let number):
      state.sum += number
      return .none
    }
  }
}

@Suite struct TestStoreTests {
  @Test func `a store overrides dependencies for its initial state, its reducer and its assertions`() async {
    let store = TestStore(initialState: Adder.State()) {
      Adder()
    } withDependencies: {
      $0.number = 10
    }
    #expect(store.state.sum == 10)
    await store.send(0) {
      @Dependency(\.number) var number
      $0.sum += number
    }
    await store.receive(10) { $0.sum = 30 }
    await store.finish()
  }

  @Test func `a reducer overrides dependencies`() async {
    let store = TestStore(initialState: Adder.State()) {
      withDependencies {
        $0.number = 5
      } operation: {
        Adder()
      }
    }
    await store.send(0) { $0.sum = 6 }
    await store.receive(5) { $0.sum = 11 }
    await store.finish()
  }

  @Test func `a test changes dependencies for later steps`() async {
    let store = TestStore(initialState: Adder.State()) { Adder() }
    await store.send(0) { $0.sum = 2 }
    await store.receive(1) { $0.sum = 3 }
    store.dependencies.number = 100
    await store.send(0) { $0.sum = 103 }
    await store.receive(100) { $0.sum = 203 }
    await store.finish()
  }

  @Test func `the closures that make a store are called once`() async {
    var calls: [String] = []
    func state() -> Adder.State {
      calls.append("state")
      return Adder.State()
    }
    let store = TestStore(initialState: state()) {
      calls.append("reducer")
      return Adder()
    } withDependencies: { _ in
      calls.append("dependencies")
    }
    #expect(calls.sorted() == ["dependencies", "reducer", "state"])
    await store.finish()
  }

  @Test(arguments: repetitions(100))
  func `neither stores nor parallel cases share defaults`(copy: Int) async {
    for _ in 0..<2 {
      let store = TestStore(initialState: 0) {
        Machine<Int, Int, Int, Never> { message, state in
          @Dependency(\.tally) var tally
          if case .feedback(let number) = message { state = number }
          guard case .input = message else { return .none }
          state = tally.next
          return .run { await $0(DependencyValues.current.tally.next) }
        }
      }
      await store.send(0) { $0 = 1 }
      await store.receive(2) { $0 = 2 }
      await store.finish()
    }
  }

  @Test func `a missing dependency fails the step that reaches it, every time, in reducer and effect`() async {
    let endpoint: @Sendable (Int) -> Int = unimplemented("Client.load", placeholder: 0)
    let failures = await recordingFailures {
      let store = TestStore(initialState: 0) {
        Machine<Int, Int, Never, Never> { message, _ in
          if case .input(0) = message { return .run("load") { _ in _ = endpoint(1) } }
          _ = endpoint(1)
          return .none
        }
      }
      await store.send(1)  // Fails: unimplementedDependency
      await store.send(1)  // Fails: unimplementedDependency
      await store.send(0)  // Fails: unimplementedDependency
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.last?.headline == "Client.load was called, but has no implementation here")
    #expect(failures.last?.details.contains("Reached by the effect load, made at ") == true)
  }

  @Test func `a step that reaches a missing dependency many times fails once, and the next step once more`() async {
    let load: @Sendable (Int) -> Int = unimplemented("Client.load", placeholder: 0)
    let save: @Sendable (Int) -> Int = unimplemented("Client.save", placeholder: 0)
    let failures = await recordingFailures {
      let store = TestStore(initialState: 0) {
        Machine<Int, Int, Never, Never> { message, _ in
          guard case .input(let count) = message else { return .none }
          for number in 0..<count { _ = load(number) }
          return .run("load") { _ in
            for number in 0..<count { _ = load(number) + save(number) }
          }
        }
      }
      await store.send(50)  // Fails: unimplementedDependency, unimplementedDependency
      await store.send(2)  // Fails: unimplementedDependency, unimplementedDependency
      await store.finish()
    }
    #expect(
      failures.map(\.headline).map { $0.prefix(11) } == ["Client.load", "Client.save", "Client.load", "Client.save"]
    )
    #expect(failures.locations == markedFailures())
  }

  @Test func `two dependencies of one name are two failures`() async {
    let one: @Sendable () -> Int = unimplemented("load", placeholder: 0)
    let two: @Sendable () -> Int = unimplemented("load", placeholder: 0)
    let failures = await recordingFailures {
      let store = TestStore(initialState: 0) {
        Machine<Int, Int, Never, Never> { _, _ in
          _ = one() + two()
          return .none
        }
      }
      await store.send(0)  // Fails: unimplementedDependency, unimplementedDependency
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a dependency reached while the store is made fails at the line of the store`() async {
    let endpoint: @Sendable () -> Int = unimplemented("Client.start", placeholder: 7)
    let failures = await recordingFailures {
      // Fails: unimplementedDependency
      let store = TestStore(initialState: endpoint()) { Machine<Int, Int, Never, Never> { _, _ in .none } }
      #expect(store.state == 7)
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `the store's clock is the feature's clock, unless the test gives it another`() async {
    let own = TestStore(initialState: 0) {
      Machine<Int, Int, Never, Never> { _, _ in .run { _ in try await sleep(for: .seconds(1)) } }
    }
    await own.send(0)
    await own.clock.advance(by: .seconds(1))
    await own.receiveEffect()
    await own.finish()

    let clock = TestClock()
    let other = TestStore(initialState: 0) {
      Machine<Int, Int, Never, Never> { _, _ in
        .run { _ in
          try await sleep(for: .seconds(1))
          try await DependencyValues.current.suspendingClock.sleep(for: .seconds(1))
        }
      }
    } withDependencies: {
      $0.continuousClock = clock
    }
    await other.send(0)
    await clock.advance(by: .seconds(1))
    #expect(other.clock.pendingSleeps.count == 1)
    await other.clock.advance(by: .seconds(1))
    await other.receiveEffect()
    await other.finish()
  }

  @Test(arguments: repetitions(20))
  func `two stores on one clock take turns in the order of their sleeps`(copy: Int) async {
    let clock = TestClock()
    let order = Recorder<String>()
    func makeStore(_ name: String, _ durations: [Int]) -> TestStore<Runner> {
      TestStore(initialState: Runner.State()) {
        Runner { _ in
          for duration in durations {
            try await sleep(for: .seconds(duration))
            order.record("\(name)\(duration)")
          }
        }
      } withDependencies: {
        $0.continuousClock = clock
      }
    }
    let (first, second) = (makeStore("a", [2, 2]), makeStore("b", [1, 1, 3]))
    await first.send(.go)
    await second.send(.go)
    await clock.advance(by: .seconds(5))
    #expect(order.values == ["b1", "a2", "b1", "a2", "b3"])
    await first.receiveEffect("work")
    await first.finish()
    await second.receiveEffect("work")
    await second.finish()
  }

  @Test func `two test stores use equal ids independently`() async {
    let (first, second) = (
      TestStore(initialState: Catalog.State()) { Catalog() }, TestStore(initialState: Catalog.State()) { Catalog() }
    )
    await first.send(.nap)
    await second.send(.nap)
    await first.send(.clear)
    #expect(first.inFlightEffects.isEmpty)
    #expect(second.inFlightEffects.count == 1)
    await second.clock.advance(by: .seconds(1))
    await second.receive(.woke) { $0.error = "awake" }
    await first.finish()
    await second.finish()
  }
}
