import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// A logbook with an editor. A link asks about a typed text, and cancels a running save without a question, unless it is fixed.
struct ClimbingLog: Reducer {
  struct State: Equatable {
    var route = 1
    var text: String?
    var isSaving = false
    var isAsking = false
  }

  enum Input: Equatable { case editTapped, typed(String), saveTapped, linkOpened, discardTapped, keepTapped }
  enum Feedback { case saved, failed }

  private enum CancelID { case save }

  let isFixed: Bool

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.editTapped): state.text = state.text ?? ""
    case .input(.typed(let text)): if state.text != nil, !state.isSaving { state.text = text }
    case .input(.saveTapped):
      guard let text = state.text, !text.isEmpty, !state.isSaving else { return .none }
      state.isSaving = true
      return .run("save", of: text) { send in
        try await post(text)
        await send(.saved)
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: CancelID.save)
    case .input(.linkOpened):
      guard state.text?.isEmpty ?? true || state.isSaving && !isFixed else {
        state.isAsking = true
        return .none
      }
      return open(&state)
    case .input(.discardTapped): return state.isAsking ? open(&state) : .none
    case .input(.keepTapped): state.isAsking = false
    case .feedback(.saved):
      state.isSaving = false
      state.isAsking = false
      state.text = nil
    case .feedback(.failed): state.isSaving = false
    }
    return .none
  }

  private func open(_ state: inout State) -> Effect<Feedback, Never> {
    state = State(route: 3 - state.route)
    return .cancel(id: CancelID.save)
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(inputs: { state in
      if state.isAsking { return [.discardTapped, .keepTapped] }
      if state.isSaving { return [.linkOpened] }
      return [.linkOpened] + (state.text == nil ? [.editTapped] : [.typed("Crux"), .typed(""), .saveTapped])
    }) {
      let store = TestStore(initialState: State()) { Self(isFixed: isFixed) }
      store.gate("post", at: \.suspectPost) { _ in [.success(()), .failure(SuspectClient.Offline())] }
      return store
    }
  }
}

/// A member of a gym, whose session the server may end, and who asks for his visits meanwhile. It is right.
struct GymAccount: Reducer {
  struct Member: Equatable {
    var isLoading = true
    var visits: [Int] = []
    var isSorted = false
  }

  enum State: Equatable {
    case out
    case signingIn
    case signedIn(Member)
  }

  enum Input: CaseIterable { case signInTapped, reloadTapped, sortTapped, signOutTapped }
  enum Feedback { case signedIn, signInFailed, loaded([Int]), sessionEnded }

  private enum CancelID { case visits, session }

  @Dependency(\.suspectPost) private var post
  @Dependency(\.suspectLoad) private var load
  @Dependency(\.suspectEvents) private var events

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.signInTapped), .out):
      state = .signingIn
      return .run("sign in") { send in
        try await post("")
        await send(.signedIn)
      } catch: { _, send in
        await send(.signInFailed)
      }
    case (.feedback(.signedIn), _):
      state = .signedIn(Member())
      return .merge(
        visits(),
        .run("session") { send in
          for await _ in events() { await send(.sessionEnded) }
        }
        .cancellable(id: CancelID.session)
      )
    case (.feedback(.signInFailed), _): state = .out
    case (.input(.reloadTapped), .signedIn(var member)) where !member.isLoading:
      member.isLoading = true
      state = .signedIn(member)
      return visits()
    case (.input(.sortTapped), .signedIn(var member)):
      member.isSorted.toggle()
      state = .signedIn(member)
    case (.feedback(.loaded(let visits)), .signedIn(let member)):
      state = .signedIn(Member(isLoading: false, visits: visits, isSorted: member.isSorted))
    case (.input(.signOutTapped), .signedIn), (.feedback(.sessionEnded), .signedIn):
      state = .out
      return .merge(.cancel(id: CancelID.visits), .cancel(id: CancelID.session))
    default: break
    }
    return .none
  }

  private func visits() -> Effect<Feedback, Never> {
    .run("visits") { send in
      await send(.loaded((try? await load(1)) ?? []))
    }
    .cancellable(id: CancelID.visits)
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(inputs: Input.allCases) {
      let store = TestStore(initialState: State.out) { Self() }
      store.gate("post", at: \.suspectPost) { _ in [.success(()), .failure(SuspectClient.Offline())] }
      store.gate("load", at: \.suspectLoad) { _ in [.success([1])] }
      store.gate("events", at: \.suspectEvents) { [.element(1), .finish] }
      return store
    }
  }
}

