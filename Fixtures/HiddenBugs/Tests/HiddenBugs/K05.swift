import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct K05Offline: Error {}

struct K05Memos: DependencyKey, Sendable {
  /// Loads the title of a memo.
  var title: @Sendable (_ memo: Int) async throws -> String
  /// Saves the title of a memo.
  var save: @Sendable (_ memo: Int, _ title: String) async throws -> Void

  static let liveValue = K05Memos(title: { "Memo \($0)" }, save: { _, _ in })
  static let testValue = K05Memos(title: unimplemented("K05Memos.title"), save: unimplemented("K05Memos.save"))
}

extension DependencyValues {
  var k05Memos: K05Memos {
    get { self[K05Memos.self] }
    set { self[K05Memos.self] = newValue }
  }
}

/// Opens a voice memo from the list or from a notification, and edits its title.
struct K05VoiceMemos: Reducer {
  struct State: Equatable {
    var openMemo: Int?
    var title = ""
    var savedTitle = ""
    var isLoading = false
    var loadFailed = false
    var isSaving = false
    var saveFailed = false
    /// The dialog "Discard your changes?".
    var asksToDiscard = false
    /// The memo of a notification.
    var nextMemo: Int?
    var showsSaved = false

    var hasChanges: Bool { title != savedTitle }
  }

  enum Input: Equatable, Sendable {
    case memoTapped(Int)
    case titleChanged(String)
    case saveTapped
    case closeTapped
    case notificationTapped(Int)
    case discardTapped
    case keepEditingTapped
  }

  enum Feedback: Equatable, Sendable {
    case titleLoaded(String)
    case loadFailed
    case saved(String)
    case saveFailed
    case savedTimedOut
  }

  private enum CancelID { case load, save, savedTimer }

  @Dependency(\.k05Memos) private var memos
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.memoTapped(let memo)):
      guard state.openMemo == nil else { return .none }
      return show(memo, &state)

    case .input(.titleChanged(let title)):
      guard state.openMemo != nil, !state.isLoading, !state.loadFailed else { return .none }
      guard !state.isSaving, !state.asksToDiscard else { return .none }
      state.title = title
      state.saveFailed = false
      return .none

    case .input(.saveTapped):
      guard let memo = state.openMemo, state.hasChanges else { return .none }
      guard !state.isSaving, !state.asksToDiscard else { return .none }
      let title = state.title
      state.isSaving = true
      state.saveFailed = false
      return .run("save", of: memo) { send in
        try await memos.save(memo, title)
        await send(.saved(title))
      } catch: { _, send in
        await send(.saveFailed)
      }
      .cancellable(id: CancelID.save)

    case .input(.closeTapped):
      guard state.openMemo != nil, !state.isSaving, !state.asksToDiscard else { return .none }
      if state.hasChanges {
        state.asksToDiscard = true
        return .none
      }
      return dismiss(&state)

    case .input(.notificationTapped(let memo)):
      if memo == state.openMemo, !state.loadFailed {
        state.nextMemo = nil
        state.asksToDiscard = false
        return .none
      }
      if state.isSaving {
        state.nextMemo = memo
        return .none
      }
      if state.hasChanges {
        state.nextMemo = memo
        state.asksToDiscard = true
        return .none
      }
      return show(memo, &state)

    case .input(.discardTapped):
      guard state.asksToDiscard else { return .none }
      if let memo = state.nextMemo { return show(memo, &state) }
      return dismiss(&state)

    case .input(.keepEditingTapped):
      guard state.asksToDiscard else { return .none }
      state.asksToDiscard = false
      state.nextMemo = nil
      return .none

    case .feedback(.titleLoaded(let title)):
      state.isLoading = false
      state.title = title
      state.savedTitle = title
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.loadFailed = true
      return .none

    case .feedback(.saved(let title)):
      state.savedTitle = title
      state.showsSaved = true
      return .merge(savedTimer(), finishSaving(&state))

    case .feedback(.saveFailed):
      state.saveFailed = true
      return finishSaving(&state)

    case .feedback(.savedTimedOut):
      state.showsSaved = false
      return .none
    }
  }

  private func finishSaving(_ state: inout State) -> Effect<Feedback, Never> {
    state.isSaving = false
    guard let memo = state.nextMemo else { return .none }
    return show(memo, &state)
  }

  private func show(_ memo: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state = State(openMemo: memo, isLoading: true, showsSaved: state.showsSaved)
    return .run("title", of: memo) { send in
      await send(.titleLoaded(try await memos.title(memo)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func dismiss(_ state: inout State) -> Effect<Feedback, Never> {
    state = State(showsSaved: state.showsSaved)
    return .cancel(id: CancelID.load)
  }

  private func savedTimer() -> Effect<Feedback, Never> {
    .run("savedTimer") { send in
      try await clock.sleep(for: .seconds(2))
      await send(.savedTimedOut)
    }
    .cancellable(id: CancelID.savedTimer, cancelInFlight: true)
  }
}

struct K05Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .memoTapped(1), .titleChanged("Ideas"), .saveTapped, .closeTapped, .notificationTapped(2), .discardTapped,
        .keepEditingTapped,
      ]
    ) { () -> TestStore<K05VoiceMemos> in
      let store = TestStore(initialState: K05VoiceMemos.State()) { K05VoiceMemos() }
      store.gate("title", at: \.k05Memos.title) { memo in [.success("Memo \(memo)"), .failure(K05Offline())] }
      store.gate("save", at: \.k05Memos.save) { _ in [.success(()), .failure(K05Offline())] }
      return store
    }
  }
}
