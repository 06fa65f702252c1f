import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct F10Course: Equatable, Identifiable, Sendable {
  let id: Int
  var isEnrolled = false
}

struct F10UniversityClient: TestDependencyKey, Sendable {
  var courses: @Sendable (_ student: String) async throws -> [F10Course]
  var enrol: @Sendable (_ course: Int) async throws -> F10Course
  var drop: @Sendable (_ course: Int) async throws -> F10Course

  static let testValue = F10UniversityClient(
    courses: unimplemented("F10UniversityClient.courses"),
    enrol: unimplemented("F10UniversityClient.enrol"),
    drop: unimplemented("F10UniversityClient.drop")
  )
}

extension DependencyValues {
  var f10UniversityClient: F10UniversityClient {
    get { self[F10UniversityClient.self] }
    set { self[F10UniversityClient.self] = newValue }
  }
}

/// The courses of a student. All buttons are disabled while one thing is done.
struct F10Enrolment: Reducer {
  struct State: Equatable {
    var student: String?
    var courses: [F10Course] = []
    var isLoading = false
    /// The course that is being enrolled in, or dropped.
    var changingCourse: Int?
    /// Whether the student leaves once that is done.
    var isLoggingOut = false
    var problem: String?

    var isBusy: Bool { isLoading || changingCourse != nil }
  }

  enum Input: Equatable {
    case loggedIn(String)
    case refreshTapped
    case enrolTapped(Int)
    case dropTapped(Int)
    case logOutTapped
  }

  enum Feedback: Equatable {
    case loaded([F10Course])
    case loadFailed
    case changed(F10Course)
    case changeFailed
  }

  private enum CancelID { case load, change }

  @Dependency(\.f10UniversityClient) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.loggedIn(let student)):
      guard state.student == nil else { return .none }
      state.student = student
      return load(student, &state)

    case .input(.refreshTapped):
      guard let student = state.student, !state.isBusy else { return .none }
      return load(student, &state)

    case .feedback(.loaded(let courses)):
      state.isLoading = false
      state.courses = courses
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.problem = "The courses couldn't be loaded. Refresh to try again."
      return .none

    case .input(.enrolTapped(let id)):
      guard !state.isBusy, state.courses.contains(where: { $0.id == id && !$0.isEnrolled }) else { return .none }
      state.changingCourse = id
      state.problem = nil
      return .run("enrol", of: id) { send in
        await send(.changed(try await client.enrol(id)))
      } catch: { _, send in
        await send(.changeFailed)
      }
      .cancellable(id: CancelID.change)

    case .input(.dropTapped(let id)):
      guard !state.isBusy, state.courses.contains(where: { $0.id == id && $0.isEnrolled }) else { return .none }
      state.changingCourse = id
      state.problem = nil
      return .run("drop", of: id) { send in
        await send(.changed(try await client.drop(id)))
      } catch: { _, send in
        await send(.changeFailed)
      }
      .cancellable(id: CancelID.change)

    case .feedback(.changed(let course)):
      if state.isLoggingOut {
        state = State()
        return .none
      }
      state.changingCourse = nil
      if let index = state.courses.firstIndex(where: { $0.id == course.id }) { state.courses[index] = course }
      return .none

    case .feedback(.changeFailed):
      // The student stays, to see it.
      state.isLoggingOut = false
      state.changingCourse = nil
      state.problem = "Your courses are unchanged. Try again."
      return .none

    case .input(.logOutTapped):
      if state.changingCourse != nil {
        state.isLoggingOut = true
        return .none
      }
      state = State()
      return .cancel(id: CancelID.load)
    }
  }

  private func load(_ student: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.problem = nil
    return .run("courses", of: student) { send in
      await send(.loaded(try await client.courses(student)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct F10Offline: Error {}

struct F10Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.loggedIn("Ada"), .refreshTapped, .enrolTapped(1), .enrolTapped(2), .dropTapped(1), .logOutTapped]
    ) { () -> TestStore<F10Enrolment> in
      let store = TestStore(initialState: F10Enrolment.State()) { F10Enrolment() }
      store.gate("courses", at: \.f10UniversityClient.courses) { _ in
        [
          .success([F10Course(id: 1), F10Course(id: 2)]),
          .success([F10Course(id: 1, isEnrolled: true), F10Course(id: 2)]),
          .failure(F10Offline()),
        ]
      }
      store.gate("enrol", at: \.f10UniversityClient.enrol) { id in
        [.success(F10Course(id: id, isEnrolled: true)), .failure(F10Offline())]
      }
      store.gate("drop", at: \.f10UniversityClient.drop) { id in
        [.success(F10Course(id: id, isEnrolled: false)), .failure(F10Offline())]
      }
      return store
    }
  }
}
