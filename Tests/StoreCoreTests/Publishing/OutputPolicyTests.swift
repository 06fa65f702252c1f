import StoreCore
import StoreTesting
import TestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(15))) struct OutputPolicyTests {
  /// Reads outputs up to and including `last`, or to the end.
  private func read(_ outputs: some AsyncSequence<Int, Never>, upTo last: Int? = nil) async -> [Int] {
    var read: [Int] = []
    for await output in outputs {
      read.append(output)
      if output == last { break }
    }
    return read
  }

  @Test func `the default policy drops an output without a subscriber`() async {
    for store in [StateStore<Int, Int>(state: 0), StateStore(state: 0, outputPolicy: .drop)] {
      store.emit(1)
      let outputs = store.outputStream
      store.emit(2)
      #expect(await read(outputs, upTo: 2) == [2])
    }
  }

  @Test func `kept outputs reach the first subscriber only, before new ones`() async {
    let store = StateStore<Int, Int>(state: 0, outputPolicy: .buffer(limit: 8))
    store.emit(1)
    store.emit(2)
    let first = store.outputStream
    let second = store.outputStream
    store.emit(3)
    #expect(await read(first, upTo: 3) == [1, 2, 3])
    #expect(await read(second, upTo: 3) == [3])
  }

  @Test(arguments: [-1, 0, 1, 3, 10])
  func `the newest outputs are kept, up to the limit`(limit: Int) async {
    let store = StateStore<Int, Int>(state: 0, outputPolicy: .buffer(limit: limit))
    for output in 1...5 { store.emit(output) }
    let outputs = store.outputStream
    store.emit(6)
    #expect(await read(outputs, upTo: 6) == Array((1...5).suffix(max(limit, 0))) + [6])
  }

  @Test func `outputs are kept again when the last subscriber has left, except those that it left unread`() async {
    let store = StateStore<Int, Int>(state: 0, outputPolicy: .buffer(limit: 8))
    withExtendedLifetime(store.outputStream) { store.emit(1) }
    store.emit(2)
    let outputs = store.outputStream
    store.emit(3)
    #expect(await read(outputs, upTo: 3) == [2, 3])
  }

  @Test func `kept outputs are released with their container, except those already delivered`() async {
    var store: StateStore<Int, Int>? = StateStore(state: 0, outputPolicy: .buffer(limit: 8))
    store?.emit(1)
    let outputs = store?.outputStream
    store = nil
    if let outputs { #expect(await read(outputs) == [1]) }
    let counter = LifetimeCounter()
    var other: StateStore<Int, LifetimeProbe>? = StateStore(state: 0, outputPolicy: .buffer(limit: 2))
    for _ in 1...3 { other?.emit(counter.makeProbe()) }
    #expect(counter.deinitialised == 1)
    other = nil
    #expect(counter.deinitialised == 3)
  }

  @Test func `a second consumer of a single-consumer policy fails with the policy's line, and receives nothing`() async
  {
    let policy = OutputPolicy.singleConsumer()  // Here
    let line = markedLine()
    let store = StateStore<Int, Int>(state: 0, outputPolicy: policy)
    let first = store.outputStream
    var second: [Int]?
    let failures = await recordingFailures { second = await read(store.outputStream) }
    #expect(second == [])
    #expect(failures.map(\.kind) == [.misuse])
    #expect(
      failures.first?.headline == """
        The outputs of a container with a single consumer were subscribed to twice: its policy, made at \
        OutputPolicyTests.swift:\(line), allows one subscription at a time.
        """
    )
    store.emit(1)
    #expect(await read(first, upTo: 1) == [1])
  }

  @Test func `a consumer after the single consumer has left receives the outputs kept meanwhile`() async {
    let store = StateStore<Int, Int>(state: 0, outputPolicy: .singleConsumer(bufferLimit: 1))
    let outputs = store.outputStream
    let reader = Task { await read(outputs) }
    store.emit(1)
    await Task.yield()
    reader.cancel()
    _ = await reader.value
    store.emit(2)
    store.emit(3)
    let next = store.outputStream
    store.emit(4)
    #expect(await read(next, upTo: 4) == [3, 4])
  }

  @Test func `a store with a reducer buffers outputs`() async {
    let store = Store(initialState: 0, outputPolicy: .buffer(limit: 2)) { EmittingFeature() }
    store.send(2)
    store.send(3)
    let outputs = store.outputStream
    store.send(4)
    #expect(await read(outputs, upTo: 4) == [2, 3, 4])
  }

  @Test func `a store with a reducer has one consumer, which receives the output of its start effect`() async {
    let single = Store(state: 0, reducer: EmittingFeature(), outputPolicy: .singleConsumer(bufferLimit: 9))
    let first = single.outputStream
    let failures = await recordingFailures { _ = single.outputStream }
    #expect(failures.map(\.kind) == [.misuse])
    #expect(await read(first, upTo: 1) == [1])
  }
}

/// A feature that emits its inputs, and emits 1 when it starts.
private struct EmittingFeature: Reducer {
  func start(from state: Int) -> Effect<Never, Int> { .output(1) }

  func reduce(message: Message<Int, Never>, into state: inout Int) -> Effect<Never, Int> {
    guard case .input(let number) = message else { return .none }
    return .output(number)
  }
}
