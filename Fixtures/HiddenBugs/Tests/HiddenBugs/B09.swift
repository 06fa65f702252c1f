import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct B09Entry: Equatable, Sendable {
  var id: Int
  var name: String
}

struct B09PartyClient: Sendable {
  var guests: @Sendable () async throws -> [B09Entry]
  var add: @Sendable (_ name: String) async throws -> B09Entry
  var remove: @Sendable (_ id: Int) async throws -> Void
  var remind: @Sendable (_ id: Int) async throws -> Void
}

enum B09PartyClientKey: TestDependencyKey {
  static let testValue = B09PartyClient(
    guests: unimplemented("B09PartyClient.guests"),
    add: unimplemented("B09PartyClient.add"),
    remove: unimplemented("B09PartyClient.remove"),
    remind: unimplemented("B09PartyClient.remind")
  )
}

extension DependencyValues {
  var b09Party: B09PartyClient {
    get { self[B09PartyClientKey.self] }
    set { self[B09PartyClientKey.self] = newValue }
  }
}

/// A row in the list of guests, from which the guest is reminded of the invitation, once.
struct B09Guest: Reducer {
  enum Reminder: Equatable {
    case open
    case sending
    case sent
    case failed
  }

  struct State: Equatable, Identifiable {
    let id: Int
    var name: String
    var reminder: Reminder
  }

  enum Input: Equatable, Sendable { case remindTapped }
  enum Feedback: Equatable, Sendable { case reminded, remindFailed }

  private enum CancelID { case reminder }

  @Dependency(\.b09Party) private var party

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.remindTapped):
      guard state.reminder == .open || state.reminder == .failed else { return .none }
      state.reminder = .sending
      let id = state.id
      return .run("remind", of: id) { send in
        try await party.remind(id)
        await send(.reminded)
      } catch: { _, send in
        await send(.remindFailed)
      }
      .cancellable(id: CancelID.reminder)

    case .feedback(.reminded):
      state.reminder = .sent
      return .none

    case .feedback(.remindFailed):
      state.reminder = .failed
      return .none
    }
  }
}

/// The guests of a wedding.
struct B09GuestList: Reducer {
  enum Problem: Equatable {
    case loading
    case adding
    case removing(Int)
  }

  struct State: Equatable {
    var guests: IdentifiedArray<B09Guest.State> = []
    var isLoading = false
    var isAdding = false
    /// The guests whose removal runs. They stay in the list until the server has removed them.
    var removing: Set<Int> = []
    var problem: Problem?
  }

  enum Input: Equatable, Sendable {
    case refreshTapped
    case addTapped(String)
    case removeTapped(Int)
    case guest(Int, B09Guest.Input)
    case problemDismissed
  }

  enum Feedback: Equatable, Sendable {
    case loaded([B09Entry])
    case loadFailed
    case added(B09Entry)
    case addFailed
    case removed(Int)
    case removeFailed(Int)
    case guest(Int, ChildFeedback<B09Guest>)
  }

  private enum CancelID: Hashable {
    case guests
    case addition
    case removal(Int)
  }

  private let guests = ScopeEach<B09GuestList, B09Guest>(\.guests, feedback: Feedback.guest) { B09Guest() }

  @Dependency(\.b09Party) private var party

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.guest(let id, let input)):
      guard state.guests[id: id] != nil, !state.removing.contains(id) else { return .none }
      return guests.reduce(.input(input), id: id, into: &state)

    case .feedback(.guest(let id, .feedback(let feedback))):
      return guests.reduce(.feedback(feedback), id: id, into: &state)

    case .input(.refreshTapped):
      guard !state.isLoading else { return .none }
      return load(&state)

    case .feedback(.loaded(let entries)):
      state.isLoading = false
      let old = state.guests
      state.guests = []
      for entry in entries {
        let reminder = old[id: entry.id]?.reminder ?? .open
        state.guests.append(B09Guest.State(id: entry.id, name: entry.name, reminder: reminder))
      }
      let gone = Set(old.ids).subtracting(state.guests.ids)
      var effects: [Effect<Feedback, Never>] = []
      for id in gone.sorted() {
        state.removing.remove(id)
        if state.problem == .removing(id) { state.problem = nil }
        effects.append(.cancel(id: CancelID.removal(id)))
      }
      return .merge(effects)

    case .feedback(.loadFailed):
      state.isLoading = false
      state.problem = .loading
      return .none

    case .input(.addTapped(let name)):
      guard !state.isAdding else { return .none }
      state.isAdding = true
      if state.problem == .adding { state.problem = nil }
      return .run("add", of: name) { send in
        await send(.added(try await party.add(name)))
      } catch: { _, send in
        await send(.addFailed)
      }
      .cancellable(id: CancelID.addition)

    case .feedback(.added(let entry)):
      state.isAdding = false
      if state.guests[id: entry.id] == nil {
        state.guests.append(B09Guest.State(id: entry.id, name: entry.name, reminder: .open))
      }
      return reloadIfLoading(&state)

    case .feedback(.addFailed):
      state.isAdding = false
      state.problem = .adding
      return .none

    case .input(.removeTapped(let id)):
      guard state.guests[id: id] != nil, !state.removing.contains(id) else { return .none }
      state.removing.insert(id)
      if state.problem == .removing(id) { state.problem = nil }
      return .run("remove", of: id) { send in
        try await party.remove(id)
        await send(.removed(id))
      } catch: { _, send in
        await send(.removeFailed(id))
      }
      .cancellable(id: CancelID.removal(id), cancelInFlight: true)

    case .feedback(.removed(let id)):
      state.removing.remove(id)
      state.guests.remove(id: id)
      return reloadIfLoading(&state)

    case .feedback(.removeFailed(let id)):
      state.removing.remove(id)
      state.problem = .removing(id)
      return .none

    case .input(.problemDismissed):
      state.problem = nil
      return .none
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    if state.problem == .loading { state.problem = nil }
    return .run("guests") { send in
      await send(.loaded(try await party.guests()))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.guests, cancelInFlight: true)
  }

  /// A list that is on its way may be older than a change that the server has made.
  private func reloadIfLoading(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading ? load(&state) : .none
  }
}

struct B09Offline: Error {}

struct B09Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.refreshTapped, .addTapped("Zoe"), .removeTapped(1), .guest(1, .remindTapped), .problemDismissed]
    ) {
      let store = TestStore(initialState: B09GuestList.State()) { B09GuestList() }
      store.gate("guests", at: \.b09Party.guests) {
        [.success([B09Entry(id: 1, name: "Ann"), B09Entry(id: 2, name: "Ben")]), .failure(B09Offline())]
      }
      store.gate("add", at: \.b09Party.add) { name in [.success(B09Entry(id: 3, name: name)), .failure(B09Offline())] }
      store.gate("remove", at: \.b09Party.remove) { _ in [.success(()), .failure(B09Offline())] }
      store.gate("remind", at: \.b09Party.remind) { _ in [.success(()), .failure(B09Offline())] }
      return store
    }
  }
}
