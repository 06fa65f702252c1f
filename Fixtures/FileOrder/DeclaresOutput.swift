import StoreCore

struct Feature: Reducer {
  struct State: Equatable { var count = 0 }
  enum Input { case tapped }
  enum Output { case saved }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> { .none }
}
