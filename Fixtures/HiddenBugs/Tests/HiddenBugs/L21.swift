import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A request for an upgrade. The airline decides at some time before departure, and says so in a stream.
struct L21Upgrade: Reducer {
  struct State: Equatable {
    var status = Status.none
    var isOffline = false
    var notice: Notice?
  }

  enum Status: Equatable {
    case none
    case requesting
    case requested
    case withdrawing
    case withdrawn
    case upgraded(String)
    case declined
  }

  enum Notice: Equatable { case notRequested, notWithdrawn }

  enum Input: Equatable, Sendable {
    case requestTapped
    case withdrawTapped
    case reconnectTapped
    case noticeClosed
    case closeTapped
  }

  enum Feedback: Equatable, Sendable {
    case requested
    case requestFailed
    case withdrawn
    case withdrawFailed
    case decided(L21Decision)
    case connectionLost
  }

  private enum CancelID { case decisions, withdrawal }

  @Dependency(\.l21Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.requestTapped):
      switch state.status {
      case .none, .withdrawn: break
      case .requesting, .requested, .withdrawing, .upgraded, .declined: return .none
      }
      state.status = .requesting
      state.notice = nil
      return .run("request") { send in
        try await client.request()
        await send(.requested)
      } catch: { _, send in
        await send(.requestFailed)
      }

    case .input(.withdrawTapped):
      guard state.status == .requested else { return .none }
      state.status = .withdrawing
      state.notice = nil
      return .run("withdraw") { send in
        try await client.withdraw()
        await send(.withdrawn)
      } catch: { _, send in
        await send(.withdrawFailed)
      }
      .cancellable(id: CancelID.withdrawal)

    case .input(.reconnectTapped):
      guard state.isOffline else { return .none }
      return listen(into: &state)

    case .input(.noticeClosed):
      state.notice = nil
      return .none

    case .input(.closeTapped):
      switch state.status {
      case .withdrawn, .declined: break
      case .none, .requesting, .requested, .withdrawing, .upgraded: return .none
      }
      state = State()
      return .merge(.cancel(id: CancelID.decisions), .cancel(id: CancelID.withdrawal))

    case .feedback(.requested):
      state.status = .requested
      return listen(into: &state)

    case .feedback(.requestFailed):
      state.status = .none
      state.notice = .notRequested
      return .none

    case .feedback(.withdrawn):
      guard state.status == .withdrawing else { return .none }
      state.status = .withdrawn
      state.isOffline = false
      return .cancel(id: CancelID.decisions)

    case .feedback(.withdrawFailed):
      state.status = .requested
      state.notice = .notWithdrawn
      return .none

    case .feedback(.decided(let decision)):
      switch decision {
      case .upgraded(let seat): state.status = .upgraded(seat)
      case .declined: state.status = .declined
      }
      state.notice = nil
      return .cancel(id: CancelID.decisions)

    case .feedback(.connectionLost):
      state.isOffline = true
      return .none
    }
  }

  private func listen(into state: inout State) -> Effect<Feedback, Never> {
    state.isOffline = false
    return .run("decisions") { send in
      for try await decision in client.decisions() { await send(.decided(decision)) }
      await send(.connectionLost)
    } catch: { _, send in
      await send(.connectionLost)
    }
    .cancellable(id: CancelID.decisions, cancelInFlight: true)
  }
}

enum L21Decision: Equatable, Sendable {
  case upgraded(String)
  case declined
}

struct L21Client: TestDependencyKey, Sendable {
  var request: @Sendable () async throws -> Void
  var withdraw: @Sendable () async throws -> Void
  var decisions: @Sendable () -> AsyncThrowingStream<L21Decision, any Error>

  static let testValue = L21Client(
    request: unimplemented("L21Client.request"),
    withdraw: unimplemented("L21Client.withdraw"),
    decisions: unimplemented("L21Client.decisions", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var l21Client: L21Client {
    get { self[L21Client.self] }
    set { self[L21Client.self] = newValue }
  }
}

struct L21Offline: Error {}

struct L21Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: L21Upgrade.State) -> [L21Upgrade.Input] in
        var inputs: [L21Upgrade.Input] = []
        switch state.status {
        case .none: inputs.append(.requestTapped)
        case .requested: inputs.append(.withdrawTapped)
        case .withdrawn: inputs += [.requestTapped, .closeTapped]
        case .declined: inputs.append(.closeTapped)
        case .requesting, .withdrawing, .upgraded: break
        }
        if state.isOffline { inputs.append(.reconnectTapped) }
        if state.notice != nil { inputs.append(.noticeClosed) }
        return inputs
      }
    ) { () -> TestStore<L21Upgrade> in
      let store = TestStore(initialState: L21Upgrade.State()) { L21Upgrade() }
      store.gate("request", at: \.l21Client.request) { [.success(()), .failure(L21Offline())] }
      store.gate("withdraw", at: \.l21Client.withdraw) { [.success(()), .failure(L21Offline())] }
      store.gate("decisions", at: \.l21Client.decisions) {
        [.element(.upgraded("2A")), .element(.declined), .finish, .failure(L21Offline())]
      }
      return store
    }
  }
}
