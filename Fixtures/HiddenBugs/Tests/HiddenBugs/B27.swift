import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The points of a member, and the rewards that they buy.
struct B27Rewards: ActionReducer {
  static let price = 10

  enum Notice: Equatable, Sendable { case offline, notRedeemed }

  struct State: Equatable {
    var user: String?
    var points: Int?
    var isLoading = false
    var redeeming: String?
    var voucher: B27Voucher?
    var notice: Notice?

    var canRedeem: Bool {
      guard let points else { return false }
      return points >= B27Rewards.price && redeeming == nil && !isLoading
    }
  }

  enum Action: Equatable, Sendable {
    // The user
    case loginFinished(String)
    case logoutTapped
    case refreshPulled
    case rewardTapped(String)
    case voucherClosed
    case noticeTapped

    // The points
    case pointsRequested
    case pointsLoaded(Int)
    case pointsFailed

    // The rewards
    case rewardRedeemed(B27Voucher)
    case rewardFailed

    // The notice
    case noticePosted(Notice)
    case noticeExpired
  }

  private enum CancelID { case points, notice }

  @Dependency(\.b27Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(action: Action, into state: inout State) -> Effect<Action, Never> {
    switch action {
    case .loginFinished(let user):
      guard state.user == nil else { return .none }
      state.user = user
      return .feedback(.pointsRequested)

    case .logoutTapped:
      state = State()
      return .merge(.cancel(id: CancelID.points), .cancel(id: CancelID.notice))

    case .refreshPulled:
      guard state.user != nil, !state.isLoading, state.redeeming == nil else { return .none }
      return .feedback(.pointsRequested)

    case .pointsRequested:
      guard let user = state.user else { return .none }
      state.isLoading = true
      return .run("points", of: user) { dispatch in
        await dispatch(.pointsLoaded(try await client.points(user)))
      } catch: { _, dispatch in
        await dispatch(.pointsFailed)
      }
      .cancellable(id: CancelID.points, cancelInFlight: true)

    case .pointsLoaded(let points):
      state.isLoading = false
      state.points = points
      return .none

    case .pointsFailed:
      state.isLoading = false
      return .feedback(.noticePosted(.offline))

    case .rewardTapped(let reward):
      guard state.canRedeem else { return .none }
      state.redeeming = reward
      return .run("redeem", of: reward) { dispatch in
        await dispatch(.rewardRedeemed(try await client.redeem(reward)))
      } catch: { _, dispatch in
        await dispatch(.rewardFailed)
      }

    case .rewardRedeemed(let voucher):
      state.redeeming = nil
      state.points = voucher.pointsLeft
      state.voucher = voucher
      return .none

    case .rewardFailed:
      state.redeeming = nil
      return .feedback(.noticePosted(.notRedeemed))

    case .voucherClosed:
      state.voucher = nil
      return .none

    case .noticePosted(let notice):
      state.notice = notice
      return .run("notice") { dispatch in
        try await clock.sleep(for: .seconds(4))
        await dispatch(.noticeExpired)
      }
      .cancellable(id: CancelID.notice, cancelInFlight: true)

    case .noticeTapped, .noticeExpired:
      state.notice = nil
      return .cancel(id: CancelID.notice)
    }
  }
}

struct B27Voucher: Equatable, Sendable {
  var code: String
  var pointsLeft: Int
}

struct B27Client: TestDependencyKey, Sendable {
  var points: @Sendable (_ user: String) async throws -> Int
  var redeem: @Sendable (_ reward: String) async throws -> B27Voucher

  static let testValue = B27Client(
    points: unimplemented("B27Client.points"),
    redeem: unimplemented("B27Client.redeem")
  )
}

extension DependencyValues {
  var b27Client: B27Client {
    get { self[B27Client.self] }
    set { self[B27Client.self] = newValue }
  }
}

struct B27Offline: Error {}

struct B27Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: B27Rewards.State) -> [B27Rewards.Action] in
        if state.voucher != nil { return [.voucherClosed] }
        var inputs: [B27Rewards.Action] = state.notice == nil ? [] : [.noticeTapped]
        guard state.user != nil else { return inputs + [.loginFinished("Ada"), .loginFinished("Ben")] }
        inputs += [.refreshPulled, .logoutTapped]
        if state.canRedeem { inputs.append(.rewardTapped("Coffee")) }
        return inputs
      }
    ) { () -> TestStore<B27Rewards> in
      let store = TestStore(initialState: B27Rewards.State()) { B27Rewards() }
      store.gate("points", at: \.b27Client.points) { _ in [.success(12), .failure(B27Offline())] }
      store.gate("redeem", at: \.b27Client.redeem) { reward in
        [.success(B27Voucher(code: "\(reward) 7F", pointsLeft: 2)), .failure(B27Offline())]
      }
      return store
    }
  }
}
