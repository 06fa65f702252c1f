/// A type that performs the actions of a phone dialer's view, independent of stores.
@MainActor
public protocol PhoneDialerActions {
  /// Handles the appearance of the screen.
  func appeared()

  /// Handles an edit of the number.
  func inputPhoneNumber(_ text: String)

  /// Handles a press of the dial button.
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

  /// Creates actions that pass inputs to a closure.
  ///
  /// - Parameter send: Receives an input.
  public init(send: @escaping @MainActor (PhoneDialer.Input) -> Void) {
    self.send = send
  }

  /// Sends the appearance of the screen.
  public func appeared() { send(.loadUsername) }

  /// Sends the edited number.
  public func inputPhoneNumber(_ text: String) { send(.inputPhoneNumber(text)) }

  /// Sends the press of the dial button.
  public func dialButtonPressed() { send(.dialButtonPressed) }
}
