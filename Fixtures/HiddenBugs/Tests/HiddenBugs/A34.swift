import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A savings bank in an app: the sign-in, and behind it the pots of the user.
struct A34Bank: Reducer {
  struct State: Equatable {
    var isSigningIn = false
    var hasFailed = false
    var isSigningOut = false
    var home: A34Home.State?
  }

  enum Input: Equatable, Sendable {
    case signInTapped(String)
    case cancelTapped
    case signOutTapped
    case home(A34Home.Input)
  }

  enum Feedback: Equatable, Sendable {
    case signedIn(String)
    case notSignedIn
    case home(ChildFeedback<A34Home>)
  }

  private enum CancelID { case signIn }

  private let home = Scope<A34Bank, A34Home>(ifLet: \.home, feedback: Feedback.home) { A34Home() }

  @Dependency(\.a34Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.signInTapped(let user)):
      guard state.home == nil, !state.isSigningIn else { return .none }
      state.isSigningIn = true
      state.hasFailed = false
      return .run("sign in", of: user) { send in
        try await client.signIn(user)
        await send(.signedIn(user))
      } catch: { _, send in
        await send(.notSignedIn)
      }
      .cancellable(id: CancelID.signIn)

    case .input(.cancelTapped):
      state.isSigningIn = false
      return .cancel(id: CancelID.signIn)

    case .input(.signOutTapped):
      guard let home = state.home else { return .none }
      if home.moving == nil { state.home = nil } else { state.isSigningOut = true }
      return .none

    case .input(.home(let input)):
      return state.isSigningOut ? .none : home.reduce(.input(input), into: &state)

    case .feedback(.home(.feedback(let feedback))):
      return home.reduce(.feedback(feedback), into: &state)

    case .feedback(.home(.output(.settled(let isMoved)))):
      guard state.isSigningOut else { return .none }
      state.isSigningOut = false
      if isMoved { state.home = nil }
      return .none

    case .feedback(.signedIn(let user)):
      state.isSigningIn = false
      state.home = A34Home.State(id: user)
      return home.start(from: state)

    case .feedback(.notSignedIn):
      state.isSigningIn = false
      state.hasFailed = true
      return .none
    }
  }
}

/// The pots of a user. Money goes into one of them at a time.
struct A34Home: Reducer {
  struct State: Equatable, Identifiable {
    let id: String
    var pots: [A34Pot] = []
    var isLoading = true
    var hasFailed = false
    var moving: Int?
    var notMoved: Int?
  }

  enum Input: Equatable, Sendable { case refreshTapped, depositTapped(Int), noticeClosed }
  enum Feedback: Equatable, Sendable { case loaded([A34Pot]), failed, moved(Int, Int), notMoved(Int) }
  enum Output: Equatable, Sendable { case settled(isMoved: Bool) }

  @Dependency(\.a34Client) private var client

  func start(from state: State) -> Effect<Feedback, Output> { load(state.id) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.refreshTapped):
      guard !state.isLoading, state.moving == nil else { return .none }
      state.isLoading = true
      state.hasFailed = false
      return load(state.id)

    case .input(.depositTapped(let pot)):
      guard !state.isLoading, state.moving == nil, state.pots.contains(where: { $0.id == pot }) else { return .none }
      state.moving = pot
      state.notMoved = nil
      return .run("deposit", of: pot) { send in
        await send(.moved(pot, try await client.deposit(pot, 50)))
      } catch: { _, send in
        await send(.notMoved(pot))
      }

    case .input(.noticeClosed):
      state.notMoved = nil
      return .none

    case .feedback(.loaded(let pots)):
      state.isLoading = false
      state.pots = pots
      return .none

    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.moved(let pot, let balance)):
      state.moving = nil
      if let index = state.pots.firstIndex(where: { $0.id == pot }) { state.pots[index].balance = balance }
      return .output(.settled(isMoved: true))

    case .feedback(.notMoved(let pot)):
      state.moving = nil
      state.notMoved = pot
      return .output(.settled(isMoved: false))
    }
  }

  private func load(_ user: String) -> Effect<Feedback, Output> {
    .run("pots", of: user) { send in
      await send(.loaded(try await client.pots(user)))
    } catch: { _, send in
      await send(.failed)
    }
  }
}

struct A34Pot: Equatable, Identifiable, Sendable {
  var id: Int
  var balance: Int
}

struct A34Client: TestDependencyKey, Sendable {
  var signIn: @Sendable (_ user: String) async throws -> Void
  var pots: @Sendable (_ user: String) async throws -> [A34Pot]
  /// The new balance of the pot.
  var deposit: @Sendable (_ pot: Int, _ amount: Int) async throws -> Int

  static let testValue = A34Client(
    signIn: unimplemented("A34Client.signIn"),
    pots: unimplemented("A34Client.pots"),
    deposit: unimplemented("A34Client.deposit")
  )
}

extension DependencyValues {
  var a34Client: A34Client {
    get { self[A34Client.self] }
    set { self[A34Client.self] = newValue }
  }
}

struct A34Offline: Error {}

struct A34Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: A34Bank.State) -> [A34Bank.Input] in
        guard let home = state.home else {
          return state.isSigningIn ? [.cancelTapped] : [.signInTapped("Ada"), .signInTapped("Ben")]
        }
        if state.isSigningOut { return [] }
        var inputs: [A34Bank.Input] = [.signOutTapped]
        if !home.isLoading, home.moving == nil {
          inputs += [.home(.refreshTapped)]
          for pot in home.pots { inputs += [.home(.depositTapped(pot.id))] }
        }
        if home.notMoved != nil { inputs += [.home(.noticeClosed)] }
        return inputs
      }
    ) { () -> TestStore<A34Bank> in
      let store = TestStore(initialState: A34Bank.State()) { A34Bank() }
      store.gate("signIn", at: \.a34Client.signIn) { _ in [.success(()), .failure(A34Offline())] }
      store.gate("pots", at: \.a34Client.pots) { user in
        [
          .success([A34Pot(id: 1, balance: user == "Ada" ? 100 : 30), A34Pot(id: 2, balance: 0)]),
          .failure(A34Offline()),
        ]
      }
      store.gate("deposit", at: \.a34Client.deposit) { _ in [.success(150), .failure(A34Offline())] }
      return store
    }
  }
}
