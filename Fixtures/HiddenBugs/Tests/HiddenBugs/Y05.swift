import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// One pupil in the register. A tap changes the mark at once; it is taken back if it can't be saved.
struct Y05Pupil: Reducer {
  struct State: Equatable, Identifiable, Sendable {
    let id: String
    let course: String
    var isPresent: Bool
    var isSaving = false
    var hasFailed = false
  }

  enum Input: Equatable, Sendable { case tapped }
  enum Feedback: Equatable, Sendable { case saved, failed }
  enum Output: Equatable, Sendable { case saved, failed }

  @Dependency(\.y05Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.tapped):
      guard !state.isSaving else { return .none }
      state.isPresent.toggle()
      state.isSaving = true
      state.hasFailed = false
      let mark = Y05Mark(course: state.course, pupil: state.id, isPresent: state.isPresent)
      return .run("mark", of: mark) { send in
        try await client.mark(mark)
        await send(.saved)
      } catch: { _, send in
        await send(.failed)
      }

    case .feedback(.saved):
      state.isSaving = false
      return .output(.saved)

    case .feedback(.failed):
      state.isPresent.toggle()
      state.isSaving = false
      state.hasFailed = true
      return .output(.failed)
    }
  }
}

/// The register of a lesson. The teacher marks who is there, and closes it. Another course waits for what is being
/// saved.
struct Y05Register: Reducer {
  enum Closing: Equatable, Sendable { case open, running, failed, closed }

  struct State: Equatable {
    var course: String?
    /// The course to show as soon as everything is saved.
    var nextCourse: String?
    var pupils: IdentifiedArray<Y05Pupil.State> = []
    var isLoading = false
    var hasFailed = false
    var closing = Closing.open

    var isBusy: Bool { closing == .running || pupils.contains { $0.isSaving } }
    var canMark: Bool { !pupils.isEmpty && (closing == .open || closing == .failed) }
  }

  enum Input: Equatable, Sendable {
    case courseChosen(String)
    case retryTapped
    case pupil(String, Y05Pupil.Input)
    case allPresentTapped
    case closeTapped
  }

  enum Feedback: Equatable, Sendable {
    case pupil(String, ChildFeedback<Y05Pupil>)
    case loaded([Y05Mark])
    case loadFailed
    case closed
    case closeFailed
  }

  private enum CancelID { case roster }

  private let pupils = ScopeEach<Y05Register, Y05Pupil>(\.pupils, feedback: Feedback.pupil) { Y05Pupil() }

  @Dependency(\.y05Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.courseChosen(let course)):
      guard course != state.course else {
        state.nextCourse = nil
        return .none
      }
      guard !state.isBusy else {
        state.nextCourse = course
        return .none
      }
      return show(course, in: &state)

    case .input(.retryTapped):
      guard let course = state.course, state.hasFailed else { return .none }
      return show(course, in: &state)

    case .input(.pupil(let id, let input)):
      guard state.canMark else { return .none }
      return pupils.reduce(.input(input), id: id, into: &state)

    case .input(.allPresentTapped):
      guard state.canMark else { return .none }
      let absent = state.pupils.filter { !$0.isPresent && !$0.isSaving }.ids
      return .merge(absent.map { pupils.reduce(.input(.tapped), id: $0, into: &state) })

    case .input(.closeTapped):
      guard state.canMark, !state.isBusy, let course = state.course else { return .none }
      state.closing = .running
      return .run("close", of: course) { send in
        try await client.close(course)
        await send(.closed)
      } catch: { _, send in
        await send(.closeFailed)
      }

    case .feedback(.pupil(let id, .feedback(let feedback))):
      return pupils.reduce(.feedback(feedback), id: id, into: &state)

    case .feedback(.pupil(_, .output(.saved))):
      return moveOn(&state)

    case .feedback(.pupil(_, .output(.failed))):
      // The teacher stays, to see whose mark is missing.
      state.nextCourse = nil
      return .none

    case .feedback(.loaded(let marks)):
      state.isLoading = false
      state.pupils = IdentifiedArray(
        marks.map { Y05Pupil.State(id: $0.pupil, course: $0.course, isPresent: $0.isPresent) }
      )
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.closed):
      state.closing = .closed
      return moveOn(&state)

    case .feedback(.closeFailed):
      state.closing = .failed
      state.nextCourse = nil
      return .none
    }
  }

  private func moveOn(_ state: inout State) -> Effect<Feedback, Never> {
    guard let course = state.nextCourse, !state.isBusy else { return .none }
    return show(course, in: &state)
  }

  private func show(_ course: String, in state: inout State) -> Effect<Feedback, Never> {
    state = State(course: course, isLoading: true)
    return .run("roster", of: course) { send in
      await send(.loaded(try await client.roster(course)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.roster, cancelInFlight: true)
  }
}

struct Y05Mark: Hashable, Sendable {
  var course: String
  var pupil: String
  var isPresent: Bool
}

struct Y05Client: TestDependencyKey, Sendable {
  var roster: @Sendable (_ course: String) async throws -> [Y05Mark]
  var mark: @Sendable (_ mark: Y05Mark) async throws -> Void
  var close: @Sendable (_ course: String) async throws -> Void

  static let testValue = Y05Client(
    roster: unimplemented("Y05Client.roster"),
    mark: unimplemented("Y05Client.mark"),
    close: unimplemented("Y05Client.close")
  )
}

extension DependencyValues {
  var y05Client: Y05Client {
    get { self[Y05Client.self] }
    set { self[Y05Client.self] = newValue }
  }
}

struct Y05Offline: Error {}

extension Y05Mark {
  static func sample(of course: String) -> [Y05Mark] {
    guard course == "5a" else { return [Y05Mark(course: course, pupil: "Cleo", isPresent: true)] }
    return ["Ada", "Ben"].map { Y05Mark(course: course, pupil: $0, isPresent: false) }
  }
}

struct Y05Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Y05Register.State) -> [Y05Register.Input] in
        var inputs: [Y05Register.Input] = [.courseChosen("5a"), .courseChosen("6b")]
        if state.hasFailed { inputs.append(.retryTapped) }
        guard state.canMark else { return inputs }
        for pupil in state.pupils where !pupil.isSaving { inputs.append(.pupil(pupil.id, .tapped)) }
        inputs.append(.allPresentTapped)
        if !state.isBusy { inputs.append(.closeTapped) }
        return inputs
      }
    ) { () -> TestStore<Y05Register> in
      let store = TestStore(initialState: Y05Register.State()) { Y05Register() }
      store.gate("roster", at: \.y05Client.roster) { course in
        [.success(Y05Mark.sample(of: course)), .failure(Y05Offline())]
      }
      store.gate("mark", at: \.y05Client.mark) { _ in [.success(()), .failure(Y05Offline())] }
      store.gate("close", at: \.y05Client.close) { _ in [.success(()), .failure(Y05Offline())] }
      return store
    }
  }
}
