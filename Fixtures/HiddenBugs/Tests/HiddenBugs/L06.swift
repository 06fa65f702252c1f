import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct L06Habit: Equatable, Sendable {
  let id: String
  var isDone = false
}

struct L06Diary: TestDependencyKey, Sendable {
  var habits: @Sendable () async throws -> [L06Habit]
  var save: @Sendable (_ id: String) async throws -> Void

  static let testValue = L06Diary(
    habits: unimplemented("L06Diary.habits"),
    save: unimplemented("L06Diary.save")
  )
}

extension DependencyValues {
  var l06Diary: L06Diary {
    get { self[L06Diary.self] }
    set { self[L06Diary.self] = newValue }
  }
}

struct L06Offline: Error {}

/// The habits of today. A tap marks one as done, can be undone for three seconds, and is then saved.
struct L06Today: Reducer {
  struct State: Equatable {
    var habits: [L06Habit] = []
    var isLoading = false
    var hasLoadFailed = false
    var undoID: String?
    var savingIDs: Set<String> = []
    var hasSaveFailed = false
  }

  enum Input: Equatable {
    case appeared
    case retryTapped
    case habitTapped(String)
    case undoTapped
    case errorDismissed
    case screenLeft
  }

  enum Feedback: Equatable {
    case loaded([L06Habit])
    case loadFailed
    case undoExpired
    case saved(String)
    case saveFailed(String)
  }

  private enum CancelID { case load, undo }

  @Dependency(\.l06Diary) private var diary
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.habits.isEmpty, !state.isLoading else { return .none }
      return load(&state)

    case .input(.retryTapped):
      guard state.hasLoadFailed else { return .none }
      return load(&state)

    case .input(.habitTapped(let id)):
      guard let index = state.habits.firstIndex(where: { $0.id == id }) else { return .none }
      guard !state.habits[index].isDone else { return .none }
      state.habits[index].isDone = true
      state.hasSaveFailed = false
      let older = save(&state)
      state.undoID = id
      let timer = Effect<Feedback, Never>.run("undo") { send in
        try await clock.sleep(for: .seconds(3))
        await send(.undoExpired)
      }
      .cancellable(id: CancelID.undo, cancelInFlight: true)
      return .merge(older, timer)

    case .input(.undoTapped):
      guard let id = state.undoID else { return .none }
      setDone(false, id: id, in: &state)
      state.undoID = nil
      return .cancel(id: CancelID.undo)

    case .input(.errorDismissed):
      state.hasSaveFailed = false
      return .none

    case .input(.screenLeft):
      guard state.undoID != nil else { return .none }
      return .merge(.cancel(id: CancelID.undo), save(&state))

    case .feedback(.loaded(let habits)):
      state.isLoading = false
      state.habits = habits
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasLoadFailed = true
      return .none

    case .feedback(.undoExpired):
      return save(&state)

    case .feedback(.saved(let id)):
      state.savingIDs.remove(id)
      return .none

    case .feedback(.saveFailed(let id)):
      state.savingIDs.remove(id)
      setDone(false, id: id, in: &state)
      state.hasSaveFailed = true
      return .none
    }
  }

  private func setDone(_ isDone: Bool, id: String, in state: inout State) {
    guard let index = state.habits.firstIndex(where: { $0.id == id }) else { return }
    state.habits[index].isDone = isDone
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasLoadFailed = false
    return .run("load") { send in
      await send(.loaded(try await diary.habits()))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  /// Saves the habit that could be undone until now, if there is one.
  private func save(_ state: inout State) -> Effect<Feedback, Never> {
    guard let id = state.undoID else { return .none }
    state.undoID = nil
    state.savingIDs.insert(id)
    return .run("save", of: id) { send in
      try await diary.save(id)
      await send(.saved(id))
    } catch: { _, send in
      await send(.saveFailed(id))
    }
  }
}

struct L06Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .appeared, .retryTapped, .habitTapped("read"), .habitTapped("run"), .undoTapped, .errorDismissed, .screenLeft,
      ]
    ) { () -> TestStore<L06Today> in
      let store = TestStore(initialState: L06Today.State()) { L06Today() }
      store.gate("habits", at: \.l06Diary.habits) {
        [.success([L06Habit(id: "read"), L06Habit(id: "run")]), .failure(L06Offline())]
      }
      store.gate("save", at: \.l06Diary.save) { _ in [.success(()), .failure(L06Offline())] }
      return store
    }
  }
}
