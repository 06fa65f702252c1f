import Foundation
import StoreCore
import StoreDependencies

/// A list of cards, each a child feature, and the detail of one of them.
struct Board: Reducer {
  struct State: Equatable {
    var cards = IdentifiedArray<Card.State>()
    var editor: Editor.State?
    var filter = Filter.all
    var archived: [String] = []
  }

  enum Filter: Equatable { case all, done, titled(String) }

  enum Input: Equatable {
    case addTapped(String)
    case card(UUID, Card.Input)
    case filterChosen(Filter)
    case editTapped(UUID)
    case editor(Editor.Input)
  }

  enum Feedback: Equatable {
    case card(UUID, ChildFeedback<Card>)
    case editor(ChildFeedback<Editor>)
  }

  enum Output: Equatable { case archived(title: String, isDone: Bool) }

  let cards = ScopeEach<Board, Card>(\.cards, feedback: Feedback.card) { Card() }
  let editor = Scope<Board, Editor>(ifLet: \.editor, feedback: Feedback.editor) { Editor() }

  @Dependency(\.uuid) var uuid

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.addTapped(let title)):
      state.cards.append(Card.State(id: uuid(), title: title))
      return .none
    case .input(.card(let id, let input)): return cards.reduce(.input(input), id: id, into: &state)
    case .feedback(.card(let id, .feedback(let feedback))): return cards.reduce(.feedback(feedback), id: id, into: &state)
    case .feedback(.card(let id, .output(.archived))):
      guard let card = state.cards.remove(id: id) else { return .none }
      state.archived.append(card.title)
      return .output(.archived(title: card.title, isDone: card.isDone))
    case .input(.filterChosen(let filter)):
      state.filter = filter
      return .none
    case .input(.editTapped(let id)):
      guard let card = state.cards[id: id] else { return .none }
      state.editor = Editor.State(card: id, text: card.title)
      return .none
    case .input(.editor(let input)): return editor.reduce(.input(input), into: &state)
    case .feedback(.editor(.feedback(let feedback))): return editor.reduce(.feedback(feedback), into: &state)
    case .feedback(.editor(.output(.saved(let id, let text)))):
      state.cards[id: id]?.title = text
      state.editor = nil
      return .none
    case .feedback(.editor(.output(.cancelled))):
      state.editor = nil
      return .none
    }
  }
}

/// A card that is saved and archived.
struct Card: Reducer {
  struct State: Equatable, Identifiable {
    let id: UUID
    var title: String
    var isDone = false
    var isSaving = false
  }

  enum Input: Equatable { case doneTapped, archiveTapped }
  enum Feedback: Equatable { case saved }
  enum Output: Equatable { case archived }

  @Dependency(\.cardClient) var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.doneTapped):
      state.isDone.toggle()
      state.isSaving = true
      let title = state.title
      return .run("save", of: title) { send in
        await client.save(title)
        await send(.saved)
      }
    case .feedback(.saved):
      state.isSaving = false
      return .none
    case .input(.archiveTapped):
      return .output(.archived)
    }
  }
}

/// The text of one card.
struct Editor: Reducer {
  struct State: Equatable {
    var card: UUID
    var text: String
    var isChecked = false
  }

  enum Input: Equatable { case textChanged(String), saveTapped, cancelTapped }
  enum Feedback: Equatable { case checked(Bool) }
  enum Output: Equatable { case saved(UUID, String), cancelled }

  @Dependency(\.cardClient) var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.textChanged(let text)):
      state.text = text
      return .run("check", of: text) { send in await send(.checked(await client.check(text))) }
    case .feedback(.checked(let isChecked)):
      state.isChecked = isChecked
      return .none
    case .input(.saveTapped): return .output(.saved(state.card, state.text))
    case .input(.cancelTapped): return .output(.cancelled)
    }
  }
}

struct CardClient: TestDependencyKey {
  var save: @Sendable (_ title: String) async -> Void
  var check: @Sendable (_ title: String) async -> Bool
  static let testValue = CardClient(
    save: unimplemented("CardClient.save"),
    check: unimplemented("CardClient.check", placeholder: false)
  )
}

extension DependencyValues {
  var cardClient: CardClient {
    get { self[CardClient.self] }
    set { self[CardClient.self] = newValue }
  }
}
