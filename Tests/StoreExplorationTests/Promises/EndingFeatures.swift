import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

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
