import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The map of a driver, which follows the van while somebody looks at it, and can show a customer where it is.
struct W07Map: Reducer {
  enum Authorization: Equatable { case unknown, asking, granted, denied }
  enum Sharing: Equatable { case none, running, sent, failed }

  struct State: Equatable {
    var isShown = false
    var isInBackground = false
    var isFollowing = false
    var authorization = Authorization.unknown
    var showsHint = false
    var position: W07Position?
    var isLost = false
    var sharing = Sharing.none

    /// Whether the position is needed just now.
    var wantsPosition: Bool { isShown && !isInBackground && isFollowing && authorization == .granted }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case disappeared
    case followTapped
    case hintClosed
    case shareTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case authorized(Bool)
    case moved(W07Position)
    case lost
    case shared
    case shareFailed
  }

  private enum CancelID { case positions }

  @Dependency(\.w07Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    let wantedPosition = state.wantsPosition
    let effect = handle(message, &state)
    switch (wantedPosition, state.wantsPosition) {
    case (false, true):
      return .merge(effect, positions())
    case (true, false):
      state.position = nil
      state.isLost = false
      return .merge(effect, .cancel(id: CancelID.positions))
    default:
      return effect
    }
  }

  private func handle(_ message: Message<Input, Feedback>, _ state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      state.isShown = true

    case .input(.disappeared):
      state.isShown = false

    case .input(.followTapped):
      if state.isFollowing {
        state.isFollowing = false
        return .none
      }
      switch state.authorization {
      case .denied:
        state.showsHint = true
      case .asking, .granted:
        state.isFollowing = true
      case .unknown:
        state.isFollowing = true
        state.authorization = .asking
        return .run("authorize") { send in await send(.authorized(await client.authorize())) }
      }

    case .input(.hintClosed):
      state.showsHint = false

    case .input(.shareTapped):
      guard let position = state.position, state.sharing != .running else { return .none }
      state.sharing = .running
      return .run("share", of: position) { send in
        try await client.share(position)
        await send(.shared)
      } catch: { _, send in
        await send(.shareFailed)
      }

    case .input(.wentToBackground):
      state.isInBackground = true

    case .input(.cameToForeground):
      state.isInBackground = false
      // The user may have been in the settings.
      if state.authorization == .denied {
        state.authorization = .unknown
        state.showsHint = false
      }

    case .feedback(.authorized(let isGranted)):
      state.authorization = isGranted ? .granted : .denied
      if !isGranted {
        state.showsHint = state.isFollowing
        state.isFollowing = false
      }

    case .feedback(.moved(let position)):
      state.position = position
      state.isLost = false

    case .feedback(.lost):
      state.isLost = true

    case .feedback(.shared):
      state.sharing = .sent

    case .feedback(.shareFailed):
      state.sharing = .failed
    }
    return .none
  }

  /// The positions, with a pause after each loss of the signal.
  private func positions() -> Effect<Feedback, Never> {
    .run("positions") { send in
      while true {
        do {
          for try await position in client.positions() { await send(.moved(position)) }
        } catch {}
        await send(.lost)
        try await clock.sleep(for: .seconds(10))
      }
    }
    .cancellable(id: CancelID.positions, cancelInFlight: true)
  }
}

struct W07Position: Hashable, Sendable {
  var street: String
}

struct W07Client: TestDependencyKey, Sendable {
  var authorize: @Sendable () async -> Bool
  var positions: @Sendable () -> AsyncThrowingStream<W07Position, any Error>
  var share: @Sendable (_ position: W07Position) async throws -> Void

  static let testValue = W07Client(
    authorize: unimplemented("W07Client.authorize", placeholder: false),
    positions: unimplemented("W07Client.positions", placeholder: AsyncThrowingStream { $0.finish() }),
    share: unimplemented("W07Client.share")
  )
}

extension DependencyValues {
  var w07Client: W07Client {
    get { self[W07Client.self] }
    set { self[W07Client.self] = newValue }
  }
}

struct W07NoSignal: Error {}

struct W07Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: W07Map.State) -> [W07Map.Input] in
        if state.isInBackground { return [.cameToForeground] }
        guard state.isShown else { return [.appeared, .wentToBackground] }
        if state.showsHint { return [.hintClosed, .wentToBackground] }
        var inputs: [W07Map.Input] = [.disappeared, .wentToBackground, .followTapped]
        if state.position != nil { inputs.append(.shareTapped) }
        return inputs
      }
    ) { () -> TestStore<W07Map> in
      let store = TestStore(initialState: W07Map.State()) { W07Map() }
      store.gate("authorize", at: \.w07Client.authorize) { [.success(true), .success(false)] }
      store.gate("positions", at: \.w07Client.positions) {
        [.element(W07Position(street: "Quay")), .finish, .failure(W07NoSignal())]
      }
      store.gate("share", at: \.w07Client.share) { _ in [.success(()), .failure(W07NoSignal())] }
      return store
    }
  }
}
