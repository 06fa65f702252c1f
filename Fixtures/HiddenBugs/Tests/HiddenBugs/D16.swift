import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The frequent-flyer club: a form for the card, and the account of the card once it is signed in.
struct D16Club: Reducer {
  enum Notice: Equatable { case refused, expired }

  enum State: Equatable {
    case signedOut(Notice?)
    case signingIn(card: String)
    case signedIn(D16Account.State)
  }

  enum Input: Equatable, Sendable {
    case signInTapped(card: String)
    case cancelTapped
    case account(D16Account.Input)
  }

  enum Feedback: Equatable, Sendable {
    case signedIn(card: String, name: String)
    case refused
    case account(ChildFeedback<D16Account>)
  }

  private enum CancelID { case signIn }

  private let account = Scope<D16Club, D16Account>(
    at: .ifCase(State.signedIn, of: \.self) { if case .signedIn(let account) = $0 { account } else { nil } },
    feedback: Feedback.account
  ) { D16Account() }

  @Dependency(\.d16Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.account(let input)): return account.reduce(.input(input), into: &state)
    case .feedback(.account(.feedback(let feedback))): return account.reduce(.feedback(feedback), into: &state)

    case .input(.signInTapped(let card)):
      guard case .signedOut = state else { return .none }
      state = .signingIn(card: card)
      return .run("signIn", of: card) { send in
        await send(.signedIn(card: card, name: try await client.signIn(card)))
      } catch: { _, send in
        await send(.refused)
      }
      .cancellable(id: CancelID.signIn, cancelInFlight: true)

    case .input(.cancelTapped):
      guard case .signingIn = state else { return .none }
      state = .signedOut(nil)
      return .cancel(id: CancelID.signIn)

    case .feedback(.signedIn(let card, let name)):
      state = .signedIn(D16Account.State(id: card, name: name))
      return account.start(from: state)

    case .feedback(.refused):
      state = .signedOut(.refused)
      return .none

    case .feedback(.account(.output(.signedOut))):
      state = .signedOut(nil)
      return .none

    case .feedback(.account(.output(.expired))):
      state = .signedOut(.expired)
      return .none
    }
  }
}

/// The points of a card, and the rewards for them.
struct D16Account: Reducer {
  enum Work: Equatable { case idle, loading, redeeming }
  enum Problem: Equatable { case notLoaded, notRedeemed }

  struct State: Equatable, Identifiable {
    /// The number of the card.
    let id: String
    var name: String
    var points: Int?
    var work = Work.loading
    var problem: Problem?
    var voucher: String?
  }

  enum Input: Equatable, Sendable {
    case refreshTapped
    case rewardTapped(String)
    case voucherClosed
    case signOutTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Int)
    case redeemed(String, pointsLeft: Int)
    case failed(D16Error)
  }

  enum Output: Equatable, Sendable { case signedOut, expired }

  @Dependency(\.d16Client) private var client

  func start(from state: State) -> Effect<Feedback, Output> { load(state.id) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.refreshTapped):
      guard state.work == .idle else { return .none }
      state.work = .loading
      state.problem = nil
      return load(state.id)

    case .input(.rewardTapped(let reward)):
      guard state.work == .idle, state.points != nil else { return .none }
      state.work = .redeeming
      state.problem = nil
      let redemption = D16Redemption(card: state.id, reward: reward)
      return .run("redeem", of: redemption) { send in
        await send(.redeemed(reward, pointsLeft: try await client.redeem(redemption)))
      } catch: { error, send in
        await send(.failed(error as? D16Error ?? .offline))
      }

    case .input(.voucherClosed):
      state.voucher = nil
      return .none

    case .input(.signOutTapped):
      return state.work == .redeeming ? .none : .output(.signedOut)

    case .feedback(.loaded(let points)):
      state.work = .idle
      state.points = points
      return .none

    case .feedback(.redeemed(let reward, let pointsLeft)):
      state.work = .idle
      state.points = pointsLeft
      state.voucher = reward
      return .none

    case .feedback(.failed(.expired)):
      return .output(.expired)

    case .feedback(.failed(.offline)):
      state.problem = state.work == .redeeming ? .notRedeemed : .notLoaded
      state.work = .idle
      return .none
    }
  }

  private func load(_ card: String) -> Effect<Feedback, Output> {
    .run("points", of: card) { send in
      await send(.loaded(try await client.points(card)))
    } catch: { error, send in
      await send(.failed(error as? D16Error ?? .offline))
    }
  }
}

enum D16Error: Error, Equatable { case offline, expired }

struct D16Redemption: Hashable, Sendable {
  var card: String
  var reward: String
}

struct D16Client: TestDependencyKey, Sendable {
  var signIn: @Sendable (_ card: String) async throws -> String
  var points: @Sendable (_ card: String) async throws -> Int
  var redeem: @Sendable (_ redemption: D16Redemption) async throws -> Int

  static let testValue = D16Client(
    signIn: unimplemented("D16Client.signIn"),
    points: unimplemented("D16Client.points"),
    redeem: unimplemented("D16Client.redeem")
  )
}

extension DependencyValues {
  var d16Client: D16Client {
    get { self[D16Client.self] }
    set { self[D16Client.self] = newValue }
  }
}

struct D16Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: D16Club.State) -> [D16Club.Input] in
        switch state {
        case .signedOut: return [.signInTapped(card: "A 1"), .signInTapped(card: "B 2")]
        case .signingIn: return [.cancelTapped]
        case .signedIn(let account):
          if account.voucher != nil { return [.account(.voucherClosed)] }
          switch account.work {
          case .redeeming: return []
          case .loading: return [.account(.signOutTapped)]
          case .idle:
            var inputs: [D16Club.Input] = [.account(.refreshTapped), .account(.signOutTapped)]
            if account.points != nil { inputs.append(.account(.rewardTapped("Lounge"))) }
            return inputs
          }
        }
      }
    ) { () -> TestStore<D16Club> in
      let store = TestStore(initialState: D16Club.State.signedOut(nil)) { D16Club() }
      store.gate("signIn", at: \.d16Client.signIn) { card in
        [.success("Member \(card)"), .failure(D16Error.offline)]
      }
      store.gate("points", at: \.d16Client.points) { card in
        [.success(card == "A 1" ? 900 : 400), .failure(D16Error.offline), .failure(D16Error.expired)]
      }
      store.gate("redeem", at: \.d16Client.redeem) { redemption in
        [.success(redemption.card == "A 1" ? 500 : 100), .failure(D16Error.offline), .failure(D16Error.expired)]
      }
      return store
    }
  }
}
