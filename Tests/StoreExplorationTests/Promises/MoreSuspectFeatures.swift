import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

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

/// A cellar from which bottles are taken at once. The sign-out doesn't stop that, unless it is fixed, and a failure puts the bottle back.
struct Cellar: Reducer {
  struct State: Hashable {
    var user: String?
    var bottles: [Int] = []
    var isLoading = false
    var taken: Int?
    var problem: String?
  }

  enum Input: CaseIterable { case signedIn, takeTapped, problemClosed, signedOut }
  enum Feedback { case bottles([Int]), noBottles, took, failed(Int) }

  let isFixed: Bool

  @Dependency(\.suspectLoad) private var load
  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.signedIn):
      guard state.user == nil else { return .none }
      state.user = "Ada"
      state.isLoading = true
      return .run("bottles") { send in
        await send(.bottles(try await load(0)))
      } catch: { _, send in
        await send(.noBottles)
      }
      .cancellable(id: "bottles")
    case .input(.takeTapped):
      guard state.taken == nil, let bottle = state.bottles.last else { return .none }
      state.bottles.removeLast()
      state.taken = bottle
      return .run("take", of: bottle) { send in
        try await post("\(bottle)")
        await send(.took)
      } catch: { _, send in
        await send(.failed(bottle))
      }
      .cancellable(id: "take")
    case .input(.problemClosed): state.problem = nil
    case .input(.signedOut):
      state = State()
      return isFixed ? .merge(.cancel(id: "bottles"), .cancel(id: "take")) : .cancel(id: "bottles")
    case .feedback(.bottles(let bottles)):
      state.isLoading = false
      state.bottles = bottles
    case .feedback(.noBottles):
      state.isLoading = false
      state.problem = "Offline"
    case .feedback(.took): state.taken = nil
    case .feedback(.failed(let bottle)):
      state.taken = nil
      state.bottles.append(bottle)
      state.problem = "It is still there."
    }
    return .none
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(isFixed: isFixed), from: State(), inputs: Input.allCases, gates: [.load([1]), .post])
  }
}
