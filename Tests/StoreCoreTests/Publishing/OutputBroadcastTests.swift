import StoreCore
import TestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(15))) struct OutputBroadcastTests {
  /// Reads outputs up to and including `last`.
  private func read(_ outputs: some AsyncSequence<String, Never>, upTo last: String) async -> [String] {
    var read: [String] = []
    for await output in outputs {
      read.append(output)
      if output == last { break }
    }
    return read
  }

  @Test(arguments: [1, 2])
  func `a late reader receives all of thousands of outputs`(subscribers: Int) async {
    let store = JournalStore()
    let streams = (0..<subscribers).map { _ in store.outputStream }
    let burst = (1...scaled(2_000)).map(String.init)
    store.send(.merge(burst.map { .output($0) }))
    for stream in streams { #expect(await read(stream, upTo: "\(scaled(2_000))") == burst) }
  }

  @Test func `a concurrent reader receives all of thousands of outputs`() async {
    let store = JournalStore()
    let outputs = store.outputStream
    let burst = (1...scaled(2_000)).map(String.init)
    let reader = Task.detached {
      var read: [String] = []
      for await output in outputs {
        read.append(output)
        if output == "\(scaled(2_000))" { break }
      }
      return read
    }
    for output in burst { store.send(.output(output)) }
    #expect(await reader.value == burst)
  }

  @Test func `a later subscription doesn't receive earlier outputs`() async {
    let store = JournalStore()
    store.send(.output("early"))
    let outputs = store.outputStream
    store.send(.output("late"))
    #expect(await read(outputs, upTo: "late") == ["late"])
  }

  @Test func `equal outputs are delivered as often as they are emitted`() async {
    let store = JournalStore()
    let outputs = store.outputStream
    for output in ["a", "a", "end"] { store.send(.output(output)) }
    #expect(await read(outputs, upTo: "end") == ["a", "a", "end"])
  }

  @Test func `a sequence ends after its unread values when the store is released`() async {
    var store: JournalStore? = JournalStore()
    let outputs = store?.outputStream
    store?.send(.output("a"))
    store = nil
    if let outputs { #expect(await read(outputs, upTo: "never") == ["a"]) }
  }

  @Test func `a sequence ends when its reader is cancelled`() async {
    let store = JournalStore()
    let outputs = store.outputStream
    let probe = Probe()
    let reader = Task.detached {
      for await output in outputs { probe.note(output) }
    }
    store.send(.output("a"))
    await probe.wait(for: "a")
    reader.cancel()
    await reader.end()
    store.send(.output("b"))
    #expect(probe.notes == ["a"])
  }

  @Test func `an output without subscribers, or of an abandoned subscription, is released`() async {
    let counter = LifetimeCounter()
    let store = StateStore<Int, LifetimeProbe>(state: 0)
    store.emit(counter.makeProbe())
    #expect(counter.deinitialised == 1)
    withExtendedLifetime(store.outputStream) {
      store.emit(counter.makeProbe())
      #expect(counter.deinitialised == 1)
    }
    #expect(counter.deinitialised == 2)
    store.emit(counter.makeProbe())
    #expect(counter.deinitialised == 3)
  }
}
