import StoreCore
import StoreDependencies

/// A note that saves itself when the user stops typing.
struct Notes: Reducer {
  struct State: Equatable {
    var text = ""
    var isSaved = true
    var problem: String?
  }

  enum Input: Equatable {
    case appeared
    case textChanged(String)
  }

  enum Feedback: Equatable {
    case loaded(String)
    case saved
    case failed(String)
  }

  enum Output: Equatable {
    case saved(characters: Int)
  }

  private enum CancelID { case save }

  @Dependency(\.noteFile) private var file

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.appeared):
      return .run("load") { send in
        await send(.loaded(try await file.read()))
      } catch: { error, send in
        await send(.failed("\(error)"))
      }

    case .input(.textChanged(let text)):
      state.text = text
      state.isSaved = false
      return .run("save", of: text) { send in
        try await file.write(text)
        await send(.saved)
      } catch: { error, send in
        await send(.failed("\(error)"))
      }
      .debounce(id: CancelID.save, for: .milliseconds(50))

    case .feedback(.loaded(let text)):
      state.text = text
      return .none

    case .feedback(.saved):
      state.isSaved = true
      state.problem = nil
      return .output(.saved(characters: state.text.count))

    case .feedback(.failed(let problem)):
      state.problem = problem
      return .none
    }
  }
}
