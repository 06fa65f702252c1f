import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The loyalty club of a bakery: the log-in, and the card of the member who is logged in.
struct D29Club: Reducer {
  enum Notice: Equatable { case logInFailed, sessionExpired }

  enum State: Equatable {
    case loggedOut(Notice?)
    case loggingIn(String)
    case loggedIn(D29Card.State)
  }

  enum Input: Equatable, Sendable {
    case logInTapped(String)
    case cancelTapped
    case logOutTapped
    case card(D29Card.Input)
  }

  enum Feedback: Equatable, Sendable {
    case loggedIn(String, points: Int)
    case logInFailed
    case card(ChildFeedback<D29Card>)
  }

  private enum CancelID { case logIn }

  @Dependency(\.d29Client) private var client

  private let card = Scope<D29Club, D29Card>(
    at: .ifCase(State.loggedIn, of: \.self) { if case .loggedIn(let card) = $0 { card } else { nil } },
    feedback: Feedback.card
  ) {
    D29Card()
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.card(let input)): return card.reduce(.input(input), into: &state)
    case .feedback(.card(.feedback(let feedback))): return card.reduce(.feedback(feedback), into: &state)

    case .input(.logInTapped(let number)):
      guard case .loggedOut = state else { return .none }
      state = .loggingIn(number)
      return .run("log in", of: number) { send in
        await send(.loggedIn(number, points: try await client.logIn(number)))
      } catch: { _, send in
        await send(.logInFailed)
      }
      .cancellable(id: CancelID.logIn)

    case .input(.cancelTapped):
      guard case .loggingIn = state else { return .none }
      state = .loggedOut(nil)
      return .cancel(id: CancelID.logIn)

    case .feedback(.loggedIn(let number, let points)):
      state = .loggedIn(D29Card.State(number: number, points: points))
      return card.start(from: state)

    case .feedback(.logInFailed):
      state = .loggedOut(.logInFailed)
      return .none

    case .input(.logOutTapped):
      guard case .loggedIn = state else { return .none }
      state = .loggedOut(nil)
      return .none

    case .feedback(.card(.output(.sessionExpired))):
      state = .loggedOut(.sessionExpired)
      return .none
    }
  }
}

/// The card of a member: points, and the rewards for which they can be redeemed.
struct D29Card: Reducer {
  enum Rewards: Equatable { case loading, loaded([D29Reward]), failed }
  enum Redemption: Equatable { case idle, running(Int), done(code: String), failed(Int) }

  struct State: Equatable {
    let number: String
    var points: Int
    var rewards = Rewards.loading
    var redemption = Redemption.idle
  }

  enum Input: Equatable, Sendable {
    case reloadTapped
    case redeemTapped(Int)
    case codeClosed
  }

  enum Feedback: Equatable, Sendable {
    case rewardsLoaded([D29Reward])
    case rewardsFailed
    case redeemed(D29Voucher)
    case redemptionFailed
    case sessionExpired
  }

  enum Output: Equatable, Sendable { case sessionExpired }

  @Dependency(\.d29Client) private var client

  func start(from state: State) -> Effect<Feedback, Output> { loadRewards(of: state.number) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.reloadTapped):
      guard state.rewards != .loading else { return .none }
      state.rewards = .loading
      return loadRewards(of: state.number)

    case .feedback(.rewardsLoaded(let rewards)):
      state.rewards = .loaded(rewards)
      return .none

    case .feedback(.rewardsFailed):
      state.rewards = .failed
      return .none

    case .input(.redeemTapped(let id)):
      guard case .loaded(let rewards) = state.rewards, let reward = rewards.first(where: { $0.id == id }),
        reward.points <= state.points
      else { return .none }
      switch state.redemption {
      case .running, .done: return .none
      case .idle, .failed: state.redemption = .running(id)
      }
      let number = state.number
      return .run("redeem", of: id) { send in
        await send(.redeemed(try await client.redeem(number, id)))
      } catch: { error, send in
        await send((error as? D29Problem) == .sessionExpired ? .sessionExpired : .redemptionFailed)
      }

    case .feedback(.redeemed(let voucher)):
      state.points = voucher.pointsLeft
      state.redemption = .done(code: voucher.code)
      return .none

    case .feedback(.redemptionFailed):
      if case .running(let id) = state.redemption { state.redemption = .failed(id) }
      return .none

    case .feedback(.sessionExpired):
      return .output(.sessionExpired)

    case .input(.codeClosed):
      if case .done = state.redemption { state.redemption = .idle }
      return .none
    }
  }

  private func loadRewards(of number: String) -> Effect<Feedback, Output> {
    .run("rewards", of: number) { send in
      await send(.rewardsLoaded(try await client.rewards(number)))
    } catch: { _, send in
      await send(.rewardsFailed)
    }
  }
}

struct D29Reward: Equatable, Identifiable, Sendable {
  let id: Int
  var name: String
  var points: Int
}

struct D29Voucher: Equatable, Sendable {
  var code: String
  var pointsLeft: Int
}

enum D29Problem: Error { case offline, sessionExpired }

struct D29Client: TestDependencyKey, Sendable {
  var logIn: @Sendable (_ number: String) async throws -> Int
  var rewards: @Sendable (_ number: String) async throws -> [D29Reward]
  var redeem: @Sendable (_ number: String, _ reward: Int) async throws -> D29Voucher

  static let testValue = D29Client(
    logIn: unimplemented("D29Client.logIn"),
    rewards: unimplemented("D29Client.rewards"),
    redeem: unimplemented("D29Client.redeem")
  )
}

extension DependencyValues {
  var d29Client: D29Client {
    get { self[D29Client.self] }
    set { self[D29Client.self] = newValue }
  }
}

struct D29Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: D29Club.State) -> [D29Club.Input] in
        if case .loggingIn = state { return [.cancelTapped] }
        guard case .loggedIn(let card) = state else { return [.logInTapped("1001"), .logInTapped("2002")] }
        var inputs: [D29Club.Input] = [.logOutTapped]
        if card.rewards != .loading { inputs.append(.card(.reloadTapped)) }
        if case .loaded = card.rewards, card.points >= 100 { inputs.append(.card(.redeemTapped(1))) }
        if case .done = card.redemption { inputs.append(.card(.codeClosed)) }
        return inputs
      }
    ) { () -> TestStore<D29Club> in
      let store = TestStore(initialState: D29Club.State.loggedOut(nil)) { D29Club() }
      store.gate("logIn", at: \.d29Client.logIn) { _ in [.success(120), .failure(D29Problem.offline)] }
      store.gate("rewards", at: \.d29Client.rewards) { _ in
        [.success([D29Reward(id: 1, name: "Coffee", points: 100)]), .failure(D29Problem.offline)]
      }
      store.gate("redeem", at: \.d29Client.redeem) { _ in
        [
          .success(D29Voucher(code: "COFFEE", pointsLeft: 20)),
          .failure(D29Problem.offline), .failure(D29Problem.sessionExpired),
        ]
      }
      return store
    }
  }
}
