import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The matches of a league by rounds, with reminders.
struct X05League: Reducer {
  struct State: Equatable {
    var round = 1
    var matches: [Int: [X05Match]] = [:]
    var isLoading = false
    var hasFailed = false
    var reminders: Set<Int> = []
    var saving: Set<Int> = []
    var reminderFailed = false

    /// The rows of the list.
    var shown: [X05Match] { matches[round] ?? [] }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case roundChosen(Int)
    case refreshPulled
    case retryTapped
    case reminderTapped(Int)
  }

  enum Feedback: Equatable, Sendable {
    case loaded([X05Match], round: Int)
    case failed
    case reminderSaved(Int)
    case reminderFailed(Int)
  }

  private enum CancelID { case matches }

  @Dependency(\.x05Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.isLoading else { return .none }
      return show(state.round, &state)

    case .input(.roundChosen(let round)):
      guard round != state.round else { return .none }
      state.round = round
      state.isLoading = false
      state.hasFailed = false
      return show(round, &state)

    case .input(.refreshPulled):
      guard !state.isLoading else { return .none }
      return load(state.round, &state)

    case .input(.retryTapped):
      guard state.hasFailed else { return .none }
      return show(state.round, &state)

    case .input(.reminderTapped(let match)):
      guard !state.saving.contains(match) else { return .none }
      toggle(match, &state)
      state.saving.insert(match)
      state.reminderFailed = false
      let wish = X05Wish(match: match, isOn: state.reminders.contains(match))
      return .run("remind", of: wish) { send in
        try await client.remind(wish)
        await send(.reminderSaved(match))
      } catch: { _, send in
        await send(.reminderFailed(match))
      }

    case .feedback(.loaded(let matches, round: let round)):
      state.isLoading = false
      state.matches[round] = matches
      return .none

    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.reminderSaved(let match)):
      state.saving.remove(match)
      return .none

    case .feedback(.reminderFailed(let match)):
      state.saving.remove(match)
      state.reminderFailed = true
      toggle(match, &state)
      return .none
    }
  }

  private func toggle(_ match: Int, _ state: inout State) {
    if state.reminders.remove(match) == nil { state.reminders.insert(match) }
  }

  /// Shows a round, which is loaded unless it is there already.
  private func show(_ round: Int, _ state: inout State) -> Effect<Feedback, Never> {
    guard state.matches[round] == nil else { return .cancel(id: CancelID.matches) }
    return load(round, &state)
  }

  private func load(_ round: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("matches", of: round) { send in
      await send(.loaded(try await client.matches(round), round: round))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.matches, cancelInFlight: true)
  }
}

struct X05Match: Equatable, Identifiable, Sendable {
  let id: Int
  var teams: String
}

struct X05Wish: Hashable, Sendable {
  var match: Int
  var isOn: Bool
}

struct X05Client: TestDependencyKey, Sendable {
  var matches: @Sendable (_ round: Int) async throws -> [X05Match]
  var remind: @Sendable (_ wish: X05Wish) async throws -> Void

  static let testValue = X05Client(
    matches: unimplemented("X05Client.matches"),
    remind: unimplemented("X05Client.remind")
  )
}

extension DependencyValues {
  var x05Client: X05Client {
    get { self[X05Client.self] }
    set { self[X05Client.self] = newValue }
  }
}

struct X05Offline: Error {}

struct X05Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: X05League.State) -> [X05League.Input] in
        var inputs: [X05League.Input] = [.appeared, .roundChosen(1), .roundChosen(2), .refreshPulled]
        if state.hasFailed { inputs.append(.retryTapped) }
        for match in state.shown { inputs.append(.reminderTapped(match.id)) }
        return inputs
      }
    ) { () -> TestStore<X05League> in
      let store = TestStore(initialState: X05League.State()) { X05League() }
      store.gate("matches", at: \.x05Client.matches) { round in
        [.success([X05Match(id: round * 10, teams: "Lions – Bears")]), .failure(X05Offline())]
      }
      store.gate("remind", at: \.x05Client.remind) { _ in [.success(()), .failure(X05Offline())] }
      return store
    }
  }
}
