import StoreCore
import StoreTesting

/// An errand whose shop can't be called off: its calls go on after they are cancelled.
struct Errand: Reducer {
  struct State: Equatable { var bought: [String] = [] }
  enum Input: Sendable { case left, wentHome }
  enum Feedback: Sendable, Equatable { case bought(String) }
  enum ID { case shop }

  /// Whether the feature goes to the shop again and again.
  var isEndless = false

  @Dependency(\.shop) private var shop

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.left): return buy
    case .input(.wentHome): return .cancel(id: ID.shop)
    case .feedback(.bought(let thing)):
      state.bought = [thing]
      return isEndless ? buy : .none
    }
  }

  private var buy: Effect<Feedback, Never> {
    .run("buy") { [shop] send in await send(.bought(await shop())) }
      .cancellable(id: ID.shop, cancelInFlight: true)
  }
}

extension Errand {
  /// A test of an errand that ends.
  static func test() async {
    let store = TestStore(initialState: State()) { Errand() }
    let shop = store.gate("shop", at: \.shop)
    await store.send(.left)
    await shop.succeed(with: "milk")
    await store.receive({ .bought($0) }) { $0.bought = ["milk"] }
    await store.finish()
  }
}

private enum ShopKey: TestDependencyKey {
  static let testValue: @Sendable () async -> String = { "" }
}

extension DependencyValues {
  var shop: @Sendable () async -> String {
    get { self[ShopKey.self] }
    set { self[ShopKey.self] = newValue }
  }
}
