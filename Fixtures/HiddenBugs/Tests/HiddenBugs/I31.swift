import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The page on which a producer changes the title of an episode. Links from the newsroom lead to other episodes.
struct I31Editor: Reducer {
  enum Problem: Equatable { case notLoaded, notSaved }
  enum Choice: Equatable { case save, discard }

  struct State: Equatable {
    var episode = 1
    /// The title that the server has; nil until it is loaded.
    var stored: String?
    /// The title in the text field.
    var title = ""
    /// The title that is being saved.
    var saving: String?
    var isLoading = false
    var problem: Problem?
    /// The episode to which the producer wants to go on.
    var link: Int?
    var question: AlertState<Choice>?

    var hasChanges: Bool { stored != nil && title != stored }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case retryTapped
    case titleChanged(String)
    case revertTapped
    case saveTapped
    case linkOpened(Int)
    case question(AlertState<Choice>.Answer)
  }

  enum Feedback: Equatable, Sendable {
    case loaded(String)
    case loadFailed
    case saved
    case saveFailed
  }

  private enum CancelID { case load }

  static let question = AlertState(
    "Save the new title?",
    buttons: [
      .init("Save", action: Choice.save),
      .init("Discard", role: .destructive, action: .discard),
      .init("Stay here", role: .cancel),
    ]
  )

  @Dependency(\.i31Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.stored == nil, !state.isLoading, state.problem == nil else { return .none }
      return load(&state)

    case .input(.retryTapped):
      guard state.problem == .notLoaded else { return .none }
      return load(&state)

    case .input(.titleChanged(let title)):
      guard state.stored != nil else { return .none }
      state.title = title
      state.problem = nil
      return .none

    case .input(.revertTapped):
      guard let stored = state.stored, state.saving == nil else { return .none }
      state.title = stored
      state.problem = nil
      return .none

    case .input(.saveTapped):
      guard state.hasChanges, state.saving == nil else { return .none }
      return save(&state)

    case .input(.linkOpened(let episode)):
      guard episode != state.episode else {
        state.link = nil
        state.question = nil
        return .none
      }
      state.link = episode
      // A save that runs goes on with the link when it has ended.
      return state.saving == nil ? followLink(&state) : .none

    case .input(.question(let answer)):
      guard state.question != nil else { return .none }
      switch state.question.close(by: answer) {
      case .save?:
        return state.hasChanges ? save(&state) : followLink(&state)
      case .discard?:
        guard let link = state.link else { return .none }
        return show(link, &state)
      case nil:
        state.link = nil
        return .none
      }

    case .feedback(.loaded(let title)):
      state.isLoading = false
      state.stored = title
      state.title = title
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.problem = .notLoaded
      return .none

    case .feedback(.saved):
      state.stored = state.saving
      state.saving = nil
      return followLink(&state)

    case .feedback(.saveFailed):
      state.saving = nil
      state.problem = state.hasChanges ? .notSaved : nil
      return followLink(&state)
    }
  }

  /// Goes to the episode of the link, or asks first if something would be lost.
  private func followLink(_ state: inout State) -> Effect<Feedback, Never> {
    guard let link = state.link else { return .none }
    guard !state.hasChanges else {
      state.question = Self.question
      return .none
    }
    return show(link, &state)
  }

  private func show(_ episode: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state = State(episode: episode)
    return load(&state)
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.problem = nil
    return .run("title", of: state.episode) { [episode = state.episode] send in
      await send(.loaded(try await client.title(episode)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func save(_ state: inout State) -> Effect<Feedback, Never> {
    state.saving = state.title
    state.problem = nil
    return .run("save", of: state.title) { [episode = state.episode, title = state.title] send in
      try await client.save(episode, title)
      await send(.saved)
    } catch: { _, send in
      await send(.saveFailed)
    }
  }
}

struct I31Client: TestDependencyKey, Sendable {
  var title: @Sendable (_ episode: Int) async throws -> String
  var save: @Sendable (_ episode: Int, _ title: String) async throws -> Void

  static let testValue = I31Client(
    title: unimplemented("I31Client.title"),
    save: unimplemented("I31Client.save")
  )
}

extension DependencyValues {
  var i31Client: I31Client {
    get { self[I31Client.self] }
    set { self[I31Client.self] = newValue }
  }
}

struct I31Offline: Error {}

struct I31Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: I31Editor.State) -> [I31Editor.Input] in
        let links: [I31Editor.Input] = [.linkOpened(1), .linkOpened(2)]
        if state.question != nil {
          return links + [.question(.chosen(.save)), .question(.chosen(.discard)), .question(.dismissed)]
        }
        guard state.stored != nil else {
          if state.problem == .notLoaded { return links + [.retryTapped] }
          return state.isLoading ? links : links + [.appeared]
        }
        var inputs = links + [.titleChanged("Pilot"), .titleChanged("Finale")]
        if state.hasChanges, state.saving == nil { inputs += [.saveTapped, .revertTapped] }
        return inputs
      }
    ) { () -> TestStore<I31Editor> in
      let store = TestStore(initialState: I31Editor.State()) { I31Editor() }
      store.gate("title", at: \.i31Client.title) { episode in [.success("Episode \(episode)"), .failure(I31Offline())] }
      store.gate("save", at: \.i31Client.save) { _ in [.success(()), .failure(I31Offline())] }
      return store
    }
  }
}
