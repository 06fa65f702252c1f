import StoreCore

struct Feature {
  struct State: Equatable { var count = 0 }
  enum Input { case tapped }
}

extension Feature: Reducer {
  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> { .none }
}
