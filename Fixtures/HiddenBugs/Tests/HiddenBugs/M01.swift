import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct M01Page: Equatable, Sendable {
  var codes: [String]
  var hasMore: Bool
}

struct M01Offline: Error {}

struct M01Scanner: DependencyKey, Sendable {
  var codes: @Sendable (_ page: Int) async throws -> M01Page
  var erase: @Sendable () async throws -> Void

  static let liveValue = M01Scanner(
    codes: { _ in M01Page(codes: [], hasMore: false) },
    erase: {}
  )
  static let testValue = M01Scanner(
    codes: unimplemented("M01Scanner.codes"),
    erase: unimplemented("M01Scanner.erase")
  )
}

extension DependencyValues {
  var m01Scanner: M01Scanner {
    get { self[M01Scanner.self] }
    set { self[M01Scanner.self] = newValue }
  }
}

/// The trouble codes that the car has stored, page by page.
struct M01TroubleCodes: Reducer {
  struct State: Equatable, Sendable {
    var codes: [String] = []
    /// The last page that is in the list.
    var page = 0
    var hasMore = true
    var isRefreshing = false
    var isLoadingMore = false
    var isErasing = false
    /// The page that couldn't be loaded. The banner with the retry button is shown while it is set.
    var failedPage: Int?
    var eraseFailed = false
  }

  enum Input: Equatable, Sendable {
    case appeared
    case refreshPulled
    case bottomReached
    case retryTapped
    case eraseTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(M01Page, page: Int)
    case loadFailed(page: Int)
    case erased
    case eraseFailed
  }

  @Dependency(\.m01Scanner) private var scanner

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.codes.isEmpty, !state.isRefreshing, !state.isErasing else { return .none }
      return load(page: 1, &state)

    case .input(.refreshPulled):
      guard !state.isRefreshing, !state.isErasing else { return .none }
      return load(page: 1, &state)

    case .input(.bottomReached):
      guard !state.codes.isEmpty, canLoad(state) else { return .none }
      return load(page: state.page + 1, &state)

    case .input(.retryTapped):
      guard let page = state.failedPage, canLoad(state) else { return .none }
      return load(page: page, &state)

    case .input(.eraseTapped):
      guard !state.codes.isEmpty, !state.isErasing, !state.isRefreshing, !state.isLoadingMore else { return .none }
      state.isErasing = true
      state.eraseFailed = false
      return .run("erase") { send in
        try await scanner.erase()
        await send(.erased)
      } catch: { _, send in
        await send(.eraseFailed)
      }
      .cancellable(id: "erase", cancelInFlight: true)

    case .feedback(.loaded(let result, page: let page)):
      state.isRefreshing = false
      state.isLoadingMore = false
      if page == 1 {
        state.codes = result.codes
      } else {
        state.codes += result.codes
      }
      state.page = page
      state.hasMore = result.hasMore
      return .none

    case .feedback(.loadFailed(page: let page)):
      state.isRefreshing = false
      state.isLoadingMore = false
      state.failedPage = page
      return .none

    case .feedback(.erased):
      state.isErasing = false
      state.codes = []
      state.page = 0
      state.hasMore = false
      state.failedPage = nil
      return .none

    case .feedback(.eraseFailed):
      state.isErasing = false
      state.eraseFailed = true
      return .none
    }
  }

  private func canLoad(_ state: State) -> Bool {
    state.hasMore && !state.isRefreshing && !state.isLoadingMore && !state.isErasing
  }

  private func load(page: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state.isRefreshing = page == 1
    state.isLoadingMore = page > 1
    state.failedPage = nil
    state.eraseFailed = false
    return .run("codes", of: page) { send in
      await send(.loaded(try await scanner.codes(page), page: page))
    } catch: { _, send in
      await send(.loadFailed(page: page))
    }
    .cancellable(id: "codes", cancelInFlight: true)
  }
}

struct M01Bugs {
  @Test func bugs() async throws {
    try await findBugs(inputs: [.appeared, .refreshPulled, .bottomReached, .retryTapped, .eraseTapped]) {
      () -> TestStore<M01TroubleCodes> in
      let store = TestStore(initialState: M01TroubleCodes.State()) { M01TroubleCodes() }
      store.gate("codes", at: \.m01Scanner.codes) { page in
        [
          .success(M01Page(codes: page == 1 ? ["M0420"] : ["B1342"], hasMore: page == 1)),
          .failure(M01Offline()),
        ]
      }
      store.gate("erase", at: \.m01Scanner.erase) { [.success(()), .failure(M01Offline())] }
      return store
    }
  }
}
