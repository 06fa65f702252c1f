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
    self.conversion = { conversion(typed($0)) }
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
  func sender(to send: Send<any Sendable>) -> Send<any Sendable> {
    let path = sequence(first: self) { path in path.earlier.withLock { $0 } }
    let conversions = path.map(\.placed).reversed()
    return send.pullback { feedback in conversions.reduce(feedback) { feedback, convert in convert(feedback) } }
  }
}

/// A value with its type, which the effect that carries it knows.
func typed<Value>(_ value: any Sendable, as _: Value.Type = Value.self) -> Value {
  guard let value = value as? Value else {
    preconditionFailure("A value of the type \(type(of: value)) was taken for one of the type \(Value.self).")
  }
  return value
}
