import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A radio that records what it plays. A take is kept on the server, and the shelf has the latest take of each station.
struct A01Radio: Reducer {
  enum Station: String, Sendable { case jazz, news }

  struct Take: Hashable, Sendable {
    var station: Station
    var seconds: Int
  }

  enum Deck: Equatable {
    case idle
    case tuning(Station)
    case playing(Station)
    case recording(Station, seconds: Int)
    case unreachable(Station)
  }

  enum Upload: Equatable {
    case nothing
    case running(Take)
    case failed(Take)
  }

  struct Session: Equatable {
    var user: String
    var deck = Deck.idle
    var upload = Upload.nothing
    var shelf: [Station: Int] = [:]
  }

  enum State: Equatable {
    case signedOut
    case signedIn(Session)
  }

  enum Input: Equatable {
    case signIn(String)
    case signOut
    case stationTapped(Station)
    case recordTapped
    case keepTapped
  }

  enum Feedback: Equatable {
    case tuned(Station)
    case tuningFailed(Station)
    case secondRecorded
    case kept(Take)
    case keepingFailed(Take)
  }

  private enum CancelID { case tune, tape, keep }

  /// The tape has room for this many seconds.
  private static let room = 2

  @Dependency(\.a01Studio) private var studio
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch state {
    case .signedOut:
      guard case .input(.signIn(let user)) = message else { return .none }
      state = .signedIn(Session(user: user))
      return .none

    case .signedIn(var session):
      if case .input(.signOut) = message {
        state = .signedOut
        return .merge(.cancel(id: CancelID.tune), .cancel(id: CancelID.tape))
      }
      let effect = handle(message, in: &session)
      state = .signedIn(session)
      return effect
    }
  }

  private func handle(_ message: Message<Input, Feedback>, in session: inout Session) -> Effect<Feedback, Never> {
    switch message {
    case .input(.signIn), .input(.signOut):
      return .none

    case .input(.stationTapped(let station)):
      if case .recording = session.deck { return .none }
      guard session.deck != .tuning(station), session.deck != .playing(station) else { return .none }
      session.deck = .tuning(station)
      return .run("tune", of: station) { send in
        try await studio.tune(station)
        await send(.tuned(station))
      } catch: { _, send in
        await send(.tuningFailed(station))
      }
      .cancellable(id: CancelID.tune, cancelInFlight: true)

    case .input(.recordTapped):
      switch session.deck {
      case .playing(let station):
        guard session.upload == .nothing else { return .none }
        session.deck = .recording(station, seconds: 0)
        return .run("tape") { send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.secondRecorded) }
        }
        .cancellable(id: CancelID.tape, cancelInFlight: true)
      case .recording(let station, seconds: let seconds):
        return finish(Take(station: station, seconds: seconds), in: &session)
      case .idle, .tuning, .unreachable:
        return .none
      }

    case .input(.keepTapped):
      guard case .failed(let take) = session.upload else { return .none }
      return keep(take, in: &session)

    case .feedback(.tuned(let station)):
      guard session.deck == .tuning(station) else { return .none }
      session.deck = .playing(station)
      return .none

    case .feedback(.tuningFailed(let station)):
      guard session.deck == .tuning(station) else { return .none }
      session.deck = .unreachable(station)
      return .none

    case .feedback(.secondRecorded):
      guard case .recording(let station, seconds: let seconds) = session.deck else { return .none }
      guard seconds + 1 < Self.room else {
        return finish(Take(station: station, seconds: seconds + 1), in: &session)
      }
      session.deck = .recording(station, seconds: seconds + 1)
      return .none

    case .feedback(.kept(let take)):
      session.upload = .nothing
      session.shelf[take.station] = take.seconds
      return .none

    case .feedback(.keepingFailed(let take)):
      session.upload = .failed(take)
      return .none
    }
  }

  /// Stops the tape, and keeps what is on it.
  private func finish(_ take: Take, in session: inout Session) -> Effect<Feedback, Never> {
    session.deck = .playing(take.station)
    guard take.seconds > 0 else { return .cancel(id: CancelID.tape) }
    return .merge(.cancel(id: CancelID.tape), keep(take, in: &session))
  }

  private func keep(_ take: Take, in session: inout Session) -> Effect<Feedback, Never> {
    session.upload = .running(take)
    return .run("keep", of: take) { [user = session.user] send in
      try await studio.keep(take, user)
      await send(.kept(take))
    } catch: { _, send in
      await send(.keepingFailed(take))
    }
    .cancellable(id: CancelID.keep, cancelInFlight: true)
  }
}

struct A01Studio: Sendable {
  var tune: @Sendable (_ station: A01Radio.Station) async throws -> Void
  var keep: @Sendable (_ take: A01Radio.Take, _ user: String) async throws -> Void
}

enum A01StudioKey: TestDependencyKey {
  static let testValue = A01Studio(
    tune: unimplemented("A01Studio.tune"),
    keep: unimplemented("A01Studio.keep")
  )
}

extension DependencyValues {
  var a01Studio: A01Studio {
    get { self[A01StudioKey.self] }
    set { self[A01StudioKey.self] = newValue }
  }
}

struct A01NoSignal: Error {}

struct A01Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: A01Radio.State) -> [A01Radio.Input] in
        switch state {
        case .signedOut: return [.signIn("Ada"), .signIn("Bob")]
        case .signedIn: return [.stationTapped(.jazz), .recordTapped, .keepTapped, .signOut]
        }
      }
    ) { () -> TestStore<A01Radio> in
      let store = TestStore(initialState: A01Radio.State.signedOut) { A01Radio() }
      store.gate("tune", at: \.a01Studio.tune) { _ in [.success(()), .failure(A01NoSignal())] }
      store.gate("keep", at: \.a01Studio.keep) { _ in [.success(()), .failure(A01NoSignal())] }
      return store
    }
  }
}
