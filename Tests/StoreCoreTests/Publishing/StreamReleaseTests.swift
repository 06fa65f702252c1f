import StoreCore
import Testing

/// Values whose `deinit` or comparison uses a container, at every point at which the container runs it.
@MainActor @Suite(.timeLimit(.minutes(15))) struct StreamReleaseTests {
  typealias Container = StateStore<PayloadFeature.State, PayloadFeature.Payload>

  private func container(outputPolicy: OutputPolicy = .drop) -> Container {
    Container(state: PayloadFeature.State(), outputPolicy: outputPolicy)
  }

  // MARK: Outputs

  @Test func `an output that is kept no longer can emit when it is released`() {
    let container = container(outputPolicy: .buffer(limit: 1))
    container.emit(.init("1") { container.emit(.init("3")) })
    container.emit(.init("2"))
    var kept: [String] = []
    container.observe { event in
      if case .emitted(let output) = event { kept.append(output.text) }
    }
    #expect(kept == ["3"])
  }

  @Test func `an output that is kept no longer can subscribe when it is released`() async {
    let owner = StoreOwner(outputPolicy: .buffer(limit: 1))
    var outputs: (any AsyncSequence<PayloadFeature.Payload, Never>)?
    owner.store?.send(.start(.output(.init("1") { outputs = owner.store?.outputStream })))
    owner.store?.send(.start(.output(.init("2"))))
    #expect(outputs != nil)
    var iterator = outputs?.makeAsyncIterator()
    #expect(await iterator?.next(isolation: #isolation)?.text == "2")
  }

  @Test func `an unread output can send when its subscription ends`() {
    let owner = StoreOwner()
    var outputs = owner.store?.outputStream
    owner.store?.send(.start(.output(.init("1") { owner.note("released") })))
    #expect(owner.store?.texts == [])
    outputs = nil
    _ = outputs
    #expect(owner.store?.texts == ["released"])
  }

  @Test func `a consumer can end while an output is delivered to it, with an output that emits another one`() async {
    let container = container()
    let outputs = container.outputStream
    let others = container.outputStream
    let consumer = Task {
      for await output in outputs where output.text == "1" { break }
    }
    container.emit(.init("1", isLater: true) { container.emit(.init("2")) })
    var texts: [String] = []
    for await output in others {
      texts.append(output.text)
      if output.text == "2" { break }
    }
    await consumer.end()
    #expect(texts == ["1", "2"])
  }

  // MARK: States

  @Test func `a replaced state can read the container and change it when it is released`() async {
    let container = container()
    let states = container.stateStream
    container.state.kept = .init("1") {
      #expect(container.state.kept?.text == "2")
      container.state.texts.append("released")
    }
    container.state.kept = .init("2")
    // The stream holds the first payload until it is read.
    #expect(container.state.texts == [])
    for await state in states where state.kept?.text == "2" { break }
    #expect(container.state.texts == ["released"])
    container.state.kept = nil
  }

  @Test func `a state without other owners can change the container when it is replaced`() {
    let container = container()
    container.state.kept = .init("1") { container.state.texts.append("released") }
    container.state.kept = nil
    #expect(container.state.texts == ["released"])
  }

  @Test func `a state that a consumer has read can subscribe again when it is released`() async {
    let owner = StoreOwner()
    var others: (any AsyncSequence<PayloadFeature.State, Never>)?
    var states = owner.store?.stateStream.makeAsyncIterator()
    owner.store?.send(.keep(.init("1") { others = owner.store?.stateStream }))
    owner.store?.send(.keep(nil))
    #expect(others == nil)
    for _ in 1...3 { _ = await states?.next(isolation: #isolation) }
    #expect(others != nil)
    states = nil
    owner.note("a")
    var iterator = others?.makeAsyncIterator()
    _ = await iterator?.next(isolation: #isolation)
    #expect(await iterator?.next(isolation: #isolation)?.texts == ["a"])
  }

  @Test func `unread states can send when their subscription ends, before and while others are notified`() {
    let owner = StoreOwner()
    var first = owner.store?.stateStream
    let second = owner.store?.stateStream
    owner.store?.send(.keep(.init("1") { owner.note("released") }))
    owner.store?.send(.keep(nil))
    first = nil
    _ = (first, second)
    owner.note("a")
    #expect(owner.store?.texts == ["a"])
  }

  // MARK: Observers

  @Test func `values that an observer of changes holds can change the state, and set another observer`() {
    let container = container()
    var seen: [String] = []
    /// Sets an observer that is the only owner of an action.
    func observe() {
      let action = ReleaseAction {
        container.onChange = { _, new in seen += new.texts }
        container.state.texts.append("released")
      }
      container.onChange = { _, _ in _ = action }
    }
    observe()
    container.onChange = nil
    #expect(container.state.texts == ["released"])
    #expect(seen == ["released"])
  }

  @Test func `a property that reads others when it is compared doesn't change which observers are notified`() {
    struct State: Equatable {
      /// A value whose comparison reads `count`.
      var value: ComparisonAction

      var count = 0
    }
    weak var weakContainer: StateStore<State, Never>?
    let read: @MainActor @Sendable () -> Void = { _ = weakContainer?.count }
    let container = StateStore<State, Never>(state: State(value: ComparisonAction(1, read)))
    weakContainer = container
    let observer = Observer { _ = container.value }
    let counter = Observer { _ = container.count }
    container.state.value = ComparisonAction(2, read)
    #expect(observer.changes == 1)
    #expect(counter.changes == 0)
    container.state.count = 1
    #expect(counter.changes == 1)
    container.state.value = ComparisonAction(3, read)
    #expect(observer.changes == 2)
  }

  @Test func `an argument of a subscript can read the container when it is hashed and compared`() {
    weak var weakContainer: StateStore<[Int], Never>?
    let read: @MainActor @Sendable () -> Void = { _ = weakContainer?.first }
    let container = StateStore<[Int], Never>(state: [1, 2])
    weakContainer = container
    // There is no observer yet, as Observation can't be read while it hashes.
    for index in [0, 1, 1] { #expect(container[dynamicMember: \.[ComparisonAction(index, read)]] == index + 1) }
    let counter = Observer { _ = container.first }
    container.state = [1, 3]
    #expect(counter.changes == 0)
    container.state = [2, 3]
    #expect(counter.changes == 1)
  }
}

extension [Int] {
  fileprivate subscript(index: ComparisonAction) -> Int { self[index.id] }
}
