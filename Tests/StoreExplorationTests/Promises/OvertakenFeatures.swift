import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// The form of an order above a list. A link that comes before the list waits for that, and then discards a running save, unless it is fixed.
struct LinkedForm: Reducer {
  struct Form: Equatable, Identifiable {
    let id: Int
    var isSaving = false
  }

  struct State: Equatable {
    var orders: [Int]?
    var isLoading = false
    var form: Form?
    var linked: Int?
  }

  enum Input { case appeared, newTapped, saveTapped, closed, linkOpened }
  enum Feedback { case loaded([Int]), failed, saved, notSaved }

  private enum CancelID { case save }

  let isFixed: Bool

  @Dependency(\.suspectLoad) private var load
  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.orders == nil, !state.isLoading else { return .none }
      state.isLoading = true
      return .run("orders") { send in
        await send(.loaded(try await load(1)))
      } catch: { _, send in
        await send(.failed)
      }
    case .input(.newTapped): if state.form == nil { state.form = Form(id: 0) }
    case .input(.saveTapped):
      guard let form = state.form, !form.isSaving else { return .none }
      state.form?.isSaving = true
      return .run("save") { send in
        try await post("order")
        await send(.saved)
      } catch: { _, send in
        await send(.notSaved)
      }
      .cancellable(id: CancelID.save)
    case .input(.closed): if state.form?.isSaving == false { state.form = nil }
    case .input(.linkOpened):
      guard state.form == nil, state.orders != nil else {
        state.linked = 2
        return .none
      }
      state.form = Form(id: 2)
    case .feedback(.loaded(let orders)):
      state.isLoading = false
      state.orders = orders
      return isFixed && state.form?.isSaving == true ? .none : showLinked(&state)
    case .feedback(.failed): state.isLoading = false
    case .feedback(.saved):
      state.form = nil
      return showLinked(&state)
    case .feedback(.notSaved): state.form?.isSaving = false
    }
    return .none
  }

  private func showLinked(_ state: inout State) -> Effect<Feedback, Never> {
    guard state.orders != nil, let linked = state.linked else { return .none }
    (state.linked, state.form) = (nil, Form(id: linked))
    return .cancel(id: CancelID.save)
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(isFixed: isFixed),
      from: State(),
      inputs: [.appeared, .newTapped, .saveTapped, .closed, .linkOpened],
      gates: [.load([1, 2]), .post]
    )
  }
}

/// An account whose log-out is shown at once. Its answer logs out who has logged in meanwhile, unless it is fixed.
struct SharedTablet: Reducer {
  struct State: Equatable {
    var isLoggingIn = false
    var isLoggedIn = false
    var isLoading = false
    var hasNotices = false
  }

  enum Input { case logInTapped, logOutTapped }
  enum Feedback { case loggedIn, notLoggedIn, loaded, loggedOut }

  private enum CancelID { case notices }

  let isFixed: Bool

  @Dependency(\.suspectLoad) private var load
  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.logInTapped):
      guard !state.isLoggingIn, !state.isLoggedIn else { return .none }
      state.isLoggingIn = true
      return .run("log in") { send in
        try await post("log in")
        await send(.loggedIn)
      } catch: { _, send in
        await send(.notLoggedIn)
      }
    case .input(.logOutTapped):
      guard state.isLoggedIn else { return .none }
      let logOut = Effect<Feedback, Never>.run("log out") { send in
        _ = try? await load(2)
        await send(.loggedOut)
      }
      return .merge(leave(&state), logOut)
    case .feedback(.loggedIn):
      (state.isLoggingIn, state.isLoggedIn, state.isLoading) = (false, true, true)
      return .run("notices") { send in
        _ = try? await load(1)
        await send(.loaded)
      }
      .cancellable(id: CancelID.notices)
    case .feedback(.notLoggedIn): state.isLoggingIn = false
    case .feedback(.loaded): (state.isLoading, state.hasNotices) = (false, true)
    case .feedback(.loggedOut): return isFixed || !state.isLoggedIn ? .none : leave(&state)
    }
    return .none
  }

  private func leave(_ state: inout State) -> Effect<Feedback, Never> {
    state = State()
    return .cancel(id: CancelID.notices)
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(isFixed: isFixed),
      from: State(),
      inputs: [.logInTapped, .logOutTapped],
      gates: [.load([1]), .post]
    )
  }
}

/// A call of a room that fails if it isn't confirmed in time. The time begins when the call is accepted, also after its confirmation, unless it is
/// fixed.
struct RoomCall: Reducer {
  enum Status { case idle, paging, waiting, confirmed, failed }

  struct State: Equatable { var status = Status.idle }

  enum Input { case callTapped, doneTapped }
  enum Feedback { case paged, refused, confirmed, timedOut }

  private enum CancelID { case page, timeout }

  let isFixed: Bool

  @Dependency(\.suspectEvents) private var confirmations
  @Dependency(\.suspectPost) private var post
  @Dependency(\.continuousClock) private var clock

  func start(from state: State) -> Effect<Feedback, Never> {
    .run("confirmations") { send in
      for await _ in confirmations() { await send(.confirmed) }
    }
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.callTapped):
      guard state.status == .idle || state.status == .failed else { return .none }
      state.status = .paging
      return .run("page") { send in
        try await post("room")
        await send(.paged)
      } catch: { _, send in
        await send(.refused)
      }
      .cancellable(id: CancelID.page)
    case .input(.doneTapped):
      guard state.status == .confirmed || state.status == .failed else { return .none }
      state.status = .idle
      return .merge(.cancel(id: CancelID.page), .cancel(id: CancelID.timeout))
    case .feedback(.paged):
      if state.status == .paging { state.status = .waiting } else if isFixed { return .none }
      return .run("timeout") { send in
        try await clock.sleep(for: .seconds(30))
        await send(.timedOut)
      }
      .cancellable(id: CancelID.timeout, cancelInFlight: true)
    case .feedback(.refused): if state.status == .paging { state.status = .failed }
    case .feedback(.timedOut): state.status = .failed
    case .feedback(.confirmed):
      guard state.status != .idle else { return .none }
      state.status = .confirmed
      return .cancel(id: CancelID.timeout)
    }
    return .none
  }

  /// - Parameter mayBeginAnew: Whether a call that is over may be followed by another one.
  static func space(isFixed: Bool, mayBeginAnew: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(inputs: mayBeginAnew ? [.callTapped, .doneTapped] : [.callTapped]) {
      let confirmations = StreamGate<Void, Int, Never>("confirmations") { _ in [.element(1)] }
      let store = TestStore(initialState: State()) {
        Self(isFixed: isFixed)
      } withDependencies: {
        $0.suspectEvents = { AsyncStream(confirmations()) }
      }
      store.gate("post", at: \.suspectPost) { _ in [.success(()), .failure(SuspectClient.Offline())] }
      return store
    }
  }
}
