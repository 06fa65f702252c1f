/// The actions of a view of the phone dialer's screen, independent of stores.
@MainActor
public protocol PhoneDialerActions {
  /// The screen has appeared.
  func appeared()

  /// The user has edited the number.
  func inputPhoneNumber(_ text: String)

  /// The user presses the dial button.
  func dialButtonPressed()
}

/// The actions as inputs of the feature, passed to a closure.
///
/// ```swift
/// let actions = PhoneDialerInputs { store.send($0) }
/// ```
public struct PhoneDialerInputs: PhoneDialerActions {
  /// Receives an input.
  private let send: @MainActor (PhoneDialer.Input) -> Void

  /// Makes actions that pass inputs to a closure.
  ///
  /// - Parameter send: Receives an input.
  public init(send: @escaping @MainActor (PhoneDialer.Input) -> Void) {
    self.send = send
  }

  /// Sends that the screen has appeared.
  public func appeared() { send(.loadUsername) }

  /// Sends the edited number.
  public func inputPhoneNumber(_ text: String) { send(.inputPhoneNumber(text)) }

  /// Sends that the user dials.
  public func dialButtonPressed() { send(.dialButtonPressed) }
}
