import StoreTesting

/// A step of a test of ``Errands``.
enum ErrandStep: Sendable, CustomStringConvertible {
  case send(Errands.Input, Change? = nil)
  case receive(Errands.Feedback, Change? = nil)
  case receiveOutput(Errands.Output)
  case receiveEffect(String)
  case advance(Int)
  case finish

  typealias Change = @Sendable (inout Errands.State) -> Void

  /// An input of each kind, without a change of the state.
  static let inputs: [Self] = [
    .send(.fetch(1)), .send(.fetch(2)), .send(.announce(3)), .send(.nap), .send(.stop), .send(.look),
  ]

  var description: String {
    switch self {
    case .send(let input, _): "send(\(input))"
    case .receive(let feedback, _): "receive(\(feedback))"
    case .receiveOutput(let output): "receiveOutput(\(output))"
    case .receiveEffect(let name): "receiveEffect(\(name))"
    case .advance(let seconds): "advance(\(seconds) s)"
    case .finish: "finish()"
    }
  }

  /// The assertion of the step, as in the text of a failure.
  var subject: String? {
    switch self {
    case .receive(.fetched(let number), _): ".fetched(\(number))"
    case .receive(.woke, _): ".woke"
    case .receiveOutput(.counted(let count)): ".counted(\(count))"
    case .receiveOutput(.announced(let number)): ".announced(\(number))"
    case .receiveOutput(.ready): ".ready"
    case .receiveEffect(let name): name
    case .send, .advance, .finish: nil
    }
  }

  /// Whether a test at a level has such a step. The effect "log" sends nothing.
  func belongs(to level: Exhaustivity) -> Bool {
    guard case .receiveEffect(let name) = self else { return true }
    return level == .strict || level == .on && name == "log"
  }
}

/// A test of ``Errands`` without a mistake.
struct ErrandScript: Sendable, CustomStringConvertible {
  let name: String
  let steps: [ErrandStep]

  var description: String { name }

  static let all: [Self] = [
    Self(
      name: "fetch",
      steps: [
        .send(.fetch(1)) { $0.isLoading = true },
        .receiveEffect("fetch"),
        .receive(.fetched(1)) { ($0.isLoading, $0.items) = (false, [1]) },
        .receiveEffect("log"),
        .receiveOutput(.counted(1)),
        .send(.look),
        .finish,
      ]
    ),
    Self(
      name: "fetch twice",
      steps: [
        .send(.fetch(1)) { $0.isLoading = true },
        .receive(.fetched(1)) { ($0.isLoading, $0.items) = (false, [1]) },
        .receiveOutput(.counted(1)),
        .send(.fetch(2)) { $0.isLoading = true },
        .receive(.fetched(2)) { ($0.isLoading, $0.items) = (false, [1, 2]) },
        .receiveOutput(.counted(2)),
        .finish,
      ]
    ),
    Self(
      name: "fetch the same twice",
      steps: [
        .send(.fetch(1)) { $0.isLoading = true },
        .receive(.fetched(1)) { ($0.isLoading, $0.items) = (false, [1]) },
        .receiveOutput(.counted(1)),
        .send(.fetch(1)) { $0.isLoading = true },
        .receive(.fetched(1)) { ($0.isLoading, $0.items) = (false, [1, 1]) },
        .receiveOutput(.counted(2)),
        .finish,
      ]
    ),
    Self(
      name: "output, feedback, output",
      steps: [
        .send(.announce(1)),
        .receiveOutput(.announced(1)),
        .receive(.fetched(1)) { $0.items = [1] },
        .receiveOutput(.counted(1)),
        .send(.announce(2)),
        .receiveOutput(.announced(2)),
        .receive(.fetched(2)) { $0.items = [1, 2] },
        .receiveOutput(.counted(2)),
        .finish,
      ]
    ),
    Self(
      name: "nap",
      steps: [
        .send(.nap) { $0.mood = "asleep" },
        .receiveEffect("nap"),
        .advance(1),
        .receive(.woke) { $0.mood = "awake" },
        .receiveOutput(.ready),
        .send(.stop) { $0.mood = "up" },
        .finish,
      ]
    ),
    Self(
      name: "nap twice",
      steps: [
        .send(.nap) { $0.mood = "asleep" },
        .advance(1),
        .receive(.woke) { $0.mood = "awake" },
        .receiveOutput(.ready),
        .send(.nap) { $0.mood = "asleep" },
        .advance(1),
        .receive(.woke) { $0.mood = "awake" },
        .receiveOutput(.ready),
        .finish,
      ]
    ),
    Self(
      name: "stopped nap",
      steps: [
        .send(.nap) { $0.mood = "asleep" },
        .receiveEffect("nap"),
        .send(.fetch(3)) { $0.isLoading = true },
        .receiveEffect("fetch"),
        .receive(.fetched(3)) { ($0.isLoading, $0.items) = (false, [3]) },
        .receiveEffect("log"),
        .receiveOutput(.counted(1)),
        .send(.stop) { $0.mood = "up" },
        .finish,
      ]
    ),
    Self(
      name: "nap and fetch",
      steps: [
        .send(.nap) { $0.mood = "asleep" },
        .send(.fetch(1)) { $0.isLoading = true },
        .receive(.fetched(1)) { ($0.isLoading, $0.items) = (false, [1]) },
        .receiveOutput(.counted(1)),
        .advance(1),
        .receive(.woke) { $0.mood = "awake" },
        .receiveOutput(.ready),
        .finish,
      ]
    ),
  ]

  /// The steps that a test at a level has.
  ///
  /// Effects that the script doesn't name, at a level at which they must be, are named where they start.
  func steps(at level: Exhaustivity) -> [ErrandStep] {
    let namesEffects = steps.contains { if case .receiveEffect = $0 { true } else { false } }
    let named = steps.flatMap { step -> [ErrandStep] in
      guard !namesEffects else { return [step] }
      return switch step {
      case .send(.fetch, _): [step, .receiveEffect("fetch")]
      case .send(.announce, _): [step, .receiveEffect("announce")]
      case .send(.nap, _): [step, .receiveEffect("nap")]
      case .receive(.fetched, _): [step, .receiveEffect("log")]
      default: [step]
      }
    }
    return named.filter { $0.belongs(to: level) }
  }
}

/// One mistake in a script.
enum ErrandMistake: CustomStringConvertible {
  case omission(Int)
  case doubling(Int)
  case move(from: Int, to: Int)

  var description: String {
    switch self {
    case .omission(let index): "without step \(index)"
    case .doubling(let index): "with step \(index) twice"
    case .move(let from, let to): "with step \(from) moved to \(to)"
    }
  }

  /// All single mistakes in the steps before the end.
  static func all(in count: Int) -> [Self] {
    let places = 0..<(count - 1)
    return places.flatMap { place in
      [.omission(place), .doubling(place)] + places.filter { $0 > place }.map { .move(from: place, to: $0) }
    }
  }

  /// The script with the mistake.
  func applied<Step>(to steps: [Step]) -> [Step] {
    var steps = steps
    switch self {
    case .omission(let index): steps.remove(at: index)
    case .doubling(let index): steps.insert(steps[index], at: index)
    case .move(let from, let to): steps.insert(steps.remove(at: from), at: to)
    }
    return steps
  }
}
