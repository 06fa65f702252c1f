import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A transit card with its balance, which is asked for every minute.
struct S18Card: Reducer {
  enum Session: Equatable {
    case signedOut
    case signingIn
    case signedIn(card: String)
  }

  struct State: Equatable {
    var session = Session.signedOut
    var signInFailed = false
    var balance: Int?
    var isLoading = false
    var loadFailed = false
    var isToppingUp = false
    var topUpFailed = false
    var isInBackground = false
  }

  enum Input: Equatable, Sendable {
    case signInTapped(card: String)
    case cancelTapped
    case signOutTapped
    case reloadTapped
    case topUpTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case signedIn(card: String)
    case signInFailed
    case balance(Int)
    case loadFailed
    case toppedUp(Int)
    case topUpFailed
    case pollDue
  }

  private enum CancelID { case signIn, load, topUp, poll }

  @Dependency(\.s18Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.signInTapped(let card)):
      guard state.session == .signedOut else { return .none }
      state.session = .signingIn
      state.signInFailed = false
      return .run("signIn", of: card) { send in
        try await client.signIn(card)
        await send(.signedIn(card: card))
      } catch: { _, send in
        await send(.signInFailed)
      }
      .cancellable(id: CancelID.signIn)

    case .input(.cancelTapped):
      guard state.session == .signingIn else { return .none }
      state.session = .signedOut
      return .cancel(id: CancelID.signIn)

    case .input(.signOutTapped):
      // A payment on its way belongs to the card, so the user has to wait for it.
      guard case .signedIn = state.session, !state.isToppingUp else { return .none }
      state = State(isInBackground: state.isInBackground)
      return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.poll))

    case .input(.reloadTapped):
      return load(into: &state)

    case .input(.topUpTapped):
      guard case .signedIn(let card) = state.session, !state.isToppingUp else { return .none }
      state.isToppingUp = true
      state.topUpFailed = false
      return .run("topUp", of: card) { send in
        await send(.toppedUp(try await client.topUp(card)))
      } catch: { _, send in
        await send(.topUpFailed)
      }
      .cancellable(id: CancelID.topUp)

    case .input(.wentToBackground):
      state.isInBackground = true
      return .cancel(id: CancelID.poll)

    case .input(.cameToForeground):
      state.isInBackground = false
      return load(into: &state)

    case .feedback(.signedIn(let card)):
      state.session = .signedIn(card: card)
      return load(into: &state)

    case .feedback(.signInFailed):
      state.session = .signedOut
      state.signInFailed = true
      return .none

    case .feedback(.balance(let balance)):
      state.isLoading = false
      state.balance = balance
      return poll(state)

    case .feedback(.loadFailed):
      state.isLoading = false
      state.loadFailed = true
      return poll(state)

    case .feedback(.toppedUp(let balance)):
      // This is newer than what a load on its way would say.
      state.isToppingUp = false
      state.isLoading = false
      state.loadFailed = false
      state.balance = balance
      return .merge(.cancel(id: CancelID.load), poll(state))

    case .feedback(.topUpFailed):
      state.isToppingUp = false
      state.topUpFailed = true
      return .none

    case .feedback(.pollDue):
      return load(into: &state)
    }
  }

  private func load(into state: inout State) -> Effect<Feedback, Never> {
    guard case .signedIn(let card) = state.session, !state.isLoading else { return .none }
    state.isLoading = true
    state.loadFailed = false
    return .merge(
      .cancel(id: CancelID.poll),
      .run("balance", of: card) { send in
        await send(.balance(try await client.balance(card)))
      } catch: { _, send in
        await send(.loadFailed)
      }
      .cancellable(id: CancelID.load)
    )
  }

  private func poll(_ state: State) -> Effect<Feedback, Never> {
    guard !state.isInBackground else { return .none }
    return .run("poll") { send in
      try await clock.sleep(for: .seconds(60))
      await send(.pollDue)
    }
    .cancellable(id: CancelID.poll, cancelInFlight: true)
  }
}

struct S18Client: TestDependencyKey, Sendable {
  var signIn: @Sendable (_ card: String) async throws -> Void
  var balance: @Sendable (_ card: String) async throws -> Int
  var topUp: @Sendable (_ card: String) async throws -> Int

  static let testValue = S18Client(
    signIn: unimplemented("S18Client.signIn"),
    balance: unimplemented("S18Client.balance"),
    topUp: unimplemented("S18Client.topUp")
  )
}

extension DependencyValues {
  var s18Client: S18Client {
    get { self[S18Client.self] }
    set { self[S18Client.self] = newValue }
  }
}

struct S18Offline: Error {}

struct S18Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: S18Card.State) -> [S18Card.Input] in
        if state.isInBackground { return [.cameToForeground] }
        switch state.session {
        case .signedOut: return [.signInTapped(card: "A7"), .wentToBackground]
        case .signingIn: return [.cancelTapped, .wentToBackground]
        case .signedIn: return [.signOutTapped, .reloadTapped, .topUpTapped, .wentToBackground]
        }
      }
    ) { () -> TestStore<S18Card> in
      let store = TestStore(initialState: S18Card.State()) { S18Card() }
      store.gate("signIn", at: \.s18Client.signIn) { _ in [.success(()), .failure(S18Offline())] }
      store.gate("balance", at: \.s18Client.balance) { _ in [.success(5), .failure(S18Offline())] }
      store.gate("topUp", at: \.s18Client.topUp) { _ in [.success(25), .failure(S18Offline())] }
      return store
    }
  }
}
