import StoreCore
import Testing

/// A store keeps a state from before a message no longer than an observer needs it.
@MainActor @Suite struct ReleasedStateTests {
  private struct Holder: Reducer {
    struct State: Equatable {
      var probe: LifetimeProbe?

      static func == (first: Self, second: Self) -> Bool { first.probe === second.probe }
    }

    typealias Input = @Sendable (inout State) -> Void

    func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
      guard case .input(let change) = message else { return .none }
      change(&state)
      return .none
    }
  }

  @Test func `a value that a message removes is released when observers have been told`() {
    let counter = LifetimeCounter()
    let store = Store(initialState: Holder.State(probe: counter.makeProbe())) { Holder() }
    let observer = Observer { _ = store.state }
    store.send { $0.probe = nil }
    #expect(observer.changes == 1)
    #expect(counter.deinitialised == 1)
  }

  @Test func `an observer of events that is removed during a message leaves no earlier state behind`() {
    let counter = LifetimeCounter()
    let store = Store(initialState: Holder.State(probe: counter.makeProbe())) { Holder() }
    store.onEvent = { _ in }
    store.send { state in
      MainActor.assumeIsolated { store.onEvent = nil }
      state.probe = nil
    }
    #expect(counter.deinitialised == 1)
  }
}
