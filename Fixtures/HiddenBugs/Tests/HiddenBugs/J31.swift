import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The homes of a landlord: a home and its rent, an editor of the rent, and links from mails into the app.
struct J31Manager: Reducer {
  enum Choice: Equatable, Sendable { case discard }

  struct State: Equatable {
    var destination: J31Destination?
    var alert: AlertState<Choice>?

    /// The home of a link that was opened while the editor had something to lose.
    var linkedHome: String?
  }

  enum Input: Equatable, Sendable {
    case homeTapped(String)
    case linkOpened(String)
    case backTapped
    case alert(AlertState<Choice>.Answer)
    case home(J31Home.Input)
    case editor(J31Editor.Input)
  }

  enum Feedback: Equatable, Sendable {
    case home(ChildFeedback<J31Home>)
    case editor(ChildFeedback<J31Editor>)
  }

  let home = Scope<J31Manager, J31Home>(at: .ifLet(\.destination.home), feedback: Feedback.home) { J31Home() }
  let editor = Scope<J31Manager, J31Editor>(at: .ifLet(\.destination.editor), feedback: Feedback.editor) { J31Editor() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.homeTapped(let id)):
      guard state.destination == nil else { return .none }
      return show(id, in: &state)

    case .input(.linkOpened(let id)):
      return follow(id, in: &state)

    case .input(.backTapped):
      guard let editor = state.destination.editor else {
        state.destination = nil
        return .none
      }
      guard !editor.isSaving else { return .none }
      guard !editor.isDirty else {
        ask(in: &state)
        return .none
      }
      return show(editor.home, in: &state)

    case .input(.alert(let answer)):
      let link = state.linkedHome
      state.linkedHome = nil
      guard state.alert.close(by: answer) == .discard, let editor = state.destination.editor else { return .none }
      return show(link ?? editor.home, in: &state)

    case .input(.home(let input)): return home.reduce(.input(input), into: &state)
    case .input(.editor(let input)): return editor.reduce(.input(input), into: &state)
    case .feedback(.home(.feedback(let feedback))): return home.reduce(.feedback(feedback), into: &state)
    case .feedback(.editor(.feedback(let feedback))): return editor.reduce(.feedback(feedback), into: &state)

    case .feedback(.home(.output(.editTapped(let id, let rent)))):
      state.destination = .editor(J31Editor.State(home: id, rent: rent, savedRent: rent))
      return .none

    case .feedback(.editor(.output(.saveEnded))):
      guard let link = state.linkedHome else { return .none }
      state.linkedHome = nil
      return follow(link, in: &state)
    }
  }

  /// Goes where a link leads, as soon as the editor has nothing to lose.
  private func follow(_ id: String, in state: inout State) -> Effect<Feedback, Never> {
    guard let editor = state.destination.editor, editor.isSaving || editor.isDirty else { return show(id, in: &state) }
    state.linkedHome = id
    if !editor.isSaving { ask(in: &state) }
    return .none
  }

  private func show(_ id: String, in state: inout State) -> Effect<Feedback, Never> {
    guard state.destination.home?.id != id else { return .none }
    state.destination = .home(J31Home.State(id: id))
    return home.start(from: state)
  }

  private func ask(in state: inout State) {
    state.alert = AlertState(
      "Discard the new rent?",
      buttons: [.init("Discard", role: .destructive, action: .discard)]
    )
  }
}

enum J31Destination: Equatable {
  case home(J31Home.State)
  case editor(J31Editor.State)
}

extension J31Destination? {
  var home: J31Home.State? {
    get { if case .home(let home) = self { home } else { nil } }
    set { if let newValue { self = J31Destination.home(newValue) } }
  }

  var editor: J31Editor.State? {
    get { if case .editor(let editor) = self { editor } else { nil } }
    set { if let newValue { self = J31Destination.editor(newValue) } }
  }
}

/// A home and its rent.
struct J31Home: Reducer {
  enum Rent: Equatable { case loading, shown(Int), failed }

  struct State: Equatable, Identifiable {
    let id: String
    var rent = Rent.loading
  }

