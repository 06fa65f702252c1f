import Foundation
import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@testable import CuresApp

/// Tests of a list of children.
@Suite struct TasksTests {
  @Test func completes() async {
    let store = TestStore(initialState: Tasks.State()) {
      Tasks()
    } withDependencies: {
      $0.taskClient.save = { _ in }
    }
    await store.send(.addTapped("Tidy")) { $0.rows.append(TaskRow.State(id: 1, title: "Tidy")) }
    //~ wrong title: await store.send(.addTapped("Read")) { $0.rows.append(TaskRow.State(id: 2, title: "Tidy")) }
    await store.send(.addTapped("Read")) { $0.rows.append(TaskRow.State(id: 2, title: "Read")) }
    //~ wrong child: await store.send(.row(2, .doneTapped)) { $0.rows[id: 1]?.isSaving = true }
    await store.send(.row(2, .doneTapped)) { $0.rows[id: 2]?.isSaving = true }
    //~ wrong id of a child: await store.receive(.row(1, .feedback(.saved))) { $0.rows[id: 2]?.isSaving = false; $0.rows[id: 2]?.isDone = true }
    //~ wrong forgotten change of a child: await store.receive(.row(2, .feedback(.saved)))
    //~ swap the feedback of a child and its output
    await store.receive(.row(2, .feedback(.saved))) {
      $0.rows[id: 2]?.isSaving = false
      $0.rows[id: 2]?.isDone = true
    }
    //~ without the output of a child
    //~ wrong output of a child: await store.receive(.row(2, .output(.deleted))) { $0.rows.remove(id: 2) }
    await store.receive(.row(2, .output(.completed))) { $0.done = 1 }
    await store.finish()
  }

  @Test func deletes() async {
    let store = TestStore(initialState: Tasks.State(rows: [TaskRow.State(id: 1, title: "Tidy")])) { Tasks() }
    //~ wrong tab: await store.send(.tabSelected(.statistics)) { $0.tab = .list }
    //~ wrong tab's input: await store.send(.tabSelected(.list)) { $0.tab = .statistics }
    await store.send(.tabSelected(.statistics)) { $0.tab = .statistics }
    //~ wrong input for an absent child: await store.send(.row(2, .deleteTapped))
    //~ without the deletion
    await store.send(.row(1, .deleteTapped))
    //~ wrong forgotten removal: await store.receive(.row(1, .output(.deleted)))
    await store.receive(.row(1, .output(.deleted))) { $0.rows = [] }
    await store.finish()
  }
}
