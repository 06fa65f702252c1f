import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The note on one cow.
struct P19Note: Reducer {
  struct State: Equatable, Identifiable {
    let id: Int
    var text = ""
    var phase = Phase.editing

    /// Whether there is a text that would be lost.
    var hasDraft: Bool { phase != .saving && !text.isEmpty }
  }

  enum Phase: Equatable, Sendable {
    case editing, saving, failed
  }

  enum Input: Equatable, Sendable {
    case edited(String)
    case saveTapped
  }

  enum Feedback: Equatable, Sendable {
    case saved
    case saveFailed
  }

  enum Output: Equatable, Sendable {
    case finished
  }

  @Dependency(\.p19Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.edited(let text)):
      guard state.phase != .saving else { return .none }
      state.text = text
      state.phase = .editing
      return .none

    case .input(.saveTapped):
      guard state.hasDraft else { return .none }
      state.phase = .saving
      let (id, text) = (state.id, state.text)
      return .run("save", of: id) { send in
        try await client.save(id, text)
        await send(.saved)
      } catch: { _, send in
        await send(.saveFailed)
      }

    case .feedback(.saved):
      return .output(.finished)

    case .feedback(.saveFailed):
      state.phase = .failed
      return .none
    }
  }
}

/// The herd. The reader of ear tags opens the note on a cow when she walks by.
struct P19Herd: Reducer {
  struct State: Equatable {
    var note: P19Note.State?
    var isReaderOn = false
    var nextCow: Int?
    var lastNoted: Int?
  }

  enum Input: Equatable, Sendable {
    case readerTapped
    case cowTapped(Int)
    case note(P19Note.Input)
    case closeTapped
    case discardTapped
    case keepTapped
  }

  enum Feedback: Equatable, Sendable {
    case note(ChildFeedback<P19Note>)
    case tagRead(Int)
    case readerStopped
  }

  private enum CancelID { case reader }

  @Dependency(\.p19Client) private var client

  private let note = Scope<P19Herd, P19Note>(ifLet: \.note, feedback: Feedback.note) { P19Note() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.readerTapped):
      state.isReaderOn.toggle()
      guard state.isReaderOn else { return .cancel(id: CancelID.reader) }
      return .run("tags") { send in
        for await cow in client.tags() { await send(.tagRead(cow)) }
        await send(.readerStopped)
      }
      .cancellable(id: CancelID.reader, cancelInFlight: true)

    case .input(.cowTapped(let cow)):
      guard state.note == nil else { return .none }
      state.note = P19Note.State(id: cow)
      return .none

    case .input(.note(let input)):
      return note.reduce(.input(input), into: &state)

    case .input(.closeTapped):
      guard let open = state.note, open.phase != .saving, !open.hasDraft else { return .none }
      state.note = nil
      return .none

    case .input(.discardTapped):
      guard let cow = state.nextCow else { return .none }
      state.note = P19Note.State(id: cow)
      state.nextCow = nil
      return .none

    case .input(.keepTapped):
      state.nextCow = nil
      return .none

    case .feedback(.note(.feedback(let feedback))):
      return note.reduce(.feedback(feedback), into: &state)

    case .feedback(.note(.output(.finished))):
      state.lastNoted = state.note?.id
      state.note = nil
      return .none

    case .feedback(.tagRead(let cow)):
      guard cow != state.note?.id else { return .none }
      if let open = state.note, open.hasDraft {
        state.nextCow = cow
      } else {
        state.note = P19Note.State(id: cow)
      }
      return .none

    case .feedback(.readerStopped):
      state.isReaderOn = false
      return .none
    }
  }
}

struct P19Client: TestDependencyKey, Sendable {
  var tags: @Sendable () -> AsyncStream<Int>
  var save: @Sendable (_ cow: Int, _ text: String) async throws -> Void

  static let testValue = P19Client(
    tags: unimplemented("P19Client.tags", placeholder: AsyncStream { $0.finish() }),
    save: unimplemented("P19Client.save")
  )
}

extension DependencyValues {
  var p19Client: P19Client {
    get { self[P19Client.self] }
    set { self[P19Client.self] = newValue }
  }
}

struct P19Offline: Error {}

struct P19Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: P19Herd.State) -> [P19Herd.Input] in
        if state.nextCow != nil { return [.discardTapped, .keepTapped] }
        guard let note = state.note else { return [.readerTapped, .cowTapped(12)] }
        if note.phase == .saving { return [.readerTapped] }
        var inputs: [P19Herd.Input] = [.readerTapped, .note(.edited("Lame")), .note(.edited(""))]
        inputs.append(note.hasDraft ? .note(.saveTapped) : .closeTapped)
        return inputs
      }
    ) { () -> TestStore<P19Herd> in
      let store = TestStore(initialState: P19Herd.State()) { P19Herd() }
      store.gate("tags", at: \.p19Client.tags) { [.element(12), .element(40), .finish] }
      store.gate("save", at: \.p19Client.save) { _ in [.success(()), .failure(P19Offline())] }
      return store
    }
  }
}
