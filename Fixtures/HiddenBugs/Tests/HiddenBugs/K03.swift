import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct K03Offline: Error {}

struct K03Cashier: DependencyKey, Sendable {
  /// Buys a ticket for a zone, and returns its number.
  var buy: @Sendable (_ zone: String) async throws -> Int

  static let liveValue = K03Cashier(buy: { _ in 1 })
  static let testValue = K03Cashier(buy: unimplemented("K03Cashier.buy"))
}

struct K03MeterClient: DependencyKey, Sendable {
  /// The hours that are left.
  var remaining: @Sendable (_ ticket: Int) async throws -> Int
  /// Adds an hour, and returns the hours that are left.
  var extend: @Sendable (_ ticket: Int) async throws -> Int
  var stop: @Sendable (_ ticket: Int) async throws -> Void

  static let liveValue = K03MeterClient(remaining: { _ in 1 }, extend: { _ in 2 }, stop: { _ in })
  static let testValue = K03MeterClient(
    remaining: unimplemented("K03MeterClient.remaining"),
    extend: unimplemented("K03MeterClient.extend"),
    stop: unimplemented("K03MeterClient.stop")
  )
}

extension DependencyValues {
  var k03Cashier: K03Cashier {
    get { self[K03Cashier.self] }
    set { self[K03Cashier.self] = newValue }
  }

  var k03Meter: K03MeterClient {
    get { self[K03MeterClient.self] }
    set { self[K03MeterClient.self] = newValue }
  }
}

/// A running ticket. While the app is in front, it asks each minute how much time is left.
struct K03Meter: Reducer {
  struct State: Equatable, Identifiable {
    enum Work: Equatable { case none, extending, stopping }

    let id: Int
    var isInFront: Bool
    var remaining: Int?
    var isStale = false
    var work = Work.none
    var hasFailed = false
  }

  enum Input: Equatable, Sendable { case cameToFront, wentToBack, extendTapped, stopTapped }
  enum Feedback: Equatable, Sendable { case remaining(Int), pollFailed, extended(Int), stopped, workFailed }
  enum Output: Equatable, Sendable { case ended }

  private enum CancelID { case poll, work }

  @Dependency(\.k03Meter) private var client
  @Dependency(\.continuousClock) private var clock

  func start(from state: State) -> Effect<Feedback, Output> {
    state.isInFront ? poll(state.id) : .none
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    let id = state.id
    switch message {
    case .input(.cameToFront):
      state.isInFront = true
      return state.work == .none ? poll(id) : .none

    case .input(.wentToBack):
      state.isInFront = false
      return .cancel(id: CancelID.poll)

    case .input(.extendTapped):
      guard state.work == .none else { return .none }
      state.work = .extending
      state.hasFailed = false
      return .merge(
        .cancel(id: CancelID.poll),
        .run("extend", of: id) { send in
          await send(.extended(try await client.extend(id)))
        } catch: { _, send in
          await send(.workFailed)
        }
        .cancellable(id: CancelID.work)
      )

    case .input(.stopTapped):
      guard state.work == .none else { return .none }
      state.work = .stopping
      state.hasFailed = false
      return .merge(
        .cancel(id: CancelID.poll),
        .run("stop", of: id) { send in
          try await client.stop(id)
          await send(.stopped)
        } catch: { _, send in
          await send(.workFailed)
        }
        .cancellable(id: CancelID.work)
      )

    case .feedback(.remaining(let hours)):
      state.remaining = hours
      state.isStale = false
      return hours == 0 ? .output(.ended) : poll(id, after: .seconds(60))

    case .feedback(.pollFailed):
      state.isStale = true
      return poll(id, after: .seconds(60))

    case .feedback(.extended(let hours)):
      state.work = .none
      state.remaining = hours
      state.isStale = false
      return poll(id, after: .seconds(60))

    case .feedback(.workFailed):
      state.work = .none
      state.hasFailed = true
      return start(from: state)

    case .feedback(.stopped):
      return .output(.ended)
    }
  }

  private func poll(_ ticket: Int, after pause: Duration = .zero) -> Effect<Feedback, Output> {
    .run("poll", of: ticket) { send in
      if pause > .zero { try await clock.sleep(for: pause) }
      await send(.remaining(try await client.remaining(ticket)))
    } catch: { _, send in
      await send(.pollFailed)
    }
    .cancellable(id: CancelID.poll, cancelInFlight: true)
  }
}

/// The screen with the zone, and the running ticket, if any.
struct K03Parking: Reducer {
  struct State: Equatable {
    enum Purchase: Equatable { case none, running(zone: String), failed(zone: String) }

    var isInFront = true
    var purchase = Purchase.none
    var meter: K03Meter.State?
    var hasEnded = false
  }

  enum Input: Equatable, Sendable {
    case buyTapped(String)
    case cameToFront, wentToBack
    case extendTapped, stopTapped
  }

  enum Feedback: Equatable, Sendable {
    case bought(Int), buyFailed
    case meter(ChildFeedback<K03Meter>)
  }

  private let meter = Scope<K03Parking, K03Meter>(ifLet: \.meter, feedback: Feedback.meter) { K03Meter() }

  @Dependency(\.k03Cashier) private var cashier

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.buyTapped(let zone)):
      guard state.meter == nil else { return .none }
      if case .running = state.purchase { return .none }
      state.purchase = .running(zone: zone)
      state.hasEnded = false
      return .run("buy", of: zone) { send in
        await send(.bought(try await cashier.buy(zone)))
      } catch: { _, send in
        await send(.buyFailed)
      }
      .cancellable(id: "buy")

    case .feedback(.bought(let ticket)):
      state.purchase = .none
      state.meter = K03Meter.State(id: ticket, isInFront: state.isInFront)
      return meter.start(from: state)

    case .feedback(.buyFailed):
      if case .running(let zone) = state.purchase { state.purchase = .failed(zone: zone) }
      return .none

    case .input(.cameToFront):
      guard !state.isInFront else { return .none }
      state.isInFront = true
      return forward(.cameToFront, &state)

    case .input(.wentToBack):
      guard state.isInFront else { return .none }
      state.isInFront = false
      return forward(.wentToBack, &state)

    case .input(.extendTapped):
      return state.isInFront ? forward(.extendTapped, &state) : .none

    case .input(.stopTapped):
      return state.isInFront ? forward(.stopTapped, &state) : .none

    case .feedback(.meter(.feedback(let feedback))):
      return meter.reduce(.feedback(feedback), into: &state)

    case .feedback(.meter(.output(.ended))):
      state.meter = nil
      state.hasEnded = true
      return .none
    }
  }

  private func forward(_ input: K03Meter.Input, _ state: inout State) -> Effect<Feedback, Never> {
    state.meter == nil ? .none : meter.reduce(.input(input), into: &state)
  }
}

struct K03Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.buyTapped("Harbour"), .cameToFront, .wentToBack, .extendTapped, .stopTapped]
    ) { () -> TestStore<K03Parking> in
      let store = TestStore(initialState: K03Parking.State()) { K03Parking() }
      store.gate("buy", at: \.k03Cashier.buy) { _ in [.success(7), .failure(K03Offline())] }
      store.gate("remaining", at: \.k03Meter.remaining) { _ in [.success(2), .success(0), .failure(K03Offline())] }
      store.gate("extend", at: \.k03Meter.extend) { _ in [.success(3), .failure(K03Offline())] }
      store.gate("stop", at: \.k03Meter.stop) { _ in [.success(()), .failure(K03Offline())] }
      return store
    }
  }
}
