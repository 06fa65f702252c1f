import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct H01Wine: Equatable, Hashable, Sendable {
  var id: Int
  var name: String
}

struct H01Client: TestDependencyKey, Sendable {
  var wines: @Sendable () async throws -> [H01Wine]
  var drink: @Sendable (_ id: Int) async throws -> Void

  static let testValue = H01Client(
    wines: unimplemented("H01Client.wines", placeholder: []),
    drink: unimplemented("H01Client.drink")
  )
}

extension DependencyValues {
  var h01Client: H01Client {
    get { self[H01Client.self] }
    set { self[H01Client.self] = newValue }
  }
}

struct H01Offline: Error {}

/// The bottles of a wine cellar. A bottle leaves the shelf once the server has noted that it was drunk.
struct H01Cellar: Reducer {
  struct Shelf: Equatable {
    var wines: [H01Wine]
    /// Whether the last refresh has failed.
    var isStale = false
  }

  enum State: Equatable {
    case closed
    case opening
    case unreachable
    case browsing(Shelf)
    case refreshing(Shelf)
    /// "Do you open this bottle?"
    case asking(Shelf, H01Wine)
    case drinking(Shelf, H01Wine)
    /// "It could not be noted." The user tries again, or puts the bottle back.
    case stuck(Shelf, H01Wine)
    /// "Cheers!"
    case toasting(Shelf, H01Wine)
  }

  enum Input: Equatable, Sendable {
    case openTapped
    case refreshTapped
    case drinkTapped(Int)
    case confirmTapped
    case putBackTapped
    case retryTapped
    case closeTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded([H01Wine])
    case loadFailed
    case drunk
    case drinkFailed
    case toastEnded
  }

  private enum CancelID { case load, toast }

  @Dependency(\.h01Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.openTapped), .closed), (.input(.openTapped), .unreachable):
      state = .opening
      return load()

    case (.input(.refreshTapped), .browsing(let shelf)):
      state = .refreshing(shelf)
      return load()

    case (.input(.refreshTapped), .toasting(let shelf, _)):
      state = .refreshing(shelf)
      return .merge(.cancel(id: CancelID.toast), load())

    case (.input(.drinkTapped(let id)), .browsing(let shelf)),
      (.input(.drinkTapped(let id)), .refreshing(let shelf)),
      (.input(.drinkTapped(let id)), .toasting(let shelf, _)):
      guard let wine = shelf.wines.first(where: { $0.id == id }) else { return .none }
      state = .asking(shelf, wine)
      return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.toast))

    case (.input(.confirmTapped), .asking(let shelf, let wine)),
      (.input(.retryTapped), .stuck(let shelf, let wine)):
      state = .drinking(shelf, wine)
      return drink(wine)

    case (.input(.putBackTapped), .asking(let shelf, _)), (.input(.putBackTapped), .stuck(let shelf, _)):
      state = .browsing(shelf)
      return .none

    case (.input(.closeTapped), .opening), (.input(.closeTapped), .unreachable), (.input(.closeTapped), .browsing),
      (.input(.closeTapped), .refreshing), (.input(.closeTapped), .asking), (.input(.closeTapped), .toasting):
      state = .closed
      return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.toast))

    case (.feedback(.loaded(let wines)), .opening), (.feedback(.loaded(let wines)), .refreshing):
      state = .browsing(Shelf(wines: wines))
      return .none

    case (.feedback(.loadFailed), .opening):
      state = .unreachable
      return .none

    case (.feedback(.loadFailed), .refreshing(var shelf)):
      shelf.isStale = true
      state = .browsing(shelf)
      return .none

    case (.feedback(.drunk), .drinking(var shelf, let wine)):
      shelf.wines.removeAll { $0.id == wine.id }
      state = .toasting(shelf, wine)
      return .run("toast") { send in
        try await clock.sleep(for: .seconds(3))
        await send(.toastEnded)
      }
      .cancellable(id: CancelID.toast, cancelInFlight: true)

    case (.feedback(.drinkFailed), .drinking(let shelf, let wine)):
      state = .stuck(shelf, wine)
      return .none

    case (.feedback(.toastEnded), .toasting(let shelf, _)):
      state = .browsing(shelf)
      return .none

    default:
      return .none
    }
  }

  private func load() -> Effect<Feedback, Never> {
    .run("wines") { send in
      await send(.loaded(try await client.wines()))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func drink(_ wine: H01Wine) -> Effect<Feedback, Never> {
    .run("drink", of: wine.id) { send in
      try await client.drink(wine.id)
      await send(.drunk)
    } catch: { _, send in
      await send(.drinkFailed)
    }
  }
}

struct H01Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .openTapped, .refreshTapped, .drinkTapped(1), .confirmTapped, .putBackTapped, .retryTapped, .closeTapped,
      ]
    ) { () -> TestStore<H01Cellar> in
      let store = TestStore(initialState: H01Cellar.State.closed) { H01Cellar() }
      store.gate("wines", at: \.h01Client.wines) {
        [.success([H01Wine(id: 1, name: "Rioja"), H01Wine(id: 2, name: "Barolo")]), .failure(H01Offline())]
      }
      store.gate("drink", at: \.h01Client.drink) { _ in [.success(()), .failure(H01Offline())] }
      return store
    }
  }
}
