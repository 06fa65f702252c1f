import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A student enrols in exams, and withdraws from them.
struct V02Exams: Reducer {
  struct State: Equatable {
    var student: String?
    var exams: [V02Exam] = []
    var enrolled: Set<Int> = []
    var isLoading = false
    var hasLoadFailed = false
    var busyExam: Int?
    var message: String?
  }

  enum Input: Equatable, Sendable {
    case loggedIn(String)
    case reloadTapped
    case enrolTapped(Int)
    case withdrawTapped(Int)
    case messageTapped
    case loggedOut
  }

  enum Feedback: Equatable, Sendable {
    case loaded(V02Listing)
    case loadFailed
    case enrolled(Int)
    case withdrawn(Int)
    case changeFailed
    case messageExpired
  }

  private enum CancelID { case load, change, message }

  @Dependency(\.v02Office) private var office
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.loggedIn(let student)):
      guard state.student == nil else { return .none }
      state.student = student
      return load(student, into: &state)

    case .input(.reloadTapped):
      // A list that was made before a change would take it back.
      guard let student = state.student, !state.isLoading, state.busyExam == nil else { return .none }
      return load(student, into: &state)

    case .input(.enrolTapped(let id)):
      guard !state.isLoading, state.busyExam == nil, !state.enrolled.contains(id) else { return .none }
      guard state.exams.contains(where: { $0.id == id && $0.isOpen }) else { return .none }
      return change(id, into: &state) { send in
        try await office.enrol(id)
        await send(.enrolled(id))
      }

    case .input(.withdrawTapped(let id)):
      guard !state.isLoading, state.busyExam == nil, state.enrolled.contains(id) else { return .none }
      return change(id, into: &state) { send in
        try await office.withdraw(id)
        await send(.withdrawn(id))
      }

    case .input(.messageTapped):
      state.message = nil
      return .cancel(id: CancelID.message)

    case .input(.loggedOut):
      state = State()
      return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.change), .cancel(id: CancelID.message))

    case .feedback(.loaded(let listing)):
      state.isLoading = false
      state.exams = listing.exams
      state.enrolled = listing.enrolled
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasLoadFailed = true
      return .none

    case .feedback(.enrolled(let id)):
      state.busyExam = nil
      state.enrolled.insert(id)
      return .none

    case .feedback(.withdrawn(let id)):
      state.busyExam = nil
      state.enrolled.remove(id)
      return .none

    case .feedback(.changeFailed):
      state.busyExam = nil
      state.message = "The office did not answer. Nothing has changed."
      return .run("message") { send in
        try await clock.sleep(for: .seconds(4))
        await send(.messageExpired)
      }
      .cancellable(id: CancelID.message, cancelInFlight: true)

    case .feedback(.messageExpired):
      state.message = nil
      return .none
    }
  }

  private func load(_ student: String, into state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasLoadFailed = false
    return .run("exams", of: student) { send in
      await send(.loaded(try await office.exams(student)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  /// Changes one enrolment. An older message has no meaning any more.
  private func change(
    _ id: Int,
    into state: inout State,
    operation: @escaping @Sendable (Send<Feedback>) async throws -> Void
  ) -> Effect<Feedback, Never> {
    state.busyExam = id
    state.message = nil
    return .merge(
      .cancel(id: CancelID.message),
      .run("change", of: id) { send in
        try await operation(send)
      } catch: { _, send in
        await send(.changeFailed)
      }
      .cancellable(id: CancelID.change)
    )
  }
}

struct V02Exam: Equatable, Sendable {
  var id: Int
  var title: String
  var isOpen: Bool
}

struct V02Listing: Equatable, Sendable {
  var exams: [V02Exam]
  var enrolled: Set<Int>
}

struct V02Office: TestDependencyKey, Sendable {
  var exams: @Sendable (_ student: String) async throws -> V02Listing
  var enrol: @Sendable (_ exam: Int) async throws -> Void
  var withdraw: @Sendable (_ exam: Int) async throws -> Void

  static let testValue = V02Office(
    exams: unimplemented("V02Office.exams"),
    enrol: unimplemented("V02Office.enrol"),
    withdraw: unimplemented("V02Office.withdraw")
  )
}

extension DependencyValues {
  var v02Office: V02Office {
    get { self[V02Office.self] }
    set { self[V02Office.self] = newValue }
  }
}

struct V02Offline: Error {}

struct V02Bugs {
  static let exams = [V02Exam(id: 1, title: "Algebra", isOpen: true), V02Exam(id: 2, title: "Optics", isOpen: true)]

  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .loggedIn("Ada"), .reloadTapped, .enrolTapped(1), .enrolTapped(2), .withdrawTapped(1), .messageTapped,
        .loggedOut,
      ]
    ) { () -> TestStore<V02Exams> in
      let store = TestStore(initialState: V02Exams.State()) { V02Exams() }
      store.gate("exams", at: \.v02Office.exams) { _ in
        [
          .success(V02Listing(exams: V02Bugs.exams, enrolled: [])),
          .success(V02Listing(exams: V02Bugs.exams, enrolled: [1])),
          .failure(V02Offline()),
        ]
      }
      store.gate("enrol", at: \.v02Office.enrol) { _ in [.success(()), .failure(V02Offline())] }
      store.gate("withdraw", at: \.v02Office.withdraw) { _ in [.success(()), .failure(V02Offline())] }
      return store
    }
  }
}
