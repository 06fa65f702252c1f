import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// What a player sees after the sign-in: the coins, and the chest that opens every five minutes.
struct H19Lobby: Reducer {
  enum Chest: Equatable, Sendable { case unknown, locked, open }

  struct State: Equatable, Identifiable {
    let id: String
    var coins: Int?
    var chest = Chest.unknown
    var isLoading = true
    var isClaiming = false
    var hasFailed = false

    var isBusy: Bool { isLoading || isClaiming }
  }

  enum Input: Equatable, Sendable { case reloadTapped, claimTapped }
  enum Feedback: Equatable, Sendable { case loaded(H19Profile), claimed(Int), failed, expired, chestDue }
  enum Output: Equatable, Sendable { case expired }

  private enum CancelID { case load, chest }

  @Dependency(\.h19Client) private var client
  @Dependency(\.continuousClock) private var clock

  func start(from state: State) -> Effect<Feedback, Output> { load(state.id) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.reloadTapped):
      guard !state.isBusy else { return .none }
      state.isLoading = true
      state.hasFailed = false
      return load(state.id)

    case .feedback(.loaded(let profile)):
      state.isLoading = false
      state.coins = profile.coins
      state.chest = profile.isChestOpen ? .open : .locked
      return profile.isChestOpen ? .cancel(id: CancelID.chest) : chest(after: .seconds(300))

    case .feedback(.chestDue):
      // The server decides whether it is open.
      state.isLoading = true
      state.hasFailed = false
      return load(state.id)

    case .input(.claimTapped):
      guard state.chest == .open, !state.isBusy else { return .none }
      state.isClaiming = true
      state.hasFailed = false
      let player = state.id
      return .run("claim", of: player) { send in
        await send(.claimed(try await client.claim(player)))
      } catch: { error, send in
        await send((error as? H19Failure) == .expired ? .expired : .failed)
      }

    case .feedback(.claimed(let coins)):
      state.isClaiming = false
      state.coins = coins
      state.chest = .locked
      return chest(after: .seconds(300))

    case .feedback(.failed):
      state.isLoading = false
      state.isClaiming = false
      state.hasFailed = true
      return state.chest == .locked ? chest(after: .seconds(60)) : .none

    case .feedback(.expired):
      return .output(.expired)
    }
  }

  private func load(_ player: String) -> Effect<Feedback, Output> {
    .run("profile", of: player) { send in
      await send(.loaded(try await client.profile(player)))
    } catch: { error, send in
      await send((error as? H19Failure) == .expired ? .expired : .failed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func chest(after pause: Duration) -> Effect<Feedback, Output> {
    .run("chest") { send in
      try await clock.sleep(for: pause)
      await send(.chestDue)
    }
    .cancellable(id: CancelID.chest, cancelInFlight: true)
  }
}

/// The door of the arcade. The players of a family take turns on one device.
struct H19Arcade: Reducer {
  struct Door: Equatable {
    var signingIn: String?
    var hasFailed = false
    var hasExpired = false
  }

  enum State: Equatable {
    case signedOut(Door)
    case signedIn(H19Lobby.State)
  }

  enum Input: Equatable, Sendable {
    case playerTapped(String)
    case cancelTapped
    case signOutTapped
    case switchTapped(String)
    case lobby(H19Lobby.Input)
  }

  enum Feedback: Equatable, Sendable {
    case signedIn(String)
    case signInFailed
    case lobby(ChildFeedback<H19Lobby>)
  }

  private enum CancelID { case signIn }

  let lobby = Scope<H19Arcade, H19Lobby>(
    at: .ifCase(State.signedIn, of: \.self) { if case .signedIn(let lobby) = $0 { lobby } else { nil } },
    feedback: Feedback.lobby
  ) { H19Lobby() }

  @Dependency(\.h19Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.lobby(let input)):
      return lobby.reduce(.input(input), into: &state)

    case .feedback(.lobby(.feedback(let feedback))):
      return lobby.reduce(.feedback(feedback), into: &state)

    case .feedback(.lobby(.output(.expired))):
      state = .signedOut(Door(hasExpired: true))
      return .none

    case .input(.playerTapped(let player)):
      guard case .signedOut(let door) = state, door.signingIn == nil else { return .none }
      state = .signedOut(Door(signingIn: player))
      return .run("signIn", of: player) { send in
        try await client.signIn(player)
        await send(.signedIn(player))
      } catch: { _, send in
        await send(.signInFailed)
      }
      .cancellable(id: CancelID.signIn, cancelInFlight: true)

    case .input(.cancelTapped):
      guard case .signedOut(let door) = state, door.signingIn != nil else { return .none }
      state = .signedOut(Door())
      return .cancel(id: CancelID.signIn)

    case .feedback(.signedIn(let player)):
      state = .signedIn(H19Lobby.State(id: player))
      return lobby.start(from: state)

    case .feedback(.signInFailed):
      state = .signedOut(Door(hasFailed: true))
      return .none

    case .input(.signOutTapped):
      guard case .signedIn(let session) = state, !session.isClaiming else { return .none }
      state = .signedOut(Door())
      return .none

    case .input(.switchTapped(let player)):
      guard case .signedIn(let session) = state, session.id != player, !session.isClaiming else { return .none }
      state = .signedIn(H19Lobby.State(id: player))
      return lobby.start(from: state)
    }
  }
}

