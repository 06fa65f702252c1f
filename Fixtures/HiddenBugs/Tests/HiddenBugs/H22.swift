import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A parcel, and where it is.
struct H22Parcel: Reducer {
  struct State: Equatable {
    var number: String
    var place: String?
    var hasFailed = false
  }

  enum Input: Equatable, Sendable { case retryTapped }
  enum Feedback: Equatable, Sendable { case located(String), failed }

  @Dependency(\.h22Client) private var client

  func start(from state: State) -> Effect<Feedback, Never> { locate(state.number) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.retryTapped):
      guard state.hasFailed else { return .none }
      state.hasFailed = false
      return locate(state.number)
    case .feedback(.located(let place)):
      state.place = place
      return .none
    case .feedback(.failed):
      state.hasFailed = true
      return .none
    }
  }

  private func locate(_ number: String) -> Effect<Feedback, Never> {
    .run("locate", of: number) { send in
      await send(.located(try await client.locate(number)))
    } catch: { _, send in
      await send(.failed)
    }
  }
}

/// The note for the driver of a parcel.
struct H22Editor: Reducer {
  struct State: Equatable {
    var number: String
    var text: String
    var saved: String
    var isSaving = false
    var hasFailed = false

    var isDirty: Bool { text != saved }
  }

  enum Input: Equatable, Sendable { case textChanged(String), saveTapped }
  enum Feedback: Equatable, Sendable { case saved(String), failed }
  enum Output: Equatable, Sendable { case saved(H22Note), saveFailed }

  @Dependency(\.h22Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.textChanged(let text)):
      guard !state.isSaving else { return .none }
      state.text = text
      state.hasFailed = false
      return .none

    case .input(.saveTapped):
      guard state.isDirty, !state.isSaving else { return .none }
      state.isSaving = true
      state.hasFailed = false
      let note = H22Note(number: state.number, text: state.text)
      return .run("save", of: note) { send in
        try await client.save(note)
        await send(.saved(note.text))
      } catch: { _, send in
        await send(.failed)
      }

    case .feedback(.saved(let text)):
      state.isSaving = false
      state.saved = text
      return .output(.saved(H22Note(number: state.number, text: text)))

    case .feedback(.failed):
      state.isSaving = false
      state.hasFailed = true
      return .output(.saveFailed)
    }
  }
}

enum H22Screen: Equatable {
  case parcel(H22Parcel.State)
  case editor(H22Editor.State)

  var parcel: H22Parcel.State? {
    get { if case .parcel(let parcel) = self { parcel } else { nil } }
    set { if let newValue { self = .parcel(newValue) } }
  }

  var editor: H22Editor.State? {
    get { if case .editor(let editor) = self { editor } else { nil } }
    set { if let newValue { self = .editor(newValue) } }
  }
}

/// Parcels, their notes, and links to them from the mail.
struct H22Parcels: Reducer {
  enum Exit: Equatable, Sendable { case back, link(String) }

  struct State: Equatable {
    var path: Stack<H22Screen> = []
    var notes: [String: String] = [:]
    /// Where the user goes if the text may be discarded.
    var question: Exit?
    /// Where the user goes when the note is saved.
    var waiting: Exit?
  }

  enum Input: Equatable, Sendable {
    case parcelTapped(String)
    case noteTapped
    case backTapped
    case linkOpened(String)
    case discardTapped
    case stayTapped
    case parcel(ScreenID, H22Parcel.Input)
    case editor(ScreenID, H22Editor.Input)
  }

  enum Feedback: Equatable, Sendable {
    case parcel(ScreenID, ChildFeedback<H22Parcel>)
    case editor(ScreenID, ChildFeedback<H22Editor>)
  }

  let parcels = ScopeScreens<H22Parcels, H22Parcel>(at: .screens(\.path, \.parcel), feedback: Feedback.parcel) {
    H22Parcel()
  }
  let editors = ScopeScreens<H22Parcels, H22Editor>(at: .screens(\.path, \.editor), feedback: Feedback.editor) {
    H22Editor()
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.parcel(let id, let input)):
      return parcels.reduce(.input(input), id: id, into: &state)

