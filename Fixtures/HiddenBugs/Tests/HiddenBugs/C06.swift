import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct C06Bank: TestDependencyKey, Sendable {
  var budget: @Sendable () async throws -> Int
  var save: @Sendable (_ amount: Int) async throws -> Void

  static let testValue = C06Bank(
    budget: unimplemented("C06Bank.budget"),
    save: unimplemented("C06Bank.save")
  )
}

extension DependencyValues {
  var c06Bank: C06Bank {
    get { self[C06Bank.self] }
    set { self[C06Bank.self] = newValue }
  }
}

/// The sheet in which the user plans the budget of a month.
struct C06Budget: Reducer {
  struct State: Equatable {
    var isOpen = false
    var isLoading = false
    var hasLoadFailed = false
    var amount: Int?
    var savedAmount: Int?
    var isSaving = false
    var hasSaveFailed = false
    var showsSaved = false
    var closesAfterSave = false
    var asksToDiscard = false

    var isDirty: Bool { amount != savedAmount }
  }

  enum Input: Equatable {
    case opened
    case retryTapped
    case amountChanged(Int)
    case saveTapped
    case closeTapped
    case discardTapped
    case keepTapped
  }

  enum Feedback: Equatable {
    case loaded(Int)
    case loadFailed
    case saved(Int)
    case saveFailed
    case toastExpired
  }

  @Dependency(\.c06Bank) private var bank
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.opened):
      guard !state.isOpen else { return .none }
      state.isOpen = true
      return load(&state)

    case .input(.retryTapped):
      guard state.hasLoadFailed else { return .none }
      return load(&state)

    case .input(.amountChanged(let amount)):
      guard state.amount != nil, !state.asksToDiscard else { return .none }
      state.amount = amount
      state.hasSaveFailed = false
      state.showsSaved = false
      state.closesAfterSave = false
      return .cancel(id: "toast")

    case .input(.saveTapped):
      guard let amount = state.amount, state.isDirty, !state.isSaving, !state.asksToDiscard else { return .none }
      state.isSaving = true
      state.hasSaveFailed = false
      return .run("save", of: amount) { send in
        try await bank.save(amount)
        await send(.saved(amount))
      } catch: { _, send in
        await send(.saveFailed)
      }

    case .input(.closeTapped):
      guard state.isOpen, !state.asksToDiscard else { return .none }
      if state.isSaving {
        state.closesAfterSave = true
        return .none
      }
      if state.isDirty {
        state.asksToDiscard = true
        return .none
      }
      return close(&state)

    case .input(.discardTapped):
      guard state.asksToDiscard else { return .none }
      return close(&state)

    case .input(.keepTapped):
      state.asksToDiscard = false
      return .none

    case .feedback(.loaded(let amount)):
      state.isLoading = false
      state.amount = amount
      state.savedAmount = amount
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasLoadFailed = true
      return .none

    case .feedback(.saved(let amount)):
      state.isSaving = false
      state.savedAmount = amount
      if state.isDirty {
        // The user has typed during the save.
        state.asksToDiscard = state.closesAfterSave
        state.closesAfterSave = false
        return .none
      }
      if state.closesAfterSave { return close(&state) }
      state.showsSaved = true
      return .run("toast") { send in
        try await clock.sleep(for: .seconds(2))
        await send(.toastExpired)
      }
      .cancellable(id: "toast", cancelInFlight: true)

    case .feedback(.saveFailed):
      state.isSaving = false
      if !state.isDirty && state.closesAfterSave { return close(&state) }
      state.hasSaveFailed = state.isDirty
      state.closesAfterSave = false
      return .none

    case .feedback(.toastExpired):
      state.showsSaved = false
      return .none
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasLoadFailed = false
    return .run("load") { send in
      await send(.loaded(try await bank.budget()))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: "load", cancelInFlight: true)
  }

  private func close(_ state: inout State) -> Effect<Feedback, Never> {
    state = State()
    return .merge(.cancel(id: "load"), .cancel(id: "toast"))
  }
}

struct C06Offline: Error {}

struct C06Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: C06Budget.State) -> [C06Budget.Input] in
        if state.asksToDiscard { return [.discardTapped, .keepTapped] }
        if !state.isOpen { return [.opened] }
        return [.retryTapped, .amountChanged(200), .amountChanged(300), .saveTapped, .closeTapped]
      }
    ) { () -> TestStore<C06Budget> in
      let store = TestStore(initialState: C06Budget.State()) { C06Budget() }
      store.gate("budget", at: \.c06Bank.budget) { [.success(100), .failure(C06Offline())] }
      store.gate("save", at: \.c06Bank.save) { _ in [.success(()), .failure(C06Offline())] }
      return store
    }
  }
}
