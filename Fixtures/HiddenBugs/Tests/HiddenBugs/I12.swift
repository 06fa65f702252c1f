import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The tracks of the museum.
struct I12TrackClient: Sendable {
  var length: @Sendable (_ exhibit: String) async throws -> Int
}

enum I12TrackKey: TestDependencyKey {
  static let testValue = I12TrackClient(length: unimplemented("I12TrackClient.length", placeholder: 0))
}

extension DependencyValues {
  var i12Track: I12TrackClient {
    get { self[I12TrackKey.self] }
    set { self[I12TrackKey.self] = newValue }
  }
}

struct I12Offline: Error {}

/// The player of an audio guide. A phone call interrupts it.
struct I12AudioGuide: Reducer {
  struct State: Equatable {
    var exhibit: String?
    var isLoading = false
    var loadFailed = false
    var length: Int?
    var position = 0
    var isPlaying = false
    var isOnCall = false
    var playsAfterCall = false
    var heard: Set<String> = []
  }

  enum Input: Equatable, Sendable {
    case exhibitTapped(String)
    case playTapped
    case pauseTapped
    case callBegan
    case callEnded
    case closeTapped
  }

  enum Feedback: Equatable, Sendable {
    case lengthLoaded(Int)
    case loadFailed
    case secondPlayed
  }

  private enum CancelID { case load, player }

  @Dependency(\.i12Track) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.exhibitTapped(let exhibit)):
      guard state.exhibit != exhibit || state.loadFailed else { return .none }
      clear(&state)
      state.exhibit = exhibit
      state.isLoading = true
      return .merge(
        .cancel(id: CancelID.player),
        .run("length", of: exhibit) { send in
          await send(.lengthLoaded(try await client.length(exhibit)))
        } catch: { _, send in
          await send(.loadFailed)
        }
        .cancellable(id: CancelID.load, cancelInFlight: true)
      )

    case .feedback(.lengthLoaded(let length)):
      state.isLoading = false
      state.length = length
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.loadFailed = true
      return .none

    case .input(.playTapped):
      guard state.length != nil, !state.isPlaying else { return .none }
      if state.isOnCall {
        state.playsAfterCall = true
        return .none
      }
      return play(&state)

    case .input(.pauseTapped):
      state.isPlaying = false
      state.playsAfterCall = false
      return .cancel(id: CancelID.player)

    case .feedback(.secondPlayed):
      guard let length = state.length, let exhibit = state.exhibit else { return .none }
      state.position += 1
      guard state.position >= length else { return .none }
      state.isPlaying = false
      state.heard.insert(exhibit)
      return .cancel(id: CancelID.player)

    case .input(.callBegan):
      guard !state.isOnCall else { return .none }
      state.isOnCall = true
      state.playsAfterCall = state.isPlaying
      state.isPlaying = false
      return .cancel(id: CancelID.player)

    case .input(.callEnded):
      guard state.isOnCall else { return .none }
      state.isOnCall = false
      guard state.playsAfterCall else { return .none }
      state.playsAfterCall = false
      return play(&state)

    case .input(.closeTapped):
      clear(&state)
      return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.player))
    }
  }

  /// Forgets the exhibit, and keeps what is true without it.
  private func clear(_ state: inout State) {
    let old = state
    state = State()
    state.isOnCall = old.isOnCall
    state.heard = old.heard
  }

  /// Plays on, or again from the beginning.
  private func play(_ state: inout State) -> Effect<Feedback, Never> {
    if let length = state.length, state.position >= length { state.position = 0 }
    state.isPlaying = true
    return .run("player") { send in
      for await _ in clock.timer(interval: .seconds(1)) { await send(.secondPlayed) }
    }
    .cancellable(id: CancelID.player, cancelInFlight: true)
  }
}

struct I12Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: I12AudioGuide.State) -> [I12AudioGuide.Input] in
        [
          .exhibitTapped("vase"), .exhibitTapped("mask"), .playTapped, .pauseTapped, .closeTapped,
          state.isOnCall ? .callEnded : .callBegan,
        ]
      }
    ) { () -> TestStore<I12AudioGuide> in
      let store = TestStore(initialState: I12AudioGuide.State()) { I12AudioGuide() }
      store.gate("length", at: \.i12Track.length) { _ in [.success(2), .failure(I12Offline())] }
      return store
    }
  }
}
