import StoreCore
import StoreDependencies
import StoreTesting
import TestSupport
import Testing

@testable import StoreExploration

/// A feature of numbers, whose steps are made by hand.
typealias Figures = Machine<Int, Int, Int, Int>

extension TransitionReader {
  /// A reader for which all states are one mode.
  static let ofOneMode = Self { _ in StateDiagram.onlyMode }
}

extension FeatureBaseline where Feature == Figures {
  /// Records a step.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - effect: The effect that follows.
  ///   - before: The state before the message.
  ///   - after: The state after the message.
  ///   - ids: The ids of the effects that ran before.
  func record(
    _ message: Message<Int, Int>,
    _ effect: Effect<Int, Int> = .none,
    from before: Int = 0,
    to after: Int = 0,
    running ids: [String] = []
  ) {
    let site = CallSite()
    add(
      BaselineStep<Figures>(
        name: TransitionReader.ofOneMode.name(of: message, in: before),
        message: message,
        before: before,
        after: after,
        node: effect.node,
        running: Set(ids.map { EffectIdentifier($0) }),
        site: site
      )
    )
    noteStart(at: site)
  }

  /// Returns the changes of what follows an input, besides ignoring it.
  func changes(on input: Int) -> [String] {
    mutants.filter { $0.kind != .messages && [nil, ".input(\(input))"].contains($0.transition?.message) }.map(\.change)
  }

  /// Returns the effect of the first message, an input of 1, with a change.
  ///
  /// - Parameters:
  ///   - change: The change as text.
  ///   - other: What the feature returns instead of the recorded effects.
  ///   - running: The work of the run.
  func effect(
    with change: String,
    returning other: Effect<Int, Int>? = nil,
    running: RunningWork = RunningWork(limits: [:])
  ) throws -> EffectNode {
    let found = plan.first { $0.mutant.change == change }
    let planned = try #require(found)
    let feature = Figures { message, _ in
      guard case .input(let number) = message else { return .none }
      return other ?? Effect(node: self.steps[number - 1].node)
    }
    var state = 0
    return MutantChange(planned, .ofOneMode, running: running).change.reduce(.input(1), into: &state, by: feature)
  }
}
