import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

enum N09ExhibitTextKey: TestDependencyKey {
  static let testValue: @Sendable (_ exhibit: Int) async throws -> String = unimplemented("n09ExhibitText")
}

extension DependencyValues {
  var n09ExhibitText: @Sendable (_ exhibit: Int) async throws -> String {
    get { self[N09ExhibitTextKey.self] }
    set { self[N09ExhibitTextKey.self] = newValue }
  }
}

/// The guide through a museum: the text of an exhibit, and its audio.
struct N09Guide: Reducer {
  /// How many seconds of audio an exhibit has.
  var length = 3

  struct State: Equatable {
    // The exhibit on the screen
    var openExhibit: Int?
    var text: String?
    var isLoading = false
    var loadFailed = false

    // Its audio
    var isPlaying = false
    var seconds = 0

    // A phone call
    var isInCall = false
    var playsAfterCall = false

    // The exhibits that were heard to the end
    var heard: Set<Int> = []
  }

  enum Input: Equatable {
    case exhibitTapped(Int)
    case retryTapped
    case playPauseTapped
    case closeTapped
    case callStarted
    case callEnded
  }

  enum Feedback: Equatable {
    case textLoaded(String)
    case textFailed
    case secondPassed
  }

  @Dependency(\.n09ExhibitText) var exhibitText
  @Dependency(\.continuousClock) var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.exhibitTapped(let exhibit)):
      guard exhibit != state.openExhibit else { return .none }
      close(&state)
      state.openExhibit = exhibit
      return .merge(.cancel(id: "audio"), loadText(of: exhibit, &state))

    case .input(.retryTapped):
      guard let exhibit = state.openExhibit, state.loadFailed else { return .none }
      return loadText(of: exhibit, &state)

    case .input(.playPauseTapped):
      guard state.text != nil, !state.isInCall else { return .none }
      if state.isPlaying {
        state.isPlaying = false
        return .cancel(id: "audio")
      }
      if state.seconds == length {
        state.seconds = 0
      }
      return play(&state)

    case .input(.closeTapped):
      close(&state)
      return .merge(.cancel(id: "audio"), .cancel(id: "text"))

    case .input(.callStarted):
      guard !state.isInCall else { return .none }
      state.isInCall = true
      state.playsAfterCall = state.isPlaying
      state.isPlaying = false
      return .cancel(id: "audio")

    case .input(.callEnded):
      guard state.isInCall else { return .none }
      state.isInCall = false
      guard state.playsAfterCall else { return .none }
      state.playsAfterCall = false
      return play(&state)

    case .feedback(.textLoaded(let text)):
      state.isLoading = false
      state.text = text
      return .none

    case .feedback(.textFailed):
      state.isLoading = false
      state.loadFailed = true
      return .none

    case .feedback(.secondPassed):
      guard state.isPlaying, let exhibit = state.openExhibit else { return .none }
      state.seconds += 1
      if state.seconds < length {
        return play(&state)
      }
      state.isPlaying = false
      state.heard.insert(exhibit)
      return .none
    }
  }

  /// Leaves the exhibit. A call goes on, and what was heard stays.
  func close(_ state: inout State) {
    let isInCall = state.isInCall
    let heard = state.heard
    state = State()
    state.isInCall = isInCall
    state.heard = heard
  }

  func loadText(of exhibit: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.loadFailed = false
    return .run("text", of: exhibit) { send in
      await send(.textLoaded(try await exhibitText(exhibit)))
    } catch: { _, send in
      await send(.textFailed)
    }
    .cancellable(id: "text", cancelInFlight: true)
  }

  /// Plays the next second.
  func play(_ state: inout State) -> Effect<Feedback, Never> {
    state.isPlaying = true
    return .run("audio") { send in
      try await clock.sleep(for: .seconds(1))
      await send(.secondPassed)
    }
    .cancellable(id: "audio", cancelInFlight: true)
  }
}

struct N09Offline: Error {}

struct N09Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .exhibitTapped(1), .exhibitTapped(2), .retryTapped, .playPauseTapped, .closeTapped, .callStarted, .callEnded,
      ]
    ) { () -> TestStore<N09Guide> in
      let store = TestStore(initialState: N09Guide.State()) { N09Guide() }
      store.gate("text", at: \.n09ExhibitText) { exhibit in
        [.success("About exhibit \(exhibit)"), .failure(N09Offline())]
      }
      return store
    }
  }
}
