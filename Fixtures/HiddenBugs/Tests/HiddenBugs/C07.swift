import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct C07Elevator: Equatable, Identifiable, Sendable {
  let id: String
  var status: String
}

struct C07Office: TestDependencyKey, Sendable {
  var elevators: @Sendable () async throws -> [C07Elevator]
  var file: @Sendable (_ elevator: String, _ note: String) async throws -> Void

  static let testValue = C07Office(
    elevators: unimplemented("C07Office.elevators"),
    file: unimplemented("C07Office.file")
  )
}

extension DependencyValues {
  var c07Office: C07Office {
    get { self[C07Office.self] }
    set { self[C07Office.self] = newValue }
  }
}

/// The report on one elevator.
struct C07Report: Reducer {
  struct State: Equatable, Identifiable {
    let id: String
    var note = ""
    var savedNote = ""
    var isSaving = false
    var hasFailed = false

    /// Whether something would be lost without the report.
    var holdsWork: Bool { isSaving || note != savedNote }
  }

  enum Input: Equatable {
    case noteChanged(String)
    case saveTapped
  }

  enum Feedback: Equatable {
    case saved(String)
    case failed
  }

  enum Output: Equatable { case settled }

  @Dependency(\.c07Office) private var office

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.noteChanged(let note)):
      state.note = note
      state.hasFailed = false
      return .none

    case .input(.saveTapped):
      guard !state.isSaving, state.note != state.savedNote else { return .none }
      state.isSaving = true
      state.hasFailed = false
      return .run("file", of: state.note) { [id = state.id, note = state.note] send in
        try await office.file(id, note)
        await send(.saved(note))
      } catch: { _, send in
        await send(.failed)
      }

    case .feedback(.saved(let note)):
      state.isSaving = false
      state.savedNote = note
      return .output(.settled)

    case .feedback(.failed):
      state.isSaving = false
      state.hasFailed = state.note != state.savedNote
      return .output(.settled)
    }
  }
}

/// The elevators of a technician, and a report on one of them. A link leads to the report on an elevator.
struct C07Service: Reducer {
  enum Destination: Equatable {
    case list
    case report(String)
  }

  struct State: Equatable {
    var elevators: [String: C07Elevator] = [:]
    var isLoading = false
    var hasFailed = false
    /// The elevator of a link that waits for the list, as the link may be newer than the list.
    var linkedID: String?
    var report: C07Report.State?
    /// Where the technician goes if the report may be left.
    var pending: Destination?
  }

  enum Input: Equatable {
    case refreshPulled
    case rowTapped(String)
    case linkOpened(String)
    case closeTapped
    case leaveConfirmed
    case leaveDeclined
    case report(C07Report.Input)
  }

  enum Feedback: Equatable {
    case loaded([C07Elevator])
    case loadFailed
    case report(ChildFeedback<C07Report>)
  }

  private let report = Scope<C07Service, C07Report>(ifLet: \.report, feedback: Feedback.report) { C07Report() }

  @Dependency(\.c07Office) private var office

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.report(let input)): return report.reduce(.input(input), into: &state)
    case .feedback(.report(.feedback(let feedback))): return report.reduce(.feedback(feedback), into: &state)

    case .input(.refreshPulled):
      guard !state.isLoading else { return .none }
      state.isLoading = true
      state.hasFailed = false
      return .run("elevators") { send in
        await send(.loaded(try await office.elevators()))
      } catch: { _, send in
        await send(.loadFailed)
      }

    case .input(.rowTapped(let id)):
      visit(.report(id), in: &state)
      return .none

    case .input(.linkOpened(let id)):
      if state.isLoading {
        state.linkedID = id
      } else {
        visit(.report(id), in: &state)
      }
      return .none

    case .input(.closeTapped):
      visit(.list, in: &state)
      return .none

    case .input(.leaveConfirmed):
      guard let destination = state.pending, state.report?.isSaving != true else { return .none }
      show(destination, in: &state)
      return .none

    case .input(.leaveDeclined):
      state.pending = nil
      return .none

    case .feedback(.report(.output(.settled))):
      guard let destination = state.pending, state.report?.holdsWork != true else { return .none }
      show(destination, in: &state)
      return .none

    case .feedback(.loaded(let elevators)):
      state.isLoading = false
      state.elevators = Dictionary(elevators.map { ($0.id, $0) }, uniquingKeysWith: { _, last in last })
      followLink(in: &state)
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      followLink(in: &state)
      return .none
    }
  }

  /// Follows a link that has waited for the list.
  private func followLink(in state: inout State) {
    guard let id = state.linkedID else { return }
    state.linkedID = nil
    guard state.elevators[id] != nil, state.report?.id != id else { return }
    show(.report(id), in: &state)
  }

  /// Goes somewhere, or asks first if the report holds work.
  private func visit(_ destination: Destination, in state: inout State) {
    if case .report(let id) = destination {
      guard state.elevators[id] != nil, state.report?.id != id else { return }
    }
    if let report = state.report, report.holdsWork {
      state.pending = destination
    } else {
      show(destination, in: &state)
    }
  }

  private func show(_ destination: Destination, in state: inout State) {
    state.pending = nil
    switch destination {
    case .list: state.report = nil
    case .report(let id): state.report = C07Report.State(id: id)
    }
  }
}

struct C07Offline: Error {}

struct C07Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: C07Service.State) -> [C07Service.Input] in
        var inputs: [C07Service.Input] = [.refreshPulled, .linkOpened("B")]
        if state.pending != nil {
          inputs += [.leaveConfirmed, .leaveDeclined]
        } else if state.report == nil {
          inputs.append(.rowTapped("A"))
        } else {
          inputs += [.report(.noteChanged("Oiled")), .report(.saveTapped), .closeTapped]
        }
        return inputs
      }
    ) { () -> TestStore<C07Service> in
      let known = ["A": C07Elevator(id: "A", status: "runs"), "B": C07Elevator(id: "B", status: "stuck")]
      let store = TestStore(initialState: C07Service.State(elevators: known)) { C07Service() }
      store.gate("elevators", at: \.c07Office.elevators) {
        [
          .success([C07Elevator(id: "A", status: "runs"), C07Elevator(id: "B", status: "runs")]),
          .failure(C07Offline()),
        ]
      }
      store.gate("file", at: \.c07Office.file) { _ in [.success(()), .failure(C07Offline())] }
      return store
    }
  }
}
