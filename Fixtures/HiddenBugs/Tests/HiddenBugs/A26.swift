import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A ticket for changing money. A price holds for fifteen seconds, then the ticket asks for the next one.
struct A26Exchange: Reducer {
  struct State: Equatable {
    var pair: String?
    var price: A26Price?
    var isPricing = false
    var hasNoPrice = false
    var isDealing = false
    var dealHasFailed = false
    var receipt: String?
    var isActive = true
  }

  enum Input: Equatable, Sendable {
    case pairChosen(String)
    case repriceTapped
    case dealTapped
    case doneTapped
    case closeTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case priced(A26Price)
    case notPriced
    case dealt(String)
    case notDealt
    case priceLapsed
  }

  private enum CancelID { case price, lapse }

  @Dependency(\.a26Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.pairChosen(let pair)):
      guard pair != state.pair, !state.isDealing, state.receipt == nil else { return .none }
      state.pair = pair
      state.dealHasFailed = false
      return reprice(pair, &state)

    case .input(.repriceTapped):
      guard let pair = state.pair, !state.isPricing, !state.isDealing, state.receipt == nil else { return .none }
      return reprice(pair, &state)

    case .input(.dealTapped):
      guard let price = state.price, !state.isDealing else { return .none }
      state.isDealing = true
      state.dealHasFailed = false
      return .merge(
        .cancel(id: CancelID.lapse),
        .run("deal", of: price.id) { send in
          await send(.dealt(try await client.deal(price.id)))
        } catch: { _, send in
          await send(.notDealt)
        }
      )

    case .input(.doneTapped):
      guard let pair = state.pair, state.receipt != nil else { return .none }
      state.receipt = nil
      return reprice(pair, &state)

    case .input(.closeTapped):
      guard !state.isDealing else { return .none }
      state = State(isActive: state.isActive)
      return .merge(.cancel(id: CancelID.price), .cancel(id: CancelID.lapse))

    case .input(.wentToBackground):
      state.isActive = false
      return .cancel(id: CancelID.lapse)

    case .input(.cameToForeground):
      state.isActive = true
      guard let pair = state.pair, !state.isPricing, !state.isDealing, state.receipt == nil else { return .none }
      return reprice(pair, &state)

    case .feedback(.priced(let price)):
      state.isPricing = false
      state.price = price
      return state.isActive ? lapse() : .none

    case .feedback(.notPriced):
      state.isPricing = false
      state.hasNoPrice = true
      return .none

    case .feedback(.dealt(let receipt)):
      state.isDealing = false
      state.price = nil
      state.receipt = receipt
      return .none

    case .feedback(.notDealt):
      state.isDealing = false
      state.dealHasFailed = true
      return lapse()

    case .feedback(.priceLapsed):
      guard let pair = state.pair, !state.isDealing else { return .none }
      return reprice(pair, &state)
    }
  }

  private func reprice(_ pair: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.price = nil
    state.isPricing = true
    state.hasNoPrice = false
    return .merge(
      .cancel(id: CancelID.lapse),
      .run("price", of: pair) { send in
        await send(.priced(try await client.price(pair)))
      } catch: { _, send in
        await send(.notPriced)
      }
      .cancellable(id: CancelID.price, cancelInFlight: true)
    )
  }

  private func lapse() -> Effect<Feedback, Never> {
    .run("lapse") { send in
      try await clock.sleep(for: .seconds(15))
      await send(.priceLapsed)
    }
    .cancellable(id: CancelID.lapse, cancelInFlight: true)
  }
}

struct A26Price: Equatable, Sendable {
  var id: String
  var rate: Int
}

struct A26Client: TestDependencyKey, Sendable {
  var price: @Sendable (_ pair: String) async throws -> A26Price
  var deal: @Sendable (_ price: String) async throws -> String

  static let testValue = A26Client(price: unimplemented("A26Client.price"), deal: unimplemented("A26Client.deal"))
}

extension DependencyValues {
  var a26Client: A26Client {
    get { self[A26Client.self] }
    set { self[A26Client.self] = newValue }
  }
}

struct A26Offline: Error {}

struct A26Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: A26Exchange.State) -> [A26Exchange.Input] in
        guard state.isActive else { return [.cameToForeground] }
        var inputs: [A26Exchange.Input] = [.wentToBackground]
        if state.isDealing { return inputs }
        if state.receipt != nil {
          inputs += [.doneTapped, .closeTapped]
          return inputs
        }
        inputs += [.pairChosen("EUR/USD"), .pairChosen("EUR/CHF")]
        if state.pair != nil { inputs += [.closeTapped] }
        if state.pair != nil, !state.isPricing { inputs += [.repriceTapped] }
        if state.price != nil { inputs += [.dealTapped] }
        return inputs
      }
    ) { () -> TestStore<A26Exchange> in
      let store = TestStore(initialState: A26Exchange.State()) { A26Exchange() }
      store.gate("price", at: \.a26Client.price) { pair in
        [.success(A26Price(id: "\(pair) 1", rate: 10_842)), .failure(A26Offline())]
      }
      store.gate("deal", at: \.a26Client.deal) { price in [.success("Deal at \(price)"), .failure(A26Offline())] }
      return store
    }
  }
}
