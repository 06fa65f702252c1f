import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// Posts of a budget that are edited, and saved. A removal isn't to be saved, unless it is fixed.
struct Budget: Reducer {
  struct Post: Hashable, Identifiable {
    let id: Int
    var amount = 0
  }

  struct State: Hashable {
    var posts = [Post(id: 1), Post(id: 2)]
    var hasChanges = false
    var isSaving = false
  }

  enum Input { case added, raised(Int), removed(Int), saveTapped }
  enum Feedback { case saved, failed }

  let isFixed: Bool

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.added):
      guard !state.isSaving, state.posts.last?.id != 3 else { return .none }
      state.posts.append(Post(id: 3))
      state.hasChanges = true
    case .input(.raised(let id)):
      guard !state.isSaving, let index = state.posts.firstIndex(where: { $0.id == id }), state.posts[index].amount == 0
      else { return .none }
      state.posts[index].amount = 1
      state.hasChanges = true
    case .input(.removed(let id)):
      guard !state.isSaving, let index = state.posts.firstIndex(where: { $0.id == id }) else { return .none }
      state.posts.remove(at: index)
      if isFixed { state.hasChanges = true }
    case .input(.saveTapped):
      guard state.hasChanges, !state.isSaving else { return .none }
      state.isSaving = true
      return .run("save") { send in
        try await post("posts")
        await send(.saved)
      } catch: { _, send in
        await send(.failed)
      }
    case .feedback(let feedback):
      state.isSaving = false
      if feedback == .saved { state.hasChanges = false }
    }
    return .none
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(isFixed: isFixed),
      from: State(),
      inputs: [.added, .raised(1), .removed(1), .removed(2), .saveTapped],
      gates: [.post]
    )
  }
}

/// Files of which some are selected. One that is removed elsewhere stays selected, unless it is fixed.
struct Files: Reducer {
  struct File: Hashable, Identifiable { let id: Int }

  struct State: Hashable {
    var files = [File(id: 1), File(id: 2)]
    var selected: Set<Int> = []
    var isListening = false
  }

  enum Input { case appeared, tapped(Int), deleteTapped }

  /// The number of a file that is removed elsewhere.
  struct Removal { let id: Int }

  let isFixed: Bool

  @Dependency(\.suspectEvents) private var events

  func reduce(message: Message<Input, Removal>, into state: inout State) -> Effect<Removal, Never> {
    switch message {
    case .input(.appeared):
      guard !state.isListening else { return .none }
      state.isListening = true
      return .run("events") { send in
        for await id in events() { await send(Removal(id: id)) }
      }
    case .input(.tapped(let id)):
      guard state.files.contains(where: { $0.id == id }) else { return .none }
      if state.selected.remove(id) == nil { state.selected.insert(id) }
    case .input(.deleteTapped):
      let selected = state.selected
      state.files.removeAll { selected.contains($0.id) }
      state.selected = []
    case .feedback(let removal):
      state.files.removeAll { $0.id == removal.id }
      if isFixed { state.selected.remove(removal.id) }
    }
    return .none
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(isFixed: isFixed),
      from: State(),
      inputs: [.appeared, .tapped(1), .tapped(2), .deleteTapped],
      gates: [.events(1)]
    )
  }
}

/// A patient's page. The sign-out leaves the message of the doctor, unless it is fixed. A theme, and a note, stay in any case.
struct PatientPage: Reducer {
  struct State: Hashable {
    var patient: String?
    var visits: [Int] = []
    var message: String?
    var note: String?
    var isDark = false
  }

  enum Input: CaseIterable { case signedIn, visitsTapped, messageTapped, messageClosed, themeTapped, signedOut }
  enum Feedback { case visits([Int]), noVisits, noteEnded }

  let isFixed: Bool

  @Dependency(\.suspectLoad) private var load
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.signedIn): state.patient = "Ada"
    case .input(.visitsTapped):
      guard state.patient != nil, state.visits.isEmpty else { return .none }
      return .run("visits") { send in
        await send(.visits(try await load(0)))
      } catch: { _, send in
        await send(.noVisits)
      }
      .cancellable(id: "visits", cancelInFlight: true)
    case .input(.messageTapped):
      if state.patient != nil { state.message = "Drink more." }
    case .input(.messageClosed): state.message = nil
    case .input(.themeTapped): state.isDark.toggle()
    case .input(.signedOut):
      state.patient = nil
      state.visits = []
      if isFixed { state.message = nil }
      return .cancel(id: "visits")
    case .feedback(.visits(let visits)): state.visits = visits
    case .feedback(.noVisits):
      state.note = "Offline"
      return .run("note") { send in
        try await clock.sleep(for: .seconds(4))
        await send(.noteEnded)
      }
      .cancellable(id: "note", cancelInFlight: true)
    case .feedback(.noteEnded): state.note = nil
    }
    return .none
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(isFixed: isFixed), from: State(), inputs: Input.allCases, gates: [.load([1])])
  }
}

/// A home's meter, and its usage. Another home doesn't stop the load of the usage, unless it is fixed.
struct Energy: Reducer {
  struct State: Hashable {
    var home: Int?
    var usage: [Int] = []
    var isLoading = false
    var hasFailed = false
  }

