import StoreCore
import StoreDependencies

/// A runner without tasks. The test sends the feedback of the effects, and ends them.
final class RunnerHarness {
  let runner: EffectRunner<Journal>

  private let reducer: Journal

  /// The effect of the start.
  private let first: Step

  private struct Launch {
    let token: EffectToken

    /// An empty task, which shows whether the effect was cancelled.
    let task: Task<Void, Never>
  }

  struct UnknownEffect: Error {
    let name: String
  }

  private var launches: [Launch] = []

  /// The messages and actions, as lines of text.
  private(set) var events: [String] = []

  var onLine: (String) -> Void = { _ in }

  /// Called with the state before a reduction, and with that of the runner after it.
  var onReduction: (Journal.State) -> Void = { _ in }

  init(
    dependencies: DependencyValues = DependencyValues(context: .test, observer: nil),
    start first: Step = .none,
    reaction: @escaping @Sendable (String) -> Step = { _ in .none }
  ) {
    self.first = first
    reducer = Journal(reaction: reaction)
    runner = EffectRunner(state: Journal.State(), dependencies: dependencies)
    runner.owner = self
  }

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

  /// Whether the task of the newest effect with a name was cancelled.
  func isTaskCancelled(_ name: String) throws -> Bool {
    try launch(name).task.isCancelled
  }

  func say(_ feedback: String, from name: String) throws {
    runner.arrive(feedback, from: try effect(name))
  }

  func finish(_ name: String) throws {
    runner.end(try effect(name))
  }

  func fail(_ name: String, _ error: any Error) throws {
    runner.end(try effect(name), throwing: error)
  }

  /// The names of the in-flight effects.
  var running: [String] { runner.effects.map(\.token.description.label) }

  var feedback: [String] { runner.state.feedback }
}

extension RunnerHarness: EffectOwner {
  typealias Feature = Journal

  func start(from state: Journal.State) -> EffectNode { first.node }

  func reduce(_ message: Message<Step, String>, into state: inout Journal.State) -> EffectNode {
    onReduction(state)
    return reducer.reduce(message: message, into: &state).node
  }

  func didReduce(_ message: Message<Step, String>, by sender: EffectToken?, returning node: EffectNode) {
    onReduction(runner.state)
    switch message {
    case .input: note("input")
    case .feedback(let feedback): note("feedback \(feedback) from \(sender?.description.label ?? "nobody")")
    }
  }

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

  func launch(_ work: EffectWork, _ effect: EffectRecord) -> Task<Void, Never> {
    let task = Task<Void, Never> {}
    launches.append(Launch(token: effect.token, task: task))
    return task
  }

  private func launch(_ name: String) throws -> Launch {
    let launch = launches.last { $0.token.description.label == name }
    guard let launch else { throw UnknownEffect(name: name) }
    return launch
  }

  private func note(_ line: String) {
    events.append(line)
    onLine(line)
  }
}
