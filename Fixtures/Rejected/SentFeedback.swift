// Only an effect of the feature sends its feedback, and a store doesn't expose the feedback's type.
import StoreCore

struct Numbers: Reducer {
  struct State: Equatable { var numbers: [Int] = [] }
  enum Input { case onAppear }
  enum Feedback { case downloaded([Int]) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> { .none }
}

@MainActor func pretend(in store: Store<Numbers.State, Numbers.Input, Never>) {
  store.send(.onAppear)
  store.send(.downloaded([1]))  // error: type 'Numbers.Input' has no member 'downloaded'
  store.send(.feedback(.downloaded([1])))  // error: type 'Numbers.Input' has no member 'feedback'
  _ = store.feedback  // error: has no dynamic member 'feedback'
}
