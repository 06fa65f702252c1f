import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The queue of a hospital pharmacy. The counter tells over a stream what was picked up and what the ward has withdrawn.
struct O20Pharmacy: Reducer {
  struct State: Equatable {
    enum Work: Equatable { case dispensing, ready, failed }

    var orders: [O20Order] = []
    var work: [Int: Work] = [:]
    var pickedUp: Set<Int> = []
    var withdrawn: Set<Int> = []
    var isLoading = false
    var hasFailed = false
    var isLive = false
    var isVisible = false
  }

  enum Input: Equatable, Sendable {
    case appeared
    case disappeared
    case refreshPulled
    case reconnectTapped
    case dispenseTapped(Int)
  }

  enum Feedback: Equatable, Sendable {
    case loaded([O20Order])
    case loadFailed
    case event(O20Event)
    case disconnected
    case dispensed(Int)
    case dispenseFailed(Int)
  }

  private enum CancelID { case load, events }

  @Dependency(\.o20Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      state.isVisible = true
      return .merge(load(&state), listen(&state))

    case .input(.disappeared):
      state.isVisible = false
      state.isLoading = false
      state.isLive = false
      return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.events))

    case .input(.refreshPulled):
      return state.isLoading ? .none : load(&state)

    case .input(.reconnectTapped):
      guard !state.isLive else { return .none }
      return .merge(load(&state), listen(&state))

    case .input(.dispenseTapped(let id)):
      guard
        state.orders.contains(where: { $0.id == id }), !state.pickedUp.contains(id),
        state.work[id] == nil || state.work[id] == .failed
      else { return .none }
      state.work[id] = .dispensing
      return .run("dispense", of: id) { send in
        try await client.dispense(id)
        await send(.dispensed(id))
      } catch: { _, send in
        await send(.dispenseFailed(id))
      }

    case .feedback(.loaded(let orders)):
      state.isLoading = false
      state.orders = orders.filter { !state.withdrawn.contains($0.id) }
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.event(.pickedUp(let id))):
      state.pickedUp.insert(id)
      state.work[id] = nil
      return .none

    case .feedback(.event(.withdrawn(let id))):
      state.withdrawn.insert(id)
      state.work[id] = nil
      state.orders.removeAll { $0.id == id }
      return .none

    case .feedback(.disconnected):
      state.isLive = false
      return .none

    case .feedback(.dispensed(let id)):
      guard state.work[id] == .dispensing else { return .none }
      state.work[id] = .ready
      return .none

    case .feedback(.dispenseFailed(let id)):
      guard state.work[id] == .dispensing else { return .none }
      state.work[id] = .failed
      return .none
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("orders") { send in
      await send(.loaded(try await client.orders()))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func listen(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLive = true
    return .run("events") { send in
      for await event in client.events() { await send(.event(event)) }
      await send(.disconnected)
    }
    .cancellable(id: CancelID.events, cancelInFlight: true)
  }
}

struct O20Order: Equatable, Sendable {
  var id: Int
  var medicine: String
}

enum O20Event: Equatable, Sendable {
  case pickedUp(Int)
  case withdrawn(Int)
}

struct O20Client: TestDependencyKey, Sendable {
  var orders: @Sendable () async throws -> [O20Order]
  var dispense: @Sendable (_ id: Int) async throws -> Void
  var events: @Sendable () -> AsyncStream<O20Event>

  static let testValue = O20Client(
    orders: unimplemented("O20Client.orders"),
    dispense: unimplemented("O20Client.dispense"),
    events: unimplemented("O20Client.events", placeholder: AsyncStream<O20Event> { $0.finish() })
  )
}

extension DependencyValues {
  var o20Client: O20Client {
    get { self[O20Client.self] }
    set { self[O20Client.self] = newValue }
  }
}

struct O20Offline: Error {}

struct O20Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: O20Pharmacy.State) -> [O20Pharmacy.Input] in
        guard state.isVisible else { return [.appeared] }
        var inputs: [O20Pharmacy.Input] = [.disappeared, .refreshPulled]
        if !state.isLive { inputs.append(.reconnectTapped) }
        for order in state.orders where !state.pickedUp.contains(order.id) {
          if state.work[order.id] == nil || state.work[order.id] == .failed { inputs.append(.dispenseTapped(order.id)) }
        }
        return inputs
      }
    ) { () -> TestStore<O20Pharmacy> in
      let store = TestStore(initialState: O20Pharmacy.State()) { O20Pharmacy() }
      store.gate("orders", at: \.o20Client.orders) {
        [
          .success([O20Order(id: 1, medicine: "Heparin"), O20Order(id: 2, medicine: "Insulin")]),
          .failure(O20Offline()),
        ]
      }
      store.gate("dispense", at: \.o20Client.dispense) { _ in [.success(()), .failure(O20Offline())] }
      store.gate("events", at: \.o20Client.events) { [.element(.pickedUp(1)), .element(.withdrawn(2)), .finish] }
      return store
    }
  }
}
