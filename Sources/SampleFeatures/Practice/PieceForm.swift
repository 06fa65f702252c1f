public import StoreCore

/// A form for a new piece. A piece needs a title.
public struct PieceForm: Reducer, Sendable {
  /// The state of the form.
  public struct State: Hashable, Sendable {
    /// The title.
    public var title: String

    /// The composer.
    public var composer: String

    /// Whether the user has tried to save a piece without a title, and has not typed one since.
    public var lacksTitle: Bool

    /// Creates a state; without arguments, that of an empty form.
    public init(title: String = "", composer: String = "", lacksTitle: Bool = false) {
      self.title = title
      self.composer = composer
      self.lacksTitle = lacksTitle
    }
  }

  /// The inputs of the user.
  public enum Input: Equatable, Sendable {
    /// A new text of a field.
    case binding(Change<State>)

    /// The user saves the piece.
    case saveTapped
  }

  /// The output of the form.
  public enum Output: Hashable, Sendable {
    /// The user saves this piece.
    case saved(title: String, composer: String)
  }

  /// Creates the reducer, which has no state.
  public init() {}

  /// Sets the fields, and emits a piece that has a title.
  public func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Output> {
    switch message {
    case .input(.binding(let change)):
      change.apply(to: &state)
      if case \.title = change { state.lacksTitle = false }
      return .none

    case .input(.saveTapped):
      state.lacksTitle = state.title.isEmpty
      return state.lacksTitle ? .none : .output(.saved(title: state.title, composer: state.composer))
    }
  }
}
