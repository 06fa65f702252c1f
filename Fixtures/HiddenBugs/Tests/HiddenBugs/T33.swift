import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The delivery days that a farmer books at the mill. The mill confirms each of them by a push.
struct T33Deliveries: Reducer {
  struct State: Equatable {
    /// The bookings by their days.
    var bookings: [String: T33Booking] = [:]
    var isVisible = false
  }

  enum Input: Equatable, Sendable {
    case appeared
    case disappeared
    case bookTapped(String)
    case retryTapped(String)
    case cancelTapped(String)
  }

  enum Feedback: Equatable, Sendable {
    case requested(String)
    case requestFailed(String)
    case confirmed(String)
    case cancelled(String)
    case cancelFailed(String)
  }

  private enum CancelID: Hashable { case request(String), confirmations }

  @Dependency(\.t33Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.isVisible else { return .none }
      state.isVisible = true
      // The mill repeats what it has confirmed in the meantime.
      return .run("confirmations") { send in
        for await day in client.confirmations() { await send(.confirmed(day)) }
      }
      .cancellable(id: CancelID.confirmations, cancelInFlight: true)

    case .input(.disappeared):
      state.isVisible = false
      return .cancel(id: CancelID.confirmations)

    case .input(.bookTapped(let day)):
      guard state.bookings[day] == nil else { return .none }
      return request(day, in: &state)

    case .input(.retryTapped(let day)):
      guard let booking = state.bookings[day], booking.status == .failed, !booking.isCancelling else { return .none }
      return request(day, in: &state)

    case .input(.cancelTapped(let day)):
      guard let booking = state.bookings[day], booking.status != .requesting, !booking.isCancelling else {
        return .none
      }
      state.bookings[day]?.isCancelling = true
      state.bookings[day]?.hasCancelFailed = false
      return .merge(
        .cancel(id: CancelID.request(day)),
        .run("cancel", of: day) { send in
          try await client.cancel(day)
          await send(.cancelled(day))
        } catch: { _, send in
          await send(.cancelFailed(day))
        }
      )

    case .feedback(.requested(let day)):
      guard state.bookings[day]?.status == .requesting else { return .none }
      state.bookings[day]?.status = .requested
      return .none

    case .feedback(.requestFailed(let day)):
      state.bookings[day]?.status = .failed
      return .none

    case .feedback(.confirmed(let day)):
      state.bookings[day]?.status = .confirmed
      return .none

    case .feedback(.cancelled(let day)):
      state.bookings[day] = nil
      return .none

    case .feedback(.cancelFailed(let day)):
      state.bookings[day]?.isCancelling = false
      state.bookings[day]?.hasCancelFailed = true
      return .none
    }
  }

  private func request(_ day: String, in state: inout State) -> Effect<Feedback, Never> {
    state.bookings[day] = T33Booking()
    return .run("request", of: day) { send in
      try await client.request(day)
      await send(.requested(day))
    } catch: { _, send in
      await send(.requestFailed(day))
    }
    .cancellable(id: CancelID.request(day), cancelInFlight: true)
  }
}

struct T33Booking: Equatable, Sendable {
  enum Status: Equatable, Sendable { case requesting, requested, confirmed, failed }

  var status = Status.requesting
  var isCancelling = false
  var hasCancelFailed = false
}

struct T33Client: TestDependencyKey, Sendable {
  var request: @Sendable (_ day: String) async throws -> Void
  var cancel: @Sendable (_ day: String) async throws -> Void
  var confirmations: @Sendable () -> AsyncStream<String>

  static let testValue = T33Client(
    request: unimplemented("T33Client.request"),
    cancel: unimplemented("T33Client.cancel"),
    confirmations: unimplemented("T33Client.confirmations", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var t33Client: T33Client {
    get { self[T33Client.self] }
    set { self[T33Client.self] = newValue }
  }
}

struct T33Offline: Error {}

struct T33Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: T33Deliveries.State) -> [T33Deliveries.Input] in
        if !state.isVisible { return [.appeared] }
        var inputs: [T33Deliveries.Input] = [.disappeared]
        for day in ["Tuesday", "Thursday"] {
          guard let booking = state.bookings[day] else {
            inputs.append(.bookTapped(day))
            continue
          }
          if booking.isCancelling || booking.status == .requesting { continue }
          inputs.append(.cancelTapped(day))
          if booking.status == .failed { inputs.append(.retryTapped(day)) }
        }
        return inputs
      }
    ) { () -> TestStore<T33Deliveries> in
      let store = TestStore(initialState: T33Deliveries.State()) { T33Deliveries() }
      store.gate("request", at: \.t33Client.request) { _ in [.success(()), .failure(T33Offline())] }
      store.gate("cancel", at: \.t33Client.cancel) { _ in [.success(()), .failure(T33Offline())] }
      store.gate("confirmations", at: \.t33Client.confirmations) { [.element("Tuesday"), .element("Thursday")] }
      return store
    }
  }
}
