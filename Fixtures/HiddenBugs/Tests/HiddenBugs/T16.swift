import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// An appointment at the notary's. A slot is held for ten minutes, until it is confirmed.
struct T16Appointment: Reducer {
  enum State: Equatable {
    case choosing(T16Notice?)
    case holding(slot: String)
    case held(slot: String, hasFailed: Bool)
    case releasing(slot: String)
    case confirming(slot: String, isOverdue: Bool)
    case booked(slot: String, hasFailed: Bool)
    case cancelling(slot: String)
  }

  enum Input: Equatable, Sendable {
    case slotTapped(String)
    case backTapped
    case confirmTapped
    case cancelTapped
    case noticeDismissed
  }

  enum Feedback: Equatable, Sendable {
    case held
    case notHeld
    case holdEnded
    case released
    case confirmed
    case notConfirmed
    case cancelled
    case notCancelled
  }

  private enum CancelID { case holdTimer }

  @Dependency(\.t16Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (state, message) {
    case (.choosing, .input(.slotTapped(let slot))):
      state = .holding(slot: slot)
      return .run("hold", of: slot) { send in
        try await client.hold(slot)
        await send(.held)
      } catch: { _, send in
        await send(.notHeld)
      }

    case (.choosing, .input(.noticeDismissed)):
      state = .choosing(nil)
      return .none

    case (.holding(let slot), .feedback(.held)):
      state = .held(slot: slot, hasFailed: false)
      return .run("hold timer") { send in
        try await clock.sleep(for: .seconds(600))
        await send(.holdEnded)
      }
      .cancellable(id: CancelID.holdTimer, cancelInFlight: true)

    case (.holding, .feedback(.notHeld)):
      state = .choosing(.taken)
      return .none

    case (.held(let slot, _), .input(.backTapped)):
      state = .releasing(slot: slot)
      return .merge(.cancel(id: CancelID.holdTimer), release(slot))

    case (.releasing, .feedback(.released)):
      state = .choosing(nil)
      return .none

    case (.held(let slot, _), .input(.confirmTapped)):
      state = .confirming(slot: slot, isOverdue: false)
      return .run("confirm", of: slot) { send in
        try await client.confirm(slot)
        await send(.confirmed)
      } catch: { _, send in
        await send(.notConfirmed)
      }

    case (.held, .feedback(.holdEnded)):
      state = .choosing(.holdOver)
      return .none

    case (.confirming(let slot, _), .feedback(.holdEnded)):
      // The answer decides.
      state = .confirming(slot: slot, isOverdue: true)
      return .none

    case (.confirming(let slot, _), .feedback(.confirmed)):
      state = .booked(slot: slot, hasFailed: false)
      return .cancel(id: CancelID.holdTimer)

    case (.confirming(let slot, let isOverdue), .feedback(.notConfirmed)):
      state = isOverdue ? .choosing(.holdOver) : .held(slot: slot, hasFailed: true)
      return .none

    case (.booked(let slot, _), .input(.cancelTapped)):
      state = .cancelling(slot: slot)
      return .run("cancel", of: slot) { send in
        try await client.cancel(slot)
        await send(.cancelled)
      } catch: { _, send in
        await send(.notCancelled)
      }

    case (.cancelling, .feedback(.cancelled)):
      state = .choosing(.cancelled)
      return .none

    case (.cancelling(let slot), .feedback(.notCancelled)):
      state = .booked(slot: slot, hasFailed: true)
      return .none

    default:
      return .none
    }
  }

  /// Gives the slot back. If that fails, the server does it after ten minutes.
  private func release(_ slot: String) -> Effect<Feedback, Never> {
    .run("release", of: slot) { send in
      await client.release(slot)
      await send(.released)
    }
  }
}

enum T16Notice: Equatable, Sendable { case taken, holdOver, cancelled }

struct T16Client: TestDependencyKey, Sendable {
  var hold: @Sendable (_ slot: String) async throws -> Void
  var confirm: @Sendable (_ slot: String) async throws -> Void
  var cancel: @Sendable (_ slot: String) async throws -> Void
  var release: @Sendable (_ slot: String) async -> Void

  static let testValue = T16Client(
    hold: unimplemented("T16Client.hold"),
    confirm: unimplemented("T16Client.confirm"),
    cancel: unimplemented("T16Client.cancel"),
    release: unimplemented("T16Client.release")
  )
}

extension DependencyValues {
  var t16Client: T16Client {
    get { self[T16Client.self] }
    set { self[T16Client.self] = newValue }
  }
}

struct T16Offline: Error {}

struct T16Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: T16Appointment.State) -> [T16Appointment.Input] in
        switch state {
        case .choosing(let notice):
          var inputs: [T16Appointment.Input] = [.slotTapped("Mon 9:00"), .slotTapped("Tue 14:30")]
          if notice != nil { inputs.append(.noticeDismissed) }
          return inputs
        case .held: return [.confirmTapped, .backTapped]
        case .holding, .releasing, .confirming, .cancelling: return []
        case .booked: return [.cancelTapped]
        }
      }
    ) { () -> TestStore<T16Appointment> in
      let store = TestStore(initialState: T16Appointment.State.choosing(nil)) { T16Appointment() }
      store.gate("hold", at: \.t16Client.hold) { _ in [.success(()), .failure(T16Offline())] }
      store.gate("confirm", at: \.t16Client.confirm) { _ in [.success(()), .failure(T16Offline())] }
      store.gate("cancel", at: \.t16Client.cancel) { _ in [.success(()), .failure(T16Offline())] }
      store.gate("release", at: \.t16Client.release) { _ in [.success(())] }
      return store
    }
  }
}
