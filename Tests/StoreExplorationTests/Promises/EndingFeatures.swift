import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// A rink that counts its skaters while it is open. Whether the last count failed ends with the rink, as the count does.
struct Rink: Reducer {
  struct Board: Hashable {
    var skaters: Int?
    var isStale = false
  }

  enum Phase: Hashable { case closed, open(Board) }

  struct State: Hashable { var phase = Phase.closed }

  enum Input: CaseIterable { case opened, closed }
  enum Feedback { case due, counted(Int), failed }

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.opened):
      guard state.phase == .closed else { return .none }
      state.phase = .open(Board())
      return wait()
    case .input(.closed):
      state.phase = .closed
      return .cancel(id: "count")
    case .feedback(.due): return count()
    case .feedback(.counted(let skaters)):
      state.phase = .open(Board(skaters: skaters))
      return wait()
    case .feedback(.failed):
      guard case .open(let board) = state.phase else { return .none }
      state.phase = .open(Board(skaters: board.skaters, isStale: board.skaters != nil))
      return wait()
    }
  }

  private func wait() -> Effect<Feedback, Never> {
    .run("wait") { send in
      try await clock.sleep(for: .seconds(15))
      await send(.due)
    }
    .cancellable(id: "count", cancelInFlight: true)
  }

  private func count() -> Effect<Feedback, Never> {
    .run("count") { send in
      await send(.counted(try await load(1)[0]))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: "count", cancelInFlight: true)
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(), from: State(), inputs: Input.allCases, gates: [.load([12])])
  }
}

/// The page of a member, whose session may have expired when its card loads.
struct MemberPage: Reducer {
  enum Renewal: Hashable { case none, running, done }

  struct State: Hashable {
    var isLoading = true
    var renewal = Renewal.none
  }

  enum Input: CaseIterable { case renewed }
  enum Feedback { case loaded, expired, renewed }

  @Dependency(\.suspectLoad) private var load
  @Dependency(\.suspectPost) private var post

  func start(from state: State) -> Effect<Feedback, Void> {
    .run("card") { send in
      let card = try? await load(1)
      await send(card == [] ? .expired : .loaded)
    }
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Void> {
    switch message {
    case .input(.renewed):
      guard state.renewal == .none, !state.isLoading else { return .none }
      state.renewal = .running
      return .run("renew") { send in
        try? await post("renew")
        await send(.renewed)
      }
    case .feedback(.loaded): state.isLoading = false
    case .feedback(.expired): return .output(())
    case .feedback(.renewed): state.renewal = .done
    }
    return .none
  }
}

/// The desk of a club. The page of a member goes when the session has expired.
struct ClubDesk: Reducer {
  struct State: Hashable { var member: MemberPage.State? }

  enum Input: Hashable { case signedIn, signedOut, member(MemberPage.Input) }
  enum Feedback { case member(ChildFeedback<MemberPage>) }

  private let member = Scope<ClubDesk, MemberPage>(ifLet: \.member, feedback: Feedback.member) { MemberPage() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.signedIn):
      guard state.member == nil else { return .none }
      state.member = MemberPage.State()
      return member.start(from: state)
    case .input(.signedOut):
      if state.member?.isLoading == false, state.member?.renewal != .running { state.member = nil }
      return .none
    case .input(.member(let input)): return member.reduce(.input(input), into: &state)
    case .feedback(.member(.feedback(let feedback))): return member.reduce(.feedback(feedback), into: &state)
    case .feedback(.member(.output)):
      state.member = nil
      return .none
    }
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(inputs: { $0.member == nil ? [.signedIn] : [.signedOut, .member(.renewed)] }) {
      let store = TestStore(initialState: State()) { Self() }
      store.gate("load", at: \.suspectLoad) { _ in [.success([1]), .success([])] }
      store.gate("post", at: \.suspectPost) { _ in [.success(())] }
      return store
    }
  }
}

/// An editor that saves before it shows the next shield, which has a text of its own.
struct ShieldEditor: Reducer {
  struct State: Hashable {
    var saved = [1: "Or", 2: "Gules"]
    var shield: Int? = 1
    var text = "Or"
    var isSaving = false
  }

