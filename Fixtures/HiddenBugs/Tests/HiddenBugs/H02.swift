import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct H02Client: TestDependencyKey, Sendable {
  var issue: @Sendable (_ room: Int) async throws -> String
  var renew: @Sendable (_ room: Int) async throws -> String
  var unlock: @Sendable (_ key: String) async throws -> Void

  static let testValue = H02Client(
    issue: unimplemented("H02Client.issue", placeholder: ""),
    renew: unimplemented("H02Client.renew", placeholder: ""),
    unlock: unimplemented("H02Client.unlock")
  )
}

extension DependencyValues {
  var h02Client: H02Client {
    get { self[H02Client.self] }
    set { self[H02Client.self] = newValue }
  }
}

struct H02Refused: Error {}

/// The keys of a hotel guest, one for each booked room. A key opens the door for five seconds.
struct H02HotelKey: Reducer {
  enum Notice: Equatable {
    case notRenewed
    case doorStaysShut
  }

  enum State: Equatable {
    case choosing
    case issuing(room: Int)
    case refused(room: Int)
    case ready(room: Int, key: String, notice: Notice?)
    case renewing(room: Int, key: String)
    case unlocking(room: Int, key: String)
    case open(room: Int, key: String)
  }

  enum Input: Equatable, Sendable {
    case roomTapped(Int)
    case retryTapped
    case renewTapped
    case unlockTapped
    case backTapped
  }

  enum Feedback: Equatable, Sendable {
    case keyArrived(String)
    case keyFailed
    case unlocked
    case unlockFailed
    case doorClosed
  }

  private enum CancelID { case issue, renew, door }

  @Dependency(\.h02Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.roomTapped(let room)), .choosing), (.input(.retryTapped), .refused(let room)):
      state = .issuing(room: room)
      return issue(room)

    case (.input(.renewTapped), .ready(let room, let key, _)):
      state = .renewing(room: room, key: key)
      return renew(room)

    case (.input(.unlockTapped), .ready(let room, let key, _)):
      state = .unlocking(room: room, key: key)
      return unlock(key)

    case (.input(.backTapped), .choosing):
      return .none

    case (.input(.backTapped), _):
      state = .choosing
      return .merge(.cancel(id: CancelID.issue), .cancel(id: CancelID.door))

    case (.feedback(.keyArrived(let key)), .issuing(let room)),
      (.feedback(.keyArrived(let key)), .renewing(let room, _)):
      state = .ready(room: room, key: key, notice: nil)
      return .none

    case (.feedback(.keyFailed), .issuing(let room)):
      state = .refused(room: room)
      return .none

    case (.feedback(.keyFailed), .renewing(let room, let key)):
      state = .ready(room: room, key: key, notice: .notRenewed)
      return .none

    case (.feedback(.unlocked), .unlocking(let room, let key)):
      state = .open(room: room, key: key)
      return .run("door") { send in
        try await clock.sleep(for: .seconds(5))
        await send(.doorClosed)
      }
      .cancellable(id: CancelID.door, cancelInFlight: true)

    case (.feedback(.unlockFailed), .unlocking(let room, let key)):
      state = .ready(room: room, key: key, notice: .doorStaysShut)
      return .none

    case (.feedback(.doorClosed), .open(let room, let key)):
      state = .ready(room: room, key: key, notice: nil)
      return .none

    default:
      return .none
    }
  }

  private func issue(_ room: Int) -> Effect<Feedback, Never> {
    .run("issue", of: room) { send in
      await send(.keyArrived(try await client.issue(room)))
    } catch: { _, send in
      await send(.keyFailed)
    }
    .cancellable(id: CancelID.issue, cancelInFlight: true)
  }

  private func renew(_ room: Int) -> Effect<Feedback, Never> {
    .run("renew", of: room) { send in
      await send(.keyArrived(try await client.renew(room)))
    } catch: { _, send in
      await send(.keyFailed)
    }
    .cancellable(id: CancelID.renew, cancelInFlight: true)
  }

  private func unlock(_ key: String) -> Effect<Feedback, Never> {
    .run("unlock", of: key) { send in
      try await client.unlock(key)
      await send(.unlocked)
    } catch: { _, send in
      await send(.unlockFailed)
    }
    .cancellable(id: CancelID.door, cancelInFlight: true)
  }
}

struct H02Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.roomTapped(101), .roomTapped(102), .retryTapped, .renewTapped, .unlockTapped, .backTapped]
    ) { () -> TestStore<H02HotelKey> in
      let store = TestStore(initialState: H02HotelKey.State.choosing) { H02HotelKey() }
      store.gate("issue", at: \.h02Client.issue) { room in [.success("first of \(room)"), .failure(H02Refused())] }
      store.gate("renew", at: \.h02Client.renew) { room in [.success("next of \(room)"), .failure(H02Refused())] }
      store.gate("unlock", at: \.h02Client.unlock) { _ in [.success(()), .failure(H02Refused())] }
      return store
    }
  }
}
