import StoreCore

struct Feature: ActionReducer {
  struct State: Equatable { var count = 0 }
  enum Action { case tapped }
  enum Output { case saved }

  func reduce(action: Action, into state: inout State) -> Effect<Action, Output> { .none }
}
