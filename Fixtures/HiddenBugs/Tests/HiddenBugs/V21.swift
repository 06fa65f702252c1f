import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The stories of the people that the user follows. Each is shown for five seconds.
struct V21Stories: Reducer {
  struct State: Equatable {
    var viewer: Viewer?
    var isInBackground = false
    var liked: Set<Int> = []
    var liking: Set<Int> = []
  }

  struct Viewer: Equatable {
    var index = 0
    var picture = Picture.loading
    /// Whether a finger rests on the story.
    var isHeld = false
  }

  enum Picture: Equatable {
    case loading
    case shown(String)
    case failed
  }

  enum Input: Equatable, Sendable {
    case storiesTapped
    case nextTapped
    case held
    case released
    case retryTapped
    case likeTapped
    case closeTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case pictureLoaded(String)
    case pictureFailed
    case timeIsUp
    case likeSaved(Int)
    case likeFailed(Int)
  }

  private enum CancelID { case picture, countdown }

  private static let count = 2

  @Dependency(\.v21Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.storiesTapped):
      guard state.viewer == nil else { return .none }
      return show(0, in: &state)

    case .input(.nextTapped), .feedback(.timeIsUp):
      guard let viewer = state.viewer else { return .none }
      guard viewer.index + 1 < Self.count else { return close(&state) }
      return show(viewer.index + 1, in: &state)

    case .input(.closeTapped):
      return close(&state)

    case .input(.held):
      guard state.viewer != nil else { return .none }
      state.viewer?.isHeld = true
      return .cancel(id: CancelID.countdown)

    case .input(.released):
      state.viewer?.isHeld = false
      return countdown(in: state)

    case .input(.wentToBackground):
      state.isInBackground = true
      state.viewer?.isHeld = false
      return .cancel(id: CancelID.countdown)

    case .input(.cameToForeground):
      state.isInBackground = false
      return countdown(in: state)

    case .input(.retryTapped):
      guard let viewer = state.viewer, viewer.picture == .failed else { return .none }
      return show(viewer.index, in: &state)

    case .feedback(.pictureLoaded(let picture)):
      state.viewer?.picture = .shown(picture)
      return countdown(in: state)

    case .feedback(.pictureFailed):
      state.viewer?.picture = .failed
      return .none

    case .input(.likeTapped):
      guard let id = state.viewer?.index, !state.liked.contains(id) else { return .none }
      state.liked.insert(id)
      state.liking.insert(id)
      return .run("like", of: id) { send in
        try await client.like(id)
        await send(.likeSaved(id))
      } catch: { _, send in
        await send(.likeFailed(id))
      }

    case .feedback(.likeSaved(let id)):
      state.liking.remove(id)
      return .none

    case .feedback(.likeFailed(let id)):
      state.liking.remove(id)
      state.liked.remove(id)
      return .none
    }
  }

  private func show(_ index: Int, in state: inout State) -> Effect<Feedback, Never> {
    state.viewer = Viewer(index: index)
    return .merge(
      .cancel(id: CancelID.countdown),
      .run("picture", of: index) { send in
        await send(.pictureLoaded(try await client.picture(index)))
      } catch: { _, send in
        await send(.pictureFailed)
      }
      .cancellable(id: CancelID.picture, cancelInFlight: true)
    )
  }

  private func close(_ state: inout State) -> Effect<Feedback, Never> {
    state.viewer = nil
    return .merge(.cancel(id: CancelID.picture), .cancel(id: CancelID.countdown))
  }

  /// Shows the story for five seconds from now, unless a finger rests on it.
  private func countdown(in state: State) -> Effect<Feedback, Never> {
    guard let viewer = state.viewer, !viewer.isHeld, case .shown = viewer.picture else { return .none }
    return .run("countdown") { send in
      try await clock.sleep(for: .seconds(5))
      await send(.timeIsUp)
    }
    .cancellable(id: CancelID.countdown, cancelInFlight: true)
  }
}

struct V21Client: TestDependencyKey, Sendable {
  var picture: @Sendable (_ story: Int) async throws -> String
  var like: @Sendable (_ story: Int) async throws -> Void

  static let testValue = V21Client(
    picture: unimplemented("V21Client.picture"),
    like: unimplemented("V21Client.like")
  )
}

extension DependencyValues {
  var v21Client: V21Client {
    get { self[V21Client.self] }
    set { self[V21Client.self] = newValue }
  }
}

struct V21Offline: Error {}

struct V21Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: V21Stories.State) -> [V21Stories.Input] in
        if state.isInBackground { return [.cameToForeground] }
        guard let viewer = state.viewer else { return [.storiesTapped, .wentToBackground] }
        if viewer.isHeld { return [.released, .wentToBackground] }
        var inputs: [V21Stories.Input] = [.nextTapped, .held, .closeTapped, .wentToBackground]
        if viewer.picture == .failed { inputs.append(.retryTapped) }
        if !state.liked.contains(viewer.index) { inputs.append(.likeTapped) }
        return inputs
      }
    ) { () -> TestStore<V21Stories> in
      let store = TestStore(initialState: V21Stories.State()) { V21Stories() }
      store.gate("picture", at: \.v21Client.picture) { story in [.success("Picture \(story)"), .failure(V21Offline())] }
      store.gate("like", at: \.v21Client.like) { _ in [.success(()), .failure(V21Offline())] }
      return store
    }
  }
}
