import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The seed shop: a farmer logs in, sees the open orders, and may enter a voucher for the next one.
struct T35SeedShop: Reducer {
  struct State: Equatable {
    var user: String?
    var isLoggingIn = false
    var hasLogInFailed = false
    var orders: [String]?
    var isLoading = false
    var hasLoadFailed = false
    /// The discount of the voucher in euros.
    var discount: Int?
    var isCheckingVoucher = false
    var hasVoucherFailed = false
  }

  enum Input: Equatable, Sendable {
    case logInTapped(String)
    case logInCancelled
    case reloadTapped
    case voucherEntered(String)
    case voucherRemoved
    case logOutTapped
  }

  enum Feedback: Equatable, Sendable {
    case loggedIn(String)
    case logInFailed
    case ordersLoaded([String])
    case ordersFailed
    case voucherAccepted(Int)
    case voucherFailed
  }

  private enum CancelID { case logIn, orders }

  @Dependency(\.t35Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.logInTapped(let user)):
      guard state.user == nil, !state.isLoggingIn else { return .none }
      state.isLoggingIn = true
      state.hasLogInFailed = false
      return .run("log in", of: user) { send in
        try await client.logIn(user)
        await send(.loggedIn(user))
      } catch: { _, send in
        await send(.logInFailed)
      }
      .cancellable(id: CancelID.logIn, cancelInFlight: true)

    case .input(.logInCancelled):
      state.isLoggingIn = false
      return .cancel(id: CancelID.logIn)

    case .input(.reloadTapped):
      guard let user = state.user, !state.isLoading else { return .none }
      return loadOrders(of: user, into: &state)

    case .input(.voucherEntered(let code)):
      guard state.user != nil, state.discount == nil, !state.isCheckingVoucher else { return .none }
      state.isCheckingVoucher = true
      state.hasVoucherFailed = false
      return .run("voucher", of: code) { send in
        await send(.voucherAccepted(try await client.voucher(code)))
      } catch: { _, send in
        await send(.voucherFailed)
      }

    case .input(.voucherRemoved):
      state.discount = nil
      return .none

    case .input(.logOutTapped):
      state = State()
      return .cancel(id: CancelID.orders)

    case .feedback(.loggedIn(let user)):
      state.isLoggingIn = false
      state.user = user
      return loadOrders(of: user, into: &state)

    case .feedback(.logInFailed):
      state.isLoggingIn = false
      state.hasLogInFailed = true
      return .none

    case .feedback(.ordersLoaded(let orders)):
      state.isLoading = false
      state.orders = orders
      return .none

    case .feedback(.ordersFailed):
      state.isLoading = false
      state.hasLoadFailed = true
      return .none

    case .feedback(.voucherAccepted(let discount)):
      state.isCheckingVoucher = false
      state.discount = discount
      return .none

    case .feedback(.voucherFailed):
      state.isCheckingVoucher = false
      state.hasVoucherFailed = true
      return .none
    }
  }

  private func loadOrders(of user: String, into state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasLoadFailed = false
    return .run("orders", of: user) { send in
      await send(.ordersLoaded(try await client.orders(user)))
    } catch: { _, send in
      await send(.ordersFailed)
    }
    .cancellable(id: CancelID.orders, cancelInFlight: true)
  }
}

struct T35Client: TestDependencyKey, Sendable {
  var logIn: @Sendable (_ user: String) async throws -> Void
  var orders: @Sendable (_ user: String) async throws -> [String]
  var voucher: @Sendable (_ code: String) async throws -> Int

  static let testValue = T35Client(
    logIn: unimplemented("T35Client.logIn"),
    orders: unimplemented("T35Client.orders"),
    voucher: unimplemented("T35Client.voucher")
  )
}

extension DependencyValues {
  var t35Client: T35Client {
    get { self[T35Client.self] }
    set { self[T35Client.self] = newValue }
  }
}

struct T35Offline: Error {}

struct T35Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: T35SeedShop.State) -> [T35SeedShop.Input] in
        if state.user == nil {
          return state.isLoggingIn ? [.logInCancelled] : [.logInTapped("Ada"), .logInTapped("Ben")]
        }
        var inputs: [T35SeedShop.Input] = [.logOutTapped]
        if !state.isLoading { inputs.append(.reloadTapped) }
        if state.discount != nil {
          inputs.append(.voucherRemoved)
        } else if !state.isCheckingVoucher {
          inputs.append(.voucherEntered("SPRING"))
        }
        return inputs
      }
    ) { () -> TestStore<T35SeedShop> in
      let store = TestStore(initialState: T35SeedShop.State()) { T35SeedShop() }
      store.gate("logIn", at: \.t35Client.logIn) { _ in [.success(()), .failure(T35Offline())] }
      store.gate("orders", at: \.t35Client.orders) { user in [.success(["Rye for \(user)"]), .failure(T35Offline())] }
      store.gate("voucher", at: \.t35Client.voucher) { _ in [.success(25), .failure(T35Offline())] }
      return store
    }
  }
}
