import StoreCore

/// A root of 50 features: seven floors of seven counters each, and a list of rows.
struct House: Reducer {
  struct State: Equatable {
    var a = Floor.State()

    var b = Floor.State()

    var c = Floor.State()

    var d = Floor.State()

    var e = Floor.State()

    var f = Floor.State()

    var g = Floor.State()

    var rows: IdentifiedArray<Row.State>

    /// Creates a house with a number of rows.
    init(rows count: Int) {
      rows = IdentifiedArray((0..<count).map { Row.State(id: $0) })
    }
  }

  enum Input {
    /// For a counter of a floor.
    case floor(Int, Floor.Input)

    case row(Int, Row.Input)
  }

  /// The feedback of the parent, from its children.
  enum Feedback {
    case floor(Int, ChildFeedback<Floor>)

    case row(Int, ChildFeedback<Row>)
  }

  private let floors: [Scope<House, Floor>] = {
    let paths: [any WritableKeyPath<State, Floor.State> & Sendable] = [\.a, \.b, \.c, \.d, \.e, \.f, \.g]
    return paths.enumerated().map { number, path in Scope(path, feedback: { .floor(number, $0) }) { Floor() } }
  }()

  private let rows = ScopeEach<House, Row>(\.rows, feedback: Feedback.row) { Row() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.floor(let number, let input)): floors[number].reduce(.input(input), into: &state)
    case .input(.row(let id, let input)): rows.reduce(.input(input), id: id, into: &state)
    case .feedback(.floor(let number, .feedback(let feedback))):
      floors[number].reduce(.feedback(feedback), into: &state)
    case .feedback(.row(let id, .feedback(let feedback))): rows.reduce(.feedback(feedback), id: id, into: &state)
    }
  }
}

/// A part of a house: seven counters.
struct Floor: Reducer {
  struct State: Equatable {
    var a = Counter.State()

    var b = Counter.State()

    var c = Counter.State()

    var d = Counter.State()

    var e = Counter.State()

    var f = Counter.State()

    var g = Counter.State()
  }

  enum Input {
    case counter(Int, Counter.Input)
  }

  /// The feedback of the parent, from its counters.
  enum Feedback {
    case counter(Int, ChildFeedback<Counter>)
  }

  private let counters: [Scope<Floor, Counter>] = {
    let paths: [any WritableKeyPath<State, Counter.State> & Sendable] = [\.a, \.b, \.c, \.d, \.e, \.f, \.g]
    return paths.enumerated().map { number, path in Scope(path, feedback: { .counter(number, $0) }) { Counter() } }
  }()

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.counter(let number, let input)): counters[number].reduce(.input(input), into: &state)
    case .feedback(.counter(let number, .feedback(let feedback))):
      counters[number].reduce(.feedback(feedback), into: &state)
    }
  }
}

/// A row of a house's list.
struct Row: Reducer {
  struct State: Equatable, Identifiable {
    /// The id of the row.
    let id: Int

    var count = 0
  }

  enum Input {
    case tick

    /// Starts an effect that runs until the row is removed.
    case listen
  }

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
    switch message {
    case .input(.tick):
      state.count += 1
      return .none
    case .input(.listen):
      return .run("listen") { _ in for await _ in AsyncStream<Never>.makeStream().stream {} }
    }
  }
}
