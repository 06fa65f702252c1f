import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Calls a lift from the phone, and shows how far the cabin is away.
struct Q20Lift: Reducer {
  enum Phase: Equatable, Sendable {
    case idle
    case calling(floor: Int)
    case refused(floor: Int)
    case waiting(cabin: String, away: Int?)
    case lost(cabin: String)
    case releasing(cabin: String)
    case here(cabin: String)
  }

  struct State: Equatable {
    var phase = Phase.idle
    var isInBackground = false
  }

  enum Input: Equatable, Sendable {
    case floorTapped(Int)
    case cancelTapped
    case retryTapped
    case dismissTapped
    case boardedTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case assigned(cabin: String)
    case refused(floor: Int)
    case moved(cabin: String, away: Int)
    case trackingEnded(cabin: String)
    case released
    case releaseFailed(cabin: String)
    case doorsClosed
  }

  private enum CancelID { case tracking, doors }

  @Dependency(\.q20Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.floorTapped(let floor)):
      guard state.phase == .idle else { return .none }
      return call(to: floor, &state)

    case .input(.retryTapped):
      switch state.phase {
      case .refused(let floor): return call(to: floor, &state)
      case .lost(let cabin): return wait(for: cabin, &state)
      case .idle, .calling, .waiting, .releasing, .here: return .none
      }

    case .input(.dismissTapped):
      guard case .refused = state.phase else { return .none }
      state.phase = .idle
      return .none

    case .input(.cancelTapped):
      switch state.phase {
      case .waiting(let cabin, _), .lost(let cabin): return release(cabin, &state)
      case .idle, .calling, .refused, .releasing, .here: return .none
      }

    case .input(.boardedTapped):
      guard case .here = state.phase else { return .none }
      state.phase = .idle
      return .cancel(id: CancelID.doors)

    case .input(.wentToBackground):
      state.isInBackground = true
      return .merge(.cancel(id: CancelID.tracking), .cancel(id: CancelID.doors))

    case .input(.cameToForeground):
      state.isInBackground = false
      switch state.phase {
      case .waiting(let cabin, _): return wait(for: cabin, &state)
      case .here: return closeDoors()
      case .idle, .calling, .refused, .lost, .releasing: return .none
      }

    case .feedback(.assigned(let cabin)):
      return wait(for: cabin, &state)

    case .feedback(.refused(let floor)):
      state.phase = .refused(floor: floor)
      return .none

    case .feedback(.moved(let cabin, let away)):
      guard away == 0 else {
        state.phase = .waiting(cabin: cabin, away: away)
        return .none
      }
      state.phase = .here(cabin: cabin)
      return .merge(.cancel(id: CancelID.tracking), closeDoors())

    case .feedback(.trackingEnded(let cabin)):
      state.phase = .lost(cabin: cabin)
      return .none

    case .feedback(.released):
      state.phase = .idle
      return .none

    case .feedback(.releaseFailed(let cabin)):
      // It still comes.
      return wait(for: cabin, &state)

    case .feedback(.doorsClosed):
      state.phase = .idle
      return .none
    }
  }

  private func call(to floor: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state.phase = .calling(floor: floor)
    return .run("call", of: floor) { send in
      await send(.assigned(cabin: try await client.call(floor)))
    } catch: { _, send in
      await send(.refused(floor: floor))
    }
  }

  /// Waits for a cabin, and tracks it while the screen is visible.
  private func wait(for cabin: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.phase = .waiting(cabin: cabin, away: nil)
    guard !state.isInBackground else { return .none }
    return .run("tracking", of: cabin) { send in
      for try await away in client.track(cabin) { await send(.moved(cabin: cabin, away: away)) }
      await send(.trackingEnded(cabin: cabin))
    } catch: { _, send in
      await send(.trackingEnded(cabin: cabin))
    }
    .cancellable(id: CancelID.tracking, cancelInFlight: true)
  }

  private func release(_ cabin: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.phase = .releasing(cabin: cabin)
    return .merge(
      .cancel(id: CancelID.tracking),
      .run("release", of: cabin) { send in
        try await client.release(cabin)
        await send(.released)
      } catch: { _, send in
        await send(.releaseFailed(cabin: cabin))
      }
    )
  }

  private func closeDoors() -> Effect<Feedback, Never> {
    .run("doors") { send in
      try await clock.sleep(for: .seconds(20))
      await send(.doorsClosed)
    }
    .cancellable(id: CancelID.doors, cancelInFlight: true)
  }
}

struct Q20Client: TestDependencyKey, Sendable {
  var call: @Sendable (_ floor: Int) async throws -> String
  var track: @Sendable (_ cabin: String) -> AsyncThrowingStream<Int, any Error>
  var release: @Sendable (_ cabin: String) async throws -> Void

  static let testValue = Q20Client(
    call: unimplemented("Q20Client.call"),
    track: unimplemented("Q20Client.track", placeholder: AsyncThrowingStream { $0.finish() }),
    release: unimplemented("Q20Client.release")
  )
}

extension DependencyValues {
  var q20Client: Q20Client {
    get { self[Q20Client.self] }
    set { self[Q20Client.self] = newValue }
  }
}

struct Q20OutOfService: Error {}

struct Q20Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Q20Lift.State) -> [Q20Lift.Input] in
        if state.isInBackground { return [.cameToForeground] }
        switch state.phase {
        case .idle: return [.floorTapped(3), .floorTapped(7), .wentToBackground]
        case .calling, .releasing: return [.wentToBackground]
        case .refused: return [.retryTapped, .dismissTapped, .wentToBackground]
        case .waiting: return [.cancelTapped, .wentToBackground]
        case .lost: return [.retryTapped, .cancelTapped, .wentToBackground]
        case .here: return [.boardedTapped, .wentToBackground]
        }
      }
    ) { () -> TestStore<Q20Lift> in
      let store = TestStore(initialState: Q20Lift.State()) { Q20Lift() }
      store.gate("call", at: \.q20Client.call) { _ in [.success("B"), .failure(Q20OutOfService())] }
      store.gate("track", at: \.q20Client.track) { _ in
        [.element(4), .element(0), .finish, .failure(Q20OutOfService())]
      }
      store.gate("release", at: \.q20Client.release) { _ in [.success(()), .failure(Q20OutOfService())] }
      return store
    }
  }
}
