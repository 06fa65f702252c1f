import StoreCore
import StoreDependencies
import StoreTesting
import Synchronization

/// An observer of what stores do in a test, in which promises are found that no test has.
///
/// It keeps texts and facts only, so that values of the user live no longer than in a test without it.
final class ObservedStores: Sendable {
  /// What is known of a feature.
  struct Knowledge {
    /// The spaces of stores that began alike, in the order in which the first of them began.
    var spaces: [ObservedSpace] = []

    /// The positions of the spaces, by the start.
    private var numbers: [ObservedSpace.Key: Int] = [:]

    /// The facts about states, by their hashes.
    var states: [Int: StateFacts] = [:]

    /// The changes between states as text, by their hashes.
    var changes: [[Int]: [String]] = [:]

    /// Returns the position of the space of stores that began in a situation. It may be new.
    mutating func number(ofSpaceFrom start: ObservedSpace.Key) -> Int {
      if let number = numbers[start] { return number }
      numbers[start] = spaces.count
      spaces.append(ObservedSpace())
      return spaces.count - 1
    }
  }

  /// The least number of situations or steps that speak for a suspect whose exceptions lack something. A few tests show a part
  /// of a feature only.
  private static var leastSupport: Int { 4 }

  /// Which features are observed.
  let feature: FeatureMatch?

  /// The greatest number of observed stores.
  private let limit: Int

  private let knowledge = Mutex<[String: Knowledge]>([:])

  private let observers = Mutex<[ObservedStore]>([])

  /// - Parameters:
  ///   - feature: Which features are observed; nil for all.
  ///   - limit: The greatest number of observed stores. A search that runs thousands of them soon repeats itself.
  init(of feature: FeatureMatch? = nil, limit: Int = 500) {
    self.feature = feature
    self.limit = limit
  }

  /// Changes what is known of a feature.
  func update<Result: Sendable>(_ feature: String, _ body: (inout Knowledge) -> Result) -> Result {
    knowledge.withLock { body(&$0[feature, default: Knowledge()]) }
  }

  /// Records the facts about a state.
  ///
  /// - Returns: Its hash.
  func note<State>(_ state: State, of feature: String) -> Int {
    let hash = stateHash(of: state)
    _ = remember(hash, in: \.states, of: feature) { StateFacts(of: state) }
    return hash
  }

  /// Returns the changes between two states as text.
  func changes(of feature: String, _ states: [Int], _ makeText: () -> [String]) -> [String] {
    remember(states, in: \.changes, of: feature, makeText)
  }

  /// Returns what is known under a key, which is made once. No lock is held while it is made, as it runs code of the user.
  private func remember<Key: Hashable, Value: Sendable>(
    _ key: Key,
    in place: WritableKeyPath<Knowledge, [Key: Value]>,
    of feature: String,
    _ make: () -> Value
  ) -> Value {
    if let known = update(feature, { $0[keyPath: place][key] }) { return known }
    let made = make()
    update(feature) { $0[keyPath: place][key] = made }
    return made
  }

  /// The promises of each feature that nearly hold, in the order of their names.
  var suspects: [(feature: String, suspects: [Promises.Promise])] {
    for observer in observers.withLock(\.self) { observer.finish() }
    return knowledge.withLock(\.self).sorted { $0.key < $1.key }.map { feature, knowledge in
      // Stores that begin elsewhere show what can't happen, perhaps. Of spaces of one size, the first is taken.
      let largest = knowledge.spaces.max { $0.situations.count < $1.situations.count }
      guard let largest else { return (feature, []) }
      return (feature, PromiseSearch.unasked(ObservedSpace.Promises(largest), leastSupport: Self.leastSupport))
    }
  }

  /// The hashes of the states of a feature.
  func states(of feature: String) -> Set<Int> {
    Set(knowledge.withLock(\.self)[feature]?.states.keys.map(\.self) ?? [])
  }

  /// Reports the suspects as warnings.
  func report(at site: CallSite) {
    for (feature, suspects) in suspects {
      for suspect in suspects {
        suspect.report(on: feature, at: site, advice: Promises.unaskedAdvice)
      }
    }
  }

  /// Runs code that makes stores, and reports what nearly holds in them, unless the code fails.
  ///
  /// - Parameters:
  ///   - isOn: Whether stores are observed.
  ///   - site: The line of the report.
  ///   - body: The code. It returns whether it has passed, besides its result.
  static func reporting<Result>(
    _ isOn: Bool,
    at site: CallSite,
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> (hasPassed: Bool, result: Result)
  ) async rethrows -> Result {
    guard isOn else { return try await body().result }
    let stores = ObservedStores()
    let (hasPassed, result) = try await Hooks.$observers.withValue(Hooks.observers + [stores]) { try await body() }
    if hasPassed { stores.report(at: site) }
    return result
  }
}

extension ObservedStores: ObserverOfStores {
  func observer(ofStoreAt site: CallSite) -> (any StoreObserver)? {
    observers.withLock { observers in
      guard observers.count < limit else { return nil }
      observers.append(ObservedStore(in: self))
      return observers.last
    }
  }
}
