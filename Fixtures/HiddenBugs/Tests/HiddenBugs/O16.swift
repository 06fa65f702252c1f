import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The amount of a standing order. Orders are opened from the list behind it, or by a link in a notification.
struct O16StandingOrder: Reducer {
  struct State: Equatable {
    enum Phase: Equatable { case closed, loading, unavailable, viewing, editing, saving }
    enum Leave: Equatable { case close, open(Int) }

    var phase = Phase.closed
    var order: Int?
    var savedAmount = 0
    var amount = 0
    var saveFailed = false
    var question: Leave?
  }

  enum Input: Equatable, Sendable {
    case orderTapped(Int)
    case linkOpened(Int)
    case amountChanged(Int)
    case saveTapped
    case retryTapped
    case closeTapped
    case discardTapped
    case keepTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Int)
    case loadFailed
    case saved
    case saveFailed
  }

  private enum CancelID { case load, save }

  @Dependency(\.o16Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.orderTapped(let order)):
      guard state.phase == .closed else { return .none }
      return open(order, into: &state)

    case .input(.linkOpened(let order)):
      guard order != state.order else { return .none }
      switch state.phase {
      case .editing:
        state.question = .open(order)
        return .none
      default:
        return open(order, into: &state)
      }

    case .input(.amountChanged(let amount)):
      guard state.phase == .viewing || state.phase == .editing else { return .none }
      state.amount = amount
      state.saveFailed = false
      state.phase = amount == state.savedAmount ? .viewing : .editing
      return .none

    case .input(.saveTapped):
      guard state.phase == .editing, let order = state.order else { return .none }
      let amount = state.amount
      state.phase = .saving
      state.saveFailed = false
      return .run("save", of: order) { send in
        try await client.save(order, amount)
        await send(.saved)
      } catch: { _, send in
        await send(.saveFailed)
      }
      .cancellable(id: CancelID.save, cancelInFlight: true)

    case .input(.retryTapped):
      guard state.phase == .unavailable, let order = state.order else { return .none }
      return open(order, into: &state)

    case .input(.closeTapped):
      switch state.phase {
      case .closed, .saving:
        return .none
      case .editing:
        state.question = .close
        return .none
      case .loading, .unavailable, .viewing:
        return close(&state)
      }

    case .input(.discardTapped):
      switch state.question {
      case .close: return close(&state)
      case .open(let order): return open(order, into: &state)
      case nil: return .none
      }

    case .input(.keepTapped):
      state.question = nil
      return .none

    case .feedback(.loaded(let amount)):
      state.phase = .viewing
      state.savedAmount = amount
      state.amount = amount
      return .none

    case .feedback(.loadFailed):
      state.phase = .unavailable
      return .none

    case .feedback(.saved):
      state.phase = .viewing
      state.savedAmount = state.amount
      return .none

    case .feedback(.saveFailed):
      state.phase = .editing
      state.saveFailed = true
      return .none
    }
  }

  private func open(_ order: Int, into state: inout State) -> Effect<Feedback, Never> {
    state = State(phase: .loading, order: order)
    return .merge(
      .cancel(id: CancelID.save),
      .run("order", of: order) { send in
        await send(.loaded(try await client.amount(order)))
      } catch: { _, send in
        await send(.loadFailed)
      }
      .cancellable(id: CancelID.load, cancelInFlight: true)
    )
  }

  private func close(_ state: inout State) -> Effect<Feedback, Never> {
    state = State()
    return .cancel(id: CancelID.load)
  }
}

struct O16Client: TestDependencyKey, Sendable {
  var amount: @Sendable (_ order: Int) async throws -> Int
  var save: @Sendable (_ order: Int, _ amount: Int) async throws -> Void

  static let testValue = O16Client(
    amount: unimplemented("O16Client.amount"),
    save: unimplemented("O16Client.save")
  )
}

extension DependencyValues {
  var o16Client: O16Client {
    get { self[O16Client.self] }
    set { self[O16Client.self] = newValue }
  }
}

struct O16Offline: Error {}

struct O16Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: O16StandingOrder.State) -> [O16StandingOrder.Input] in
        let link = O16StandingOrder.Input.linkOpened(state.order == 1 ? 2 : 1)
        if state.question != nil { return [.discardTapped, .keepTapped, link] }
        switch state.phase {
        case .closed: return [.orderTapped(1), .orderTapped(2), link]
        case .loading: return [.closeTapped, link]
        case .unavailable: return [.retryTapped, .closeTapped, link]
        case .viewing: return [.amountChanged(75), .closeTapped, link]
        case .editing: return [.amountChanged(50), .saveTapped, .closeTapped, link]
        case .saving: return [link]
        }
      }
    ) { () -> TestStore<O16StandingOrder> in
      let store = TestStore(initialState: O16StandingOrder.State()) { O16StandingOrder() }
      store.gate("order", at: \.o16Client.amount) { _ in [.success(50), .failure(O16Offline())] }
      store.gate("save", at: \.o16Client.save) { _ in [.success(()), .failure(O16Offline())] }
      return store
    }
  }
}
