/// What a view may do on the phone dialer's screen: nothing else, and nothing about stores.
@MainActor
public protocol PhoneDialerActions {
  /// The screen has appeared.
  func appeared()

  /// The user has edited the number.
  func inputPhoneNumber(_ text: String)

  /// The user wants to dial.
  func dialButtonPressed()
}

/// The actions as inputs of the feature, handed on to whoever takes inputs.
///
/// ```swift
/// let actions = PhoneDialerInputs { store.send($0) }
/// ```
public struct PhoneDialerInputs: PhoneDialerActions {
  /// Takes an input.
  private let send: @MainActor (PhoneDialer.Input) -> Void

  /// Makes the actions of a place where inputs go.
  ///
  /// - Parameter send: Takes an input.
  public init(send: @escaping @MainActor (PhoneDialer.Input) -> Void) {
    self.send = send
  }

  /// The name is wanted.
  public func appeared() { send(.loadUsername) }

  /// The number is another.
  public func inputPhoneNumber(_ text: String) { send(.inputPhoneNumber(text)) }

  /// The number is to be dialled.
  public func dialButtonPressed() { send(.dialButtonPressed) }
}
