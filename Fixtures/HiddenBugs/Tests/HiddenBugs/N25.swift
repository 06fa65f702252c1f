import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The episodes of a podcast, newest first. They come page by page, and can be marked as played.
struct N25Episodes: Reducer {
  /// What the list asks the server for.
  enum Request: Hashable, Sendable {
    case newest
    case older(page: Int)
  }

  struct State: Equatable {
    var episodes: [N25Episode] = []
    /// The page below the list; nil at its end.
    var next: Int?
    var running: Request?
    var failed: Request?
    /// The episodes that were played on this device.
    var played: Set<Int> = []
    var marking: Set<Int> = []
  }

  enum Input: Equatable, Sendable {
    case appeared
    case endReached
    case refreshPulled
    case retryTapped
    case errorClosed
    case playedTapped(Int)
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Request, N25Page)
    case notLoaded(Request)
    case marked(Int)
    case notMarked(Int)
  }

  private enum CancelID { case page }

  @Dependency(\.n25Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.episodes.isEmpty, state.running == nil else { return .none }
      return load(.newest, into: &state)

    case .input(.endReached):
      guard let next = state.next, state.running == nil else { return .none }
      return load(.older(page: next), into: &state)

    case .input(.refreshPulled):
      guard state.running != .newest else { return .none }
      return load(.newest, into: &state)

    case .input(.retryTapped):
      guard let request = state.failed else { return .none }
      return load(request, into: &state)

    case .input(.errorClosed):
      state.failed = nil
      return .none

    case .input(.playedTapped(let id)):
      guard !state.played.contains(id), state.marking.insert(id).inserted else { return .none }
      return .run("mark", of: id) { send in
        try await client.markPlayed(id)
        await send(.marked(id))
      } catch: { _, send in
        await send(.notMarked(id))
      }

    case .feedback(.loaded(let request, let page)):
      state.running = nil
      state.next = page.next
      if request == .newest {
        state.episodes = page.episodes
      } else {
        let known = Set(state.episodes.map(\.id))
        state.episodes += page.episodes.filter { !known.contains($0.id) }
      }
      return .none

    case .feedback(.notLoaded(let request)):
      state.running = nil
      state.failed = request
      return .none

    case .feedback(.marked(let id)):
      state.marking.remove(id)
      state.played.insert(id)
      return .none

    case .feedback(.notMarked(let id)):
      state.marking.remove(id)
      return .none
    }
  }

  /// Loads a page. A refresh takes the place of an older page that is on its way.
  private func load(_ request: Request, into state: inout State) -> Effect<Feedback, Never> {
    state.running = request
    state.failed = nil
    let number = if case .older(page: let page) = request { page } else { 1 }
    return .run("page", of: number) { send in
      await send(.loaded(request, try await client.page(number)))
    } catch: { _, send in
      await send(.notLoaded(request))
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }
}

struct N25Episode: Equatable, Identifiable, Sendable {
  var id: Int
  var title: String
}

struct N25Page: Equatable, Sendable {
  var episodes: [N25Episode]
  var next: Int?
}

struct N25Client: TestDependencyKey, Sendable {
  var page: @Sendable (_ number: Int) async throws -> N25Page
  var markPlayed: @Sendable (_ episode: Int) async throws -> Void

  static let testValue = N25Client(
    page: unimplemented("N25Client.page"),
    markPlayed: unimplemented("N25Client.markPlayed")
  )
}

extension DependencyValues {
  var n25Client: N25Client {
    get { self[N25Client.self] }
    set { self[N25Client.self] = newValue }
  }
}

struct N25Offline: Error {}

struct N25Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: N25Episodes.State) -> [N25Episodes.Input] in
        var inputs: [N25Episodes.Input] = [.appeared, .refreshPulled]
        if state.next != nil { inputs.append(.endReached) }
        if state.failed != nil { inputs += [.retryTapped, .errorClosed] }
        for episode in state.episodes where !state.played.contains(episode.id) && !state.marking.contains(episode.id) {
          inputs.append(.playedTapped(episode.id))
        }
        return inputs
      }
    ) { () -> TestStore<N25Episodes> in
      let store = TestStore(initialState: N25Episodes.State()) { N25Episodes() }
      store.gate("page", at: \.n25Client.page) { number in
        [
          .success(
            number == 1
              ? N25Page(episodes: [N25Episode(id: 7, title: "Bridges")], next: 2)
              : N25Page(episodes: [N25Episode(id: 6, title: "Tunnels")], next: nil)
          ),
          .failure(N25Offline()),
        ]
      }
      store.gate("markPlayed", at: \.n25Client.markPlayed) { _ in [.success(()), .failure(N25Offline())] }
      return store
    }
  }
}
