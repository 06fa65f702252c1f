import StoreCore
import StoreDependencies
import StoreTesting

/// A trial of which changes of a feature break what holds everywhere: what the found promises say about the feature.
struct ChangeHunt<Feature: Reducer> where Feature.State: Equatable {
  /// The limits of the space of each change.
  private static var bounds: SpaceBounds { SpaceBounds(states: 60, depth: 20) }

  /// The greatest number of changes, and of those that are listed.
  private static var limits: (changes: Int, listed: Int) { (100, 5) }

  private let makeStore: () throws -> TestStore<Feature>
  private let inputs: [Feature.Input]
  private let site: CallSite

  init(_ makeStore: @escaping () throws -> TestStore<Feature>, _ inputs: [Feature.Input], at site: CallSite) {
    self.makeStore = makeStore
    self.inputs = inputs
    self.site = site
  }

  /// Tries changes until a deadline.
  ///
  /// - Returns: The numbers, and some changes that break nothing.
  func run(until deadline: ContinuousClock.Instant) async throws -> String {
    let reader = TransitionReader.usual
    let recorder = BaselineRecorder(FeatureMatch(type: Feature.self), reader)
    defer { recorder.removeBaselines() }
    guard let holding = try await explore(with: recorder)?.holding, let baseline = recorder.baselines.first else {
      return "changes of the feature: none, as it fails without one"
    }
    let promised = Set(holding.map(\.text))
    var (noticed, missed): (Int, [String]) = (0, [])
    for (index, mutant) in baseline.mutants.prefix(Self.limits.changes).enumerated() {
      guard ContinuousClock.now < deadline, !Task.isCancelled else { break }
      let installer = MutantInstaller(index, of: baseline, reader: reader, recorder: recorder)
      if try await explore(with: installer)?.broken.isDisjoint(with: promised) ?? false {
        missed.append(mutant.text)
      } else {
        noticed += 1
      }
    }
    let listed = missed.prefix(Self.limits.listed).map { "\n  \($0)" }.joined()
    return """
      changes of the feature: \(noticed) of \(noticed + missed.count) break what holds everywhere\
      \(missed.isEmpty ? "" : ". No promise is about:" + listed)
      """
  }

  /// Returns the promises of a changed feature; nil if it fails.
  private func explore(with mutator: any Mutator) async throws -> PromiseSearch<
    ExploredPromises<RecordedSpace<Feature>>
  >? {
    let inputs = inputs
    return try await Hooks.$mutator.withValue(mutator) {
      let exploration = try await LiveExploration.explore(
        { try MutationScope.ownStore { try makeStore() } },
        { _ in inputs },
        within: Self.bounds,
        site
      )
      let (space, problems) = exploration.result
      return problems.isEmpty ? PromiseSearch(ExploredPromises(space), limit: 0) : nil
    }
  }
}
