import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The on-call shifts of a clinic, behind a log-in.
struct H36Session: Reducer {
  enum State: Equatable {
    case loggedOut(LogIn)
    case loggedIn(H36Duty.State)
  }

  struct LogIn: Equatable {
    var isRunning = false
    var notice: Notice?
  }

  enum Notice: Equatable { case refused, offline, expired }

  enum Input: Equatable, Sendable {
    case logInTapped(String)
    case cancelTapped
    case duty(H36Duty.Input)
  }

  enum Feedback: Equatable, Sendable {
    case loggedIn(String)
    case notLoggedIn(H36Failure)
    case duty(ChildFeedback<H36Duty>)
  }

  private enum CancelID { case logIn }

  @Dependency(\.h36Client) private var client

  let duty = Scope<H36Session, H36Duty>(
    at: .ifCase(State.loggedIn, of: \.self) { if case .loggedIn(let duty) = $0 { duty } else { nil } },
    feedback: Feedback.duty
  ) { H36Duty() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.logInTapped(let user)):
      guard case .loggedOut(let logIn) = state, !logIn.isRunning else { return .none }
      state = .loggedOut(LogIn(isRunning: true))
      return .run("logIn", of: user) { send in
        try await client.logIn(user)
        await send(.loggedIn(user))
      } catch: { error, send in
        await send(.notLoggedIn(error as? H36Failure ?? .offline))
      }
      .cancellable(id: CancelID.logIn)

    case .input(.cancelTapped):
      guard case .loggedOut(let logIn) = state, logIn.isRunning else { return .none }
      state = .loggedOut(LogIn())
      return .cancel(id: CancelID.logIn)

    case .feedback(.loggedIn(let user)):
      state = .loggedIn(H36Duty.State(id: user))
      return duty.start(from: state)

    case .feedback(.notLoggedIn(let failure)):
      state = .loggedOut(LogIn(notice: failure == .offline ? .offline : .refused))
      return .none

    case .input(.duty(let input)): return duty.reduce(.input(input), into: &state)
    case .feedback(.duty(.feedback(let feedback))): return duty.reduce(.feedback(feedback), into: &state)

    case .feedback(.duty(.output(.loggedOut))):
      state = .loggedOut(LogIn())
      return .none

    case .feedback(.duty(.output(.expired))):
      state = .loggedOut(LogIn(notice: .expired))
      return .none
    }
  }
}

/// What a user of the clinic sees: the open shifts, and those that the user has taken.
struct H36Duty: Reducer {
  struct State: Equatable, Identifiable {
    /// The name of the user.
    let id: String
    var open: [H36Shift] = []
    var taken: [H36Shift] = []
    var isLoading = true
    var isOffline = false
    var taking: H36Shift?
    var notTaken: H36Shift.ID?
  }

  enum Input: Equatable, Sendable { case refreshTapped, shiftTapped(H36Shift), logOutTapped }

  enum Feedback: Equatable, Sendable {
    case loaded([H36Shift])
    case notLoaded(H36Failure)
    case changed(H36Change)
    case reconnected
    case taken(H36Shift)
    case notTaken(H36Shift, H36Failure)
  }

  enum Output: Equatable, Sendable { case loggedOut, expired }

  private enum CancelID { case load }

  @Dependency(\.h36Client) private var client
  @Dependency(\.continuousClock) private var clock

  func start(from state: State) -> Effect<Feedback, Output> {
    .merge(load(state.id), changes(state.id))
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.refreshTapped):
      guard !state.isLoading else { return .none }
      return reload(&state)

    case .input(.shiftTapped(let shift)):
      guard state.taking == nil, state.open.contains(shift) else { return .none }
      state.taking = shift
      state.notTaken = nil
      return .run("take", of: shift.id) { send in
        try await client.take(shift.id)
        await send(.taken(shift))
      } catch: { error, send in
        await send(.notTaken(shift, error as? H36Failure ?? .offline))
      }

    case .input(.logOutTapped):
      guard state.taking == nil else { return .none }
      return .output(.loggedOut)

