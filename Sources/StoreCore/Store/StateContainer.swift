/// A black box with observable state that also emits outputs, on the main actor.
///
/// It is the shape that all stores share, for view state and domain state alike; what goes in differs from one to the
/// other.
@MainActor
public protocol StateContainer<State, Output>: AnyObject {
  /// What the container remembers.
  associatedtype State: Equatable

  /// What the container tells the outside once.
  associatedtype Output: Sendable

  /// The type of ``stateStream``.
  associatedtype StateStream: AsyncSequence<State, Never>

  /// The type of ``outputStream``.
  associatedtype OutputStream: AsyncSequence<Output, Never>

  /// The current state.
  var state: State { get }

  /// The current state and then every change of it, without consecutive duplicates.
  ///
  /// Each access is a subscription of its own, which begins at the access.
  var stateStream: StateStream { get }

  /// Every output emitted after the access, in order.
  ///
  /// Each access is a subscription of its own. Outputs are not kept for those who subscribe later, unless the container
  /// has an ``OutputPolicy`` that says so.
  var outputStream: OutputStream { get }
}
