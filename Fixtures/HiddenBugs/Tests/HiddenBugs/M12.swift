import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct M12Offline: Error {}

struct M12Bikes: DependencyKey, Sendable {
  var unlock: @Sendable (_ bike: Int) async throws -> Void
  /// Locks a bike, and returns the credit that is left after the ride.
  var lock: @Sendable (_ bike: Int) async throws -> Int

  static let liveValue = M12Bikes(unlock: { _ in }, lock: { _ in 0 })
  static let testValue = M12Bikes(
    unlock: unimplemented("M12Bikes.unlock"),
    lock: unimplemented("M12Bikes.lock")
  )
}

struct M12Accounts: DependencyKey, Sendable {
  var credit: @Sendable (_ name: String) async throws -> Int
  var statement: @Sendable (_ name: String) async throws -> String

  static let liveValue = M12Accounts(credit: { _ in 0 }, statement: { _ in "" })
  static let testValue = M12Accounts(
    credit: unimplemented("M12Accounts.credit"),
    statement: unimplemented("M12Accounts.statement")
  )
}

extension DependencyValues {
  var m12Bikes: M12Bikes {
    get { self[M12Bikes.self] }
    set { self[M12Bikes.self] = newValue }
  }

  var m12Accounts: M12Accounts {
    get { self[M12Accounts.self] }
    set { self[M12Accounts.self] = newValue }
  }
}

/// The rental of bikes by the rider who is signed in.
struct M12Rental: Reducer {
  enum State: Equatable, Sendable {
    case signedOut
    case home(Rider, unlockFailed: Bool)
    case unlocking(Rider, bike: Int)
    case riding(Rider, bike: Int, lockFailed: Bool)
    case locking(Rider, bike: Int)

    /// The rider in any mode; nil if nobody is signed in.
    var rider: Rider? {
      get {
        switch self {
        case .signedOut: nil
        case .home(let rider, unlockFailed: _): rider
        case .unlocking(let rider, bike: _): rider
        case .riding(let rider, bike: _, lockFailed: _): rider
        case .locking(let rider, bike: _): rider
        }
      }
      set {
        guard let rider = newValue else { return }
        switch self {
        case .signedOut: break
        case .home(_, unlockFailed: let hasFailed): self = .home(rider, unlockFailed: hasFailed)
        case .unlocking(_, bike: let bike): self = .unlocking(rider, bike: bike)
        case .riding(_, bike: let bike, lockFailed: let hasFailed):
          self = .riding(rider, bike: bike, lockFailed: hasFailed)
        case .locking(_, bike: let bike): self = .locking(rider, bike: bike)
        }
      }
    }
  }

  struct Rider: Equatable, Sendable {
    let name: String
    var credit = Credit.loading
    var statement = Statement.closed
  }

  enum Credit: Equatable, Sendable { case loading, unavailable, known(Int) }
  enum Statement: Equatable, Sendable { case closed, loading, failed, shown(String) }

  enum Input: Equatable, Sendable {
    case signedIn(String)
    case signOutTapped
    case reloadTapped
    case statementTapped
    case bikeTapped(Int)
    case lockTapped
  }

  enum Feedback: Equatable, Sendable {
    case creditLoaded(Int), creditFailed
    case statementLoaded(String), statementFailed
    case unlocked, unlockFailed
    case locked(credit: Int), lockFailed
  }

  private enum CancelID { case credit, statement, bike }

  @Dependency(\.m12Bikes) private var bikes
  @Dependency(\.m12Accounts) private var accounts

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.signedIn(let name)), .signedOut):
      state = .home(Rider(name: name), unlockFailed: false)
      return loadCredit(of: name)

    case (.input(.signOutTapped), .home):
      state = .signedOut
      return .cancel(id: CancelID.credit)

    case (.input(.reloadTapped), .home(let rider, unlockFailed: _)) where rider.credit == .unavailable:
      state.rider?.credit = .loading
      return loadCredit(of: rider.name)

    case (.feedback(.creditLoaded(let credit)), _) where state.rider?.credit == .loading:
      state.rider?.credit = .known(credit)
      return .none

    case (.feedback(.creditFailed), _) where state.rider?.credit == .loading:
      state.rider?.credit = .unavailable
      return .none

    case (.input(.statementTapped), .home(let rider, unlockFailed: _)) where rider.statement != .loading:
      state.rider?.statement = .loading
      return .run("statement", of: rider.name) { send in
        await send(.statementLoaded(try await accounts.statement(rider.name)))
      } catch: { _, send in
        await send(.statementFailed)
      }
      .cancellable(id: CancelID.statement, cancelInFlight: true)

    case (.feedback(.statementLoaded(let text)), _):
      state.rider?.statement = .shown(text)
      return .none

    case (.feedback(.statementFailed), _):
      state.rider?.statement = .failed
      return .none

    case (.input(.bikeTapped(let bike)), .home(let rider, unlockFailed: _)):
      state = .unlocking(rider, bike: bike)
      return .run("unlock", of: bike) { send in
        try await bikes.unlock(bike)
        await send(.unlocked)
      } catch: { _, send in
        await send(.unlockFailed)
      }
      .cancellable(id: CancelID.bike, cancelInFlight: true)

    case (.feedback(.unlocked), .unlocking(let rider, bike: let bike)):
      state = .riding(rider, bike: bike, lockFailed: false)
      return .none

    case (.feedback(.unlockFailed), .unlocking(let rider, bike: _)):
      state = .home(rider, unlockFailed: true)
      return .none

    case (.input(.lockTapped), .riding(let rider, bike: let bike, lockFailed: _)):
      state = .locking(rider, bike: bike)
      return .run("lock", of: bike) { send in
        await send(.locked(credit: try await bikes.lock(bike)))
      } catch: { _, send in
        await send(.lockFailed)
      }
      .cancellable(id: CancelID.bike, cancelInFlight: true)

    case (.feedback(.locked(credit: let credit)), .locking(var rider, bike: _)):
      rider.credit = .known(credit)
      state = .home(rider, unlockFailed: false)
      return .none

    case (.feedback(.lockFailed), .locking(let rider, bike: let bike)):
      state = .riding(rider, bike: bike, lockFailed: true)
      return .none

    default:
      return .none
    }
  }

  private func loadCredit(of name: String) -> Effect<Feedback, Never> {
    .run("credit", of: name) { send in
      await send(.creditLoaded(try await accounts.credit(name)))
    } catch: { _, send in
      await send(.creditFailed)
    }
    .cancellable(id: CancelID.credit, cancelInFlight: true)
  }
}

struct M12Bugs {
  @Test func bugs() async throws {
    try await findBugs(inputs: [
      .signedIn("Ada"), .signedIn("Bo"), .signOutTapped, .reloadTapped, .statementTapped, .bikeTapped(7), .lockTapped,
    ]) { () -> TestStore<M12Rental> in
      let store = TestStore(initialState: M12Rental.State.signedOut) { M12Rental() }
      store.gate("credit", at: \.m12Accounts.credit) { name in
        [.success(name == "Ada" ? 5 : 8), .failure(M12Offline())]
      }
      store.gate("statement", at: \.m12Accounts.statement) { name in
        [.success("The rides of \(name)"), .failure(M12Offline())]
      }
      store.gate("unlock", at: \.m12Bikes.unlock) { _ in [.success(()), .failure(M12Offline())] }
      store.gate("lock", at: \.m12Bikes.lock) { _ in [.success(3), .failure(M12Offline())] }
      return store
    }
  }
}
