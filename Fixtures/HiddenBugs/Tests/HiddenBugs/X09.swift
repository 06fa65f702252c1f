import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A dose of a medicine that is due today.
struct X09Dose: Reducer {
  enum Status: Equatable, Sendable { case due, taking, taken, undoing }

  struct State: Equatable, Identifiable {
    let id: String
    var name: String
    var status: Status
    var isSnoozed = false
    var hasFailed = false
  }

  enum Input: Equatable, Sendable { case takeTapped, undoTapped, snoozeTapped }
  enum Feedback: Equatable, Sendable { case taken, notTaken, undone, notUndone, snoozeOver }

  private enum CancelID { case snooze }

  @Dependency(\.x09Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.takeTapped):
      guard state.status == .due else { return .none }
      state.status = .taking
      state.isSnoozed = false
      state.hasFailed = false
      let id = state.id
      return .merge(
        .cancel(id: CancelID.snooze),
        .run("take", of: id) { send in
          try await client.take(id)
          await send(.taken)
        } catch: { _, send in
          await send(.notTaken)
        }
      )

    case .input(.undoTapped):
      guard state.status == .taken else { return .none }
      state.status = .undoing
      state.hasFailed = false
      let id = state.id
      return .run("undo", of: id) { send in
        try await client.undo(id)
        await send(.undone)
      } catch: { _, send in
        await send(.notUndone)
      }

    case .input(.snoozeTapped):
      guard state.status == .due, !state.isSnoozed else { return .none }
      state.isSnoozed = true
      state.hasFailed = false
      return .run("snooze") { send in
        try await clock.sleep(for: .seconds(600))
        await send(.snoozeOver)
      }
      .cancellable(id: CancelID.snooze, cancelInFlight: true)

    case .feedback(.taken): state.status = .taken
    case .feedback(.undone): state.status = .due
    case .feedback(.snoozeOver): state.isSnoozed = false
    case .feedback(.notTaken): (state.status, state.hasFailed) = (.due, true)
    case .feedback(.notUndone): (state.status, state.hasFailed) = (.taken, true)
    }
    return .none
  }
}

/// The doses of the chosen member of the family.
struct X09Doses: Reducer {
  struct State: Equatable {
    var member: String?
    var doses: IdentifiedArray<X09Dose.State> = []
    var isLoading = false
    var hasFailed = false

    /// Whether a dose is being saved. The member stays until then.
    var isSaving: Bool { doses.contains { $0.status == .taking || $0.status == .undoing } }
  }

  enum Input: Equatable, Sendable {
    case memberChosen(String)
    case signOutTapped
    case retryTapped
    case dose(String, X09Dose.Input)
  }

  enum Feedback: Equatable, Sendable {
    case loaded([X09Medicine])
    case failed
    case dose(String, ChildFeedback<X09Dose>)
  }

  private enum CancelID { case medicines }

  let doses = ScopeEach<X09Doses, X09Dose>(\.doses, feedback: Feedback.dose) { X09Dose() }

  @Dependency(\.x09Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.memberChosen(let member)):
      guard member != state.member, !state.isSaving else { return .none }
      state = State(member: member)
      return load(member, &state)

    case .input(.signOutTapped):
      guard !state.isSaving else { return .none }
      state = State()
      return .cancel(id: CancelID.medicines)

    case .input(.retryTapped):
      guard state.hasFailed, let member = state.member else { return .none }
      return load(member, &state)

    case .input(.dose(let id, let input)):
      return doses.reduce(.input(input), id: id, into: &state)

    case .feedback(.dose(let id, .feedback(let feedback))):
      return doses.reduce(.feedback(feedback), id: id, into: &state)

    case .feedback(.loaded(let medicines)):
      state.isLoading = false
      for medicine in medicines {
        state.doses.updateOrAppend(
          X09Dose.State(id: medicine.id, name: medicine.name, status: medicine.isTaken ? .taken : .due)
        )
      }
      return .none

    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
      return .none
    }
  }

  private func load(_ member: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("medicines", of: member) { send in
      await send(.loaded(try await client.medicines(member)))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.medicines, cancelInFlight: true)
  }
}

struct X09Medicine: Equatable, Identifiable, Sendable {
  /// The id of a dose, which belongs to one member.
  let id: String
  var name: String
  var isTaken = false
}

struct X09Client: TestDependencyKey, Sendable {
  var medicines: @Sendable (_ member: String) async throws -> [X09Medicine]
  var take: @Sendable (_ id: String) async throws -> Void
  var undo: @Sendable (_ id: String) async throws -> Void

  static let testValue = X09Client(
    medicines: unimplemented("X09Client.medicines"),
    take: unimplemented("X09Client.take"),
    undo: unimplemented("X09Client.undo")
  )
}

extension DependencyValues {
  var x09Client: X09Client {
    get { self[X09Client.self] }
    set { self[X09Client.self] = newValue }
  }
}

struct X09Offline: Error {}

struct X09Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: X09Doses.State) -> [X09Doses.Input] in
        var inputs: [X09Doses.Input] = []
        if !state.isSaving {
          inputs += [.memberChosen("Mia"), .memberChosen("Leo")]
          if state.member != nil { inputs.append(.signOutTapped) }
        }
        if state.hasFailed { inputs.append(.retryTapped) }
        for dose in state.doses {
          switch dose.status {
          case .due:
            inputs.append(.dose(dose.id, .takeTapped))
            if !dose.isSnoozed { inputs.append(.dose(dose.id, .snoozeTapped)) }
          case .taken:
            inputs.append(.dose(dose.id, .undoTapped))
          case .taking, .undoing:
            break
          }
        }
        return inputs
      }
    ) { () -> TestStore<X09Doses> in
      let store = TestStore(initialState: X09Doses.State()) { X09Doses() }
      store.gate("medicines", at: \.x09Client.medicines) { member in
        [
          .success([
            X09Medicine(id: "\(member)-iron", name: "Iron"),
            X09Medicine(id: "\(member)-d3", name: "Vitamin D", isTaken: true),
          ]),
          .failure(X09Offline()),
        ]
      }
      store.gate("take", at: \.x09Client.take) { _ in [.success(()), .failure(X09Offline())] }
      store.gate("undo", at: \.x09Client.undo) { _ in [.success(()), .failure(X09Offline())] }
      return store
    }
  }
}
