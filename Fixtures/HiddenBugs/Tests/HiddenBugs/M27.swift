import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A courier puts a parcel into a locker: a compartment opens, the parcel goes in, the door is closed, the server confirms.
struct M27Locker: Reducer {
  enum Phase: Equatable {
    case idle
    case reserving
    case doorOpen(Int)
    case confirming(Int)
    case unconfirmed(Int)
    case stored(Int)
  }

  enum Problem: Equatable { case noCompartment, holdExpired }

  struct State: Equatable {
    var parcel: String?
    var phase = Phase.idle
    var problem: Problem?
    var isInBackground = false
  }

  enum Input: Equatable, Sendable {
    case parcelScanned(String)
    case doorClosedTapped
    case abandonTapped
    case retryTapped
    case nextTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case reserved(Int)
    case reservationFailed
    case doorChecked(isClosed: Bool)
    case holdExpired
    case confirmed
    case confirmationFailed
  }

  private enum CancelID { case door, hold }

  @Dependency(\.m27Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (state.phase, message) {
    case (.idle, .input(.parcelScanned(let parcel))):
      state.parcel = parcel
      state.problem = nil
      state.phase = .reserving
      return .run("reserve", of: parcel) { send in
        await send(.reserved(try await client.reserve(parcel)))
      } catch: { _, send in
        await send(.reservationFailed)
      }

    case (.reserving, .feedback(.reserved(let compartment))):
      state.phase = .doorOpen(compartment)
      return .merge(hold(), state.isInBackground ? .none : watchDoor(of: compartment))

    case (.reserving, .feedback(.reservationFailed)):
      state.parcel = nil
      state.problem = .noCompartment
      state.phase = .idle
      return .none

    case (.doorOpen(let compartment), .feedback(.doorChecked(let isClosed))):
      return isClosed ? confirm(compartment, in: &state) : watchDoor(of: compartment)

    case (.doorOpen(let compartment), .input(.doorClosedTapped)):
      return confirm(compartment, in: &state)

    case (.doorOpen, .input(.abandonTapped)):
      state.parcel = nil
      state.phase = .idle
      return .merge(.cancel(id: CancelID.door), .cancel(id: CancelID.hold))

    case (.doorOpen, .feedback(.holdExpired)):
      state.parcel = nil
      state.problem = .holdExpired
      state.phase = .idle
      return .cancel(id: CancelID.door)

    case (.unconfirmed(let compartment), .input(.retryTapped)):
      return confirm(compartment, in: &state)

    case (.confirming(let compartment), .feedback(.confirmed)):
      state.phase = .stored(compartment)
      return .none

    case (.confirming(let compartment), .feedback(.confirmationFailed)):
      state.phase = .unconfirmed(compartment)
      return .none

    case (.stored, .input(.nextTapped)):
      state.parcel = nil
      state.phase = .idle
      return .none

    case (_, .input(.wentToBackground)):
      state.isInBackground = true
      return .cancel(id: CancelID.door)

    case (let phase, .input(.cameToForeground)):
      state.isInBackground = false
      guard case .doorOpen(let compartment) = phase else { return .none }
      return watchDoor(of: compartment)

    default:
      return .none
    }
  }

  /// The locker keeps the compartment for a minute, whatever the phone does meanwhile.
  private func hold() -> Effect<Feedback, Never> {
    .run("hold") { send in
      try await clock.sleep(for: .seconds(60))
      await send(.holdExpired)
    }
    .cancellable(id: CancelID.hold, cancelInFlight: true)
  }

  /// A door that can't be asked counts as open, and is asked again.
  private func watchDoor(of compartment: Int) -> Effect<Feedback, Never> {
    .run("door", of: compartment) { send in
      try await clock.sleep(for: .seconds(15))
      let isClosed = (try? await client.isDoorClosed(compartment)) ?? false
      await send(.doorChecked(isClosed: isClosed))
    }
    .cancellable(id: CancelID.door, cancelInFlight: true)
  }

  private func confirm(_ compartment: Int, in state: inout State) -> Effect<Feedback, Never> {
    state.phase = .confirming(compartment)
    return .merge(
      .cancel(id: CancelID.door),
      .cancel(id: CancelID.hold),
      .run("confirm", of: compartment) { send in
        try await client.confirm(compartment)
        await send(.confirmed)
      } catch: { _, send in
        await send(.confirmationFailed)
      }
    )
  }
}

struct M27Client: TestDependencyKey, Sendable {
  var reserve: @Sendable (_ parcel: String) async throws -> Int
  var isDoorClosed: @Sendable (_ compartment: Int) async throws -> Bool
  var confirm: @Sendable (_ compartment: Int) async throws -> Void

  static let testValue = M27Client(
    reserve: unimplemented("M27Client.reserve"),
    isDoorClosed: unimplemented("M27Client.isDoorClosed"),
    confirm: unimplemented("M27Client.confirm")
  )
}

extension DependencyValues {
  var m27Client: M27Client {
    get { self[M27Client.self] }
    set { self[M27Client.self] = newValue }
  }
}

struct M27Offline: Error {}

struct M27Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: M27Locker.State) -> [M27Locker.Input] in
        if state.isInBackground { return [.cameToForeground] }
        switch state.phase {
        case .idle: return [.parcelScanned("P-1"), .wentToBackground]
        case .reserving, .confirming: return [.wentToBackground]
        case .doorOpen: return [.doorClosedTapped, .abandonTapped, .wentToBackground]
        case .unconfirmed: return [.retryTapped, .wentToBackground]
        case .stored: return [.nextTapped, .wentToBackground]
        }
      }
    ) { () -> TestStore<M27Locker> in
      let store = TestStore(initialState: M27Locker.State()) { M27Locker() }
      store.gate("reserve", at: \.m27Client.reserve) { _ in [.success(12), .failure(M27Offline())] }
      store.gate("door", at: \.m27Client.isDoorClosed) { _ in [.success(true), .success(false), .failure(M27Offline())]
      }
      store.gate("confirm", at: \.m27Client.confirm) { _ in [.success(()), .failure(M27Offline())] }
      return store
    }
  }
}
