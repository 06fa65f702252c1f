import StoreCore

/// A minimal feature, which changes a number directly or with an effect.
struct Counter: Reducer {
  struct State: Equatable {
    var count = 0
  }

  enum Input {
    case increment

    /// Adds one with the feedback of an effect.
    case request

    /// Adds one several times, each with a feedback of one effect.
    case requestMany(Int)
  }

  enum Feedback: Equatable {
    case received(Int)
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.increment):
      state.count += 1
      return .none
    case .input(.request):
      return .run { send in await send(.received(1)) }
    case .input(.requestMany(let count)):
      return .run { send in
        for _ in 0..<count { await send(.received(1)) }
      }
    case .feedback(.received(let amount)):
      state.count += amount
      return .none
    }
  }
}
