import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The answer sheet of a quiz team, one answer for each round. The team changes the round by a tap, or by the link in a
/// notification.
struct T11QuizNight: Reducer {
  struct State: Equatable {
    var round = 1
    var answer = ""
    var isLoading = false
    var hasLoadFailed = false

    /// Whether there are changes for which no save was started.
    var hasChanges = false
    var isSaving = false
    var hasSaveFailed = false
    var showsSaved = false

    /// The round to open when the user gives up the changes; nil while no question is shown.
    var askedRound: Int?
  }

  enum Input: Equatable {
    case answerChanged(String)
    case saveTapped
    case roundTapped(Int)
    case linkOpened(Int)
    case discardTapped
    case keepTapped
    case reloadTapped
  }

  enum Feedback: Equatable {
    case loaded(String)
    case loadFailed
    case saved
    case saveFailed
    case toastEnded
  }

  private enum CancelID { case load, save, toast }

  @Dependency(\.t11Quiz) private var quiz
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.answerChanged(let answer)):
      guard !state.isLoading, !state.hasLoadFailed, state.askedRound == nil else { return .none }
      guard answer != state.answer else { return .none }
      state.answer = answer
      state.hasChanges = true
      return .none

    case .input(.saveTapped):
      guard state.hasChanges, !state.isSaving, state.askedRound == nil else { return .none }
      // What is typed from now on is a new change.
      state.hasChanges = false
      state.isSaving = true
      state.hasSaveFailed = false
      state.showsSaved = false
      return .merge(.cancel(id: CancelID.toast), save(state.answer, for: state.round))

    case .feedback(.saved):
      state.isSaving = false
      state.showsSaved = true
      return .run("toast") { send in
        try await clock.sleep(for: .seconds(2))
        await send(.toastEnded)
      }
      .cancellable(id: CancelID.toast, cancelInFlight: true)

    case .feedback(.saveFailed):
      state.isSaving = false
      state.hasChanges = true
      state.hasSaveFailed = true
      return .none

    case .feedback(.toastEnded):
      state.showsSaved = false
      return .none

    case .input(.roundTapped(let round)):
      guard round != state.round, !state.isSaving else { return .none }
      if state.hasChanges {
        state.askedRound = round
        return .none
      }
      return show(round, &state)

    case .input(.linkOpened(let round)):
      guard round != state.round else { return .none }
      if state.hasChanges {
        state.askedRound = round
        return .none
      }
      return show(round, &state)

    case .input(.discardTapped):
      guard let round = state.askedRound else { return .none }
      return show(round, &state)

    case .input(.keepTapped):
      state.askedRound = nil
      return .none

    case .input(.reloadTapped):
      guard state.hasLoadFailed else { return .none }
      return load(&state)

    case .feedback(.loaded(let answer)):
      state.isLoading = false
      state.answer = answer
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasLoadFailed = true
      return .none
    }
  }

  private func show(_ round: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state = State(round: round)
    return .merge(.cancel(id: CancelID.save), .cancel(id: CancelID.toast), load(&state))
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    let round = state.round
    state.isLoading = true
    state.hasLoadFailed = false
    return .run("load", of: round) { send in
      await send(.loaded(try await quiz.answer(round)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func save(_ answer: String, for round: Int) -> Effect<Feedback, Never> {
    .run("save", of: answer) { send in
      try await quiz.save(round, answer)
      await send(.saved)
    } catch: { _, send in
      await send(.saveFailed)
    }
    .cancellable(id: CancelID.save, cancelInFlight: true)
  }
}

struct T11Quiz: TestDependencyKey {
  var answer: @Sendable (_ round: Int) async throws -> String
  var save: @Sendable (_ round: Int, _ answer: String) async throws -> Void

  static let testValue = T11Quiz(
    answer: unimplemented("T11Quiz.answer"),
    save: unimplemented("T11Quiz.save")
  )
}

extension DependencyValues {
  var t11Quiz: T11Quiz {
    get { self[T11Quiz.self] }
    set { self[T11Quiz.self] = newValue }
  }
}

struct T11Offline: Error {}

struct T11Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: T11QuizNight.State) -> [T11QuizNight.Input] in
        if state.askedRound != nil { return [.discardTapped, .keepTapped, .linkOpened(3 - state.round)] }
        var inputs: [T11QuizNight.Input] = [.saveTapped, .roundTapped(3 - state.round), .linkOpened(3 - state.round)]
        inputs.append(.answerChanged(state.answer == "Lima" ? "Quito" : "Lima"))
        if state.hasLoadFailed { inputs.append(.reloadTapped) }
        return inputs
      }
    ) { () -> TestStore<T11QuizNight> in
      let store = TestStore(initialState: T11QuizNight.State()) { T11QuizNight() }
      store.gate("answer", at: \.t11Quiz.answer) { _ in [.success(""), .failure(T11Offline())] }
      store.gate("save", at: \.t11Quiz.save) { _ in [.success(()), .failure(T11Offline())] }
      return store
    }
  }
}
