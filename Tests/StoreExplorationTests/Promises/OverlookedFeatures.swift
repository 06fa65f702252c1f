import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// The guests who arrive at a hotel, in two pages, who can be checked in. A retry is dead after a failed refresh on the last page,
/// unless it is fixed. A guest whom a refresh removes meanwhile is no bug.
struct Reception: Reducer {
  struct Guest: Hashable, Identifiable { let id: Int }

  struct State: Hashable {
    var guests: [Guest] = []
    var page = 0
    var hasMore = true
    var isLoading = false
    var failedPage: Int?
    var checkingIn: Int?
    var isAtEnd = false
  }

  enum Input: Hashable { case refreshPulled, endReached, retryTapped, endTapped, checkInTapped(Int) }
  enum Feedback { case arrived(Int, [Int]), failed(Int), checkedIn }

  let isFixed: Bool

  @Dependency(\.suspectLoad) private var load
  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.refreshPulled): return state.isLoading ? .none : page(1, &state)
    case .input(.endReached):
      return state.isLoading || !state.hasMore || state.page == 0 ? .none : page(state.page + 1, &state)
    case .input(.retryTapped):
      guard !state.isLoading, isFixed || state.hasMore, let page = state.failedPage else { return .none }
      return self.page(page, &state)
    case .input(.endTapped): state.isAtEnd = !state.hasMore
    case .input(.checkInTapped(let guest)):
      guard state.checkingIn == nil, state.guests.contains(Guest(id: guest)) else { return .none }
      state.checkingIn = guest
      return .run("checkIn", of: guest) { send in
        try? await post("\(guest)")
        await send(.checkedIn)
      }
    case .feedback(.arrived(let page, let guests)):
      state.isLoading = false
      state.page = page
      state.hasMore = page == 1
      state.guests = (page == 1 ? [] : state.guests) + guests.map(Guest.init)
      state.isAtEnd = false
    case .feedback(.failed(let page)):
      state.isLoading = false
      state.failedPage = page
    case .feedback(.checkedIn): state.checkingIn = nil
    }
    return .none
  }

  private func page(_ number: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.failedPage = nil
    return .run("page", of: number) { send in
      await send(.arrived(number, try await load(number)))
    } catch: { _, send in
      await send(.failed(number))
    }
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(
      inputs: [.refreshPulled, .endReached, .retryTapped, .endTapped, .checkInTapped(1), .checkInTapped(3)]
    ) {
      let store = TestStore(initialState: State()) { Self(isFixed: isFixed) }
      store.gate("load", at: \.suspectLoad) { page in
        [.success(page == 1 ? [1, 2] : [3]), .failure(SuspectClient.Offline())]
      }
      store.gate("post", at: \.suspectPost) { _ in [.success(())] }
      return store
    }
  }
}

/// The page of a podcast with a note. Who leaves it while the note is saved is asked. A link asks only if it is edited, unless it is
/// fixed.
struct ShowNotes: Reducer {
  struct State: Hashable {
    var show = 0
    var isLoaded = false
    var episodes: [String] = []
    var isEdited = false
    var isSaving = false
    var isAsking = false
  }

  enum Input: Hashable { case showTapped(Int), linkOpened(Int), noteChanged, saveTapped, stayTapped, leaveTapped }
  enum Feedback { case loaded, saved, failed }

  let isFixed: Bool

  @Dependency(\.suspectLoad) private var load
  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.showTapped(let show)):
      guard show != state.show else { return .none }
      guard !state.isEdited, !state.isSaving else {
        state.isAsking = true
        return .none
      }
      return open(show, &state)
    case .input(.linkOpened(let show)):
      guard show != state.show else { return .none }
      guard !state.isEdited, !isFixed || !state.isSaving else {
        state.isAsking = true
        return .none
      }
      return open(show, &state)
    case .input(.noteChanged):
      if state.isLoaded, !state.isAsking { state.isEdited = true }
      return .none
    case .input(.saveTapped):
      guard state.isEdited, !state.isSaving, !state.isAsking else { return .none }
      state.isEdited = false
      state.isSaving = true
      return .run("save") { send in
        try await post("note")
        await send(.saved)
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: "save")
    case .input(.stayTapped):
      state.isAsking = false
      return .none
    case .input(.leaveTapped): return state.isAsking ? open(0, &state) : .none
    case .feedback(.loaded):
      state.isLoaded = true
      state.episodes = ["Pilot"]
      return .none
    case .feedback(.saved):
      state.isSaving = false
      return .none
    case .feedback(.failed):
      state.isSaving = false
      state.isEdited = true
      return .none
    }
  }

  private func open(_ show: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state = State(show: show)
    return .merge(
      .cancel(id: "save"),
      .run("page", of: show) { send in
        _ = try? await load(show)
        await send(.loaded)
      }
      .cancellable(id: "page", cancelInFlight: true)
    )
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(
      inputs: [.showTapped(1), .linkOpened(2), .noteChanged, .saveTapped, .stayTapped, .leaveTapped]
    ) {
      let store = TestStore(initialState: State()) { Self(isFixed: isFixed) }
      store.gate("load", at: \.suspectLoad) { _ in [.success([])] }
      store.gate("post", at: \.suspectPost) { _ in [.success(()), .failure(SuspectClient.Offline())] }
      return store
    }
  }
}
