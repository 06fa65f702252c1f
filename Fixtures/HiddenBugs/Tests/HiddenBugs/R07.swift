import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct R07Offline: Error {}

struct R07Walkers: DependencyKey, Sendable {
  /// Finds a walker who is free, other than those that the user has skipped; nil if there is none.
  var find: @Sendable (_ skipped: [String]) async throws -> String?
  var confirm: @Sendable (_ walker: String) async throws -> Void

  static let liveValue = R07Walkers(find: { _ in nil }, confirm: { _ in })
  static let testValue = R07Walkers(
    find: unimplemented("R07Walkers.find"),
    confirm: unimplemented("R07Walkers.confirm")
  )
}

extension DependencyValues {
  var r07Walkers: R07Walkers {
    get { self[R07Walkers.self] }
    set { self[R07Walkers.self] = newValue }
  }
}

/// Finds a walker for the dog. In the background nothing is searched and no offer runs out. Both begin again when the
/// app returns. A confirmation that is under way isn't broken off.
struct R07DogWalk: Reducer {
  indirect enum State: Equatable {
    case planning(Notice?)
    case searching(skipped: [String])
    case offered(walker: String, skipped: [String])
    case confirming(walker: String)
    case booked(walker: String)
    case suspended(State)
  }

  enum Notice: Equatable { case offline, nobodyFree, taken }

  enum Input {
    case requestTapped
    case acceptTapped
    case skipTapped
    case cancelTapped
    case doneTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback { case found(String?), searchFailed, offerExpired, confirmed, refused }

  private enum CancelID { case search, offer }

  @Dependency(\.r07Walkers) private var walkers
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.requestTapped), .planning):
      return enter(.searching(skipped: []), &state)

    case (.feedback(.found(let walker)), .searching(skipped: let skipped)):
      guard let walker else { return enter(.planning(.nobodyFree), &state) }
      return enter(.offered(walker: walker, skipped: skipped), &state)

    case (.feedback(.searchFailed), .searching):
      return enter(.planning(.offline), &state)

    case (.input(.skipTapped), .offered(walker: let walker, skipped: let skipped)),
      (.feedback(.offerExpired), .offered(walker: let walker, skipped: let skipped)):
      return enter(.searching(skipped: skipped + [walker]), &state)

    case (.input(.acceptTapped), .offered(walker: let walker, skipped: _)):
      return enter(.confirming(walker: walker), &state)

    case (.input(.cancelTapped), .searching), (.input(.cancelTapped), .offered):
      return enter(.planning(nil), &state)

    case (.feedback(.confirmed), .confirming(walker: let walker)):
      return enter(.booked(walker: walker), &state)

    case (.feedback(.refused), .confirming):
      return enter(.planning(.taken), &state)

    case (.input(.doneTapped), .booked):
      return enter(.planning(nil), &state)

    case (.input(.wentToBackground), .suspended):
      return .none

    case (.input(.wentToBackground), _):
      state = .suspended(state)
      return stop()

    case (.input(.cameToForeground), .suspended(let mode)):
      state = mode
      return resume(mode)

    default:
      return .none
    }
  }

  /// Changes the mode: ends what belongs to the last one, and begins what belongs to the next one.
  private func enter(_ mode: State, _ state: inout State) -> Effect<Feedback, Never> {
    state = mode
    switch mode {
    case .searching(skipped: let skipped): return .merge(.cancel(id: CancelID.offer), search(skipped))
    case .offered: return .merge(.cancel(id: CancelID.search), expire())
    case .confirming(walker: let walker): return .merge(stop(), confirm(walker))
    case .planning, .booked, .suspended: return stop()
    }
  }

  /// Ends what must not go on in the background.
  private func stop() -> Effect<Feedback, Never> {
    .merge(.cancel(id: CancelID.search), .cancel(id: CancelID.offer))
  }

  /// Begins again what stops in the background.
  private func resume(_ mode: State) -> Effect<Feedback, Never> {
    switch mode {
    case .searching(skipped: let skipped): search(skipped)
    case .offered: expire()
    case .planning, .confirming, .booked, .suspended: .none
    }
  }

  private func search(_ skipped: [String]) -> Effect<Feedback, Never> {
    .run("search", of: skipped) { send in
      await send(.found(try await walkers.find(skipped)))
    } catch: { _, send in
      await send(.searchFailed)
    }
    .cancellable(id: CancelID.search, cancelInFlight: true)
  }

  private func expire() -> Effect<Feedback, Never> {
    .run("offer") { send in
      try await clock.sleep(for: .seconds(30))
      await send(.offerExpired)
    }
    .cancellable(id: CancelID.offer, cancelInFlight: true)
  }

  private func confirm(_ walker: String) -> Effect<Feedback, Never> {
    .run("confirm", of: walker) { send in
      try await walkers.confirm(walker)
      await send(.confirmed)
    } catch: { _, send in
      await send(.refused)
    }
  }
}

struct R07Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .requestTapped, .acceptTapped, .skipTapped, .cancelTapped, .doneTapped, .wentToBackground, .cameToForeground,
      ]
    ) { () -> TestStore<R07DogWalk> in
      let store = TestStore(initialState: R07DogWalk.State.planning(nil)) { R07DogWalk() }
      store.gate("find", at: \.r07Walkers.find) { skipped in
        [.success(["Kim", "Lee"].first { !skipped.contains($0) }), .failure(R07Offline())]
      }
      store.gate("confirm", at: \.r07Walkers.confirm) { _ in [.success(()), .failure(R07Offline())] }
      return store
    }
  }
}
