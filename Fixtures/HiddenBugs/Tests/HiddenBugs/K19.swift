import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The points of a coffee shop's members. A phone may be used by several members, one after the other.
struct K19Points: Reducer {
  enum Problem: Equatable, Sendable { case notLoaded, notRedeemed }

  struct Session: Equatable {
    var user: String
    var points: Int?
    var isLoading = false
    var problem: Problem?
  }

  struct State: Equatable {
    var session: Session?
    /// What the log-in screen says.
    var notice: String?
    /// A redemption goes on after a log-out, as the drink is paid for by it.
    var redeeming: Set<K19Redemption> = []
  }

  enum Input: Equatable, Sendable {
    case logInTapped(String)
    case logOutTapped
    case refreshTapped
    case redeemTapped(reward: String)
    case problemDismissed
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Int)
    case loadFailed(K19Error)
    case redeemed(K19Redemption, points: Int)
    case redeemFailed(K19Redemption, K19Error)
  }

  private enum CancelID { case load }

  @Dependency(\.k19Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.logInTapped(let user)):
      guard state.session == nil else { return .none }
      state.session = Session(user: user)
      state.notice = nil
      return load(&state)

    case .input(.logOutTapped):
      state.session = nil
      return .cancel(id: CancelID.load)

    case .input(.refreshTapped):
      guard let session = state.session, !session.isLoading else { return .none }
      return load(&state)

    case .input(.redeemTapped(let reward)):
      guard let session = state.session, session.points != nil else { return .none }
      let redemption = K19Redemption(user: session.user, reward: reward)
      guard !state.redeeming.contains(redemption) else { return .none }
      state.redeeming.insert(redemption)
      state.session?.problem = nil
      return .run("redeem", of: redemption) { send in
        await send(.redeemed(redemption, points: try await client.redeem(redemption)))
      } catch: { error, send in
        await send(.redeemFailed(redemption, K19Error(error)))
      }

    case .input(.problemDismissed):
      state.session?.problem = nil
      return .none

    case .feedback(.loaded(let points)):
      state.session?.isLoading = false
      state.session?.points = points
      return .none

    case .feedback(.loadFailed(let error)):
      if error == .unauthorized { return expire(&state) }
      state.session?.isLoading = false
      state.session?.problem = .notLoaded
      return .none

    case .feedback(.redeemed(let redemption, let points)):
      state.redeeming.remove(redemption)
      guard let session = state.session, session.user == redemption.user else { return .none }
      state.session?.points = points
      // The answer that is on its way may be from before the redemption.
      return session.isLoading ? load(&state) : .none

    case .feedback(.redeemFailed(let redemption, let error)):
      state.redeeming.remove(redemption)
      if error == .unauthorized { return expire(&state) }
      guard state.session?.user == redemption.user else { return .none }
      state.session?.problem = .notRedeemed
      return .none
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    guard let user = state.session?.user else { return .none }
    state.session?.isLoading = true
    state.session?.problem = nil
    return .run("points", of: user) { send in
      await send(.loaded(try await client.points(user)))
    } catch: { error, send in
      await send(.loadFailed(K19Error(error)))
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  /// Asks the member to log in again, as the server no longer accepts the token.
  private func expire(_ state: inout State) -> Effect<Feedback, Never> {
    state.session = nil
    state.notice = "Your session has expired."
    return .cancel(id: CancelID.load)
  }
}

struct K19Redemption: Hashable, Sendable {
  var user: String
  var reward: String
}

enum K19Error: Error, Equatable {
  case offline
  case unauthorized

  init(_ error: any Error) { self = error as? K19Error ?? .offline }
}

struct K19Client: TestDependencyKey, Sendable {
  var points: @Sendable (_ user: String) async throws -> Int
  /// Redeems a reward, and returns the points that are left.
  var redeem: @Sendable (_ redemption: K19Redemption) async throws -> Int

  static let testValue = K19Client(points: unimplemented("K19Client.points"), redeem: unimplemented("K19Client.redeem"))
}

extension DependencyValues {
  var k19Client: K19Client {
    get { self[K19Client.self] }
    set { self[K19Client.self] = newValue }
  }
}

struct K19Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: K19Points.State) -> [K19Points.Input] in
        guard let session = state.session else { return [.logInTapped("Ada"), .logInTapped("Bob")] }
        var inputs: [K19Points.Input] = [.logOutTapped, .refreshTapped]
        if session.points != nil { inputs.append(.redeemTapped(reward: "Espresso")) }
        if session.problem != nil { inputs.append(.problemDismissed) }
        return inputs
      }
    ) { () -> TestStore<K19Points> in
      let store = TestStore(initialState: K19Points.State()) { K19Points() }
      store.gate("points", at: \.k19Client.points) { user in
        [.success(user == "Ada" ? 100 : 70), .failure(K19Error.offline), .failure(K19Error.unauthorized)]
      }
      store.gate("redeem", at: \.k19Client.redeem) { _ in
        [.success(40), .failure(K19Error.offline), .failure(K19Error.unauthorized)]
      }
      return store
    }
  }
}
