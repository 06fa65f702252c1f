import StoreCore
import StoreDependencies

/// A tab with a list of tasks, each a child feature, and a tab with their number.
struct Tasks: Reducer {
  struct State: Equatable {
    var tab = Tab.list
    var rows = IdentifiedArray<TaskRow.State>()
    var done = 0
  }

  enum Tab: Equatable {
    case list
    case statistics
  }

  enum Input: Equatable {
    case tabSelected(Tab)
    case addTapped(String)
    case row(Int, TaskRow.Input)
  }

  enum Feedback: Equatable {
    case row(Int, ChildFeedback<TaskRow>)
  }

  let rows = ScopeEach<Tasks, TaskRow>(\.rows, feedback: Feedback.row) { TaskRow() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.tabSelected(let tab)):
      state.tab = tab
      return .none

    case .input(.addTapped(let title)):
      state.rows.append(TaskRow.State(id: state.rows.count + 1, title: title))
      return .none

    case .input(.row(let id, let input)):
      return rows.reduce(.input(input), id: id, into: &state)

    case .feedback(.row(let id, .feedback(let feedback))):
      return rows.reduce(.feedback(feedback), id: id, into: &state)

    case .feedback(.row(let id, .output(.deleted))):
      state.rows.remove(id: id)
      return .none

    case .feedback(.row(_, .output(.completed))):
      state.done += 1
      return .none
    }
  }
}

/// A task in the list.
struct TaskRow: Reducer {
  struct State: Equatable, Identifiable {
    let id: Int
    var title: String
    var isDone = false
    var isSaving = false
  }

  enum Input: Equatable {
    case doneTapped
    case deleteTapped
  }

  enum Feedback: Equatable {
    case saved
  }

  enum Output: Equatable {
    case completed
    case deleted
  }

  @Dependency(\.taskClient) var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.doneTapped):
      state.isSaving = true
      let id = state.id
      return .run("save", of: id) { send in
        try await client.save(id)
        await send(.saved)
      }

    case .input(.deleteTapped):
      return .output(.deleted)

    case .feedback(.saved):
      state.isSaving = false
      state.isDone = true
      return .output(.completed)
    }
  }
}

struct TaskClient: Sendable {
  var save: @Sendable (_ id: Int) async throws -> Void
}

extension TaskClient: TestDependencyKey {
  static let testValue = TaskClient(save: unimplemented("TaskClient.save"))
}

extension DependencyValues {
  var taskClient: TaskClient {
    get { self[TaskClient.self] }
    set { self[TaskClient.self] = newValue }
  }
}
