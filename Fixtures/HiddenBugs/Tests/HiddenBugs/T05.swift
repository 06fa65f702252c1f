import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The transcript of an episode: it can be searched, and read along, a line each second.
struct T05PodcastTranscript: Reducer {
  struct State: Equatable {
    var episode: Int?
    var lines: [String] = []
    var isLoading = false
    var hasLoadFailed = false

    var query = ""
    var hits: [String] = []
    var isSearching = false
    var hasSearchFailed = false

    var isPlaying = false
    var currentLine = 0
    var hasEnded = false
  }

  enum Input: Equatable {
    case episodeChosen(Int)
    case closeTapped
    case queryChanged(String)
    case retryTapped
    case playPauseTapped
  }

  enum Feedback: Equatable {
    case loaded([String])
    case loadFailed
    case found([String])
    case searchFailed
    case lineEnded
  }

  private enum CancelID { case load, search, play }

  @Dependency(\.t05Transcripts) private var transcripts
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.episodeChosen(let episode)):
      guard state.episode != episode else { return .none }
      state = State(episode: episode)
      return .merge(.cancel(id: CancelID.search), .cancel(id: CancelID.play), load(episode, &state))

    case .input(.closeTapped):
      state = State()
      return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.search), .cancel(id: CancelID.play))

    case .input(.queryChanged(let query)):
      guard let episode = state.episode, query != state.query else { return .none }
      state.query = query
      guard !query.isEmpty else {
        state.hits = []
        state.isSearching = false
        state.hasSearchFailed = false
        return .cancel(id: CancelID.search)
      }
      return search(episode, &state)

    case .input(.retryTapped):
      guard let episode = state.episode else { return .none }
      var effects: [Effect<Feedback, Never>] = []
      if state.hasLoadFailed { effects.append(load(episode, &state)) }
      if state.hasSearchFailed { effects.append(search(episode, &state)) }
      return .merge(effects)

    case .input(.playPauseTapped):
      guard !state.lines.isEmpty else { return .none }
      if state.isPlaying {
        state.isPlaying = false
        return .cancel(id: CancelID.play)
      }
      if state.hasEnded {
        state.hasEnded = false
        state.currentLine = 0
      }
      state.isPlaying = true
      return .run("play") { send in
        for await _ in clock.timer(interval: .seconds(1)) { await send(.lineEnded) }
      }
      .cancellable(id: CancelID.play, cancelInFlight: true)

    case .feedback(.loaded(let lines)):
      state.isLoading = false
      state.lines = lines
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasLoadFailed = true
      return .none

    case .feedback(.found(let hits)):
      state.isSearching = false
      state.hits = hits
      return .none

    case .feedback(.searchFailed):
      state.isSearching = false
      state.hasSearchFailed = true
      return .none

    case .feedback(.lineEnded):
      guard state.currentLine + 1 < state.lines.count else {
        state.isPlaying = false
        state.hasEnded = true
        return .cancel(id: CancelID.play)
      }
      state.currentLine += 1
      return .none
    }
  }

  private func load(_ episode: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasLoadFailed = false
    return .run("load", of: episode) { send in
      await send(.loaded(try await transcripts.lines(episode)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func search(_ episode: Int, _ state: inout State) -> Effect<Feedback, Never> {
    let query = state.query
    state.hits = []
    state.isSearching = true
    state.hasSearchFailed = false
    return .run("search", of: query) { send in
      await send(.found(try await transcripts.search(episode, query)))
    } catch: { _, send in
      await send(.searchFailed)
    }
    .debounce(id: CancelID.search, for: .milliseconds(500))
  }
}

struct T05Transcripts: TestDependencyKey {
  var lines: @Sendable (_ episode: Int) async throws -> [String]
  var search: @Sendable (_ episode: Int, _ query: String) async throws -> [String]

  static let testValue = T05Transcripts(
    lines: unimplemented("T05Transcripts.lines"),
    search: unimplemented("T05Transcripts.search")
  )
}

extension DependencyValues {
  var t05Transcripts: T05Transcripts {
    get { self[T05Transcripts.self] }
    set { self[T05Transcripts.self] = newValue }
  }
}

struct T05Offline: Error {}

struct T05Bugs {
  @Test func bugs() async throws {
    try await findBugs(inputs: [
      .episodeChosen(1), .episodeChosen(2), .closeTapped, .queryChanged("tea"), .queryChanged(""), .retryTapped,
      .playPauseTapped,
    ]) {
      let store = TestStore(initialState: T05PodcastTranscript.State()) { T05PodcastTranscript() }
      store.gate("lines", at: \.t05Transcripts.lines) { episode in
        [.success(["Hello to \(episode)", "Goodbye"]), .failure(T05Offline())]
      }
      store.gate("search", at: \.t05Transcripts.search) { call in
        [.success(["\(call.1) in \(call.0)"]), .failure(T05Offline())]
      }
      return store
    }
  }
}
