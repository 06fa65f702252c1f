import StoreDependencies
import TestSupport

@testable import StoreExploration
@testable import StoreTesting

/// A small feature and its test as data, whose orders can be enumerated without a store (``OrderModel``) and explored with one.
struct OrderProgram: Hashable, Sendable {
  /// The next operation of an effect.
  enum Operation: Hashable, Sendable {
    /// Calls the client, and stores the answer.
    case call

    case sleep(Int)

    /// Sends a feedback with the stored number.
    case send(Int)

    /// Stores the shared number, or sets it to the stored number plus one.
    case read, write

    /// Appends the effect's name to a list that the effects share.
    case note

    /// Yields to other effects.
    case pause
  }

  /// The commands that follow from a message.
  enum Command: Hashable, Sendable {
    /// Starts an effect, under an identifier or none, and after a delay as with `debounce`.
    case start(Int, id: Int?, cancelInFlight: Bool, debounce: Int?)

    case cancel(Int)
  }

  /// A step of the test.
  enum Step: Hashable, Sendable {
    case send(Int)

    case advance(Int)

    /// Receives a feedback that was not received before.
    case receive
  }

  var works: [[Operation]]

  /// The reaction to each input.
  var inputs: [[Command]]

  /// The reaction to each feedback.
  var feedbacks: [[Command]] = []

  var first: [Command] = []

  /// The steps of the test before it runs all that remains.
  var steps: [Step]

  /// The possible answers of the outside to an effect.
  static func answers(to work: Int) -> [Int] { work % 2 == 0 ? [1] : [1, 2] }
}

/// The outcome of a program.
struct OrderOutcome: Hashable, CustomStringConvertible {
  /// The messages, in the order in which they were reduced.
  var log: [String] = []

  /// The names that the effects have left.
  var notes: [Int] = []

  /// The number that the effects share.
  var number = 0

  var description: String { "\(log.joined(separator: " ")) | \(notes) | \(number)" }
}

// MARK: - Random programs

extension OrderProgram {
  /// Returns a random program.
  ///
  /// - Parameters:
  /// - seed: The seed of the random numbers.
  ///   - isShared: Whether the effects share a number and a list.
  static func random(_ seed: UInt64, isShared: Bool) -> Self {
    var random = ExplorationRandom(seed: seed)
    let count = Int.random(in: 2...3, using: &random)
    let works = (0..<count).map { _ in operations(isShared: isShared, &random) }
    var program = Self(works: works, inputs: [], steps: [])
    program.inputs = (0..<2).map { _ in commands(works.indices, atLeast: 1, isShared: isShared, &random) }
    program.feedbacks = works.indices.map { work in
      // A feedback starts only later effects. Otherwise the feature would never become idle.
      .random(using: &random) ? commands(work + 1..<count, atLeast: 0, isShared: true, &random) : []
    }
    if Int.random(in: 0..<4, using: &random) == 0 {
      program.first = commands(works.indices, atLeast: 1, isShared: true, &random)
    }
    program.steps = [.send(0)]
    for _ in 0..<Int.random(in: isShared ? 0...1 : 1...3, using: &random) {
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1: program.steps.append(.send(1))
      case 2: program.steps.append(.advance(100))
      case 3: program.steps.append(.advance(250))
      case 4: program.steps.append(.advance(0))
      default: program.steps.append(.receive)
      }
    }
    return program
  }

  /// Returns a random operation of an effect.
  private static func operations(isShared: Bool, _ random: inout ExplorationRandom) -> [Operation] {
    let all: [Operation] =
      isShared
      ? [.call, .sleep(100), .send(0), .read, .write, .note, .note, .pause]
      : [.call, .call, .sleep(100), .sleep(200), .send(0), .send(1), .send(1)]
    let length = Int.random(in: 1...3, using: &random)
    let operations = (0..<length).map { _ in all.randomElement(using: &random)! }
    return isShared ? operations : operations + [.send(2)]
  }

  /// The commands that follow from a message.
  private static func commands(
    _ works: Range<Int>,
    atLeast minimum: Int,
    isShared: Bool,
    _ random: inout ExplorationRandom
  ) -> [Command] {
    guard !works.isEmpty else { return [] }
    return (0..<Int.random(in: minimum...(isShared ? 1 : 2), using: &random)).map { _ in
      let work = Int.random(in: works, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: return .cancel(0)
      case 1: return .start(work, id: 0, cancelInFlight: true, debounce: nil)
      case 2: return .start(work, id: 0, cancelInFlight: true, debounce: 100)
      case 3: return .start(work, id: 0, cancelInFlight: false, debounce: nil)
      default: return .start(work, id: nil, cancelInFlight: false, debounce: nil)
      }
    }
  }
}
