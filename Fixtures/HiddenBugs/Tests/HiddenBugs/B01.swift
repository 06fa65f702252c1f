import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct B01SchoolClient: Sendable {
  var lessons: @Sendable (_ week: Int) async throws -> [String]
  var reportAbsence: @Sendable (_ week: Int) async throws -> Void
}

enum B01SchoolClientKey: TestDependencyKey {
  static let testValue = B01SchoolClient(
    lessons: unimplemented("B01SchoolClient.lessons"),
    reportAbsence: unimplemented("B01SchoolClient.reportAbsence")
  )
}

extension DependencyValues {
  var b01School: B01SchoolClient {
    get { self[B01SchoolClientKey.self] }
    set { self[B01SchoolClientKey.self] = newValue }
  }
}

/// The timetable of a class, a week at a time. Weeks that were loaded are kept.
struct B01Timetable: Reducer {
  struct State: Equatable {
    var week = 1
    var lessons: [Int: [String]] = [:]
    var isLoading = false
    var loadFailed = false

    var weeksBeingReported: Set<Int> = []
    var absentWeeks: Set<Int> = []
    var weeksWithFailedReport: Set<Int> = []
  }

  enum Input: Equatable, Sendable {
    case appeared
    case weekSelected(Int)
    case refreshTapped
    case absenceTapped
  }

  enum Feedback: Equatable, Sendable {
    case lessonsLoaded(week: Int, lessons: [String])
    case lessonsFailed
    case absenceReported(week: Int)
    case absenceFailed(week: Int)
  }

  private enum CancelID: Hashable {
    case lessons
    case absence(Int)
  }

  @Dependency(\.b01School) private var school

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.lessons[state.week] == nil, !state.isLoading else { return .none }
      return loadLessons(&state)

    case .input(.weekSelected(let week)):
      guard week != state.week else { return .none }
      state.week = week
      state.loadFailed = false
      guard state.lessons[week] == nil else { return .cancel(id: CancelID.lessons) }
      return loadLessons(&state)

    case .input(.refreshTapped):
      guard !state.isLoading else { return .none }
      return loadLessons(&state)

    case .input(.absenceTapped):
      let week = state.week
      guard !state.weeksBeingReported.contains(week), !state.absentWeeks.contains(week) else { return .none }
      state.weeksBeingReported.insert(week)
      state.weeksWithFailedReport.remove(week)
      return .run("reportAbsence", of: week) { send in
        try await school.reportAbsence(week)
        await send(.absenceReported(week: week))
      } catch: { _, send in
        await send(.absenceFailed(week: week))
      }
      .cancellable(id: CancelID.absence(week))

    case .feedback(.lessonsLoaded(week: let week, lessons: let lessons)):
      state.lessons[week] = lessons
      state.isLoading = false
      return .none

    case .feedback(.lessonsFailed):
      state.isLoading = false
      state.loadFailed = true
      return .none

    case .feedback(.absenceReported(week: let week)):
      state.weeksBeingReported.remove(week)
      state.absentWeeks.insert(week)
      return .none

    case .feedback(.absenceFailed(week: let week)):
      state.weeksBeingReported.remove(week)
      state.weeksWithFailedReport.insert(week)
      return .none
    }
  }

  /// Loads the lessons of the selected week, in place of those of another week.
  private func loadLessons(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.loadFailed = false
    let week = state.week
    return .run("lessons", of: week) { send in
      let lessons = try await school.lessons(week)
      await send(.lessonsLoaded(week: week, lessons: lessons))
    } catch: { _, send in
      await send(.lessonsFailed)
    }
    .cancellable(id: CancelID.lessons, cancelInFlight: true)
  }
}

struct B01Offline: Error {}

struct B01Bugs {
  @Test func bugs() async throws {
    try await findBugs(inputs: [.appeared, .weekSelected(1), .weekSelected(2), .refreshTapped, .absenceTapped]) {
      let store = TestStore(initialState: B01Timetable.State()) { B01Timetable() }
      store.gate("lessons", at: \.b01School.lessons) { week in
        [.success(["Maths \(week)", "Biology \(week)"]), .failure(B01Offline())]
      }
      store.gate("reportAbsence", at: \.b01School.reportAbsence) { _ in [.success(()), .failure(B01Offline())] }
      return store
    }
  }
}
