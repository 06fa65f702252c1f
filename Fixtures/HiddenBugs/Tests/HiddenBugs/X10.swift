import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The chores of a shared flat. A tick is shown at once, and saved for all.
struct X10Chores: Reducer {
  struct State: Equatable {
    var chores: [X10Chore] = []
    var done: Set<Int> = []
    var saving: Set<Int> = []
    var isLoading = false
    var hasFailed = false
    var showsNotice = false
    var onlyOpen = false

    /// The rows of the list.
    var shown: [X10Chore] { onlyOpen ? chores.filter { !done.contains($0.id) } : chores }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case retryTapped
    case tickTapped(Int)
    case onlyOpenTapped
    case noticeDismissed
  }

  enum Feedback: Equatable, Sendable {
    case loaded([X10Chore])
    case loadFailed
    case saved(Int)
    case saveFailed(Int, before: Set<Int>)
    case noticeOver
  }

  private enum CancelID { case notice }

  @Dependency(\.x10Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.chores.isEmpty, !state.isLoading else { return .none }
      return load(&state)

    case .input(.retryTapped):
      guard state.hasFailed else { return .none }
      return load(&state)

    case .input(.tickTapped(let id)):
      guard !state.saving.contains(id) else { return .none }
      let before = state.done
      let change = X10Tick(chore: id, isDone: !before.contains(id))
      if change.isDone {
        state.done.insert(id)
      } else {
        state.done.remove(id)
      }
      state.saving.insert(id)
      return .run("tick", of: change) { send in
        try await client.tick(change)
        await send(.saved(id))
      } catch: { _, send in
        await send(.saveFailed(id, before: before))
      }

    case .input(.onlyOpenTapped):
      state.onlyOpen.toggle()
      return .none

    case .input(.noticeDismissed):
      state.showsNotice = false
      return .cancel(id: CancelID.notice)

    case .feedback(.loaded(let chores)):
      state.isLoading = false
      state.chores = chores
      state.done = Set(chores.filter(\.isDone).map(\.id))
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.saved(let id)):
      state.saving.remove(id)
      return .none

    case .feedback(.saveFailed(let id, before: let before)):
      state.saving.remove(id)
      state.done = before
      state.showsNotice = true
      return .run("notice") { send in
        try await clock.sleep(for: .seconds(4))
        await send(.noticeOver)
      }
      .cancellable(id: CancelID.notice, cancelInFlight: true)

    case .feedback(.noticeOver):
      state.showsNotice = false
      return .none
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("chores") { send in
      await send(.loaded(try await client.chores()))
    } catch: { _, send in
      await send(.loadFailed)
    }
  }
}

struct X10Chore: Equatable, Identifiable, Sendable {
  let id: Int
  var title: String
  var isDone = false
}

struct X10Tick: Hashable, Sendable {
  var chore: Int
  var isDone: Bool
}

struct X10Client: TestDependencyKey, Sendable {
  var chores: @Sendable () async throws -> [X10Chore]
  var tick: @Sendable (_ change: X10Tick) async throws -> Void

  static let testValue = X10Client(
    chores: unimplemented("X10Client.chores"),
    tick: unimplemented("X10Client.tick")
  )
}

extension DependencyValues {
  var x10Client: X10Client {
    get { self[X10Client.self] }
    set { self[X10Client.self] = newValue }
  }
}

struct X10Offline: Error {}

struct X10Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: X10Chores.State) -> [X10Chores.Input] in
        guard !state.chores.isEmpty else { return state.hasFailed ? [.retryTapped] : [.appeared] }
        var inputs: [X10Chores.Input] = [.onlyOpenTapped]
        if state.showsNotice { inputs.append(.noticeDismissed) }
        for chore in state.shown { inputs.append(.tickTapped(chore.id)) }
        return inputs
      }
    ) { () -> TestStore<X10Chores> in
      let store = TestStore(initialState: X10Chores.State()) { X10Chores() }
      store.gate("chores", at: \.x10Client.chores) {
        [
          .success([X10Chore(id: 1, title: "Dishes"), X10Chore(id: 2, title: "Plants")]),
          .failure(X10Offline()),
        ]
      }
      store.gate("tick", at: \.x10Client.tick) { _ in [.success(()), .failure(X10Offline())] }
      return store
    }
  }
}
