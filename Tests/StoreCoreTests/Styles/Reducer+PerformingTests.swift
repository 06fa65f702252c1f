import StoreCore
import StoreDependencies
import StoreTesting
import Testing

/// The handler of the commands of `CommandFeature`.
private struct Stove: Sendable {
  @Dependency(\.continuousClock) private var clock

  func perform(_ command: CommandFeature.Command) -> Effect<CommandFeature.Feedback, String> {
    switch command {
    case .heat: .run("heat", operation: heat).cancellable(id: "heat")
    case .cool: .cancel(id: "heat")
    case .whistle(let sound): .output(sound)
    }
  }

  func heat(_ send: Send<CommandFeature.Feedback>) async throws {
    try await clock.sleep(for: .seconds(3))
    await send(.boiled(after: 3))
  }
}

/// A feature that returns its command within any composed effect.
private struct Wrapped: Reducer {
  let wrap: @Sendable (Effect<Int, String>) -> Effect<Int, String>

  func reduce(message: Message<String, Int>, into state: inout Int) -> Effect<Int, String> {
    switch message {
    case .input(let command): return wrap(.output(command))
    case .feedback(let number):
      state += number
      return .none
    }
  }
}

@Suite struct ReducerPerformingTests {
  @Test func `a performed command runs its effect, returns its feedback, and emits the handler's outputs`() async {
    let store = TestStore(initialState: .cold) { CommandFeature().performing(Stove().perform) }
    store.exhaustivity = .strict
    await store.receiveOutput("hello")
    await store.send(.switchOn) { $0 = .heating }
    await store.receiveEffect("heat")
    await store.clock.advance(by: .seconds(3))
    await store.receive(.boiled(after: 3)) { $0 = .boiling }
    await store.receiveOutput("tea")
    await store.finish()
  }

  @Test func `a command cancels the effect of another one`() async {
    let store = TestStore(initialState: .cold) { CommandFeature().performing(Stove().perform) }
    await store.receiveOutput("hello")
    await store.send(.switchOn) { $0 = .heating }
    await store.send(.switchOff) { $0 = .cold }
    await store.clock.advance(by: .seconds(3))
    await store.finish()
  }

  @Test func `a test runs a handler with its own sender`() async throws {
    let probe = Probe()
    try await withDependencies {
      $0.continuousClock = ImmediateClock()
    } operation: {
      try await Stove().heat(Send { probe.note("\($0 == .boiled(after: 3))") })
    }
    #expect(probe.notes == ["true"])
  }

  @Test(
    arguments: [
      { $0 },
      { .merge(.none, $0) },
      { .concatenate(.none, $0) },
      { $0.cancellable(id: 1, cancelInFlight: true) },
      { $0.throttle(id: 1, for: .seconds(1), latest: false) },
      { .merge(.concatenate(.cancel(id: 2), .merge($0))).cancellable(id: 3) },
    ] as [@Sendable (Effect<Int, String>) -> Effect<Int, String>]
  )
  func `a command in any composed effect is performed`(
    wrap: @escaping @Sendable (Effect<Int, String>) -> Effect<Int, String>
  ) async {
    let store = TestStore(initialState: 0) {
      Wrapped(wrap: wrap).performing { command -> Effect<Int, Never> in
        .run("perform", of: command) { send in await send(command.count) }
      }
    }
    store.exhaustivity = .strict
    await store.send("four")
    await store.receiveEffect("perform", of: "four")
    await store.receive(4) { $0 = 4 }
    await store.finish()
  }

  @Test func `the feature's own effects continue next to performed commands`() async {
    let store = TestStore(initialState: 0) {
      Wrapped { .merge(.run("own") { send in await send(1) }, $0) }
        .performing { command -> Effect<Int, String> in .merge(.output("done \(command)"), .output("twice")) }
    }
    await store.send("it")
    await store.receiveOutput("done it")
    await store.receiveOutput("twice")
    await store.receive(1) { $0 = 1 }
    await store.finish()
  }

  @Test func `the outputs of a performing reducer are performed by another handler`() async {
    let store = TestStore(initialState: .heating) {
      CommandFeature()
        .performing(Stove().perform)
        .performing { sound -> Effect<CommandFeature.Feedback, Int> in .output(sound.count) }
    }
    await store.receiveOutput(5)
    await store.send(.ask)
    await store.receiveOutput(7)
    await store.receiveOutput(7)
    await store.finish()
  }
}
