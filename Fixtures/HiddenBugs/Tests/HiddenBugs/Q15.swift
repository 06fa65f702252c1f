import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A wireless pressure probe: what it measures now, and what the logger has kept of the last week.
struct Q15Probe: Reducer {
  enum Tab: Equatable, Sendable { case live, history }
  enum Link: Equatable, Sendable { case off, connecting, connected, lost, failed }

  struct State: Equatable {
    var tab = Tab.live
    var link = Link.off
    var rate = 1
    var pressure: Int?
    var history: [Int]?
    var isLoading = false
    var hasFailed = false
    var isInBackground = false

    /// Whether the dial is on the screen.
    var isDialVisible: Bool { tab == .live && !isInBackground }
  }

  enum Input: Equatable, Sendable {
    case connectTapped
    case disconnectTapped
    case tabChosen(Tab)
    case rateChosen(Int)
    case refreshTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case connected
    case connectFailed
    case measured(Int)
    case probeLost
    case historyLoaded([Int])
    case historyFailed
  }

  private enum CancelID { case connect, readings, history }

  @Dependency(\.q15Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.connectTapped):
      guard state.link != .connected, state.link != .connecting else { return .none }
      state.link = .connecting
      return .run("connect") { send in
        try await client.connect()
        await send(.connected)
      } catch: { _, send in
        await send(.connectFailed)
      }
      .cancellable(id: CancelID.connect, cancelInFlight: true)

    case .input(.disconnectTapped):
      guard state.link == .connected || state.link == .connecting else { return .none }
      state.link = .off
      state.pressure = nil
      return .merge(.cancel(id: CancelID.connect), .cancel(id: CancelID.readings))

    case .input(.tabChosen(let tab)):
      guard tab != state.tab else { return .none }
      state.tab = tab
      switch tab {
      case .live:
        return state.link == .connected ? listen(at: state.rate) : .none
      case .history:
        guard state.history == nil, !state.isLoading else { return .cancel(id: CancelID.readings) }
        return .merge(.cancel(id: CancelID.readings), loadHistory(&state))
      }

    case .input(.rateChosen(let rate)):
      guard rate != state.rate else { return .none }
      state.rate = rate
      // The probe is told its rate when the readings are opened.
      return state.link == .connected ? listen(at: rate) : .none

    case .input(.refreshTapped):
      guard state.tab == .history, !state.isLoading else { return .none }
      return loadHistory(&state)

    case .input(.wentToBackground):
      state.isInBackground = true
      return .cancel(id: CancelID.readings)

    case .input(.cameToForeground):
      state.isInBackground = false
      return state.isDialVisible && state.link == .connected ? listen(at: state.rate) : .none

    case .feedback(.connected):
      state.link = .connected
      return state.isDialVisible ? listen(at: state.rate) : .none

    case .feedback(.connectFailed):
      state.link = .failed
      return .none

    case .feedback(.measured(let pressure)):
      state.pressure = pressure
      return .none

    case .feedback(.probeLost):
      state.link = .lost
      state.pressure = nil
      return .none

    case .feedback(.historyLoaded(let history)):
      state.isLoading = false
      state.history = history
      return .none

    case .feedback(.historyFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none
    }
  }

  private func listen(at rate: Int) -> Effect<Feedback, Never> {
    .run("readings", of: rate) { send in
      for await pressure in client.readings(rate) { await send(.measured(pressure)) }
      await send(.probeLost)
    }
    .cancellable(id: CancelID.readings, cancelInFlight: true)
  }

  private func loadHistory(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("history") { send in
      await send(.historyLoaded(try await client.history()))
    } catch: { _, send in
      await send(.historyFailed)
    }
    .cancellable(id: CancelID.history, cancelInFlight: true)
  }
}

struct Q15Client: TestDependencyKey, Sendable {
  var connect: @Sendable () async throws -> Void
  var readings: @Sendable (_ rate: Int) -> AsyncStream<Int>
  var history: @Sendable () async throws -> [Int]

  static let testValue = Q15Client(
    connect: unimplemented("Q15Client.connect"),
    readings: unimplemented("Q15Client.readings", placeholder: AsyncStream { $0.finish() }),
    history: unimplemented("Q15Client.history")
  )
}

extension DependencyValues {
  var q15Client: Q15Client {
    get { self[Q15Client.self] }
    set { self[Q15Client.self] = newValue }
  }
}

struct Q15Unreachable: Error {}

struct Q15Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Q15Probe.State) -> [Q15Probe.Input] in
        if state.isInBackground { return [.cameToForeground] }
        var inputs: [Q15Probe.Input] = [.wentToBackground, .rateChosen(1), .rateChosen(10)]
        switch state.link {
        case .connecting, .connected: inputs.append(.disconnectTapped)
        case .off, .lost, .failed: inputs.append(.connectTapped)
        }
        switch state.tab {
        case .live: inputs.append(.tabChosen(.history))
        case .history: inputs += [.tabChosen(.live), .refreshTapped]
        }
        return inputs
      }
    ) { () -> TestStore<Q15Probe> in
      let store = TestStore(initialState: Q15Probe.State()) { Q15Probe() }
      store.gate("connect", at: \.q15Client.connect) { [.success(()), .failure(Q15Unreachable())] }
      store.gate("readings", at: \.q15Client.readings) { _ in [.element(4), .element(7), .finish] }
      store.gate("history", at: \.q15Client.history) { [.success([3, 5]), .failure(Q15Unreachable())] }
      return store
    }
  }
}
