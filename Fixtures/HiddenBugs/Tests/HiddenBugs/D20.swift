import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The account at an energy supplier: the use of this year, and the last invoice as a file.
struct D20Energy: Reducer {
  enum Invoice: Equatable { case closed, preparing, shown(String), failed }

  struct Account: Equatable {
    let customer: String
    var use: Int?
    var isLoading = true
    var hasFailed = false
    var invoice = Invoice.closed
  }

  enum State: Equatable {
    case signedOut(wasRefused: Bool)
    case signingIn(String)
    case signedIn(Account)
  }

  enum Input: Equatable, Sendable {
    case signInTapped(String)
    case cancelTapped
    case reloadTapped
    case invoiceTapped
    case invoiceClosed
    case signOutTapped
  }

  enum Feedback: Equatable, Sendable {
    case signedIn(String)
    case refused
    case useLoaded(Int)
    case useFailed
    case invoiceReady(String)
    case invoiceFailed
  }

  private enum CancelID { case signIn, use, invoice }

  @Dependency(\.d20Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.signInTapped(let customer)):
      guard case .signedOut = state else { return .none }
      state = .signingIn(customer)
      return .run("signIn", of: customer) { send in
        try await client.signIn(customer)
        await send(.signedIn(customer))
      } catch: { _, send in
        await send(.refused)
      }
      .cancellable(id: CancelID.signIn)

    case .input(.cancelTapped):
      guard case .signingIn = state else { return .none }
      state = .signedOut(wasRefused: false)
      return .cancel(id: CancelID.signIn)

    case .feedback(.signedIn(let customer)):
      state = .signedIn(Account(customer: customer))
      return loadUse(of: customer)

    case .feedback(.refused):
      state = .signedOut(wasRefused: true)
      return .none

    case .input(.reloadTapped):
      guard case .signedIn(let account) = state, !account.isLoading else { return .none }
      update(&state) {
        $0.isLoading = true
        $0.hasFailed = false
      }
      return loadUse(of: account.customer)

    case .feedback(.useLoaded(let use)):
      update(&state) {
        $0.isLoading = false
        $0.use = use
      }
      return .none

    case .feedback(.useFailed):
      update(&state) {
        $0.isLoading = false
        $0.hasFailed = true
      }
      return .none

    case .input(.invoiceTapped):
      guard case .signedIn(let account) = state, account.invoice == .closed else { return .none }
      update(&state) { $0.invoice = .preparing }
      return .run("invoice", of: account.customer) { send in
        await send(.invoiceReady(try await client.invoice(account.customer)))
      } catch: { _, send in
        await send(.invoiceFailed)
      }
      .cancellable(id: CancelID.invoice, cancelInFlight: true)

    case .input(.invoiceClosed):
      update(&state) { $0.invoice = .closed }
      return .cancel(id: CancelID.invoice)

    case .feedback(.invoiceReady(let file)):
      update(&state) { $0.invoice = .shown(file) }
      return .none

    case .feedback(.invoiceFailed):
      update(&state) { $0.invoice = .failed }
      return .none

    case .input(.signOutTapped):
      guard case .signedIn = state else { return .none }
      state = .signedOut(wasRefused: false)
      return .cancel(id: CancelID.use)
    }
  }

  /// Changes the account, if somebody is signed in.
  private func update(_ state: inout State, _ change: (inout Account) -> Void) {
    guard case .signedIn(var account) = state else { return }
    change(&account)
    state = .signedIn(account)
  }

  private func loadUse(of customer: String) -> Effect<Feedback, Never> {
    .run("use", of: customer) { send in
      await send(.useLoaded(try await client.use(customer)))
    } catch: { _, send in
      await send(.useFailed)
    }
    .cancellable(id: CancelID.use, cancelInFlight: true)
  }
}

struct D20Client: TestDependencyKey, Sendable {
  var signIn: @Sendable (_ customer: String) async throws -> Void
  var use: @Sendable (_ customer: String) async throws -> Int
  var invoice: @Sendable (_ customer: String) async throws -> String

  static let testValue = D20Client(
    signIn: unimplemented("D20Client.signIn"),
    use: unimplemented("D20Client.use"),
    invoice: unimplemented("D20Client.invoice")
  )
}

extension DependencyValues {
  var d20Client: D20Client {
    get { self[D20Client.self] }
    set { self[D20Client.self] = newValue }
  }
}

struct D20Offline: Error {}

struct D20Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: D20Energy.State) -> [D20Energy.Input] in
        switch state {
        case .signedOut: return [.signInTapped("Ada"), .signInTapped("Ben")]
        case .signingIn: return [.cancelTapped]
        case .signedIn(let account):
          var inputs: [D20Energy.Input] = [.signOutTapped]
          if !account.isLoading { inputs.append(.reloadTapped) }
          inputs.append(account.invoice == .closed ? .invoiceTapped : .invoiceClosed)
          return inputs
        }
      }
    ) { () -> TestStore<D20Energy> in
      let store = TestStore(initialState: D20Energy.State.signedOut(wasRefused: false)) { D20Energy() }
      store.gate("signIn", at: \.d20Client.signIn) { _ in [.success(()), .failure(D20Offline())] }
      store.gate("use", at: \.d20Client.use) { customer in
        [.success(customer == "Ada" ? 2_100 : 3_400), .failure(D20Offline())]
      }
      store.gate("invoice", at: \.d20Client.invoice) { customer in
        [.success("\(customer).pdf"), .failure(D20Offline())]
      }
      return store
    }
  }
}
