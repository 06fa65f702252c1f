import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The miles of a traveller, and the vouchers that can be redeemed. Several members of a family share the device.
struct L19Miles: Reducer {
  struct State: Equatable {
    var member: String?
    var account: L19Account?
    var loading = Loading.idle
    var redeeming: String?
    var redemptionFailed = false
  }

  enum Loading: Equatable {
    case idle
    case first
    case pausing
    case second
    case failed
  }

  enum Input: Equatable, Sendable {
    case memberChosen(String)
    case reloadTapped
    case redeemTapped(String)
    case noticeClosed
    case logOutTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(L19Account)
    case loadFailed
    case pauseEnded
    case redeemed(L19Account)
    case redemptionFailed
  }

  private enum CancelID { case account }

  @Dependency(\.l19Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.memberChosen(let member)):
      guard member != state.member, state.redeeming == nil else { return .none }
      state = State(member: member, loading: .first)
      return load(member)

    case .input(.reloadTapped):
      guard let member = state.member, state.redeeming == nil else { return .none }
      guard state.loading == .idle || state.loading == .failed else { return .none }
      state.loading = .first
      return load(member)

    case .input(.redeemTapped(let voucher)):
      guard let member = state.member, let account = state.account, account.vouchers.contains(voucher) else {
        return .none
      }
      guard state.redeeming == nil else { return .none }
      state.redeeming = voucher
      state.redemptionFailed = false
      // The answer has the whole account, and a load would answer with one from before.
      state.loading = .idle
      return .merge(
        .cancel(id: CancelID.account),
        .run("redeem", of: "\(member) \(voucher)") { send in
          await send(.redeemed(try await client.redeem(member, voucher)))
        } catch: { _, send in
          await send(.redemptionFailed)
        }
      )

    case .input(.noticeClosed):
      state.redemptionFailed = false
      return .none

    case .input(.logOutTapped):
      guard state.redeeming == nil else { return .none }
      state = State()
      return .cancel(id: CancelID.account)

    case .feedback(.loaded(let account)):
      state.loading = .idle
      state.account = account
      return .none

    case .feedback(.loadFailed):
      guard state.loading == .first else {
        state.loading = .failed
        return .none
      }
      state.loading = .pausing
      return .run("pause") { send in
        try await clock.sleep(for: .seconds(3))
        await send(.pauseEnded)
      }
      .cancellable(id: CancelID.account, cancelInFlight: true)

    case .feedback(.pauseEnded):
      guard let member = state.member, state.loading == .pausing else { return .none }
      state.loading = .second
      return load(member)

    case .feedback(.redeemed(let account)):
      state.redeeming = nil
      state.account = account
      return .none

    case .feedback(.redemptionFailed):
      state.redeeming = nil
      state.redemptionFailed = true
      return .none
    }
  }

  private func load(_ member: String) -> Effect<Feedback, Never> {
    .run("account", of: member) { send in
      await send(.loaded(try await client.account(member)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.account, cancelInFlight: true)
  }
}

struct L19Account: Equatable, Sendable {
  var holder: String
  var vouchers: [String]
}

struct L19Client: TestDependencyKey, Sendable {
  var account: @Sendable (_ member: String) async throws -> L19Account
  var redeem: @Sendable (_ member: String, _ voucher: String) async throws -> L19Account

  static let testValue = L19Client(
    account: unimplemented("L19Client.account"),
    redeem: unimplemented("L19Client.redeem")
  )
}

extension DependencyValues {
  var l19Client: L19Client {
    get { self[L19Client.self] }
    set { self[L19Client.self] = newValue }
  }
}

struct L19Offline: Error {}

struct L19Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: L19Miles.State) -> [L19Miles.Input] in
        var inputs: [L19Miles.Input] = []
        if state.redeeming == nil { inputs += [.memberChosen("Ada"), .memberChosen("Ben")] }
        guard state.member != nil, state.redeeming == nil else { return inputs }
        inputs.append(.logOutTapped)
        if state.loading == .idle || state.loading == .failed { inputs.append(.reloadTapped) }
        if let voucher = state.account?.vouchers.first { inputs.append(.redeemTapped(voucher)) }
        if state.redemptionFailed { inputs.append(.noticeClosed) }
        return inputs
      }
    ) { () -> TestStore<L19Miles> in
      let store = TestStore(initialState: L19Miles.State()) { L19Miles() }
      store.gate("account", at: \.l19Client.account) { member in
        [.success(L19Account(holder: member, vouchers: ["Lounge"])), .failure(L19Offline())]
      }
      store.gate("redeem", at: \.l19Client.redeem) { member, _ in
        [.success(L19Account(holder: member, vouchers: [])), .failure(L19Offline())]
      }
      return store
    }
  }
}
