import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A banking app that ends the session of a customer who does nothing for a minute and a half.
struct O22Banking: Reducer {
  struct State: Equatable {
    var session: O22Session.State?
    var isLoggingIn = false
    var loginFailed = false
    var hasExpired = false
    var isInBackground = false
  }

  enum Input: Equatable, Sendable {
    case loginTapped
    case logoutTapped
    case wentToBackground
    case cameToForeground
    case session(O22Session.Input)
  }

  enum Feedback: Equatable, Sendable {
    case loggedIn
    case loginFailed
    case session(ChildFeedback<O22Session>)
  }

  @Dependency(\.o22Client) private var client

  let session = Scope<O22Banking, O22Session>(ifLet: \.session, feedback: Feedback.session) { O22Session() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.session(let input)):
      return session.reduce(.input(input), into: &state)

    case .feedback(.session(.feedback(let feedback))):
      return session.reduce(.feedback(feedback), into: &state)

    case .input(.loginTapped):
      guard state.session == nil, !state.isLoggingIn else { return .none }
      state.isLoggingIn = true
      state.loginFailed = false
      state.hasExpired = false
      return .run("login") { send in
        try await client.login()
        await send(.loggedIn)
      } catch: { _, send in
        await send(.loginFailed)
      }

    case .input(.logoutTapped):
      guard let session = state.session, session.transfer != .sending else { return .none }
      state.session = nil
      return .none

    case .input(.wentToBackground):
      state.isInBackground = true
      return state.session == nil ? .none : session.reduce(.input(.covered), into: &state)

    case .input(.cameToForeground):
      state.isInBackground = false
      return state.session == nil ? .none : session.reduce(.input(.uncovered), into: &state)

    case .feedback(.loggedIn):
      state.isLoggingIn = false
      state.session = O22Session.State(isCovered: state.isInBackground)
      return session.reduce(.input(.started), into: &state)

    case .feedback(.loginFailed):
      state.isLoggingIn = false
      state.loginFailed = true
      return .none

    case .feedback(.session(.output(.expired))):
      state.session = nil
      state.hasExpired = true
      return .none
    }
  }
}

/// What a customer sees. The minute and a half counts while nothing covers the app and no transfer is under way.
struct O22Session: Reducer {
  struct State: Equatable {
    enum Transfer: Equatable { case entering, sending, sent, failed }

    var isCovered = false
    var balance: Int?
    var isLoading = false
    var hasFailed = false
    var transfer = Transfer.entering
    var isExpiring = false
  }

  enum Input: Equatable, Sendable {
    case started
    case refreshTapped
    case transferTapped
    case transferClosed
    case stayTapped
    case covered
    case uncovered
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Int)
    case loadFailed
    case transferred
    case transferFailed
    case idle
    case expired
  }

  enum Output: Equatable, Sendable { case expired }

  private enum CancelID { case load, idle }

  @Dependency(\.o22Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.started):
      return .merge(load(&state), watch(&state))

    case .input(.refreshTapped):
      return .merge(state.isLoading ? .none : load(&state), watch(&state))

    case .input(.transferTapped):
      guard state.transfer != .sending else { return .none }
      state.transfer = .sending
      return .merge(
        watch(&state),
        .run("transfer") { send in
          try await client.transfer()
          await send(.transferred)
        } catch: { _, send in
          await send(.transferFailed)
        }
      )

    case .input(.transferClosed):
      if state.transfer != .sending { state.transfer = .entering }
      return watch(&state)

    case .input(.stayTapped):
      return watch(&state)

    case .input(.covered):
      state.isCovered = true
      return watch(&state)

    case .input(.uncovered):
      state.isCovered = false
      return watch(&state)

    case .feedback(.loaded(let balance)):
      state.isLoading = false
      state.balance = balance
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.transferred):
      state.transfer = .sent
      return .merge(load(&state), watch(&state))

    case .feedback(.transferFailed):
      state.transfer = .failed
      return watch(&state)

    case .feedback(.idle):
      state.isExpiring = true
      return .none

    case .feedback(.expired):
      return .output(.expired)
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Output> {
    state.isLoading = true
    state.hasFailed = false
    return .run("balance") { send in
      await send(.loaded(try await client.balance()))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func watch(_ state: inout State) -> Effect<Feedback, Output> {
    state.isExpiring = false
    guard !state.isCovered, state.transfer != .sending else { return .cancel(id: CancelID.idle) }
    return .run("idle") { send in
      try await clock.sleep(for: .seconds(60))
      await send(.idle)
      try await clock.sleep(for: .seconds(30))
      await send(.expired)
    }
    .cancellable(id: CancelID.idle, cancelInFlight: true)
  }
}

struct O22Client: TestDependencyKey, Sendable {
  var login: @Sendable () async throws -> Void
  var balance: @Sendable () async throws -> Int
  var transfer: @Sendable () async throws -> Void

  static let testValue = O22Client(
    login: unimplemented("O22Client.login"),
    balance: unimplemented("O22Client.balance"),
    transfer: unimplemented("O22Client.transfer")
  )
}

extension DependencyValues {
  var o22Client: O22Client {
    get { self[O22Client.self] }
    set { self[O22Client.self] = newValue }
  }
}

struct O22Offline: Error {}

struct O22Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: O22Banking.State) -> [O22Banking.Input] in
        if state.isInBackground { return [.cameToForeground] }
        guard let session = state.session else {
          return state.isLoggingIn ? [.wentToBackground] : [.loginTapped, .wentToBackground]
        }
        var inputs: [O22Banking.Input] = [.wentToBackground, .session(.refreshTapped)]
        if session.isExpiring { inputs.append(.session(.stayTapped)) }
        switch session.transfer {
        case .entering: inputs += [.session(.transferTapped), .logoutTapped]
        case .sending: break
        case .sent: inputs += [.session(.transferClosed), .logoutTapped]
        case .failed: inputs += [.session(.transferTapped), .session(.transferClosed), .logoutTapped]
        }
        return inputs
      }
    ) { () -> TestStore<O22Banking> in
      let store = TestStore(initialState: O22Banking.State()) { O22Banking() }
      store.gate("login", at: \.o22Client.login) { [.success(()), .failure(O22Offline())] }
      store.gate("balance", at: \.o22Client.balance) { [.success(1_800), .failure(O22Offline())] }
      store.gate("transfer", at: \.o22Client.transfer) { [.success(()), .failure(O22Offline())] }
      return store
    }
  }
}
