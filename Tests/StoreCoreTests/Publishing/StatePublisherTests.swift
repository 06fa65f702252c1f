import StoreCore
import Testing

@MainActor @Suite(.timeLimit(.minutes(15))) struct StatePublisherTests {
  /// Reads states up to and including the query `last`, and returns their queries.
  private func queries(_ states: some AsyncSequence<Form.State, Never>, upTo last: String) async -> [String] {
    var queries: [String] = []
    for await state in states {
      queries.append(state.query)
      if state.query == last { break }
    }
    return queries
  }

  @Test func `a subscription begins with the current state`() async {
    let store = FormStore()
    store.send { $0.query = "a" }
    #expect(await queries(store.stateStream, upTo: "a") == ["a"])
  }

  @Test func `a late reader receives every state`() async {
    let store = FormStore()
    let states = store.stateStream
    for number in 1...1_000 { store.send { $0.query = "\(number)" } }
    #expect(await queries(states, upTo: "1000") == [""] + (1...1_000).map(String.init))
  }

  @Test func `a reader never receives equal states in a row`() async {
    let store = FormStore()
    let states = store.stateStream
    for query in ["", "a", "a", "b", "b", "a", "end"] { store.send { $0.query = query } }
    #expect(await queries(states, upTo: "end") == ["", "a", "b", "a", "end"])
  }

  @Test func `a waiting reader receives each state when it changes`() async {
    let store = FormStore()
    let states = store.stateStream
    let probe = Probe()
    let reader = Task {
      for await state in states { probe.note("read \(state.query)") }
      probe.note("end")
    }
    for query in ["", "a", "b"] {
      store.send { $0.query = query }
      await probe.wait(for: "read \(query)")
    }
    reader.cancel()
    await reader.end()
    #expect(probe.notes == ["read ", "read a", "read b", "end"])
  }

  @Test func `two subscriptions each receive every state from their own beginning`() async {
    let store = FormStore()
    let first = store.stateStream
    store.send { $0.query = "a" }
    let second = store.stateStream
    store.send { $0.query = "b" }
    #expect(await queries(first, upTo: "b") == ["", "a", "b"])
    #expect(await queries(second, upTo: "b") == ["a", "b"])
  }

  @Test func `a sequence ends after its unread values when the store is released`() async {
    var store: FormStore? = FormStore()
    let states = store?.stateStream
    store?.send { $0.query = "a" }
    store = nil
    if let states { #expect(await queries(states, upTo: "never") == ["", "a"]) }
  }

  @Test func `a waiting reader resumes when the store is released`() async {
    var store: FormStore? = FormStore()
    let probe = Probe()
    let reader = Task { [states = store?.stateStream] in
      guard let states else { return }
      for await state in states { probe.note("read \(state.query)") }
    }
    await probe.wait(for: "read ")
    store = nil
    await reader.end()
    #expect(probe.notes == ["read "])
  }

  @Test func `a sequence ends when its reader is cancelled, and the store continues`() async {
    let store = FormStore()
    let states = store.stateStream
    let probe = Probe()
    let reader = Task {
      for await state in states { probe.note("read \(state.query)") }
    }
    await probe.wait(for: "read ")
    reader.cancel()
    await reader.end()
    store.send { $0.query = "a" }
    #expect(store.query == "a")
    #expect(probe.notes == ["read "])
  }

  @Test func `an abandoned subscription keeps no states`() async {
    let counter = LifetimeCounter()
    let store = StateStore<ProbedState, Never>(state: ProbedState(number: 0, probe: counter.makeProbe()))
    do {
      let states = store.stateStream
      store.state = ProbedState(number: 1, probe: counter.makeProbe())
      #expect(counter.deinitialised == 0)
      for await state in states {
        #expect(state.number == 0)
        break
      }
    }
    store.state = ProbedState(number: 2, probe: counter.makeProbe())
    #expect(counter.deinitialised == 2)
  }

  #if os(Linux)
    @Test func `abandoned subscriptions free their memory, even without a change`() async {
      await #expect(processExitsWith: .success) {
        #expect(await growth() < 2 << 20)
      }
    }
  #endif

  private struct ProbedState: Equatable {
    let number: Int
    let probe: LifetimeProbe

    static func == (first: Self, second: Self) -> Bool { first.number == second.number }
  }
}

#if os(Linux)
  /// Returns by how many bytes the memory of the process grows over 80,000 subscriptions.
  @MainActor
  private func growth() -> Int {
    let store = FormStore()
    for _ in 0..<10_000 { _ = store.stateStream }
    let before = residentBytes()
    for _ in 0..<80_000 { _ = store.stateStream }
    return residentBytes() - before
  }
#endif