  enum Input { case homePicked(Int), closed }
  enum Feedback { case metered(Int), loaded([Int]), failed }

  let isFixed: Bool

  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.homePicked(let home)):
      guard home != state.home else { return .none }
      state = State(home: home, isLoading: true)
      let meter = run("meter", of: home) { .metered($0[0]) }
      return isFixed ? .merge(.cancel(id: "usage"), meter) : meter
    case .input(.closed):
      state = State()
      return .merge(.cancel(id: "meter"), .cancel(id: "usage"))
    case .feedback(.metered(let number)): return run("usage", of: number) { .loaded($0) }
    case .feedback(.loaded(let usage)):
      state.isLoading = false
      state.usage = usage
    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
    }
    return .none
  }

  private func run(_ name: String, of number: Int, _ feedback: @escaping @Sendable ([Int]) -> Feedback) -> Effect<
    Feedback, Never
  > {
    .run(name, of: number) { send in
      await send(feedback(try await load(number)))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: name, cancelInFlight: true)
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(inputs: [.homePicked(1), .homePicked(2), .closed]) {
      let store = TestStore(initialState: State()) { Self(isFixed: isFixed) }
      store.gate("load", at: \.suspectLoad) { [.success([$0 * 10]), .failure(SuspectClient.Offline())] }
      return store
    }
  }
}

/// Guests who reply. An undo of a removal takes back the replies since, unless it is fixed.
struct Guests: Reducer {
  struct Guest: Hashable, Identifiable {
    let id: Int
    var isComing = false
  }

  struct State: Hashable {
    var guests = [Guest(id: 1), Guest(id: 2)]
    var before: [Guest]?
    var isListening = false
  }

  enum Input: CaseIterable { case opened, removed, undone }

  /// The number of a guest who comes.
  struct Reply { let id: Int }

  let isFixed: Bool

  @Dependency(\.suspectEvents) private var events

  func reduce(message: Message<Input, Reply>, into state: inout State) -> Effect<Reply, Never> {
    switch message {
    case .input(.opened):
      guard !state.isListening else { return .none }
      state.isListening = true
      return .run("replies") { send in
        for await id in events() { await send(Reply(id: id)) }
      }
    case .input(.removed):
      guard state.before == nil else { return .none }
      state.before = state.guests
      state.guests.removeFirst()
    case .input(.undone):
      guard let before = state.before else { return .none }
      state.guests = isFixed ? before.prefix(1) + state.guests : before
      state.before = nil
    case .feedback(let reply):
      if let index = state.guests.firstIndex(where: { $0.id == reply.id }) { state.guests[index].isComing = true }
    }
    return .none
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(isFixed: isFixed), from: State(), inputs: Input.allCases, gates: [.events(2)])
  }
}

/// Items that are searched, sorted, cleared and imported, with favourites that no search forgets. It is right.
struct FavouriteItems: Reducer {
  struct Item: Hashable, Identifiable { let id: Int }

  struct State: Hashable {
    var items = [Item(id: 1), Item(id: 2)]
    var favourites: Set<Int> = []
    var hasChanges = false
    var isLoading = false
    var problem: String?
  }

  enum Input { case searched, sorted, cleared, imported, starred(Int), added, removed(Int), problemClosed }
  enum Feedback { case found([Int]), failed }

  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.searched):
      guard !state.isLoading else { return .none }
      state.isLoading = true
      return .run("search") { send in
        await send(.found(try await load(0)))
      } catch: { _, send in
        await send(.failed)
      }
    case .input(.sorted): state.items.reverse()
    case .input(.cleared):
      guard !state.isLoading else { return .none }
      state.items = []
      state.favourites = []
      state.hasChanges = false
    case .input(.imported):
      guard !state.items.contains(where: { $0.id == 3 }) else { return .none }
      state.items.append(Item(id: 3))
      return .run("store") { _ in }
    case .input(.starred(let id)):
      if state.items.contains(where: { $0.id == id }) { state.favourites.insert(id) }
    case .input(.added):
      guard !state.items.contains(where: { $0.id == 3 }) else { return .none }
      state.items.append(Item(id: 3))
      state.hasChanges = true
    case .input(.removed(let id)):
      guard state.items.contains(where: { $0.id == id }) else { return .none }
      state.items.removeAll { $0.id == id }
      state.favourites.remove(id)
      state.hasChanges = true
    case .input(.problemClosed): state.problem = nil
    case .feedback(.found(let ids)):
      state.isLoading = false
      state.items = ids.map { Item(id: $0) }
      state.hasChanges = false
    case .feedback(.failed):
      state.isLoading = false
      state.problem = "The catalog couldn't be searched."
    }
    return .none
  }

  static func space() async throws -> StateSpace<Self> {
    let inputs: [Input] = [
      .searched, .sorted, .cleared, .imported, .starred(1), .starred(2), .added, .removed(2), .problemClosed,
    ]
    return try await StateSpace(of: Self(), from: State(), inputs: inputs, gates: [.load([1])])
  }
}
