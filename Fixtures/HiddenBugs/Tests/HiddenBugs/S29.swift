import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The past orders of a visitor by year, above them the points of the loyalty programme.
struct S29Orders: Reducer {
  struct State: Equatable {
    var year = 2025
    var orders: [S29Order] = []
    /// What comes at the end of the list; nil after the oldest order.
    var next: S29Part? = .first
    /// What could not be loaded, and is to be tried again.
    var failed: S29Part?
    var isLoading = false
    var points: Int?

    var canLoad: Bool { next != nil && !isLoading }
  }

  enum Input: Equatable, Sendable {
    case opened
    case refreshPulled
    case endReached
    case retryTapped
    case yearChosen(Int)
  }

  enum Feedback: Equatable, Sendable {
    case loaded(S29Part, S29Page)
    case failed(S29Part)
    case counted(Int)
  }

  private enum CancelID { case orders, points }

  @Dependency(\.s29Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.opened):
      guard state.next == .first, state.canLoad else { return .none }
      return load(.first, into: &state)

    case .input(.refreshPulled):
      return load(.first, into: &state)

    case .input(.endReached):
      guard state.canLoad, let next = state.next else { return .none }
      return load(next, into: &state)

    case .input(.retryTapped):
      guard state.canLoad, let failed = state.failed else { return .none }
      return load(failed, into: &state)

    case .input(.yearChosen(let year)):
      guard year != state.year else { return .none }
      state.year = year
      state.orders = []
      state.next = .first
      return load(.first, into: &state)

    case .feedback(.loaded(let part, let page)):
      state.isLoading = false
      state.orders = part == .first ? page.orders : state.orders + page.orders
      state.next = page.cursor.map(S29Part.after)
      return .none

    case .feedback(.failed(let part)):
      state.isLoading = false
      state.failed = part
      return .none

    case .feedback(.counted(let points)):
      state.points = points
      return .none
    }
  }

  private func load(_ part: S29Part, into state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.failed = nil
    let orders: Effect<Feedback, Never> = .run("orders", of: part) { [year = state.year] send in
      await send(.loaded(part, try await client.orders(year, part.cursor)))
    } catch: { _, send in
      await send(.failed(part))
    }
    .cancellable(id: CancelID.orders, cancelInFlight: true)
    return part == .first ? .merge(orders, points()) : orders
  }

  private func points() -> Effect<Feedback, Never> {
    .run("points") { send in
      await send(.counted(try await client.points()))
    } catch: { _, _ in
      // Those that are shown stay until the next refresh.
    }
    .cancellable(id: CancelID.points, cancelInFlight: true)
  }
}

/// A part of the list: its beginning, or what follows a cursor.
enum S29Part: Hashable, Sendable {
  case first
  case after(String)

  var cursor: String? { if case .after(let cursor) = self { cursor } else { nil } }
}

struct S29Order: Equatable, Sendable {
  var number: Int
  var show: String
}

struct S29Page: Equatable, Sendable {
  var orders: [S29Order]
  var cursor: String?
}

struct S29Client: TestDependencyKey, Sendable {
  var orders: @Sendable (_ year: Int, _ cursor: String?) async throws -> S29Page
  var points: @Sendable () async throws -> Int

  static let testValue = S29Client(
    orders: unimplemented("S29Client.orders"),
    points: unimplemented("S29Client.points")
  )
}

extension DependencyValues {
  var s29Client: S29Client {
    get { self[S29Client.self] }
    set { self[S29Client.self] = newValue }
  }
}

struct S29Offline: Error {}

struct S29Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: S29Orders.State) -> [S29Orders.Input] in
        var inputs: [S29Orders.Input] = [.yearChosen(2024), .yearChosen(2025)]
        if state.failed != nil { inputs.append(.retryTapped) }
        if !state.orders.isEmpty { return inputs + [.refreshPulled, .endReached] }
        if state.failed == nil, !state.isLoading { inputs.append(.opened) }
        return inputs
      }
    ) { () -> TestStore<S29Orders> in
      let store = TestStore(initialState: S29Orders.State()) { S29Orders() }
      store.gate("orders", at: \.s29Client.orders) { request in
        [
          .success(
            request.1 == nil
              ? S29Page(orders: [S29Order(number: request.0 * 10 + 2, show: "Tosca")], cursor: "Tosca")
              : S29Page(orders: [S29Order(number: request.0 * 10 + 1, show: "Hamlet")], cursor: nil)
          ),
          .failure(S29Offline()),
        ]
      }
      store.gate("points", at: \.s29Client.points) { [.success(120), .failure(S29Offline())] }
      return store
    }
  }
}
