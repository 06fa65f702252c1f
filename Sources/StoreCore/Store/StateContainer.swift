/// An object on the main actor with observable state that also emits outputs.
///
/// All stores conform to it, for view state and for domain state. It doesn't define how they receive input.
@MainActor
public protocol StateContainer<State, Output>: AnyObject {
  /// The state of the container.
  associatedtype State: Equatable

  /// A value that the container emits once and doesn't store.
  associatedtype Output: Sendable

  /// The type of ``stateStream``.
  associatedtype StateStream: AsyncSequence<State, Never>

  /// The type of ``outputStream``.
  associatedtype OutputStream: AsyncSequence<Output, Never>

  /// The current state.
  var state: State { get }

  /// The current state and then every changed state, without consecutive duplicates.
  ///
  /// Each access is a separate subscription, which begins at the access.
  var stateStream: StateStream { get }

  /// Every output emitted after the access, in order.
  ///
  /// Each access is a separate subscription. Later subscribers don't receive earlier outputs, unless the container's
  /// ``OutputPolicy`` buffers them.
  var outputStream: OutputStream { get }
}
