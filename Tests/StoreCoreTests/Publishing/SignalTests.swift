import StoreCore
import Testing

@MainActor @Suite(.timeLimit(.minutes(15))) struct SignalTests {
  /// Starts to read states, and notes each of them.
  private func reader(
    _ name: String,
    of states: some AsyncSequence<Int, Never>,
    noting probe: Probe
  ) -> Task<Void, Never> {
    Task {
      probe.note("\(name) begins")
      for await state in states {
        probe.note("\(name) \(state)")
        probe.note("read \(state)")
      }
      probe.note("\(name) ends")
    }
  }

  /// Starts two readers of one subscription. The first has read the state, and both wait for another.
  private func readers(
    of states: some AsyncSequence<Int, Never>,
    noting probe: Probe
  ) async -> (first: Task<Void, Never>, second: Task<Void, Never>) {
    let first = reader("first", of: states, noting: probe)
    await probe.wait(for: "first 0")
    let second = reader("second", of: states, noting: probe)
    await probe.wait(for: "second begins")
    return (first, second)
  }

  @Test(arguments: [true, false])
  func `two readers of one subscription share its states, and both end`(isReleased: Bool) async {
    var store: StateStore<Int, Never>? = StateStore(state: 0)
    let probe = Probe()
    var readers: [Task<Void, Never>] = []
    if let states = store?.stateStream {
      for reader in 0..<2 {
        readers.append(
          Task {
            probe.note("reader \(reader)")
            for await state in states { probe.note("state \(state)") }
          }
        )
      }
    }
    for reader in 0..<2 { await probe.wait(for: "reader \(reader)") }
    for state in 1...10 { store?.state = state }
    for state in 0...10 { await probe.wait(for: "state \(state)") }
    if isReleased { store = nil } else { for reader in readers { reader.cancel() } }
    for reader in readers { await reader.end() }
    for state in 0...10 { #expect(probe.count("state \(state)") == 1) }
  }

  @Test func `a cancelled reader resumes itself only`() async {
    let store = StateStore<Int, Never>(state: 0)
    let probe = Probe()
    let (first, second) = await readers(of: store.stateStream, noting: probe)
    first.cancel()
    await first.end()
    store.state = 1
    await probe.wait(for: "second 1")
    #expect(probe.count("second ends") == 0)
    second.cancel()
    await second.end()
  }

  @Test func `a cancelled reader doesn't resume one that began to wait before it`() async {
    let store = StateStore<Int, Never>(state: 0)
    let probe = Probe()
    let (first, second) = await readers(of: store.stateStream, noting: probe)
    second.cancel()
    store.state = 1
    await probe.wait(for: "read 1")
    #expect(probe.count("first 1") == 1)
    first.cancel()
    for reader in [first, second] { await reader.end() }
  }

  @Test func `a reader that has caught up waits for further states`() async throws {
    let store = StateStore<Int, Never>(state: 0)
    let probe = Probe()
    let states = store.stateStream
    store.state = 1
    let reader = Task {
      for await state in states { probe.note("\(state)") }
      probe.note("end")
    }
    await probe.wait(for: "1")
    try #require(probe.notes == ["0", "1"])
    store.state = 2
    await probe.wait(for: "2")
    reader.cancel()
    await reader.end()
    #expect(probe.notes == ["0", "1", "2", "end"])
  }

  @Test func `a reader ends once with a child that leaves, whose store is released later`() async {
    let store = FormParentStore(FormParent.State(sheet: Form.State()))
    var sheet: FormStore? = store.scope(\.sheet, FormParent.Input.sheet)
    let probe = Probe()
    let reader = Task { [states = sheet?.stateStream] in
      guard let states else { return }
      for await state in states { probe.note("read \(state.query)") }
      probe.note("end")
    }
    await probe.wait(for: "read ")
    store.change { $0.sheet = nil }
    sheet = nil
    await reader.end()
    #expect(probe.notes == ["read ", "end"])
  }
}