    case .input(.editor(let id, let input)):
      guard state.question == nil else { return .none }
      return editors.reduce(.input(input), id: id, into: &state)

    case .feedback(.parcel(let id, .feedback(let feedback))):
      return parcels.reduce(.feedback(feedback), id: id, into: &state)

    case .feedback(.editor(let id, .feedback(let feedback))):
      return editors.reduce(.feedback(feedback), id: id, into: &state)

    case .feedback(.editor(_, .output(.saved(let note)))):
      state.notes[note.number] = note.text
      guard let exit = state.waiting else { return .none }
      return go(by: exit, &state)

    case .feedback(.editor(_, .output(.saveFailed))):
      state.question = state.waiting
      state.waiting = nil
      return .none

    case .input(.parcelTapped(let number)):
      guard state.path.isEmpty else { return .none }
      return show(number, &state)

    case .input(.noteTapped):
      guard let number = state.path.top?.parcel?.number else { return .none }
      let text = state.notes[number] ?? ""
      state.path.push(.editor(H22Editor.State(number: number, text: text, saved: text)))
      return .none

    case .input(.backTapped):
      return leave(by: .back, &state)

    case .input(.linkOpened(let number)):
      return leave(by: .link(number), &state)

    case .input(.discardTapped):
      guard let exit = state.question else { return .none }
      return go(by: exit, &state)

    case .input(.stayTapped):
      state.question = nil
      return .none
    }
  }

  private func leave(by exit: Exit, _ state: inout State) -> Effect<Feedback, Never> {
    guard let editor = state.path.top?.editor else { return go(by: exit, &state) }
    if editor.isSaving {
      state.waiting = exit
      return .none
    }
    if editor.isDirty {
      state.question = exit
      return .none
    }
    return go(by: exit, &state)
  }

  private func go(by exit: Exit, _ state: inout State) -> Effect<Feedback, Never> {
    state.question = nil
    state.waiting = nil
    switch exit {
    case .back:
      state.path.pop()
      return .none
    case .link(let number):
      state.path.popAll()
      return show(number, &state)
    }
  }

  private func show(_ number: String, _ state: inout State) -> Effect<Feedback, Never> {
    let id = state.path.push(.parcel(H22Parcel.State(number: number)))
    return parcels.start(id: id, from: state)
  }
}

struct H22Note: Hashable, Sendable {
  var number: String
  var text: String
}

struct H22Client: TestDependencyKey, Sendable {
  var locate: @Sendable (_ number: String) async throws -> String
  var save: @Sendable (_ note: H22Note) async throws -> Void

  static let testValue = H22Client(
    locate: unimplemented("H22Client.locate"),
    save: unimplemented("H22Client.save")
  )
}

extension DependencyValues {
  var h22Client: H22Client {
    get { self[H22Client.self] }
    set { self[H22Client.self] = newValue }
  }
}

struct H22Offline: Error {}

struct H22Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: H22Parcels.State) -> [H22Parcels.Input] in
        guard let id = state.path.ids.last, let top = state.path.top else {
          return [.parcelTapped("P1"), .linkOpened("P2")]
        }
        if state.question != nil { return [.discardTapped, .stayTapped, .linkOpened("P2")] }
        var inputs: [H22Parcels.Input] = [.backTapped, .linkOpened("P2")]
        switch top {
        case .parcel(let parcel):
          inputs.append(.noteTapped)
          if parcel.hasFailed { inputs.append(.parcel(id, .retryTapped)) }
        case .editor(let editor):
          guard !editor.isSaving else { return inputs }
          inputs.append(.editor(id, .textChanged(editor.text.isEmpty ? "Ring twice" : "")))
          if editor.isDirty { inputs.append(.editor(id, .saveTapped)) }
        }
        return inputs
      }
    ) { () -> TestStore<H22Parcels> in
      let store = TestStore(initialState: H22Parcels.State()) { H22Parcels() }
      store.gate("locate", at: \.h22Client.locate) { _ in [.success("Lyon"), .failure(H22Offline())] }
      store.gate("save", at: \.h22Client.save) { _ in [.success(()), .failure(H22Offline())] }
      return store
    }
  }
}
