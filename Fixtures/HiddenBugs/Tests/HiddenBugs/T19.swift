import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The versions of a statute or a contract, newest first. A version can be compared with the present one.
struct T19Versions: Reducer {
  struct Paging: Equatable {
    var page = 0
    var isComplete = false
  }

  struct State: Equatable {
    var versions: [T19Version] = []
    var paging = Paging()
    /// How far the list went before a refresh.
    var pagingBefore: Paging?
    var isLoading = false
    var hasFailed = false
    var comparison: Comparison?
  }

  enum Comparison: Equatable {
    case loading(Int)
    case shown(Int, changes: String)
    case failed(Int)
  }

  enum Input: Equatable, Sendable {
    case appeared
    case refreshTapped
    case endReached
    case retryTapped
    case versionTapped(Int)
    case compareAgainTapped
    case comparisonClosed
  }

  enum Feedback: Equatable, Sendable {
    case loaded([T19Version], page: Int, isLast: Bool)
    case loadFailed
    case compared(Int, String)
    case compareFailed(Int)
  }

  private enum CancelID { case compare }

  @Dependency(\.t19Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.versions.isEmpty else { return .none }
      return loadNext(&state)

    case .input(.refreshTapped):
      guard !state.isLoading else { return .none }
      state.pagingBefore = state.paging
      state.paging = Paging()
      return loadNext(&state)

    case .input(.endReached), .input(.retryTapped):
      return loadNext(&state)

    case .input(.versionTapped(let number)):
      guard state.comparison == nil, state.versions.contains(where: { $0.number == number }) else { return .none }
      return compare(number, &state)

    case .input(.compareAgainTapped):
      guard case .failed(let number)? = state.comparison else { return .none }
      return compare(number, &state)

    case .input(.comparisonClosed):
      state.comparison = nil
      return .cancel(id: CancelID.compare)

    case .feedback(.loaded(let versions, let page, let isLast)):
      state.isLoading = false
      if page == 1 { state.versions = [] }
      state.versions += versions
      state.paging = Paging(page: page, isComplete: isLast)
      state.pagingBefore = nil
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      // The list is still the one from before the refresh.
      if let before = state.pagingBefore { state.paging = before }
      state.pagingBefore = nil
      return .none

    case .feedback(.compared(let number, let changes)):
      state.comparison = .shown(number, changes: changes)
      return .none

    case .feedback(.compareFailed(let number)):
      state.comparison = .failed(number)
      return .none
    }
  }

  private func loadNext(_ state: inout State) -> Effect<Feedback, Never> {
    guard !state.isLoading, !state.paging.isComplete else { return .none }
    state.isLoading = true
    state.hasFailed = false
    let page = state.paging.page + 1
    return .run("versions", of: page) { send in
      let answer = try await client.versions(page)
      await send(.loaded(answer.versions, page: page, isLast: answer.isLast))
    } catch: { _, send in
      await send(.loadFailed)
    }
  }

  private func compare(_ number: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state.comparison = .loading(number)
    return .run("compare", of: number) { send in
      await send(.compared(number, try await client.compare(number)))
    } catch: { _, send in
      await send(.compareFailed(number))
    }
    .cancellable(id: CancelID.compare, cancelInFlight: true)
  }
}

struct T19Version: Equatable, Sendable {
  var number: Int
  var author: String
}

struct T19Answer: Equatable, Sendable {
  var versions: [T19Version]
  var isLast: Bool
}

struct T19Client: TestDependencyKey, Sendable {
  var versions: @Sendable (_ page: Int) async throws -> T19Answer
  var compare: @Sendable (_ number: Int) async throws -> String

  static let testValue = T19Client(
    versions: unimplemented("T19Client.versions"),
    compare: unimplemented("T19Client.compare")
  )
}

extension DependencyValues {
  var t19Client: T19Client {
    get { self[T19Client.self] }
    set { self[T19Client.self] = newValue }
  }
}

struct T19Offline: Error {}

struct T19Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: T19Versions.State) -> [T19Versions.Input] in
        switch state.comparison {
        case .loading?, .shown?: return [.comparisonClosed]
        case .failed?: return [.compareAgainTapped, .comparisonClosed]
        case nil: break
        }
        var inputs: [T19Versions.Input] = [.refreshTapped]
        if state.hasFailed { inputs.append(.retryTapped) }
        if let last = state.versions.last {
          inputs += [.endReached, .versionTapped(last.number)]
        } else {
          inputs.append(.appeared)
        }
        return inputs
      }
    ) { () -> TestStore<T19Versions> in
      let store = TestStore(initialState: T19Versions.State()) { T19Versions() }
      store.gate("versions", at: \.t19Client.versions) { page in
        [
          .success(T19Answer(versions: [T19Version(number: 4 - page, author: "Dr. Kern")], isLast: page == 3)),
          .failure(T19Offline()),
        ]
      }
      store.gate("compare", at: \.t19Client.compare) { _ in [.success("§ 3 was added"), .failure(T19Offline())] }
      return store
    }
  }
}
