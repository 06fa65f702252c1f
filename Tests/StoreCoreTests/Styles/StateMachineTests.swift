import StoreCore
import StoreTesting
import Testing

private enum Turnstile: StateMachine, Equatable {
  case locked, unlocked

  enum Event: Equatable { case coin, push, rest }

  enum Command: Equatable { case open, close }

  mutating func handle(_ event: Event) -> Command? {
    switch (self, event) {
    case (.locked, .coin):
      self = .unlocked
      return .open
    case (.unlocked, .push), (.unlocked, .rest):
      self = .locked
      return .close
    case (.locked, .push), (.locked, .rest), (.unlocked, .coin): return nil
    }
  }
}

@Suite struct StateMachineTests {
  @Test func `a test calls a machine without a store`() {
    var turnstile = Turnstile.locked
    #expect(turnstile.handle(.push) == nil)
    #expect(turnstile.handle(.coin) == .open)
    #expect(turnstile == .unlocked)
  }

  @Test func `the reducer of a machine returns the machine's commands, and nothing without commands`() async {
    let store = TestStore(initialState: .locked) { Turnstile.reducer }
    store.exhaustivity = .strict
    await store.send(.push)
    await store.send(.coin) { $0 = .unlocked }
    await store.receiveOutput(.open)
    await store.send(.push) { $0 = .locked }
    await store.receiveOutput(.close)
    await store.finish()
  }

  @Test func `the effect of a command sends events to the state machine`() async {
    let store = TestStore(initialState: .locked) {
      Turnstile.reducer.performing { command -> Effect<Turnstile.Event, String> in
        switch command {
        case .open: .run("open") { send in await send(.rest) }
        case .close: .output("closed")
        }
      }
    }
    await store.send(.coin) { $0 = .unlocked }
    await store.receive(.rest) { $0 = .locked }
    await store.receiveOutput("closed")
    await store.finish()
  }

  @MainActor @Test func `a live store runs a machine`() {
    let store = Store(state: .locked, reducer: Turnstile.reducer)
    store.send(.coin)
    #expect(store.state == .unlocked)
  }
}
