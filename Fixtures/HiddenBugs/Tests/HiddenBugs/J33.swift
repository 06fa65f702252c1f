import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A request to a host for a holiday flat. The app asks for the answer of the host every quarter of a minute.
struct J33Booking: Reducer {
  enum Phase: Equatable {
    case form(J33Form.State)
    case sending(J33Form.State)
    case waiting(Int)
    case withdrawing(Int)
    case accepted
    case declined
  }

  struct State: Equatable {
    var phase = Phase.form(J33Form.State())
    var isChecking = false
    var hasFailed = false
    var isInBackground = false
  }

  enum Input: Equatable, Sendable {
    case form(J33Form.Input)
    case withdrawTapped
    case startOverTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case form(ChildFeedback<J33Form>)
    case requested(Int)
    case requestFailed
    case pollDue
    case checked(J33Answer)
    case checkFailed
    case withdrawn
    case withdrawFailed
  }

  private enum CancelID { case poll, check }

  @Dependency(\.j33Client) private var client
  @Dependency(\.continuousClock) private var clock

  let form = Scope<J33Booking, J33Form>(
    at: .ifCase(Phase.form, of: \.phase) { if case .form(let form) = $0 { form } else { nil } },
    feedback: Feedback.form
  ) { J33Form() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.form(let input)): return form.reduce(.input(input), into: &state)
    case .feedback(.form(.feedback(let feedback))): return form.reduce(.feedback(feedback), into: &state)

    case .feedback(.form(.output(.submitted))):
      guard case .form(let form) = state.phase else { return .none }
      state.phase = .sending(form)
      state.hasFailed = false
      return .run("request", of: form.nights) { send in
        await send(.requested(try await client.request(form.nights)))
      } catch: { _, send in
        await send(.requestFailed)
      }

    case .feedback(.requested(let id)):
      state.phase = .waiting(id)
      return poll()

    case .feedback(.requestFailed):
      guard case .sending(let form) = state.phase else { return .none }
      state.phase = .form(form)
      state.hasFailed = true
      return .none

    case .feedback(.pollDue):
      return check(into: &state)

    case .feedback(.checked(let answer)):
      state.isChecking = false
      switch answer {
      case .pending: return state.isInBackground ? .none : poll()
      case .accepted: state.phase = .accepted
      case .declined: state.phase = .declined
      }
      return .none

    case .feedback(.checkFailed):
      state.isChecking = false
      state.hasFailed = true
      return state.isInBackground ? .none : poll()

    case .input(.withdrawTapped):
      guard case .waiting(let id) = state.phase else { return .none }
      state.phase = .withdrawing(id)
      state.isChecking = false
      state.hasFailed = false
      return .merge(
        .cancel(id: CancelID.poll),
        .cancel(id: CancelID.check),
        .run("withdraw", of: id) { send in
          try await client.withdraw(id)
          await send(.withdrawn)
        } catch: { _, send in
          await send(.withdrawFailed)
        }
      )

    case .feedback(.withdrawn):
      state.phase = .form(J33Form.State())
      return .none

    case .feedback(.withdrawFailed):
      guard case .withdrawing(let id) = state.phase else { return .none }
      state.phase = .waiting(id)
      state.hasFailed = true
      return state.isInBackground ? .none : poll()

    case .input(.startOverTapped):
      guard state.phase == .accepted || state.phase == .declined else { return .none }
      state.phase = .form(J33Form.State())
      return .none

    case .input(.wentToBackground):
      state.isInBackground = true
      return .cancel(id: CancelID.poll)

    case .input(.cameToForeground):
      state.isInBackground = false
      return check(into: &state)
    }
  }

  private func poll() -> Effect<Feedback, Never> {
    .run("poll") { send in
      try await clock.sleep(for: .seconds(15))
      await send(.pollDue)
    }
    .cancellable(id: CancelID.poll, cancelInFlight: true)
  }

  /// Asks for the answer of the host, instead of waiting for the next poll.
  private func check(into state: inout State) -> Effect<Feedback, Never> {
    guard case .waiting(let id) = state.phase, !state.isChecking else { return .none }
    state.isChecking = true
    state.hasFailed = false
    return .merge(
      .cancel(id: CancelID.poll),
      .run("check", of: id) { send in
        await send(.checked(try await client.answer(id)))
      } catch: { _, send in
        await send(.checkFailed)
      }
      .cancellable(id: CancelID.check, cancelInFlight: true)
    )
  }
}

/// What the guest asks for.
struct J33Form: Reducer {
  struct State: Equatable {
    var nights = 2
  }

  enum Input: Equatable, Sendable { case nightsChanged(Int), submitTapped }
  enum Output: Equatable, Sendable { case submitted }

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Output> {
    switch message {
    case .input(.nightsChanged(let nights)):
      state.nights = nights
      return .none
    case .input(.submitTapped):
      return .output(.submitted)
    }
  }
}

enum J33Answer: Equatable, Sendable { case pending, accepted, declined }

struct J33Client: TestDependencyKey, Sendable {
  var request: @Sendable (_ nights: Int) async throws -> Int
  var answer: @Sendable (_ id: Int) async throws -> J33Answer
  var withdraw: @Sendable (_ id: Int) async throws -> Void

  static let testValue = J33Client(
    request: unimplemented("J33Client.request"),
    answer: unimplemented("J33Client.answer"),
    withdraw: unimplemented("J33Client.withdraw")
  )
}

extension DependencyValues {
  var j33Client: J33Client {
    get { self[J33Client.self] }
    set { self[J33Client.self] = newValue }
  }
}

struct J33Offline: Error {}

struct J33Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: J33Booking.State) -> [J33Booking.Input] in
        if state.isInBackground { return [.cameToForeground] }
        switch state.phase {
        case .form(let form):
          return [.form(.nightsChanged(form.nights == 2 ? 7 : 2)), .form(.submitTapped), .wentToBackground]
        case .sending, .withdrawing: return [.wentToBackground]
        case .waiting: return [.withdrawTapped, .wentToBackground]
        case .accepted, .declined: return [.startOverTapped, .wentToBackground]
        }
      }
    ) { () -> TestStore<J33Booking> in
      let store = TestStore(initialState: J33Booking.State()) { J33Booking() }
      store.gate("request", at: \.j33Client.request) { nights in [.success(nights), .failure(J33Offline())] }
      store.gate("answer", at: \.j33Client.answer) { _ in
        [.success(.pending), .success(.accepted), .success(.declined), .failure(J33Offline())]
      }
      store.gate("withdraw", at: \.j33Client.withdraw) { _ in [.success(()), .failure(J33Offline())] }
      return store
    }
  }
}
