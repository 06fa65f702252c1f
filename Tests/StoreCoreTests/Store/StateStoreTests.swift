import StoreCore
import Testing

/// A container whose input is an asynchronous method.
private final class Numbers: StateStore<Numbers.Phase, String> {
  enum Phase: Equatable {
    case idle, loading
    case loaded([Int])
  }

  func load(_ numbers: @MainActor () async -> [Int]) async {
    state = .loading
    state = .loaded(await numbers())
    emit("downloaded")
  }
}

@MainActor @Suite(.timeLimit(.minutes(15))) struct StateStoreTests {
  @Test func `a state store needs no subclass, and holds any state`() {
    let store = StateStore<Int, String>(state: 0)
    store.state = 1
    store.state += 1
    #expect(store.state == 2)
  }

  @Test func `a subclass of a state store has asynchronous methods as inputs`() async {
    let store = Numbers(state: .idle)
    let outputs = store.outputStream
    await store.load {
      #expect(store.state == .loading)
      return [1, 2]
    }
    #expect(store.state == .loaded([1, 2]))
    for await output in outputs {
      #expect(output == "downloaded")
      break
    }
  }

  @Test func `observers receive every change and every output in order, beginning with the kept outputs`() {
    let store = StateStore<Int, String>(state: 0, outputPolicy: .buffer(limit: 2))
    store.emit("early")
    var lines: [String] = []
    func line(_ event: ContainerEvent<Int, String>) -> String {
      switch event {
      case .changed(let old, let new): "\(old) to \(new)"
      case .emitted(let output): output
      }
    }
    store.observe { lines.append("first: " + line($0)) }
    store.observe { lines.append("second: " + line($0)) }
    store.state = 1
    store.state = 1
    store.emit("late")
    #expect(
      lines == [
        "first: early", "second: early", "first: 0 to 1", "second: 0 to 1", "first: late", "second: late",
      ]
    )
  }

  @Test func `every state and output sent right after the subscriptions is read, even before the first read`() async {
    let store = StateStore<Int, Int>(state: 0)
    let (states, outputs) = (store.stateStream, store.outputStream)
    store.state = 1
    store.emit(1)
    store.state = 2
    store.emit(2)
    var read: [Int] = []
    for await state in states {
      read.append(state)
      if state == 2 { break }
    }
    #expect(read == [0, 1, 2])
    read = []
    for await output in outputs {
      read.append(output)
      if output == 2 { break }
    }
    #expect(read == [1, 2])
  }

  @Test func `every change is reported with its old and new state in order, and an equal value is not a change`() {
    let store = StateStore<Int, Never>(state: 0)
    var changes: [[Int]] = []
    store.onChange = { changes.append([$0, $1]) }
    for number in [1, 1, 2, 0] { store.state = number }
    #expect(changes == [[0, 1], [1, 2], [2, 0]])
  }

  @Test func `a change by an observer of a change follows that change`() async {
    let store = StateStore<Int, Never>(state: 0)
    let states = store.stateStream
    var changes: [[Int]] = []
    store.onChange = { [weak store] old, new in
      changes.append([old, new])
      if new == 1 { store?.state = 2 }
    }
    store.state = 1
    #expect(changes == [[0, 1], [1, 2]])
    var read: [Int] = []
    for await state in states {
      read.append(state)
      if state == 2 { break }
    }
    #expect(read == [0, 1, 2])
  }

  @Test func `a change by an observer of another change is a separate step`() async {
    let store = StateStore<Int, Never>(state: 0)
    let states = store.stateStream
    var changes: [[Int]] = []
    store.onChange = { changes.append([$0, $1]) }
    withTracking({ _ = store.state }, onChange: { store.state = 5 })
    store.state = 5
    store.state = 6
    #expect(changes == [[0, 5], [5, 6]])
    var read: [Int] = []
    for await state in states {
      read.append(state)
      if state == 6 { break }
    }
    #expect(read == [0, 5, 6])
  }

  @Test func `properties are observed separately, and the whole state with all of them`() {
    let store = StateStore<Form.State, Never>(state: Form.State())
    let query = Observer { _ = store.query }
    let whole = Observer { _ = store.state }
    store.state.results = ["a"]
    #expect(query.changes == 0)
    #expect(whole.changes == 1)
    store.state.query = "a"
    store.state.query = "a"
    #expect(query.changes == 1)
    #expect(whole.changes == 2)
    #expect(store.query == "a")
  }

  @Test func `an observer sees the old value when it is notified`() {
    let store = StateStore<Form.State, Never>(state: Form.State())
    let probe = Probe()
    withTracking({ _ = store.query }, onChange: { probe.note("told \(store.query)") })
    store.state.query = "a"
    #expect(probe.notes == ["told "])
  }

  @Test func `the sequences of a state store end when it is released`() async {
    var store: StateStore<Int, Int>? = StateStore(state: 0)
    let (states, outputs) = (store?.stateStream, store?.outputStream)
    store?.emit(1)
    store = nil
    var read: [Int] = []
    if let states { for await state in states { read.append(state) } }
    if let outputs { for await output in outputs { read.append(output) } }
    #expect(read == [0, 1])
  }
}
