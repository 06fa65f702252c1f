import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The club of a coffee house, for the members of a family who share a phone.
struct N30Club: Reducer {
  struct State: Equatable {
    var signingIn: String?
    var hasFailed = false
    var member: N30Member.State?
  }

  enum Input: Equatable, Sendable {
    case signInTapped(String)
    case cancelTapped
    case switchTapped(String)
    case signOutTapped
    case member(N30Member.Input)
  }

  enum Feedback: Equatable, Sendable {
    case signedIn(name: String, number: Int)
    case notSignedIn
    case member(ChildFeedback<N30Member>)
  }

  private enum CancelID { case signIn }

  @Dependency(\.n30Client) private var client

  let member = Scope<N30Club, N30Member>(ifLet: \.member, feedback: Feedback.member) { N30Member() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.member(let input)): return member.reduce(.input(input), into: &state)
    case .feedback(.member(.feedback(let feedback))): return member.reduce(.feedback(feedback), into: &state)

    case .input(.signInTapped(let name)):
      guard state.member == nil, state.signingIn == nil else { return .none }
      return signIn(name, into: &state)

    case .input(.cancelTapped):
      state.signingIn = nil
      return .cancel(id: CancelID.signIn)

    case .input(.switchTapped(let name)):
      guard let current = state.member, current.name != name, current.redeeming == nil else { return .none }
      state.member = nil
      return signIn(name, into: &state)

    case .input(.signOutTapped):
      guard let current = state.member, current.redeeming == nil else { return .none }
      state.member = nil
      return .none

    case .feedback(.signedIn(name: let name, number: let number)):
      state.signingIn = nil
      state.member = N30Member.State(id: number, name: name)
      return member.start(from: state)

    case .feedback(.notSignedIn):
      state.signingIn = nil
      state.hasFailed = true
      return .none
    }
  }

  private func signIn(_ name: String, into state: inout State) -> Effect<Feedback, Never> {
    state.signingIn = name
    state.hasFailed = false
    return .run("signIn", of: name) { send in
      await send(.signedIn(name: name, number: try await client.signIn(name)))
    } catch: { _, send in
      await send(.notSignedIn)
    }
    .cancellable(id: CancelID.signIn, cancelInFlight: true)
  }
}

/// The card of one member.
struct N30Member: Reducer {
  struct State: Equatable, Identifiable {
    let id: Int
    var name: String
    var points: Int?
    var isLoading = true
    var hasFailed = false
    var redeeming: String?
    var redemptionFailed = false
    /// What was redeemed since the sign-in. The vouchers come by mail.
    var redeemed: [String] = []
  }

  enum Input: Equatable, Sendable {
    case refreshTapped
    case redeemTapped(String)
  }

  enum Feedback: Equatable, Sendable {
    case loaded(points: Int)
    case notLoaded
    case redeemed(String, rest: Int)
    case notRedeemed
  }

  private enum CancelID { case points }

  @Dependency(\.n30Client) private var client

  func start(from state: State) -> Effect<Feedback, Never> { load(state.id) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.refreshTapped):
      guard !state.isLoading, state.redeeming == nil else { return .none }
      state.isLoading = true
      state.hasFailed = false
      return load(state.id)

    case .input(.redeemTapped(let reward)):
      guard state.redeeming == nil, let points = state.points, points >= 200 else { return .none }
      guard !state.redeemed.contains(reward) else { return .none }
      // Points that were asked for before are no longer right.
      state.isLoading = false
      state.redeeming = reward
      state.redemptionFailed = false
      return .merge(
        .cancel(id: CancelID.points),
        .run("redeem", of: reward) { [id = state.id] send in
          await send(.redeemed(reward, rest: try await client.redeem(id, reward)))
        } catch: { _, send in
          await send(.notRedeemed)
        }
      )

    case .feedback(.loaded(points: let points)):
      state.isLoading = false
      state.points = points
      return .none

    case .feedback(.notLoaded):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.redeemed(let reward, rest: let rest)):
      state.redeeming = nil
      state.points = rest
      state.redeemed.append(reward)
      return .none

    case .feedback(.notRedeemed):
      state.redeeming = nil
      state.redemptionFailed = true
      return .none
    }
  }

  private func load(_ id: Int) -> Effect<Feedback, Never> {
    .run("points", of: id) { send in
      await send(.loaded(points: try await client.points(id)))
    } catch: { _, send in
      await send(.notLoaded)
    }
    .cancellable(id: CancelID.points, cancelInFlight: true)
  }
}

struct N30Client: TestDependencyKey, Sendable {
  var signIn: @Sendable (_ name: String) async throws -> Int
  var points: @Sendable (_ member: Int) async throws -> Int
  var redeem: @Sendable (_ member: Int, _ reward: String) async throws -> Int

  static let testValue = N30Client(
    signIn: unimplemented("N30Client.signIn"),
    points: unimplemented("N30Client.points"),
    redeem: unimplemented("N30Client.redeem")
  )
}

extension DependencyValues {
  var n30Client: N30Client {
    get { self[N30Client.self] }
    set { self[N30Client.self] = newValue }
  }
}

struct N30Offline: Error {}

struct N30Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: N30Club.State) -> [N30Club.Input] in
        guard let member = state.member else {
          return state.signingIn == nil ? [.signInTapped("Ada"), .signInTapped("Ben")] : [.cancelTapped]
        }
        var inputs: [N30Club.Input] = []
        if member.redeeming == nil {
          if !member.isLoading { inputs.append(.member(.refreshTapped)) }
          inputs += [.signOutTapped, .switchTapped(member.name == "Ada" ? "Ben" : "Ada")]
          if let points = member.points, points >= 200, member.redeemed.isEmpty {
            inputs.append(.member(.redeemTapped("Cake")))
          }
        }
        return inputs
      }
    ) { () -> TestStore<N30Club> in
      let store = TestStore(initialState: N30Club.State()) { N30Club() }
      store.gate("signIn", at: \.n30Client.signIn) { name in [.success(name == "Ada" ? 1 : 2), .failure(N30Offline())] }
      store.gate("points", at: \.n30Client.points) { member in [.success(200 + member), .failure(N30Offline())] }
      store.gate("redeem", at: \.n30Client.redeem) { _ in [.success(1), .failure(N30Offline())] }
      return store
    }
  }
}
