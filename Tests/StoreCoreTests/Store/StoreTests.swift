import StoreCore
import StoreDependencies
import StoreTesting
import TestSupport
import Testing

private enum NumberKey: TestDependencyKey {
  static let testValue = 0
}

extension DependencyValues {
  fileprivate var number: Int {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }
}

/// A feature whose state is a number.
private struct Counter: Reducer {
  func reduce(message: Message<Int, Never>, into state: inout Int) -> Effect<Never, Int> {
    guard case .input(let number) = message else { return .none }
    state += number
    return .output(state)
  }
}

/// A feature that records the injected number in its reducer, in its effect, and in a task of the effect.
private struct Injected: Reducer {
  @Dependency(\.number) var number

  func reduce(message: Message<Void, Int>, into state: inout [Int]) -> Effect<Int, Never> {
    switch message {
    case .input:
      state.append(number)
      return .run { send in
        await send(number)
        await Task { await send(DependencyValues.current.number) }.value
      }
    case .feedback(let number):
      state.append(number)
      return .none
    }
  }
}

/// A feature that is a class, and records its `deinit`.
private final class ClassFeature: Reducer, Sendable {
  let probe: Probe

  init(probe: Probe) { self.probe = probe }

  deinit { probe.note("gone") }

  /// Returns an effect that tells whether the feature is alive.
  func reduce(message: Message<Void, String>, into state: inout [String]) -> Effect<String, Never> {
    switch message {
    case .input: return .run { [weak self] send in await send(self == nil ? "dead" : "alive") }
    case .feedback(let text):
      state.append(text)
      return .none
    }
  }
}

/// A feature whose feedback isn't Equatable, and whose inputs retain a lifetime probe.
private struct Downloads: Reducer {
  struct Input: Sendable {
    let probe: LifetimeProbe
  }

  func reduce(message: Message<Input, Result<LifetimeProbe, any Error>>, into state: inout Int) -> Effect<
    Result<LifetimeProbe, any Error>, LifetimeProbe
  > {
    switch message {
    case .input(let input):
      return .run("download") { send in await send(.success(input.probe)) }.cancellable(id: "download")
    case .feedback(.success(let probe)):
      state += 1
      return .output(probe)
    case .feedback(.failure): return .none
    }
  }
}

/// A feature that reads its own store during a reduction, which is a mistake.
private final class SelfReadingFeature: Reducer {
  nonisolated(unsafe) weak var store: Store<Int, Void, Never>?

  func reduce(message: Message<Void, Never>, into state: inout Int) -> Effect<Never, Never> {
    let store = store
    state = MainActor.assumeIsolated { store?.state ?? 0 } + 1
    return .none
  }
}

