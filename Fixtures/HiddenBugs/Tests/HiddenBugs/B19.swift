import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The standing orders of an account. The bank locks them after two minutes, or whenever it ends the session, and the
/// user unlocks them by his face.
struct B19StandingOrders: Reducer {
  enum Problem: Equatable, Sendable {
    /// The lock screen, with its button.
    case locked
    /// The banner, with a button to try again.
    case offline
  }

  struct State: Equatable {
    var orders: [B19Order]?
    var isLoading = false
    var isLocked = false
    var isUnlocking = false
    var problem: Problem?
    var expanded: Int?
    var isSortedByAmount = false

    /// The rows of the list.
    var shown: [B19Order] {
      let orders = orders ?? []
      return isSortedByAmount ? orders.sorted { $0.cents > $1.cents } : orders
    }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case refreshPulled
    case retryTapped
    case unlockTapped
    case rowTapped(Int)
    case sortTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded([B19Order])
    case unlocked
    case faceDeclined
    case sessionEnded
    case lockDue
    case failed
  }

  private enum CancelID { case load, lock }

  @Dependency(\.b19Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.orders == nil, state.problem == nil else { return .none }
      return load(&state)

    case .input(.refreshPulled):
      return load(&state)

    case .input(.retryTapped):
      guard state.problem == .offline else { return .none }
      return load(&state)

    case .input(.unlockTapped):
      guard state.problem == .locked else { return .none }
      state.isUnlocking = true
      state.problem = nil
      return .run("unlock") { send in
        try await client.unlock()
        await send(.unlocked)
      } catch: { error, send in
        await send(error is B19FaceDeclined ? .faceDeclined : .failed)
      }

    case .input(.rowTapped(let id)):
      guard state.orders?.contains(where: { $0.id == id }) == true else { return .none }
      state.expanded = state.expanded == id ? nil : id
      return .none

    case .input(.sortTapped):
      state.isSortedByAmount.toggle()
      return .none

    case .feedback(.loaded(let orders)):
      state.isLoading = false
      state.orders = orders
      if !orders.contains(where: { $0.id == state.expanded }) { state.expanded = nil }
      return .run("lock") { send in
        try await clock.sleep(for: .seconds(120))
        await send(.lockDue)
      }
      .cancellable(id: CancelID.lock, cancelInFlight: true)

    case .feedback(.unlocked):
      state.isUnlocking = false
      state.isLocked = false
      return load(&state)

    case .feedback(.faceDeclined):
      state.isUnlocking = false
      state.problem = .locked
      return .none

    case .feedback(.sessionEnded), .feedback(.lockDue):
      state.isLoading = false
      state.isLocked = true
      state.problem = .locked
      state.expanded = nil
      return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.lock))

    case .feedback(.failed):
      state.isLoading = false
      state.isUnlocking = false
      state.problem = .offline
      return .none
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    guard !state.isLocked, !state.isLoading else { return .none }
    state.isLoading = true
    state.problem = nil
    return .run("orders") { send in
      await send(.loaded(try await client.orders()))
    } catch: { error, send in
      await send(error is B19SessionEnded ? .sessionEnded : .failed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct B19Order: Equatable, Sendable {
  var id: Int
  var payee: String
  var cents: Int
}

struct B19Client: TestDependencyKey, Sendable {
  var orders: @Sendable () async throws -> [B19Order]
  /// Asks for the face of the user, and begins a new session.
  var unlock: @Sendable () async throws -> Void

  static let testValue = B19Client(
    orders: unimplemented("B19Client.orders"),
    unlock: unimplemented("B19Client.unlock")
  )
}

extension DependencyValues {
  var b19Client: B19Client {
    get { self[B19Client.self] }
    set { self[B19Client.self] = newValue }
  }
}

struct B19Offline: Error {}
struct B19SessionEnded: Error {}
struct B19FaceDeclined: Error {}

struct B19Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: B19StandingOrders.State) -> [B19StandingOrders.Input] in
        if state.isUnlocking { return [] }
        switch state.problem {
        case .locked: return [.unlockTapped]
        case .offline where state.isLocked: return [.retryTapped]
        default:
          var inputs: [B19StandingOrders.Input] = [.appeared, .refreshPulled]
          if state.problem == .offline { inputs.append(.retryTapped) }
          guard state.orders != nil else { return inputs }
          inputs += [.sortTapped, .rowTapped(1), .rowTapped(2)]
          return inputs
        }
      }
    ) { () -> TestStore<B19StandingOrders> in
      let store = TestStore(initialState: B19StandingOrders.State()) { B19StandingOrders() }
      store.gate("orders", at: \.b19Client.orders) {
        [
          .success([B19Order(id: 1, payee: "Rent", cents: 92_000), B19Order(id: 2, payee: "Gym", cents: 2_900)]),
          .failure(B19Offline()), .failure(B19SessionEnded()),
        ]
      }
      store.gate("unlock", at: \.b19Client.unlock) {
        [.success(()), .failure(B19Offline()), .failure(B19FaceDeclined())]
      }
      return store
    }
  }
}
