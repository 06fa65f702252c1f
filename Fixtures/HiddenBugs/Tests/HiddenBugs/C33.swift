import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The handover note of a bed, which is written at the end of a shift.
struct C33Note: Reducer {
  struct State: Equatable, Identifiable {
    /// The bed.
    let id: Int
    var text = ""
    var isLoading = true
    var hasLoadFailed = false
    var isDirty = false
    var isSaving = false
    var hasSaveFailed = false
  }

  enum Input: Equatable, Sendable { case textChanged(String), saveTapped, retryTapped }
  enum Feedback: Equatable, Sendable { case loaded(String), loadFailed, saved, saveFailed }
  enum Output: Equatable, Sendable { case handedOver }

  @Dependency(\.c33Client) private var client

  func start(from state: State) -> Effect<Feedback, Output> { load(state.id) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.textChanged(let text)):
      guard !state.isLoading, !state.hasLoadFailed, !state.isSaving else { return .none }
      state.text = text
      state.isDirty = true
      return .none

    case .input(.saveTapped):
      guard state.isDirty else { return .none }
      state.isDirty = false
      state.isSaving = true
      state.hasSaveFailed = false
      return .run("save", of: state.id) { [bed = state.id, text = state.text] send in
        try await client.save(bed, text)
        await send(.saved)
      } catch: { _, send in
        await send(.saveFailed)
      }

    case .input(.retryTapped):
      guard state.hasLoadFailed else { return .none }
      state.isLoading = true
      state.hasLoadFailed = false
      return load(state.id)

    case .feedback(.loaded(let text)):
      state.isLoading = false
      state.text = text
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasLoadFailed = true
      return .none

    case .feedback(.saved):
      state.isSaving = false
      return .output(.handedOver)

    case .feedback(.saveFailed):
      state.isSaving = false
      state.isDirty = true
      state.hasSaveFailed = true
      return .none
    }
  }

  private func load(_ bed: Int) -> Effect<Feedback, Output> {
    .run("note", of: bed) { send in
      await send(.loaded(try await client.note(bed)))
    } catch: { _, send in
      await send(.loadFailed)
    }
  }
}

/// The beds of a ward. A page of a colleague links to one of them.
struct C33Handover: Reducer {
  /// Where to go without the changes.
  enum Exit: Equatable { case beds, link(Int) }

  struct State: Equatable {
    var note: C33Note.State?
    var question: Exit?
    var handedOver: Set<Int> = []
  }

  enum Input: Equatable, Sendable {
    case bedTapped(Int)
    case linkOpened(Int)
    case closeTapped
    case discardTapped
    case keepTapped
    case note(C33Note.Input)
  }

  enum Feedback: Equatable, Sendable { case note(ChildFeedback<C33Note>) }

  private let note = Scope<C33Handover, C33Note>(ifLet: \.note, feedback: Feedback.note) { C33Note() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.note(let input)): return note.reduce(.input(input), into: &state)
    case .feedback(.note(.feedback(let feedback))): return note.reduce(.feedback(feedback), into: &state)

    case .input(.bedTapped(let bed)):
      guard state.note == nil else { return .none }
      return open(bed, in: &state)

    case .input(.linkOpened(let bed)):
      state.question = nil
      guard let current = state.note else { return open(bed, in: &state) }
      guard bed != current.id else { return .none }
      if current.isDirty {
        state.question = .link(bed)
        return .none
      }
      return open(bed, in: &state)

    case .input(.closeTapped):
      guard let current = state.note, !current.isSaving else { return .none }
      if current.isDirty { state.question = .beds } else { state.note = nil }
      return .none

    case .input(.discardTapped):
      let exit = state.question
      state.question = nil
      switch exit {
      case nil: return .none
      case .link(let bed)?: return open(bed, in: &state)
      case .beds?:
        state.note = nil
        return .none
      }

    case .input(.keepTapped):
      state.question = nil
      return .none

    case .feedback(.note(.output(.handedOver))):
      if let bed = state.note?.id { state.handedOver.insert(bed) }
      return .none
    }
  }

  private func open(_ bed: Int, in state: inout State) -> Effect<Feedback, Never> {
    state.note = C33Note.State(id: bed)
    return note.start(from: state)
  }
}

struct C33Client: TestDependencyKey, Sendable {
  var note: @Sendable (_ bed: Int) async throws -> String
  var save: @Sendable (_ bed: Int, _ text: String) async throws -> Void

  static let testValue = C33Client(
    note: unimplemented("C33Client.note"),
    save: unimplemented("C33Client.save")
  )
}

extension DependencyValues {
  var c33Client: C33Client {
    get { self[C33Client.self] }
    set { self[C33Client.self] = newValue }
  }
}

struct C33Offline: Error {}

struct C33Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: C33Handover.State) -> [C33Handover.Input] in
        var inputs: [C33Handover.Input] = [.linkOpened(1), .linkOpened(2)]
        if state.question != nil { return inputs + [.discardTapped, .keepTapped] }
        guard let note = state.note else { return inputs + [.bedTapped(1), .bedTapped(2)] }
        if !note.isSaving { inputs.append(.closeTapped) }
        if note.hasLoadFailed { inputs.append(.note(.retryTapped)) }
        if note.isLoading || note.hasLoadFailed || note.isSaving { return inputs }
        inputs.append(.note(.textChanged(note.text == "Slept well" ? "Slept badly" : "Slept well")))
        if note.isDirty { inputs.append(.note(.saveTapped)) }
        return inputs
      }
    ) { () -> TestStore<C33Handover> in
      let store = TestStore(initialState: C33Handover.State()) { C33Handover() }
      store.gate("note", at: \.c33Client.note) { bed in [.success("Note of bed \(bed)"), .failure(C33Offline())] }
      store.gate("save", at: \.c33Client.save) { _ in [.success(()), .failure(C33Offline())] }
      return store
    }
  }
}
