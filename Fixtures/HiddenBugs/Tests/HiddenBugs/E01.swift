import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct E01Item: Equatable, Sendable {
  var id: Int
  var name: String
  var isBought = false
}

struct E01ListClient: TestDependencyKey, Sendable {
  var load: @Sendable () async throws -> [E01Item]
  var add: @Sendable (_ name: String) async throws -> E01Item
  var tick: @Sendable (_ item: E01Item) async throws -> Void

  static let testValue = E01ListClient(
    load: unimplemented("E01ListClient.load"),
    add: unimplemented("E01ListClient.add"),
    tick: unimplemented("E01ListClient.tick")
  )
}

extension DependencyValues {
  var e01List: E01ListClient {
    get { self[E01ListClient.self] }
    set { self[E01ListClient.self] = newValue }
  }
}

/// A shopping list that a family shares.
///
/// The list can't be changed while it is loading, and is not loaded while a change is being saved.
struct E01Shopping: Reducer {
  struct State: Equatable {
    var items: [E01Item] = []
    var hasLoaded = false
    var isLoading = false
    var loadFailed = false
    var draft = ""
    var isAdding = false
    var addFailed = false
    var ticking: Set<Int> = []
    var tickFailed = false
  }

  enum Input: Equatable {
    case appeared
    case disappeared
    case refreshPulled
    case draftChanged(String)
    case addTapped
    case itemTapped(Int)
    case bannerClosed
  }

  enum Feedback: Equatable {
    case loaded([E01Item])
    case loadFailed
    case added(E01Item, draft: String)
    case addFailed
    case ticked(Int)
    case tickFailed(Int)
  }

  private enum CancelID { case load }

  @Dependency(\.e01List) private var list

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.hasLoaded, !state.isLoading else { return .none }
      return load(&state)

    case .input(.disappeared):
      state.isLoading = false
      return .cancel(id: CancelID.load)

    case .input(.refreshPulled):
      guard !state.isLoading, !state.isAdding, state.ticking.isEmpty else { return .none }
      return load(&state)

    case .input(.draftChanged(let text)):
      state.draft = text
      state.addFailed = false
      return .none

    case .input(.addTapped):
      guard state.hasLoaded, !state.isLoading, !state.isAdding, !state.draft.isEmpty else { return .none }
      let name = state.draft
      guard !state.items.contains(where: { $0.name == name }) else {
        state.draft = ""
        state.addFailed = false
        return .none
      }
      state.isAdding = true
      state.addFailed = false
      return .run("add", of: name) { send in
        await send(.added(try await list.add(name), draft: name))
      } catch: { _, send in
        await send(.addFailed)
      }

    case .input(.itemTapped(let id)):
      guard !state.isLoading, !state.ticking.contains(id) else { return .none }
      guard let index = state.items.firstIndex(where: { $0.id == id }) else { return .none }
      state.items[index].isBought.toggle()
      state.ticking.insert(id)
      state.tickFailed = false
      let item = state.items[index]
      return .run("tick", of: id) { send in
        try await list.tick(item)
        await send(.ticked(id))
      } catch: { _, send in
        await send(.tickFailed(id))
      }

    case .input(.bannerClosed):
      state.loadFailed = false
      state.addFailed = false
      state.tickFailed = false
      return .none

    case .feedback(.loaded(let items)):
      state.isLoading = false
      state.hasLoaded = true
      state.items = items
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.loadFailed = true
      return .none

    case .feedback(.added(let item, let draft)):
      state.isAdding = false
      if !state.items.contains(where: { $0.id == item.id }) { state.items.append(item) }
      if state.draft == draft { state.draft = "" }
      return .none

    case .feedback(.addFailed):
      state.isAdding = false
      state.addFailed = true
      return .none

    case .feedback(.ticked(let id)):
      state.ticking.remove(id)
      return .none

    case .feedback(.tickFailed(let id)):
      state.ticking.remove(id)
      state.tickFailed = true
      if let index = state.items.firstIndex(where: { $0.id == id }) { state.items[index].isBought.toggle() }
      return .none
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.loadFailed = false
    return .run("load") { send in
      await send(.loaded(try await list.load()))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct E01Offline: Error {}

struct E01Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .appeared, .disappeared, .refreshPulled, .draftChanged("Eggs"), .addTapped, .itemTapped(1), .bannerClosed,
      ]
    ) { () -> TestStore<E01Shopping> in
      let store = TestStore(initialState: E01Shopping.State()) { E01Shopping() }
      store.gate("load", at: \.e01List.load) {
        [.success([E01Item(id: 1, name: "Milk"), E01Item(id: 2, name: "Bread")]), .failure(E01Offline())]
      }
      store.gate("add", at: \.e01List.add) { name in
        [.success(E01Item(id: 3, name: name)), .failure(E01Offline())]
      }
      store.gate("tick", at: \.e01List.tick) { _ in [.success(()), .failure(E01Offline())] }
      return store
    }
  }
}
