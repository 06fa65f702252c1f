import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The episodes of a podcast, newest first. Older ones are loaded page by page.
struct I25Episodes: Reducer {
  struct State: Equatable {
    var phase = Phase.new
    var episodes: [I25Episode] = []
    /// The episode behind which the next page begins; nil once the oldest episode is there.
    var next: Int?
    /// The ids of the bookmarked episodes. The app passes them when it opens the screen.
    var bookmarks: Set<Int> = []
    /// The episodes whose bookmark is being set or removed.
    var saving: Set<Int> = []
    /// The episodes whose bookmark could not be set or removed.
    var unsaved: Set<Int> = []
    var showsOnlyBookmarks = false

    /// The rows of the list.
    var shown: [I25Episode] {
      showsOnlyBookmarks ? episodes.filter { bookmarks.contains($0.id) } : episodes
    }
  }

  enum Phase: Equatable {
    case new
    case loading(Request)
    case ready
    case failed(Request)
  }

  /// What is asked for: the newest episodes, or those that are older than one.
  enum Request: Hashable, Sendable {
    case newest
    case olderThan(Int)

    var cursor: Int? {
      switch self {
      case .newest: nil
      case .olderThan(let id): id
      }
    }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case refreshPulled
    case endReached
    case retryTapped
    case bookmarkTapped(Int)
    case onlyBookmarksTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(I25Page, for: Request)
    case failed(Request)
    case bookmarked(Int, Bool)
    case bookmarkFailed(Int)
  }

  private enum CancelID { case page }

  @Dependency(\.i25Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.phase == .new else { return .none }
      return load(.newest, into: &state)

    case .input(.refreshPulled):
      guard state.phase != .loading(.newest) else { return .none }
      return load(.newest, into: &state)

    case .input(.endReached):
      guard state.phase == .ready, let next = state.next else { return .none }
      return load(.olderThan(next), into: &state)

    case .input(.retryTapped):
      guard case .failed(let request) = state.phase else { return .none }
      return load(request, into: &state)

    case .input(.bookmarkTapped(let id)):
      guard !state.saving.contains(id) else { return .none }
      let isOn = !state.bookmarks.contains(id)
      state.saving.insert(id)
      state.unsaved.remove(id)
      return .run("bookmark", of: id) { send in
        try await client.bookmark(id, isOn)
        await send(.bookmarked(id, isOn))
      } catch: { _, send in
        await send(.bookmarkFailed(id))
      }

    case .input(.onlyBookmarksTapped):
      state.showsOnlyBookmarks.toggle()
      return .none

    case .feedback(.loaded(let page, for: let request)):
      state.phase = .ready
      state.next = page.next
      switch request {
      case .newest: state.episodes = page.episodes
      case .olderThan: state.episodes += page.episodes
      }
      return .none

    case .feedback(.failed(let request)):
      state.phase = .failed(request)
      return .none

    case .feedback(.bookmarked(let id, let isOn)):
      state.saving.remove(id)
      if isOn { state.bookmarks.insert(id) } else { state.bookmarks.remove(id) }
      return .none

    case .feedback(.bookmarkFailed(let id)):
      state.saving.remove(id)
      state.unsaved.insert(id)
      return .none
    }
  }

  /// Asks for a page, instead of any page that is on its way.
  private func load(_ request: Request, into state: inout State) -> Effect<Feedback, Never> {
    state.phase = .loading(request)
    return .run("page", of: request) { send in
      await send(.loaded(try await client.page(request.cursor), for: request))
    } catch: { _, send in
      await send(.failed(request))
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }
}

struct I25Episode: Equatable, Sendable, Identifiable {
  var id: Int
  var title: String
}

struct I25Page: Equatable, Sendable {
  var episodes: [I25Episode]
  var next: Int?
}

struct I25Client: TestDependencyKey, Sendable {
  var page: @Sendable (_ olderThan: Int?) async throws -> I25Page
  var bookmark: @Sendable (_ episode: Int, _ isOn: Bool) async throws -> Void

  static let testValue = I25Client(
    page: unimplemented("I25Client.page"),
    bookmark: unimplemented("I25Client.bookmark")
  )
}

extension DependencyValues {
  var i25Client: I25Client {
    get { self[I25Client.self] }
    set { self[I25Client.self] = newValue }
  }
}

struct I25Offline: Error {}

struct I25Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: I25Episodes.State) -> [I25Episodes.Input] in
        var inputs: [I25Episodes.Input] = [.onlyBookmarksTapped]
        switch state.phase {
        case .new: return [.appeared]
        case .loading(.newest): break
        case .loading(.olderThan): inputs.append(.refreshPulled)
        case .ready:
          inputs.append(.refreshPulled)
          if state.next != nil { inputs.append(.endReached) }
        case .failed: inputs += [.refreshPulled, .retryTapped]
        }
        if state.shown.contains(where: { $0.id == 8 }) { inputs.append(.bookmarkTapped(8)) }
        return inputs
      }
    ) { () -> TestStore<I25Episodes> in
      let store = TestStore(initialState: I25Episodes.State()) { I25Episodes() }
      store.gate("page", at: \.i25Client.page) { olderThan in
        let newest = I25Page(
          episodes: [I25Episode(id: 9, title: "Foley"), I25Episode(id: 8, title: "Scores")],
          next: 8
        )
        let oldest = I25Page(episodes: [I25Episode(id: 7, title: "Trailers")], next: nil)
        return [.success(olderThan == nil ? newest : oldest), .failure(I25Offline())]
      }
      store.gate("bookmark", at: \.i25Client.bookmark) { _ in [.success(()), .failure(I25Offline())] }
      return store
    }
  }
}
