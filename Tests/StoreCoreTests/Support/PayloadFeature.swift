import StoreCore

/// A feature whose state, messages and outputs carry values that act when they are released.
struct PayloadFeature: Reducer {
  /// A text, and a value that acts when the last copy is released.
  struct Payload: Hashable, Sendable {
    let text: String

    /// The value.
    var action: ReleaseAction?

    /// Makes a payload that does nothing when it is released.
    init(_ text: String) {
      self.text = text
    }

    /// Makes a payload that runs a closure on the main actor when it is released, or later if it is released elsewhere.
    init(_ text: String, isLater: Bool = false, onRelease action: @escaping @MainActor @Sendable () -> Void) {
      self.text = text
      self.action = ReleaseAction(isLater: isLater, action)
    }
  }

  struct State: Equatable {
    /// The texts of the messages, in order.
    var texts: [String] = []

    /// The payload that was kept.
    var kept: Payload?
  }

  enum Input: Sendable {
    /// Notes the text.
    case note(Payload)

    /// Replaces the payload in the state.
    case keep(Payload?)

    /// Starts an effect.
    case start(Effect<Payload, Payload>)
  }

  /// Handles a message.
  func reduce(message: Message<Input, Payload>, into state: inout State) -> Effect<Payload, Payload> {
    switch message {
    case .input(.note(let payload)), .feedback(let payload):
      state.texts.append(payload.text)
      return .none
    case .input(.keep(let payload)):
      state.kept = payload
      return .none
    case .input(.start(let effect)): return effect
    }
  }
}

/// Owns a store that can be released from anywhere on the main actor.
@MainActor
final class StoreOwner {
  /// The store, until it is released.
  var store: Store<PayloadFeature.State, PayloadFeature.Input, PayloadFeature.Payload>?

  /// The texts of the messages of the store, also when it was released.
  var texts: [String] = []

  /// Makes a store.
  init(outputPolicy: OutputPolicy = .drop) {
    store = Store(initialState: PayloadFeature.State(), outputPolicy: outputPolicy) { PayloadFeature() }
  }

  /// Sends a text without a value.
  func note(_ text: String) {
    store?.send(.note(.init(text)))
  }

  /// Sends a text with a value that runs a closure when it is released.
  func note(_ text: String, onRelease action: @escaping @MainActor @Sendable () -> Void) {
    store?.send(.note(.init(text, onRelease: action)))
  }

  /// Releases the store. The property is cleared first, as code that runs during the release, such as a cancellation handler, may read it.
  func release() {
    _ = store.take()
  }

  /// Runs a closure while the next message is handled, so that inputs of the closure must wait.
  func duringNextMessage(_ action: @escaping @MainActor () -> Void) {
    store?.onEvent = { [weak self] event in
      self?.store?.onEvent = nil
      action()
    }
  }
}
