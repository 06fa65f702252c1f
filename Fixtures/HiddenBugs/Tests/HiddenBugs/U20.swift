import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A parking session that is paid from the car.
struct U20Parking: Reducer {
  struct State: Equatable {
    var isStarting = false
    var startHasFailed = false
    var session: U20Session?
    var status = Status.active
    var isExtending = false
  }

  enum Status: Equatable, Sendable {
    case active
    case ending
    case ended(receipt: String)
    case problem(String)
  }

  enum Input: Equatable, Sendable {
    case startTapped
    case retryTapped
    case extendTapped
    case endTapped
    case doneTapped
  }

  enum Feedback: Equatable, Sendable {
    case started(U20Session)
    case startFailed
    case extended(until: Int)
    case extensionFailed
    case ended(receipt: String)
    case endFailed
  }

  private enum CancelID { case extend, end }

  @Dependency(\.u20Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.startTapped), .input(.retryTapped):
      guard state.session == nil, !state.isStarting else { return .none }
      state.isStarting = true
      state.startHasFailed = false
      return .run("start") { send in
        await send(.started(try await client.start()))
      } catch: { _, send in
        await send(.startFailed)
      }

    case .input(.extendTapped):
      guard let session = state.session, !state.isExtending, state.canAct else { return .none }
      state.isExtending = true
      state.status = .active
      return .run("extend", of: session.id) { send in
        await send(.extended(until: try await client.extend(session.id)))
      } catch: { _, send in
        await send(.extensionFailed)
      }
      .cancellable(id: CancelID.extend, cancelInFlight: true)

    case .input(.endTapped):
      guard let session = state.session, state.canAct else { return .none }
      state.status = .ending
      return .run("end", of: session.id) { send in
        await send(.ended(receipt: try await client.end(session.id)))
      } catch: { _, send in
        await send(.endFailed)
      }
      .cancellable(id: CancelID.end, cancelInFlight: true)

    case .input(.doneTapped):
      guard case .ended = state.status else { return .none }
      state = State()
      return .cancel(id: CancelID.extend)

    case .feedback(.started(let session)):
      state.isStarting = false
      state.session = session
      state.status = .active
      return .none

    case .feedback(.startFailed):
      state.isStarting = false
      state.startHasFailed = true
      return .none

    case .feedback(.extended(let until)):
      state.isExtending = false
      state.session?.until = until
      return .none

    case .feedback(.extensionFailed):
      state.isExtending = false
      state.status = .problem("The session could not be extended.")
      return .none

    case .feedback(.ended(let receipt)):
      state.status = .ended(receipt: receipt)
      return .none

    case .feedback(.endFailed):
      state.status = .problem("The session still runs.")
      return .none
    }
  }
}

extension U20Parking.State {
  /// Whether the session can be extended or ended.
  var canAct: Bool {
    switch status {
    case .active, .problem: true
    case .ending, .ended: false
    }
  }
}

struct U20Session: Equatable, Sendable {
  var id: Int
  var until: Int
}

struct U20Client: TestDependencyKey, Sendable {
  var start: @Sendable () async throws -> U20Session
  var extend: @Sendable (_ session: Int) async throws -> Int
  var end: @Sendable (_ session: Int) async throws -> String

  static let testValue = U20Client(
    start: unimplemented("U20Client.start"),
    extend: unimplemented("U20Client.extend"),
    end: unimplemented("U20Client.end")
  )
}

extension DependencyValues {
  var u20Client: U20Client {
    get { self[U20Client.self] }
    set { self[U20Client.self] = newValue }
  }
}

struct U20Offline: Error {}

struct U20Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: U20Parking.State) -> [U20Parking.Input] in
        guard state.session != nil else { return state.startHasFailed ? [.retryTapped] : [.startTapped] }
        switch state.status {
        case .active, .problem: return [.extendTapped, .endTapped]
        case .ending: return []
        case .ended: return [.doneTapped]
        }
      }
    ) { () -> TestStore<U20Parking> in
      let store = TestStore(initialState: U20Parking.State()) { U20Parking() }
      store.gate("start", at: \.u20Client.start) { [.success(U20Session(id: 4, until: 60)), .failure(U20Offline())] }
      store.gate("extend", at: \.u20Client.extend) { _ in [.success(90), .failure(U20Offline())] }
      store.gate("end", at: \.u20Client.end) { _ in [.success("3.20"), .failure(U20Offline())] }
      return store
    }
  }
}
