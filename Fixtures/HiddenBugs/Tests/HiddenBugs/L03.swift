import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct L03Expense: Hashable, Sendable {
  let id: String
  let amount: Int
}

struct L03Ledger: TestDependencyKey, Sendable {
  var save: @Sendable (_ expense: L03Expense) async throws -> Void

  static let testValue = L03Ledger(save: unimplemented("L03Ledger.save"))
}

extension DependencyValues {
  var l03Ledger: L03Ledger {
    get { self[L03Ledger.self] }
    set { self[L03Ledger.self] = newValue }
  }
}

struct L03Offline: Error {}

/// The sheet in which one expense is changed.
struct L03Editor: Reducer {
  struct State: Equatable, Identifiable {
    let id: String
    var amount: Int
    var isDirty = false
    var isSaving = false
    var hasFailed = false
    var isAskingToDiscard = false
  }

  enum Input: Equatable { case amountChanged(Int), saveTapped, closeTapped, discardTapped, keepTapped }
  enum Feedback: Equatable { case stored, refused }
  enum Output: Equatable { case saved(L03Expense), closed }

  private enum CancelID { case save }

  @Dependency(\.l03Ledger) private var ledger

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.amountChanged(let amount)):
      guard !state.isSaving, amount != state.amount else { return .none }
      state.amount = amount
      state.isDirty = true
      return .none

    case .input(.saveTapped):
      guard state.isDirty, !state.isSaving else { return .none }
      state.isDirty = false
      state.isSaving = true
      state.hasFailed = false
      state.isAskingToDiscard = false
      let expense = L03Expense(id: state.id, amount: state.amount)
      return .run("save", of: expense) { send in
        try await ledger.save(expense)
        await send(.stored)
      } catch: { _, send in
        await send(.refused)
      }
      .cancellable(id: CancelID.save, cancelInFlight: true)

    case .input(.closeTapped):
      guard !state.isSaving else { return .none }
      guard state.isDirty else { return .output(.closed) }
      state.isAskingToDiscard = true
      return .none

    case .input(.discardTapped):
      return state.isAskingToDiscard ? .output(.closed) : .none

    case .input(.keepTapped):
      state.isAskingToDiscard = false
      return .none

    case .feedback(.stored):
      state.isSaving = false
      return .output(.saved(L03Expense(id: state.id, amount: state.amount)))

    case .feedback(.refused):
      state.isSaving = false
      state.isDirty = true
      state.hasFailed = true
      return .none
    }
  }
}

/// The expenses of a group of friends.
struct L03Group: Reducer {
  struct State: Equatable {
    var amounts: [String: Int] = ["rent": 20, "taxi": 20]
    var editor: L03Editor.State?
    /// The expense of a notification, which is shown after the one that is being changed.
    var waitingID: String?
    var toast: String?

    mutating func show(_ id: String) {
      guard let amount = amounts[id] else { return }
      editor = L03Editor.State(id: id, amount: amount)
      waitingID = nil
    }

    mutating func closeEditor() {
      editor = nil
      if let waitingID { show(waitingID) }
    }
  }

  enum Input: Equatable {
    case expenseTapped(String)
    case notificationOpened(String)
    case editor(L03Editor.Input)
  }

  enum Feedback: Equatable {
    case editor(ChildFeedback<L03Editor>)
    case toastExpired
  }

  private enum CancelID { case toast }

  let editor = Scope<L03Group, L03Editor>(ifLet: \.editor, feedback: Feedback.editor) { L03Editor() }

  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.editor(let input)): return editor.reduce(.input(input), into: &state)
    case .feedback(.editor(.feedback(let feedback))): return editor.reduce(.feedback(feedback), into: &state)

    case .input(.expenseTapped(let id)):
      guard state.editor == nil else { return .none }
      state.show(id)
      return .none

    case .input(.notificationOpened(let id)):
      guard state.amounts[id] != nil else { return .none }
      guard let current = state.editor else {
        state.show(id)
        return .none
      }
      if current.id == id {
        state.waitingID = nil
      } else if current.isDirty {
        state.waitingID = id
      } else {
        state.show(id)
      }
      return .none

    case .feedback(.editor(.output(.saved(let expense)))):
      state.amounts[expense.id] = expense.amount
      state.closeEditor()
      state.toast = "Saved"
      return .run("toast") { send in
        try await clock.sleep(for: .seconds(2))
        await send(.toastExpired)
      }
      .cancellable(id: CancelID.toast, cancelInFlight: true)

    case .feedback(.editor(.output(.closed))):
      state.closeEditor()
      return .none

    case .feedback(.toastExpired):
      state.toast = nil
      return .none
    }
  }
}

struct L03Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: L03Group.State) -> [L03Group.Input] in
        guard let editor = state.editor else { return [.expenseTapped("rent"), .notificationOpened("taxi")] }
        return [
          .notificationOpened("taxi"),
          .editor(.amountChanged(editor.amount == 20 ? 40 : 20)),
          .editor(.saveTapped),
          .editor(.closeTapped),
          .editor(.discardTapped),
          .editor(.keepTapped),
        ]
      }
    ) { () -> TestStore<L03Group> in
      let store = TestStore(initialState: L03Group.State()) { L03Group() }
      store.gate("save", at: \.l03Ledger.save) { _ in [.success(()), .failure(L03Offline())] }
      return store
    }
  }
}
