import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The labels beside the exhibits, as a curator edits them on a tour. The code on a showcase opens its label.
struct S33Exhibits: Reducer {
  enum Choice: Equatable, Sendable { case open(Int), close }

  struct State: Equatable {
    var label: S33Label.State?
    var revised: Set<Int> = []
    var alert: AlertState<Choice>?
  }

  enum Input: Equatable, Sendable {
    case exhibitTapped(Int)
    case codeScanned(Int)
    case closeTapped
    case alert(AlertState<Choice>.Answer)
    case label(S33Label.Input)
  }

  enum Feedback: Equatable, Sendable { case label(ChildFeedback<S33Label>) }

  let label = Scope<S33Exhibits, S33Label>(ifLet: \.label, feedback: Feedback.label) { S33Label() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.label(let input)): return label.reduce(.input(input), into: &state)
    case .feedback(.label(.feedback(let feedback))): return label.reduce(.feedback(feedback), into: &state)

    case .feedback(.label(.output(.saved(let id)))):
      state.revised.insert(id)
      return .none

    case .input(.exhibitTapped(let id)):
      guard state.label == nil else { return .none }
      return open(id, in: &state)

    case .input(.codeScanned(let id)):
      guard state.label?.id != id else { return .none }
      guard let label = state.label, label.canSave else { return open(id, in: &state) }
      return ask(.open(id), in: &state)

    case .input(.closeTapped):
      guard let label = state.label, !label.isSaving else { return .none }
      guard !label.canSave else { return ask(.close, in: &state) }
      state.label = nil
      return .none

    case .input(.alert(let answer)):
      switch state.alert.close(by: answer) {
      case .open(let id)?: return open(id, in: &state)
      case .close?: state.label = nil
      case nil: break
      }
      return .none
    }
  }

  private func open(_ id: Int, in state: inout State) -> Effect<Feedback, Never> {
    state.label = S33Label.State(id: id)
    return label.start(from: state)
  }

  private func ask(_ choice: Choice, in state: inout State) -> Effect<Feedback, Never> {
    state.alert = AlertState<Choice>(
      "Discard the new text?",
      buttons: [.init("Discard", role: .destructive, action: choice), .init("Keep editing", role: .cancel)]
    )
    return .none
  }
}

/// The label of one exhibit.
struct S33Label: Reducer {
  enum Problem: Equatable { case load, save }

  struct State: Equatable, Identifiable {
    let id: Int
    var text = ""
    /// The text on the server; nil while it isn't known.
    var saved: String?
    var isSaving = false
    var problem: Problem?

    var canSave: Bool { saved != nil && saved != text && !isSaving }
  }

  enum Input: Equatable, Sendable { case textChanged(String), saveTapped, retryTapped }
  enum Feedback: Equatable, Sendable { case loaded(String), loadFailed, saved, saveFailed }
  enum Output: Equatable, Sendable { case saved(Int) }

  @Dependency(\.s33Client) private var client

  func start(from state: State) -> Effect<Feedback, Output> { load(state.id) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.textChanged(let text)):
      guard state.saved != nil, !state.isSaving else { return .none }
      state.text = text

    case .input(.saveTapped):
      guard state.canSave else { return .none }
      state.isSaving = true
      state.problem = nil
      return .run("save", of: state.id) { [id = state.id, text = state.text] send in
        try await client.save(id, text)
        await send(.saved)
      } catch: { _, send in
        await send(.saveFailed)
      }

    case .input(.retryTapped):
      guard state.problem == .load else { return .none }
      state.problem = nil
      return load(state.id)

    case .feedback(.loaded(let text)):
      state.text = text
      state.saved = text

    case .feedback(.loadFailed):
      state.problem = .load

    case .feedback(.saved):
      state.isSaving = false
      state.saved = state.text
      return .output(.saved(state.id))

    case .feedback(.saveFailed):
      state.isSaving = false
      state.problem = .save
    }
    return .none
  }

  private func load(_ id: Int) -> Effect<Feedback, Output> {
    .run("load", of: id) { send in
      await send(.loaded(try await client.text(id)))
    } catch: { _, send in
      await send(.loadFailed)
    }
  }
}

struct S33Client: TestDependencyKey, Sendable {
  var text: @Sendable (_ exhibit: Int) async throws -> String
  var save: @Sendable (_ exhibit: Int, _ text: String) async throws -> Void

  static let testValue = S33Client(
    text: unimplemented("S33Client.text"),
    save: unimplemented("S33Client.save")
  )
}

extension DependencyValues {
  var s33Client: S33Client {
    get { self[S33Client.self] }
    set { self[S33Client.self] = newValue }
  }
}

struct S33Offline: Error {}

struct S33Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: S33Exhibits.State) -> [S33Exhibits.Input] in
        let codes: [S33Exhibits.Input] = [.codeScanned(1), .codeScanned(2)]
        if let alert = state.alert { return codes + alert.buttons.map { S33Exhibits.Input.alert($0.answer) } }
        guard let label = state.label else { return codes + [.exhibitTapped(1)] }
        if label.isSaving { return codes }
        if label.problem == .load { return codes + [.label(.retryTapped), .closeTapped] }
        guard label.saved != nil else { return codes + [.closeTapped] }
        let texts: [S33Exhibits.Input] = [.label(.textChanged("An urn")), .label(.textChanged("An amphora"))]
        return codes + texts + (label.canSave ? [.label(.saveTapped), .closeTapped] : [.closeTapped])
      }
    ) { () -> TestStore<S33Exhibits> in
      let store = TestStore(initialState: S33Exhibits.State()) { S33Exhibits() }
      store.gate("text", at: \.s33Client.text) { _ in [.success("An amphora"), .failure(S33Offline())] }
      store.gate("save", at: \.s33Client.save) { _ in [.success(()), .failure(S33Offline())] }
      return store
    }
  }
}
