import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A letter to the editor about an article. A draft can be saved, and a link opens the letter about another article.
struct V11Letters: Reducer {
  struct State: Equatable {
    var mode = Mode.reading
    /// The drafts that are saved, by article.
    var drafts: [String: String] = [:]
  }

  enum Mode: Equatable {
    case reading
    case writing(Letter, problem: Problem?)
    /// The letter has something to lose, and the user says what to do before the next step.
    case asking(Letter, before: Next)
    case saving(Letter, then: Next?)
    case sending(Letter, then: Next?)
    case sent(article: String)
  }

  enum Problem: Equatable { case notSaved, notSent }

  /// Where the user wants to go.
  enum Next: Equatable { case close, letter(String) }

  struct Letter: Equatable {
    var article: String
    var text: String
    var saved: String
    var isChanged: Bool { text != saved }
  }

  enum Input: Equatable, Sendable {
    case linkOpened(String)
    case textChanged(String)
    case saveTapped
    case sendTapped
    case discardTapped
    case stayTapped
    case closeTapped
  }

  enum Feedback: Equatable, Sendable { case saved, saveFailed, sent, sendFailed }

  private enum CancelID { case save, send }

  @Dependency(\.v11Office) private var office

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.linkOpened(let article)):
      switch state.mode {
      case .reading, .sent: go(.letter(article), &state)
      case .writing(let letter, _): if letter.article != article { leave(letter, for: .letter(article), &state) }
      case .asking(let letter, _):
        let isShown = letter.article == article
        state.mode = isShown ? .writing(letter, problem: nil) : .asking(letter, before: .letter(article))
      case .saving(let letter, _):
        state.mode = .saving(letter, then: letter.article == article ? nil : .letter(article))
      case .sending(let letter, _):
        state.mode = .sending(letter, then: letter.article == article ? nil : .letter(article))
      }
      return .none

    case .input(.closeTapped):
      switch state.mode {
      case .reading, .asking: break
      case .writing(let letter, _): leave(letter, for: .close, &state)
      case .saving(let letter, _): state.mode = .saving(letter, then: .close)
      case .sending(let letter, _): state.mode = .sending(letter, then: .close)
      case .sent: state.mode = .reading
      }
      return .none

    case .input(.textChanged(let text)):
      guard case .writing(var letter, _) = state.mode else { return .none }
      letter.text = text
      state.mode = .writing(letter, problem: nil)
      return .none

    case .input(.saveTapped):
      switch state.mode {
      case .writing(let letter, _): return letter.isChanged ? save(letter, then: nil, &state) : .none
      case .asking(let letter, let next): return save(letter, then: next, &state)
      case .reading, .saving, .sending, .sent: return .none
      }

    case .input(.sendTapped):
      guard case .writing(let letter, _) = state.mode, !letter.text.isEmpty else { return .none }
      state.mode = .sending(letter, then: nil)
      return .run("send", of: letter.text) { send in
        try await office.send(letter.article, letter.text)
        await send(.sent)
      } catch: { _, send in
        await send(.sendFailed)
      }
      .cancellable(id: CancelID.send)

    case .input(.discardTapped):
      if case .asking(_, let next) = state.mode { go(next, &state) }
      return .none

    case .input(.stayTapped):
      if case .asking(let letter, _) = state.mode { state.mode = .writing(letter, problem: nil) }
      return .none

    case .feedback(.saved):
      guard case .saving(var letter, let next) = state.mode else { return .none }
      letter.saved = letter.text
      state.drafts[letter.article] = letter.text
      state.mode = .writing(letter, problem: nil)
      if let next { go(next, &state) }
      return .none

    case .feedback(.saveFailed):
      guard case .saving(let letter, let next) = state.mode else { return .none }
      state.mode = next.map { Mode.asking(letter, before: $0) } ?? .writing(letter, problem: .notSaved)
      return .none

    case .feedback(.sent):
      guard case .sending(let letter, let next) = state.mode else { return .none }
      state.drafts[letter.article] = nil
      state.mode = .sent(article: letter.article)
      if let next { go(next, &state) }
      return .none

    case .feedback(.sendFailed):
      guard case .sending(let letter, let next) = state.mode else { return .none }
      state.mode = next.map { Mode.asking(letter, before: $0) } ?? .writing(letter, problem: .notSent)
      return .none
    }
  }

  /// Leaves a letter, and asks before a change is lost.
  private func leave(_ letter: Letter, for next: Next, _ state: inout State) {
    if letter.isChanged { state.mode = .asking(letter, before: next) } else { go(next, &state) }
  }

  private func go(_ next: Next, _ state: inout State) {
    switch next {
    case .close: state.mode = .reading
    case .letter(let article):
      let draft = state.drafts[article] ?? ""
      state.mode = .writing(Letter(article: article, text: draft, saved: draft), problem: nil)
    }
  }

  private func save(_ letter: Letter, then next: Next?, _ state: inout State) -> Effect<Feedback, Never> {
    state.mode = .saving(letter, then: next)
    return .run("save", of: letter.text) { send in
      try await office.save(letter.article, letter.text)
      await send(.saved)
    } catch: { _, send in
      await send(.saveFailed)
    }
    .cancellable(id: CancelID.save)
  }
}

struct V11Office: TestDependencyKey, Sendable {
  var save: @Sendable (_ article: String, _ text: String) async throws -> Void
  var send: @Sendable (_ article: String, _ text: String) async throws -> Void

  static let testValue = V11Office(save: unimplemented("V11Office.save"), send: unimplemented("V11Office.send"))
}

extension DependencyValues {
  var v11Office: V11Office {
    get { self[V11Office.self] }
    set { self[V11Office.self] = newValue }
  }
}

struct V11Offline: Error {}

struct V11Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: V11Letters.State) -> [V11Letters.Input] in
        let links: [V11Letters.Input] = [.linkOpened("Bridge"), .linkOpened("School")]
        switch state.mode {
        case .reading: return links
        case .writing: return links + [.textChanged("Dear editor"), .saveTapped, .sendTapped, .closeTapped]
        case .asking: return links + [.saveTapped, .discardTapped, .stayTapped]
        case .saving, .sending, .sent: return links + [.closeTapped]
        }
      }
    ) { () -> TestStore<V11Letters> in
      let store = TestStore(initialState: V11Letters.State()) { V11Letters() }
      store.gate("save", at: \.v11Office.save) { _ in [.success(()), .failure(V11Offline())] }
      store.gate("send", at: \.v11Office.send) { _ in [.success(()), .failure(V11Offline())] }
      return store
    }
  }
}