  enum Input: Equatable, Sendable { case retryTapped, editTapped }
  enum Feedback: Equatable, Sendable { case loaded(Int), failed }
  enum Output: Equatable, Sendable { case editTapped(String, Int) }

  @Dependency(\.j31Client) private var client

  func start(from state: State) -> Effect<Feedback, Output> { load(state.id) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.retryTapped):
      guard state.rent == .failed else { return .none }
      state.rent = .loading
      return load(state.id)
    case .input(.editTapped):
      guard case .shown(let rent) = state.rent else { return .none }
      return .output(.editTapped(state.id, rent))
    case .feedback(.loaded(let rent)):
      state.rent = .shown(rent)
      return .none
    case .feedback(.failed):
      state.rent = .failed
      return .none
    }
  }

  private func load(_ id: String) -> Effect<Feedback, Output> {
    .run("rent", of: id) { send in
      await send(.loaded(try await client.rent(id)))
    } catch: { _, send in
      await send(.failed)
    }
  }
}

/// The editor of a rent. The stepper is locked while the rent is saved.
struct J31Editor: Reducer {
  struct State: Equatable {
    var home: String
    var rent: Int
    var savedRent: Int
    var isSaving = false
    var hasFailed = false

    var isDirty: Bool { rent != savedRent }
  }

  enum Input: Equatable, Sendable { case rentChanged(Int), saveTapped }
  enum Feedback: Equatable, Sendable { case saved, failed }
  enum Output: Equatable, Sendable { case saveEnded }

  @Dependency(\.j31Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.rentChanged(let rent)):
      guard !state.isSaving else { return .none }
      state.rent = rent
      state.hasFailed = false
      return .none

    case .input(.saveTapped):
      guard state.isDirty, !state.isSaving else { return .none }
      state.isSaving = true
      state.hasFailed = false
      let offer = J31Offer(home: state.home, rent: state.rent)
      return .run("save", of: offer) { send in
        try await client.save(offer)
        await send(.saved)
      } catch: { _, send in
        await send(.failed)
      }

    case .feedback(.saved):
      state.isSaving = false
      state.savedRent = state.rent
      return .output(.saveEnded)

    case .feedback(.failed):
      state.isSaving = false
      state.hasFailed = true
      return .output(.saveEnded)
    }
  }
}

struct J31Offer: Hashable, Sendable {
  var home: String
  var rent: Int
}

struct J31Client: TestDependencyKey, Sendable {
  var rent: @Sendable (_ home: String) async throws -> Int
  var save: @Sendable (_ offer: J31Offer) async throws -> Void

  static let testValue = J31Client(
    rent: unimplemented("J31Client.rent"),
    save: unimplemented("J31Client.save")
  )
}

extension DependencyValues {
  var j31Client: J31Client {
    get { self[J31Client.self] }
    set { self[J31Client.self] = newValue }
  }
}

struct J31Offline: Error {}

struct J31Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: J31Manager.State) -> [J31Manager.Input] in
        if state.alert != nil { return [.alert(.chosen(.discard)), .alert(.dismissed)] }
        var inputs: [J31Manager.Input] = [.linkOpened("Elm Street"), .linkOpened("Oak Street")]
        switch state.destination {
        case .home(let home):
          inputs.append(.backTapped)
          switch home.rent {
          case .loading: break
          case .shown: inputs.append(.home(.editTapped))
          case .failed: inputs.append(.home(.retryTapped))
          }
        case .editor(let editor):
          guard !editor.isSaving else { return inputs }
          inputs.append(.backTapped)
          inputs.append(.editor(.rentChanged(editor.rent == 900 ? 950 : 900)))
          if editor.isDirty { inputs.append(.editor(.saveTapped)) }
        case nil:
          inputs.append(.homeTapped("Elm Street"))
        }
        return inputs
      }
    ) { () -> TestStore<J31Manager> in
      let store = TestStore(initialState: J31Manager.State()) { J31Manager() }
      store.gate("rent", at: \.j31Client.rent) { _ in [.success(900), .failure(J31Offline())] }
      store.gate("save", at: \.j31Client.save) { _ in [.success(()), .failure(J31Offline())] }
      return store
    }
  }
}
