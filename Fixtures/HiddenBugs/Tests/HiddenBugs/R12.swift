import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct R12Offline: Error {}

/// What the studio says about a song.
enum R12News: Equatable, Sendable { case queued(String), played(String), declined(String) }

struct R12Studio: DependencyKey, Sendable {
  /// Requests a song, and returns when the studio has it. A song that is requested twice is played once.
  var request: @Sendable (_ song: String) async throws -> Void
  var news: @Sendable () -> AsyncStream<R12News>

  static let liveValue = R12Studio(request: { _ in }, news: { AsyncStream { $0.finish() } })
  static let testValue = R12Studio(
    request: unimplemented("R12Studio.request"),
    news: unimplemented("R12Studio.news", placeholder: AsyncStream<R12News> { $0.finish() })
  )
}

extension DependencyValues {
  var r12Studio: R12Studio {
    get { self[R12Studio.self] }
    set { self[R12Studio.self] = newValue }
  }
}

/// Where the request of a song is.
enum R12Status: Equatable {
  case sending, queued, played, declined, failed

  /// Whether the studio, or the line to it, has said its last word.
  var isSettled: Bool {
    switch self {
    case .sending, .queued: false
    case .played, .declined, .failed: true
    }
  }

  /// Whether news can still bring the request from this status to the next one. News may come in any order, and a
  /// request that looks lost may have arrived.
  func canBecome(_ next: R12Status) -> Bool {
    switch (self, next) {
    case (.sending, .queued), (.sending, .declined), (.sending, .failed): true
    case (.failed, .queued), (.failed, .declined): true
    case (.queued, .declined): true
    case (.sending, .played), (.failed, .played), (.queued, .played), (.declined, .played): true
    default: false
    }
  }
}

/// The songs that the listener has requested, by title. Requests go on while the screen is closed.
struct R12RadioRequests: Reducer {
  struct State: Equatable {
    var songs: [String: R12Status] = [:]
    var isOnAir = false

    var titles: [String] { songs.keys.sorted() }
  }

  enum Input {
    case opened
    case closed
    case requestTapped(String)
    case retryTapped(String)
    case clearTapped(String)
  }

  enum Feedback {
    case news(R12News)
    case newsEnded
    case sent(String)
    case sendingFailed(String)
    case deadlinePassed(String)
  }

  private enum CancelID: Hashable { case news, request(String), deadline(String) }

  @Dependency(\.r12Studio) private var studio
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.opened):
      guard !state.isOnAir else { return .none }
      state.isOnAir = true
      return follow()

    case .input(.closed):
      state.isOnAir = false
      return .cancel(id: CancelID.news)

    case .feedback(.newsEnded):
      state.isOnAir = false
      return .none

    case .input(.requestTapped(let song)):
      guard state.songs[song] == nil else { return .none }
      return request(song, &state)

    case .input(.retryTapped(let song)):
      guard state.songs[song] == .failed else { return .none }
      return request(song, &state)

    case .input(.clearTapped(let song)):
      guard state.songs[song]?.isSettled == true else { return .none }
      state.songs[song] = nil
      return .none

    case .feedback(.news(.queued(let song))), .feedback(.sent(let song)):
      return move(song, to: .queued, &state)
    case .feedback(.news(.played(let song))):
      return move(song, to: .played, &state)
    case .feedback(.news(.declined(let song))):
      return move(song, to: .declined, &state)
    case .feedback(.sendingFailed(let song)), .feedback(.deadlinePassed(let song)):
      return move(song, to: .failed, &state)
    }
  }

  /// Brings a request to its next status. Whatever the news is, nothing is left to send or to wait for.
  private func move(_ song: String, to next: R12Status, _ state: inout State) -> Effect<Feedback, Never> {
    guard let status = state.songs[song], status.canBecome(next) else { return .none }
    state.songs[song] = next
    return .merge(.cancel(id: CancelID.request(song)), .cancel(id: CancelID.deadline(song)))
  }

  private func request(_ song: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.songs[song] = .sending
    return .merge(
      .run("request", of: song) { send in
        try await studio.request(song)
        await send(.sent(song))
      } catch: { _, send in
        await send(.sendingFailed(song))
      }
      .cancellable(id: CancelID.request(song), cancelInFlight: true),
      .run("deadline", of: song) { send in
        try await clock.sleep(for: .seconds(30))
        await send(.deadlinePassed(song))
      }
      .cancellable(id: CancelID.deadline(song), cancelInFlight: true)
    )
  }

  private func follow() -> Effect<Feedback, Never> {
    .run("news") { send in
      for await news in studio.news() { await send(.news(news)) }
      await send(.newsEnded)
    }
    .cancellable(id: CancelID.news, cancelInFlight: true)
  }
}

struct R12Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .opened, .closed, .requestTapped("Roxanne"), .requestTapped("Heroes"), .retryTapped("Roxanne"),
        .retryTapped("Heroes"), .clearTapped("Roxanne"),
      ]
    ) { () -> TestStore<R12RadioRequests> in
      let store = TestStore(initialState: R12RadioRequests.State()) { R12RadioRequests() }
      store.gate("request", at: \.r12Studio.request) { _ in [.success(()), .failure(R12Offline())] }
      store.gate("news", at: \.r12Studio.news) {
        [.element(R12News.played("Roxanne")), .element(R12News.declined("Roxanne")), .finish]
      }
      return store
    }
  }
}
