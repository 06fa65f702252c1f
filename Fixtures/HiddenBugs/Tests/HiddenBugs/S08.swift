import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct S08Client: DependencyKey {
  /// Begins to share the location, and returns the number of the share.
  var begin: @Sendable () async throws -> Int
  /// The places as the friends see them. Finishes when the server ends the share.
  var places: @Sendable (_ share: Int) -> AsyncStream<String>
  var stop: @Sendable (_ share: Int) async throws -> Void

  static let liveValue = S08Client(
    begin: { 1 },
    places: { _ in AsyncStream<String> { $0.finish() } },
    stop: { _ in }
  )
  static let testValue = S08Client(
    begin: unimplemented("S08Client.begin"),
    places: unimplemented("S08Client.places", placeholder: AsyncStream<String> { $0.finish() }),
    stop: unimplemented("S08Client.stop")
  )
}

extension DependencyValues {
  var s08Client: S08Client {
    get { self[S08Client.self] }
    set { self[S08Client.self] = newValue }
  }
}

/// Shares the location of the user with friends, until the user or the server ends it.
struct S08LiveLocation: Reducer {
  struct Share: Equatable {
    let id: Int
    var place: String?
    var couldNotStop = false
  }

  /// How far an attempt to stop is: the server is asked twice, with a pause in between.
  enum Attempt: Equatable { case first, waiting, last }

  enum Mode: Equatable {
    case off
    case starting
    case startFailed
    case sharing(Share)
    case stopping(Share, Attempt)
  }

  struct State: Equatable {
    var mode = Mode.off
    var isActive = true
  }

  enum Input: Equatable {
    case shareTapped
    case stopTapped
    case enteredBackground
    case enteredForeground
  }

  enum Feedback: Equatable {
    case started(Int)
    case startFailed
    case moved(String)
    case ended
    case stopped
    case stopFailed
    case pauseEnded
  }

  /// Calls go on in the background. What is under `foreground` doesn't.
  private enum CancelID { case call, foreground }

  @Dependency(\.s08Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state.mode) {
    case (.input(.shareTapped), .off), (.input(.shareTapped), .startFailed):
      state.mode = .starting
      return begin()

    case (.feedback(.started(let id)), .starting):
      state.mode = .sharing(Share(id: id))
      return resume(state)

    case (.feedback(.startFailed), .starting):
      state.mode = .startFailed
      return .none

    case (.feedback(.moved(let place)), .sharing(var share)):
      share.place = place
      state.mode = .sharing(share)
      return .none

    case (.feedback(.ended), .sharing):
      state.mode = .off
      return .none

    case (.input(.stopTapped), .sharing(var share)):
      share.couldNotStop = false
      state.mode = .stopping(share, .first)
      return .merge(.cancel(id: CancelID.foreground), stop(share))

    case (.feedback(.stopped), .stopping):
      state.mode = .off
      return .none

    case (.feedback(.stopFailed), .stopping(let share, .first)):
      state.mode = .stopping(share, .waiting)
      return state.isActive ? pause() : .none

    case (.feedback(.pauseEnded), .stopping(let share, .waiting)):
      state.mode = .stopping(share, .last)
      return stop(share)

    case (.feedback(.stopFailed), .stopping(var share, .last)):
      share.couldNotStop = true
      state.mode = .sharing(share)
      return resume(state)

    case (.input(.enteredBackground), _):
      state.isActive = false
      return .cancel(id: CancelID.foreground)

    case (.input(.enteredForeground), _):
      guard !state.isActive else { return .none }
      state.isActive = true
      return resume(state)

    default:
      return .none
    }
  }

  private func begin() -> Effect<Feedback, Never> {
    .run("begin") { send in
      await send(.started(try await client.begin()))
    } catch: { _, send in
      await send(.startFailed)
    }
    .cancellable(id: CancelID.call)
  }

  /// Follows the share while the app is active.
  private func resume(_ state: State) -> Effect<Feedback, Never> {
    guard state.isActive, case .sharing(let share) = state.mode else { return .none }
    return .run("places", of: share.id) { send in
      for await place in client.places(share.id) { await send(.moved(place)) }
      await send(.ended)
    }
    .cancellable(id: CancelID.foreground, cancelInFlight: true)
  }

  private func stop(_ share: Share) -> Effect<Feedback, Never> {
    .run("stop", of: share.id) { send in
      try await client.stop(share.id)
      await send(.stopped)
    } catch: { _, send in
      await send(.stopFailed)
    }
    .cancellable(id: CancelID.call)
  }

  private func pause() -> Effect<Feedback, Never> {
    .run("pause") { send in
      try await clock.sleep(for: .seconds(5))
      await send(.pauseEnded)
    }
    .cancellable(id: CancelID.foreground, cancelInFlight: true)
  }
}

struct S08Offline: Error {}

struct S08Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: S08LiveLocation.State) -> [S08LiveLocation.Input] in
        state.isActive ? [.shareTapped, .stopTapped, .enteredBackground] : [.enteredForeground]
      }
    ) { () -> TestStore<S08LiveLocation> in
      let store = TestStore(initialState: S08LiveLocation.State()) { S08LiveLocation() }
      store.gate("begin", at: \.s08Client.begin) { [.success(1), .failure(S08Offline())] }
      store.gate("places", at: \.s08Client.places) { _ in [.element("park"), .finish] }
      store.gate("stop", at: \.s08Client.stop) { _ in [.success(()), .failure(S08Offline())] }
      return store
    }
  }
}
