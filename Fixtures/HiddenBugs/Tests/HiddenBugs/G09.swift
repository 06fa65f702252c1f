import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A wall of lockers. It opens a door, and answers when its scale has felt the parcel and the door is shut.
struct G09Locker: Sendable {
  var deposit: @Sendable (_ code: String) async throws -> Void
  /// Asks the server whether a parcel is in the locker.
  var isStored: @Sendable (_ code: String) async throws -> Bool
}

enum G09LockerKey: TestDependencyKey {
  static let testValue = G09Locker(
    deposit: unimplemented("G09Locker.deposit"),
    isStored: unimplemented("G09Locker.isStored")
  )
}

extension DependencyValues {
  var g09Locker: G09Locker {
    get { self[G09LockerKey.self] }
    set { self[G09LockerKey.self] = newValue }
  }
}

struct G09Offline: Error {}

/// Puts a parcel into a locker. If that takes long, the user can ask the server where the parcel is.
struct G09ParcelLocker: Reducer {
  enum Status: Equatable {
    case none
    case depositing
    case deposited
    case failed
  }

  struct State: Equatable {
    var code: String?
    var status = Status.none
    /// Whether the button "Where is my parcel?" is shown.
    var isSlow = false
    var isChecking = false
    var hasCheckFailed = false
  }

  enum Input: Equatable {
    case depositTapped(code: String)
    case checkTapped
    case retryTapped
    case doneTapped
  }

  enum Feedback: Equatable {
    case depositSucceeded
    case depositFailed
    case becameSlow
    case checked(isStored: Bool)
    case checkFailed
  }

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.g09Locker) private var locker

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.depositTapped(let code)):
      guard state.status == .none else { return .none }
      state.code = code
      return deposit(code, &state)

    case .input(.retryTapped):
      guard state.status == .failed, let code = state.code else { return .none }
      return deposit(code, &state)

    case .input(.checkTapped):
      guard state.isSlow, !state.isChecking, let code = state.code else { return .none }
      state.isChecking = true
      state.hasCheckFailed = false
      return .run("check", of: code) { send in
        await send(.checked(isStored: try await locker.isStored(code)))
      } catch: { _, send in
        await send(.checkFailed)
      }
      .cancellable(id: "check")

    case .input(.doneTapped):
      guard state.status == .deposited || state.status == .failed else { return .none }
      state = State()
      return .merge(.cancel(id: "deposit"), .cancel(id: "slow"), .cancel(id: "check"))

    case .feedback(.depositSucceeded):
      return end(.deposited, &state)

    case .feedback(.depositFailed):
      return end(.failed, &state)

    case .feedback(.becameSlow):
      state.isSlow = true
      return .none

    case .feedback(.checked(let isStored)):
      state.isChecking = false
      return isStored ? end(.deposited, &state) : .none

    case .feedback(.checkFailed):
      state.isChecking = false
      state.hasCheckFailed = true
      return .none
    }
  }

  /// Opens a door, and shows the button for those who wait for long.
  private func deposit(_ code: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.status = .depositing
    return .merge(
      .run("deposit", of: code) { send in
        try await locker.deposit(code)
        await send(.depositSucceeded)
      } catch: { _, send in
        await send(.depositFailed)
      }
      .cancellable(id: "deposit", cancelInFlight: true),
      .run("slow") { send in
        try await clock.sleep(for: .seconds(5))
        await send(.becameSlow)
      }
      .cancellable(id: "slow", cancelInFlight: true)
    )
  }

  /// Shows how the deposit has ended, and no longer what was there for the wait.
  private func end(_ status: Status, _ state: inout State) -> Effect<Feedback, Never> {
    state.status = status
    state.isSlow = false
    state.isChecking = false
    state.hasCheckFailed = false
    return .merge(.cancel(id: "slow"), .cancel(id: "check"))
  }
}

struct G09Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.depositTapped(code: "A1"), .depositTapped(code: "B2"), .checkTapped, .retryTapped, .doneTapped]
    ) { () -> TestStore<G09ParcelLocker> in
      let store = TestStore(initialState: G09ParcelLocker.State()) { G09ParcelLocker() }
      store.gate("deposit", at: \.g09Locker.deposit) { _ in [.success(()), .failure(G09Offline())] }
      store.gate("isStored", at: \.g09Locker.isStored) { _ in [.success(true), .success(false), .failure(G09Offline())]
      }
      return store
    }
  }
}
