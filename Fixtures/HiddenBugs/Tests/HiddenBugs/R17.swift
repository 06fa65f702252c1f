import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The loyalty card of the customer who is signed in.
struct R17Card: Reducer {
  struct State: Equatable {
    let customer: String
    var points: Int?
    var isLoading = false
    var hasFailed = false
    var isRedeeming = false
    var voucher: String?
  }

  enum Input: Equatable, Sendable {
    case appeared
    case reloadTapped
    case redeemTapped
    case voucherClosed
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Int)
    case loadFailed
    case tokenRejected
    case redeemed(String)
    case redeemFailed
  }

  enum Output: Equatable, Sendable { case sessionExpired }

  @Dependency(\.r17Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.appeared):
      guard state.points == nil, !state.isLoading, !state.hasFailed else { return .none }
      return load(&state)

    case .input(.reloadTapped):
      guard !state.isLoading, !state.isRedeeming else { return .none }
      return load(&state)

    case .input(.redeemTapped):
      guard let points = state.points, points > 0, !state.isLoading, !state.isRedeeming else { return .none }
      state.isRedeeming = true
      state.hasFailed = false
      return .run("redeem") { [customer = state.customer] send in
        await send(.redeemed(try await client.redeem(customer)))
      } catch: { _, send in
        await send(.redeemFailed)
      }

    case .input(.voucherClosed):
      state.voucher = nil
      return .none

    case .feedback(.loaded(let points)):
      state.isLoading = false
      state.points = points
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.tokenRejected):
      state.isLoading = false
      return .output(.sessionExpired)

    case .feedback(.redeemed(let voucher)):
      state.isRedeeming = false
      state.points = 0
      state.voucher = voucher
      return .none

    case .feedback(.redeemFailed):
      state.isRedeeming = false
      state.hasFailed = true
      return .none
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Output> {
    state.isLoading = true
    state.hasFailed = false
    return .run("points") { [customer = state.customer] send in
      await send(.loaded(try await client.points(customer)))
    } catch: { error, send in
      await send(error is R17TokenRejected ? .tokenRejected : .loadFailed)
    }
  }
}

struct R17Wallet: Reducer {
  enum State: Equatable {
    case signedOut(reason: String?)
    case signingIn(String)
    case signedIn(R17Card.State)
  }

  enum Input: Equatable, Sendable {
    case signInTapped(String)
    case cancelTapped
    case signOutTapped
    case card(R17Card.Input)
  }

  enum Feedback: Equatable, Sendable {
    case signedIn(String)
    case signInFailed
    case card(ChildFeedback<R17Card>)
  }

  private enum CancelID { case signIn }

  @Dependency(\.r17Client) private var client

  let card = Scope<R17Wallet, R17Card>(
    at: .ifCase(State.signedIn, of: \.self) { if case .signedIn(let card) = $0 { card } else { nil } },
    feedback: Feedback.card
  ) { R17Card() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.card(let input)): return card.reduce(.input(input), into: &state)
    case .feedback(.card(.feedback(let feedback))): return card.reduce(.feedback(feedback), into: &state)

    case .input(.signInTapped(let customer)):
      guard case .signedOut = state else { return .none }
      state = .signingIn(customer)
      return .run("sign in", of: customer) { send in
        try await client.signIn(customer)
        await send(.signedIn(customer))
      } catch: { _, send in
        await send(.signInFailed)
      }
      .cancellable(id: CancelID.signIn, cancelInFlight: true)

    case .input(.cancelTapped):
      guard case .signingIn = state else { return .none }
      state = .signedOut(reason: nil)
      return .cancel(id: CancelID.signIn)

    case .input(.signOutTapped):
      // Points that are being redeemed would be gone without a voucher.
      guard case .signedIn(let card) = state, !card.isRedeeming else { return .none }
      state = .signedOut(reason: nil)
      return .none

    case .feedback(.signedIn(let customer)):
      state = .signedIn(R17Card.State(customer: customer))
      return card.reduce(.input(.appeared), into: &state)

    case .feedback(.signInFailed):
      state = .signedOut(reason: "That did not work.")
      return .none

    case .feedback(.card(.output(.sessionExpired))):
      state = .signedOut(reason: "Please sign in again.")
      return .none
    }
  }
}

struct R17Client: TestDependencyKey, Sendable {
  var signIn: @Sendable (_ customer: String) async throws -> Void
  var points: @Sendable (_ customer: String) async throws -> Int
  var redeem: @Sendable (_ customer: String) async throws -> String

  static let testValue = R17Client(
    signIn: unimplemented("R17Client.signIn"),
    points: unimplemented("R17Client.points"),
    redeem: unimplemented("R17Client.redeem")
  )
}

extension DependencyValues {
  var r17Client: R17Client {
    get { self[R17Client.self] }
    set { self[R17Client.self] = newValue }
  }
}

struct R17Offline: Error {}
struct R17TokenRejected: Error {}

struct R17Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: R17Wallet.State) -> [R17Wallet.Input] in
        switch state {
        case .signedOut: return [.signInTapped("Ada"), .signInTapped("Bob")]
        case .signingIn: return [.cancelTapped]
        case .signedIn(let card):
          if card.voucher != nil { return [.card(.voucherClosed)] }
          if card.isRedeeming { return [] }
          var inputs: [R17Wallet.Input] = [.signOutTapped]
          if !card.isLoading {
            inputs.append(.card(.reloadTapped))
            if let points = card.points, points > 0 { inputs.append(.card(.redeemTapped)) }
          }
          return inputs
        }
      }
    ) { () -> TestStore<R17Wallet> in
      let store = TestStore(initialState: R17Wallet.State.signedOut(reason: nil)) { R17Wallet() }
      store.gate("sign in", at: \.r17Client.signIn) { _ in [.success(()), .failure(R17Offline())] }
      store.gate("points", at: \.r17Client.points) { _ in
        [.success(120), .failure(R17TokenRejected()), .failure(R17Offline())]
      }
      store.gate("redeem", at: \.r17Client.redeem) { customer in
        [.success("Coffee for \(customer)"), .failure(R17Offline())]
      }
      return store
    }
  }
}
