import StoreCore

/// A link into the app, such as `practice://pieces/3/recorder`.
public enum PracticeLink: Hashable, Sendable {
  /// The screen of a piece.
  case piece(Piece.ID)

  /// The recorder of a piece.
  case recorder(Piece.ID)

  /// The settings.
  case settings

  /// Creates the link of a text; nil if the text is none.
  public init?(_ text: String) {
    guard text.hasPrefix("practice://") else { return nil }
    let parts = text.dropFirst("practice://".count).split(separator: "/")
    if parts == ["settings"] {
      self = .settings
    } else if parts.first == "pieces", parts.count > 1, let id = Piece.ID(parts[1]) {
      switch parts.dropFirst(2) {
      case []: self = .piece(id)
      case ["recorder"]: self = .recorder(id)
      default: return nil
      }
    } else {
      return nil
    }
  }

  /// Returns the screens to which the link leads; none if the piece has left the library.
  func screens(in list: PieceList.State) -> Stack<PracticeScreen> {
    switch self {
    case .settings: return [.settings(SettingsScreen.State(settings: list.settings))]
    case .piece(let id):
      guard let piece = list.library.pieces[id: id] else { return [] }
      return [.detail(PieceDetail.State(piece: piece))]
    case .recorder(let id):
      guard let piece = list.library.pieces[id: id] else { return [] }
      return [
        .detail(PieceDetail.State(piece: piece)),
        .recorder(SessionRecorder.State(piece: piece, goal: list.settings.goal)),
      ]
    }
  }
}
