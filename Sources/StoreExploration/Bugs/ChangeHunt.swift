import StoreCore
import StoreDependencies
import StoreTesting

/// A trial of which changes of a feature break what holds everywhere: what the found promises say about the feature.
///
/// A run with a change goes on as long as the reducer gets messages in states in which it has got them without the change.
struct ChangeHunt<Feature: Reducer> where Feature.State: Equatable {
  /// The limits of the space of each change.
  private static var bounds: SpaceBounds { SpaceBounds(states: 60, depth: 20) }

  /// The greatest number of changes, and of those that are listed. They are of all modes and messages, as a few of them must say what
  /// all do.
  private static var limits: (changes: Int, listed: Int) { (40, 5) }

  private let makeStore: () throws -> TestStore<Feature>
  private let inputs: (Feature.State) -> [Feature.Input]
  private let site: CallSite

  /// What the reducer is known to bear.
  private let known: Set<Int>

  /// - Parameters:
  ///   - makeStore: Creates a store with its gates.
  ///   - inputs: The inputs.
  ///   - space: What is known of the feature without changes.
  ///   - site: The line of the search.
  init(
    _ makeStore: @escaping () throws -> TestStore<Feature>,
    _ inputs: @escaping (Feature.State) -> [Feature.Input],
    knowing space: RecordedSpace<Feature>,
    at site: CallSite
  ) {
    self.makeStore = makeStore
    self.site = site
    known = KnownReductions.reductions(in: space)
    let states = space.stateHashes
    // The inputs of a state may take for granted what a change breaks, too. Any input shows that a run ends there.
    let last = space.nodes.first.map { Array(inputs($0.situation.state).prefix(1)) } ?? []
    self.inputs = { states.contains(stateHash(of: $0)) ? inputs($0) : last }
  }

  /// Tries changes until a deadline.
  ///
  /// - Returns: The numbers, and some changes that break nothing.
  func run(until deadline: ContinuousClock.Instant, isolation: isolated (any Actor)?) async throws -> String {
    let reader = TransitionReader.usual
    let recorder = BaselineRecorder(FeatureMatch(type: Feature.self), reader)
    defer { recorder.removeBaselines() }
    guard let holding = try await explore(with: recorder, isolation: isolation)?.holding,
      let baseline = recorder.baselines.first
    else {
      return "changes of the feature: none, as it fails without one"
    }
    let promised = Set(holding.map(\.text))
    var (noticed, missed): (Int, [String]) = (0, [])
    let all = baseline.mutants
    let chosen = spread(Self.limits.changes, of: all.count)
    for index in chosen {
      guard ContinuousClock.now < deadline, !Task.isCancelled else { break }
      let installer = MutantInstaller(index, of: baseline, reader: reader, recorder: recorder)
      if try await explore(with: installer, isolation: isolation)?.broken.isDisjoint(with: promised) ?? false {
        missed.append(all[index].text)
      } else {
        noticed += 1
      }
    }
    let tried = noticed + missed.count
    let sample = chosen.count < all.count ? ", a sample of \(grouped(all.count))," : ""
    let rest = tried < chosen.count ? ", and \(chosen.count - tried) more were left when the time was over" : ""
    let listed = spread(Self.limits.listed, of: missed.count).map { "\n  \(missed[$0])" }.joined()
    return """
      changes of the feature: \(noticed) of \(tried)\(sample) break what holds everywhere, which '.promises(of:)' can keep\(rest)\
      \(missed.isEmpty ? "" : ". Only a test can notice:" + listed)
      """
  }

  /// Returns the promises of a changed feature; nil if it fails.
  private func explore(with mutator: any Mutator, isolation: isolated (any Actor)?) async throws -> PromiseSearch<
    ExploredPromises<RecordedSpace<Feature>>
  >? {
    let inputs = inputs
    let mutator = KnownReductions<Feature>(mutator, in: known)
    return try await Hooks.$mutator.withValue(mutator) {
      let exploration = try await LiveExploration.explore(
        { try MutationScope.ownStore { try makeStore() } },
        inputs,
        within: Self.bounds,
        unless: { mutator.hasLeft },
        site,
        isolation: isolation
      )
      // A change may keep the feature from its start.
      guard !exploration.nodes.isEmpty else { return nil }
      let (space, problems) = exploration.result
      return problems.isEmpty ? PromiseSearch(ExploredPromises(space), limit: 0) : nil
    }
  }
}

/// Returns positions among some, the first included, with equal distances between them.
///
/// - Parameters:
///   - limit: The greatest number of positions.
///   - count: The number of all.
private func spread(_ limit: Int, of count: Int) -> [Int] {
  let chosen = min(limit, count)
  return (0..<chosen).map { $0 * count / chosen }
}
