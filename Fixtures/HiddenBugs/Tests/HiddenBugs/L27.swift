import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A dictionary for pupils. An entry has several forms, each of which can be heard.
struct L27Dictionary: Reducer {
  struct State: Equatable {
    var query = ""
    var entries: [L27Entry] = []
    var isSearching = false
    var hasFailed = false

    // The open entry.
    var entry: L27Entry?
    var form: String?
    var isLoadingAudio = false
    var isSpeaking = false
    var audioFailed = false

    var starred: Set<String> = []
  }

  enum Input: Equatable, Sendable {
    case queryChanged(String)
    case retryTapped
    case entryTapped(String)
    case formTapped(String)
    case playTapped
    case stopTapped
    case starTapped
    case backTapped
  }

  enum Feedback: Equatable, Sendable {
    case found([L27Entry])
    case searchFailed
    case audioLoaded
    case spoken
    case audioFailed
  }

  private enum CancelID { case search, audio }

  @Dependency(\.l27Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.queryChanged(let query)):
      guard query != state.query else { return .none }
      state.query = query
      state.hasFailed = false
      guard !query.isEmpty else {
        state.entries = []
        state.isSearching = false
        return .cancel(id: CancelID.search)
      }
      state.isSearching = true
      return search(query).debounce(id: CancelID.search, for: .milliseconds(300))

    case .input(.retryTapped):
      guard state.hasFailed else { return .none }
      state.hasFailed = false
      state.isSearching = true
      return search(state.query).cancellable(id: CancelID.search, cancelInFlight: true)

    case .input(.entryTapped(let word)):
      guard state.entry == nil, let entry = state.entries.first(where: { $0.word == word }) else { return .none }
      state.entry = entry
      state.form = word
      return .none

    case .input(.formTapped(let form)):
      guard state.entry != nil, form != state.form else { return .none }
      state.form = form
      state.isSpeaking = false
      state.audioFailed = false
      return .cancel(id: CancelID.audio)

    case .input(.playTapped):
      guard let form = state.form, !state.isLoadingAudio, !state.isSpeaking else { return .none }
      state.isLoadingAudio = true
      state.audioFailed = false
      return .run("audio", of: form) { send in
        let clip = try await client.audio(form)
        await send(.audioLoaded)
        try await client.play(clip)
        await send(.spoken)
      } catch: { _, send in
        await send(.audioFailed)
      }
      .cancellable(id: CancelID.audio, cancelInFlight: true)

    case .input(.stopTapped):
      guard state.isSpeaking else { return .none }
      state.isSpeaking = false
      return .cancel(id: CancelID.audio)

    case .input(.starTapped):
      guard let word = state.entry?.word else { return .none }
      if state.starred.remove(word) == nil { state.starred.insert(word) }
      return .none

    case .input(.backTapped):
      state.entry = nil
      state.form = nil
      state.isLoadingAudio = false
      state.isSpeaking = false
      state.audioFailed = false
      return .cancel(id: CancelID.audio)

    case .feedback(.found(let entries)):
      state.isSearching = false
      state.entries = entries
      return .none

    case .feedback(.searchFailed):
      state.isSearching = false
      state.hasFailed = true
      return .none

    case .feedback(.audioLoaded):
      state.isLoadingAudio = false
      state.isSpeaking = true
      return .none

    case .feedback(.spoken):
      state.isSpeaking = false
      return .none

    case .feedback(.audioFailed):
      state.isLoadingAudio = false
      state.isSpeaking = false
      state.audioFailed = true
      return .none
    }
  }

  private func search(_ query: String) -> Effect<Feedback, Never> {
    .run("search", of: query) { send in
      await send(.found(try await client.search(query)))
    } catch: { _, send in
      await send(.searchFailed)
    }
  }
}

struct L27Entry: Equatable, Sendable {
  var word: String
  var forms: [String]
}

struct L27Client: TestDependencyKey, Sendable {
  var search: @Sendable (_ query: String) async throws -> [L27Entry]
  var audio: @Sendable (_ form: String) async throws -> String

  /// Plays a clip, and returns at its end.
  var play: @Sendable (_ clip: String) async throws -> Void

  static let testValue = L27Client(
    search: unimplemented("L27Client.search"),
    audio: unimplemented("L27Client.audio"),
    play: unimplemented("L27Client.play")
  )
}

extension DependencyValues {
  var l27Client: L27Client {
    get { self[L27Client.self] }
    set { self[L27Client.self] = newValue }
  }
}

struct L27Offline: Error {}

struct L27Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: L27Dictionary.State) -> [L27Dictionary.Input] in
        guard let entry = state.entry else {
          var inputs: [L27Dictionary.Input] = [.queryChanged("g"), .queryChanged("go"), .queryChanged("")]
          if state.hasFailed { inputs.append(.retryTapped) }
          if let first = state.entries.first { inputs.append(.entryTapped(first.word)) }
          return inputs
        }
        var inputs = entry.forms.map(L27Dictionary.Input.formTapped)
        inputs += [.starTapped, .backTapped]
        if state.isSpeaking {
          inputs.append(.stopTapped)
        } else if !state.isLoadingAudio {
          inputs.append(.playTapped)
        }
        return inputs
      }
    ) { () -> TestStore<L27Dictionary> in
      let store = TestStore(initialState: L27Dictionary.State()) { L27Dictionary() }
      store.gate("search", at: \.l27Client.search) { _ in
        [.success([L27Entry(word: "go", forms: ["go", "went"])]), .failure(L27Offline())]
      }
      store.gate("audio", at: \.l27Client.audio) { form in [.success("\(form).mp3"), .failure(L27Offline())] }
      store.gate("play", at: \.l27Client.play) { _ in [.success(()), .failure(L27Offline())] }
      return store
    }
  }
}
