import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct J03Offline: Error {}

struct J03Bag: Hashable, Sendable {
  var tag: String
  var place: String
}

enum J03Slot: Hashable, Sendable { case morning, evening }

struct J03Delivery: Hashable, Sendable {
  var bag: J03Bag
  var slot: J03Slot
}

struct J03LuggageClient: TestDependencyKey, Sendable {
  var find: @Sendable (_ tag: String) async throws -> J03Bag?
  var order: @Sendable (_ delivery: J03Delivery) async throws -> Void

  static let testValue = J03LuggageClient(
    find: unimplemented("J03LuggageClient.find"),
    order: unimplemented("J03LuggageClient.order")
  )
}

extension DependencyValues {
  var j03Luggage: J03LuggageClient {
    get { self[J03LuggageClient.self] }
    set { self[J03LuggageClient.self] = newValue }
  }
}

struct J03LostLuggage: Reducer {
  enum Problem: Equatable, Sendable { case unknownTag, offline }

  enum State: Equatable {
    case entry(Problem?)
    case searching(String)
    case found(J03Bag, Problem?)
    case ordering(J03Delivery)
    case ordered(J03Delivery)

    var showsSpinner: Bool {
      switch self {
      case .searching, .ordering: true
      case .entry, .found, .ordered: false
      }
    }

    /// Shows where the bag is now, in whatever mode it is shown.
    mutating func moved(_ bag: J03Bag) {
      switch self {
      case .found(let old, let problem) where old.tag == bag.tag:
        self = .found(bag, problem)
      case .ordering(let old) where old.bag.tag == bag.tag:
        self = .ordering(J03Delivery(bag: bag, slot: old.slot))
      case .ordered(let old) where old.bag.tag == bag.tag:
        self = .ordered(J03Delivery(bag: bag, slot: old.slot))
      case .entry, .searching, .found, .ordering, .ordered:
        break
      }
    }
  }

  enum Input: Equatable, Sendable {
    case searchTapped(String)
    case cancelTapped
    case orderTapped(J03Slot)
    case newSearchTapped
    case pushArrived(J03Bag)
  }

  enum Feedback: Equatable, Sendable {
    case found(J03Bag)
    case unknown
    case searchFailed
    case accepted(J03Delivery)
    case orderFailed(J03Delivery)
  }

  private enum CancelID { case search, order }

  @Dependency(\.j03Luggage) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.searchTapped(let tag)), .entry):
      state = .searching(tag)
      return search(tag)

    case (.input(.cancelTapped), .searching):
      state = .entry(nil)
      return .cancel(id: CancelID.search)

    case (.feedback(.found(let bag)), .searching):
      state = .found(bag, nil)
      return .none

    case (.feedback(.unknown), .searching):
      state = .entry(.unknownTag)
      return .none

    case (.feedback(.searchFailed), .searching):
      state = .entry(.offline)
      return .none

    case (.input(.orderTapped(let slot)), .found(let bag, _)):
      let delivery = J03Delivery(bag: bag, slot: slot)
      state = .ordering(delivery)
      return order(delivery)

    case (.feedback(.accepted(let delivery)), .ordering(let current)) where delivery == current:
      state = .ordered(delivery)
      return .none

    case (.feedback(.orderFailed(let delivery)), .ordering(let current)) where delivery == current:
      state = .found(delivery.bag, .offline)
      return .none

    case (.input(.newSearchTapped), .found), (.input(.newSearchTapped), .ordered):
      state = .entry(nil)
      return .none

    case (.input(.pushArrived(let bag)), _):
      state.moved(bag)
      return .none

    default:
      return .none
    }
  }

  private func search(_ tag: String) -> Effect<Feedback, Never> {
    .run("search", of: tag) { send in
      if let bag = try await client.find(tag) {
        await send(.found(bag))
      } else {
        await send(.unknown)
      }
    } catch: { _, send in
      await send(.searchFailed)
    }
    .cancellable(id: CancelID.search, cancelInFlight: true)
  }

  private func order(_ delivery: J03Delivery) -> Effect<Feedback, Never> {
    .run("order", of: delivery) { send in
      try await client.order(delivery)
      await send(.accepted(delivery))
    } catch: { _, send in
      await send(.orderFailed(delivery))
    }
    .cancellable(id: CancelID.order, cancelInFlight: true)
  }
}

struct J03Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .searchTapped("LH1"), .cancelTapped, .orderTapped(.morning), .orderTapped(.evening), .newSearchTapped,
        .pushArrived(J03Bag(tag: "LH1", place: "Munich")),
      ]
    ) { () -> TestStore<J03LostLuggage> in
      let store = TestStore(initialState: J03LostLuggage.State.entry(nil)) { J03LostLuggage() }
      store.gate("find", at: \.j03Luggage.find) { tag in
        [.success(J03Bag(tag: tag, place: "Oslo")), .success(nil), .failure(J03Offline())]
      }
      store.gate("order", at: \.j03Luggage.order) { _ in [.success(()), .failure(J03Offline())] }
      return store
    }
  }
}
