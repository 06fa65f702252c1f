import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The tickets of a passenger. A ticket that isn't needed is given back for its price.
struct E35Wallet: Reducer {
  struct State: Equatable {
    var user: String?
    var isSigningIn = false
    var hasSignInFailed = false

    var tickets: [E35Ticket] = []
    var isLoading = false
    var hasFailed = false

    /// The ticket that is being given back.
    var refunding: String?
    var refunded: Set<String> = []
    var hasRefundFailed = false

    /// The last refund, for the banner.
    var receipt: E35Receipt?

    /// The rows of the list.
    var shown: [E35Ticket] { tickets.filter { !refunded.contains($0.id) } }
  }

  enum Input: Equatable, Sendable {
    case signInTapped(String)
    case cancelTapped
    case reloadTapped
    case refundTapped(String)
    case bannerClosed
    case signOutTapped
  }

  enum Feedback: Equatable, Sendable {
    case signedIn(String)
    case notSignedIn
    case loaded([E35Ticket])
    case notLoaded
    case refunded(E35Receipt)
    case notRefunded(String)
    case pollDue
  }

  private enum CancelID { case signIn, tickets, poll }

  @Dependency(\.e35Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.signInTapped(let user)):
      guard state.user == nil, !state.isSigningIn else { return .none }
      state.isSigningIn = true
      state.hasSignInFailed = false
      return .run("signIn", of: user) { send in
        try await client.signIn(user)
        await send(.signedIn(user))
      } catch: { _, send in
        await send(.notSignedIn)
      }
      .cancellable(id: CancelID.signIn, cancelInFlight: true)

    case .input(.cancelTapped):
      guard state.isSigningIn else { return .none }
      state.isSigningIn = false
      return .cancel(id: CancelID.signIn)

    case .input(.reloadTapped), .feedback(.pollDue):
      guard let user = state.user, !state.isLoading else { return .none }
      return load(user, into: &state)

    case .input(.refundTapped(let id)):
      guard state.refunding == nil, state.shown.contains(where: { $0.id == id }) else { return .none }
      state.refunding = id
      state.hasRefundFailed = false
      state.receipt = nil
      return .run("refund", of: id) { send in
        let amount = try await client.refund(id)
        await send(.refunded(E35Receipt(ticket: id, amount: amount)))
      } catch: { _, send in
        await send(.notRefunded(id))
      }

    case .input(.bannerClosed):
      state.hasRefundFailed = false
      state.receipt = nil
      return .none

    case .input(.signOutTapped):
      guard state.user != nil else { return .none }
      state = State()
      return .merge(.cancel(id: CancelID.tickets), .cancel(id: CancelID.poll))

    case .feedback(.signedIn(let user)):
      state.isSigningIn = false
      state.user = user
      return load(user, into: &state)

    case .feedback(.notSignedIn):
      state.isSigningIn = false
      state.hasSignInFailed = true
      return .none

    case .feedback(.loaded(let tickets)):
      state.isLoading = false
      state.tickets = tickets
      return poll()

    case .feedback(.notLoaded):
      state.isLoading = false
      state.hasFailed = true
      return poll()

    case .feedback(.refunded(let receipt)):
      state.refunded.insert(receipt.ticket)
      state.receipt = receipt
      if state.refunding == receipt.ticket { state.refunding = nil }
      return .none

    case .feedback(.notRefunded(let id)):
      guard state.refunding == id else { return .none }
      state.refunding = nil
      state.hasRefundFailed = true
      return .none
    }
  }

  /// Asks for the tickets, instead of waiting for the next poll.
  private func load(_ user: String, into state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .merge(
      .cancel(id: CancelID.poll),
      .run("tickets", of: user) { send in
        await send(.loaded(try await client.tickets(user)))
      } catch: { _, send in
        await send(.notLoaded)
      }
      .cancellable(id: CancelID.tickets, cancelInFlight: true)
    )
  }

  private func poll() -> Effect<Feedback, Never> {
    .run("poll") { send in
      try await clock.sleep(for: .seconds(60))
      await send(.pollDue)
    }
    .cancellable(id: CancelID.poll, cancelInFlight: true)
  }
}

struct E35Ticket: Equatable, Sendable {
  var id: String
  var route: String
}

struct E35Receipt: Equatable, Sendable {
  var ticket: String
  var amount: Int
}

struct E35Client: TestDependencyKey, Sendable {
  var signIn: @Sendable (_ user: String) async throws -> Void
  var tickets: @Sendable (_ user: String) async throws -> [E35Ticket]
  var refund: @Sendable (_ ticket: String) async throws -> Int

  static let testValue = E35Client(
    signIn: unimplemented("E35Client.signIn"),
    tickets: unimplemented("E35Client.tickets"),
    refund: unimplemented("E35Client.refund")
  )
}

extension DependencyValues {
  var e35Client: E35Client {
    get { self[E35Client.self] }
    set { self[E35Client.self] = newValue }
  }
}

struct E35Offline: Error {}

struct E35Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: E35Wallet.State) -> [E35Wallet.Input] in
        var inputs: [E35Wallet.Input] = []
        if state.receipt != nil || state.hasRefundFailed { inputs.append(.bannerClosed) }
        if state.isSigningIn { return inputs + [.cancelTapped] }
        guard state.user != nil else { return inputs + [.signInTapped("Ada"), .signInTapped("Ben")] }
        inputs += [.reloadTapped, .signOutTapped]
        if state.refunding == nil, let ticket = state.shown.first { inputs.append(.refundTapped(ticket.id)) }
        return inputs
      }
    ) { () -> TestStore<E35Wallet> in
      let store = TestStore(initialState: E35Wallet.State()) { E35Wallet() }
      store.gate("signIn", at: \.e35Client.signIn) { _ in [.success(()), .failure(E35Offline())] }
      store.gate("tickets", at: \.e35Client.tickets) { user in
        [.success([E35Ticket(id: "\(user)-1", route: "Basel–Milan")]), .failure(E35Offline())]
      }
      store.gate("refund", at: \.e35Client.refund) { _ in [.success(40), .failure(E35Offline())] }
      return store
    }
  }
}
