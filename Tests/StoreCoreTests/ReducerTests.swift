import StoreCore
import Testing

/// A feature without feedback and outputs.
private struct Counter: Reducer {
  /// What can be asked of it.
  enum Input: CaseIterable { case increment, decrement }

  /// Counts.
  func reduce(message: Message<Input, Never>, into state: inout Int) -> Effect<Never, Never> {
    switch message {
    case .input(.increment): state += 1
    case .input(.decrement): state -= 1
    }
    return .none
  }
}

@MainActor @Suite struct ReducerTests {
  @Test("a feature that sends no feedback and no outputs need not mention them")
  func defaults() {
    let store = Store(state: 0, reducer: Counter())
    store.send(.increment)
    store.send(.increment)
    store.send(.decrement)
    #expect(store.state == 1)
  }

  @Test("a reducer is a function that can be tried without a store")
  func alone() {
    var state = 0
    let effect = Counter().reduce(message: .input(.increment), into: &state)
    #expect(state == 1)
    guard case .none = effect.node else {
      Issue.record("\(effect.node) follows from counting.")
      return
    }
  }

  @Test("a reducer can be passed on by the types of what it handles")
  func constrained() {
    /// Makes a store of any feature that counts.
    func store(_ reducer: some Reducer<Int, Counter.Input, Never, Never>) -> Store<Int, Counter.Input, Never> {
      Store(state: 1, reducer: reducer)
    }
    let store = store(Counter())
    store.send(.decrement)
    #expect(store.state == 0)
  }
}
