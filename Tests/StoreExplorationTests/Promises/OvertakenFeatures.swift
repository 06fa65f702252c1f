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

/// An announcement that is sent a second time after a failure, also where a stream has told that it was played, unless it is fixed.
struct Announcement: Reducer {
  enum Status: Equatable { case draft, sending(Int), accepted, played, failed }

  struct State: Equatable {
    var isOnDuty = false
    var status = Status.draft
  }

  enum Input { case dutyBegan, announced }
  enum Feedback { case accepted, rejected, due, played }

  let isFixed: Bool

  @Dependency(\.suspectEvents) private var events
  @Dependency(\.suspectPost) private var post
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.dutyBegan):
      guard !state.isOnDuty else { return .none }
      state.isOnDuty = true
      return .run("played") { send in
        for await _ in events() { await send(.played) }
      }
    case .input(.announced):
      guard state.isOnDuty, state.status == .draft || state.status == .failed else { return .none }
      return announce(1, &state)
    case .feedback(.accepted): if case .sending = state.status { state.status = .accepted }
    case .feedback(.rejected):
      guard case .sending(let attempt) = state.status else { return .none }
      guard attempt < 2 else {
        state.status = .failed
        return .none
      }
      return .run("pause") { send in
        try await clock.sleep(for: .seconds(5))
        await send(.due)
      }
    case .feedback(.due):
      if isFixed, state.status == .played { return .none }
      return announce(2, &state)
    case .feedback(.played): state.status = .played
    }
    return .none
  }

  private func announce(_ attempt: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state.status = .sending(attempt)
    return .run("announce") { send in
      try await post("delay")
      await send(.accepted)
    } catch: { _, send in
      await send(.rejected)
    }
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(isFixed: isFixed),
      from: State(),
      inputs: [.dutyBegan, .announced],
      gates: [.events(1), .post]
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

/// The prices of some sizes. The choice of one whose price is known gives up the request for another one.
struct PricedSizes: Reducer {
  enum Size: CaseIterable { case small, medium, large }

  struct State: Equatable {
    var size: Size?
    var prices: [Size: Int] = [:]
    var isPricing = false
    var hasFailed = false
    var bought: Set<Size> = []
  }

  enum Input { case chosen(Size), retryTapped, buyTapped }
  enum Feedback { case priced(Size, Int), failed }

  private enum CancelID { case price }

  let isFixed: Bool

  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.chosen(let size)):
      guard size != state.size else { return .none }
      (state.size, state.hasFailed) = (size, false)
      guard state.prices[size] != nil else { return price(of: size, &state) }
      if isFixed { state.isPricing = false }
      return .cancel(id: CancelID.price)
    case .input(.retryTapped):
      guard state.hasFailed, let size = state.size else { return .none }
      return price(of: size, &state)
    case .input(.buyTapped):
      if let size = state.size, state.prices[size] != nil, !state.isPricing { state.bought.insert(size) }
    case .feedback(.priced(let size, let price)):
      state.isPricing = false
      state.prices[size] = price
    case .feedback(.failed): (state.isPricing, state.hasFailed) = (false, true)
    }
    return .none
  }

  private func price(of size: Size, _ state: inout State) -> Effect<Feedback, Never> {
    (state.isPricing, state.hasFailed) = (true, false)
    return .run("price", of: size) { send in
      await send(.priced(size, try await load(1).count))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.price, cancelInFlight: true)
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(isFixed: isFixed),
      from: State(),
      inputs: Size.allCases.map(Input.chosen) + [.retryTapped, .buyTapped],
      gates: [.load([1])]
    )
  }
}

/// A page that is saved when the typing pauses, and that says so. A link asks about a text that isn't saved yet.
struct PausedPage: Reducer {
  struct State: Equatable {
    var page = "Home"
    var isEdited = false
    var isSaving = false
    var nextPage: String?
    var linkedPage: String?
  }

  enum Input { case pageTapped(String), linkOpened(String), changed, discardTapped, stayTapped }
  enum Feedback { case saveStarted, saved, failed }

  private enum CancelID { case save }

  let isFixed: Bool

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.pageTapped(let page)):
      guard page != state.page, state.nextPage == nil, state.linkedPage == nil else { return .none }
      guard state.isEdited || state.isSaving else { return show(page, &state) }
      state.nextPage = page
      return state.isSaving ? .none : save(state.page).cancellable(id: CancelID.save, cancelInFlight: true)
    case .input(.linkOpened(let page)):
      guard page != state.page, state.linkedPage == nil, !(isFixed && state.isSaving) else { return .none }
      guard state.isEdited else { return show(page, &state) }
      state.linkedPage = page
      return .cancel(id: CancelID.save)
    case .input(.changed):
      guard state.nextPage == nil, state.linkedPage == nil, !state.isSaving else { return .none }
      state.isEdited = true
      return save(state.page).debounce(id: CancelID.save, for: .seconds(2))
    case .input(.discardTapped): return state.linkedPage.map { show($0, &state) } ?? .none
    case .input(.stayTapped):
      guard state.linkedPage != nil else { return .none }
      state.linkedPage = nil
      return save(state.page).debounce(id: CancelID.save, for: .seconds(2))
    case .feedback(.saveStarted): (state.isEdited, state.isSaving) = (false, true)
    case .feedback(.saved):
      state.isSaving = false
      return state.nextPage.map { show($0, &state) } ?? .none
    case .feedback(.failed): (state.isEdited, state.isSaving, state.nextPage) = (true, false, nil)
    }
    return .none
  }

  private func show(_ page: String, _ state: inout State) -> Effect<Feedback, Never> {
    state = State(page: page)
    return .cancel(id: CancelID.save)
  }

  private func save(_ page: String) -> Effect<Feedback, Never> {
    .run("save", of: page) { send in
      await send(.saveStarted)
      try await post(page)
      await send(.saved)
    } catch: { _, send in
      await send(.failed)
    }
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(isFixed: isFixed),
      from: State(),
      inputs: [.pageTapped("Home"), .pageTapped("Ideas"), .linkOpened("Ideas"), .changed, .discardTapped, .stayTapped],
      gates: [.post]
    )
  }
}