  enum Input: CaseIterable { case typed, erased, nextTapped }
  enum Feedback { case saved(Int, String) }

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.typed): state.text = "Azure"
    case .input(.erased): state.text = state.shield.flatMap { state.saved[$0] } ?? ""
    case .input(.nextTapped):
      guard !state.isSaving else { return .none }
      return save(&state)
    case .feedback(.saved(let shield, let text)):
      state.isSaving = false
      state.saved[shield] = text
      guard state.text == text else { return save(&state) }
      state.shield = shield == 1 ? 2 : 1
      state.text = state.shield.flatMap { state.saved[$0] } ?? ""
    }
    return .none
  }

  private func save(_ state: inout State) -> Effect<Feedback, Never> {
    guard let shield = state.shield else { return .none }
    state.isSaving = true
    let text = state.text
    return .run("save", of: shield) { send in
      try? await post(text)
      await send(.saved(shield, text))
    }
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(), from: State(), inputs: Input.allCases, gates: [.post(isReliable: true)])
  }
}

/// Tracks, one of which is selected. A refresh selects what was selected when it began.
struct Tracks: Reducer {
  struct Track: Hashable, Identifiable {
    let id: Int
    var plays = 0
  }

  struct State: Hashable {
    var tracks = [Track(id: 1), Track(id: 2), Track(id: 3)]
    var selected: Int? = 1
    var isLoading = false
  }

  enum Input: Hashable { case picked(Int), refreshed }
  enum Feedback { case loaded(selected: Int?), failed }

  let isFixed: Bool

  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.picked(let id)): state.selected = id
    case .input(.refreshed):
      guard !state.isLoading else { return .none }
      state.isLoading = true
      return .run("refresh") { [selected = state.selected] send in
        _ = try await load(1)
        await send(.loaded(selected: selected))
      } catch: { _, send in
        await send(.failed)
      }
    case .feedback(.loaded(let selected)):
      state.isLoading = false
      state.tracks = state.tracks.map { Track(id: $0.id, plays: 1) }
      if !isFixed { state.selected = selected }
    case .feedback(.failed): state.isLoading = false
    }
    return .none
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(isFixed: isFixed),
      from: State(),
      inputs: [.picked(1), .picked(2), .picked(3), .refreshed],
      gates: [.load([1])]
    )
  }
}

/// A list of sights that shows nothing but its failure, once an update fails. To try again does something before the first list only, unless it
/// is fixed.
struct Sights: Reducer {
  struct State: Equatable {
    var sights: [Int]?
    var isLoading = false
    var hasFailed = false
    var onlyOpen = false

    /// The language of the first list, which is the one of all others.
    var language = 0
  }

  enum Input { case updateTapped, retryTapped, filterTapped, languageTapped }
  enum Feedback { case loaded([Int]), failed }

  let isFixed: Bool

  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.updateTapped):
      guard !state.isLoading, !state.hasFailed else { return .none }
      return update(&state)
    case .input(.retryTapped):
      guard state.hasFailed, isFixed || state.sights == nil else { return .none }
      return update(&state)
    case .input(.filterTapped): if state.sights != nil { state.onlyOpen.toggle() }
    case .input(.languageTapped): if state.sights == nil { state.language = (state.language + 1) % 3 }
    case .feedback(.loaded(let sights)):
      state.isLoading = false
      state.language = 0
      state.sights = sights
    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
    }
    return .none
  }

  private func update(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("sights") { send in
      await send(.loaded(try await load(1)))
    } catch: { _, send in
      await send(.failed)
    }
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(inputs: { $0.hasFailed ? [.retryTapped] : [.updateTapped, .filterTapped, .languageTapped] }) {
      let store = TestStore(initialState: State()) { Self(isFixed: isFixed) }
      store.gate("load", at: \.suspectLoad) { _ in [.success([1]), .failure(SuspectClient.Offline())] }
      return store
    }
  }
}
