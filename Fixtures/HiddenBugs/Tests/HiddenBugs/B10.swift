import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct B10WalletClient: Sendable {
  var rename: @Sendable (_ card: Int, _ name: String) async throws -> Void
  var setFrozen: @Sendable (_ card: Int, _ isFrozen: Bool) async throws -> Void
}

enum B10WalletClientKey: TestDependencyKey {
  static let testValue = B10WalletClient(
    rename: unimplemented("B10WalletClient.rename"),
    setFrozen: unimplemented("B10WalletClient.setFrozen")
  )
}

extension DependencyValues {
  var b10Wallet: B10WalletClient {
    get { self[B10WalletClientKey.self] }
    set { self[B10WalletClientKey.self] = newValue }
  }
}

/// The screen on which a card gets another name.
struct B10CardEditor: Reducer {
  enum Status: Equatable {
    case clean
    case edited
    case saving
    case failed
  }

  struct State: Equatable, Identifiable {
    let id: Int
    let original: String
    var text: String
    var status = Status.clean

    /// Whether there is text that isn't saved.
    var isDirty: Bool { status == .edited || status == .failed }
  }

  enum Input: Equatable, Sendable {
    case textChanged(String)
    case saveTapped
    case closeTapped
  }

  enum Feedback: Equatable, Sendable { case saved(String), saveFailed }
  enum Output: Equatable, Sendable { case saved(String), closeRequested }

  private enum CancelID { case save }

  @Dependency(\.b10Wallet) private var wallet

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.textChanged(let text)):
      guard state.status != .saving else { return .none }
      state.text = text
      state.status = text == state.original ? .clean : .edited
      return .none

    case .input(.saveTapped):
      guard state.isDirty else { return .none }
      state.status = .saving
      let (id, text) = (state.id, state.text)
      return .run("rename", of: text) { send in
        try await wallet.rename(id, text)
        await send(.saved(text))
      } catch: { _, send in
        await send(.saveFailed)
      }
      .cancellable(id: CancelID.save)

    case .input(.closeTapped):
      return state.status == .saving ? .none : .output(.closeRequested)

    case .feedback(.saved(let text)):
      state.status = .clean
      return .output(.saved(text))

    case .feedback(.saveFailed):
      state.status = .failed
      return .none
    }
  }
}

/// A wallet with cards. A card can be frozen, and renamed. A link from a notification shows the editor of a card.
struct B10Wallet: Reducer {
  struct Card: Equatable {
    var name: String
    var isFrozen = false
    var isBusy = false
    var hasFailed = false
  }

  /// What the user is asked before text gets lost.
  enum Question: Equatable {
    case close
    case open(Int)
  }

  struct State: Equatable {
    var cards: [Int: Card] = [1: Card(name: "Travel"), 2: Card(name: "Home")]
    var editor: B10CardEditor.State?
    var question: Question?

    mutating func edit(_ id: Int) {
      guard let card = cards[id] else { return }
      editor = B10CardEditor.State(id: id, original: card.name, text: card.name)
    }
  }

  enum Input: Equatable, Sendable {
    case cardTapped(Int)
    case freezeTapped(Int)
    case linkOpened(Int)
    case editor(B10CardEditor.Input)
    case discardTapped
    case keepTapped
  }

  enum Feedback: Equatable, Sendable {
    case freezeChanged(Int, isFrozen: Bool)
    case freezeFailed(Int)
    case editor(ChildFeedback<B10CardEditor>)
  }

  private enum CancelID: Hashable { case freeze(Int) }

  private let editor = Scope<B10Wallet, B10CardEditor>(ifLet: \.editor, feedback: Feedback.editor) { B10CardEditor() }

  @Dependency(\.b10Wallet) private var wallet

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.cardTapped(let id)):
      if state.editor == nil { state.edit(id) }
      return .none

    case .input(.linkOpened(let id)):
      guard state.cards[id] != nil, state.editor?.id != id else { return .none }
      guard state.editor?.isDirty != true else {
        state.question = .open(id)
        return .none
      }
      state.edit(id)
      return .none

    case .input(.editor(let input)):
      guard state.editor != nil, state.question == nil else { return .none }
      return editor.reduce(.input(input), into: &state)

    case .feedback(.editor(.feedback(let feedback))):
      return editor.reduce(.feedback(feedback), into: &state)

    case .feedback(.editor(.output(.closeRequested))):
      if state.editor?.isDirty == true { state.question = .close } else { state.editor = nil }
      return .none

    case .feedback(.editor(.output(.saved(let name)))):
      if let id = state.editor?.id { state.cards[id]?.name = name }
      state.editor = nil
      return .none

    case .input(.discardTapped):
      guard let question = state.question else { return .none }
      state.question = nil
      switch question {
      case .close: state.editor = nil
      case .open(let id): state.edit(id)
      }
      return .none

    case .input(.keepTapped):
      state.question = nil
      return .none

    case .input(.freezeTapped(let id)):
      guard let card = state.cards[id], !card.isBusy else { return .none }
      state.cards[id]?.isBusy = true
      state.cards[id]?.hasFailed = false
      let isFrozen = !card.isFrozen
      return .run("setFrozen", of: isFrozen) { send in
        try await wallet.setFrozen(id, isFrozen)
        await send(.freezeChanged(id, isFrozen: isFrozen))
      } catch: { _, send in
        await send(.freezeFailed(id))
      }
      .cancellable(id: CancelID.freeze(id))

    case .feedback(.freezeChanged(let id, isFrozen: let isFrozen)):
      state.cards[id]?.isBusy = false
      state.cards[id]?.isFrozen = isFrozen
      return .none

    case .feedback(.freezeFailed(let id)):
      state.cards[id]?.isBusy = false
      state.cards[id]?.hasFailed = true
      return .none
    }
  }
}

struct B10Offline: Error {}

struct B10Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: B10Wallet.State) -> [B10Wallet.Input] in
        if state.question != nil { return [.discardTapped, .keepTapped, .linkOpened(2)] }
        if state.editor == nil { return [.cardTapped(1), .freezeTapped(1), .linkOpened(1), .linkOpened(2)] }
        return [
          .editor(.textChanged("Travel")), .editor(.textChanged("Food")), .editor(.saveTapped),
          .editor(.closeTapped), .linkOpened(1), .linkOpened(2),
        ]
      }
    ) { () -> TestStore<B10Wallet> in
      let store = TestStore(initialState: B10Wallet.State()) { B10Wallet() }
      store.gate("rename", at: \.b10Wallet.rename) { _ in [.success(()), .failure(B10Offline())] }
      store.gate("setFrozen", at: \.b10Wallet.setFrozen) { _ in [.success(()), .failure(B10Offline())] }
      return store
    }
  }
}
