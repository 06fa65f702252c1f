import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The stories of a friend, each of which is shown for three seconds.
struct V27Stories: Reducer {
  struct State: Equatable {
    var stories = [11, 12]
    var index = 0
    var phase = Phase.idle
    var isHeld = false
    var isInBackground = false
    var hearts: [Int: Heart] = [:]

    /// The story that plays now.
    var playing: Int? {
      guard case .showing = phase, !isHeld, !isInBackground else { return nil }
      return stories[index]
    }
  }

  enum Phase: Equatable {
    case idle
    case loading
    case showing(seconds: Int)
    case failed
    case over
  }

  enum Heart { case sending, sent }

  enum Input: Equatable, Sendable {
    case opened
    case nextTapped
    case previousTapped
    case retryTapped
    case replayTapped
    case heartTapped
    case holdBegan
    case holdEnded
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case imageLoaded
    case imageFailed
    case secondPassed
    case heartSent(Int)
    case heartFailed(Int)
  }

  private enum CancelID { case image, timer }

  @Dependency(\.v27Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    let before = state.playing
    let effect = update(message, &state)
    guard state.playing != before else { return effect }
    return .merge(effect, state.playing == nil ? .cancel(id: CancelID.timer) : timer())
  }

  private func update(_ message: Message<Input, Feedback>, _ state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.opened):
      guard state.phase == .idle else { return .none }
      return show(0, in: &state)

    case .input(.replayTapped):
      guard state.phase == .over else { return .none }
      return show(0, in: &state)

    case .input(.nextTapped):
      guard state.phase != .idle, state.phase != .over else { return .none }
      return show(state.index + 1, in: &state)

    case .input(.previousTapped):
      guard state.phase != .idle, state.phase != .over else { return .none }
      return show(max(state.index - 1, 0), in: &state)

    case .input(.retryTapped):
      guard state.phase == .failed else { return .none }
      return show(state.index, in: &state)

    case .input(.heartTapped):
      let story = state.stories[state.index]
      guard case .showing = state.phase, state.hearts[story] == nil else { return .none }
      state.hearts[story] = .sending
      return .run("heart", of: story) { send in
        try await client.heart(story)
        await send(.heartSent(story))
      } catch: { _, send in
        await send(.heartFailed(story))
      }

    case .input(.holdBegan):
      state.isHeld = true
      return .none

    case .input(.holdEnded):
      state.isHeld = false
      return .none

    case .input(.wentToBackground):
      // The system ends the touch.
      state.isHeld = false
      state.isInBackground = true
      return .none

    case .input(.cameToForeground):
      state.isInBackground = false
      return .none

    case .feedback(.imageLoaded):
      state.phase = .showing(seconds: 0)
      return .none

    case .feedback(.imageFailed):
      state.phase = .failed
      return .none

    case .feedback(.secondPassed):
      guard case .showing(let seconds) = state.phase else { return .none }
      guard seconds < 2 else { return show(state.index + 1, in: &state) }
      state.phase = .showing(seconds: seconds + 1)
      return .none

    case .feedback(.heartSent(let story)):
      state.hearts[story] = .sent
      return .none

    case .feedback(.heartFailed(let story)):
      state.hearts[story] = nil
      return .none
    }
  }

  /// Shows a story as soon as its image is there. There is an end behind the last one.
  private func show(_ index: Int, in state: inout State) -> Effect<Feedback, Never> {
    guard index < state.stories.count else {
      state.phase = .over
      return .cancel(id: CancelID.image)
    }
    state.index = index
    state.phase = .loading
    let story = state.stories[index]
    return .run("image", of: story) { send in
      try await client.image(story)
      await send(.imageLoaded)
    } catch: { _, send in
      await send(.imageFailed)
    }
    .cancellable(id: CancelID.image, cancelInFlight: true)
  }

  private func timer() -> Effect<Feedback, Never> {
    .run("timer") { send in
      for await _ in clock.timer(interval: .seconds(1)) { await send(.secondPassed) }
    }
    .cancellable(id: CancelID.timer, cancelInFlight: true)
  }
}

struct V27Client: TestDependencyKey, Sendable {
  /// Loads the image of a story into the cache of images.
  var image: @Sendable (_ story: Int) async throws -> Void
  var heart: @Sendable (_ story: Int) async throws -> Void

  static let testValue = V27Client(
    image: unimplemented("V27Client.image"),
    heart: unimplemented("V27Client.heart")
  )
}

extension DependencyValues {
  var v27Client: V27Client {
    get { self[V27Client.self] }
    set { self[V27Client.self] = newValue }
  }
}

struct V27Offline: Error {}

struct V27Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: V27Stories.State) -> [V27Stories.Input] in
        if state.isInBackground { return [.cameToForeground] }
        if state.isHeld { return [.holdEnded, .wentToBackground] }
        switch state.phase {
        case .idle: return [.opened, .wentToBackground]
        case .over: return [.replayTapped, .wentToBackground]
        case .failed: return [.retryTapped, .nextTapped, .previousTapped, .wentToBackground]
        case .loading: return [.nextTapped, .previousTapped, .holdBegan, .wentToBackground]
        case .showing:
          var inputs: [V27Stories.Input] = [.nextTapped, .previousTapped, .holdBegan, .wentToBackground]
          if state.hearts[state.stories[state.index]] == nil { inputs.append(.heartTapped) }
          return inputs
        }
      }
    ) { () -> TestStore<V27Stories> in
      let store = TestStore(initialState: V27Stories.State()) { V27Stories() }
      store.gate("image", at: \.v27Client.image) { _ in [.success(()), .failure(V27Offline())] }
      store.gate("heart", at: \.v27Client.heart) { _ in [.success(()), .failure(V27Offline())] }
      return store
    }
  }
}
