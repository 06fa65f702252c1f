import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The editor of a motion detector.
struct U21Editor: Reducer {
  struct State: Equatable, Identifiable {
    let id: String
    var phase = Phase.loading
    var stored = 0
    var draft = 0
    var saveHasFailed = false

    var isChanged: Bool { draft != stored }
  }

  enum Phase: Equatable, Sendable { case loading, unavailable, editing, saving }
  enum Input: Equatable, Sendable { case retryTapped, levelChosen(Int), saveTapped, closeTapped }
  enum Feedback: Equatable, Sendable { case loaded(Int), loadFailed, saved(Int), saveFailed }
  enum Output: Equatable, Sendable { case closed }

  @Dependency(\.u21Client) private var client

  func start(from state: State) -> Effect<Feedback, Output> { load(state.id) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.retryTapped):
      guard state.phase == .unavailable else { return .none }
      state.phase = .loading
      return load(state.id)

    case .input(.levelChosen(let level)):
      guard state.phase == .editing else { return .none }
      state.draft = level
      return .none

    case .input(.saveTapped):
      guard state.phase == .editing, state.isChanged else { return .none }
      state.phase = .saving
      state.saveHasFailed = false
      return .run("save", of: state.draft) { [id = state.id, draft = state.draft] send in
        try await client.save(id, draft)
        await send(.saved(draft))
      } catch: { _, send in
        await send(.saveFailed)
      }

    case .input(.closeTapped):
      guard state.phase != .saving else { return .none }
      return .output(.closed)

    case .feedback(.loaded(let level)):
      state.phase = .editing
      state.stored = level
      state.draft = level
      return .none

    case .feedback(.loadFailed):
      state.phase = .unavailable
      return .none

    case .feedback(.saved(let level)):
      state.phase = .editing
      state.stored = level
      return .none

    case .feedback(.saveFailed):
      state.phase = .editing
      state.saveHasFailed = true
      return .none
    }
  }

  private func load(_ id: String) -> Effect<Feedback, Output> {
    .run("load", of: id) { send in
      await send(.loaded(try await client.level(id)))
    } catch: { _, send in
      await send(.loadFailed)
    }
  }
}

/// The motion detectors of a home, which links from notifications open as well.
struct U21Detectors: Reducer {
  struct State: Equatable {
    var editor: U21Editor.State?
    var question: Exit?
  }

  enum Exit: Equatable, Sendable { case list, detector(String) }

  enum Input: Equatable, Sendable {
    case detectorTapped(String)
    case linkOpened(String)
    case discardTapped
    case keepTapped
    case editor(U21Editor.Input)
  }

  enum Feedback: Equatable, Sendable { case editor(ChildFeedback<U21Editor>) }

  private let editor = Scope<U21Detectors, U21Editor>(ifLet: \.editor, feedback: Feedback.editor) { U21Editor() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.editor(let input)): return editor.reduce(.input(input), into: &state)
    case .feedback(.editor(.feedback(let feedback))): return editor.reduce(.feedback(feedback), into: &state)
    case .feedback(.editor(.output(.closed))): return leave(to: .list, &state)

    case .input(.detectorTapped(let id)), .input(.linkOpened(let id)):
      guard id != state.editor?.id else {
        state.question = nil
        return .none
      }
      return leave(to: .detector(id), &state)

    case .input(.discardTapped):
      guard let exit = state.question else { return .none }
      return go(to: exit, &state)

    case .input(.keepTapped):
      state.question = nil
      return .none
    }
  }

  private func leave(to exit: Exit, _ state: inout State) -> Effect<Feedback, Never> {
    if let editor = state.editor, editor.phase == .editing, editor.isChanged {
      state.question = exit
      return .none
    }
    return go(to: exit, &state)
  }

  private func go(to exit: Exit, _ state: inout State) -> Effect<Feedback, Never> {
    state.question = nil
    switch exit {
    case .list:
      state.editor = nil
      return .none
    case .detector(let id):
      state.editor = U21Editor.State(id: id)
      return editor.start(from: state)
    }
  }
}

struct U21Client: TestDependencyKey, Sendable {
  var level: @Sendable (_ detector: String) async throws -> Int
  var save: @Sendable (_ detector: String, _ level: Int) async throws -> Void

  static let testValue = U21Client(
    level: unimplemented("U21Client.level"),
    save: unimplemented("U21Client.save")
  )
}

extension DependencyValues {
  var u21Client: U21Client {
    get { self[U21Client.self] }
    set { self[U21Client.self] = newValue }
  }
}

struct U21Offline: Error {}

struct U21Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: U21Detectors.State) -> [U21Detectors.Input] in
        let links: [U21Detectors.Input] = [.linkOpened("Garage"), .linkOpened("Porch")]
        if state.question != nil { return links + [.discardTapped, .keepTapped] }
        guard let editor = state.editor else { return links + [.detectorTapped("Garage")] }
        switch editor.phase {
        case .loading: return links + [.editor(.closeTapped)]
        case .unavailable: return links + [.editor(.retryTapped), .editor(.closeTapped)]
        case .editing:
          return links + [
            .editor(.levelChosen(2)), .editor(.levelChosen(5)), .editor(.saveTapped), .editor(.closeTapped),
          ]
        case .saving: return links
        }
      }
    ) { () -> TestStore<U21Detectors> in
      let store = TestStore(initialState: U21Detectors.State()) { U21Detectors() }
      store.gate("level", at: \.u21Client.level) { _ in [.success(2), .failure(U21Offline())] }
      store.gate("save", at: \.u21Client.save) { _ in [.success(()), .failure(U21Offline())] }
      return store
    }
  }
}
