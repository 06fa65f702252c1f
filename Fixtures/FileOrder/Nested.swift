import StoreCore

enum Screens {
  struct Search: Reducer {
    struct State: Equatable { var count = 0 }
    enum Input { case tapped }

    func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> { .none }
  }
}

typealias Feature = Screens.Search
