import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The words of the songs in a lesson. What was loaded once is kept.
struct P31Lyrics: Reducer {
  struct State: Equatable {
    var song: String?
    /// The words of the songs that were loaded.
    var words: [String: String] = [:]
    var isLoading = false
    var hasFailed = false
    var translation: String?
    var isTranslating = false
    var cannotTranslate = false
    var isLarge = false

    /// The words on the screen.
    var shown: String? { song.flatMap { words[$0] } }
  }

  enum Input: Equatable, Sendable {
    case songChosen(String)
    case retryTapped
    case translateTapped
    case originalTapped
    case sizeTapped
    case closeTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(String, of: String)
    case failed(String)
    case translated(String)
    case notTranslated
  }

  private enum CancelID: Hashable {
    case screen
    case song(String)
    case translation
  }

  @Dependency(\.p31Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.songChosen(let song)):
      guard song != state.song else { return .none }
      state.song = song
      state.hasFailed = false
      state.translation = nil
      state.isTranslating = false
      state.cannotTranslate = false
      guard state.words[song] == nil else { return .cancel(id: CancelID.translation) }
      return .merge(.cancel(id: CancelID.translation), load(song, into: &state))

    case .input(.retryTapped):
      guard let song = state.song, state.hasFailed else { return .none }
      return load(song, into: &state)

    case .input(.translateTapped):
      guard let words = state.shown, state.translation == nil, !state.isTranslating else { return .none }
      state.isTranslating = true
      state.cannotTranslate = false
      return .run("translate", of: words) { send in
        await send(.translated(try await client.translate(words)))
      } catch: { _, send in
        await send(.notTranslated)
      }
      .cancellable(id: CancelID.translation, cancelInFlight: true)

    case .input(.originalTapped):
      state.translation = nil
      return .none

    case .input(.sizeTapped):
      state.isLarge.toggle()
      return .none

    case .input(.closeTapped):
      state.song = nil
      state.isLoading = false
      state.hasFailed = false
      state.translation = nil
      state.isTranslating = false
      state.cannotTranslate = false
      return .merge(.cancel(id: CancelID.screen), .cancel(id: CancelID.translation))

    case .feedback(.loaded(let words, of: let song)):
      state.words[song] = words
      guard song == state.song else { return .none }
      state.isLoading = false
      return .none

    case .feedback(.failed(let song)):
      guard song == state.song else { return .none }
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.translated(let text)):
      state.isTranslating = false
      state.translation = text
      return .none

    case .feedback(.notTranslated):
      state.isTranslating = false
      state.cannotTranslate = true
      return .none
    }
  }

  /// Loads the words of a song. Those of another song, if they are on their way, are kept for later.
  private func load(_ song: String, into state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("words", of: song) { send in
      await send(.loaded(try await client.words(song), of: song))
    } catch: { _, send in
      await send(.failed(song))
    }
    .cancellable(id: CancelID.song(song), cancelInFlight: true)
    .cancellable(id: CancelID.screen)
  }
}

struct P31Client: TestDependencyKey, Sendable {
  var words: @Sendable (_ song: String) async throws -> String
  var translate: @Sendable (_ words: String) async throws -> String

  static let testValue = P31Client(
    words: unimplemented("P31Client.words"),
    translate: unimplemented("P31Client.translate")
  )
}

extension DependencyValues {
  var p31Client: P31Client {
    get { self[P31Client.self] }
    set { self[P31Client.self] = newValue }
  }
}

struct P31Offline: Error {}

struct P31Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: P31Lyrics.State) -> [P31Lyrics.Input] in
        var inputs: [P31Lyrics.Input] = [.songChosen("Lied"), .songChosen("Aria")]
        guard state.song != nil else { return inputs }
        inputs += [.sizeTapped, .closeTapped]
        if state.hasFailed { inputs.append(.retryTapped) }
        if state.shown != nil { inputs.append(state.translation == nil ? .translateTapped : .originalTapped) }
        return inputs
      }
    ) { () -> TestStore<P31Lyrics> in
      let store = TestStore(initialState: P31Lyrics.State()) { P31Lyrics() }
      store.gate("words", at: \.p31Client.words) { song in [.success("La la, \(song)"), .failure(P31Offline())] }
      store.gate("translate", at: \.p31Client.translate) { _ in [.success("La la"), .failure(P31Offline())] }
      return store
    }
  }
}
