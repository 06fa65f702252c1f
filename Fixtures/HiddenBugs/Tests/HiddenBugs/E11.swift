import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct E11MeterClient: TestDependencyKey, Sendable {
  var pay: @Sendable (_ zone: String) async throws -> Void
  var stop: @Sendable (_ zone: String) async throws -> Void

  static let testValue = E11MeterClient(
    pay: unimplemented("E11MeterClient.pay"),
    stop: unimplemented("E11MeterClient.stop")
  )
}

extension DependencyValues {
  var e11Meter: E11MeterClient {
    get { self[E11MeterClient.self] }
    set { self[E11MeterClient.self] = newValue }
  }
}

/// A parking meter: a zone is paid for, and the time runs until it is over or the driver stops it.
///
/// The bank answers a payment, or sends a receipt as a notification, whichever comes first. A payment without either
/// for 20 seconds is given up; its receipt still counts until the driver cancels.
struct E11Parking: Reducer {
  struct Stay: Equatable {
    var zone: String
    var minutes: Int
    var stopFailed = false
  }

  enum State: Equatable {
    case choosing
    case paying(zone: String)
    case unpaid(zone: String)
    case parked(Stay)
    case stopping(Stay)
    case expired(zone: String)
  }

  enum Input: Equatable {
    case zoneTapped(String)
    case receiptArrived(zone: String)
    case retryTapped
    case cancelTapped
    case stopTapped
    case doneTapped
  }

  enum Feedback: Equatable {
    case paid
    case paymentFailed(zone: String)
    case timedOut
    case minutePassed
    case stopped
    case stopFailed
  }

  private enum CancelID { case payment, timeout, countdown, stop }

  @Dependency(\.e11Meter) private var meter
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.zoneTapped(let zone)), .choosing):
      return pay(zone, &state)

    case (.input(.retryTapped), .unpaid(let zone)):
      return pay(zone, &state)

    case (.input(.cancelTapped), .unpaid):
      state = .choosing
      return .none

    case (.feedback(.paid), .paying(let zone)):
      return park(zone, &state)

    case (.input(.receiptArrived(let receipt)), .paying(let zone)) where receipt == zone,
      (.input(.receiptArrived(let receipt)), .unpaid(let zone)) where receipt == zone:
      return park(zone, &state)

    case (.feedback(.paymentFailed(let zone)), _):
      state = .unpaid(zone: zone)
      return .cancel(id: CancelID.timeout)

    case (.feedback(.timedOut), .paying(let zone)):
      state = .unpaid(zone: zone)
      return .cancel(id: CancelID.payment)

    case (.feedback(.minutePassed), .parked(var stay)):
      stay.minutes -= 1
      state = stay.minutes > 0 ? .parked(stay) : .expired(zone: stay.zone)
      return stay.minutes > 0 ? .none : .cancel(id: CancelID.countdown)

    case (.feedback(.minutePassed), .stopping(var stay)):
      stay.minutes -= 1
      state = stay.minutes > 0 ? .stopping(stay) : .expired(zone: stay.zone)
      return stay.minutes > 0 ? .none : .merge(.cancel(id: CancelID.countdown), .cancel(id: CancelID.stop))

    case (.input(.stopTapped), .parked(var stay)):
      stay.stopFailed = false
      state = .stopping(stay)
      return stop(stay.zone)

    case (.feedback(.stopped), .stopping):
      state = .choosing
      return .cancel(id: CancelID.countdown)

    case (.feedback(.stopFailed), .stopping(var stay)):
      stay.stopFailed = true
      state = .parked(stay)
      return .none

    case (.input(.doneTapped), .expired):
      state = .choosing
      return .none

    default:
      return .none
    }
  }

  private func pay(_ zone: String, _ state: inout State) -> Effect<Feedback, Never> {
    state = .paying(zone: zone)
    return .merge(payment(of: zone), timeout())
  }

  private func park(_ zone: String, _ state: inout State) -> Effect<Feedback, Never> {
    state = .parked(Stay(zone: zone, minutes: 2))
    return .merge(.cancel(id: CancelID.timeout), countdown())
  }

  private func payment(of zone: String) -> Effect<Feedback, Never> {
    .run("pay", of: zone) { send in
      try await meter.pay(zone)
      await send(.paid)
    } catch: { _, send in
      await send(.paymentFailed(zone: zone))
    }
    .cancellable(id: CancelID.payment, cancelInFlight: true)
  }

  private func timeout() -> Effect<Feedback, Never> {
    .run("timeout") { send in
      try await clock.sleep(for: .seconds(20))
      await send(.timedOut)
    }
    .cancellable(id: CancelID.timeout, cancelInFlight: true)
  }

  private func countdown() -> Effect<Feedback, Never> {
    .run("countdown") { send in
      for await _ in clock.timer(interval: .seconds(60)) { await send(.minutePassed) }
    }
    .cancellable(id: CancelID.countdown, cancelInFlight: true)
  }

  private func stop(_ zone: String) -> Effect<Feedback, Never> {
    .run("stop", of: zone) { send in
      try await meter.stop(zone)
      await send(.stopped)
    } catch: { _, send in
      await send(.stopFailed)
    }
    .cancellable(id: CancelID.stop)
  }
}

struct E11Declined: Error {}

struct E11Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.zoneTapped("A"), .receiptArrived(zone: "A"), .retryTapped, .cancelTapped, .stopTapped, .doneTapped]
    ) { () -> TestStore<E11Parking> in
      let store = TestStore(initialState: E11Parking.State.choosing) { E11Parking() }
      store.gate("pay", at: \.e11Meter.pay) { _ in [.success(()), .failure(E11Declined())] }
      store.gate("stop", at: \.e11Meter.stop) { _ in [.success(()), .failure(E11Declined())] }
      return store
    }
  }
}
