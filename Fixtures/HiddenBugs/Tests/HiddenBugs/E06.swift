import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct E06Item: Hashable, Sendable {
  var id: Int
  var quantity: Int
}

struct E06PantryClient: TestDependencyKey, Sendable {
  var load: @Sendable () async throws -> [E06Item]
  var save: @Sendable (_ item: E06Item) async throws -> Void
  var remove: @Sendable (_ id: Int) async throws -> Void

  static let testValue = E06PantryClient(
    load: unimplemented("E06PantryClient.load"),
    save: unimplemented("E06PantryClient.save"),
    remove: unimplemented("E06PantryClient.remove")
  )
}

extension DependencyValues {
  var e06Pantry: E06PantryClient {
    get { self[E06PantryClient.self] }
    set { self[E06PantryClient.self] = newValue }
  }
}

/// A row of the pantry, which saves its quantity. One save runs at a time, and always the last quantity is saved.
struct E06Row: Reducer {
  enum Phase: Equatable { case idle, saving, failed, removing }

  struct State: Equatable, Identifiable {
    let id: Int
    var quantity: Int
    var saved: Int
    var phase = Phase.idle
    var removalFailed = false

    var isBusy: Bool { phase == .saving || phase == .removing }
  }

  enum Input: Equatable { case plusTapped, minusTapped, retryTapped, removeTapped }
  enum Feedback: Equatable { case saved(Int), saveFailed, removed, removalFailed }
  enum Output: Equatable { case removed }

  @Dependency(\.e06Pantry) private var pantry

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.plusTapped): return change(by: 1, &state)
    case .input(.minusTapped): return change(by: -1, &state)

    case .input(.retryTapped):
      guard state.phase == .failed else { return .none }
      return save(&state)

    case .input(.removeTapped):
      guard !state.isBusy else { return .none }
      state.phase = .removing
      state.removalFailed = false
      return .run("remove", of: state.id) { [id = state.id] send in
        try await pantry.remove(id)
        await send(.removed)
      } catch: { _, send in
        await send(.removalFailed)
      }

    case .feedback(.saved(let quantity)):
      state.saved = quantity
      state.phase = .idle
      return save(&state)

    case .feedback(.saveFailed):
      state.phase = state.quantity == state.saved ? .idle : .failed
      return .none

    case .feedback(.removed):
      return .output(.removed)

    case .feedback(.removalFailed):
      state.phase = state.quantity == state.saved ? .idle : .failed
      state.removalFailed = true
      return .none
    }
  }

  private func change(by step: Int, _ state: inout State) -> Effect<Feedback, Output> {
    let quantity = state.quantity + step
    guard state.phase != .removing, (0...2).contains(quantity) else { return .none }
    state.quantity = quantity
    state.removalFailed = false
    return save(&state)
  }

  private func save(_ state: inout State) -> Effect<Feedback, Output> {
    guard state.phase != .saving else { return .none }
    guard state.quantity != state.saved else {
      state.phase = .idle
      return .none
    }
    state.phase = .saving
    let item = E06Item(id: state.id, quantity: state.quantity)
    return .run("save", of: item) { send in
      try await pantry.save(item)
      await send(.saved(item.quantity))
    } catch: { _, send in
      await send(.saveFailed)
    }
  }
}

/// The pantry. A refresh waits for rows that are being saved, and keeps a quantity that could not be saved.
struct E06Pantry: Reducer {
  struct State: Equatable {
    var rows: IdentifiedArray<E06Row.State> = []
    var hasLoaded = false
    var isLoading = false
    var loadFailed = false
  }

  enum Input: Equatable { case appeared, refreshPulled, row(Int, E06Row.Input) }

  enum Feedback: Equatable { case loaded([E06Item]), loadFailed, row(Int, ChildFeedback<E06Row>) }

  private let rows = ScopeEach<E06Pantry, E06Row>(\.rows, feedback: Feedback.row) { E06Row() }

  @Dependency(\.e06Pantry) private var pantry

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      return state.hasLoaded || state.isLoading ? .none : load(&state)

    case .input(.refreshPulled):
      guard !state.isLoading, !state.rows.contains(where: { $0.isBusy }) else { return .none }
      return load(&state)

    case .input(.row(let id, let input)):
      guard !state.isLoading, state.rows.index(id: id) != nil else { return .none }
      return rows.reduce(.input(input), id: id, into: &state)

    case .feedback(.row(let id, .feedback(let feedback))):
      return rows.reduce(.feedback(feedback), id: id, into: &state)

    case .feedback(.row(let id, .output(.removed))):
      state.rows.remove(id: id)
      return .none

    case .feedback(.loaded(let items)):
      state.isLoading = false
      state.hasLoaded = true
      state.rows = merge(items, with: state.rows)
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.loadFailed = true
      return .none
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.loadFailed = false
    return .run("load") { send in
      await send(.loaded(try await pantry.load()))
    } catch: { _, send in
      await send(.loadFailed)
    }
  }

  private func merge(_ items: [E06Item], with old: IdentifiedArray<E06Row.State>) -> IdentifiedArray<E06Row.State> {
    var rows: IdentifiedArray<E06Row.State> = []
    for item in items {
      var row = E06Row.State(id: item.id, quantity: item.quantity, saved: item.quantity)
      if let unsaved = old[id: item.id], unsaved.phase == .failed, unsaved.quantity != item.quantity {
        row.quantity = unsaved.quantity
        row.phase = .failed
      }
      rows.append(row)
    }
    return rows
  }
}

struct E06Offline: Error {}

struct E06Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .appeared, .refreshPulled, .row(1, .plusTapped), .row(1, .minusTapped), .row(1, .retryTapped),
        .row(1, .removeTapped), .row(2, .plusTapped),
      ]
    ) { () -> TestStore<E06Pantry> in
      let store = TestStore(initialState: E06Pantry.State()) { E06Pantry() }
      store.gate("load", at: \.e06Pantry.load) {
        [.success([E06Item(id: 1, quantity: 1), E06Item(id: 2, quantity: 1)]), .failure(E06Offline())]
      }
      store.gate("save", at: \.e06Pantry.save) { _ in [.success(()), .failure(E06Offline())] }
      store.gate("remove", at: \.e06Pantry.remove) { _ in [.success(()), .failure(E06Offline())] }
      return store
    }
  }
}
