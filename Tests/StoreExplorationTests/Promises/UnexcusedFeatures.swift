import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// A form that is checked while it is sent. A check that is late takes back the sending, with the note that an empty form has, too.
struct CheckedForm: Reducer {
  enum Phase { case editing, sending, sent }

  struct State: Equatable {
    var phase = Phase.editing
    var isEmpty = true
    var hasError = false
  }

  enum Input: CaseIterable { case edited, sendTapped, closed }
  enum Feedback { case checked(isValid: Bool), sent, failed }

  private enum CancelID { case check, send }

  let isFixed: Bool

  @Dependency(\.suspectLoad) private var load
  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.edited):
      guard state.phase == .editing else { return .none }
      (state.isEmpty, state.hasError) = (false, false)
      return .run("check") { send in
        await send(.checked(isValid: try await load(1).count == 1))
      }
      .cancellable(id: CancelID.check, cancelInFlight: true)
    case .input(.sendTapped):
      guard state.phase == .editing else { return .none }
      guard !state.isEmpty else {
        state.hasError = true
        return .none
      }
      state.phase = .sending
      return .run("send") { send in
        try await post("form")
        await send(.sent)
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: CancelID.send)
    case .input(.closed):
      state = State()
      return .merge(.cancel(id: CancelID.check), .cancel(id: CancelID.send))
    case .feedback(.checked(let isValid)):
      if !isValid, !isFixed || state.phase == .editing { (state.phase, state.hasError) = (.editing, true) }
    case .feedback(.sent): state.phase = .sent
    case .feedback(.failed): (state.phase, state.hasError) = (.editing, true)
    }
    return .none
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(isFixed: isFixed),
      from: State(),
      inputs: Input.allCases,
      gates: [.load([[1], []], isReliable: true), .post]
    )
  }
}

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