struct H19Profile: Equatable, Sendable {
  var coins: Int
  var isChestOpen: Bool
}

enum H19Failure: Error, Equatable { case offline, expired }

struct H19Client: TestDependencyKey, Sendable {
  var signIn: @Sendable (_ player: String) async throws -> Void
  var profile: @Sendable (_ player: String) async throws -> H19Profile
  var claim: @Sendable (_ player: String) async throws -> Int

  static let testValue = H19Client(
    signIn: unimplemented("H19Client.signIn"),
    profile: unimplemented("H19Client.profile"),
    claim: unimplemented("H19Client.claim")
  )
}

extension DependencyValues {
  var h19Client: H19Client {
    get { self[H19Client.self] }
    set { self[H19Client.self] = newValue }
  }
}

extension H19Profile {
  static func sample(_ player: String, isChestOpen: Bool) -> H19Profile {
    H19Profile(coins: player == "Mia" ? 120 : 40, isChestOpen: isChestOpen)
  }
}

struct H19Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: H19Arcade.State) -> [H19Arcade.Input] in
        switch state {
        case .signedOut(let door):
          return door.signingIn == nil ? [.playerTapped("Mia"), .playerTapped("Tom")] : [.cancelTapped]
        case .signedIn(let session):
          guard !session.isClaiming else { return [] }
          var inputs: [H19Arcade.Input] = [.signOutTapped, .switchTapped(session.id == "Mia" ? "Tom" : "Mia")]
          if !session.isLoading { inputs.append(.lobby(.reloadTapped)) }
          if session.chest == .open, !session.isLoading { inputs.append(.lobby(.claimTapped)) }
          return inputs
        }
      }
    ) { () -> TestStore<H19Arcade> in
      let store = TestStore(initialState: H19Arcade.State.signedOut(H19Arcade.Door())) { H19Arcade() }
      store.gate("signIn", at: \.h19Client.signIn) { _ in [.success(()), .failure(H19Failure.offline)] }
      store.gate("profile", at: \.h19Client.profile) { player in
        [
          .success(H19Profile.sample(player, isChestOpen: true)),
          .success(H19Profile.sample(player, isChestOpen: false)),
          .failure(H19Failure.offline), .failure(H19Failure.expired),
        ]
      }
      store.gate("claim", at: \.h19Client.claim) { player in
        [.success(player == "Mia" ? 150 : 70), .failure(H19Failure.offline), .failure(H19Failure.expired)]
      }
      return store
    }
  }
}
