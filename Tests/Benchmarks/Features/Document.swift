import StoreCore
import StoreDependencies

/// A feature of an app's size: six inputs, two endpoints that can fail, and a timer.
struct Document: Reducer {
  struct State: Equatable {
    var text = ""
    var savedText: String?
    var isLoading = false
    var isSaving = false
    var hasFailed = false

    /// The seconds until the text is saved; nil if it needs not be.
    var remaining: Int?
  }

  enum Input {
    case reloadTapped
    case textChanged(String)
    case saveTapped
    case discardTapped
    case alertDismissed
    case closed
  }

  enum Feedback {
    case loaded(String)
    case loadFailed
    case saved(String)
    case saveFailed
    case ticked
  }

  private enum CancelID { case load, save, timer }

  @Dependency(\.documentClient) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.reloadTapped):
      guard !state.isLoading, !state.isSaving else { return .none }
      state.isLoading = true
      return .run("load") { send in
        do { await send(.loaded(try await client.load())) } catch { await send(.loadFailed) }
      }
      .cancellable(id: CancelID.load)
    case .input(.textChanged(let text)):
      guard !state.isLoading else { return .none }
      state.text = text
      state.remaining = 3
      return .run("timer") { send in
        for _ in 0..<3 {
          try await clock.sleep(for: .seconds(1))
          await send(.ticked)
        }
      }
      .cancellable(id: CancelID.timer, cancelInFlight: true)
    case .input(.saveTapped):
      state.remaining = nil
      return .merge(.cancel(id: CancelID.timer), save(&state))
    case .input(.discardTapped):
      state.text = state.savedText ?? ""
      state.remaining = nil
      return .cancel(id: CancelID.timer)
    case .input(.alertDismissed):
      state.hasFailed = false
      return .none
    case .input(.closed):
      state = State()
      return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.save), .cancel(id: CancelID.timer))
    case .feedback(.loaded(let text)):
      state.isLoading = false
      state.text = text
      state.savedText = text
      return .none
    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none
    case .feedback(.saved(let text)):
      state.isSaving = false
      state.savedText = text
      return .none
    case .feedback(.saveFailed):
      state.isSaving = false
      state.hasFailed = true
      return .none
    case .feedback(.ticked):
      guard let remaining = state.remaining else { return .none }
      guard remaining <= 1 else {
        state.remaining = remaining - 1
        return .none
      }
      state.remaining = nil
      return save(&state)
    }
  }

  private func save(_ state: inout State) -> Effect<Feedback, Never> {
    guard !state.isSaving, !state.isLoading, state.text != state.savedText else { return .none }
    state.isSaving = true
    return .run("save", of: state.text) { [text = state.text] send in
      do {
        try await client.save(text)
        await send(.saved(text))
      } catch {
        await send(.saveFailed)
      }
    }
    .cancellable(id: CancelID.save)
  }
}

/// What a document needs of the outside world.
struct DocumentClient: TestDependencyKey {
  static var testValue: DocumentClient {
    DocumentClient(
      load: unimplemented("documentClient.load", placeholder: ""),
      save: unimplemented("documentClient.save")
    )
  }

  var load: @Sendable () async throws -> String
  var save: @Sendable (String) async throws -> Void
}

extension DependencyValues {
  var documentClient: DocumentClient {
    get { self[DocumentClient.self] }
    set { self[DocumentClient.self] = newValue }
  }
}