/// The channels to which an account subscribes. That a change fails is shown beside whichever list has come meanwhile, and each call may
/// tell that the session has expired. It is right.
struct ChannelAccount: Reducer {
  struct Expired: Error {}

  struct Session: Equatable {
    var channels: [Int] = []
    var isLoading = true
    var hasLoadFailed = false
    var change: Int?
    var hasChangeFailed = false
  }

  enum State: Equatable {
    case out
    case signedIn(Session)

    var session: Session? {
      get { if case .signedIn(let session) = self { session } else { nil } }
      set { self = newValue.map(Self.signedIn) ?? .out }
    }
  }

  enum Input: Equatable { case signInTapped, reloadTapped, addTapped(Int), removeTapped(Int), signOutTapped }
  enum Feedback { case loaded([Int]), loadFailed, changed(Int), changeFailed, expired }

  private enum CancelID { case work }

  @Dependency(\.suspectLoad) private var load
  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.signInTapped):
      guard state == .out else { return .none }
      state = .signedIn(Session())
      return list()
    case .input(.reloadTapped):
      guard state.session?.isLoading == false else { return .none }
      state.session?.isLoading = true
      state.session?.hasLoadFailed = false
      return list()
    case .input(.addTapped(let channel)):
      return state.session?.channels.contains(channel) == false ? change(channel, &state) : .none
    case .input(.removeTapped(let channel)):
      return state.session?.channels.contains(channel) == true ? change(channel, &state) : .none
    case .input(.signOutTapped):
      guard state.session?.change == nil else { return .none }
      state = .out
      return .cancel(id: CancelID.work)
    case .feedback(.loaded(let channels)):
      state.session?.isLoading = false
      state.session?.channels = channels
    case .feedback(.loadFailed):
      state.session?.isLoading = false
      state.session?.hasLoadFailed = true
    case .feedback(.changed(let channel)):
      state.session?.change = nil
      if let index = state.session?.channels.firstIndex(of: channel) {
        state.session?.channels.remove(at: index)
      } else {
        state.session?.channels.append(channel)
      }
      // A list that is on its way may be older than the change.
      return state.session?.isLoading == true ? list() : .none
    case .feedback(.changeFailed):
      state.session?.change = nil
      state.session?.hasChangeFailed = true
    case .feedback(.expired):
      state = .out
      return .cancel(id: CancelID.work)
    }
    return .none
  }

  private func list() -> Effect<Feedback, Never> {
    Effect.run("list") { send in
      await send(.loaded(try await load(0)))
    } catch: { error, send in
      await send(error is Expired ? .expired : .loadFailed)
    }
    .cancellable(id: "list", cancelInFlight: true)
    .cancellable(id: CancelID.work)
  }

  private func change(_ channel: Int, _ state: inout State) -> Effect<Feedback, Never> {
    guard state.session?.change == nil else { return .none }
    state.session?.change = channel
    state.session?.hasChangeFailed = false
    let isNew = state.session?.channels.contains(channel) == false
    return .run("change", of: "\(channel), \(isNew)") { send in
      try await post("\(channel), \(isNew)")
      await send(.changed(channel))
    } catch: { error, send in
      await send(error is Expired ? .expired : .changeFailed)
    }
    .cancellable(id: CancelID.work)
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(inputs: [.signInTapped, .reloadTapped, .addTapped(1), .removeTapped(1), .signOutTapped]) {
      let store = TestStore(initialState: State.out) { Self() }
      let failures: [any Error] = [SuspectClient.Offline(), Expired()]
      store.gate("load", at: \.suspectLoad) { _ in [.success([1])] + failures.map { .failure($0) } }
      store.gate("post", at: \.suspectPost) { _ in [.success(())] + failures.map { .failure($0) } }
      return store
    }
  }
}
