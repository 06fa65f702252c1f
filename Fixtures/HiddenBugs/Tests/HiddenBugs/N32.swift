import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The debit card of a profile, and its PIN. The PIN is shown for ten seconds, and never behind another app.
struct N32Card: Reducer {
  enum Profile: String, Sendable { case personal, business }

  struct State: Equatable {
    var profile = Profile.personal
    /// The last digits of the card.
    var card: String?
    var isLoading = false
    var hasFailed = false
    var pin: String?
    var isRevealing = false
    var revealFailed = false
    var isInBackground = false
  }

  enum Input: Equatable, Sendable {
    case appeared
    case profileChosen(Profile)
    case retryTapped
    case revealTapped
    case hideTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case loaded(card: String)
    case notLoaded
    case revealed(pin: String)
    case notRevealed
    case hideDue
  }

  private enum CancelID { case load, reveal, hide }

  @Dependency(\.n32Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.card == nil, !state.isLoading else { return .none }
      return load(&state)

    case .input(.profileChosen(let profile)):
      guard profile != state.profile else { return .none }
      state.profile = profile
      state.card = nil
      state.pin = nil
      state.isRevealing = false
      state.revealFailed = false
      return .merge(.cancel(id: CancelID.hide), load(&state))

    case .input(.retryTapped):
      guard state.hasFailed, !state.isLoading else { return .none }
      return load(&state)

    case .input(.revealTapped):
      guard let card = state.card, state.pin == nil, !state.isRevealing else { return .none }
      state.isRevealing = true
      state.revealFailed = false
      return .run("pin", of: card) { send in
        await send(.revealed(pin: try await client.pin(card)))
      } catch: { _, send in
        await send(.notRevealed)
      }
      .cancellable(id: CancelID.reveal)

    case .input(.hideTapped):
      state.pin = nil
      return .cancel(id: CancelID.hide)

    case .input(.wentToBackground):
      state.isInBackground = true
      state.pin = nil
      state.isRevealing = false
      return .merge(.cancel(id: CancelID.reveal), .cancel(id: CancelID.hide))

    case .input(.cameToForeground):
      state.isInBackground = false
      return .none

    case .feedback(.loaded(let card)):
      state.isLoading = false
      state.card = card
      return .none

    case .feedback(.notLoaded):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.revealed(let pin)):
      guard state.isRevealing else { return .none }
      state.isRevealing = false
      state.pin = pin
      return .run("hide") { send in
        try await clock.sleep(for: .seconds(10))
        await send(.hideDue)
      }
      .cancellable(id: CancelID.hide, cancelInFlight: true)

    case .feedback(.notRevealed):
      guard state.isRevealing else { return .none }
      state.isRevealing = false
      state.revealFailed = true
      return .none

    case .feedback(.hideDue):
      state.pin = nil
      return .none
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("card", of: state.profile) { [profile = state.profile] send in
      await send(.loaded(card: try await client.card(profile)))
    } catch: { _, send in
      await send(.notLoaded)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct N32Client: TestDependencyKey, Sendable {
  var card: @Sendable (_ profile: N32Card.Profile) async throws -> String
  var pin: @Sendable (_ card: String) async throws -> String

  static let testValue = N32Client(
    card: unimplemented("N32Client.card"),
    pin: unimplemented("N32Client.pin")
  )
}

extension DependencyValues {
  var n32Client: N32Client {
    get { self[N32Client.self] }
    set { self[N32Client.self] = newValue }
  }
}

struct N32Offline: Error {}

struct N32Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: N32Card.State) -> [N32Card.Input] in
        if state.isInBackground { return [.cameToForeground] }
        var inputs: [N32Card.Input] = [
          .appeared, .profileChosen(.personal), .profileChosen(.business), .wentToBackground,
        ]
        if state.hasFailed { inputs.append(.retryTapped) }
        if state.pin != nil {
          inputs.append(.hideTapped)
        } else if state.card != nil, !state.isRevealing {
          inputs.append(.revealTapped)
        }
        return inputs
      }
    ) { () -> TestStore<N32Card> in
      let store = TestStore(initialState: N32Card.State()) { N32Card() }
      store.gate("card", at: \.n32Client.card) { profile in
        [.success(profile == .personal ? "1881" : "4004"), .failure(N32Offline())]
      }
      store.gate("pin", at: \.n32Client.pin) { card in
        [.success(card == "1881" ? "2468" : "9753"), .failure(N32Offline())]
      }
      return store
    }
  }
}
