import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

enum I36Download: Equatable, Sendable {
  case running(percent: Int)
  case done
  case failed
}

/// The films that a subscriber may take along, and the downloads of some.
struct I36Downloads: Reducer {
  struct State: Equatable {
    var films: [I36Film] = []
    /// Whether the spinner above the list is shown. The list is also refreshed without one.
    var isRefreshing = false
    var hasFailed = false
    var downloads: [Int: I36Download] = [:]
    var isInBackground = false
  }

  enum Input: Equatable, Sendable {
    case appeared
    case refreshPulled
    case downloadTapped(Int)
    case cancelTapped(Int)
    case deleteTapped(Int)
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case listed([I36Film])
    case listFailed
    case progressed(Int, percent: Int)
    case downloaded(Int)
    case downloadFailed(Int)
  }

  private enum CancelID: Hashable {
    case list
    case download(Int)
  }

  @Dependency(\.i36Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared), .input(.refreshPulled):
      guard !state.isRefreshing else { return .none }
      state.isRefreshing = true
      return followList()

    case .input(.downloadTapped(let id)):
      guard state.films.contains(where: { $0.id == id }) else { return .none }
      switch state.downloads[id] {
      case .running?, .done?: return .none
      case .failed?, nil:
        state.downloads[id] = .running(percent: 0)
        return download(id)
      }

    case .input(.cancelTapped(let id)):
      guard case .running? = state.downloads[id] else { return .none }
      state.downloads[id] = nil
      return .cancel(id: CancelID.download(id))

    case .input(.deleteTapped(let id)):
      guard state.downloads[id] == .done else { return .none }
      state.downloads[id] = nil
      return .none

    case .input(.wentToBackground):
      // Downloads go on, but nobody looks at the list.
      state.isInBackground = true
      state.isRefreshing = false
      return .cancel(id: CancelID.list)

    case .input(.cameToForeground):
      state.isInBackground = false
      state.isRefreshing = state.films.isEmpty
      return followList()

    case .feedback(.listed(let films)):
      state.films = films
      state.isRefreshing = false
      state.hasFailed = false
      // A film whose licence has ended may not be kept.
      let gone = state.downloads.keys.filter { id in !films.contains { $0.id == id } }.sorted()
      for id in gone { state.downloads[id] = nil }
      let cancellations: [Effect<Feedback, Never>] = gone.map { .cancel(id: CancelID.download($0)) }
      return .merge(cancellations)

    case .feedback(.listFailed):
      state.isRefreshing = false
      state.hasFailed = true
      return .none

    case .feedback(.progressed(let id, percent: let percent)):
      state.downloads[id] = .running(percent: percent)
      return .none

    case .feedback(.downloaded(let id)):
      state.downloads[id] = .done
      return .none

    case .feedback(.downloadFailed(let id)):
      state.downloads[id] = .failed
      return .none
    }
  }

  /// Asks for the list now, and then each minute.
  private func followList() -> Effect<Feedback, Never> {
    .run("list") { send in
      while true {
        do {
          await send(.listed(try await client.films()))
        } catch {
          await send(.listFailed)
        }
        try await clock.sleep(for: .seconds(60))
      }
    }
    .cancellable(id: CancelID.list, cancelInFlight: true)
  }

  private func download(_ id: Int) -> Effect<Feedback, Never> {
    .run("download", of: id) { send in
      for try await percent in client.download(id) { await send(.progressed(id, percent: percent)) }
      await send(.downloaded(id))
    } catch: { _, send in
      await send(.downloadFailed(id))
    }
    .cancellable(id: CancelID.download(id), cancelInFlight: true)
  }
}

struct I36Film: Equatable, Sendable, Identifiable {
  var id: Int
  var title: String
}

struct I36Client: TestDependencyKey, Sendable {
  var films: @Sendable () async throws -> [I36Film]
  /// The progress in percent. The stream ends when the film is on the device.
  var download: @Sendable (_ film: Int) -> AsyncThrowingStream<Int, any Error>

  static let testValue = I36Client(
    films: unimplemented("I36Client.films"),
    download: unimplemented("I36Client.download", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var i36Client: I36Client {
    get { self[I36Client.self] }
    set { self[I36Client.self] = newValue }
  }
}

struct I36NoNetwork: Error {}

struct I36Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: I36Downloads.State) -> [I36Downloads.Input] in
        if state.isInBackground { return [.cameToForeground] }
        if state.films.isEmpty, !state.isRefreshing, !state.hasFailed { return [.appeared] }
        var inputs: [I36Downloads.Input] = [.wentToBackground]
        if !state.isRefreshing { inputs.append(.refreshPulled) }
        for film in state.films {
          switch state.downloads[film.id] {
          case .running?: inputs.append(.cancelTapped(film.id))
          case .done?: inputs.append(.deleteTapped(film.id))
          case .failed?, nil: inputs.append(.downloadTapped(film.id))
          }
        }
        return inputs
      }
    ) { () -> TestStore<I36Downloads> in
      let store = TestStore(initialState: I36Downloads.State()) { I36Downloads() }
      store.gate("films", at: \.i36Client.films) {
        let vertigo = I36Film(id: 1, title: "Vertigo")
        return [
          .success([vertigo, I36Film(id: 2, title: "Notorious")]), .success([vertigo]), .failure(I36NoNetwork()),
        ]
      }
      store.gate("download", at: \.i36Client.download) { _ in [.element(50), .finish, .failure(I36NoNetwork())] }
      return store
    }
  }
}
