import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct T07Expense: Hashable {
  var purpose = ""
  var euros = 0

  /// Whether the office would accept it.
  var isComplete: Bool { !purpose.isEmpty && euros > 0 }
}

/// What the form shows, and what the server has.
struct T07Draft: Equatable {
  var current = T07Expense()
  var saved = T07Expense()

  var isDirty: Bool { current != saved }
}

/// An expense report: it is edited, saved, and at last submitted. It can be edited while it is saved, and be closed
/// then: it closes as soon as it is saved, and asks about what was typed since.
struct T07ExpenseReport: Reducer {
  enum Problem: Equatable { case notSaved, notSubmitted }

  enum State: Equatable {
    case editing(T07Draft, problem: Problem?)
    case saving(T07Draft, sent: T07Expense, closes: Bool)
    case asking(T07Draft)
    case submitting(T07Expense)
    case submitted(T07Expense)
    case closed(T07Expense)
  }

  enum Input: Equatable {
    case edited(T07Expense)
    case saveTapped
    case submitTapped
    case closeTapped
    case discardTapped
    case keepTapped
    case openTapped
  }

  enum Feedback: Equatable {
    case saved
    case saveFailed
    case submitted
    case submitFailed
  }

  private enum CancelID { case save, submit }

  @Dependency(\.t07Office) private var office

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    // The form.
    case (.input(.edited(let expense)), .editing(var draft, problem: _)):
      draft.current = expense
      state = .editing(draft, problem: nil)
      return .none

    case (.input(.edited(let expense)), .saving(var draft, sent: let sent, closes: _)):
      draft.current = expense
      state = .saving(draft, sent: sent, closes: false)
      return .none

    // Saving.
    case (.input(.saveTapped), .editing(let draft, problem: _)) where draft.isDirty:
      state = .saving(draft, sent: draft.current, closes: false)
      return save(draft.current)

    case (.feedback(.saved), .saving(var draft, sent: let sent, closes: let closes)):
      draft.saved = sent
      if !closes {
        state = .editing(draft, problem: nil)
      } else {
        state = draft.isDirty ? .asking(draft) : .closed(sent)
      }
      return .none

    case (.feedback(.saveFailed), .saving(let draft, sent: _, closes: _)):
      state = .editing(draft, problem: draft.isDirty ? .notSaved : nil)
      return .none

    // Submitting.
    case (.input(.submitTapped), .editing(let draft, problem: _)) where !draft.isDirty && draft.saved.isComplete:
      state = .submitting(draft.saved)
      return submit(draft.saved)

    case (.feedback(.submitted), .submitting(let expense)):
      state = .submitted(expense)
      return .none

    case (.feedback(.submitFailed), .submitting(let expense)):
      state = .editing(T07Draft(current: expense, saved: expense), problem: .notSubmitted)
      return .none

    // Leaving, and coming back.
    case (.input(.closeTapped), .editing(let draft, problem: _)):
      state = draft.isDirty ? .asking(draft) : .closed(draft.saved)
      return .none

    case (.input(.closeTapped), .saving(let draft, sent: let sent, closes: _)):
      state = .saving(draft, sent: sent, closes: true)
      return .none

    case (.input(.discardTapped), .asking(let draft)):
      state = .closed(draft.saved)
      return .none

    case (.input(.keepTapped), .asking(let draft)):
      state = .editing(draft, problem: nil)
      return .none

    case (.input(.openTapped), .closed(let expense)):
      state = .editing(T07Draft(current: expense, saved: expense), problem: nil)
      return .none

    case (.input(.openTapped), .submitted):
      state = .editing(T07Draft(), problem: nil)
      return .none

    default:
      return .none
    }
  }

  private func save(_ expense: T07Expense) -> Effect<Feedback, Never> {
    .run("save", of: expense) { send in
      try await office.save(expense)
      await send(.saved)
    } catch: { _, send in
      await send(.saveFailed)
    }
    .cancellable(id: CancelID.save, cancelInFlight: true)
  }

  private func submit(_ expense: T07Expense) -> Effect<Feedback, Never> {
    .run("submit", of: expense) { send in
      try await office.submit(expense)
      await send(.submitted)
    } catch: { _, send in
      await send(.submitFailed)
    }
    .cancellable(id: CancelID.submit, cancelInFlight: true)
  }
}

struct T07Office: TestDependencyKey {
  var save: @Sendable (_ expense: T07Expense) async throws -> Void
  var submit: @Sendable (_ expense: T07Expense) async throws -> Void

  static let testValue = T07Office(
    save: unimplemented("T07Office.save"),
    submit: unimplemented("T07Office.submit")
  )
}

extension DependencyValues {
  var t07Office: T07Office {
    get { self[T07Office.self] }
    set { self[T07Office.self] = newValue }
  }
}

struct T07Offline: Error {}

struct T07Bugs {
  @Test func bugs() async throws {
    let taxi = T07Expense(purpose: "taxi", euros: 12)
    let hotel = T07Expense(purpose: "hotel", euros: 90)
    try await findBugs(
      inputs: { (state: T07ExpenseReport.State) -> [T07ExpenseReport.Input] in
        switch state {
        case .editing: return [.edited(taxi), .edited(hotel), .saveTapped, .submitTapped, .closeTapped]
        case .saving: return [.edited(taxi), .edited(hotel), .saveTapped, .closeTapped]
        case .asking: return [.discardTapped, .keepTapped]
        case .submitting: return [.submitTapped]
        case .submitted, .closed: return [.openTapped]
        }
      }
    ) { () -> TestStore<T07ExpenseReport> in
      let store = TestStore(initialState: T07ExpenseReport.State.editing(T07Draft(), problem: nil)) {
        T07ExpenseReport()
      }
      store.gate("save", at: \.t07Office.save) { _ in [.success(()), .failure(T07Offline())] }
      store.gate("submit", at: \.t07Office.submit) { _ in [.success(()), .failure(T07Offline())] }
      return store
    }
  }
}
