import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct M08Submission: Hashable, Sendable {
  var question: Int
  var answer: String
}

struct M08Offline: Error {}

struct M08League: DependencyKey, Sendable {
  /// The numbers of the questions, each when it is opened. Begins with the open one.
  var questions: @Sendable () -> AsyncThrowingStream<Int, any Error>
  /// Hands an answer in, and returns its points. An answer counts only while its question is open.
  var submit: @Sendable (_ submission: M08Submission) async throws -> Int

  static let liveValue = M08League(
    questions: { AsyncThrowingStream { $0.finish() } },
    submit: { _ in 0 }
  )
  static let testValue = M08League(
    questions: unimplemented("M08League.questions", placeholder: AsyncThrowingStream { $0.finish() }),
    submit: unimplemented("M08League.submit")
  )
}

extension DependencyValues {
  var m08League: M08League {
    get { self[M08League.self] }
    set { self[M08League.self] = newValue }
  }
}

/// A round of the quiz league: one question at a time, and one answer to each.
struct M08Round: Reducer {
  struct State: Equatable, Sendable {
    var isConnected = false
    var connectionWasLost = false
    var question: Int?
    var answer: String?
    /// The answer that was handed in.
    var sentAnswer: String?
    var isSending = false
    var isAccepted = false
    var hasFailed = false
    var points: Int?
  }

  enum Input: Equatable, Sendable {
    case joinTapped
    case answerTapped(String)
    case sendTapped
    case leaveTapped
  }

  enum Feedback: Equatable, Sendable {
    case questionOpened(Int)
    case connectionLost
    case accepted(points: Int)
    case sendFailed
  }

  @Dependency(\.m08League) private var league

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.joinTapped):
      guard !state.isConnected else { return .none }
      state.isConnected = true
      state.connectionWasLost = false
      return .run("questions") { send in
        for try await question in league.questions() { await send(.questionOpened(question)) }
        await send(.connectionLost)
      } catch: { _, send in
        await send(.connectionLost)
      }
      .cancellable(id: "questions", cancelInFlight: true)

    case .input(.answerTapped(let answer)):
      guard state.question != nil, !state.isSending, !state.isAccepted else { return .none }
      state.answer = answer
      state.hasFailed = false
      return .none

    case .input(.sendTapped):
      guard !state.isSending, !state.isAccepted else { return .none }
      guard let question = state.question, let answer = state.answer else { return .none }
      state.isSending = true
      state.sentAnswer = answer
      state.hasFailed = false
      let submission = M08Submission(question: question, answer: answer)
      return .run("submit", of: submission) { send in
        await send(.accepted(points: try await league.submit(submission)))
      } catch: { _, send in
        await send(.sendFailed)
      }
      .cancellable(id: "submit", cancelInFlight: true)

    case .input(.leaveTapped):
      guard !state.isSending else { return .none }
      state = State()
      return .cancel(id: "questions")

    case .feedback(.questionOpened(let question)):
      guard question != state.question else { return .none }
      state.question = question
      state.answer = nil
      state.sentAnswer = nil
      state.isSending = false
      state.isAccepted = false
      state.hasFailed = false
      state.points = nil
      return .cancel(id: "submit")

    case .feedback(.connectionLost):
      state.isConnected = false
      state.connectionWasLost = true
      guard state.sentAnswer != nil else { return .none }
      markAsFailed(&state)
      return .cancel(id: "submit")

    case .feedback(.accepted(points: let points)):
      state.isSending = false
      state.isAccepted = true
      state.points = points
      return .none

    case .feedback(.sendFailed):
      markAsFailed(&state)
      return .none
    }
  }

  private func markAsFailed(_ state: inout State) {
    state.isSending = false
    state.isAccepted = false
    state.sentAnswer = nil
    state.hasFailed = true
    state.points = nil
  }
}

struct M08Bugs {
  @Test func bugs() async throws {
    try await findBugs(inputs: [.joinTapped, .answerTapped("A"), .answerTapped("B"), .sendTapped, .leaveTapped]) {
      () -> TestStore<M08Round> in
      let store = TestStore(initialState: M08Round.State()) { M08Round() }
      store.gate("questions", at: \.m08League.questions) {
        [.element(1), .element(2), .failure(M08Offline())]
      }
      store.gate("submit", at: \.m08League.submit) { _ in [.success(10), .failure(M08Offline())] }
      return store
    }
  }
}
