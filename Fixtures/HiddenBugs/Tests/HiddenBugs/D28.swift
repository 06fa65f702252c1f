import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The addresses to which a customer orders: a list, the detail of an address, and its editor.
struct D28Addresses: Reducer {
  /// Where the customer goes without the changes.
  enum Goal: Equatable { case back, address(Int) }

  struct State: Equatable {
    var addresses = [1: "Harbour Street 4", 2: "Mill Lane 9"]
    var main = 1
    var isChangingMain = false
    var couldNotChangeMain = false
    var path: Stack<D28Screen> = []
    var goal: Goal?
    var link: Int?

    var editor: D28Editor.State? { path.top?.editor }
  }

  enum Input: Equatable, Sendable {
    case addressTapped(Int)
    case editTapped
    case mainTapped
    case backTapped
    case linkOpened(Int)
    case discardTapped
    case keepTapped
    case editor(ScreenID, D28Editor.Input)
  }

  enum Feedback: Equatable, Sendable {
    case mainChanged(Int)
    case mainFailed
    case editor(ScreenID, ChildFeedback<D28Editor>)
  }

  @Dependency(\.d28Client) private var client

  private let editor = ScopeScreens<D28Addresses, D28Editor>(at: .screens(\.path, \.editor), feedback: Feedback.editor)
  {
    D28Editor()
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.editor(let id, let input)): return editor.reduce(.input(input), id: id, into: &state)
    case .feedback(.editor(let id, .feedback(let feedback))):
      return editor.reduce(.feedback(feedback), id: id, into: &state)

    case .input(.addressTapped(let address)):
      guard state.path.isEmpty else { return .none }
      state.path.push(.detail(address))
      return .none

    case .input(.editTapped):
      guard case .detail(let address)? = state.path.top, let text = state.addresses[address] else { return .none }
      state.path.push(.editor(D28Editor.State(address: address, saved: text, text: text)))
      return .none

    case .input(.mainTapped):
      guard case .detail(let address)? = state.path.top, address != state.main, !state.isChangingMain else {
        return .none
      }
      state.isChangingMain = true
      state.couldNotChangeMain = false
      return .run("main", of: address) { send in
        try await client.makeMain(address)
        await send(.mainChanged(address))
      } catch: { _, send in
        await send(.mainFailed)
      }

    case .feedback(.mainChanged(let address)):
      state.isChangingMain = false
      state.main = address
      return .none

    case .feedback(.mainFailed):
      state.isChangingMain = false
      state.couldNotChangeMain = true
      return .none

    case .input(.backTapped):
      if let editor = state.editor {
        guard !editor.isSaving else { return .none }
        guard !editor.isChanged else {
          state.goal = .back
          return .none
        }
      }
      state.path.pop()
      return .none

    case .input(.linkOpened(let address)):
      guard state.addresses[address] != nil else { return .none }
      if let editor = state.editor, editor.isSaving {
        state.link = address
      } else if let editor = state.editor, editor.isChanged {
        state.goal = .address(address)
      } else {
        show(address, in: &state)
      }
      return .none

    case .input(.discardTapped):
      guard let goal = state.goal else { return .none }
      state.goal = nil
      switch goal {
      case .back: state.path.pop()
      case .address(let address): show(address, in: &state)
      }
      return .none

    case .input(.keepTapped):
      state.goal = nil
      return .none

    case .feedback(.editor(let id, .output(.saved(let address, let text)))):
      state.addresses[address] = text
      state.path.pop(from: id)
      if let link = state.link {
        state.link = nil
        show(link, in: &state)
      }
      return .none

    case .feedback(.editor(_, .output(.notSaved))):
      guard let link = state.link else { return .none }
      state.link = nil
      state.goal = .address(link)
      return .none
    }
  }

  private func show(_ address: Int, in state: inout State) {
    state.path.popAll()
    state.path.push(.detail(address))
  }
}

enum D28Screen: Equatable {
  case detail(Int)
  case editor(D28Editor.State)
}

extension D28Screen {
  var editor: D28Editor.State? {
    get { if case .editor(let editor) = self { editor } else { nil } }
    set { if let newValue { self = .editor(newValue) } }
  }
}

struct D28Editor: Reducer {
  struct State: Equatable {
    let address: Int
    let saved: String
    var text: String
    var isSaving = false
    var hasFailed = false

    var isChanged: Bool { text != saved }
  }

  enum Input: Equatable, Sendable { case textChanged(String), saveTapped }
  enum Feedback: Equatable, Sendable { case saved, failed }
  enum Output: Equatable, Sendable { case saved(Int, String), notSaved }

  @Dependency(\.d28Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.textChanged(let text)):
      guard !state.isSaving else { return .none }
      state.text = text
      state.hasFailed = false
      return .none

    case .input(.saveTapped):
      guard state.isChanged, !state.isSaving else { return .none }
      state.isSaving = true
      state.hasFailed = false
      let (address, text) = (state.address, state.text)
      return .run("save", of: address) { send in
        try await client.save(address, text)
        await send(.saved)
      } catch: { _, send in
        await send(.failed)
      }

    case .feedback(.saved):
      state.isSaving = false
      return .output(.saved(state.address, state.text))

    case .feedback(.failed):
      state.isSaving = false
      state.hasFailed = true
      return .output(.notSaved)
    }
  }
}

struct D28Client: TestDependencyKey, Sendable {
  var save: @Sendable (_ address: Int, _ text: String) async throws -> Void
  var makeMain: @Sendable (_ address: Int) async throws -> Void

  static let testValue = D28Client(
    save: unimplemented("D28Client.save"),
    makeMain: unimplemented("D28Client.makeMain")
  )
}

extension DependencyValues {
  var d28Client: D28Client {
    get { self[D28Client.self] }
    set { self[D28Client.self] = newValue }
  }
}

struct D28Offline: Error {}

struct D28Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: D28Addresses.State) -> [D28Addresses.Input] in
        if state.goal != nil { return [.discardTapped, .keepTapped, .linkOpened(2)] }
        guard let id = state.path.ids.last else { return [.addressTapped(1), .addressTapped(2), .linkOpened(2)] }
        guard let editor = state.editor else { return [.editTapped, .mainTapped, .backTapped, .linkOpened(2)] }
        return [
          .editor(id, .textChanged("Quay 1")), .editor(id, .textChanged(editor.saved)), .editor(id, .saveTapped),
          .backTapped, .linkOpened(2),
        ]
      }
    ) { () -> TestStore<D28Addresses> in
      let store = TestStore(initialState: D28Addresses.State()) { D28Addresses() }
      store.gate("save", at: \.d28Client.save) { _ in [.success(()), .failure(D28Offline())] }
      store.gate("makeMain", at: \.d28Client.makeMain) { _ in [.success(()), .failure(D28Offline())] }
      return store
    }
  }
}
