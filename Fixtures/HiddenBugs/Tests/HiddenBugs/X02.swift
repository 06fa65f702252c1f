import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The power that a home draws: now, as the meter sends it, and in the past.
struct X02Meter: Reducer {
  enum Tab: Equatable, Sendable { case live, history }

  enum Connection: Equatable { case closed, connecting, open, waiting }

  struct State: Equatable {
    var tab = Tab.live
    var isInBackground = false
    var connection = Connection.closed
    var watts: Int?
    var span = X02Span.week
    var bars: [Int] = []
    var isLoading = false
    var hasFailed = false
  }

  enum Input: Equatable, Sendable {
    case appeared
    case tabChosen(Tab)
    case spanChosen(X02Span)
    case reloadTapped
    case reconnectTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case measured(Int)
    case lost
    case pauseOver
    case loaded([Int])
    case failed
  }

  private enum CancelID { case power, pause, history }

  @Dependency(\.x02Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.tab == .live, state.connection == .closed else { return .none }
      return connect(&state)

    case .input(.tabChosen(let tab)):
      guard tab != state.tab else { return .none }
      state.tab = tab
      switch tab {
      case .live:
        return connect(&state)
      case .history:
        let needsBars = state.bars.isEmpty && !state.isLoading
        return .merge(disconnect(&state), needsBars ? load(&state) : .none)
      }

    case .input(.spanChosen(let span)):
      guard span != state.span else { return .none }
      state.span = span
      state.bars = []
      return load(&state)

    case .input(.reloadTapped):
      return state.isLoading ? .none : load(&state)

    case .input(.reconnectTapped):
      guard state.connection == .waiting else { return .none }
      return connect(&state)

    case .input(.wentToBackground):
      // The bars may still arrive: one answer, and they are there when the user returns.
      guard !state.isInBackground else { return .none }
      state.isInBackground = true
      return disconnect(&state)

    case .input(.cameToForeground):
      guard state.isInBackground else { return .none }
      state.isInBackground = false
      return connect(&state)

    case .feedback(.measured(let watts)):
      state.connection = .open
      state.watts = watts
      return .none

    case .feedback(.lost):
      state.connection = .waiting
      state.watts = nil
      return .run("pause") { send in
        try await clock.sleep(for: .seconds(5))
        await send(.pauseOver)
      }
      .cancellable(id: CancelID.pause, cancelInFlight: true)

    case .feedback(.pauseOver):
      return connect(&state)

    case .feedback(.loaded(let bars)):
      state.isLoading = false
      state.bars = bars
      return .none

    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
      return .none
    }
  }

  private func connect(_ state: inout State) -> Effect<Feedback, Never> {
    state.connection = .connecting
    return .merge(
      .cancel(id: CancelID.pause),
      .run("power") { send in
        for try await watts in client.power() { await send(.measured(watts)) }
        await send(.lost)
      } catch: { _, send in
        await send(.lost)
      }
      .cancellable(id: CancelID.power, cancelInFlight: true)
    )
  }

  private func disconnect(_ state: inout State) -> Effect<Feedback, Never> {
    state.connection = .closed
    state.watts = nil
    return .merge(.cancel(id: CancelID.power), .cancel(id: CancelID.pause))
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    let span = state.span
    return .run("history", of: span) { send in
      await send(.loaded(try await client.history(span)))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.history, cancelInFlight: true)
  }
}

enum X02Span: Hashable, Sendable { case week, year }

struct X02Client: TestDependencyKey, Sendable {
  var power: @Sendable () -> AsyncThrowingStream<Int, any Error>
  var history: @Sendable (_ span: X02Span) async throws -> [Int]

  static let testValue = X02Client(
    power: unimplemented("X02Client.power", placeholder: AsyncThrowingStream { $0.finish() }),
    history: unimplemented("X02Client.history")
  )
}

extension DependencyValues {
  var x02Client: X02Client {
    get { self[X02Client.self] }
    set { self[X02Client.self] = newValue }
  }
}

struct X02Offline: Error {}

struct X02Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: X02Meter.State) -> [X02Meter.Input] in
        if state.isInBackground { return [.cameToForeground] }
        switch state.tab {
        case .live:
          var inputs: [X02Meter.Input] = [.tabChosen(.history), .wentToBackground]
          if state.connection == .closed { inputs.append(.appeared) }
          if state.connection == .waiting { inputs.append(.reconnectTapped) }
          return inputs
        case .history:
          return [.tabChosen(.live), .spanChosen(.week), .spanChosen(.year), .reloadTapped, .wentToBackground]
        }
      }
    ) { () -> TestStore<X02Meter> in
      let store = TestStore(initialState: X02Meter.State()) { X02Meter() }
      store.gate("power", at: \.x02Client.power) { [.element(240), .element(1_900), .failure(X02Offline())] }
      store.gate("history", at: \.x02Client.history) { span in
        [.success(span == .week ? [8, 11, 9] : [310, 280]), .failure(X02Offline())]
      }
      return store
    }
  }
}
