public import StoreCore
import StoreDependencies

/// The screen of a piece. It closes itself when the piece has left the library.
public struct PieceDetail: Reducer, Sendable {
  /// The state of the screen.
  public struct State: Hashable, Sendable {
    /// The piece.
    public var piece: Piece

    /// The question before the piece is removed.
    public var alert: AlertState<Choice>?

    /// Creates the state of a screen that has just been opened.
    public init(piece: Piece, alert: AlertState<Choice>? = nil) {
      self.piece = piece
      self.alert = alert
    }
  }

  /// An answer to the question before the piece is removed.
  public enum Choice: Hashable, Sendable {
    /// The piece is to be removed.
    case remove
  }

  /// The inputs of the user.
  public enum Input: Hashable, Sendable {
    /// The user practises the piece.
    case practiseTapped

    /// The user removes the piece.
    case removeTapped

    /// The user answers the question.
    case alert(AlertState<Choice>.Answer)
  }

  /// The feedback of the screen's effects.
  public enum Feedback: Hashable, Sendable {
    /// A screen has changed the piece, or has removed it.
    case pieceChanged(Piece?)
  }

  /// The outputs of the screen.
  public enum Output: Hashable, Sendable {
    /// The user practises the piece.
    case practised(Piece)

    /// The screen is to be closed.
    case closed
  }

  /// The question before the piece is removed.
  public static let question = AlertState(
    "Remove the piece and its sessions?",
    buttons: [.init("Remove", role: .destructive, action: Choice.remove), .init("Keep", role: .cancel)]
  )

  /// The pieces that the screens share.
  @Dependency(\.practiceLibrary) private var library

  /// Creates the reducer, which has no state.
  public init() {}

  /// Follows the piece.
  public func start(from state: State) -> Effect<Feedback, Output> {
    .following(
      library,
      reading: { [id = state.piece.id] in $0.pieces[id: id] },
      from: state.piece,
      Feedback.pieceChanged
    )
  }

  /// Shows the piece, and removes it if the user confirms.
  public func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.practiseTapped): return .output(.practised(state.piece))

    case .input(.removeTapped):
      state.alert = Self.question
      return .none

    case .input(.alert(let answer)):
      guard state.alert.close(by: answer) == .remove else { return .none }
      return .update(library) { [id = state.piece.id] in $0.pieces.remove(id: id) }

    case .feedback(.pieceChanged(let piece)):
      guard let piece else { return .output(.closed) }
      state.piece = piece
      return .none
    }
  }
}
