import StoreCore
import StoreDependencies

/// A note that is loaded once, and saves itself when the user stops typing.
///
/// What the user types wins over a text that is still loading. After a failure, the next appearance loads again.
struct Notes: Reducer {
  struct State: Equatable {
    var text = ""
    var isSaved = true
    var problem: String?

    /// Whether the text is yet to be loaded, as neither the file nor the user has given one.
    var needsLoad = true
  }

  enum Input: Equatable {
    case appeared
    case textChanged(String)
  }

  enum Feedback: Equatable {
    case loaded(String)
    case loadFailed(String)
    case saved
    case saveFailed(String)
  }

  enum Output: Equatable {
    case saved(characters: Int)
  }

  private enum CancelID { case load, save }

  @Dependency(\.noteFile) private var file

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.appeared):
      guard state.needsLoad else { return .none }
      state.needsLoad = false
      return .run("load") { send in
        await send(.loaded(try await file.read()))
      } catch: { error, send in
        await send(.loadFailed("\(error)"))
      }
      .cancellable(id: CancelID.load)

    case .input(.textChanged(let text)):
      state.text = text
      state.isSaved = false
      state.needsLoad = false
      return .merge(.cancel(id: CancelID.load), save(text))

    case .feedback(.loaded(let text)):
      state.text = text
      state.problem = nil
      return .none

    case .feedback(.loadFailed(let problem)):
      state.problem = problem
      state.needsLoad = true
      return .none

    case .feedback(.saved):
      state.isSaved = true
      state.problem = nil
      return .output(.saved(characters: state.text.count))

    case .feedback(.saveFailed(let problem)):
      state.problem = problem
      return .none
    }
  }

  /// Saves a text when the user has not typed for a while.
  private func save(_ text: String) -> Effect<Feedback, Output> {
    .run("save", of: text) { send in
      try await file.write(text)
      await send(.saved)
    } catch: { error, send in
      await send(.saveFailed("\(error)"))
    }
    .debounce(id: CancelID.save, for: .milliseconds(50))
  }
}
