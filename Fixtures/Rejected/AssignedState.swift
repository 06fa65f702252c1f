// Only a reducer changes the state of a feature.
import StoreCore

struct Counter: Reducer {
  struct State: Equatable { var count = 0 }
  enum Input { case increment }

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> { .none }
}

@MainActor func assign(to store: Store<Counter.State, Counter.Input, Never>) {
  store.state.count = 1  // error: cannot assign to property: 'state' is a get-only property
  store.count = 1  // error: cannot assign through dynamic lookup property
}
