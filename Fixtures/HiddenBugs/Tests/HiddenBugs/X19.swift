import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The screen on which a gift code becomes a subscription. A subscription of another device can be restored.
struct X19Gift: Reducer {
  enum Phase: Equatable {
    case entering
    case redeeming
    case redeemed(plan: String)
    case failed
  }

  struct State: Equatable {
    var phase = Phase.entering
    var code = ""
    /// What the account has: the plan, and the day of its renewal once that is known.
    var plan: String?
    var renewal: String?
    var isRestoring = false
    var foundNothing = false
  }

  enum Input: Equatable, Sendable {
    case codeTyped(String)
    case redeemTapped
    case retryTapped
    case otherCodeTapped
    case restoreTapped
    case doneTapped
  }

  enum Feedback: Equatable, Sendable {
    case redeemed(plan: String)
    case renewalArrived(String)
    case failed
    case restored(X19Status)
    case restoringFailed
  }

  private enum CancelID { case redeem }

  @Dependency(\.x19Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.codeTyped(let code)):
      guard state.phase == .entering else { return .none }
      state.code = code
      return .none

    case .input(.redeemTapped):
      guard state.phase == .entering, !state.code.isEmpty, !state.isRestoring else { return .none }
      return redeem(&state)

    case .input(.retryTapped):
      guard state.phase == .failed else { return .none }
      return redeem(&state)

    case .input(.otherCodeTapped):
      guard state.phase == .failed else { return .none }
      state.phase = .entering
      state.code = ""
      return .none

    case .input(.restoreTapped):
      guard state.phase == .entering, !state.isRestoring else { return .none }
      state.isRestoring = true
      state.foundNothing = false
      return .run("restore") { send in
        await send(.restored(try await client.status()))
      } catch: { _, send in
        await send(.restoringFailed)
      }

    case .input(.doneTapped):
      guard case .redeemed = state.phase else { return .none }
      state.phase = .entering
      state.code = ""
      return .cancel(id: CancelID.redeem)

    case .feedback(.redeemed(let plan)):
      state.phase = .redeemed(plan: plan)
      state.plan = plan
      return .none

    case .feedback(.renewalArrived(let day)):
      state.renewal = day
      return .none

    case .feedback(.failed):
      state.phase = .failed
      return .none

    case .feedback(.restored(let status)):
      state.isRestoring = false
      state.plan = status.plan
      state.renewal = status.renewal
      return .none

    case .feedback(.restoringFailed):
      state.isRestoring = false
      state.foundNothing = true
      return .none
    }
  }

  /// Redeems the code, and asks for the renewal, which the answer doesn't have.
  private func redeem(_ state: inout State) -> Effect<Feedback, Never> {
    state.phase = .redeeming
    state.renewal = nil
    state.foundNothing = false
    return .run("redeem", of: state.code) { [code = state.code] send in
      let plan = try await client.redeem(code)
      await send(.redeemed(plan: plan))
      let status = try await client.status()
      await send(.renewalArrived(status.renewal))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.redeem, cancelInFlight: true)
  }
}

struct X19Status: Equatable, Sendable {
  var plan: String
  var renewal: String
}

struct X19Client: TestDependencyKey, Sendable {
  var redeem: @Sendable (_ code: String) async throws -> String
  var status: @Sendable () async throws -> X19Status

  static let testValue = X19Client(
    redeem: unimplemented("X19Client.redeem"),
    status: unimplemented("X19Client.status")
  )
}

extension DependencyValues {
  var x19Client: X19Client {
    get { self[X19Client.self] }
    set { self[X19Client.self] = newValue }
  }
}

struct X19Offline: Error {}

struct X19Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: X19Gift.State) -> [X19Gift.Input] in
        switch state.phase {
        case .entering:
          var inputs: [X19Gift.Input] = [.codeTyped("ROSE"), .codeTyped("")]
          if !state.isRestoring {
            inputs.append(.restoreTapped)
            if !state.code.isEmpty { inputs.append(.redeemTapped) }
          }
          return inputs
        case .redeeming: return []
        case .redeemed: return [.doneTapped]
        case .failed: return [.retryTapped, .otherCodeTapped]
        }
      }
    ) { () -> TestStore<X19Gift> in
      let store = TestStore(initialState: X19Gift.State()) { X19Gift() }
      store.gate("redeem", at: \.x19Client.redeem) { _ in [.success("Weekend"), .failure(X19Offline())] }
      store.gate("status", at: \.x19Client.status) {
        [.success(X19Status(plan: "Weekend", renewal: "1 June")), .failure(X19Offline())]
      }
      return store
    }
  }
}
