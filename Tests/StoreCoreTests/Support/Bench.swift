import StoreCore
import StoreDependencies
import Synchronization

/// An engine without tasks: the test itself says what its effects do, one call after another.
final class Bench {
  /// The engine under test.
  let engine: EffectEngine<Journal>

  /// Who would run the effects.
  private let host = IdleHost()

  /// What the engine has told, as lines of text.
  private(set) var events: [String] = []

  /// What to do when the engine tells a line.
  var onLine: (String) -> Void = { _ in }

  /// Makes an engine.
  ///
  /// - Parameters:
  ///   - dependencies: What its reducer and effects depend on.
  ///   - reaction: What follows from a feedback.
  init(
    dependencies: DependencyValues = DependencyValues(context: .test, observer: nil),
    reaction: @escaping @Sendable (String) -> Step = { _ in .none }
  ) {
    engine = EffectEngine(state: Journal.State(), reducer: Journal(reaction: reaction), dependencies: dependencies)
    engine.host = host
    engine.observe = { [unowned self] event in
      guard let line = event.line else { return }
      events.append(line)
      onLine(line)
    }
  }

  /// Sends an effect to be started.
  @discardableResult
  func send(_ step: Step) -> EffectTree {
    let tree = EffectTree()
    engine.send(step, tree: tree)
    return tree
  }

  /// The identity of the effect of a name that was started last.
  func effect(_ name: String) throws -> EffectToken {
    try host.launch(name).token
  }

  /// Whether the task of the effect of a name that was started last was told to stop.
  func isTaskCancelled(_ name: String) throws -> Bool {
    try host.launch(name).task.isCancelled
  }

  /// Lets an effect send a feedback.
  func say(_ feedback: String, from name: String) throws {
    engine.arrive(feedback, from: try effect(name))
  }

  /// Lets the operation of an effect return.
  func finish(_ name: String) throws {
    engine.end(try effect(name))
  }

  /// Lets the operation of an effect throw.
  func fail(_ name: String, _ error: any Error) throws {
    engine.end(try effect(name), throwing: error)
  }

  /// The names of the effects that have started and have not ended.
  var running: [String] { engine.processes.map(\.token.description.label) }

  /// What came back so far.
  var feedback: [String] { engine.state.feedback }
}

/// Makes tasks that do nothing, and remembers what they were for.
final class IdleHost: EffectHost {
  /// An effect that was started.
  struct Launch: Sendable {
    /// Its identity.
    let token: EffectToken

    /// Its task.
    let task: Task<Void, Never>
  }

  /// There is no effect of that name.
  struct UnknownEffect: Error {
    /// The name.
    let name: String
  }

  /// The effects that were started, in order.
  private let launches = Mutex<[Launch]>([])

  /// The effect of a name that was started last.
  func launch(_ name: String) throws -> Launch {
    let launch = launches.withLock { $0.last { $0.token.description.label == name } }
    guard let launch else { throw UnknownEffect(name: name) }
    return launch
  }

  /// Remembers an effect.
  func launch(
    _ effect: EffectToken,
    _ work: EffectWork<String>,
    dependencies: DependencyValues?
  ) -> Task<Void, Never> {
    let task = Task<Void, Never> {}
    launches.withLock { $0.append(Launch(token: effect, task: task)) }
    return task
  }

  /// Takes nothing: there are no tasks that have something to say.
  func arrive(_ feedback: String, from effect: EffectToken) async {}

  /// Takes nothing, as above.
  func end(_ effect: EffectToken, throwing error: (any Error)?) async {}
}

extension EngineEvent<Journal> {
  /// The event in a line; nil for what comes before a message is reduced.
  var line: String? {
    switch self {
    case .willReduce: nil
    case .reduced(.input, _): "input"
    case .reduced(.feedback(let feedback), let sender):
      "feedback \(feedback) from \(sender?.description.label ?? "nobody")"
    case .output(let output): "output \(output)"
    case .started(let process): "started \(process.token.description.label)"
    case .cancelled(let process): "cancelled \(process.token.description.label)"
    case .ended(let process): "ended \(process.token.description.label)"
    case .failed(let process, let error): "failed \(process.token.description.label): \(error)"
    case .dropped(let feedback, let sender): "dropped \(feedback) from \(sender.description.label)"
    }
  }
}