@MainActor @Suite(.timeLimit(.minutes(15))) struct StoreTests {
  // MARK: State

  @Test func `a state can be any value`() {
    let store = Store(state: 1, reducer: Counter())
    store.send(2)
    #expect(store.state == 3)
  }

  @Test func `properties are read through the store, or through its state if a member has their name`() {
    let store = FormStore()
    store.send { $0.style.width = 3 }
    #expect(store.style.width == 3)
    #expect(store.query == "")
    #expect(store.state == store.state)
    #expect(store.state.state == "inner")
  }

  // MARK: Sending

  @Test func `'send' reduces its input before it returns`() {
    let store = FormStore()
    for text in ["s", "sw", "swi"] {
      store.send { $0.query = text }
      #expect(store.query == text)
    }
  }

  @Test func `'send' returns at once in asynchronous code, too`() async {
    let store = JournalStore()
    let probe = Probe()
    let task = store.send(.live("a", probe))
    await probe.wait(for: "a started")
    #expect(probe.count("a ended") == 0)
    await task.cancel()
  }

  @Test func `inputs that are sent during another input wait for their turn, in order`() {
    let store = Store(state: 0, reducer: Counter())
    var states: [Int] = []
    store.onEvent = { [weak store] event in
      guard case .input(let number, _, let new) = event else { return }
      states.append(new)
      guard number == 1 else { return }
      for number in [10, 100] { store?.send(number) }
      #expect(store?.state == 1)
    }
    store.send(1)
    #expect(states == [1, 11, 111])
    #expect(store.state == 111)
  }

  @Test func `an input that an observer sends during a change waits until the change is complete`() {
    let store = FormStore()
    withTracking(
      { _ = store.query },
      onChange: {
        store.send { $0.results.append("\($0.query)!") }
        #expect(store.state.results == [])
      }
    )
    store.send { $0.query = "a" }
    #expect(store.results == ["a!"])
  }

  @Test func `an input from a cancelled task is handled, and its effects run`() async {
    let store = JournalStore()
    let sender = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      #expect(Task.isCancelled)
      return store.send(.merge(.say("a"), .run { send in await send("cancelled: \(Task.isCancelled)") }))
    }
    let task = await sender.value
    await task.finish()
    #expect(store.feedback.sorted() == ["a", "cancelled: false"])
  }

  // MARK: Lifetime

  @Test func `a live effect doesn't keep its store alive, and is cancelled when the store is released`() async {
    let probe = Probe()
    var store: JournalStore? = JournalStore()
    weak let reference = store
    store?.send(.live("a", probe))
    await probe.wait(for: "a started")
    store = nil
    #expect(reference == nil)
    await probe.wait(for: "a ended")
  }

  @Test func `an endless sequence ends with its store`() async {
    let probe = Probe()
    let (sequence, continuation) = AsyncStream<Int>.makeStream()
    var store: JournalStore? = JournalStore { text in
      probe.note("heard \(text)")
      return .none
    }
    store?.send(
      .run { send in
        for await number in sequence { await send("\(number)") }
        probe.note("ended")
      }
    )
    continuation.yield(1)
    await probe.wait(for: "heard 1")
    weak let reference = store
    store = nil
    #expect(reference == nil)
    await probe.wait(for: "ended")
    #expect(probe.count("heard 1") == 1)
  }

  @Test func `a timer ends with its store`() async {
    let probe = Probe()
    let clock = TestClock()
    var store: JournalStore? = JournalStore()
    store?.send(
      .run { send in
        probe.note("started")
        for await _ in clock.timer(interval: .seconds(1)) { await send("tick") }
        probe.note("ended")
      }
    )
    await probe.wait(for: "started")
    store = nil
    await probe.wait(for: "ended")
    #expect(clock.pendingSleeps.isEmpty)
  }

  @Test func `a wait for a debounce ends with its store`() async {
    let counter = LifetimeCounter()
    let clock = TestClock()
    var store: JournalStore? = JournalStore(initialState: Journal.State()) {
      Journal()
    } withDependencies: {
      $0.continuousClock = clock
    }
    let task = store?.send(
      Step.run { [probe = counter.makeProbe()] _ in _ = probe }.debounce(id: 1, for: .seconds(1))
    )
    store = nil
    await task?.finish()
    #expect(clock.pendingSleeps.isEmpty)
  }

  @Test func `feedback in transit when the store is released is dropped, and starts nothing`() async {
    let probe = Probe()
    let heldActor = HeldActor()
    var store: JournalStore? = JournalStore { text in
      probe.note("reduced \(text)")
      return .output(text)
    }
    let outputs = store?.outputStream
    store?.send(
      .run { send in
        await heldActor.say("late", send)
        probe.note("sent")
      }
    )
    await heldActor.waitForWork()
    heldActor.run()
    store = nil
    await probe.wait(for: "sent")
    #expect(probe.count("reduced late") == 0)
    if let outputs {
      for await output in outputs { Issue.record("\(output) was emitted.") }
    }
  }

  @Test func `feedback in transit when its effect is cancelled is dropped`() async {
    let heldActor = HeldActor()
    let store = JournalStore()
    let log = store.log()
    let task = store.send(.run("a") { send in await heldActor.say("late", send) }.cancellable(id: 1))
    await heldActor.waitForWork()
    heldActor.run()
    store.send(.cancel(id: 1))
    await task.finish()
    #expect(store.feedback.isEmpty)
    #expect(log.lines == ["input", "started a", "input", "cancelled a", "dropped late from a", "ended a"])
  }

  @Test func `a store can be released off the main actor`() async {
    let probe = Probe()
    var store: JournalStore? = JournalStore()
    store?.send(.live("a", probe))
    await probe.wait(for: "a started")
    let owner = Task.detached { [store] in
      await probe.wait(for: "go")
      _ = store
    }
    store = nil
    #expect(probe.count("a ended") == 0)
    probe.note("go")
    await owner.end()
    await probe.wait(for: "a ended")
  }

  @Test func `a store keeps its reducer until its release`() async {
    let probe = Probe()
    var store: Store<[String], Void, Never>? = Store(state: [], reducer: ClassFeature(probe: probe))
    await store?.send(()).finish()
    #expect(store?.state == ["alive"])
    #expect(probe.notes.isEmpty)
    store = nil
    await probe.wait(for: "gone")
  }

  @Test func `a stream delivers all outputs of a released store, and ends`() async {
    let parent = Store(state: 0, reducer: Counter())
    var child: Store<Int, Int, Int>? = Store(state: 0, reducer: Counter())
    let outputs = child?.outputStream
    for number in [1, 2] { child?.send(number) }
    child = nil
    if let outputs {
      for await output in outputs { parent.send(output) }
    }
    #expect(parent.state == 4)
  }

  // MARK: Endurance

  @Test func `the store releases the values of many inputs`() async {
    let counter = LifetimeCounter()
    let store = Store(state: 0, reducer: Downloads())
    for _ in 0..<scaled(100) { await store.send(Downloads.Input(probe: counter.makeProbe())).finish() }
    #expect(store.state == scaled(100))
    // The last task may end after its effect.
    await counter.waitForDeinit(of: scaled(100))
  }

  @Test func `thousands of effects that follow each other don't grow the stack`() async {
    let store = JournalStore { text in
      guard let number = Int(text), number < 1_500 else { return .none }
      return .say("\(number + 1)")
    }
    await store.send(.say("1")).finish()
    #expect(store.feedback.count == 1_500)
    #expect(store.feedback.last == "1500")
  }

  #if os(Linux)
    @Test func `memory stays flat over thousands of messages`() async {
      // A separate process excludes the memory of other suites.
      await #expect(processExitsWith: .success) {
        // 2 MiB would be 200 bytes for each message.
        #expect(await growth() < 2 << 20)
      }
    }
  #endif

  // MARK: Misuse

  #if os(Linux) || os(macOS)
    @Test func `a reducer that reads its own store is stopped`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await lookIntoTheWater()
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("The state of a store was read while its reducer was changing it."))
    }
  #endif

  // MARK: Dependencies

  @Test func `dependencies of a store reach its first state, its reducer and its effects`() async {
    let store = Store(initialState: [DependencyValues.current.number]) {
      Injected()
    } withDependencies: {
      $0.number = 7
    }
    await store.send(()).finish()
    #expect(store.state == [7, 7, 7, 7])
  }

  @Test func `a store uses the dependencies of the place where it is made`() async {
    let store = withDependencies {
      $0.number = 7
    } operation: {
      Store(state: [], reducer: Injected())
    }
    let task = withDependencies {
      $0.number = 8
    } operation: {
      store.send(())
    }
    await task.finish()
    #expect(store.state == [7, 7, 7])
  }

  @Test func `two stores have separate dependencies`() async {
    func store(_ number: Int) -> Store<[Int], Void, Never> {
      Store(initialState: []) {
        Injected()
      } withDependencies: {
        $0.number = number
      }
    }
    let (first, second) = (store(1), store(2))
    async let firstEnd: Void = first.send(()).finish()
    async let secondEnd: Void = second.send(()).finish()
    _ = await (firstEnd, secondEnd)
    #expect(first.state == [1, 1, 1])
    #expect(second.state == [2, 2, 2])
  }
}

/// Sends an input whose reducer reads its own store.
@MainActor
private func lookIntoTheWater() {
  let reducer = SelfReadingFeature()
  let store = Store(state: 0, reducer: reducer)
  reducer.store = store
  store.send(())
}

#if os(Linux)
  /// Returns by how many bytes the memory of the process grows over about 10,000 messages.
  @MainActor
  private func growth() async -> Int {
    let counter = Store(state: 0, reducer: Counter())
    let journal = JournalStore()
    func work(_ rounds: Int) async {
      for round in 0..<rounds {
        for part in 0..<24 {
          counter.send(1)
          journal.send(.merge(.output("a"), .concatenate(.none, .none).cancellable(id: round * 100 + part)))
        }
        await journal.send(.run { _ in }.cancellable(id: "\(round)")).finish()
      }
    }
    await work(50)
    let before = residentBytes()
    await work(scaled(200))
    return residentBytes() - before
  }
#endif
