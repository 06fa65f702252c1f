import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The note that a student writes below the video of a lesson.
struct K23Note: Reducer {
  struct State: Equatable, Identifiable {
    /// The number of the lesson.
    let id: Int
    var text: String
    var saved: String
    var isSaving = false
    var hasFailed = false

    init(id: Int, text: String = "") {
      self.id = id
      self.text = text
      saved = text
    }

    var isDirty: Bool { text != saved }
  }

  enum Input: Equatable, Sendable {
    case typed(String)
    case saveTapped
  }

  enum Feedback: Equatable, Sendable {
    case saved(String)
    case saveFailed
  }

  enum Output: Equatable, Sendable { case saved(String) }

  @Dependency(\.k23Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.typed(let text)):
      state.text = text
      state.hasFailed = false
      return .none

    case .input(.saveTapped):
      guard state.isDirty, !state.isSaving else { return .none }
      state.isSaving = true
      state.hasFailed = false
      return .run("save", of: state.text) { [lesson = state.id, text = state.text] send in
        try await client.save(lesson, text)
        await send(.saved(text))
      } catch: { _, send in
        await send(.saveFailed)
      }

    case .feedback(.saved(let text)):
      state.isSaving = false
      state.saved = text
      return .output(.saved(text))

    case .feedback(.saveFailed):
      state.isSaving = false
      state.hasFailed = true
      return .none
    }
  }
}

/// The lessons of a course. After a lesson, the next one plays by itself.
struct K23Course: Reducer {
  static let lastLesson = 2

  struct State: Equatable {
    var note = K23Note.State(id: 1)
    /// The saved notes of the lessons.
    var notes: [Int: String] = [:]
    var watched: Set<Int> = []
    /// Whether "Next lesson in 5 seconds" is on the screen.
    var isCountingDown = false
    /// The lesson to go to if the student discards the note. The question is on the screen.
    var question: Int?

    var lesson: Int { note.id }
  }

  enum Input: Equatable, Sendable {
    case lessonTapped(Int)
    case discardTapped
    case keepTapped
    case videoEnded
    case stayTapped
    case note(K23Note.Input)
  }

  enum Feedback: Equatable, Sendable {
    case note(ChildFeedback<K23Note>)
    case watched(Int)
    case nextDue
  }

  private enum CancelID: Hashable {
    case countdown
    case watched(Int)
  }

  @Dependency(\.k23Client) private var client
  @Dependency(\.continuousClock) private var clock

  let note = Scope<K23Course, K23Note>(\.note, feedback: Feedback.note) { K23Note() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.lessonTapped(let lesson)):
      // The list of lessons is disabled during a save.
      guard lesson != state.lesson, !state.note.isSaving else { return .none }
      guard state.note.isDirty else { return open(lesson, &state) }
      state.question = lesson
      state.isCountingDown = false
      return .cancel(id: CancelID.countdown)

    case .input(.discardTapped):
      guard let lesson = state.question else { return .none }
      return open(lesson, &state)

    case .input(.keepTapped):
      state.question = nil
      return .none

    case .input(.videoEnded):
      let lesson = state.lesson
      let watched: Effect<Feedback, Never> = .run("watched", of: lesson) { send in
        try await client.watched(lesson)
        await send(.watched(lesson))
      } catch: { _, _ in
        // The server learns it when the video ends the next time.
      }
      .cancellable(id: CancelID.watched(lesson), cancelInFlight: true)
      guard lesson < Self.lastLesson else { return watched }
      state.isCountingDown = true
      return .merge(
        watched,
        .run("countdown") { send in
          try await clock.sleep(for: .seconds(5))
          await send(.nextDue)
        }
        .cancellable(id: CancelID.countdown, cancelInFlight: true)
      )

    case .input(.stayTapped):
      state.isCountingDown = false
      return .cancel(id: CancelID.countdown)

    case .input(.note(.typed(let text))):
      state.isCountingDown = false
      return .merge(.cancel(id: CancelID.countdown), note.reduce(.input(.typed(text)), into: &state))

    case .input(.note(let input)):
      return note.reduce(.input(input), into: &state)

    case .feedback(.note(.feedback(let feedback))):
      return note.reduce(.feedback(feedback), into: &state)

    case .feedback(.note(.output(.saved(let text)))):
      state.notes[state.lesson] = text
      return .none

    case .feedback(.watched(let lesson)):
      state.watched.insert(lesson)
      return .none

    case .feedback(.nextDue):
      return open(state.lesson + 1, &state)
    }
  }

  private func open(_ lesson: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state.question = nil
    state.isCountingDown = false
    state.note = K23Note.State(id: lesson, text: state.notes[lesson] ?? "")
    return .cancel(id: CancelID.countdown)
  }
}

struct K23Client: TestDependencyKey, Sendable {
  var save: @Sendable (_ lesson: Int, _ text: String) async throws -> Void
  var watched: @Sendable (_ lesson: Int) async throws -> Void

  static let testValue = K23Client(save: unimplemented("K23Client.save"), watched: unimplemented("K23Client.watched"))
}

extension DependencyValues {
  var k23Client: K23Client {
    get { self[K23Client.self] }
    set { self[K23Client.self] = newValue }
  }
}

struct K23Offline: Error {}

struct K23Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: K23Course.State) -> [K23Course.Input] in
        if state.question != nil { return [.discardTapped, .keepTapped] }
        var inputs: [K23Course.Input] = [.note(.typed("Rest the dough")), .note(.typed(""))]
        if state.note.isDirty, !state.note.isSaving { inputs.append(.note(.saveTapped)) }
        if !state.note.isSaving { inputs.append(.lessonTapped(state.lesson == 1 ? 2 : 1)) }
        inputs.append(state.isCountingDown ? .stayTapped : .videoEnded)
        return inputs
      }
    ) { () -> TestStore<K23Course> in
      let store = TestStore(initialState: K23Course.State()) { K23Course() }
      store.gate("save", at: \.k23Client.save) { _ in [.success(()), .failure(K23Offline())] }
      store.gate("watched", at: \.k23Client.watched) { _ in [.success(()), .failure(K23Offline())] }
      return store
    }
  }
}
