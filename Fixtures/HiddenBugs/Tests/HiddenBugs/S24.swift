import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Hands a ticket over to a friend, who has to accept it within an hour.
struct S24Handover: Reducer {
  enum Transfer: Equatable {
    case idle
    case sending
    case waiting
    case accepted
    case failed
  }

  struct State: Equatable {
    var friend: String?
    var transfer = Transfer.idle
    var isChecking = false
    var isWithdrawing = false
    var hint: Hint?
  }

  enum Hint: Equatable {
    case notAcceptedYet, notChecked, notWithdrawn
  }

  enum Input: Equatable, Sendable {
    case friendChosen(String)
    case sendTapped
    case checkTapped
    case withdrawTapped
    case sendAgainTapped
    case doneTapped
  }

  enum Feedback: Equatable, Sendable {
    case sent
    case notSent
    case accepted
    case checked(isAccepted: Bool)
    case notChecked
    case withdrawn
    case notWithdrawn
    case expired
  }

  private enum CancelID { case acceptance, expiry, check, withdrawal }

  @Dependency(\.s24Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.friendChosen(let friend)):
      guard state.transfer == .idle else { return .none }
      state.friend = friend
      return .none

    case .input(.sendTapped):
      guard state.transfer == .idle, let friend = state.friend else { return .none }
      return handOver(to: friend, into: &state)

    case .input(.sendAgainTapped):
      guard state.transfer == .failed, let friend = state.friend else { return .none }
      return handOver(to: friend, into: &state)

    case .input(.checkTapped):
      guard state.transfer == .waiting, !state.isChecking, !state.isWithdrawing else { return .none }
      state.isChecking = true
      state.hint = nil
      return .run("check") { send in
        await send(.checked(isAccepted: try await client.isAccepted()))
      } catch: { _, send in
        await send(.notChecked)
      }
      .cancellable(id: CancelID.check)

    case .input(.withdrawTapped):
      guard state.transfer == .waiting, !state.isChecking, !state.isWithdrawing else { return .none }
      state.isWithdrawing = true
      state.hint = nil
      return .run("withdraw") { send in
        try await client.withdraw()
        await send(.withdrawn)
      } catch: { _, send in
        await send(.notWithdrawn)
      }
      .cancellable(id: CancelID.withdrawal)

    case .input(.doneTapped):
      guard state.transfer == .accepted else { return .none }
      state.friend = nil
      return settle(.idle, into: &state)

    case .feedback(.sent):
      state.transfer = .waiting
      return .merge(
        .run("acceptance") { send in
          for await _ in client.acceptances() { await send(.accepted) }
        }
        .cancellable(id: CancelID.acceptance, cancelInFlight: true),
        .run("expiry") { send in
          try await clock.sleep(for: .seconds(3600))
          await send(.expired)
        }
        .cancellable(id: CancelID.expiry, cancelInFlight: true)
      )

    case .feedback(.notSent):
      state.transfer = .failed
      return .none

    case .feedback(.accepted):
      return settle(.accepted, into: &state)

    case .feedback(.checked(let isAccepted)):
      state.isChecking = false
      guard isAccepted else {
        state.hint = .notAcceptedYet
        return .none
      }
      state.transfer = .accepted
      return .cancel(id: CancelID.acceptance)

    case .feedback(.notChecked):
      state.isChecking = false
      state.hint = .notChecked
      return .none

    case .feedback(.withdrawn):
      return settle(.idle, into: &state)

    case .feedback(.notWithdrawn):
      state.isWithdrawing = false
      state.hint = .notWithdrawn
      return .none

    case .feedback(.expired):
      return settle(.failed, into: &state)
    }
  }

  private func handOver(to friend: String, into state: inout State) -> Effect<Feedback, Never> {
    state.transfer = .sending
    state.hint = nil
    return .run("send", of: friend) { send in
      try await client.send(friend)
      await send(.sent)
    } catch: { _, send in
      await send(.notSent)
    }
  }

  /// Ends the transfer, and all that waits for its end.
  private func settle(_ transfer: Transfer, into state: inout State) -> Effect<Feedback, Never> {
    state.transfer = transfer
    state.isChecking = false
    state.isWithdrawing = false
    state.hint = nil
    return .merge(
      .cancel(id: CancelID.acceptance),
      .cancel(id: CancelID.expiry),
      .cancel(id: CancelID.check),
      .cancel(id: CancelID.withdrawal)
    )
  }
}

struct S24Client: TestDependencyKey, Sendable {
  var send: @Sendable (_ friend: String) async throws -> Void
  var isAccepted: @Sendable () async throws -> Bool
  var withdraw: @Sendable () async throws -> Void
  var acceptances: @Sendable () -> AsyncStream<Bool>

  static let testValue = S24Client(
    send: unimplemented("S24Client.send"),
    isAccepted: unimplemented("S24Client.isAccepted"),
    withdraw: unimplemented("S24Client.withdraw"),
    acceptances: unimplemented("S24Client.acceptances", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var s24Client: S24Client {
    get { self[S24Client.self] }
    set { self[S24Client.self] = newValue }
  }
}

struct S24Offline: Error {}

struct S24Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: S24Handover.State) -> [S24Handover.Input] in
        switch state.transfer {
        case .idle: return state.friend == nil ? [.friendChosen("Ada")] : [.friendChosen("Ben"), .sendTapped]
        case .sending: return []
        case .waiting: return [.checkTapped, .withdrawTapped]
        case .accepted: return [.doneTapped]
        case .failed: return [.sendAgainTapped]
        }
      }
    ) { () -> TestStore<S24Handover> in
      let store = TestStore(initialState: S24Handover.State()) { S24Handover() }
      store.gate("send", at: \.s24Client.send) { _ in [.success(()), .failure(S24Offline())] }
      store.gate("isAccepted", at: \.s24Client.isAccepted) {
        [.success(true), .success(false), .failure(S24Offline())]
      }
      store.gate("withdraw", at: \.s24Client.withdraw) { [.success(()), .failure(S24Offline())] }
      store.gate("acceptances", at: \.s24Client.acceptances) { [.element(true), .finish] }
      return store
    }
  }
}
