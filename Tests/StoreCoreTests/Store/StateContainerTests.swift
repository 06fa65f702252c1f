import StoreCore
import Testing

@MainActor @Suite(.timeLimit(.minutes(15))) struct StateContainerTests {
  /// Returns the first state of a container, and its first output after `emit`.
  private func first<Container: StateContainer<String, Int>>(
    of container: Container,
    emit: () -> Void
  ) async -> (String?, Int?) {
    var state: String?
    var output: Int?
    let outputs = container.outputStream
    for await value in container.stateStream {
      state = value
      break
    }
    emit()
    for await value in outputs {
      output = value
      break
    }
    return (state, output)
  }

  /// A feature that emits the length of its input.
  private struct Length: Reducer {
    func reduce(message: Message<String, Never>, into state: inout String) -> Effect<Never, Int> {
      guard case .input(let text) = message else { return .none }
      state = text
      return .output(text.count)
    }
  }

  @Test func `containers with and without a reducer are read in the same way`() async {
    let store = Store(state: "a", reducer: Length())
    let stateStore = StateStore<String, Int>(state: "a")
    let fromStore = await first(of: store) { store.send("four") }
    let fromStateStore = await first(of: stateStore) { stateStore.emit(4) }
    #expect(fromStore == ("a", 4))
    #expect(fromStateStore == ("a", 4))
  }

  @Test func `a container is held without its concrete type`() {
    let containers: [any StateContainer<String, Int>] = [
      Store(state: "a", reducer: Length()), StateStore<String, Int>(state: "b"),
    ]
    #expect(containers.map { $0.state } == ["a", "b"])
  }

  @Test func `the sequences of a container never fail`() async {
    /// Reads a sequence without `try`, as its type says that it never fails.
    func count<Value>(_ sequence: some AsyncSequence<Value, Never>) async -> Int {
      var count = 0
      for await _ in sequence { count += 1 }
      return count
    }
    var store: Store<String, String, Int>? = Store(state: "a", reducer: Length())
    let (states, outputs) = (store?.stateStream, store?.outputStream)
    store?.send("b")
    store = nil
    if let states { #expect(await count(states) == 2) }
    if let outputs { #expect(await count(outputs) == 1) }
  }
}
