import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// Photos that can be removed in a mode, which one button begins and ends. The next user finds it.
struct EditedPhotos: Reducer {
  struct State: Equatable {
    var user: String?
    var photos: [Int] = []
    var isEditing = false
  }

  enum Input { case loggedIn(String), editTapped, removeTapped, loggedOut }
  enum Feedback { case loaded([Int]) }

  private enum CancelID { case load }

  let isFixed: Bool

  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.loggedIn(let user)):
      guard state.user == nil else { return .none }
      state.user = user
      return .run("load") { send in
        await send(.loaded(try await load(1)))
      }
      .cancellable(id: CancelID.load)
    case .input(.editTapped): if state.user != nil { state.isEditing.toggle() }
    case .input(.removeTapped): if state.isEditing, !state.photos.isEmpty { state.photos.removeLast() }
    case .input(.loggedOut):
      guard state.user != nil else { return .none }
      state = State(isEditing: !isFixed && state.isEditing)
      return .cancel(id: CancelID.load)
    case .feedback(.loaded(let photos)): state.photos = photos
    }
    return .none
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(isFixed: isFixed),
      from: State(),
      inputs: [.loggedIn("Ada"), .editTapped, .removeTapped, .loggedOut],
      gates: [.load([[1, 2]], isReliable: true)]
    )
  }
}
