import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The yearly count of a warehouse: shelf after shelf, and then the differences to the books.
struct Z09Count: Reducer {
  struct State: Equatable {
    var isCounting = false

    /// The shelves that are not counted yet, the present one first.
    var remaining: [String] = []
    var shelf: Z09Shelf?
    var differences: [String]?
    var isBusy = false
    var hasFailed = false
  }

  enum Input: Equatable, Sendable {
    case startTapped
    case plusTapped(Int)
    case minusTapped(Int)
    case shelfDoneTapped
    case refreshPulled
    case retryTapped
    case startOverTapped
  }

  enum Feedback: Equatable, Sendable {
    case fetched(Z09Shelf)
    case stored
    case compared([String])
    case failed
  }

  @Dependency(\.z09Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.startTapped):
      guard !state.isCounting else { return .none }
      state.isCounting = true
      state.remaining = ["A1", "B4"]
      return proceed(&state)

    case .input(.plusTapped(let id)):
      guard !state.isBusy else { return .none }
      state.shelf?.items[id: id]?.count += 1
      return .none

    case .input(.minusTapped(let id)):
      guard !state.isBusy, let count = state.shelf?.items[id: id]?.count, count > 0 else { return .none }
      state.shelf?.items[id: id]?.count = count - 1
      return .none

    case .input(.shelfDoneTapped):
      guard !state.isBusy, let shelf = state.shelf else { return .none }
      return store(shelf, &state)

    case .input(.refreshPulled):
      guard !state.isBusy, state.differences != nil else { return .none }
      return compare(&state)

    case .input(.retryTapped):
      guard !state.isBusy, state.hasFailed else { return .none }
      if let shelf = state.shelf { return store(shelf, &state) }
      guard let next = state.remaining.first else { return .none }
      return fetch(next, &state)

    case .input(.startOverTapped):
      guard !state.isBusy, state.differences != nil else { return .none }
      state = State()
      return .none

    case .feedback(.fetched(let shelf)):
      state.isBusy = false
      state.shelf = shelf
      return .none

    case .feedback(.stored):
      state.isBusy = false
      state.shelf = nil
      state.remaining.removeFirst()
      return proceed(&state)

    case .feedback(.compared(let differences)):
      state.isBusy = false
      state.differences = differences
      return .none

    case .feedback(.failed):
      state.isBusy = false
      state.hasFailed = true
      return .none
    }
  }

  /// Goes on to the next shelf, or to the differences.
  private func proceed(_ state: inout State) -> Effect<Feedback, Never> {
    if let next = state.remaining.first { fetch(next, &state) } else { compare(&state) }
  }

  private func fetch(_ name: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.isBusy = true
    state.hasFailed = false
    return .run("shelf", of: name) { send in
      await send(.fetched(try await client.shelf(name)))
    } catch: { _, send in
      await send(.failed)
    }
  }

  private func store(_ shelf: Z09Shelf, _ state: inout State) -> Effect<Feedback, Never> {
    state.isBusy = true
    state.hasFailed = false
    return .run("store", of: shelf.name) { send in
      try await client.store(shelf)
      await send(.stored)
    } catch: { _, send in
      await send(.failed)
    }
  }

  private func compare(_ state: inout State) -> Effect<Feedback, Never> {
    state.isBusy = true
    state.hasFailed = false
    return .run("differences") { send in
      await send(.compared(try await client.differences()))
    } catch: { _, send in
      await send(.failed)
    }
  }
}

struct Z09Shelf: Equatable, Sendable {
  var name: String
  var items: IdentifiedArray<Z09Item>
}

struct Z09Item: Equatable, Identifiable, Sendable {
  let id: Int
  var name: String
  var count = 0
}

struct Z09Client: TestDependencyKey, Sendable {
  var shelf: @Sendable (_ name: String) async throws -> Z09Shelf
  var store: @Sendable (_ shelf: Z09Shelf) async throws -> Void
  var differences: @Sendable () async throws -> [String]

  static let testValue = Z09Client(
    shelf: unimplemented("Z09Client.shelf"),
    store: unimplemented("Z09Client.store"),
    differences: unimplemented("Z09Client.differences")
  )
}

extension DependencyValues {
  var z09Client: Z09Client {
    get { self[Z09Client.self] }
    set { self[Z09Client.self] = newValue }
  }
}

struct Z09NoSignal: Error {}

struct Z09Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Z09Count.State) -> [Z09Count.Input] in
        guard state.isCounting else { return [.startTapped] }
        guard !state.isBusy else { return [] }
        var inputs: [Z09Count.Input] = []
        if state.hasFailed { inputs.append(.retryTapped) }
        if let shelf = state.shelf {
          inputs.append(.shelfDoneTapped)
          for item in shelf.items { inputs.append(item.count == 0 ? .plusTapped(item.id) : .minusTapped(item.id)) }
        }
        if state.differences != nil {
          inputs.append(.refreshPulled)
          inputs.append(.startOverTapped)
        }
        return inputs
      }
    ) { () -> TestStore<Z09Count> in
      let store = TestStore(initialState: Z09Count.State()) { Z09Count() }
      store.gate("shelf", at: \.z09Client.shelf) { name in
        [.success(Z09Shelf(name: name, items: [Z09Item(id: 1, name: "Screws")])), .failure(Z09NoSignal())]
      }
      store.gate("store", at: \.z09Client.store) { _ in [.success(()), .failure(Z09NoSignal())] }
      store.gate("differences", at: \.z09Client.differences) { [.success(["Screws: -1"]), .failure(Z09NoSignal())] }
      return store
    }
  }
}
