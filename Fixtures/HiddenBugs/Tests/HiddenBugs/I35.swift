import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The form for the title of an episode.
struct I35Form: Reducer {
  struct State: Equatable {
    let episode: Int
    /// The title that the server has.
    var stored: String
    /// The title in the text field.
    var title: String
    /// The title that is on its way to the server.
    var submitted: String?
    var hasFailed = false

    /// Whether the text field has something that was not submitted.
    var hasDraft: Bool { title != (submitted ?? stored) }
  }

  enum Input: Equatable, Sendable {
    case titleChanged(String)
    case saveTapped
  }

  enum Feedback: Equatable, Sendable { case saved, failed }
  enum Output: Equatable, Sendable { case saved(episode: Int, title: String) }

  @Dependency(\.i35Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.titleChanged(let title)):
      state.title = title
      state.hasFailed = false
      return .none

    case .input(.saveTapped):
      guard state.submitted == nil, state.hasDraft else { return .none }
      state.submitted = state.title
      state.hasFailed = false
      return .run("save", of: state.title) { [episode = state.episode, title = state.title] send in
        try await client.save(episode, title)
        await send(.saved)
      } catch: { _, send in
        await send(.failed)
      }

    case .feedback(.saved):
      guard let title = state.submitted else { return .none }
      state.stored = title
      state.submitted = nil
      return .output(.saved(episode: state.episode, title: title))

    case .feedback(.failed):
      state.submitted = nil
      state.hasFailed = state.hasDraft
      return .none
    }
  }
}

enum I35Screen: Equatable {
  case episode(Int)
  case form(I35Form.State)

  var form: I35Form.State? {
    get { if case .form(let form) = self { form } else { nil } }
    set { if let newValue { self = .form(newValue) } }
  }
}

/// The episodes of a podcast studio: a list, an episode, and the form for its title.
struct I35Studio: Reducer {
  enum Destination: Equatable {
    case back
    case episode(Int)
  }

  struct State: Equatable {
    var episodes: IdentifiedArray<I35Episode> = []
    var isLoading = false
    var hasFailed = false
    var path: Stack<I35Screen> = []
    /// The episode of a link that was opened before the list was there.
    var link: Int?
    var question: AlertState<Destination>?

    /// The form, while it is the topmost screen.
    var form: I35Form.State? { path.top?.form }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case reloadTapped
    case episodeTapped(Int)
    case editTapped
    case backTapped
    case form(ScreenID, I35Form.Input)
    case linkOpened(Int)
    case question(AlertState<Destination>.Answer)
  }

  enum Feedback: Equatable, Sendable {
    case loaded([I35Episode])
    case loadFailed
    case form(ScreenID, ChildFeedback<I35Form>)
  }

  let form = ScopeScreens<I35Studio, I35Form>(at: .screens(\.path, \.form), feedback: Feedback.form) { I35Form() }

  @Dependency(\.i35Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.form(let id, let input)): return form.reduce(.input(input), id: id, into: &state)
    case .feedback(.form(let id, .feedback(let feedback))):
      return form.reduce(.feedback(feedback), id: id, into: &state)

    case .feedback(.form(_, .output(.saved(let episode, let title)))):
      state.episodes[id: episode]?.title = title

    case .input(.appeared), .input(.reloadTapped): return load(&state)

    case .input(.episodeTapped(let id)):
      guard state.path.isEmpty else { return .none }
      state.path.push(.episode(id))

    case .input(.editTapped):
      guard case .episode(let id) = state.path.top, let episode = state.episodes[id: id] else { return .none }
      state.path.push(.form(I35Form.State(episode: id, stored: episode.title, title: episode.title)))

    case .input(.backTapped):
      // The form stays until its save has ended.
      guard state.form?.submitted == nil else { return .none }
      leave(for: .back, &state)

    case .input(.linkOpened(let id)):
      guard !state.episodes.isEmpty else {
        state.link = id
        return load(&state)
      }
      guard state.episodes[id: id] != nil else { return .none }
      leave(for: .episode(id), &state)

    case .input(.question(let answer)):
      if let destination = state.question.close(by: answer) { go(to: destination, &state) }

    case .feedback(.loaded(let episodes)):
      state.isLoading = false
      state.episodes = IdentifiedArray(episodes)
      if let link = state.link, state.episodes[id: link] != nil { go(to: .episode(link), &state) }
      state.link = nil

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
    }
    return .none
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    guard state.episodes.isEmpty, !state.isLoading else { return .none }
    state.isLoading = true
    state.hasFailed = false
    return .run("episodes") { send in
      await send(.loaded(try await client.episodes()))
    } catch: { _, send in
      await send(.loadFailed)
    }
  }

  /// Goes to a screen, and asks first if the form has a draft.
  private func leave(for destination: Destination, _ state: inout State) {
    guard state.form?.hasDraft == true else { return go(to: destination, &state) }
    state.question = AlertState(
      "Discard the new title?",
      buttons: [.init("Discard", role: .destructive, action: destination), .init("Keep editing", role: .cancel)]
    )
  }

  private func go(to destination: Destination, _ state: inout State) {
    switch destination {
    case .back: state.path.pop()
    case .episode(let id): state.path = [.episode(id)]
    }
  }
}

struct I35Episode: Equatable, Sendable, Identifiable {
  let id: Int
  var title: String
}

struct I35Client: TestDependencyKey, Sendable {
  var episodes: @Sendable () async throws -> [I35Episode]
  var save: @Sendable (_ episode: Int, _ title: String) async throws -> Void

  static let testValue = I35Client(
    episodes: unimplemented("I35Client.episodes"),
    save: unimplemented("I35Client.save")
  )
}

extension DependencyValues {
  var i35Client: I35Client {
    get { self[I35Client.self] }
    set { self[I35Client.self] = newValue }
  }
}

struct I35Offline: Error {}

struct I35Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: I35Studio.State) -> [I35Studio.Input] in
        let links: [I35Studio.Input] = [.linkOpened(1), .linkOpened(2)]
        if case .chosen(let destination)? = state.question?.buttons.first?.answer {
          return links + [.question(.chosen(destination)), .question(.dismissed)]
        }
        if state.episodes.isEmpty {
          if state.isLoading { return links }
          return state.hasFailed ? links + [.reloadTapped] : links + [.appeared]
        }
        guard let id = state.path.ids.last else { return links + [.episodeTapped(1), .episodeTapped(2)] }
        guard let form = state.form else { return links + [.editTapped, .backTapped] }
        var inputs = links + [.form(id, .titleChanged("Pilot")), .form(id, .titleChanged("Finale"))]
        if form.submitted == nil {
          inputs.append(.backTapped)
          if form.hasDraft { inputs.append(.form(id, .saveTapped)) }
        }
        return inputs
      }
    ) { () -> TestStore<I35Studio> in
      let store = TestStore(initialState: I35Studio.State()) { I35Studio() }
      store.gate("episodes", at: \.i35Client.episodes) {
        [.success([I35Episode(id: 1, title: "Intro"), I35Episode(id: 2, title: "Outro")]), .failure(I35Offline())]
      }
      store.gate("save", at: \.i35Client.save) { _ in [.success(()), .failure(I35Offline())] }
      return store
    }
  }
}
