import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct U03Tracker: Sendable {
  /// The distance of the present run so far, in metres.
  var distances: @Sendable () -> AsyncThrowingStream<Int, any Error>
}

enum U03TrackerKey: TestDependencyKey {
  static let testValue = U03Tracker(
    distances: unimplemented("U03Tracker.distances", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

struct U03Club: Sendable {
  var post: @Sendable (_ metres: Int) async throws -> Void
}

enum U03ClubKey: TestDependencyKey {
  static let testValue = U03Club(post: unimplemented("U03Club.post"))
}

extension DependencyValues {
  var u03Tracker: U03Tracker {
    get { self[U03TrackerKey.self] }
    set { self[U03TrackerKey.self] = newValue }
  }

  var u03Club: U03Club {
    get { self[U03ClubKey.self] }
    set { self[U03ClubKey.self] = newValue }
  }
}

struct U03SignalLost: Error {}
struct U03Offline: Error {}

/// A run with the club: it is tracked, paused, and posted at its end. A pause of ten minutes ends it.
struct U03ClubRun: Reducer {
  struct Run: Equatable {
    var metres = 0
  }

  enum Reason: Equatable { case runner, signal }

  enum State: Equatable {
    case ready
    case running(Run)
    case paused(Run, Reason)
    case posting(Run)
    case unposted(Run)
    case posted(Run)
  }

  enum Input: Equatable {
    case startTapped, pauseTapped, resumeTapped, stopTapped, discardTapped, retryTapped, doneTapped
  }

  enum Feedback: Equatable { case moved(Int), signalLost, pausedTooLong, posted, postFailed }

  private enum CancelID { case tracking, pause, post }

  @Dependency(\.u03Tracker) private var tracker
  @Dependency(\.u03Club) private var club
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.startTapped), .ready):
      state = .running(Run())
      return track()

    case (.feedback(.moved(let metres)), .running(var run)):
      run.metres = max(run.metres, metres)
      state = .running(run)
      return .none

    case (.input(.pauseTapped), .running(let run)):
      return pause(run, for: .runner, &state)

    case (.feedback(.signalLost), .running(let run)):
      return pause(run, for: .signal, &state)

    case (.input(.resumeTapped), .paused(let run, _)):
      state = .running(run)
      return .merge(.cancel(id: CancelID.pause), track())

    case (.input(.stopTapped), .running(let run)),
      (.input(.stopTapped), .paused(let run, _)),
      (.feedback(.pausedTooLong), .paused(let run, _)):
      return finish(run, &state)

    case (.input(.discardTapped), .paused), (.input(.discardTapped), .unposted):
      state = .ready
      return .cancel(id: CancelID.pause)

    case (.input(.retryTapped), .unposted(let run)):
      state = .posting(run)
      return post(run)

    case (.feedback(.posted), .posting(let run)):
      state = .posted(run)
      return .none

    case (.feedback(.postFailed), .posting(let run)):
      state = .unposted(run)
      return .none

    case (.input(.doneTapped), .posted):
      state = .ready
      return .none

    default:
      return .none
    }
  }

  private func pause(_ run: Run, for reason: Reason, _ state: inout State) -> Effect<Feedback, Never> {
    state = .paused(run, reason)
    return .merge(
      .cancel(id: CancelID.tracking),
      .run("pause") { send in
        try await clock.sleep(for: .seconds(600))
        await send(.pausedTooLong)
      }
      .cancellable(id: CancelID.pause, cancelInFlight: true)
    )
  }

  /// Posts what was run. A run of no distance leaves nothing to post.
  private func finish(_ run: Run, _ state: inout State) -> Effect<Feedback, Never> {
    state = run.metres > 0 ? .posting(run) : .ready
    return .merge(
      .cancel(id: CancelID.tracking),
      .cancel(id: CancelID.pause),
      run.metres > 0 ? post(run) : .none
    )
  }

  private func track() -> Effect<Feedback, Never> {
    .run("track") { send in
      for try await metres in tracker.distances() { await send(.moved(metres)) }
      await send(.signalLost)
    } catch: { _, send in
      await send(.signalLost)
    }
    .cancellable(id: CancelID.tracking, cancelInFlight: true)
  }

  private func post(_ run: Run) -> Effect<Feedback, Never> {
    .run("post", of: run.metres) { send in
      try await club.post(run.metres)
      await send(.posted)
    } catch: { _, send in
      await send(.postFailed)
    }
    .cancellable(id: CancelID.post)
  }
}

struct U03Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.startTapped, .pauseTapped, .resumeTapped, .stopTapped, .discardTapped, .retryTapped, .doneTapped]
    ) { () -> TestStore<U03ClubRun> in
      let store = TestStore(initialState: U03ClubRun.State.ready) { U03ClubRun() }
      store.gate("distances", at: \.u03Tracker.distances) {
        [.element(100), .element(200), .failure(U03SignalLost())]
      }
      store.gate("post", at: \.u03Club.post) { _ in [.success(()), .failure(U03Offline())] }
      return store
    }
  }
}
