import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The alarms of the user who is signed in.
struct U24Alarms: Reducer {
  struct State: Equatable, Identifiable {
    let id: String
    var alarms: [String]?
    var isLoading = true
    var loadHasFailed = false
    var acknowledging: Set<String> = []
    var failed: String?
  }

  enum Input: Equatable, Sendable { case refreshPulled, retryTapped, acknowledgeTapped(String), errorDismissed }
  enum Feedback: Equatable, Sendable { case loaded([String]), loadFailed, acknowledged(String), failed(String) }

  @Dependency(\.u24Client) private var client

  func start(from state: State) -> Effect<Feedback, Never> { load(state.id) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.refreshPulled), .input(.retryTapped):
      guard !state.isLoading, state.acknowledging.isEmpty else { return .none }
      state.isLoading = true
      state.loadHasFailed = false
      return load(state.id)

    case .input(.acknowledgeTapped(let alarm)):
      guard !state.isLoading, state.alarms?.contains(alarm) == true else { return .none }
      guard state.acknowledging.insert(alarm).inserted else { return .none }
      state.failed = nil
      return .run("acknowledge", of: alarm) { send in
        try await client.acknowledge(alarm)
        await send(.acknowledged(alarm))
      } catch: { _, send in
        await send(.failed(alarm))
      }

    case .input(.errorDismissed):
      state.failed = nil
      return .none

    case .feedback(.loaded(let alarms)):
      state.isLoading = false
      state.alarms = alarms
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.loadHasFailed = true
      return .none

    case .feedback(.acknowledged(let alarm)):
      state.acknowledging.remove(alarm)
      state.alarms?.removeAll { $0 == alarm }
      return .none

    case .feedback(.failed(let alarm)):
      state.acknowledging.remove(alarm)
      state.failed = alarm
      return .none
    }
  }

  private func load(_ user: String) -> Effect<Feedback, Never> {
    .run("alarms", of: user) { send in
      await send(.loaded(try await client.alarms(user)))
    } catch: { _, send in
      await send(.loadFailed)
    }
  }
}

/// The account: a sign-in, and the alarms behind it.
struct U24Account: Reducer {
  enum State: Equatable {
    case signedOut(hasFailed: Bool)
    case signingIn(String)
    case signedIn(U24Alarms.State)
  }

  enum Input: Equatable, Sendable {
    case signInTapped(String)
    case cancelTapped
    case signOutTapped
    case alarms(U24Alarms.Input)
  }

  enum Feedback: Equatable, Sendable {
    case signedIn(String)
    case signInFailed
    case alarms(ChildFeedback<U24Alarms>)
  }

  private enum CancelID { case signIn }

  @Dependency(\.u24Client) private var client

  private let alarms = Scope<U24Account, U24Alarms>(
    at: .ifCase(State.signedIn, of: \.self) { if case .signedIn(let alarms) = $0 { alarms } else { nil } },
    feedback: Feedback.alarms
  ) { U24Alarms() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.alarms(let input)): return alarms.reduce(.input(input), into: &state)
    case .feedback(.alarms(.feedback(let feedback))): return alarms.reduce(.feedback(feedback), into: &state)

    case .input(.signInTapped(let user)):
      guard case .signedOut = state else { return .none }
      state = .signingIn(user)
      return .run("sign in", of: user) { send in
        try await client.signIn(user)
        await send(.signedIn(user))
      } catch: { _, send in
        await send(.signInFailed)
      }
      .cancellable(id: CancelID.signIn, cancelInFlight: true)

    case .input(.cancelTapped):
      guard case .signingIn = state else { return .none }
      state = .signedOut(hasFailed: false)
      return .cancel(id: CancelID.signIn)

    case .input(.signOutTapped):
      guard case .signedIn = state else { return .none }
      state = .signedOut(hasFailed: false)
      return .none

    case .feedback(.signedIn(let user)):
      state = .signedIn(U24Alarms.State(id: user))
      return alarms.start(from: state)

    case .feedback(.signInFailed):
      state = .signedOut(hasFailed: true)
      return .none
    }
  }
}

struct U24Client: TestDependencyKey, Sendable {
  var signIn: @Sendable (_ user: String) async throws -> Void
  var alarms: @Sendable (_ user: String) async throws -> [String]
  var acknowledge: @Sendable (_ alarm: String) async throws -> Void

  static let testValue = U24Client(
    signIn: unimplemented("U24Client.signIn"),
    alarms: unimplemented("U24Client.alarms"),
    acknowledge: unimplemented("U24Client.acknowledge")
  )
}

extension DependencyValues {
  var u24Client: U24Client {
    get { self[U24Client.self] }
    set { self[U24Client.self] = newValue }
  }
}

struct U24Offline: Error {}

struct U24Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: U24Account.State) -> [U24Account.Input] in
        switch state {
        case .signedOut: return [.signInTapped("Ada"), .signInTapped("Ben")]
        case .signingIn: return [.cancelTapped]
        case .signedIn(let alarms):
          var inputs: [U24Account.Input] = [.signOutTapped]
          let isQuiet = !alarms.isLoading && alarms.acknowledging.isEmpty
          if isQuiet { inputs.append(.alarms(.refreshPulled)) }
          if isQuiet, alarms.loadHasFailed { inputs.append(.alarms(.retryTapped)) }
          for alarm in alarms.alarms ?? [] { inputs.append(.alarms(.acknowledgeTapped(alarm))) }
          if alarms.failed != nil { inputs.append(.alarms(.errorDismissed)) }
          return inputs
        }
      }
    ) { () -> TestStore<U24Account> in
      let store = TestStore(initialState: U24Account.State.signedOut(hasFailed: false)) { U24Account() }
      store.gate("sign in", at: \.u24Client.signIn) { _ in [.success(()), .failure(U24Offline())] }
      store.gate("alarms", at: \.u24Client.alarms) { user in
        [.success(["Smoke", "Door of \(user)"]), .failure(U24Offline())]
      }
      store.gate("acknowledge", at: \.u24Client.acknowledge) { _ in [.success(()), .failure(U24Offline())] }
      return store
    }
  }
}
