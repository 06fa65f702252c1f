import StoreDependencies
import Synchronization

/// The conversions of a feedback, from the feature that created the work to the store's feature.
///
/// Each feature on the path converts the feedback. A loop can map an effect more often than the stack allows. So the
/// conversions are a list: nested closures would be called and released recursively.
package final class FeedbackPath: Sendable {
  /// A function that converts a feedback. Only the closure knows both types.
  fileprivate typealias Conversion = @Sendable (any Sendable) -> any Sendable

  /// The last conversion.
  private let conversion: Conversion

  /// The number of dependency overrides between the work and the dependencies of the conversion.
  private let depth: Int

  /// The overrides by `withDependencies` where the conversion was created.
  private let override: DependencyOverride?

  /// The conversions before this one. The lock only protects their release, as they never change.
  private let earlier: Mutex<FeedbackPath?>

  /// Creates a path by adding a conversion to another path, if there is one.
  init<Feedback: Sendable>(
    after earlier: FeedbackPath?,
    _ conversion: @escaping @Sendable (Feedback) -> some Sendable,
    depth: Int,
    override: DependencyOverride?
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

  /// Removes and returns the earlier conversions.
  private func takeEarlier() -> FeedbackPath? { earlier.withLock { $0.take() } }

  /// The conversion, under the dependencies in force at its creation.
  private var placed: Conversion {
    if depth == 0, override == nil { return conversion }
    guard let place = DependencyPlace(depth: depth, override) else { return conversion }
    return { [conversion] feedback in place.run { conversion(feedback) } }
  }

  /// Returns the receiver of the work's feedback, given that of the store's feedback. It is called where the work runs.
  func receiver(before receiver: any FeedbackReceiver) -> any FeedbackReceiver {
    let path = sequence(first: self) { path in path.earlier.withLock { $0 } }
    return ConvertingReceiver(receiver, conversions: path.map(\.placed).reversed())
  }
}

/// A receiver that converts each feedback for another one.
private final class ConvertingReceiver: FeedbackReceiver {
  private let base: any FeedbackReceiver
  private let conversions: [FeedbackPath.Conversion]

  init(_ base: any FeedbackReceiver, conversions: [FeedbackPath.Conversion]) {
    self.base = base
    self.conversions = conversions
  }

  var isCancelled: Bool { base.isCancelled }

  func makeLease() -> SenderLease? { base.makeLease() }

  func receive(_ feedback: any Sendable) async {
    await base.receive(conversions.reduce(feedback) { feedback, convert in convert(feedback) })
  }
}

/// Casts a value to a type, and stops the process if the value has another type.
func typed<Value>(_ value: any Sendable, as _: Value.Type = Value.self) -> Value {
  guard let value = value as? Value else {
    preconditionFailure("A value of the type \(type(of: value)) was taken for one of the type \(Value.self).")
  }
  return value
}
