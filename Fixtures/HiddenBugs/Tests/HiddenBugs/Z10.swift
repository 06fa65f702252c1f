import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The events of a day, and an editor for one of them. Invitations open by links.
struct Z10Calendar: Reducer {
  enum Choice: Equatable, Sendable { case close, follow(Int) }

  struct State: Equatable {
    var events: IdentifiedArray<Z10Event>
    var editor: Z10Editor.State?
    var question: AlertState<Choice>?

    /// The link that is followed once the running save has ended.
    var pendingLink: Int?
    var opening: Int?
    var failedLink: Int?
    var showsSaved = false
  }

  enum Input: Equatable, Sendable {
    case eventTapped(Int)
    case linkOpened(Int)
    case openAgainTapped
    case answered(AlertState<Choice>.Answer)
    case editor(Z10Editor.Input)
  }

  enum Feedback: Equatable, Sendable {
    case opened(Z10Event)
    case notOpened(Int)
    case savedHides
    case editor(ChildFeedback<Z10Editor>)
  }

  private enum CancelID { case open, saved }

  private let editor = Scope<Z10Calendar, Z10Editor>(ifLet: \.editor, feedback: Feedback.editor) { Z10Editor() }

  @Dependency(\.z10Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.editor(let input)): return editor.reduce(.input(input), into: &state)
    case .feedback(.editor(.feedback(let feedback))): return editor.reduce(.feedback(feedback), into: &state)

    case .input(.eventTapped(let id)):
      guard state.editor == nil, state.events[id: id] != nil else { return .none }
      return show(id, &state)

    case .input(.linkOpened(let link)):
      if let editor = state.editor {
        if editor.isSaving {
          state.pendingLink = link
          return .none
        }
        if editor.id == link { return .none }
        if editor.isChanged {
          state.question = ask(.follow(link))
          return .none
        }
      }
      return show(link, &state)

    case .input(.openAgainTapped):
      guard let link = state.failedLink else { return .none }
      return show(link, &state)

    case .input(.answered(let answer)):
      switch state.question.close(by: answer) {
      case .close?:
        state.editor = nil
        return .none
      case .follow(let link)?: return show(link, &state)
      case nil: return .none
      }

    case .feedback(.opened(let event)):
      state.opening = nil
      state.events.updateOrAppend(event)
      state.editor = Z10Editor.State(event: event, saved: event)
      return .none

    case .feedback(.notOpened(let link)):
      state.opening = nil
      state.failedLink = link
      return .none

    case .feedback(.savedHides):
      state.showsSaved = false
      return .none

    case .feedback(.editor(.output(.closeTapped))):
      if state.editor?.isChanged == true { state.question = ask(.close) } else { state.editor = nil }
      return .none

    case .feedback(.editor(.output(.saved(let event)))):
      state.events.updateOrAppend(event)
      state.editor = nil
      state.showsSaved = true
      let hiding = Effect<Feedback, Never>.run("hide saved") { send in
        try await clock.sleep(for: .seconds(3))
        await send(.savedHides)
      }
      .cancellable(id: CancelID.saved, cancelInFlight: true)
      guard let link = state.pendingLink else { return hiding }
      state.pendingLink = nil
      return .merge(hiding, show(link, &state))

    case .feedback(.editor(.output(.notSaved))):
      guard let link = state.pendingLink else { return .none }
      state.pendingLink = nil
      if link != state.editor?.id { state.question = ask(.follow(link)) }
      return .none
    }
  }

  /// Opens an event in the editor. An event that isn't in the list is fetched first.
  private func show(_ id: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state.question = nil
    state.failedLink = nil
    if let event = state.events[id: id] {
      state.opening = nil
      state.editor = Z10Editor.State(event: event, saved: event)
      return .cancel(id: CancelID.open)
    }
    state.opening = id
    state.editor = nil
    return .run("event", of: id) { send in
      await send(.opened(try await client.event(id)))
    } catch: { _, send in
      await send(.notOpened(id))
    }
    .cancellable(id: CancelID.open, cancelInFlight: true)
  }

  private func ask(_ choice: Choice) -> AlertState<Choice> {
    AlertState("Discard the changes?", buttons: [.init("Discard", role: .destructive, action: choice)])
  }
}

/// The editor of an event. It is locked while it saves.
struct Z10Editor: Reducer {
  struct State: Equatable, Identifiable {
    var event: Z10Event
    var saved: Z10Event
    var isSaving = false
    var hasFailed = false

    var id: Int { event.id }
    var isChanged: Bool { event != saved }
  }

  enum Input: Equatable, Sendable { case titleChanged(String), saveTapped, closeTapped }
  enum Feedback: Equatable, Sendable { case saved, failed }
  enum Output: Equatable, Sendable { case saved(Z10Event), notSaved, closeTapped }

  @Dependency(\.z10Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.titleChanged(let title)):
      guard !state.isSaving else { return .none }
      state.event.title = title
      return .none

    case .input(.saveTapped):
      guard !state.isSaving, state.isChanged else { return .none }
      state.isSaving = true
      state.hasFailed = false
      return .run("save", of: state.id) { [event = state.event] send in
        try await client.save(event)
        await send(.saved)
      } catch: { _, send in
        await send(.failed)
      }

    case .input(.closeTapped):
      return state.isSaving ? .none : .output(.closeTapped)

    case .feedback(.saved):
      state.isSaving = false
      state.saved = state.event
      return .output(.saved(state.event))

    case .feedback(.failed):
      state.isSaving = false
      state.hasFailed = true
      return .output(.notSaved)
    }
  }
}

struct Z10Event: Equatable, Identifiable, Sendable {
  let id: Int
  var title: String
}

struct Z10Client: TestDependencyKey, Sendable {
  var event: @Sendable (_ id: Int) async throws -> Z10Event
  var save: @Sendable (_ event: Z10Event) async throws -> Void

  static let testValue = Z10Client(event: unimplemented("Z10Client.event"), save: unimplemented("Z10Client.save"))
}

extension DependencyValues {
  var z10Client: Z10Client {
    get { self[Z10Client.self] }
    set { self[Z10Client.self] = newValue }
  }
}

struct Z10Offline: Error {}

struct Z10Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Z10Calendar.State) -> [Z10Calendar.Input] in
        if let question = state.question {
          return question.buttons.map { Z10Calendar.Input.answered($0.answer) }
            + [Z10Calendar.Input.answered(.dismissed), Z10Calendar.Input.linkOpened(7)]
        }
        var inputs: [Z10Calendar.Input] = [.linkOpened(1), .linkOpened(7)]
        if state.failedLink != nil { inputs.append(.openAgainTapped) }
        guard let editor = state.editor else {
          for event in state.events { inputs.append(.eventTapped(event.id)) }
          return inputs
        }
        guard !editor.isSaving else { return inputs }
        inputs.append(.editor(.titleChanged("Moved to noon")))
        inputs.append(.editor(.closeTapped))
        if editor.isChanged { inputs.append(.editor(.saveTapped)) }
        return inputs
      }
    ) { () -> TestStore<Z10Calendar> in
      let events: IdentifiedArray = [Z10Event(id: 1, title: "Lunch")]
      let store = TestStore(initialState: Z10Calendar.State(events: events)) { Z10Calendar() }
      store.gate("event", at: \.z10Client.event) { id in
        [.success(Z10Event(id: id, title: "Concert")), .failure(Z10Offline())]
      }
      store.gate("save", at: \.z10Client.save) { _ in [.success(()), .failure(Z10Offline())] }
      return store
    }
  }
}
