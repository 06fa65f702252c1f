import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A short quiz at the end of a lesson. An answer is sent as soon as it is given.
struct Y20Quiz: Reducer {
  struct State: Equatable {
    var questions: [String] = []
    var isLoading = false
    var loadFailed = false
    var index = 0
    var unsent: Y20Answer?
    var isSending = false
    var sendFailed = false
    var isLoadingResult = false
    var resultFailed = false
    var points: Int?

    /// The question on the screen; nil after the last one.
    var current: String? { questions.indices.contains(index) ? questions[index] : nil }
  }

  enum Input: Equatable, Sendable {
    case startTapped
    case answerTapped(Bool)
    case retryTapped
    case resultTapped
    case doneTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded([String])
    case loadFailed
    case sent
    case sendFailed
    case result(Int)
    case resultFailed
  }

  @Dependency(\.y20Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.startTapped):
      guard state.questions.isEmpty, !state.isLoading else { return .none }
      state.isLoading = true
      state.loadFailed = false
      return .run("questions") { send in
        await send(.loaded(try await client.questions()))
      } catch: { _, send in
        await send(.loadFailed)
      }

    case .input(.answerTapped(let isTrue)):
      guard let question = state.current, state.unsent == nil else { return .none }
      let answer = Y20Answer(question: question, isTrue: isTrue)
      state.unsent = answer
      state.index += 1
      return sendAnswer(answer, &state)

    case .input(.retryTapped):
      guard state.current != nil, let answer = state.unsent, !state.isSending else { return .none }
      return sendAnswer(answer, &state)

    case .input(.resultTapped):
      guard state.resultFailed else { return .none }
      return loadResult(&state)

    case .input(.doneTapped):
      guard state.points != nil else { return .none }
      state = State()
      return .none

    case .feedback(.loaded(let questions)):
      state.isLoading = false
      state.questions = questions
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.loadFailed = true
      return .none

    case .feedback(.sent):
      state.isSending = false
      state.unsent = nil
      return state.current == nil ? loadResult(&state) : .none

    case .feedback(.sendFailed):
      state.isSending = false
      state.sendFailed = true
      return .none

    case .feedback(.result(let points)):
      state.isLoadingResult = false
      state.points = points
      return .none

    case .feedback(.resultFailed):
      state.isLoadingResult = false
      state.resultFailed = true
      return .none
    }
  }

  private func sendAnswer(_ answer: Y20Answer, _ state: inout State) -> Effect<Feedback, Never> {
    state.isSending = true
    state.sendFailed = false
    return .run("answer", of: answer) { send in
      try await client.answer(answer)
      await send(.sent)
    } catch: { _, send in
      await send(.sendFailed)
    }
  }

  private func loadResult(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoadingResult = true
    state.resultFailed = false
    return .run("result") { send in
      await send(.result(try await client.result()))
    } catch: { _, send in
      await send(.resultFailed)
    }
  }
}

struct Y20Answer: Hashable, Sendable {
  var question: String
  var isTrue: Bool
}

struct Y20Client: TestDependencyKey, Sendable {
  var questions: @Sendable () async throws -> [String]
  var answer: @Sendable (_ answer: Y20Answer) async throws -> Void
  var result: @Sendable () async throws -> Int

  static let testValue = Y20Client(
    questions: unimplemented("Y20Client.questions"),
    answer: unimplemented("Y20Client.answer"),
    result: unimplemented("Y20Client.result")
  )
}

extension DependencyValues {
  var y20Client: Y20Client {
    get { self[Y20Client.self] }
    set { self[Y20Client.self] = newValue }
  }
}

struct Y20Offline: Error {}

struct Y20Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Y20Quiz.State) -> [Y20Quiz.Input] in
        if state.points != nil { return [.doneTapped] }
        if state.questions.isEmpty { return [.startTapped] }
        var inputs: [Y20Quiz.Input] = []
        if state.current != nil, state.unsent == nil { inputs += [.answerTapped(true), .answerTapped(false)] }
        if state.sendFailed { inputs.append(.retryTapped) }
        if state.resultFailed { inputs.append(.resultTapped) }
        return inputs
      }
    ) { () -> TestStore<Y20Quiz> in
      let store = TestStore(initialState: Y20Quiz.State()) { Y20Quiz() }
      store.gate("questions", at: \.y20Client.questions) {
        [.success(["Is a whale a fish?", "Is ice lighter than water?", "Is the sun a star?"]), .failure(Y20Offline())]
      }
      store.gate("answer", at: \.y20Client.answer) { _ in [.success(()), .failure(Y20Offline())] }
      store.gate("result", at: \.y20Client.result) { [.success(2), .failure(Y20Offline())] }
      return store
    }
  }
}
