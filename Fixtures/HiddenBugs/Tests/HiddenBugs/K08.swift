import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct K08Card: Equatable, Sendable {
  var number: String
  var isBlocked: Bool
}

struct K08Refused: Error {}

struct K08Bank: DependencyKey, Sendable {
  var card: @Sendable (_ account: String) async throws -> K08Card
  /// Blocks a card, or unblocks it.
  var setBlocked: @Sendable (_ number: String, _ isBlocked: Bool) async throws -> Void
  var pin: @Sendable (_ number: String) async throws -> String

  static let liveValue = K08Bank(
    card: { K08Card(number: $0, isBlocked: false) },
    setBlocked: { _, _ in },
    pin: { _ in "0000" }
  )
  static let testValue = K08Bank(
    card: unimplemented("K08Bank.card"),
    setBlocked: unimplemented("K08Bank.setBlocked"),
    pin: unimplemented("K08Bank.pin")
  )
}

extension DependencyValues {
  var k08Bank: K08Bank {
    get { self[K08Bank.self] }
    set { self[K08Bank.self] = newValue }
  }
}

/// The card of an account: its PIN for ten seconds, and the switch that blocks it.
struct K08CardScreen: Reducer {
  enum State: Equatable {
    case signedOut
    case loading(account: String)
    case unavailable(account: String)
    case showing(account: String, K08Card, Detail)
    /// A dialog without buttons covers the screen until the bank has answered.
    case changing(account: String, K08Card)
  }

  /// What is shown below the card.
  enum Detail: Equatable, Sendable {
    case none
    case pinRequested
    case pin(String)
    case problem
  }

  enum Input: Equatable, Sendable {
    case signedIn(String)
    case accountPicked(String)
    case signedOut
    case retryTapped
    case pinTapped
    case blockTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(K08Card)
    case loadFailed
    case pinArrived(String)
    case pinFailed
    case pinExpired
    case changed
    case changeFailed
  }

  private enum CancelID { case load, pin, change }

  @Dependency(\.k08Bank) private var bank
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.signedIn(let account)), .signedOut):
      return load(account, &state)

    case (.input(.accountPicked(let picked)), .loading(let account)),
      (.input(.accountPicked(let picked)), .unavailable(let account)),
      (.input(.accountPicked(let picked)), .showing(let account, _, _)):
      return picked == account ? .none : load(picked, &state)

    case (.input(.signedOut), .loading), (.input(.signedOut), .unavailable), (.input(.signedOut), .showing):
      state = .signedOut
      return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.pin))

    case (.input(.retryTapped), .unavailable(let account)):
      return load(account, &state)

    case (.feedback(.loaded(let card)), .loading(let account)):
      state = .showing(account: account, card, .none)
      return .none

    case (.feedback(.loadFailed), .loading(let account)):
      state = .unavailable(account: account)
      return .none

    case (.input(.pinTapped), .showing(let account, let card, let detail)):
      guard !card.isBlocked, detail != .pinRequested else { return .none }
      state = .showing(account: account, card, .pinRequested)
      return showPIN(card.number)

    case (.feedback(.pinArrived(let pin)), .showing(let account, let card, _)):
      state = .showing(account: account, card, .pin(pin))
      return .none

    case (.feedback(.pinFailed), .showing(let account, let card, _)):
      state = .showing(account: account, card, .problem)
      return .none

    case (.feedback(.pinExpired), .showing(let account, let card, _)):
      state = .showing(account: account, card, .none)
      return .none

    case (.input(.blockTapped), .showing(let account, let card, _)):
      state = .changing(account: account, card)
      return .merge(.cancel(id: CancelID.pin), change(card))

    case (.feedback(.changed), .changing(let account, var card)):
      card.isBlocked.toggle()
      state = .showing(account: account, card, .none)
      return .none

    case (.feedback(.changeFailed), .changing(let account, let card)):
      state = .showing(account: account, card, .problem)
      return .none

    case (.input, _), (.feedback, _):
      return .none
    }
  }

  private func load(_ account: String, _ state: inout State) -> Effect<Feedback, Never> {
    state = .loading(account: account)
    return .run("card", of: account) { send in
      await send(.loaded(try await bank.card(account)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func showPIN(_ number: String) -> Effect<Feedback, Never> {
    .run("pin", of: number) { send in
      await send(.pinArrived(try await bank.pin(number)))
      try await clock.sleep(for: .seconds(10))
      await send(.pinExpired)
    } catch: { _, send in
      await send(.pinFailed)
    }
    .cancellable(id: CancelID.pin, cancelInFlight: true)
  }

  private func change(_ card: K08Card) -> Effect<Feedback, Never> {
    .run("setBlocked", of: card.number) { send in
      try await bank.setBlocked(card.number, !card.isBlocked)
      await send(.changed)
    } catch: { _, send in
      await send(.changeFailed)
    }
    .cancellable(id: CancelID.change)
  }
}

struct K08Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.signedIn("Ada"), .accountPicked("Shop"), .signedOut, .retryTapped, .pinTapped, .blockTapped]
    ) { () -> TestStore<K08CardScreen> in
      let store = TestStore(initialState: K08CardScreen.State.signedOut) { K08CardScreen() }
      store.gate("card", at: \.k08Bank.card) { account in
        [.success(K08Card(number: "Card of \(account)", isBlocked: false)), .failure(K08Refused())]
      }
      store.gate("setBlocked", at: \.k08Bank.setBlocked) { _ in [.success(()), .failure(K08Refused())] }
      store.gate("pin", at: \.k08Bank.pin) { number in [.success("PIN of \(number)"), .failure(K08Refused())] }
      return store
    }
  }
}
