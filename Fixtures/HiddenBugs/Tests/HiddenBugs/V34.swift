import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A vote in a group. Its results are refreshed each ten seconds until the vote is closed.
struct V34Vote: Reducer {
  enum Phase: Equatable {
    case idle
    case loading
    case open
    case failed
  }

  struct State: Equatable {
    var phase = Phase.idle
    var results = V34Results(votes: [], isFinal: false)
    var choice: String?
    var sending: String?
    var isRefreshing = false
    var isInBackground = false
    var showsBanner = false

    var isLive: Bool { phase == .open && !results.isFinal && !isInBackground }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case retryTapped
    case optionTapped(String)
    case bannerDismissed
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case loaded(V34Results)
    case loadFailed
    case ticked
    case refreshed(V34Results)
    case refreshFailed
    case voted(V34Results)
    case voteFailed
  }

  private enum CancelID { case ticker, refresh }

  @Dependency(\.v34Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.phase == .idle else { return .none }
      return load(&state)

    case .input(.retryTapped):
      guard state.phase == .failed else { return .none }
      return load(&state)

    case .input(.optionTapped(let option)):
      guard state.phase == .open, !state.results.isFinal else { return .none }
      guard state.sending == nil, option != state.choice else { return .none }
      return vote(option, in: &state)

    case .input(.bannerDismissed):
      state.showsBanner = false
      return .none

    case .input(.wentToBackground):
      state.isInBackground = true
      return pause(&state)

    case .input(.cameToForeground):
      state.isInBackground = false
      guard state.isLive, state.sending == nil else { return .none }
      return .merge(refresh(&state), ticker())

    case .feedback(.loaded(let results)):
      state.phase = .open
      state.results = results
      return state.isLive ? ticker() : .none

    case .feedback(.loadFailed):
      state.phase = .failed
      return .none

    case .feedback(.ticked):
      guard !state.isRefreshing else { return .none }
      return refresh(&state)

    case .feedback(.refreshed(let results)):
      state.isRefreshing = false
      state.results = results
      return results.isFinal ? .cancel(id: CancelID.ticker) : .none

    case .feedback(.refreshFailed):
      state.isRefreshing = false
      return .none

    case .feedback(.voted(let results)):
      state.choice = state.sending
      state.sending = nil
      state.results = results
      return results.isFinal ? .none : ticker()

    case .feedback(.voteFailed):
      state.sending = nil
      state.showsBanner = true
      return state.isLive ? ticker() : .none
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.phase = .loading
    return .run("load") { send in
      await send(.loaded(try await client.results()))
    } catch: { _, send in
      await send(.loadFailed)
    }
  }

  /// Sends the choice. The answer has the results with it, so none are asked for meanwhile.
  private func vote(_ option: String, in state: inout State) -> Effect<Feedback, Never> {
    state.sending = option
    state.showsBanner = false
    return .merge(
      pause(&state),
      .run("vote", of: option) { send in
        await send(.voted(try await client.vote(option)))
      } catch: { _, send in
        await send(.voteFailed)
      }
    )
  }

  private func refresh(_ state: inout State) -> Effect<Feedback, Never> {
    state.isRefreshing = true
    return .run("refresh") { send in
      await send(.refreshed(try await client.results()))
    } catch: { _, send in
      await send(.refreshFailed)
    }
    .cancellable(id: CancelID.refresh, cancelInFlight: true)
  }

  private func ticker() -> Effect<Feedback, Never> {
    .run("ticker") { send in
      for await _ in clock.timer(interval: .seconds(10)) { await send(.ticked) }
    }
    .cancellable(id: CancelID.ticker, cancelInFlight: true)
  }

  private func pause(_ state: inout State) -> Effect<Feedback, Never> {
    state.isRefreshing = false
    return .merge(.cancel(id: CancelID.ticker), .cancel(id: CancelID.refresh))
  }
}

struct V34Results: Equatable, Sendable {
  var votes: [String]
  var isFinal: Bool
}

struct V34Client: TestDependencyKey, Sendable {
  var results: @Sendable () async throws -> V34Results
  var vote: @Sendable (_ option: String) async throws -> V34Results

  static let testValue = V34Client(
    results: unimplemented("V34Client.results"),
    vote: unimplemented("V34Client.vote")
  )
}

extension DependencyValues {
  var v34Client: V34Client {
    get { self[V34Client.self] }
    set { self[V34Client.self] = newValue }
  }
}

struct V34Offline: Error {}

struct V34Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: V34Vote.State) -> [V34Vote.Input] in
        if state.isInBackground { return [.cameToForeground] }
        var inputs: [V34Vote.Input] = [.wentToBackground]
        if state.showsBanner { inputs.append(.bannerDismissed) }
        switch state.phase {
        case .idle: inputs.append(.appeared)
        case .loading: break
        case .failed: inputs.append(.retryTapped)
        case .open:
          guard state.sending == nil, !state.results.isFinal else { break }
          for option in ["pizza", "soup"] where option != state.choice { inputs.append(.optionTapped(option)) }
        }
        return inputs
      }
    ) { () -> TestStore<V34Vote> in
      let store = TestStore(initialState: V34Vote.State()) { V34Vote() }
      store.gate("results", at: \.v34Client.results) {
        [
          .success(V34Results(votes: ["soup"], isFinal: false)),
          .success(V34Results(votes: ["soup", "soup"], isFinal: true)),
          .failure(V34Offline()),
        ]
      }
      store.gate("vote", at: \.v34Client.vote) { option in
        [.success(V34Results(votes: ["soup", option], isFinal: false)), .failure(V34Offline())]
      }
      return store
    }
  }
}
