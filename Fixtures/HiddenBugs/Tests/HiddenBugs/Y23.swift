import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The points of a club member on the club's tablet. It signs out whoever has walked away.
struct Y23Points: Reducer {
  struct State: Equatable {
    var signingIn: String?
    var signInFailed = false
    var session: Session?
  }

  /// What belongs to the member who has signed in.
  struct Session: Equatable {
    var member: String
    var points: Int?
    var isLoading = false
    var isRedeeming = false
    var error: String?
    var voucher: String?
  }

  enum Input: Equatable, Sendable {
    case cardScanned(String)
    case refreshTapped
    case redeemTapped
    case voucherClosed
    case signOutTapped
  }

  enum Feedback: Equatable, Sendable {
    case signedIn(String)
    case signInFailed
    case loaded(Int)
    case loadFailed
    case redeemed(String)
    case redeemFailed
    case walkedAway
  }

  private enum CancelID { case signIn, load, idle }

  @Dependency(\.y23Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.cardScanned(let card)):
      guard state.session == nil else { return .none }
      state.signingIn = card
      state.signInFailed = false
      return .run("sign in", of: card) { send in
        await send(.signedIn(try await client.signIn(card)))
      } catch: { _, send in
        await send(.signInFailed)
      }
      .cancellable(id: CancelID.signIn, cancelInFlight: true)

    case .input(.refreshTapped):
      guard let session = state.session, !session.isLoading, !session.isRedeeming else { return .none }
      return .merge(load(&state), waitForUser())

    case .input(.redeemTapped):
      guard let session = state.session, let points = session.points, points >= 50 else { return .none }
      guard !session.isLoading, !session.isRedeeming, session.voucher == nil else { return .none }
      let member = session.member
      state.session?.isRedeeming = true
      state.session?.error = nil
      return .merge(
        .cancel(id: CancelID.idle),
        .run("redeem", of: member) { send in
          await send(.redeemed(try await client.redeem(member)))
        } catch: { _, send in
          await send(.redeemFailed)
        }
      )

    case .input(.voucherClosed):
      guard let session = state.session, session.voucher != nil else { return .none }
      state.session?.voucher = nil
      return waitForUser()

    case .input(.signOutTapped):
      guard let session = state.session, !session.isRedeeming else { return .none }
      return signOut(&state)

    case .feedback(.signedIn(let member)):
      state.signingIn = nil
      state.session = Session(member: member)
      return .merge(load(&state), waitForUser())

    case .feedback(.signInFailed):
      state.signingIn = nil
      state.signInFailed = true
      return .none

    case .feedback(.loaded(let points)):
      state.session?.isLoading = false
      state.session?.points = points
      return .none

    case .feedback(.loadFailed):
      state.session?.isLoading = false
      state.session?.error = "The points can't be shown."
      return .none

    case .feedback(.redeemed(let voucher)):
      state.session?.isRedeeming = false
      state.session?.voucher = voucher
      return .merge(load(&state), waitForUser())

    case .feedback(.redeemFailed):
      state.session?.isRedeeming = false
      state.session?.error = "No voucher was made."
      return waitForUser()

    case .feedback(.walkedAway):
      return signOut(&state)
    }
  }

  private func signOut(_ state: inout State) -> Effect<Feedback, Never> {
    state = State()
    return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.idle))
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    guard let member = state.session?.member else { return .none }
    state.session?.isLoading = true
    state.session?.error = nil
    return .run("points", of: member) { send in
      await send(.loaded(try await client.points(member)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  /// Signs out after a minute in which the tablet isn't touched.
  private func waitForUser() -> Effect<Feedback, Never> {
    .run("idle") { send in
      try await clock.sleep(for: .seconds(60))
      await send(.walkedAway)
    }
    .cancellable(id: CancelID.idle, cancelInFlight: true)
  }
}

struct Y23Client: TestDependencyKey, Sendable {
  var signIn: @Sendable (_ card: String) async throws -> String
  var points: @Sendable (_ member: String) async throws -> Int
  var redeem: @Sendable (_ member: String) async throws -> String

  static let testValue = Y23Client(
    signIn: unimplemented("Y23Client.signIn"),
    points: unimplemented("Y23Client.points"),
    redeem: unimplemented("Y23Client.redeem")
  )
}

extension DependencyValues {
  var y23Client: Y23Client {
    get { self[Y23Client.self] }
    set { self[Y23Client.self] = newValue }
  }
}

struct Y23Offline: Error {}

struct Y23Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Y23Points.State) -> [Y23Points.Input] in
        guard let session = state.session else { return [.cardScanned("A1"), .cardScanned("B2")] }
        if session.isRedeeming { return [] }
        var inputs: [Y23Points.Input] = [.signOutTapped]
        if !session.isLoading { inputs.append(.refreshTapped) }
        if session.voucher != nil {
          inputs.append(.voucherClosed)
        } else if session.points != nil, !session.isLoading {
          inputs.append(.redeemTapped)
        }
        return inputs
      }
    ) { () -> TestStore<Y23Points> in
      let store = TestStore(initialState: Y23Points.State()) { Y23Points() }
      store.gate("sign in", at: \.y23Client.signIn) { card in [.success("Member \(card)"), .failure(Y23Offline())] }
      store.gate("points", at: \.y23Client.points) { _ in [.success(80), .failure(Y23Offline())] }
      store.gate("redeem", at: \.y23Client.redeem) { member in
        [.success("Juice for \(member)"), .failure(Y23Offline())]
      }
      return store
    }
  }
}
