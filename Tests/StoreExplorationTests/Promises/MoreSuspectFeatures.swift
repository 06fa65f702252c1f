import StoreCore
import StoreDependencies

/// An account whose late profile appears after the log-out, unless it is fixed.
struct Account: Reducer {
  struct State: Equatable {
    var user: String?
    var profile: Int?
    var isLoading = false
    var hasFailed = false
  }

  enum Input: Sendable { case loggedIn(String), reloadTapped, loggedOut }
  enum Feedback: Sendable { case loaded(Int), failed }

  let isFixed: Bool

  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.loggedIn(let user)):
      guard state.user == nil else { return .none }
      state.user = user
      return request(&state)
    case .input(.reloadTapped): return state.user == nil || state.isLoading ? .none : request(&state)
    case .input(.loggedOut):
      state = State()
      return isFixed ? .cancel(id: "profile") : .none
    case .feedback(.loaded(let profile)):
      state.isLoading = false
      state.profile = profile
      return .none
    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
      return .none
    }
  }

  private func request(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("profile") { [load] send in
      do {
        await send(.loaded(try await load(0).count))
      } catch is CancellationError {
      } catch {
        await send(.failed)
      }
    }
    .cancellable(id: "profile", cancelInFlight: true)
  }
}

/// Notes of which a deep link discards a running save, unless they are fixed.
struct Notes: Reducer {
  struct Draft: Equatable, Sendable {
    var text = ""
    var isSaving = false
    var hasFailed = false
  }

  struct State: Equatable {
    var opened: Int?
    var draft: Draft?
  }

  enum Input: Sendable { case noteTapped, textChanged(String), saveTapped, closeTapped, linkOpened }
  enum Feedback: Sendable { case saved, failed }

  let isFixed: Bool

  @Dependency(\.suspectPost) private var save

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.noteTapped):
      guard state.draft == nil else { return .none }
      state = State(opened: 1, draft: Draft())
      return .none
    case .input(.textChanged(let text)):
      if state.draft?.isSaving == false { state.draft?.text = text }
      return .none
    case .input(.saveTapped):
      guard let draft = state.draft, !draft.isSaving, !draft.text.isEmpty else { return .none }
      state.draft?.isSaving = true
      state.draft?.hasFailed = false
      return .run("save", of: draft.text) { [save] send in
        do {
          try await save(draft.text)
          await send(.saved)
        } catch is CancellationError {
        } catch {
          await send(.failed)
        }
      }
      .cancellable(id: "save")
    case .input(.closeTapped):
      if state.draft?.isSaving != true { state = State() }
      return .none
    case .input(.linkOpened):
      if isFixed, state.draft?.isSaving == true { return .none }
      state = State(opened: 2)
      return .cancel(id: "save")
    case .feedback(.saved):
      state = State()
      return .none
    case .feedback(.failed):
      state.draft?.isSaving = false
      state.draft?.hasFailed = true
      return .none
    }
  }
}

/// A search whose spinner never ends once the query is cleared, unless it is fixed.
struct Lookup: Reducer {
  struct State: Equatable {
    var query = ""
    var isSearching = false
    var results: [Int] = []
    var hasFailed = false
  }

  enum Input: Sendable { case queryChanged(String), clearTapped }
  enum Feedback: Sendable { case found([Int]), failed }

  let isFixed: Bool

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.queryChanged(let query)):
      guard query != state.query else { return .none }
      state.query = query
      state.hasFailed = false
      guard !query.isEmpty else {
        state.results = []
        if isFixed { state.isSearching = false }
        return .cancel(id: "search")
      }
      state.isSearching = true
      return .run("search", of: query) { [clock, load] send in
        try await clock.sleep(for: .milliseconds(300))
        do {
          await send(.found(try await load(query.count)))
        } catch is CancellationError {
        } catch {
          await send(.failed)
        }
      }
      .cancellable(id: "search", cancelInFlight: true)
    case .input(.clearTapped):
      state = State()
      return .cancel(id: "search")
    case .feedback(.found(let rows)):
      state.isSearching = false
      state.results = rows
      return .none
    case .feedback(.failed):
      state.isSearching = false
      state.hasFailed = true
      return .none
    }
  }
}
