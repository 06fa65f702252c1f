import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// A client with a stream of prices, and a request.
struct QuoteClient: TestDependencyKey {
  var prices: @Sendable (String) -> AsyncThrowingStream<Int, any Error>

  var name: @Sendable (String) async throws -> String

  static let testValue = QuoteClient(
    prices: unimplemented("QuoteClient.prices", placeholder: AsyncThrowingStream { $0.finish() }),
    name: unimplemented("QuoteClient.name")
  )
}

extension DependencyValues {
  /// A client with a stream of prices.
  var quotes: QuoteClient {
    get { self[QuoteClient.self] }
    set { self[QuoteClient.self] = newValue }
  }
}

/// Shows the price and the name of a share. Its bug: a price that arrives before the name is lost with it.
struct Ticker: Reducer {
  let isMended: Bool

  struct State: Equatable {
    var price = 0
    var name = ""
    var problem: String?
  }

  enum Input: Equatable { case watch(String), stop }

  enum Feedback: Equatable { case price(Int), name(String), ended(String) }

  @Dependency(\.quotes) var quotes

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.watch(let share)):
      return .merge(
        .run("prices", of: share) { send in
          do {
            for try await price in quotes.prices(share) { await send(.price(price)) }
            await send(.ended("closed"))
          } catch {
            await send(.ended("\(error)"))
          }
        }
        .cancellable(id: "prices", cancelInFlight: true),
        .run("name", of: share) { send in await send(.name(try await quotes.name(share))) }
      )
    case .input(.stop): return .cancel(id: "prices")
    case .feedback(.price(let price)):
      state.price = price
      return .none
    case .feedback(.name(let name)):
      if !isMended { state.price = 0 }
      state.name = name
      return .none
    case .feedback(.ended(let problem)):
      state.problem = problem
      return .none
    }
  }

  struct Lost: Error, Equatable {}

  static func store(isMended: Bool = true) -> TestStore<Ticker> {
    TestStore(initialState: Ticker.State()) { Ticker(isMended: isMended) }
  }
}
