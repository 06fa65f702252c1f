import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct K11Offline: Error {}

struct K11Course: DependencyKey, Sendable {
  /// Loads the next word to translate.
  var nextWord: @Sendable () async throws -> String
  /// Checks a translation.
  var check: @Sendable (_ word: String, _ answer: String) async throws -> Bool

  static let liveValue = K11Course(nextWord: { "pan" }, check: { _, _ in true })
  static let testValue = K11Course(
    nextWord: unimplemented("K11Course.nextWord"),
    check: unimplemented("K11Course.check")
  )
}

extension DependencyValues {
  var k11Course: K11Course {
    get { self[K11Course.self] }
    set { self[K11Course.self] = newValue }
  }
}

/// A lesson: one word after the other, five seconds for each.
struct K11Lesson: Reducer {
  struct State: Equatable {
    var isLoading = false
    var loadFailed = false
    var word: String?
    var secondsLeft = 5
    var isPaused = false
    var isChecking = false
    var checkFailed = false
    var isCorrect: Bool?

    var timeRuns: Bool { word != nil && isCorrect == nil && !isChecking && !isPaused }
  }

  enum Input: Equatable, Sendable {
    case startTapped
    case answerTapped(String)
    case nextTapped
    case paused
    case resumed
    case quitTapped
  }

  enum Feedback: Equatable, Sendable {
    case wordLoaded(String)
    case loadFailed
    case ticked
    case checked(Bool)
    case checkFailed
  }

  private enum CancelID { case load, timer, check }

  @Dependency(\.k11Course) private var course
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.startTapped):
      guard state.word == nil, !state.isLoading, !state.isPaused else { return .none }
      return load(&state)

    case .input(.answerTapped(let answer)):
      guard let word = state.word, state.timeRuns else { return .none }
      state.isChecking = true
      state.checkFailed = false
      return .merge(
        .cancel(id: CancelID.timer),
        .run("check", of: answer) { send in
          await send(.checked(try await course.check(word, answer)))
        } catch: { _, send in
          await send(.checkFailed)
        }
        .cancellable(id: CancelID.check)
      )

    case .input(.nextTapped):
      guard state.isCorrect != nil, !state.isPaused else { return .none }
      return load(&state)

    case .input(.paused):
      guard state.isLoading || state.word != nil, !state.isPaused else { return .none }
      state.isPaused = true
      return .cancel(id: CancelID.timer)

    case .input(.resumed):
      guard state.isPaused else { return .none }
      state.isPaused = false
      return runTimer(state)

    case .input(.quitTapped):
      state = State()
      return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.timer), .cancel(id: CancelID.check))

    case .feedback(.wordLoaded(let word)):
      state.isLoading = false
      state.word = word
      return runTimer(state)

    case .feedback(.loadFailed):
      state.isLoading = false
      state.loadFailed = true
      return .none

    case .feedback(.ticked):
      state.secondsLeft -= 1
      guard state.secondsLeft == 0 else { return .none }
      state.isCorrect = false
      state.checkFailed = false
      return .cancel(id: CancelID.timer)

    case .feedback(.checked(let isCorrect)):
      state.isChecking = false
      state.isCorrect = isCorrect
      return .none

    case .feedback(.checkFailed):
      state.isChecking = false
      state.checkFailed = true
      return runTimer(state)
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state = State(isLoading: true)
    return .run("nextWord") { send in
      await send(.wordLoaded(try await course.nextWord()))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func runTimer(_ state: State) -> Effect<Feedback, Never> {
    guard state.timeRuns else { return .none }
    return .run("timer") { send in
      for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
    }
    .cancellable(id: CancelID.timer, cancelInFlight: true)
  }
}

struct K11Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.startTapped, .answerTapped("bread"), .nextTapped, .paused, .resumed, .quitTapped]
    ) { () -> TestStore<K11Lesson> in
      let store = TestStore(initialState: K11Lesson.State()) { K11Lesson() }
      store.gate("nextWord", at: \.k11Course.nextWord) { [.success("pan"), .failure(K11Offline())] }
      store.gate("check", at: \.k11Course.check) { _ in [.success(true), .success(false), .failure(K11Offline())] }
      return store
    }
  }
}
