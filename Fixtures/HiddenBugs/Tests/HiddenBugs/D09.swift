import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct D09Query: Hashable, Sendable {
  var day: String
  var page: Int
}

struct D09Programme: Equatable, Sendable {
  var shows: [String]
  var next: Int?
}

enum D09Star: Equatable {
  case saving
  case saved
  case failed
}

/// The programme of a theatre by the day: pages, a refresh, and stars for the shows that the user likes.
struct D09Theatre: Reducer {
  enum Attempt: Equatable { case more, refresh }

  enum Activity: Equatable {
    case idle
    case loadingMore
    case refreshing
    case failed(Attempt)
  }

  enum Mode: Equatable {
    case closed
    case loading(String)
    case unavailable(String)
    case open(String, D09Programme, Activity)
  }

  struct State: Equatable {
    var mode = Mode.closed
    var stars: [String: D09Star] = [:]

    var day: String? {
      switch mode {
      case .closed: nil
      case .loading(let day), .unavailable(let day), .open(let day, _, _): day
      }
    }
  }

  enum Input: Equatable {
    case dayChosen(String)
    case endReached
    case refreshPulled
    case retryTapped
    case starTapped(String)
    case backTapped
  }

  enum Feedback: Equatable {
    case loaded(D09Programme)
    case loadFailed
    case starred(String)
    case starFailed(String)
  }

  private enum CancelID { case page }

  @Dependency(\.d09House) private var house

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.dayChosen(let day)):
      guard day != state.day else { return .none }
      state.mode = .loading(day)
      return load(day, page: 0)

    case .input(.backTapped):
      state.mode = .closed
      return .cancel(id: CancelID.page)

    case .input(.endReached):
      switch state.mode {
      case .open(let day, let programme, .idle), .open(let day, let programme, .failed):
        guard let next = programme.next else { return .none }
        state.mode = .open(day, programme, .loadingMore)
        return load(day, page: next)
      case .closed, .loading, .unavailable, .open:
        return .none
      }

    case .input(.refreshPulled):
      guard case .open(let day, let programme, let activity) = state.mode, activity != .refreshing else {
        return .none
      }
      state.mode = .open(day, programme, .refreshing)
      return load(day, page: 0)

    case .input(.retryTapped):
      switch state.mode {
      case .unavailable(let day):
        state.mode = .loading(day)
        return load(day, page: 0)
      case .open(let day, let programme, .failed(let attempt)):
        guard let next = programme.next else { return .none }
        state.mode = .open(day, programme, attempt == .refresh ? .refreshing : .loadingMore)
        return load(day, page: attempt == .refresh ? 0 : next)
      case .closed, .loading, .open:
        return .none
      }

    case .input(.starTapped(let show)):
      guard case .open(_, let programme, _) = state.mode, programme.shows.contains(show) else { return .none }
      guard state.stars[show] != .saving, state.stars[show] != .saved else { return .none }
      state.stars[show] = .saving
      return .run("star", of: show) { send in
        try await house.star(show)
        await send(.starred(show))
      } catch: { _, send in
        await send(.starFailed(show))
      }

    case .feedback(.loaded(let programme)):
      switch state.mode {
      case .loading(let day), .open(let day, _, .refreshing):
        state.mode = .open(day, programme, .idle)
      case .open(let day, let shown, .loadingMore):
        let new = programme.shows.filter { !shown.shows.contains($0) }
        state.mode = .open(day, D09Programme(shows: shown.shows + new, next: programme.next), .idle)
      case .closed, .unavailable, .open:
        break
      }
      return .none

    case .feedback(.loadFailed):
      switch state.mode {
      case .loading(let day): state.mode = .unavailable(day)
      case .open(let day, let programme, .refreshing): state.mode = .open(day, programme, .failed(.refresh))
      case .open(let day, let programme, .loadingMore): state.mode = .open(day, programme, .failed(.more))
      case .closed, .unavailable, .open: break
      }
      return .none

    case .feedback(.starred(let show)):
      state.stars[show] = .saved
      return .none

    case .feedback(.starFailed(let show)):
      state.stars[show] = .failed
      return .none
    }
  }

  private func load(_ day: String, page: Int) -> Effect<Feedback, Never> {
    let query = D09Query(day: day, page: page)
    return .run("page", of: query) { send in
      await send(.loaded(try await house.page(query)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }
}

struct D09House: DependencyKey, Sendable {
  var page: @Sendable (_ query: D09Query) async throws -> D09Programme
  var star: @Sendable (_ show: String) async throws -> Void

  static let liveValue = D09House(page: { _ in D09Programme(shows: [], next: nil) }, star: { _ in })
  static let testValue = D09House(page: unimplemented("D09House.page"), star: unimplemented("D09House.star"))
}

extension DependencyValues {
  var d09House: D09House {
    get { self[D09House.self] }
    set { self[D09House.self] = newValue }
  }
}

struct D09Offline: Error {}

struct D09Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .dayChosen("Friday"), .dayChosen("Saturday"), .endReached, .refreshPulled, .retryTapped,
        .starTapped("Friday 1"), .backTapped,
      ]
    ) { () -> TestStore<D09Theatre> in
      let store = TestStore(initialState: D09Theatre.State()) { D09Theatre() }
      store.gate("page", at: \.d09House.page) { query in
        [
          .success(
            query.page == 0
              ? D09Programme(shows: ["\(query.day) 1"], next: 1)
              : D09Programme(shows: ["\(query.day) 2"], next: nil)
          ),
          .failure(D09Offline()),
        ]
      }
      store.gate("star", at: \.d09House.star) { _ in [.success(()), .failure(D09Offline())] }
      return store
    }
  }
}
