import StoreCore
import StoreDependencies
import StoreTesting
import Synchronization

/// A mutator with whose changes a reducer is asked only what it has been asked without them.
///
/// A reducer may take for granted what a change breaks, such as an element that it removes. Then it would end the process.
final class KnownReductions<Feature: Reducer>: Mutator where Feature.State: Equatable {
  private let mutator: any Mutator

  /// The hashes of the states and messages of all known reductions.
  private let known: Set<Int>

  /// Whether the newest store was asked something else. It goes on without its reducer then.
  private let flag = Mutex(LeavingFlag())

  var patience: Duration? { mutator.patience }

  /// - Parameters:
  ///   - mutator: The changes.
  ///   - known: The known reductions, as ``reductions(in:)`` returns them.
  init(_ mutator: any Mutator, in known: Set<Int>) {
    self.mutator = mutator
    self.known = known
  }

  /// Whether the newest store has left what is known.
  var hasLeft: Bool { flag.withLock(\.self).isSet }

  func noteWait(_ duration: Duration) { mutator.noteWait(duration) }

  func change<Other: Reducer>(of feature: Other.Type, storeAt site: CallSite) -> ReducerChange<Other>? {
    guard let change = mutator.change(of: feature, storeAt: site) else { return nil }
    let own = LeavingFlag()
    flag.withLock { $0 = own }
    return ReducerChange(surroundings: change.surroundings) { state, reducer in
      change.start(from: state, by: reducer)
    } reduce: { message, state, reducer in
      if !self.known.contains(Self.hash(of: message, in: state)) { own.set() }
      return own.isSet ? .none : change.reduce(message, into: &state, by: reducer)
    }
  }

  /// Returns the hashes of the states and messages of all reductions in a space.
  static func reductions(in space: RecordedSpace<Feature>) -> Set<Int> {
    var hashes: Set<Int> = []
    space.walk { event in
      if case .reduced(let reduction) = event { hashes.insert(hash(of: reduction.message, in: reduction.before)) }
    }
    return hashes
  }

  private static func hash<State, Input, Feedback>(of message: Message<Input, Feedback>, in state: State) -> Int {
    var hasher = PartsHasher()
    hasher.combine(state)
    hasher.combine(message)
    return hasher.finalize()
  }
}

/// Whether a store has left what is known.
private final class LeavingFlag: Sendable {
  private let value = Atomic(false)

  var isSet: Bool { value.load(ordering: .relaxed) }

  func set() { value.store(true, ordering: .relaxed) }
}