    case .feedback(.loaded(let shifts)):
      state.isLoading = false
      // A list that was made before a shift was taken may still have it.
      state.open = shifts.filter { !state.taken.contains($0) }
      if !state.open.contains(where: { $0.id == state.notTaken }) { state.notTaken = nil }
      return .none

    case .feedback(.changed(.roster)), .feedback(.reconnected):
      return reload(&state)

    case .feedback(.taken(let shift)):
      state.taking = nil
      state.taken.append(shift)
      state.open.removeAll { $0 == shift }
      return .none

    case .feedback(.notTaken(let shift, .offline)):
      state.taking = nil
      state.notTaken = state.open.contains(shift) ? shift.id : nil
      return .none

    case .feedback(.notLoaded(.offline)):
      state.isLoading = false
      state.isOffline = true
      return .none

    case .feedback(.changed(.sessionEnded)), .feedback(.notLoaded(.unauthorized)),
      .feedback(.notTaken(_, .unauthorized)):
      return .output(.expired)
    }
  }

  private func reload(_ state: inout State) -> Effect<Feedback, Output> {
    state.isLoading = true
    state.isOffline = false
    return load(state.id)
  }

  private func load(_ user: String) -> Effect<Feedback, Output> {
    .run("shifts", of: user) { send in
      await send(.loaded(try await client.shifts(user)))
    } catch: { error, send in
      await send(.notLoaded(error as? H36Failure ?? .offline))
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  /// Follows the server, and connects again after a pause. What has changed meanwhile is unknown.
  private func changes(_ user: String) -> Effect<Feedback, Output> {
    .run("changes", of: user) { send in
      while true {
        for await change in client.changes(user) { await send(.changed(change)) }
        try await clock.sleep(for: .seconds(10))
        await send(.reconnected)
      }
    }
  }
}

struct H36Shift: Equatable, Identifiable, Sendable {
  var id: Int
  var day: String
}

enum H36Change: Equatable, Sendable { case roster, sessionEnded }

enum H36Failure: Error { case offline, unauthorized }

struct H36Client: TestDependencyKey, Sendable {
  var logIn: @Sendable (_ user: String) async throws -> Void
  var shifts: @Sendable (_ user: String) async throws -> [H36Shift]
  var take: @Sendable (_ shift: Int) async throws -> Void
  var changes: @Sendable (_ user: String) -> AsyncStream<H36Change>

  static let testValue = H36Client(
    logIn: unimplemented("H36Client.logIn"),
    shifts: unimplemented("H36Client.shifts"),
    take: unimplemented("H36Client.take"),
    changes: unimplemented("H36Client.changes", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var h36Client: H36Client {
    get { self[H36Client.self] }
    set { self[H36Client.self] = newValue }
  }
}

struct H36Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: H36Session.State) -> [H36Session.Input] in
        switch state {
        case .loggedOut(let logIn):
          return logIn.isRunning ? [.cancelTapped] : [.logInTapped("Ada"), .logInTapped("Ben")]
        case .loggedIn(let duty):
          guard duty.taking == nil else { return [.duty(.refreshTapped)] }
          return [.duty(.refreshTapped), .duty(.logOutTapped)]
            + duty.open.map { H36Session.Input.duty(.shiftTapped($0)) }
        }
      }
    ) { () -> TestStore<H36Session> in
      let store = TestStore(initialState: H36Session.State.loggedOut(H36Session.LogIn())) { H36Session() }
      store.gate("logIn", at: \.h36Client.logIn) { _ in
        [.success(()), .failure(H36Failure.offline), .failure(H36Failure.unauthorized)]
      }
      store.gate("shifts", at: \.h36Client.shifts) { _ in
        [
          .success([H36Shift(id: 1, day: "Saturday")]), .success([]),
          .failure(H36Failure.offline), .failure(H36Failure.unauthorized),
        ]
      }
      store.gate("take", at: \.h36Client.take) { _ in
        [.success(()), .failure(H36Failure.offline), .failure(H36Failure.unauthorized)]
      }
      store.gate("changes", at: \.h36Client.changes) { _ in
        [.element(.roster), .element(.sessionEnded), .finish]
      }
      return store
    }
  }
}
