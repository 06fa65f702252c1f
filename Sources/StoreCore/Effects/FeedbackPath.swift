import StoreDependencies
import Synchronization

/// The way of a feedback from the feature that has made its work to the one whose store runs it.
///
/// Each feature on the way converts the feedback. A loop can map an effect more often than the stack is deep, so the
/// conversions are a list: closures within closures would be called, and released, one within the other.
final class FeedbackPath: Sendable {
  /// Converts a feedback; both types are known to the closure alone.
  typealias Conversion = @Sendable (any Sendable) -> any Sendable

  /// The last conversion.
  private let conversion: Conversion

  /// How many overrides of the dependencies stand between the work and what the conversion was made under.
  private let depth: Int

  /// What `withDependencies` has set where the conversion was made.
  private let override: DependencyOverride?

  /// The conversions before it. The lock is for the release alone, as nothing else changes them.
  private let earlier: Mutex<FeedbackPath?>

  /// Adds a conversion to a path, or begins one.
  init<Feedback: Sendable>(
    _ earlier: FeedbackPath?,
    _ conversion: @escaping @Sendable (Feedback) -> some Sendable,
    depth: Int,
    _ override: DependencyOverride?
  ) {
    self.conversion = { conversion(cast($0)) }
    self.depth = depth
    self.override = override
    self.earlier = Mutex(earlier)
  }

  deinit {
    var next = takeEarlier()
    while next != nil, isKnownUniquelyReferenced(&next) { next = next?.takeEarlier() }
  }

  /// Takes the conversions before the last.
  private func takeEarlier() -> FeedbackPath? { earlier.withLock { $0.take() } }

  /// The conversion as the running work is to do it.
  private var placed: Conversion {
    if depth == 0, override == nil { return conversion }
    guard let place = DependencyPlace(depth: depth, override) else { return conversion }
    return { [conversion] feedback in place.run { conversion(feedback) } }
  }

  /// Makes a sender for the work, of a sender for the feature at the end of the path. It is called where the work runs.
  func sender<Feedback: Sendable>(to send: Send<Feedback>) -> Send<any Sendable> {
    let path = sequence(first: self) { path in path.earlier.withLock { $0 } }
    let conversions = path.map(\.placed).reversed()
    return send.pullback { feedback in cast(conversions.reduce(feedback) { feedback, convert in convert(feedback) })
    }
  }
}

/// Work without the type of its feedback.
protocol ErasedEffectWork: Sendable {
  /// Does the work.
  func run(_ send: Send<any Sendable>) async throws

  /// Handles an error that the work has thrown.
  func handle(_ error: any Error, _ send: Send<any Sendable>) async
}

extension EffectWork: ErasedEffectWork {
  /// Does the work.
  func run(_ send: Send<any Sendable>) async throws {
    try await operation(send.pullback { $0 })
  }

  /// Handles an error that the work has thrown.
  func handle(_ error: any Error, _ send: Send<any Sendable>) async {
    await handler?(error, send.pullback { $0 })
  }

  /// The same work with another feature to send its feedback to.
  ///
  /// - Parameters:
  ///   - feedback: Makes the other feature's feedback.
  ///   - depth: How many overrides of the dependencies stand between the work and what the closure was made under.
  ///   - override: What `withDependencies` has set where the closure was made.
  func map<NewFeedback: Sendable>(
    _ feedback: @escaping @Sendable (Feedback) -> NewFeedback,
    depth: Int,
    _ override: DependencyOverride?
  ) -> EffectWork<NewFeedback> {
    let path = FeedbackPath(origin?.path, feedback, depth: depth, override)
    let work: any ErasedEffectWork = origin?.work ?? self
    var newHandler: (@Sendable (any Error, Send<NewFeedback>) async -> Void)?
    if handler != nil { newHandler = { error, send in await work.handle(error, path.sender(to: send)) } }
    return EffectWork<NewFeedback>(
      description: description,
      priority: priority,
      operation: { send in try await work.run(path.sender(to: send)) },
      handler: newHandler,
      origin: (work, path)
    )
  }
}

/// A feedback with its type.
private func cast<Feedback>(_ feedback: any Sendable) -> Feedback {
  guard let feedback = feedback as? Feedback else {
    preconditionFailure("A feedback of the type \(type(of: feedback)) was taken for one of the type \(Feedback.self).")
  }
  return feedback
}
