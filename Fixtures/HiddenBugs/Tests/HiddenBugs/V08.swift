import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A visit to the bike repair shop is booked. The shop holds a picked hour for a minute.
struct V08Repair: Reducer {
  enum State: Equatable {
    case closed
    case loading(bike: String)
    case unavailable(bike: String)
    case choosing(Visit)
    case booked(bike: String, hour: Int)
  }

  struct Visit: Equatable {
    var bike: String
    var hours: [Int]
    var picked: Int?
    var request = Request.idle
    var price = Price.loading
  }

  enum Request: Equatable { case idle, sending, refused }
  enum Price: Equatable { case loading, euros(Int), onRequest }

  enum Input: Equatable, Sendable {
    case opened(bike: String)
    case retryTapped
    case hourTapped(Int)
    case bookTapped
    case closeTapped
  }

  enum Feedback: Equatable, Sendable {
    case hoursLoaded([Int])
    case hoursFailed
    case priceKnown(Int)
    case priceUnknown
    case holdExpired
    case booked(Int)
    case refused
  }

  private enum CancelID { case hours, price, hold, booking }

  @Dependency(\.v08Shop) private var shop
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.opened(let bike)):
      guard case .closed = state else { return .none }
      return load(bike, into: &state)

    case .input(.retryTapped):
      guard case .unavailable(let bike) = state else { return .none }
      return load(bike, into: &state)

    case .input(.hourTapped(let hour)):
      guard case .choosing(var visit) = state, visit.request != .sending, visit.hours.contains(hour) else {
        return .none
      }
      visit.picked = hour
      visit.request = .idle
      state = .choosing(visit)
      return .run("hold", of: hour) { send in
        try await clock.sleep(for: .seconds(60))
        await send(.holdExpired)
      }
      .cancellable(id: CancelID.hold, cancelInFlight: true)

    case .input(.bookTapped):
      guard case .choosing(var visit) = state, visit.request != .sending, let hour = visit.picked else {
        return .none
      }
      visit.request = .sending
      state = .choosing(visit)
      let bike = visit.bike
      return .run("book", of: hour) { send in
        try await shop.book(bike, hour)
        await send(.booked(hour))
      } catch: { _, send in
        await send(.refused)
      }
      .cancellable(id: CancelID.booking)

    case .input(.closeTapped):
      // A booking that is on its way can't be taken back.
      if case .choosing(let visit) = state, visit.request == .sending { return .none }
      state = .closed
      return .merge(.cancel(id: CancelID.hours), .cancel(id: CancelID.price), .cancel(id: CancelID.hold))

    case .feedback(.hoursLoaded(let hours)):
      guard case .loading(let bike) = state else { return .none }
      state = .choosing(Visit(bike: bike, hours: hours))
      return .run("price", of: bike) { send in
        await send(.priceKnown(try await shop.price(bike)))
      } catch: { _, send in
        await send(.priceUnknown)
      }
      .cancellable(id: CancelID.price, cancelInFlight: true)

    case .feedback(.hoursFailed):
      guard case .loading(let bike) = state else { return .none }
      state = .unavailable(bike: bike)
      return .none

    case .feedback(.priceKnown(let euros)):
      guard case .choosing(var visit) = state else { return .none }
      visit.price = .euros(euros)
      state = .choosing(visit)
      return .none

    case .feedback(.priceUnknown):
      guard case .choosing(var visit) = state else { return .none }
      visit.price = .onRequest
      state = .choosing(visit)
      return .none

    case .feedback(.holdExpired):
      guard case .choosing(var visit) = state else { return .none }
      visit.picked = nil
      state = .choosing(visit)
      return .none

    case .feedback(.booked(let hour)):
      guard case .choosing(let visit) = state, visit.picked == hour else { return .none }
      state = .booked(bike: visit.bike, hour: hour)
      return .merge(.cancel(id: CancelID.price), .cancel(id: CancelID.hold))

    case .feedback(.refused):
      guard case .choosing(var visit) = state else { return .none }
      visit.request = .refused
      state = .choosing(visit)
      return .none
    }
  }

  private func load(_ bike: String, into state: inout State) -> Effect<Feedback, Never> {
    state = .loading(bike: bike)
    return .run("hours") { send in
      await send(.hoursLoaded(try await shop.hours()))
    } catch: { _, send in
      await send(.hoursFailed)
    }
    .cancellable(id: CancelID.hours, cancelInFlight: true)
  }
}

struct V08Shop: TestDependencyKey, Sendable {
  var hours: @Sendable () async throws -> [Int]
  var price: @Sendable (_ bike: String) async throws -> Int
  var book: @Sendable (_ bike: String, _ hour: Int) async throws -> Void

  static let testValue = V08Shop(
    hours: unimplemented("V08Shop.hours"),
    price: unimplemented("V08Shop.price"),
    book: unimplemented("V08Shop.book")
  )
}

extension DependencyValues {
  var v08Shop: V08Shop {
    get { self[V08Shop.self] }
    set { self[V08Shop.self] = newValue }
  }
}

struct V08Offline: Error {}

struct V08Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .opened(bike: "City"), .opened(bike: "Cargo"), .retryTapped, .hourTapped(9), .hourTapped(14), .bookTapped,
        .closeTapped,
      ]
    ) { () -> TestStore<V08Repair> in
      let store = TestStore(initialState: V08Repair.State.closed) { V08Repair() }
      store.gate("hours", at: \.v08Shop.hours) { [.success([9, 14]), .failure(V08Offline())] }
      store.gate("price", at: \.v08Shop.price) { bike in
        [.success(bike == "Cargo" ? 90 : 60), .failure(V08Offline())]
      }
      store.gate("book", at: \.v08Shop.book) { _ in [.success(()), .failure(V08Offline())] }
      return store
    }
  }
}
