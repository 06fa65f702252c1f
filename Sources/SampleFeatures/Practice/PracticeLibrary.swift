public import StoreCore

/// A piece of music that the user practises.
public struct Piece: Hashable, Codable, Identifiable, Sendable {
  /// The id of the piece.
  public let id: Int

  /// The title.
  public var title: String

  /// The composer; empty if unknown.
  public var composer: String

  /// The lengths of the recorded sessions in seconds, in order.
  public var sessions: [Int]

  /// Creates a piece.
  public init(id: Int, title: String, composer: String = "", sessions: [Int] = []) {
    self.id = id
    self.title = title
    self.composer = composer
    self.sessions = sessions
  }
}

/// All pieces of the user. The screens of the app share it, and it is kept in a file.
public struct PracticeLibrary: Hashable, Codable, Sendable {
  /// The pieces, in the order in which they were added.
  public var pieces: IdentifiedArray<Piece>

  /// The id of the next piece. Ids of removed pieces don't come back.
  public var nextID: Int

  /// Creates a library; without arguments, that of a new user.
  public init(pieces: IdentifiedArray<Piece> = []) {
    self.pieces = pieces
    nextID = (pieces.ids.max() ?? 0) + 1
  }

  /// Adds a piece at the end.
  public mutating func add(title: String, composer: String) {
    pieces.append(Piece(id: nextID, title: title, composer: composer))
    nextID += 1
  }

  /// Adds a session to a piece. Does nothing if the library doesn't have the piece.
  public mutating func record(seconds: Int, of piece: Piece.ID) {
    pieces[id: piece]?.sessions.append(seconds)
  }
}

/// What the user has chosen for the whole app. The screens share it, and it is kept in a file.
public struct PracticeSettings: Hashable, Codable, Sendable {
  /// How many minutes the user wants to practise in one session.
  public var goal: Int

  /// Whether each change of the library is backed up.
  public var backsUp: Bool

  /// Creates settings; without arguments, those of a new user.
  public init(goal: Int = 20, backsUp: Bool = false) {
    self.goal = goal
    self.backsUp = backsUp
  }
}
