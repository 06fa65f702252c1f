import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The log of a forest district: one text for each compartment. A link, as from a map, opens a compartment.
struct P18Log: Reducer {
  struct State: Equatable {
    var screen = Screen.list
    var question: Destination?
  }

  enum Screen: Equatable, Sendable {
    case list
    case loading(Int)
    case loadFailed(Int)
    case editor(P18Editor)
  }

  enum Destination: Equatable, Sendable {
    case list
    case compartment(Int)
  }

  enum Input: Equatable, Sendable {
    case compartmentTapped(Int)
    case retryTapped
    case edited(String)
    case saveTapped
    case backTapped
    case linkOpened(Int)
    case discardTapped
    case stayTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Int, String)
    case loadFailed(Int)
    case saved(String)
    case saveFailed
  }

  private enum CancelID { case load, save }

  @Dependency(\.p18Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.compartmentTapped(let number)):
      guard state.screen == .list else { return .none }
      return go(to: .compartment(number), &state)

    case .input(.retryTapped):
      guard case .loadFailed(let number) = state.screen else { return .none }
      return go(to: .compartment(number), &state)

    case .input(.edited(let text)):
      guard case .editor(var editor) = state.screen, state.question == nil else { return .none }
      editor.text = text
      if editor.save == .failed { editor.save = .idle }
      state.screen = .editor(editor)
      return .none

    case .input(.saveTapped):
      guard case .editor(var editor) = state.screen, editor.isChanged, editor.save != .running else { return .none }
      editor.save = .running
      state.screen = .editor(editor)
      let (number, text) = (editor.number, editor.text)
      return .run("save", of: number) { send in
        try await client.save(number, text)
        await send(.saved(text))
      } catch: { _, send in
        await send(.saveFailed)
      }
      .cancellable(id: CancelID.save, cancelInFlight: true)

    case .input(.backTapped):
      return leave(for: .list, &state)

    case .input(.linkOpened(let number)):
      switch state.screen {
      case .editor(let editor) where editor.number == number: return .none
      case .loading(number): return .none
      default: return leave(for: .compartment(number), &state)
      }

    case .input(.discardTapped):
      guard let destination = state.question else { return .none }
      return go(to: destination, &state)

    case .input(.stayTapped):
      state.question = nil
      return .none

    case .feedback(.loaded(let number, let text)):
      state.screen = .editor(P18Editor(number: number, text: text, savedText: text))
      return .none

    case .feedback(.loadFailed(let number)):
      state.screen = .loadFailed(number)
      return .none

    case .feedback(.saved(let text)):
      guard case .editor(var editor) = state.screen else { return .none }
      editor.savedText = text
      editor.save = .idle
      state.screen = .editor(editor)
      // The user has waited for it with the question open.
      guard let destination = state.question, !editor.isChanged else { return .none }
      return go(to: destination, &state)

    case .feedback(.saveFailed):
      guard case .editor(var editor) = state.screen else { return .none }
      editor.save = editor.isChanged ? .failed : .idle
      state.screen = .editor(editor)
      return .none
    }
  }

  /// Goes elsewhere, or asks first what is to become of the text.
  private func leave(for destination: Destination, _ state: inout State) -> Effect<Feedback, Never> {
    if case .editor(let editor) = state.screen, editor.isChanged || editor.save == .running {
      state.question = destination
      return .none
    }
    return go(to: destination, &state)
  }

  private func go(to destination: Destination, _ state: inout State) -> Effect<Feedback, Never> {
    state.question = nil
    switch destination {
    case .list:
      state.screen = .list
      return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.save))
    case .compartment(let number):
      state.screen = .loading(number)
      return .merge(
        .cancel(id: CancelID.save),
        .run("load", of: number) { send in
          await send(.loaded(number, try await client.load(number)))
        } catch: { _, send in
          await send(.loadFailed(number))
        }
        .cancellable(id: CancelID.load, cancelInFlight: true)
      )
    }
  }
}

struct P18Editor: Equatable, Sendable {
  enum Save: Equatable, Sendable {
    case idle, running, failed
  }

  var number: Int
  var text: String
  var savedText: String
  var save = Save.idle

  var isChanged: Bool { text != savedText }
}

struct P18Client: TestDependencyKey, Sendable {
  var load: @Sendable (_ number: Int) async throws -> String
  var save: @Sendable (_ number: Int, _ text: String) async throws -> Void

  static let testValue = P18Client(load: unimplemented("P18Client.load"), save: unimplemented("P18Client.save"))
}

extension DependencyValues {
  var p18Client: P18Client {
    get { self[P18Client.self] }
    set { self[P18Client.self] = newValue }
  }
}

struct P18Offline: Error {}

struct P18Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: P18Log.State) -> [P18Log.Input] in
        if state.question != nil { return [.discardTapped, .stayTapped, .linkOpened(7)] }
        switch state.screen {
        case .list: return [.compartmentTapped(4), .linkOpened(7)]
        case .loading: return [.backTapped, .linkOpened(7)]
        case .loadFailed: return [.retryTapped, .backTapped, .linkOpened(7)]
        case .editor(let editor):
          var inputs: [P18Log.Input] = [.edited("Bark beetle"), .edited("Windthrow"), .backTapped, .linkOpened(7)]
          if editor.isChanged, editor.save != .running { inputs.append(.saveTapped) }
          return inputs
        }
      }
    ) { () -> TestStore<P18Log> in
      let store = TestStore(initialState: P18Log.State()) { P18Log() }
      store.gate("load", at: \.p18Client.load) { number in [.success("Thinned \(number)"), .failure(P18Offline())] }
      store.gate("save", at: \.p18Client.save) { _ in [.success(()), .failure(P18Offline())] }
      return store
    }
  }
}
