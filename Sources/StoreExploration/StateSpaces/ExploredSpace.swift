import StoreCore
import StoreTesting

/// The situations of a space, and the steps between them, as an exploration found them.
protocol ExploredSpace<Feature> {
  associatedtype Feature: Reducer where Feature.State: Equatable
  associatedtype Move

  var report: SpaceReport { get }

  /// The events of the start.
  var beginning: [SpaceEvent<Feature>] { get }

  /// The number of situations. The first one is the start.
  var situationCount: Int { get }

  /// The number of situations, from the first one, whose steps are known.
  var expanded: Int { get }

  /// Whether all steps from a situation are known.
  func isExplored(at index: Int) -> Bool

  func situation(at index: Int) -> Situation<Feature>

  /// Returns the number of steps on the shortest path to a situation.
  func depth(at index: Int) -> Int

  /// Returns the effects that proceed or end some time later, by their positions.
  func forcedEffects(at index: Int) -> [Int]

  /// Returns the effects that the situation shows as running, by their positions among all.
  func shownEffects(at index: Int) -> [Int]

  /// Returns the known steps from a situation.
  func edges(from index: Int) -> ArraySlice<SpaceEdge>

  /// Returns the possible steps in a situation, in the order of its edges if all of them are known.
  func moves(from index: Int) -> [Move]

  func isInput(_ move: Move) -> Bool

  /// Returns what happens in a step that the exploration has taken.
  func step(_ move: Move, from index: Int) -> SpaceStep<Feature>

  /// Returns the steps of the shortest path to a situation.
  func path(to index: Int) -> [Move]
}

extension ExploredSpace {
  /// Returns what happens along moves from a situation, the start unless another is named.
  func steps(along moves: [Move], from start: Int = 0) -> [SpaceStep<Feature>] {
    var index = start
    return moves.map { move in
      let step = step(move, from: index)
      index = step.target ?? index
      return step
    }
  }

  /// Visits the events of the start, and of each step.
  func walk(_ tell: (SpaceEvent<Feature>) -> Void) {
    beginning.forEach(tell)
    for index in 0..<expanded {
      for move in moves(from: index) { step(move, from: index).events.forEach(tell) }
    }
  }
}

/// A step between two situations.
struct SpaceEdge {
  /// The situation after the step.
  let target: Int32

  let isInput: Bool
}

/// What happens in a step.
struct SpaceStep<Feature: Reducer> {
  let cause: SpaceCause

  let events: [SpaceEvent<Feature>]

  /// The situation after the step; nil if it lies beyond the limits.
  let target: Int?

  /// The effect after the step for each effect before it; nil if that has proceeded or ended.
  let survivors: [Int?]
}

extension SpaceStep {
  /// The input that caused it, as text; nil if another event did.
  var inputText: String? {
    guard case .reduced(let reduction)? = events.first, case .input(let input) = reduction.message else { return nil }
    return describe(input)
  }
}

/// The cause of a step.
struct SpaceCause {
  /// The cause as a line of its own; nil if the first message says it.
  var title: String?

  /// The effect that proceeds; nil for an input.
  var effect: String?

  /// Whether only time passes.
  var isWait = false

  /// Whether a call fails.
  var isFailure = false

  /// Whether a stream is answered: it has a new element, or ends.
  var isElement = false

  /// Whether a stream ends.
  var endsStream = false

  /// The call that is answered, with its arguments.
  var call: String?

  /// The number of the effect whose call is answered, in its store.
  var answered: Int?

  /// The name of the effect whose call is answered, if the call returns nothing.
  var command: String?

  /// Returns the cause as test code; nil if a message is the step of the test.
  ///
  /// Performance: an exploration takes many steps, and prints the code of few of them.
  var makeCode: (@Sendable () -> String)?
}

/// The verdict on a property, with its situation.
struct SpaceFinding<Move> {
  /// The situation that violates or fulfils the property; nil if none is known.
  var node: Int?

  /// The step after the situation, if the step violates the property.
  var move: Move?

  /// The endless behaviour after the situation that violates the property.
  var lasso: SpaceLasso<Move>?

  var verdict: SpaceReport.Verdict?
}
