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
