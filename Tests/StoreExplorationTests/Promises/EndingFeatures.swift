import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

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
