import StoreCore
import StoreDependencies

/// A feature of an app's size: six messages, two endpoints that can fail, and a timer.
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
    case opened
    case textChanged(String)
    case closed
  }

  enum Feedback {
    /// The text; nil after a failure.
    case loaded(String?)

    /// The text that was saved; nil after a failure.
    case saved(String?)

    case ticked
  }

  private enum CancelID { case load, save, timer }

  @Dependency(\.documentClient) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.opened):
      guard !state.isLoading, state.savedText == nil else { return .none }
      state.isLoading = true
      state.hasFailed = false
      return .run("load") { send in
        await send(.loaded(try? await client.load()))
      }
      .cancellable(id: CancelID.load)
    case .input(.textChanged(let text)):
      state.text = text
      state.remaining = 3
      return .run("timer") { send in
        for _ in 0..<3 {
          try await clock.sleep(for: .seconds(1))
          await send(.ticked)
        }
      }
      .cancellable(id: CancelID.timer, cancelInFlight: true)
    case .input(.closed):
      state = State()
      return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.save), .cancel(id: CancelID.timer))
    case .feedback(.loaded(let text)):
      state.isLoading = false
      state.hasFailed = text == nil
      state.savedText = text
      if state.remaining == nil { state.text = text ?? "" }
      return .none
    case .feedback(.saved(let text)):
      state.isSaving = false
      state.hasFailed = text == nil
      if let text { state.savedText = text }
      return .none
    case .feedback(.ticked):
      guard let remaining = state.remaining else { return .none }
      guard remaining == 1 else {
        state.remaining = remaining - 1
        return .none
      }
      state.remaining = nil
      state.isSaving = true
      return .run("save", of: state.text) { [text = state.text] send in
        do {
          try await client.save(text)
          await send(.saved(text))
        } catch {
          await send(.saved(nil))
        }
      }
      .cancellable(id: CancelID.save, cancelInFlight: true)
    }
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
