import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct L01Lesson: Equatable, Sendable {
  let id: String
  let title: String
}

struct L01School: TestDependencyKey, Sendable {
  var lesson: @Sendable (_ id: String) async throws -> L01Lesson
  var downloadTrack: @Sendable (_ id: String) async throws -> Void
  var grade: @Sendable (_ id: String) async throws -> Int

  static let testValue = L01School(
    lesson: unimplemented("L01School.lesson"),
    downloadTrack: unimplemented("L01School.downloadTrack"),
    grade: unimplemented("L01School.grade")
  )
}

extension DependencyValues {
  var l01School: L01School {
    get { self[L01School.self] }
    set { self[L01School.self] = newValue }
  }
}

struct L01Offline: Error {}

/// A guitar lesson: the student opens it, may download a backing track, records a take, and gets stars for it.
struct L01Tuner: Reducer {
  struct State: Equatable {
    var mode = Mode.choosing
  }

  struct Session: Equatable {
    let lesson: L01Lesson
    var track = Track.absent
  }

  enum Track: Equatable {
    case absent
    case downloading
    case ready
    case failed

    var canBeDownloaded: Bool { self == .absent || self == .failed }
  }

  enum Mode: Equatable {
    case choosing
    case opening(String)
    case notOpened(String)
    case practising(Session)
    case recording(Session)
    case grading(Session)
    case graded(Session, stars: Int)
    case notGraded(Session)

    /// The session, while nothing is recorded or graded.
    var restingSession: Session? {
      switch self {
      case .practising(let session), .graded(let session, _), .notGraded(let session): session
      case .choosing, .opening, .notOpened, .recording, .grading: nil
      }
    }

    mutating func updateSession(_ change: (inout Session) -> Void) {
      switch self {
      case .practising(var session):
        change(&session)
        self = .practising(session)
      case .recording(var session):
        change(&session)
        self = .recording(session)
      case .graded(var session, let stars):
        change(&session)
        self = .graded(session, stars: stars)
      case .notGraded(var session):
        change(&session)
        self = .notGraded(session)
      case .choosing, .opening, .notOpened, .grading:
        break
      }
    }
  }

  enum Input: Equatable { case lessonTapped(String), trackTapped, recordTapped, stopTapped, backTapped }
  enum Feedback: Equatable {
    case opened(L01Lesson), notOpened
    case trackArrived, trackFailed
    case takeIsFull
    case graded(Int), notGraded
  }

  private enum CancelID { case lesson, track, take, grade }

  @Dependency(\.l01School) private var school
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.lessonTapped(let id)):
      switch state.mode {
      case .choosing, .notOpened:
        state.mode = .opening(id)
        return .run("lesson", of: id) { send in
          await send(.opened(try await school.lesson(id)))
        } catch: { _, send in
          await send(.notOpened)
        }
        .cancellable(id: CancelID.lesson, cancelInFlight: true)
      case .opening, .practising, .recording, .grading, .graded, .notGraded:
        return .none
      }

    case .input(.trackTapped):
      guard let session = state.mode.restingSession, session.track.canBeDownloaded else { return .none }
      state.mode.updateSession { $0.track = .downloading }
      return .run("track", of: session.lesson.id) { send in
        try await school.downloadTrack(session.lesson.id)
        await send(.trackArrived)
      } catch: { _, send in
        await send(.trackFailed)
      }
      .cancellable(id: CancelID.track, cancelInFlight: true)

    case .input(.recordTapped):
      guard let session = state.mode.restingSession else { return .none }
      state.mode = .recording(session)
      return .run("take") { send in
        try await clock.sleep(for: .seconds(20))
        await send(.takeIsFull)
      }
      .cancellable(id: CancelID.take, cancelInFlight: true)

    case .input(.stopTapped), .feedback(.takeIsFull):
      guard case .recording(let session) = state.mode else { return .none }
      state.mode = .grading(session)
      return .merge(.cancel(id: CancelID.take), grade(session.lesson.id))

    case .input(.backTapped):
      guard state.mode != .choosing else { return .none }
      state.mode = .choosing
      return .merge(
        .cancel(id: CancelID.lesson),
        .cancel(id: CancelID.track),
        .cancel(id: CancelID.take),
        .cancel(id: CancelID.grade)
      )

    case .feedback(.opened(let lesson)):
      guard case .opening = state.mode else { return .none }
      state.mode = .practising(Session(lesson: lesson))
      return .none

    case .feedback(.notOpened):
      guard case .opening(let id) = state.mode else { return .none }
      state.mode = .notOpened(id)
      return .none

    case .feedback(.trackArrived):
      state.mode.updateSession { $0.track = .ready }
      return .none

    case .feedback(.trackFailed):
      state.mode.updateSession { $0.track = .failed }
      return .none

    case .feedback(.graded(let stars)):
      guard case .grading(let session) = state.mode else { return .none }
      state.mode = .graded(session, stars: stars)
      return .none

    case .feedback(.notGraded):
      guard case .grading(let session) = state.mode else { return .none }
      state.mode = .notGraded(session)
      return .none
    }
  }

  private func grade(_ id: String) -> Effect<Feedback, Never> {
    .run("grade", of: id) { send in
      await send(.graded(try await school.grade(id)))
    } catch: { _, send in
      await send(.notGraded)
    }
    .cancellable(id: CancelID.grade, cancelInFlight: true)
  }
}

struct L01Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.lessonTapped("blues"), .trackTapped, .recordTapped, .stopTapped, .backTapped]
    ) { () -> TestStore<L01Tuner> in
      let store = TestStore(initialState: L01Tuner.State()) { L01Tuner() }
      store.gate("lesson", at: \.l01School.lesson) { id in
        [.success(L01Lesson(id: id, title: "Twelve bars")), .failure(L01Offline())]
      }
      store.gate("track", at: \.l01School.downloadTrack) { _ in [.success(()), .failure(L01Offline())] }
      store.gate("grade", at: \.l01School.grade) { _ in [.success(3), .failure(L01Offline())] }
      return store
    }
  }
}
