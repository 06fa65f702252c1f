import StoreCore
import StoreTesting

/// Where promises are found: facts, with the paths to what they are about.
protocol PromiseSource {
  var facts: PromiseFacts { get }

  /// Returns the number of steps on the shortest known path to a situation.
  func depth(at node: Int) -> Int

  /// Returns the shortest known path to an exception, through its steps.
  func trace(to exception: Candidate.Exception) -> PromiseTrace
}

extension PromiseSource {
  /// Returns the number of steps on the shortest known path to an exception, and through it.
  func length(to exception: Candidate.Exception) -> Int { depth(at: exception.node) + exception.steps.count }
}

/// A path to an exception.
struct PromiseTrace {
  /// The steps as text, one line per step and event.
  var lines: [String] = []

  /// The steps as those of a test.
  var steps: [String] = []

  /// The numbers of the steps in a recorded space.
  var path: [Int] = []
}

/// The promises of an explored space.
struct ExploredPromises<Space: ExploredSpace>: PromiseSource {
  private let space: Space

  let facts: PromiseFacts

  init(_ space: Space) {
    self.space = space
    facts = PromiseFacts(space)
  }

  func depth(at node: Int) -> Int { space.depth(at: node) }

  func trace(to exception: Candidate.Exception) -> PromiseTrace {
    let last = exception.steps.map { facts.steps[$0] }.map { space.moves(from: $0.from)[$0.number] }
    let moves = space.path(to: exception.node) + last
    let trace = SpaceTrace(space.steps(along: moves))
    return PromiseTrace(
      lines: trace.lines,
      steps: trace.steps,
      path: moves.map { ($0 as? RecordedMove)?.number ?? 0 }
    )
  }
}
