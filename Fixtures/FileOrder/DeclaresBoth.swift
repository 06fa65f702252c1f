import StoreCore

struct Feature: Reducer {
  struct State: Equatable { var count = 0 }
  enum Input { case tapped }
  enum Feedback { case loaded }
  enum Output { case saved }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> EffectOf<Self> { .none }
}
