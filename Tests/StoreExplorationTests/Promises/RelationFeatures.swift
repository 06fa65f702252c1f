import StoreCore
import StoreDependencies
import StoreTesting

@testable import StoreExploration

/// A transfer whose third failure is for ever.
struct Transfer: Reducer {
  struct State: Hashable {
    enum Phase: Hashable { case idle, sending, failed }

    var phase = Phase.idle
    var attempts = 0
  }

  enum Input { case sendTapped, failed, retryTapped }

  let isFixed: Bool

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
    switch (message, state.phase) {
    case (.input(.sendTapped), .idle): state = State(phase: .sending, attempts: 1)
    case (.input(.failed), .sending): state.phase = .failed
    case (.input(.retryTapped), .failed):
      if state.attempts < 3 {
        state.phase = .sending
        state.attempts += 1
      } else if isFixed {
        state = State()
      }
    default: break
    }
    return .none
  }

  static func space(isFixed: Bool) -> StateSpace<Self> {
    StateSpace(initialState: State(), inputs: [.sendTapped, .failed, .retryTapped]) { Self(isFixed: isFixed) }
  }
}

/// A list that one input loads a second time.
struct Reloading: Reducer {
  struct State: Equatable {
    var isLoading = false
    var items: [Int] = []
  }

  enum Input { case appeared, refreshed, linkOpened }
  enum Feedback { case loaded([Int]) }

  let isFixed: Bool

  @Dependency(\.suspectLoad) var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(let input):
      if case .linkOpened = input, !isFixed, state.items.isEmpty { return start(&state) }
      return state.isLoading ? .none : start(&state)
    case .feedback(.loaded(let items)):
      state.isLoading = false
      state.items = items
      return .none
    }
  }

  private func start(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    return .run("load") { send in await send(.loaded((try? await load(0)) ?? [])) }
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(isFixed: isFixed),
      from: State(),
      inputs: [.appeared, .refreshed, .linkOpened],
      gates: [.load([[1]], isReliable: true)]
    )
  }
}

/// A form that once leaves its error behind.
struct Complaint: Reducer {
  struct State: Hashable {
    enum Phase: Hashable { case editing, failed }

    var phase = Phase.editing
    var field = 0
    var error: String?
  }

  enum Input { case next, submitted, dismissed }

  let isFixed: Bool

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
    guard case .input(let input) = message else { return .none }
    switch (input, state.phase) {
    case (.next, .editing): state = State(field: (state.field + 1) % 12)
    case (.submitted, .editing): state = State(phase: .failed, field: state.field, error: "empty")
    case (.dismissed, .failed):
      state.phase = .editing
      if isFixed || state.field != 7 { state.error = nil }
    default: break
    }
    return .none
  }

  static func space(isFixed: Bool) -> StateSpace<Self> {
    StateSpace(initialState: State(), inputs: [.next, .submitted, .dismissed]) { Self(isFixed: isFixed) }
  }
}

/// A basket with a number that once falls below zero.
struct Basket: Reducer {
  struct State: Hashable {
    var amount = 0
    var items: [Int] = []
  }

  enum Input { case added, removed, emptied }

  let isFixed: Bool

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
    guard case .input(let input) = message else { return .none }
    switch input {
    case .added:
      guard (0..<12).contains(state.amount) else { return .none }
      state.amount += 1
      state.items.append(state.amount)
    case .removed:
      guard state.amount > 0 || !isFixed && state.amount == 0 else { return .none }
      state.amount -= 1
      state.items = Array(state.items.dropLast())
    case .emptied: state = State()
    }
    return .none
  }

  static func space(isFixed: Bool) -> StateSpace<Self> {
    StateSpace(initialState: State(), inputs: [.added, .removed, .emptied]) { Self(isFixed: isFixed) }
  }
}

/// A diary with the newest entry first, unless an old one is imported.
struct Diary: Reducer {
  struct Entry: Hashable {
    var date: Int
    var isImported = false
  }

  struct State: Hashable {
    var today = 10
    var entries: [Entry] = []
  }

  enum Input { case written, imported, nextDay, emptied }

  let isFixed: Bool

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
    guard case .input(let input) = message else { return .none }
    switch input {
    case .written:
      guard !state.entries.contains(where: { $0.date == state.today }) else { return .none }
      state.entries.insert(Entry(date: state.today), at: 0)
    case .imported:
      guard state.entries.map(\.date) == [14, 12, 10] else { return .none }
      let entry = Entry(date: 1, isImported: true)
      if isFixed { state.entries.append(entry) } else { state.entries.insert(entry, at: 0) }
    case .nextDay: state.today = min(state.today + 1, 14)
    case .emptied: state = State()
    }
    return .none
  }

  static func space(isFixed: Bool) -> StateSpace<Self> {
    StateSpace(initialState: State(), inputs: [.written, .imported, .nextDay, .emptied]) { Self(isFixed: isFixed) }
  }
}

/// A catalog with a selection, which once outlives its element.
struct Catalog: Reducer {
  struct State: Hashable {
    var ids: [Int] = []
    var names: [String] = []
    var selected: [Int] = []
  }

  enum Input { case added, removed, selectedLast }

  let isFixed: Bool

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
    guard case .input(let input) = message else { return .none }
    switch input {
    case .added:
      guard state.ids.count < 6 else { return .none }
      state.ids.append(state.ids.count + 1)
      state.names.append("name")
    case .removed:
      guard let id = state.ids.popLast() else { return .none }
      state.names.removeLast()
      if isFixed || id != 6 { state.selected = state.selected.filter(state.ids.contains) }
    case .selectedLast: state.selected = Array(state.ids.suffix(1))
    }
    return .none
  }

  static func space(isFixed: Bool) -> StateSpace<Self> {
    StateSpace(initialState: State(), inputs: [.added, .removed, .selectedLast]) { Self(isFixed: isFixed) }
  }
}
