import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

enum M05Event: Equatable, Sendable {
  case progress(Int)
  case stored
}

struct M05Broken: Error {}

struct M05Downloads: DependencyKey, Sendable {
  /// The events of a download. It is complete with `stored`.
  var events: @Sendable (_ lesson: Int) -> AsyncThrowingStream<M05Event, any Error>

  static let liveValue = M05Downloads(events: { _ in AsyncThrowingStream { $0.finish() } })
  static let testValue = M05Downloads(
    events: unimplemented("M05Downloads.events", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var m05Downloads: M05Downloads {
    get { self[M05Downloads.self] }
    set { self[M05Downloads.self] = newValue }
  }
}

/// A lesson in the list, which can be downloaded.
struct M05Lesson: Reducer {
  struct State: Equatable, Identifiable, Sendable {
    let id: Int
    var download = Download.none
  }

  enum Download: Equatable, Sendable { case none, running(percent: Int), ready, failed }
  enum Input: Equatable, Sendable { case downloadTapped, cancelTapped }
  enum Feedback: Equatable, Sendable { case received(M05Event), ended }

  private enum CancelID { case download }

  @Dependency(\.m05Downloads) private var downloads

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.downloadTapped):
      guard state.download == .none || state.download == .failed else { return .none }
      state.download = .running(percent: 0)
      let id = state.id
      return .run("download", of: id) { send in
        for try await event in downloads.events(id) { await send(.received(event)) }
        await send(.ended)
      } catch: { _, send in
        await send(.ended)
      }
      .cancellable(id: CancelID.download, cancelInFlight: true)

    case .input(.cancelTapped):
      guard case .running = state.download else { return .none }
      state.download = .none
      return .cancel(id: CancelID.download)

    case .feedback(.received(.progress(let percent))):
      guard case .running(percent: let shown) = state.download else { return .none }
      state.download = .running(percent: max(shown, percent))
      return .none

    case .feedback(.received(.stored)):
      state.download = .ready
      return .cancel(id: CancelID.download)

    case .feedback(.ended):
      guard case .running = state.download else { return .none }
      state.download = .failed
      return .none
    }
  }
}

/// A course of lessons, and the session that the user listens to.
struct M05Course: Reducer {
  struct State: Equatable, Sendable {
    var lessons: IdentifiedArray<M05Lesson.State>
    var session: Session?
    /// Whether a call has interrupted the audio.
    var isInterrupted = false
    var completed: Set<Int> = []
  }

  struct Session: Equatable, Sendable {
    let lesson: Int
    var minutesLeft = 2
    var isPaused = false
  }

  enum Input: Equatable, Sendable {
    case lesson(Int, M05Lesson.Input)
    case playTapped(Int)
    case pauseTapped
    case stopTapped
    case interrupted(Bool)
  }

  enum Feedback: Equatable, Sendable {
    case lesson(Int, ChildFeedback<M05Lesson>)
    case minutePassed
  }

  private enum CancelID { case session }

  @Dependency(\.continuousClock) private var clock

  private let lessons = ScopeEach<M05Course, M05Lesson>(\.lessons, feedback: Feedback.lesson) { M05Lesson() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.lesson(let id, let input)): return lessons.reduce(.input(input), id: id, into: &state)
    case .feedback(.lesson(let id, .feedback(let feedback))):
      return lessons.reduce(.feedback(feedback), id: id, into: &state)

    case .input(.playTapped(let id)):
      guard state.session == nil, state.lessons[id: id]?.download == .ready else { return .none }
      state.session = Session(lesson: id)
      return timer(for: state)

    case .input(.pauseTapped):
      guard state.session != nil else { return .none }
      state.session?.isPaused.toggle()
      return timer(for: state)

    case .input(.stopTapped):
      state.session = nil
      return timer(for: state)

    case .input(.interrupted(let isInterrupted)):
      guard isInterrupted != state.isInterrupted else { return .none }
      state.isInterrupted = isInterrupted
      return timer(for: state)

    case .feedback(.minutePassed):
      guard let session = state.session else { return .none }
      guard session.minutesLeft == 1 else {
        state.session?.minutesLeft -= 1
        return .none
      }
      state.completed.insert(session.lesson)
      state.session = nil
      return timer(for: state)
    }
  }

  /// The timer of a session that can be heard; otherwise none.
  private func timer(for state: State) -> Effect<Feedback, Never> {
    guard let session = state.session, !session.isPaused, !state.isInterrupted else {
      return .cancel(id: CancelID.session)
    }
    return .run("session", of: session.lesson) { send in
      for await _ in clock.timer(interval: .seconds(60)) { await send(.minutePassed) }
    }
    .cancellable(id: CancelID.session, cancelInFlight: true)
  }
}

struct M05Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: M05Course.State) -> [M05Course.Input] in
        [
          .lesson(1, .downloadTapped), .lesson(1, .cancelTapped), .lesson(2, .downloadTapped), .playTapped(1),
          .pauseTapped, .stopTapped, .interrupted(!state.isInterrupted),
        ]
      }
    ) { () -> TestStore<M05Course> in
      let store = TestStore(initialState: M05Course.State(lessons: [M05Lesson.State(id: 1), M05Lesson.State(id: 2)])) {
        M05Course()
      }
      store.gate("events", at: \.m05Downloads.events) { _ in
        [.element(.progress(50)), .element(.stored), .failure(M05Broken())]
      }
      return store
    }
  }
}
