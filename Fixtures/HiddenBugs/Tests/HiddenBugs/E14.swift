import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The guest club of a hotel group: the points of a member, the perks of the status, and a breakfast for fifty points.
struct E14Club: Reducer {
  enum Problem: Equatable {
    case logIn, perks, redemption
  }

  struct State: Equatable {
    var member: String?
    var points = 0
    var perks: [String] = []
    /// The code that the member shows at the breakfast room, on a sheet.
    var voucher: String?
    var isLoggingIn = false
    var isLoadingPerks = false
    var isRedeeming = false
    /// What the alert says.
    var problem: Problem?
  }

  enum Input: Equatable, Sendable {
    case logInTapped(String)
    case perksPulled
    case redeemTapped
    case voucherClosed
    case problemClosed
    case logOutTapped
  }

  enum Feedback: Equatable, Sendable {
    case loggedIn(String)
    case logInFailed
    case pointsChanged(Int)
    case perksLoaded([String])
    case perksFailed
    case redeemed(String)
    case redemptionFailed
  }

  private enum CancelID { case points, perks }

  static let breakfast = 50

  @Dependency(\.e14Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.logInTapped(let name)):
      guard state.member == nil, !state.isLoggingIn else { return .none }
      state.isLoggingIn = true
      return .run("logIn", of: name) { send in
        await send(.loggedIn(try await client.logIn(name)))
      } catch: { _, send in
        await send(.logInFailed)
      }

    case .input(.perksPulled):
      guard let member = state.member, !state.isLoadingPerks else { return .none }
      return loadPerks(of: member, into: &state)

    case .input(.redeemTapped):
      guard let member = state.member, !state.isRedeeming, state.points >= Self.breakfast else { return .none }
      state.isRedeeming = true
      return .run("redeem", of: member) { send in
        await send(.redeemed(try await client.redeem(member)))
      } catch: { _, send in
        await send(.redemptionFailed)
      }

    case .input(.voucherClosed):
      state.voucher = nil
      return .none

    case .input(.problemClosed):
      state.problem = nil
      return .none

    case .input(.logOutTapped):
      guard state.member != nil else { return .none }
      state = State()
      return .merge(.cancel(id: CancelID.points), .cancel(id: CancelID.perks))

    case .feedback(.loggedIn(let member)):
      state.isLoggingIn = false
      state.member = member
      return .merge(followPoints(of: member), loadPerks(of: member, into: &state))

    case .feedback(.logInFailed):
      state.isLoggingIn = false
      state.problem = .logIn
      return .none

    case .feedback(.pointsChanged(let points)):
      state.points = points
      return .none

    case .feedback(.perksLoaded(let perks)):
      state.isLoadingPerks = false
      state.perks = perks
      return .none

    case .feedback(.perksFailed):
      state.isLoadingPerks = false
      state.problem = .perks
      return .none

    case .feedback(.redeemed(let code)):
      state.isRedeeming = false
      state.voucher = code
      return .none

    case .feedback(.redemptionFailed):
      state.isRedeeming = false
      state.problem = .redemption
      return .none
    }
  }

  private func followPoints(of member: String) -> Effect<Feedback, Never> {
    .run("points", of: member) { send in
      for await points in client.points(member) { await send(.pointsChanged(points)) }
    }
    .cancellable(id: CancelID.points, cancelInFlight: true)
  }

  private func loadPerks(of member: String, into state: inout State) -> Effect<Feedback, Never> {
    state.isLoadingPerks = true
    return .run("perks", of: member) { send in
      await send(.perksLoaded(try await client.perks(member)))
    } catch: { _, send in
      await send(.perksFailed)
    }
    .cancellable(id: CancelID.perks, cancelInFlight: true)
  }
}

struct E14Client: TestDependencyKey, Sendable {
  var logIn: @Sendable (_ name: String) async throws -> String
  var points: @Sendable (_ member: String) -> AsyncStream<Int>
  var perks: @Sendable (_ member: String) async throws -> [String]
  var redeem: @Sendable (_ member: String) async throws -> String

  static let testValue = E14Client(
    logIn: unimplemented("E14Client.logIn"),
    points: unimplemented("E14Client.points", placeholder: AsyncStream { $0.finish() }),
    perks: unimplemented("E14Client.perks"),
    redeem: unimplemented("E14Client.redeem")
  )
}

extension DependencyValues {
  var e14Client: E14Client {
    get { self[E14Client.self] }
    set { self[E14Client.self] = newValue }
  }
}

struct E14Offline: Error {}

struct E14Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: E14Club.State) -> [E14Club.Input] in
        if state.problem != nil { return [.problemClosed] }
        if state.voucher != nil { return [.voucherClosed] }
        guard state.member != nil else { return state.isLoggingIn ? [] : [.logInTapped("Ada")] }
        var inputs: [E14Club.Input] = [.perksPulled, .logOutTapped]
        if state.points >= E14Club.breakfast { inputs.append(.redeemTapped) }
        return inputs
      }
    ) { () -> TestStore<E14Club> in
      let store = TestStore(initialState: E14Club.State()) { E14Club() }
      store.gate("logIn", at: \.e14Client.logIn) { name in [.success(name), .failure(E14Offline())] }
      store.gate("points", at: \.e14Client.points) { _ in [.element(120), .element(30)] }
      store.gate("perks", at: \.e14Client.perks) { _ in [.success(["Late check-out"]), .failure(E14Offline())] }
      store.gate("redeem", at: \.e14Client.redeem) { member in
        [.success("BREAKFAST \(member)"), .failure(E14Offline())]
      }
      return store
    }
  }
}
