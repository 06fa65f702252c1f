import StoreCore

struct Feature: ActionReducer {
  struct State: Equatable { var count = 0 }
  enum Action { case tapped }

  func reduce(action: Action, into state: inout State) -> EffectOf<Self> { .none }
}
