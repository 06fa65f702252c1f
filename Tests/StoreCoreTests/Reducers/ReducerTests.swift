import StoreCore
import Testing

/// A feature without feedback and outputs.
private struct Counter: Reducer {
  enum Input: CaseIterable { case increment, decrement }

  func reduce(message: Message<Input, Never>, into state: inout Int) -> Effect<Never, Never> {
    switch message {
    case .input(.increment): state += 1
    case .input(.decrement): state -= 1
    }
    return .none
  }
}

/// A feature whose start effect emits an output, sends a feedback, and runs until it is cancelled.
private struct ListeningFeature: Reducer {
  let probe: Probe

  func reduce(message: Message<String, String>, into state: inout [String]) -> Effect<String, String> {
    switch message {
    case .input(let word), .feedback(let word): state.append(word)
    }
    return .output("heard \(state)")
  }

  func start(from state: [String]) -> Effect<String, String> {
    .merge(
      .output("started"),
      .run("listen", of: state) { send in
        await send("first")
        probe.note("listening")
        await probe.waitUntilCancelled()
        probe.note("deaf")
      }
    )
  }
}

@MainActor @Suite(.timeLimit(.minutes(15))) struct ReducerTests {
  @Test func `a feature without feedback and outputs doesn't declare their types`() {
    let store = Store(state: 0, reducer: Counter())
    store.send(.increment)
    store.send(.increment)
    store.send(.decrement)
    #expect(store.state == 1)
  }

  @Test func `a test calls a reducer without a store`() {
    var state = 0
    let effect = Counter().reduce(message: .input(.increment), into: &state)
    #expect(state == 1)
    guard case .none = effect.node else {
      Issue.record("\(effect.node) follows from counting.")
      return
    }
  }

  @Test func `a store starts the first effect when it is made, and cancels it when it is released`() async {
    let probe = Probe()
    var store: Store? = Store(state: ["old"], reducer: ListeningFeature(probe: probe))
    #expect(store?.state == ["old"])
    await probe.wait(for: "listening")
    #expect(store?.state == ["old", "first"])
    store = nil
    await probe.wait(for: "deaf")
    #expect(probe.notes == ["listening", "deaf"])
  }

  @Test func `an input that is sent at once is reduced before the feedback of the first effect`() async {
    let probe = Probe()
    let store = Store(state: [], reducer: ListeningFeature(probe: probe))
    store.send("at once")
    await probe.wait(for: "listening")
    #expect(store.state == ["at once", "first"])
  }

  @Test func `a feature has no start effect by default`() {
    guard case .none = Counter().start(from: 0).node else {
      Issue.record("The counter does something by itself.")
      return
    }
  }

  @Test func `a generic function constrains a reducer by the types of its messages`() {
    func store(_ reducer: some Reducer<Int, Counter.Input, Never, Never>) -> Store<Int, Counter.Input, Never> {
      Store(state: 1, reducer: reducer)
    }
    let store = store(Counter())
    store.send(.decrement)
    #expect(store.state == 0)
  }
}
