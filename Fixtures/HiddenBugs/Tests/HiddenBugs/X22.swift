import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// An article, and the sheet in which a reader writes a letter to the editor about it.
struct X22Article: Reducer {
  enum Question: Equatable {
    case close
    case open(String)
  }

  struct State: Equatable {
    var topic: String?
    var body: String?
    var isLoading = false
    var hasFailed = false
    var letter: X22Letter.State?
    /// What the reader wants to do, and is asked about, as the letter would be lost.
    var question: Question?
  }

  enum Input: Equatable, Sendable {
    case linkOpened(String)
    case reloadTapped
    case writeTapped
    case letter(X22Letter.Input)
    case closeTapped
    case discardTapped
    case keepTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(String)
    case failed
    case letter(ChildFeedback<X22Letter>)
  }

  private enum CancelID { case load }

  @Dependency(\.x22Client) private var client

  private let letter = Scope<X22Article, X22Letter>(ifLet: \.letter, feedback: Feedback.letter) { X22Letter() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.linkOpened(let topic)):
      guard topic != state.topic else { return .none }
      if let letter = state.letter, letter.hasChanges {
        state.question = .open(topic)
        return .none
      }
      return open(topic, into: &state)

    case .input(.reloadTapped):
      guard let topic = state.topic, state.hasFailed else { return .none }
      return load(topic, into: &state)

    case .input(.writeTapped):
      guard state.body != nil, state.letter == nil else { return .none }
      state.letter = X22Letter.State()
      return .none

    case .input(.letter(let input)):
      return letter.reduce(.input(input), into: &state)

    case .input(.closeTapped):
      guard let letter = state.letter, !letter.isSaving else { return .none }
      if letter.hasChanges {
        state.question = .close
      } else {
        state.letter = nil
      }
      return .none

    case .input(.discardTapped):
      switch state.question {
      case .close:
        state.question = nil
        state.letter = nil
        return .none
      case .open(let topic):
        return open(topic, into: &state)
      case nil:
        return .none
      }

    case .input(.keepTapped):
      state.question = nil
      return .none

    case .feedback(.loaded(let body)):
      state.isLoading = false
      state.body = body
      return .none

    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.letter(.feedback(let feedback))):
      return letter.reduce(.feedback(feedback), into: &state)
    }
  }

  private func open(_ topic: String, into state: inout State) -> Effect<Feedback, Never> {
    state = State(topic: topic)
    return load(topic, into: &state)
  }

  private func load(_ topic: String, into state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("article", of: topic) { send in
      await send(.loaded(try await client.article(topic)))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

/// A letter, which is kept on the server until it is sent.
struct X22Letter: Reducer {
  struct State: Equatable {
    var text = ""
    var savedText = ""
    var isSaving = false
    var hasFailed = false

    var hasChanges: Bool { text != savedText }
  }

  enum Input: Equatable, Sendable { case typed(String), saveTapped }
  enum Feedback: Equatable, Sendable { case saved, failed(previous: String) }

  @Dependency(\.x22Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.typed(let text)):
      state.text = text
      state.hasFailed = false
      return .none

    case .input(.saveTapped):
      guard state.hasChanges, !state.isSaving else { return .none }
      let text = state.text
      let previous = state.savedText
      state.isSaving = true
      state.hasFailed = false
      state.savedText = text
      return .run("save", of: text) { send in
        try await client.save(text)
        await send(.saved)
      } catch: { _, send in
        await send(.failed(previous: previous))
      }

    case .feedback(.saved):
      state.isSaving = false
      return .none

    case .feedback(.failed(let previous)):
      state.isSaving = false
      state.hasFailed = true
      state.savedText = previous
      return .none
    }
  }
}

struct X22Client: TestDependencyKey, Sendable {
  var article: @Sendable (_ topic: String) async throws -> String
  var save: @Sendable (_ letter: String) async throws -> Void

  static let testValue = X22Client(
    article: unimplemented("X22Client.article"),
    save: unimplemented("X22Client.save")
  )
}

extension DependencyValues {
  var x22Client: X22Client {
    get { self[X22Client.self] }
    set { self[X22Client.self] = newValue }
  }
}

struct X22Offline: Error {}

struct X22Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: X22Article.State) -> [X22Article.Input] in
        if state.question != nil { return [.discardTapped, .keepTapped] }
        var inputs: [X22Article.Input] = [.linkOpened("Harbour"), .linkOpened("Trams")]
        if let letter = state.letter {
          inputs += [.letter(.typed("Dear editor")), .letter(.typed("Dear Sir"))]
          if letter.hasChanges, !letter.isSaving { inputs.append(.letter(.saveTapped)) }
          if !letter.isSaving { inputs.append(.closeTapped) }
          return inputs
        }
        if state.hasFailed { inputs.append(.reloadTapped) }
        if state.body != nil { inputs.append(.writeTapped) }
        return inputs
      }
    ) { () -> TestStore<X22Article> in
      let store = TestStore(initialState: X22Article.State()) { X22Article() }
      store.gate("article", at: \.x22Client.article) { topic in
        [.success("All about \(topic)"), .failure(X22Offline())]
      }
      store.gate("save", at: \.x22Client.save) { _ in [.success(()), .failure(X22Offline())] }
      return store
    }
  }
}
