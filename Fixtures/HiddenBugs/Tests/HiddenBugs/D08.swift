import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct D08Grade: Hashable, Sendable {
  var paper: Int
  var points: Int
}

/// The sheet of a paper: its answer, the points that the examiner gives, and their save.
struct D08Sheet: Reducer {
  struct State: Equatable, Identifiable {
    let id: Int
    var answer: String?
    var points: Int?
    var grade: Int?
    var phase = Phase.loading

    var hasUnsavedPoints: Bool {
      switch phase {
      case .editing, .failed: points != grade
      case .loading, .unreadable, .saving: false
      }
    }
  }

  enum Phase: Equatable { case loading, unreadable, editing, saving, failed }
  enum Input: Equatable { case retryTapped, pointsChosen(Int), saveTapped }
  enum Feedback: Equatable { case loaded(String), loadFailed, saved, saveFailed }
  enum Output: Equatable { case graded(Int, Int) }

  @Dependency(\.d08Papers) private var papers

  func start(from state: State) -> Effect<Feedback, Output> {
    load(state.id)
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.retryTapped):
      guard state.phase == .unreadable else { return .none }
      state.phase = .loading
      return load(state.id)

    case .input(.pointsChosen(let points)):
      guard state.phase == .editing || state.phase == .failed else { return .none }
      state.points = points
      state.phase = .editing
      return .none

    case .input(.saveTapped):
      guard state.hasUnsavedPoints, let points = state.points else { return .none }
      state.phase = .saving
      let grade = D08Grade(paper: state.id, points: points)
      return .run("save", of: grade) { send in
        try await papers.save(grade)
        await send(.saved)
      } catch: { _, send in
        await send(.saveFailed)
      }

    case .feedback(.loaded(let answer)):
      state.answer = answer
      state.phase = .editing
      return .none

    case .feedback(.loadFailed):
      state.phase = .unreadable
      return .none

    case .feedback(.saved):
      guard let points = state.points else { return .none }
      state.grade = points
      state.phase = .editing
      return .output(.graded(state.id, points))

    case .feedback(.saveFailed):
      state.phase = .failed
      return .none
    }
  }

  private func load(_ id: Int) -> Effect<Feedback, Output> {
    .run("load", of: id) { send in
      await send(.loaded(try await papers.load(id)))
    } catch: { _, send in
      await send(.loadFailed)
    }
  }
}

/// The grading of an exam: the grades by the id of the paper, one open sheet, and notifications of papers that arrive.
struct D08Grading: Reducer {
  struct State: Equatable {
    var grades: [Int: Int] = [:]
    var sheet: D08Sheet.State?
    var waiting: Int?
  }

  enum Input: Equatable {
    case rowTapped(Int)
    case notificationOpened(Int)
    case closeTapped
    case discardTapped
    case sheet(D08Sheet.Input)
  }

  enum Feedback: Equatable { case sheet(ChildFeedback<D08Sheet>) }

  private let sheet = Scope<D08Grading, D08Sheet>(ifLet: \.sheet, feedback: Feedback.sheet) { D08Sheet() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.sheet(let input)): return sheet.reduce(.input(input), into: &state)
    case .feedback(.sheet(.feedback(let feedback))): return sheet.reduce(.feedback(feedback), into: &state)

    case .input(.rowTapped(let id)):
      guard state.sheet == nil else { return .none }
      return openSheet(id, &state)

    case .input(.notificationOpened(let id)):
      guard state.sheet?.id != id else { return .none }
      guard state.sheet?.hasUnsavedPoints != true else {
        state.waiting = id
        return .none
      }
      return openSheet(id, &state)

    case .input(.closeTapped):
      guard let current = state.sheet, current.phase != .saving, !current.hasUnsavedPoints else { return .none }
      return closeSheet(&state)

    case .input(.discardTapped):
      guard let current = state.sheet, current.hasUnsavedPoints else { return .none }
      return closeSheet(&state)

    case .feedback(.sheet(.output(.graded(let id, let points)))):
      state.grades[id] = points
      guard let waiting = state.waiting else { return .none }
      return openSheet(waiting, &state)
    }
  }

  private func openSheet(_ id: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state.waiting = nil
    state.sheet = D08Sheet.State(id: id, points: state.grades[id], grade: state.grades[id])
    return sheet.start(from: state)
  }

  private func closeSheet(_ state: inout State) -> Effect<Feedback, Never> {
    state.sheet = nil
    guard let waiting = state.waiting else { return .none }
    return openSheet(waiting, &state)
  }
}

struct D08Papers: DependencyKey, Sendable {
  var load: @Sendable (_ id: Int) async throws -> String
  var save: @Sendable (_ grade: D08Grade) async throws -> Void

  static let liveValue = D08Papers(load: { id in "The answer of paper \(id)" }, save: { _ in })
  static let testValue = D08Papers(load: unimplemented("D08Papers.load"), save: unimplemented("D08Papers.save"))
}

extension DependencyValues {
  var d08Papers: D08Papers {
    get { self[D08Papers.self] }
    set { self[D08Papers.self] = newValue }
  }
}

struct D08Offline: Error {}

struct D08Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: D08Grading.State) -> [D08Grading.Input] in
        guard state.sheet != nil else { return [.rowTapped(1), .notificationOpened(2)] }
        return [
          .notificationOpened(2), .closeTapped, .discardTapped, .sheet(.retryTapped), .sheet(.pointsChosen(3)),
          .sheet(.pointsChosen(5)), .sheet(.saveTapped),
        ]
      }
    ) { () -> TestStore<D08Grading> in
      let store = TestStore(initialState: D08Grading.State()) { D08Grading() }
      store.gate("load", at: \.d08Papers.load) { id in [.success("The answer of paper \(id)"), .failure(D08Offline())] }
      store.gate("save", at: \.d08Papers.save) { _ in [.success(()), .failure(D08Offline())] }
      return store
    }
  }
}
