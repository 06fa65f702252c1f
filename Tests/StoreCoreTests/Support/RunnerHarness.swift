import StoreCore
import StoreDependencies

/// A runner without tasks: the test performs the steps of its effects.
final class RunnerHarness {
  /// The runner under test.
  let runner: EffectRunner<Journal>

  /// An effect that was started.
  private struct Launch {
    /// Its identity.
    let token: EffectToken

    /// Its task, which is empty.
    let task: Task<Void, Never>
  }

  /// The error for a name that no effect has.
  struct UnknownEffect: Error {
    let name: String
  }

  /// The effects that were started, in order.
  private var launches: [Launch] = []

  /// The actions of the engine, as lines of text.
  private(set) var events: [String] = []

  /// Called for each line.
  var onLine: (String) -> Void = { _ in }

  /// Called before and after a reduction.
  var onReduction: () -> Void = {}

  /// Makes a runner.
  ///
  /// - Parameters:
  ///   - dependencies: What its reducer and effects depend on.
  ///   - reaction: What follows from a feedback.
  init(
    dependencies: DependencyValues = DependencyValues(context: .test, observer: nil),
    reaction: @escaping @Sendable (String) -> Step = { _ in .none }
  ) {
    runner = EffectRunner(state: Journal.State(), reducer: Journal(reaction: reaction), dependencies: dependencies)
    runner.owner = self
  }

  /// Sends an effect to be started.
  @discardableResult
  func send(_ step: Step) -> EffectGroup {
    let group = runner.makeGroup()
    runner.send(step, in: group)
    return group
  }

  /// Returns the token of the newest effect with a name.
  func effect(_ name: String) throws -> EffectToken {
    try launch(name).token
  }

  /// Whether the newest effect with a name was cancelled.
  func isTaskCancelled(_ name: String) throws -> Bool {
    try launch(name).task.isCancelled
  }

  /// Sends a feedback of an effect.
  func say(_ feedback: String, from name: String) throws {
    runner.arrive(feedback, from: try effect(name))
  }

  /// Ends the operation of an effect.
  func finish(_ name: String) throws {
    runner.end(try effect(name))
  }

  /// Ends the operation of an effect with an error.
  func fail(_ name: String, _ error: any Error) throws {
    runner.end(try effect(name), throwing: error)
  }

  /// The names of the effects that have started and have not ended.
  var running: [String] { runner.effects.map(\.token.description.label) }

  /// The feedback so far.
  var feedback: [String] { runner.state.feedback }
}

extension RunnerHarness: EffectOwner {
  /// The feature of the runner.
  typealias Feature = Journal

  /// Records that the state is about to change.
  func willReduce() { onReduction() }

  /// Keeps the message as a line.
  func didReduce(_ message: Message<Step, String>, by sender: EffectToken?, returning node: EffectNode) {
    onReduction()
    switch message {
    case .input: note("input")
    case .feedback(let feedback): note("feedback \(feedback) from \(sender?.description.label ?? "nobody")")
    }
  }

  /// Keeps the action as a line.
  func perform(_ action: EffectAction, on effect: EffectRecord?) {
    let name = effect?.token.description.label ?? "nobody"
    switch action {
    case .output(let output): note("output \(output)")
    case .start: note("started \(name)")
    case .cancel: note("cancelled \(name)")
    case .end(_, nil): note("ended \(name)")
    case .end(_, let error?): note("failed \(name): \(error)")
    case .drop(let message):
      guard case .feedback(let feedback) = message.content else { return }
      note("dropped \(feedback) from \(message.sender.description?.label ?? "nobody")")
    default: break
    }
  }

  /// Remembers an effect.
  func launch(_ work: EffectWork, _ effect: EffectRecord) -> Task<Void, Never> {
    let task = Task<Void, Never> {}
    launches.append(Launch(token: effect.token, task: task))
    return task
  }

  /// Returns the newest effect with a name.
  private func launch(_ name: String) throws -> Launch {
    let launch = launches.last { $0.token.description.label == name }
    guard let launch else { throw UnknownEffect(name: name) }
    return launch
  }

  /// Keeps a line.
  private func note(_ line: String) {
    events.append(line)
    onLine(line)
  }
}
