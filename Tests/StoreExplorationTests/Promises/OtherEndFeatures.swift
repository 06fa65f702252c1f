import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// A tablet of a shift. A session that has ended takes the user back, and a load that fails leaves him.
struct ShiftTablet: Reducer {
  struct State: Equatable {
    var user: String?
    var isLoading = false
    var hasFailed = false
    var hasExpired = false
  }

  enum Input { case signedIn(String), reloadTapped, signedOut }

  enum Feedback { case loaded, failed, expired }

  private enum CancelID { case load }

  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.signedIn(let user)):
      guard state.user == nil else { return .none }
      state = State(user: user)
      return load(&state)
    case .input(.reloadTapped): return state.user == nil || state.isLoading ? .none : load(&state)
    case .input(.signedOut):
      state = State()
      return .cancel(id: CancelID.load)
    case .feedback(.loaded): state.isLoading = false
    case .feedback(.failed): (state.isLoading, state.hasFailed) = (false, true)
    case .feedback(.expired): state = State(hasExpired: true)
    }
    return .none
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    (state.isLoading, state.hasFailed) = (true, false)
    return .run("tours") { send in
      _ = try await load(1)
      await send(.loaded)
    } catch: { error, send in
      await send(error is Expired ? .expired : .failed)
    }
    .cancellable(id: CancelID.load)
  }

  private struct Expired: Error {}

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(inputs: [.signedIn("Ada"), .signedIn("Ben"), .reloadTapped, .signedOut]) {
      let store = TestStore(initialState: State()) { Self() }
      store.gate("load", at: \.suspectLoad) { _ in
        [.success([1]), .failure(SuspectClient.Offline()), .failure(Expired())]
      }
      return store
    }
  }
}

/// An article with a comment. What is chosen while that is sent is shown when it has arrived.
struct CommentedArticle: Reducer {
  enum Place: Equatable { case front, article(String) }

  struct State: Equatable {
    var place = Place.front
    var isSending = false
    var next: Place?
  }

  enum Input { case articleTapped(String), sendTapped, closeTapped, stayTapped }

  enum Feedback { case sent, failed }

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.articleTapped(let name)): go(to: .article(name), &state)
    case .input(.closeTapped): go(to: .front, &state)
    case .input(.stayTapped): state.next = nil
    case .input(.sendTapped):
      guard state.place != .front, !state.isSending else { return .none }
      state.isSending = true
      return .run("send") { send in
        try await post("well said")
        await send(.sent)
      } catch: { _, send in
        await send(.failed)
      }
    case .feedback(.sent), .feedback(.failed): state = State(place: state.next ?? state.place)
    }
    return .none
  }

  private func go(to place: Place, _ state: inout State) {
    if state.isSending { state.next = place == state.place ? nil : place } else { state = State(place: place) }
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(),
      from: State(),
      inputs: [.articleTapped("derby"), .articleTapped("budget"), .sendTapped, .closeTapped, .stayTapped],
      gates: [.post]
    )
  }
}
