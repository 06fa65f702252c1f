import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The round on a ward: the patients, and a sheet with the note of one of them. Reminders link to a patient.
struct J24Round: Reducer {
  struct State: Equatable {
    var notes: [Int: String] = [:]
    var sheet: J24Sheet.State?
    /// What waits while the screen asks whether to give up the text.
    var question: J24Exit?
    var seen: Set<Int> = []
    var marking: Int?
    var couldNotMark = false
  }

  enum Input: Equatable, Sendable {
    case patientTapped(Int)
    case reminderTapped(Int)
    case closeTapped
    case giveUpTapped
    case keepTapped
    case seenTapped(Int)
    case sheet(J24Sheet.Input)
  }

  enum Feedback: Equatable, Sendable {
    case marked(Int)
    case markFailed
    case sheet(ChildFeedback<J24Sheet>)
  }

  @Dependency(\.j24Client) private var client

  private let sheet = Scope<J24Round, J24Sheet>(ifLet: \.sheet, feedback: Feedback.sheet) { J24Sheet() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.patientTapped(let id)):
      guard state.sheet == nil else { return .none }
      open(id, &state)
      return .none

    case .input(.reminderTapped(let id)):
      if let sheet = state.sheet, sheet.id != id, sheet.isBusy {
        state.question = .patient(id)
        return .none
      }
      open(id, &state)
      return .none

    case .input(.closeTapped):
      guard let sheet = state.sheet else { return .none }
      if sheet.isBusy {
        state.question = .list
      } else {
        state.sheet = nil
      }
      return .none

    case .input(.giveUpTapped):
      guard let question = state.question else { return .none }
      state.question = nil
      switch question {
      case .list: state.sheet = nil
      case .patient(let id): open(id, &state)
      }
      return .none

    case .input(.keepTapped):
      state.question = nil
      return .none

    case .input(.seenTapped(let id)):
      guard state.marking == nil, !state.seen.contains(id) else { return .none }
      state.marking = id
      state.couldNotMark = false
      return .run("mark", of: id) { send in
        try await client.markSeen(id)
        await send(.marked(id))
      } catch: { _, send in
        await send(.markFailed)
      }

    case .input(.sheet(let input)):
      return sheet.reduce(.input(input), into: &state)

    case .feedback(.marked(let id)):
      state.marking = nil
      state.seen.insert(id)
      return .none

    case .feedback(.markFailed):
      state.marking = nil
      state.couldNotMark = true
      return .none

    case .feedback(.sheet(.feedback(let feedback))):
      return sheet.reduce(.feedback(feedback), into: &state)

    case .feedback(.sheet(.output(.saved(let id, let text)))):
      state.notes[id] = text
      return .none
    }
  }

  private func open(_ id: Int, _ state: inout State) {
    let note = state.notes[id, default: ""]
    state.sheet = J24Sheet.State(id: id, text: note, saved: note)
    state.question = nil
  }
}

enum J24Exit: Equatable, Sendable {
  case list
  case patient(Int)
}

/// The note of one patient.
struct J24Sheet: Reducer {
  struct State: Equatable, Identifiable {
    let id: Int
    var text: String
    var saved: String
    var isSaving = false
    var hasFailed = false

    var hasChanges: Bool { text != saved }
    var isBusy: Bool { isSaving || hasChanges }
  }

  enum Input: Equatable, Sendable {
    case typed(String)
    case saveTapped
  }

  enum Feedback: Equatable, Sendable {
    case saved(String)
    case saveFailed
  }

  enum Output: Equatable, Sendable { case saved(Int, String) }

  private enum CancelID { case save }

  @Dependency(\.j24Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.typed(let text)):
      state.text = text
      return .none

    case .input(.saveTapped):
      guard state.hasChanges, !state.isSaving else { return .none }
      state.isSaving = true
      state.hasFailed = false
      return .run("save", of: state.text) { [id = state.id, text = state.text] send in
        try await client.save(id, text)
        await send(.saved(text))
      } catch: { _, send in
        await send(.saveFailed)
      }
      .cancellable(id: CancelID.save, cancelInFlight: true)

    case .feedback(.saved(let text)):
      state.isSaving = false
      state.saved = text
      return .output(.saved(state.id, text))

    case .feedback(.saveFailed):
      state.isSaving = false
      state.hasFailed = true
      return .none
    }
  }
}

struct J24Client: TestDependencyKey, Sendable {
  var save: @Sendable (_ patient: Int, _ text: String) async throws -> Void
  var markSeen: @Sendable (_ patient: Int) async throws -> Void

  static let testValue = J24Client(save: unimplemented("J24Client.save"), markSeen: unimplemented("J24Client.markSeen"))
}

extension DependencyValues {
  var j24Client: J24Client {
    get { self[J24Client.self] }
    set { self[J24Client.self] = newValue }
  }
}

struct J24Offline: Error {}

struct J24Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: J24Round.State) -> [J24Round.Input] in
        if state.question != nil { return [.giveUpTapped, .keepTapped] }
        guard let sheet = state.sheet else {
          var inputs: [J24Round.Input] = [.patientTapped(1), .patientTapped(2), .reminderTapped(1)]
          if state.marking == nil, !state.seen.contains(1) { inputs.append(.seenTapped(1)) }
          return inputs
        }
        var inputs: [J24Round.Input] = [.reminderTapped(1), .closeTapped]
        if sheet.text != "No fever" { inputs.append(.sheet(.typed("No fever"))) }
        if sheet.hasChanges, !sheet.isSaving { inputs.append(.sheet(.saveTapped)) }
        return inputs
      }
    ) { () -> TestStore<J24Round> in
      let store = TestStore(initialState: J24Round.State()) { J24Round() }
      store.gate("save", at: \.j24Client.save) { _ in [.success(()), .failure(J24Offline())] }
      store.gate("mark", at: \.j24Client.markSeen) { _ in [.success(()), .failure(J24Offline())] }
      return store
    }
  }
}
