import Foundation
import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@testable import AcceptingApp

@Suite(.exhaustive) struct CartTests {
  let date = Date(timeIntervalSince1970: 1_000)

  func makeStore(_ state: Cart.State) -> TestStore<Cart> {
    TestStore(initialState: state) {
      Cart()
    } withDependencies: {
      $0.date.now = date
      $0.cartClient.check = { $0.hasPrefix("A") }
      $0.cartClient.order = { names in names.contains("milk") ? (17, 2...4) : nil }
      $0.cartClient.print = {}
    }
  }

  @Test func fills() async {
    let store = makeStore(Cart.State())
    await store.send(.added("milk", price: 1.5)) {
      $0.lines["milk"] = Cart.Line(count: 1, price: 1.5)
      $0.total = 1.5
    }
    await store.send(.added("milk", price: 1.5)) {
      $0.lines["milk"]?.count = 2
      $0.total = 3
    }
    await store.send(.added("tea", price: 0.1)) {
      $0.lines["tea"] = Cart.Line(count: 1, price: 0.1)
      $0.total = 3.1
    }
    await store.send(.removed("milk")) {
      $0.lines["milk"] = nil
      $0.total = 0.1
    }
    await store.send(.couponEntered("A1"))
    await store.receive(.couponChecked("A1", isValid: true)) {
      $0.coupons = ["A1"]
      $0.total = 0.05
    }
  }

  @Test func orders() async {
    let store = makeStore(Cart.State(lines: ["milk": Cart.Line(count: 1, price: 2), "tea": Cart.Line(count: 2, price: 1)], total: 4))
    store.exhaustivity = .strict
    await store.send(.orderTapped)
    await store.receiveEffect("order", of: ["milk", "tea"])
    await store.receive(.ordered(number: 17, in: 2...4)) {
      $0.order = Cart.Order(number: 17, date: date, delivery: 2...4)
      $0.lines = [:]
      $0.total = 0
    }
    await store.receiveOutput(.ordered(17))
    await store.receiveOutput(.message("Thank you\n17", isError: false))
    await store.receiveEffect("print")
  }

  @Test func rejects() async {
    let store = makeStore(Cart.State(lines: ["tea": Cart.Line(count: 2, price: 1)], total: 2))
    await store.send(.couponEntered("B2"))
    await store.receive(.couponChecked("B2", isValid: false))
    await store.receiveOutput(.message("No coupon: \"B2\"", isError: true))
    await store.send(.orderTapped)
    await store.receive(.rejected(["tea"]))
    await store.receiveOutput(.message("1 not in stock", isError: true))
  }

  @Test func addresses() async {
    let store = makeStore(Cart.State(lines: ["tea": Cart.Line(count: 2, price: 1)], coupons: ["A"], total: 1))
    store.exhaustivity = .strict
    await store.send(.streetChanged("Elm 3")) { $0.address.street = "Elm 3" }
    await store.send(.cityChanged("Ulm", code: 89073)) {
      $0.address.city.name = "Ulm"
      $0.address.city.code = 89073
    }
    await store.send(.cityChanged("Bonn", code: nil)) {
      $0.address.city.name = "Bonn"
      $0.address.city.code = nil
    }
    await store.send(.cleared) {
      $0.lines = [:]
      $0.coupons = []
      $0.total = 0
    }
  }
}
