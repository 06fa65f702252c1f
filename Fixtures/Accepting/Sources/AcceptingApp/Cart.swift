import Foundation
import StoreCore
import StoreDependencies

/// A shopping cart with dictionaries, sets and money.
struct Cart: Reducer {
  struct State: Equatable {
    var lines: [String: Line] = [:]
    var coupons: Set<String> = []
    var address = Address()
    var order: Order?
    var total: Double = 0
  }

  struct Line: Equatable, Sendable {
    var count: Int
    var price: Double
  }

  struct Address: Equatable {
    var street = ""
    var city = City()
    struct City: Equatable {
      var name = ""
      var code: Int?
    }
  }

  struct Order: Equatable, Sendable {
    var number: Int
    var date: Date
    var delivery: ClosedRange<Int>
  }

  enum Input: Equatable {
    case added(String, price: Double)
    case removed(String)
    case couponEntered(String)
    case streetChanged(String)
    case cityChanged(String, code: Int?)
    case orderTapped
    case cleared
  }

  enum Feedback: Equatable {
    case couponChecked(String, isValid: Bool)
    case ordered(number: Int, in: ClosedRange<Int>)
    case rejected([String])
  }

  enum Output: Equatable {
    case ordered(Int)
    case message(String, isError: Bool)
  }

  @Dependency(\.cartClient) var client
  @Dependency(\.date) var date

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.added(let name, let price)):
      state.lines[name, default: Line(count: 0, price: price)].count += 1
      state.total = sum(state)
      return .none
    case .input(.removed(let name)):
      state.lines[name] = nil
      state.total = sum(state)
      return .none
    case .input(.couponEntered(let text)):
      return .run("coupon", of: text) { send in await send(.couponChecked(text, isValid: await client.check(text))) }
    case .feedback(.couponChecked(let text, let isValid)):
      guard isValid else { return .output(.message("No coupon: \"\(text)\"", isError: true)) }
      state.coupons.insert(text)
      state.total = sum(state)
      return .none
    case .input(.streetChanged(let street)):
      state.address.street = street
      return .none
    case .input(.cityChanged(let name, let code)):
      state.address.city.name = name
      state.address.city.code = code
      return .none
    case .input(.orderTapped):
      let names = state.lines.keys.sorted()
      return .run("order", of: names) { send in
        if let (number, days) = await client.order(names) {
          await send(.ordered(number: number, in: days))
        } else {
          await send(.rejected(names))
        }
      }
    case .feedback(.ordered(let number, let days)):
      state.order = Order(number: number, date: date.now, delivery: days)
      state.lines = [:]
      state.total = 0
      return .concatenate(
        .output(.ordered(number)),
        .output(.message("Thank you\n\(number)", isError: false)),
        .run("print") { _ in await client.print() }
      )
    case .feedback(.rejected(let names)):
      return .output(.message("\(names.count) not in stock", isError: true))
    case .input(.cleared):
      state = State(address: state.address)
      return .none
    }
  }

  private func sum(_ state: State) -> Double {
    let sum = state.lines.values.map { Double($0.count) * $0.price }.reduce(0, +)
    return state.coupons.isEmpty ? sum : sum / 2
  }
}

struct CartClient: TestDependencyKey {
  var check: @Sendable (_ coupon: String) async -> Bool
  var order: @Sendable (_ names: [String]) async -> (Int, ClosedRange<Int>)?
  var print: @Sendable () async -> Void
  static let testValue = CartClient(
    check: unimplemented("CartClient.check", placeholder: false),
    order: unimplemented("CartClient.order", placeholder: nil),
    print: unimplemented("CartClient.print")
  )
}

extension DependencyValues {
  var cartClient: CartClient {
    get { self[CartClient.self] }
    set { self[CartClient.self] = newValue }
  }
}
