import StoreCore

/// A feature whose state, messages and outputs carry values that run a closure when they are released.
struct PayloadFeature: Reducer {
  /// A text, and an action that runs when its last copy is released.
  struct Payload: Hashable, Sendable {
    let text: String
    var action: ReleaseAction?

    init(_ text: String) {
      self.text = text
    }

    /// Creates a payload that runs a closure on the main actor when it is released.
    ///
    /// - Parameter isLater: Whether any thread may release it. The closure then runs later.
    init(_ text: String, isLater: Bool = false, onRelease action: @escaping @MainActor @Sendable () -> Void) {
      self.text = text
      self.action = ReleaseAction(isLater: isLater, action)
    }
  }

  struct State: Equatable {
    var texts: [String] = []
    var kept: Payload?
  }

  enum Input: Sendable {
    case note(Payload)
    case keep(Payload?)
    case start(Effect<Payload, Payload>)
  }

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

/// The owner of a store, which code on the main actor can release at any point.
@MainActor
final class StoreOwner {
  var store: Store<PayloadFeature.State, PayloadFeature.Input, PayloadFeature.Payload>?

  /// Texts that the test records itself, and that outlive the store.
  var texts: [String] = []

  init(outputPolicy: OutputPolicy = .drop) {
    store = Store(initialState: PayloadFeature.State(), outputPolicy: outputPolicy) { PayloadFeature() }
  }

  func note(_ text: String) {
    store?.send(.note(.init(text)))
  }

  func note(_ text: String, onRelease action: @escaping @MainActor @Sendable () -> Void) {
    store?.send(.note(.init(text, onRelease: action)))
  }

  /// Clears the property before it releases the store, as a cancellation handler may read the property meanwhile.
  func release() {
    _ = store.take()
  }

  /// Runs a closure during the next message. Inputs that the closure sends wait in the queue.
  func duringNextMessage(_ action: @escaping @MainActor () -> Void) {
    store?.onEvent = { [weak self] event in
      self?.store?.onEvent = nil
      action()
    }
  }
}
