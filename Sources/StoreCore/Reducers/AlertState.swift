/// A question to the user, as a value of the state: an alert, or a dialog for a confirmation.
///
/// ```swift
/// struct State: Equatable { var alert: AlertState<Choice>? }
/// enum Choice { case delete }
/// enum Input { case alert(AlertState<Choice>.Answer), deleteTapped }
///
/// case .input(.deleteTapped):
///   state.alert = AlertState("Delete?", buttons: [.init("Delete", role: .destructive, action: .delete)])
/// case .input(.alert(let answer)):
///   if state.alert.close(by: answer) == .delete { state.items = [] }
/// ```
///
/// A view makes the alert from the value, sends the chosen actions, and ties its presence to
/// `store.binding(presenting: \.alert, dismiss: .alert(.dismissed))`.
public struct AlertState<Action: Sendable>: Sendable {
  /// What the user has done with the question.
  public enum Answer: Sendable {
    /// The user has closed it without an action.
    case dismissed

    /// The user has chosen the button with this action.
    case chosen(Action)
  }

  /// The kind of a button.
  public enum Role: Hashable, Sendable { case cancel, destructive }

  /// A button of the question.
  public struct Button: Sendable {
    /// The text of the button.
    public var title: String

    /// The kind of the button; nil for a plain one.
    public var role: Role?

    /// What the user chooses by it; nil if it only closes the question.
    public var action: Action?

    /// Creates a button.
    ///
    /// - Parameters:
    ///   - title: The text of the button.
    ///   - role: The kind of the button; nil for a plain one.
    ///   - action: What the user chooses by it; nil if it only closes the question.
    public init(_ title: String, role: Role? = nil, action: Action? = nil) {
      self.title = title
      self.role = role
      self.action = action
    }

    /// The answer that a tap of the button gives.
    public var answer: Answer { action.map { .chosen($0) } ?? .dismissed }
  }

  /// The question.
  public var title: String

  /// The text below the question; nil for none.
  public var message: String?

  /// The buttons, in order.
  public var buttons: [Button]

  /// Creates a question.
  ///
  /// - Parameters:
  ///   - title: The question.
  ///   - message: The text below the question; nil for none.
  ///   - buttons: The buttons, in order. A view adds one that closes the question if there is none.
  public init(_ title: String, message: String? = nil, buttons: [Button] = []) {
    self.title = title
    self.message = message
    self.buttons = buttons
  }
}

extension Optional {
  /// Closes the question, and returns what the user has chosen.
  ///
  /// - Parameter answer: The answer of the user.
  /// - Returns: The chosen action; nil if the question was dismissed, or is closed already.
  public mutating func close<Action>(by answer: AlertState<Action>.Answer) -> Action?
  where Wrapped == AlertState<Action> {
    guard self != nil else { return nil }
    self = nil
    return if case .chosen(let action) = answer { action } else { nil }
  }
}

extension AlertState: Equatable where Action: Equatable {}
extension AlertState.Button: Equatable where Action: Equatable {}
extension AlertState.Answer: Equatable where Action: Equatable {}
extension AlertState: Hashable where Action: Hashable {}
extension AlertState.Button: Hashable where Action: Hashable {}
extension AlertState.Answer: Hashable where Action: Hashable {}
