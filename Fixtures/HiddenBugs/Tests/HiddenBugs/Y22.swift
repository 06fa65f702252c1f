import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A report that a pupil stays at home on a day.
struct Y22Form: Reducer {
  struct State: Equatable, Identifiable {
    let id: String
    var reason: String?
    var isSending = false
    var hasFailed = false
  }

  enum Input: Equatable, Sendable {
    case reasonTapped(String)
    case tryAgainTapped
  }

  enum Feedback: Equatable, Sendable {
    case sent
    case failed
  }

  enum Output: Equatable, Sendable {
    case reported(String)
  }

  @Dependency(\.y22Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.reasonTapped(let reason)):
      guard !state.isSending else { return .none }
      state.reason = reason
      return send(reason, &state)

    case .input(.tryAgainTapped):
      guard let reason = state.reason, state.hasFailed else { return .none }
      return send(reason, &state)

    case .feedback(.sent):
      state.isSending = false
      return .output(.reported(state.id))

    case .feedback(.failed):
      state.isSending = false
      state.hasFailed = true
      return .none
    }
  }

  private func send(_ reason: String, _ state: inout State) -> Effect<Feedback, Output> {
    let day = state.id
    state.isSending = true
    state.hasFailed = false
    return .run("report", of: reason) { send in
      try await client.report(day, reason)
      await send(.sent)
    } catch: { _, send in
      await send(.failed)
    }
  }
}

/// The days on which a pupil stays at home. The school confirms each, also those that the other parent has reported.
struct Y22Absences: Reducer {
  struct State: Equatable {
    var absences: IdentifiedArray<Y22Absence> = []
    var form: Y22Form.State?
    var isVisible = false
    var isOffline = false
  }

  enum Input: Equatable, Sendable {
    case appeared
    case disappeared
    case reconnectTapped
    case reportTapped(String)
    case closeTapped
    case form(Y22Form.Input)
  }

  enum Feedback: Equatable, Sendable {
    case confirmed(String)
    case disconnected
    case form(ChildFeedback<Y22Form>)
  }

  private enum CancelID { case confirmations }

  @Dependency(\.y22Client) private var client

  let form = Scope<Y22Absences, Y22Form>(ifLet: \.form, feedback: Feedback.form) { Y22Form() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.form(let input)): return form.reduce(.input(input), into: &state)
    case .feedback(.form(.feedback(let feedback))): return form.reduce(.feedback(feedback), into: &state)

    case .input(.appeared):
      guard !state.isVisible else { return .none }
      state.isVisible = true
      return listen(&state)

    case .input(.disappeared):
      guard state.form == nil else { return .none }
      state.isVisible = false
      state.isOffline = false
      return .cancel(id: CancelID.confirmations)

    case .input(.reconnectTapped):
      guard state.isOffline else { return .none }
      return listen(&state)

    case .input(.reportTapped(let day)):
      guard state.form == nil, state.absences[id: day] == nil else { return .none }
      state.form = Y22Form.State(id: day)
      return .none

    case .input(.closeTapped):
      guard let form = state.form, !form.isSending else { return .none }
      state.form = nil
      return .none

    case .feedback(.form(.output(.reported(let day)))):
      state.form = nil
      if state.absences[id: day] == nil { state.absences.append(Y22Absence(id: day, isConfirmed: false)) }
      return .none

    case .feedback(.confirmed(let day)):
      // The school has the report, whether or not its answer has arrived.
      if state.form?.id == day { state.form = nil }
      if state.absences[id: day] == nil {
        state.absences.append(Y22Absence(id: day, isConfirmed: true))
      } else {
        state.absences[id: day]?.isConfirmed = true
      }
      return .none

    case .feedback(.disconnected):
      state.isOffline = true
      return .none
    }
  }

  private func listen(_ state: inout State) -> Effect<Feedback, Never> {
    state.isOffline = false
    return .run("confirmations") { send in
      for try await day in client.confirmations() { await send(.confirmed(day)) }
      await send(.disconnected)
    } catch: { _, send in
      await send(.disconnected)
    }
    .cancellable(id: CancelID.confirmations, cancelInFlight: true)
  }
}

struct Y22Absence: Equatable, Identifiable, Sendable {
  let id: String
  var isConfirmed: Bool
}

struct Y22Client: TestDependencyKey, Sendable {
  var report: @Sendable (_ day: String, _ reason: String) async throws -> Void
  var confirmations: @Sendable () -> AsyncThrowingStream<String, any Error>

  static let testValue = Y22Client(
    report: unimplemented("Y22Client.report"),
    confirmations: unimplemented("Y22Client.confirmations", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var y22Client: Y22Client {
    get { self[Y22Client.self] }
    set { self[Y22Client.self] = newValue }
  }
}

struct Y22Offline: Error {}

struct Y22Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Y22Absences.State) -> [Y22Absences.Input] in
        guard state.isVisible else { return [.appeared] }
        if let form = state.form {
          if form.isSending { return [] }
          var inputs: [Y22Absences.Input] = [.form(.reasonTapped("Ill")), .form(.reasonTapped("Doctor")), .closeTapped]
          if form.hasFailed { inputs.append(.form(.tryAgainTapped)) }
          return inputs
        }
        var inputs: [Y22Absences.Input] = [.disappeared]
        for day in ["Mon", "Tue"] where state.absences[id: day] == nil { inputs.append(.reportTapped(day)) }
        if state.isOffline { inputs.append(.reconnectTapped) }
        return inputs
      }
    ) { () -> TestStore<Y22Absences> in
      let store = TestStore(initialState: Y22Absences.State()) { Y22Absences() }
      store.gate("report", at: \.y22Client.report) { _ in [.success(()), .failure(Y22Offline())] }
      store.gate("confirmations", at: \.y22Client.confirmations) {
        [.element("Mon"), .element("Tue"), .finish, .failure(Y22Offline())]
      }
      return store
    }
  }
}
