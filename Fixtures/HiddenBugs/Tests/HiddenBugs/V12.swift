import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The medication of a patient for today. What is being recorded is waited for before another patient is shown.
struct V12Plan: Reducer {
  enum Place: Equatable { case overview, patient(String) }

  struct State: Equatable {
    var place = Place.overview
    /// Where to go when nothing is being recorded any more.
    var next: Place?
    var doses: IdentifiedArray<V12Dose.State> = []
    var isLoading = false
    var hasFailed = false

    var isRecording: Bool { doses.contains { $0.phase == .recording } }
  }

  enum Input: Equatable, Sendable {
    case patientTapped(String)
    case backTapped
    case retryTapped
    case dose(Int, V12Dose.Input)
  }

  enum Feedback: Equatable, Sendable {
    case loaded([V12Entry])
    case failed
    case dose(Int, ChildFeedback<V12Dose>)
  }

  private enum CancelID { case load }

  private let doses = ScopeEach<V12Plan, V12Dose>(\.doses, feedback: Feedback.dose) { V12Dose() }

  @Dependency(\.v12Ward) private var ward

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.dose(let id, let input)): return doses.reduce(.input(input), id: id, into: &state)
    case .feedback(.dose(let id, .feedback(let feedback))):
      return doses.reduce(.feedback(feedback), id: id, into: &state)

    case .feedback(.dose(_, .output(.recorded))):
      guard let next = state.next else { return .none }
      return go(to: next, &state)

    case .feedback(.dose(_, .output(.notRecorded))):
      // The user should see it.
      state.next = nil
      return .none

    case .input(.patientTapped(let patient)): return go(to: .patient(patient), &state)
    case .input(.backTapped): return go(to: .overview, &state)

    case .input(.retryTapped):
      guard case .patient(let patient) = state.place, state.hasFailed else { return .none }
      return load(patient, into: &state)

    case .feedback(.loaded(let entries)):
      state.isLoading = false
      state.doses = IdentifiedArray(entries.map { V12Dose.State(id: $0.id, drug: $0.drug) })
      return .none

    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
      return .none
    }
  }

  /// Goes to a place, as soon as nothing is being recorded.
  private func go(to place: Place, _ state: inout State) -> Effect<Feedback, Never> {
    guard place != state.place else {
      state.next = nil
      return .none
    }
    guard !state.isRecording else {
      state.next = place
      return .none
    }
    state = State(place: place)
    switch place {
    case .overview: return .cancel(id: CancelID.load)
    case .patient(let patient): return load(patient, into: &state)
    }
  }

  private func load(_ patient: String, into state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("plan", of: patient) { send in
      await send(.loaded(try await ward.plan(patient)))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

/// A dose that is due. It can be put off for ten minutes while its patient is shown, and is recorded when it is taken.
struct V12Dose: Reducer {
  enum Phase: Equatable { case due, snoozed, recording, notRecorded, taken }

  struct State: Equatable, Identifiable {
    let id: Int
    var drug: String
    var phase = Phase.due
  }

  enum Input: Equatable, Sendable { case takeTapped, snoozeTapped }
  enum Feedback: Equatable, Sendable { case snoozeEnded, recorded, notRecorded }
  enum Output: Equatable, Sendable { case recorded, notRecorded }

  private enum CancelID { case snooze, record }

  @Dependency(\.v12Ward) private var ward
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.takeTapped):
      switch state.phase {
      case .recording, .taken: return .none
      case .due, .snoozed, .notRecorded: break
      }
      state.phase = .recording
      let id = state.id
      return .merge(
        .cancel(id: CancelID.snooze),
        .run("record", of: id) { send in
          try await ward.record(id)
          await send(.recorded)
        } catch: { _, send in
          await send(.notRecorded)
        }
        .cancellable(id: CancelID.record)
      )

    case .input(.snoozeTapped):
      guard state.phase == .due else { return .none }
      state.phase = .snoozed
      return .run("snooze") { send in
        try await clock.sleep(for: .seconds(600))
        await send(.snoozeEnded)
      }
      .cancellable(id: CancelID.snooze, cancelInFlight: true)

    case .feedback(.snoozeEnded):
      if state.phase == .snoozed { state.phase = .due }
      return .none

    case .feedback(.recorded):
      state.phase = .taken
      return .output(.recorded)

    case .feedback(.notRecorded):
      state.phase = .notRecorded
      return .output(.notRecorded)
    }
  }
}

struct V12Entry: Equatable, Sendable {
  var id: Int
  var drug: String
}

struct V12Ward: TestDependencyKey, Sendable {
  /// The doses of today that are not recorded yet.
  var plan: @Sendable (_ patient: String) async throws -> [V12Entry]
  var record: @Sendable (_ dose: Int) async throws -> Void

  static let testValue = V12Ward(plan: unimplemented("V12Ward.plan"), record: unimplemented("V12Ward.record"))
}

extension DependencyValues {
  var v12Ward: V12Ward {
    get { self[V12Ward.self] }
    set { self[V12Ward.self] = newValue }
  }
}

struct V12Offline: Error {}

struct V12Bugs {
  static let plans = [
    "Ada": [V12Entry(id: 1, drug: "Iron"), V12Entry(id: 2, drug: "Zinc")],
    "Ben": [V12Entry(id: 3, drug: "Iodine")],
  ]

  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: V12Plan.State) -> [V12Plan.Input] in
        if state.place == .overview { return [.patientTapped("Ada"), .patientTapped("Ben")] }
        var inputs: [V12Plan.Input] = [.patientTapped("Ada"), .patientTapped("Ben"), .backTapped, .retryTapped]
        for dose in state.doses { inputs += [.dose(dose.id, .takeTapped), .dose(dose.id, .snoozeTapped)] }
        return inputs
      }
    ) { () -> TestStore<V12Plan> in
      let store = TestStore(initialState: V12Plan.State()) { V12Plan() }
      store.gate("plan", at: \.v12Ward.plan) { patient in
        [.success(V12Bugs.plans[patient] ?? []), .failure(V12Offline())]
      }
      store.gate("record", at: \.v12Ward.record) { _ in [.success(()), .failure(V12Offline())] }
      return store
    }
  }
}
