import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct S04Client: DependencyKey {
  var load: @Sendable (_ user: String) async throws -> [String]
  var add: @Sendable (_ user: String, _ item: String) async throws -> Void
  var remove: @Sendable (_ user: String, _ item: String) async throws -> Void

  static let liveValue = S04Client(load: { _ in [] }, add: { _, _ in }, remove: { _, _ in })
  static let testValue = S04Client(
    load: unimplemented("S04Client.load"),
    add: unimplemented("S04Client.add"),
    remove: unimplemented("S04Client.remove")
  )
}

extension DependencyValues {
  var s04Client: S04Client {
    get { self[S04Client.self] }
    set { self[S04Client.self] = newValue }
  }
}

struct S04WishList: Reducer {
  struct State: Equatable {
    var user: String?
    var items: [String] = []
    var hasLoaded = false
    var isLoading = false
    var loadFailed = false
    var isSaving = false
    var toast: String?
  }

  enum Input: Equatable {
    case logInTapped(String)
    case logOutTapped
    case refreshTapped
    case addTapped(String)
    case removeTapped(String)
  }

  enum Feedback: Equatable {
    case loaded([String])
    case loadFailed
    case added(String)
    case removed(String)
    case saveFailed
    case toastEnded
  }

  enum CancelID { case load, save, toast }

  @Dependency(\.s04Client) var client
  @Dependency(\.continuousClock) var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.logInTapped(let user)):
      if state.user != nil { return .none }
      state.user = user
      return load(user, &state)

    case .input(.logOutTapped):
      state = State()
      return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.save), .cancel(id: CancelID.toast))

    case .input(.refreshTapped):
      guard let user = state.user, !state.isLoading, !state.isSaving else { return .none }
      return load(user, &state)

    case .input(.addTapped(let item)):
      guard let user = state.user, state.hasLoaded, !state.isLoading, !state.isSaving else { return .none }
      if state.items.contains(item) { return .none }
      state.isSaving = true
      return .run("add", of: item) { send in
        try await client.add(user, item)
        await send(.added(item))
      } catch: { _, send in
        await send(.saveFailed)
      }
      .cancellable(id: CancelID.save)

    case .input(.removeTapped(let item)):
      guard let user = state.user, state.hasLoaded, !state.isLoading, !state.isSaving else { return .none }
      if !state.items.contains(item) { return .none }
      state.isSaving = true
      return .run("remove", of: item) { send in
        try await client.remove(user, item)
        await send(.removed(item))
      } catch: { _, send in
        await send(.saveFailed)
      }
      .cancellable(id: CancelID.save)

    case .feedback(.loaded(let items)):
      state.isLoading = false
      state.hasLoaded = true
      state.items = items
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      if state.hasLoaded { return show("Could not refresh", &state) }
      state.loadFailed = true
      return .none

    case .feedback(.added(let item)):
      state.isSaving = false
      state.items.append(item)
      return show("Added", &state)

    case .feedback(.removed(let item)):
      state.isSaving = false
      state.items.removeAll { $0 == item }
      return show("Removed", &state)

    case .feedback(.saveFailed):
      state.isSaving = false
      return show("Could not save", &state)

    case .feedback(.toastEnded):
      state.toast = nil
      return .none
    }
  }

  func load(_ user: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.loadFailed = false
    return .run("load", of: user) { send in
      await send(.loaded(try await client.load(user)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  func show(_ toast: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.toast = toast
    return .run("toast", of: toast) { send in
      try await clock.sleep(for: .seconds(3))
      await send(.toastEnded)
    }
    .cancellable(id: CancelID.toast, cancelInFlight: true)
  }
}

struct S04Offline: Error {}

struct S04Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .logInTapped("ada"), .logInTapped("bob"), .logOutTapped,
        .refreshTapped, .addTapped("book"), .removeTapped("lamp"),
      ]
    ) { () -> TestStore<S04WishList> in
      let store = TestStore(initialState: S04WishList.State()) { S04WishList() }
      store.gate("load", at: \.s04Client.load) { _ in [.success(["lamp"]), .failure(S04Offline())] }
      store.gate("add", at: \.s04Client.add) { _ in [.success(()), .failure(S04Offline())] }
      store.gate("remove", at: \.s04Client.remove) { _ in [.success(()), .failure(S04Offline())] }
      return store
    }
  }
}
