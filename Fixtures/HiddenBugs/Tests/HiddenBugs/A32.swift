import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The screen of a card: its PIN, which shows for ten seconds, and a lock for payments.
struct A32CardScreen: Reducer {
  struct State: Equatable {
    var card: A32Card?
    var isLoading = false
    var hasNotLoaded = false
    var pin: String?
    var isRevealing = false
    var hasNotRevealed = false
    var isLocking = false
    var hasNotLocked = false
    var isInBackground = false
  }

  enum Input: Equatable, Sendable {
    case appeared
    case reloadTapped
    case revealTapped
    case hideTapped
    case lockTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case loaded(A32Card)
    case notLoaded
    case revealed(String)
    case notRevealed
    case pinExpired
    case locked(Bool)
    case notLocked
  }

  private enum CancelID { case reveal, expiry }

  @Dependency(\.a32Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.card == nil else { return .none }
      return load(&state)

    case .input(.reloadTapped):
      return load(&state)

    case .input(.revealTapped):
      guard state.card != nil, state.pin == nil, !state.isRevealing else { return .none }
      state.isRevealing = true
      state.hasNotRevealed = false
      return .run("pin") { send in
        await send(.revealed(try await client.pin()))
      } catch: { _, send in
        await send(.notRevealed)
      }
      .cancellable(id: CancelID.reveal)

    case .input(.hideTapped):
      state.pin = nil
      return .cancel(id: CancelID.expiry)

    case .input(.lockTapped):
      guard let card = state.card, !state.isLocking, !state.isLoading else { return .none }
      state.isLocking = true
      state.hasNotLocked = false
      let isLocked = !card.isLocked
      return .run("lock", of: isLocked) { send in
        try await client.setLocked(isLocked)
        await send(.locked(isLocked))
      } catch: { _, send in
        await send(.notLocked)
      }

    case .input(.wentToBackground):
      state.isInBackground = true
      state.pin = nil
      return .merge(.cancel(id: CancelID.reveal), .cancel(id: CancelID.expiry))

    case .input(.cameToForeground):
      state.isInBackground = false
      return load(&state)

    case .feedback(.loaded(let card)):
      state.isLoading = false
      state.card = card
      return .none

    case .feedback(.notLoaded):
      state.isLoading = false
      state.hasNotLoaded = true
      return .none

    case .feedback(.revealed(let pin)):
      state.isRevealing = false
      state.pin = pin
      return .run("expiry") { send in
        try await clock.sleep(for: .seconds(10))
        await send(.pinExpired)
      }
      .cancellable(id: CancelID.expiry, cancelInFlight: true)

    case .feedback(.notRevealed):
      state.isRevealing = false
      state.hasNotRevealed = true
      return .none

    case .feedback(.pinExpired):
      state.pin = nil
      return .none

    case .feedback(.locked(let isLocked)):
      state.isLocking = false
      state.card?.isLocked = isLocked
      return .none

    case .feedback(.notLocked):
      state.isLocking = false
      state.hasNotLocked = true
      return .none
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    guard !state.isLoading, !state.isLocking else { return .none }
    state.isLoading = true
    state.hasNotLoaded = false
    return .run("card") { send in
      await send(.loaded(try await client.card()))
    } catch: { _, send in
      await send(.notLoaded)
    }
  }
}

struct A32Card: Equatable, Sendable {
  var number: String
  var isLocked: Bool
}

struct A32Client: TestDependencyKey, Sendable {
  var card: @Sendable () async throws -> A32Card
  var pin: @Sendable () async throws -> String
  var setLocked: @Sendable (_ isLocked: Bool) async throws -> Void

  static let testValue = A32Client(
    card: unimplemented("A32Client.card"),
    pin: unimplemented("A32Client.pin"),
    setLocked: unimplemented("A32Client.setLocked")
  )
}

extension DependencyValues {
  var a32Client: A32Client {
    get { self[A32Client.self] }
    set { self[A32Client.self] = newValue }
  }
}

struct A32Offline: Error {}

struct A32Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: A32CardScreen.State) -> [A32CardScreen.Input] in
        if state.isInBackground { return [.cameToForeground] }
        var inputs: [A32CardScreen.Input] = [.wentToBackground]
        let isBusy = state.isLoading || state.isLocking
        if !isBusy { inputs.append(state.card == nil && !state.hasNotLoaded ? .appeared : .reloadTapped) }
        guard state.card != nil else { return inputs }
        if !isBusy { inputs += [.lockTapped] }
        if state.pin != nil { inputs += [.hideTapped] } else if !state.isRevealing { inputs += [.revealTapped] }
        return inputs
      }
    ) { () -> TestStore<A32CardScreen> in
      let store = TestStore(initialState: A32CardScreen.State()) { A32CardScreen() }
      store.gate("card", at: \.a32Client.card) {
        [
          .success(A32Card(number: "…1881", isLocked: false)), .success(A32Card(number: "…1881", isLocked: true)),
          .failure(A32Offline()),
        ]
      }
      store.gate("pin", at: \.a32Client.pin) { [.success("2741"), .failure(A32Offline())] }
      store.gate("setLocked", at: \.a32Client.setLocked) { _ in [.success(()), .failure(A32Offline())] }
      return store
    }
  }
}
