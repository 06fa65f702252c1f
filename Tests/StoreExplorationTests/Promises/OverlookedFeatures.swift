import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// The free hours of a dentist, whose leaflet covers them. A failure that comes while it is open is lost, and the page waits for
/// ever, unless it is fixed.
struct DentistHours: Reducer {
  enum Hours: Hashable { case loading, loaded([Int]), failed }

  struct Choice: Hashable {
    let treatment: Int
    var hours = Hours.loading
  }

  enum State: Hashable {
    case start
    case choosing(Choice)
    case reading(Choice)
  }

  enum Input: Hashable { case treatmentTapped(Int), leafletTapped, leafletClosed, retryTapped }
  enum Feedback { case loaded([Int]), failed }

  let isFixed: Bool

  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.treatmentTapped(let treatment)), .start): return ask(treatment, &state)
    case (.input(.treatmentTapped(let treatment)), .choosing(let choice)) where choice.treatment != treatment:
      return ask(treatment, &state)
    case (.input(.leafletTapped), .choosing(let choice)): state = .reading(choice)
    case (.input(.leafletClosed), .reading(let choice)): state = .choosing(choice)
    case (.input(.retryTapped), .choosing(let choice)) where choice.hours == .failed:
      return ask(choice.treatment, &state)
    case (.feedback(.loaded(let hours)), _): fill(.loaded(hours), &state)
    case (.feedback(.failed), .reading) where !isFixed: break
    case (.feedback(.failed), _): fill(.failed, &state)
    default: break
    }
    return .none
  }

  private func fill(_ hours: Hours, _ state: inout State) {
    switch state {
    case .start: break
    case .choosing(let choice): state = .choosing(Choice(treatment: choice.treatment, hours: hours))
    case .reading(let choice): state = .reading(Choice(treatment: choice.treatment, hours: hours))
    }
  }

  private func ask(_ treatment: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state = .choosing(Choice(treatment: treatment))
    return .run("hours", of: treatment) { send in
      await send(.loaded(try await load(treatment)))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: "hours", cancelInFlight: true)
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(
      inputs: [.treatmentTapped(1), .treatmentTapped(2), .leafletTapped, .leafletClosed, .retryTapped]
    ) {
      let store = TestStore(initialState: State.start) { Self(isFixed: isFixed) }
      store.gate("load", at: \.suspectLoad) { _ in [.success([9]), .failure(SuspectClient.Offline())] }
      return store
    }
  }
}

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
