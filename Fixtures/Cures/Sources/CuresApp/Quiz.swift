import StoreCore

/// A quiz whose points only the feature changes.
struct Quiz: Reducer {
  struct State: Equatable {
    private(set) var points = 0
    var phase = Phase.waiting

    mutating func win(_ points: Int) { self.points += points }
  }

  enum Phase: Equatable {
    case waiting
    case playing(Round)
  }

  struct Round: Equatable {
    var number = 1
    var question: String
    var answers: [String] = []
  }

  enum Input: Equatable {
    case startTapped
    case answered(String)
    case won(Int)
  }

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
    guard case .input(let input) = message else { return .none }
    switch input {
    case .startTapped: state.phase = .playing(Round(question: "How many cantons has Switzerland?"))
    case .answered(let answer):
      guard case .playing(var round) = state.phase else { return .none }
      round.answers.append(answer)
      state.phase = .playing(round)
    case .won(let points): state.win(points)
    }
    return .none
  }
}
