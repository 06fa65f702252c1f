import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct O01Offline: Error {}

enum O01Subject: Hashable, Sendable { case algebra, latin }

struct O01Lesson: Equatable, Identifiable, Sendable {
  var id: Int
  var tutor: String
}

struct O01Query: Hashable, Sendable {
  var subject: O01Subject
  var page: Int
}

struct O01Page: Equatable, Sendable {
  var lessons: [O01Lesson]
  var next: Int?
}

struct O01LessonClient: DependencyKey, Sendable {
  var page: @Sendable (_ query: O01Query) async throws -> O01Page
  var requestCall: @Sendable () async throws -> Void

  static let liveValue = O01LessonClient(
    page: { _ in O01Page(lessons: [], next: nil) },
    requestCall: {}
  )
  static let testValue = O01LessonClient(
    page: unimplemented("O01LessonClient.page"),
    requestCall: unimplemented("O01LessonClient.requestCall")
  )
}

extension DependencyValues {
  var o01LessonClient: O01LessonClient {
    get { self[O01LessonClient.self] }
    set { self[O01LessonClient.self] = newValue }
  }
}

/// The open lessons of a subject, page by page, and a button with which the office calls back.
struct O01Tutoring: Reducer {
  struct State: Equatable {
    var mode = Mode.choosing
    var callback = Callback.notAsked
  }

  enum Mode: Equatable {
    case choosing
    case opening(O01Subject)
    case unavailable(O01Subject)
    case open(Board)

    var subject: O01Subject? {
      switch self {
      case .choosing: nil
      case .opening(let subject), .unavailable(let subject): subject
      case .open(let board): board.subject
      }
    }
  }

  struct Board: Equatable {
    var subject: O01Subject
    var lessons: [O01Lesson]
    var next: Int?
    var loading = Loading.idle
  }

  enum Loading: Equatable { case idle, running(Load), failed(Load) }
  enum Load: Equatable { case refresh, more }
  enum Callback: Equatable { case notAsked, asking, promised, failed }

  enum Input: Equatable, Sendable {
    case subjectChosen(O01Subject)
    case refreshPulled
    case endReached
    case retryTapped
    case callTapped
    case closeTapped
  }

  enum Feedback: Equatable, Sendable {
    case pageLoaded(O01Page)
    case pageFailed
    case callPromised
    case callFailed
  }

  private enum CancelID { case page }

  @Dependency(\.o01LessonClient) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.subjectChosen(let subject)):
      guard state.mode.subject != subject || state.mode == .unavailable(subject) else { return .none }
      return open(subject, &state)

    case .input(.refreshPulled):
      switch state.mode {
      case .choosing, .opening:
        return .none
      case .unavailable(let subject):
        return open(subject, &state)
      case .open(let board):
        guard board.loading != .running(.refresh) else { return .none }
        return begin(.refresh, page: 1, on: board, &state)
      }

    case .input(.endReached):
      guard case .open(let board) = state.mode, board.loading == .idle, let next = board.next else { return .none }
      return begin(.more, page: next, on: board, &state)

    case .input(.retryTapped):
      switch state.mode {
      case .choosing, .opening:
        return .none
      case .unavailable(let subject):
        return open(subject, &state)
      case .open(let board):
        guard case .failed(let load) = board.loading, let next = board.next else { return .none }
        return begin(load, page: load == .refresh ? 1 : next, on: board, &state)
      }

    case .input(.callTapped):
      guard state.callback == .notAsked || state.callback == .failed else { return .none }
      state.callback = .asking
      return .run("call") { send in
        try await client.requestCall()
        await send(.callPromised)
      } catch: { _, send in
        await send(.callFailed)
      }

    case .input(.closeTapped):
      guard state.mode != .choosing else { return .none }
      state.mode = .choosing
      return .cancel(id: CancelID.page)

    case .feedback(.pageLoaded(let page)):
      switch state.mode {
      case .choosing, .unavailable:
        return .none
      case .opening(let subject):
        state.mode = .open(Board(subject: subject, lessons: page.lessons, next: page.next))
      case .open(var board):
        guard case .running(let load) = board.loading else { return .none }
        board.lessons = load == .refresh ? page.lessons : board.lessons + page.lessons
        board.next = page.next
        board.loading = .idle
        state.mode = .open(board)
      }
      return .none

    case .feedback(.pageFailed):
      switch state.mode {
      case .choosing, .unavailable:
        return .none
      case .opening(let subject):
        state.mode = .unavailable(subject)
      case .open(var board):
        guard case .running(let load) = board.loading else { return .none }
        board.loading = .failed(load)
        state.mode = .open(board)
      }
      return .none

    case .feedback(.callPromised):
      state.callback = .promised
      return .none

    case .feedback(.callFailed):
      state.callback = .failed
      return .none
    }
  }

  private func open(_ subject: O01Subject, _ state: inout State) -> Effect<Feedback, Never> {
    state.mode = .opening(subject)
    return load(O01Query(subject: subject, page: 1))
  }

  private func begin(_ load: Load, page: Int, on board: Board, _ state: inout State) -> Effect<Feedback, Never> {
    var board = board
    board.loading = .running(load)
    state.mode = .open(board)
    return self.load(O01Query(subject: board.subject, page: page))
  }

  private func load(_ query: O01Query) -> Effect<Feedback, Never> {
    .run("page", of: query) { send in
      await send(.pageLoaded(try await client.page(query)))
    } catch: { _, send in
      await send(.pageFailed)
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }
}

struct O01Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .subjectChosen(.algebra), .subjectChosen(.latin), .refreshPulled, .endReached, .retryTapped, .callTapped,
        .closeTapped,
      ]
    ) { () -> TestStore<O01Tutoring> in
      let store = TestStore(initialState: O01Tutoring.State()) { O01Tutoring() }
      store.gate("page", at: \.o01LessonClient.page) { query in
        [
          .success(
            O01Page(lessons: [O01Lesson(id: query.page, tutor: "Ms Hill")], next: query.page == 1 ? 2 : nil)
          ),
          .failure(O01Offline()),
        ]
      }
      store.gate("call", at: \.o01LessonClient.requestCall) { [.success(()), .failure(O01Offline())] }
      return store
    }
  }
}
