import StoreCore

// A model of the features. Without `nonisolated`, its `==` would be isolated to the main actor, and no feature could
// use it.
nonisolated struct Album: Identifiable, Equatable, Sendable {
  let id: Int
  var title: String
}

/// An album in a list.
struct AlbumRow: Reducer {
  struct State: Equatable, Identifiable {
    var album: Album
    var plays = 0
    var id: Int { album.id }
  }

  enum Input { case playTapped }
  enum Output: Equatable { case played(Album) }

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Output> {
    switch message {
    case .input(.playTapped):
      state.plays += 1
      return .output(.played(state.album))
    }
  }
}

/// A list of albums, with the album that was played last.
struct Library: Reducer {
  struct State: Equatable {
    var rows: IdentifiedArray<AlbumRow.State> = []
    var last: Album?
  }

  enum Input { case row(id: Int, AlbumRow.Input) }
  enum Feedback: Equatable { case row(id: Int, ChildFeedback<AlbumRow>) }

  let rows = ScopeEach<Library, AlbumRow>(\.rows, feedback: Feedback.row) { AlbumRow() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.row(let id, let input)): return rows.reduce(.input(input), id: id, into: &state)
    case .feedback(.row(let id, .feedback(let feedback))): return rows.reduce(.feedback(feedback), id: id, into: &state)
    case .feedback(.row(_, .output(.played(let album)))):
      state.play(album)
      return .none
    }
  }
}

// An extension is isolated to the main actor by default, even if its type is not.
nonisolated extension Library.State {
  mutating func play(_ album: Album) {
    last = album
  }
}
