import StoreCore
import StoreDependencies
import StoreTesting

/// The commands of the author of a suite, as steps of a real store.
struct SuiteCommands<Feature: Reducer> where Feature.State: Equatable {
  /// The greatest number of values that are tried for the first choice of a command.
  private static var valueLimit: Int { 4 }

  let commands: [Command<Feature>]

  /// Takes a command as a step.
  ///
  /// - Parameters:
  ///   - index: The position of the command.
  ///   - draws: Its choices.
  ///   - store: The store.
  /// - Returns: The step in words.
  func take(_ index: Int, _ draws: [UInt64], on store: DrivenStore<Feature>) async throws -> String {
    let session = store.session
    let command = commands[index]
    var choices = Choices(draws)
    switch command.action {
    case .send(_, let make):
      guard command.isApplicable(in: session.engine.state) else { throw DrivenStore<Feature>.Obstacle() }
      let input = try DependencyValues.withValues(session.engine.dependencies) {
        try make(session.engine.state, &choices)
      }
      await session.take(input, store.site)
      return SuiteNames.words(ofInput: input)
    case .advance(let durations):
      let duration = durations[Int(choices.draw(upTo: UInt64(durations.count - 1)))]
      await session.pass(duration, store.site)
      return duration.passing
    case .answer: throw DrivenStore<Feature>.Obstacle()
    }
  }

  /// Returns the steps that are possible now, the author's commands first, and the commands that are possible.
  func options(on store: DrivenStore<Feature>) -> (steps: [DrivenStep], possible: Set<Int>) {
    let session = store.session
    let state = session.engine.state
    var steps: [DrivenStep] = []
    var possible: Set<Int> = []
    for (index, command) in commands.enumerated() where command.isApplicable(in: state) {
      possible.insert(index)
      switch command.action {
      case .send(_, let make):
        var choices = Choices()
        let input = try? DependencyValues.withValues(session.engine.dependencies) { try make(state, &choices) }
        guard input != nil else { continue }
        let count = min(Self.valueLimit, Int(clamping: choices.limits.first ?? 0) + 1)
        steps += (0..<count).map { .command(index, draws: choices.limits.isEmpty ? [] : [UInt64($0)]) }
      case .advance(let durations): steps += durations.indices.map { .command(index, draws: [UInt64($0)]) }
      case .answer: break
      }
    }
    if store.nextWake != nil { steps.append(.time) }
    for (gate, calls) in store.calls where mayAnswer(gate, in: state) {
      // Of many waiting calls, the oldest and the newest differ most.
      for call in Set([0, calls.count - 1]).sorted() {
        steps += calls[call].indices.map { .answer(gate: gate, call: call, answer: $0) }
      }
    }
    return (steps, possible)
  }

  /// Whether no command of the author forbids answers at a gate in a state.
  private func mayAnswer(_ gate: String, in state: Feature.State) -> Bool {
    for command in commands {
      if case .answer(gate) = command.action, !command.isApplicable(in: state) { return false }
    }
    return true
  }
}
