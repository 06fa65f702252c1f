import StoreCore
import StoreTesting

/// The pairs of modes and messages that tests of a feature could try.
struct CoverageGoal: Sendable {
  var modes: [String] = []

  /// The pairs of a mode and a message that can occur in it.
  var pairs: Set<TransitionName> = []

  /// The known transitions between modes.
  var transitions: Set<CoverageRecord.Transition> = []

  /// The shortest tests that try a pair, as code, if they are known.
  var tests: [TransitionName: [String]] = [:]

  /// The origin of the goal, as text.
  var origin: String

  /// The reason why the goal is incomplete; nil if it is complete.
  var cut: String?

  /// The messages of the state space, and the declared ones; nil without a state space.
  private var spaceMessages: MessageNames?

  /// The declared messages that the state space lacks.
  private(set) var lacking: [String] = []

  /// Creates the goal of the observed modes: each declared input in each of them, and each feedback where it occurred.
  init(seenIn record: CoverageRecord) {
    origin = "each declared input in each mode that was seen, and each feedback where it was seen"
    modes = record.firstModes.sorted()
    for transition in record.transitions.keys.sorted() {
      for mode in [transition.mode, transition.next] where !modes.contains(mode) { modes.append(mode) }
      pairs.insert(transition.name)
      transitions.insert(transition)
    }
    let inputs = (record.messages.seen.sorted() + record.messages.declared).filter { $0.hasPrefix(".input(") }
    for mode in modes {
      for input in inputs where record.isSent(input) {
        pairs.insert(TransitionName(mode: mode, message: input))
      }
    }
    for name in record.messages.unseen where name.hasPrefix(".feedback(") {
      pairs.insert(TransitionName(mode: TransitionName.nowhere, message: name))
    }
  }

  /// Creates the goal of a state space: every reachable pair.
  init<Feature: Reducer>(_ space: StateSpace<Feature>, _ reader: TransitionReader) throws
  where Feature.State: Equatable {
    origin = "what the state space can reach"
    modes = [reader.mode(of: space.initialState)]
    explore(try space.content.explored(at: space.site), reader)
  }

  private mutating func explore<Space: ExploredSpace>(_ space: Space, _ reader: TransitionReader) {
    var messages = SpaceMessages<Space.Feature>()
    cut = space.report.cut
    for index in 0..<space.expanded {
      for move in space.moves(from: index) {
        for event in space.step(move, from: index).events {
          guard case .reduced(let reduction) = event else { continue }
          messages.add(event)
          let name = reader.name(of: reduction.message, in: reduction.before)
          let next = reader.mode(of: reduction.after)
          for mode in [name.mode, next] where !modes.contains(mode) { modes.append(mode) }
          transitions.insert(CoverageRecord.Transition(mode: name.mode, message: name.message, next: next))
          // The search visits the nearest situations first, so the first test of a pair is the shortest.
          guard pairs.insert(name).inserted else { continue }
          tests[name] = SpaceTrace(space.steps(along: space.path(to: index) + [move])).steps
        }
      }
    }
    spaceMessages = messages.names
  }

  /// Adds the declared messages that the state space lacks: each input in each mode that was seen, and each feedback
  /// where it was seen.
  mutating func addLacking(from record: CoverageRecord) {
    guard let spaceMessages else { return }
    var all = spaceMessages
    all.formUnion(record.messages)
    lacking = all.declared.subtracting(spaceMessages.seen).sorted()
    guard !lacking.isEmpty else { return }
    origin += ", and what it lacks: \(lacking.joined(separator: ", "))"
    let seen = CoverageGoal(seenIn: record)
    pairs.formUnion(seen.pairs.filter { lacking.contains($0.message) })
    transitions.formUnion(seen.transitions.filter { lacking.contains($0.message) })
    for mode in seen.modes where !modes.contains(mode) { modes.append(mode) }
  }
}

extension CoverageRecord {
  /// Whether a test has sent an input, if inputs and feedback share a type.
  fileprivate func isSent(_ input: String) -> Bool {
    transitions.keys.contains { $0.message == input } || !messages.seen.contains(input)
  }
}
