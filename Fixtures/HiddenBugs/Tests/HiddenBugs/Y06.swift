import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The electricity meter of a household: the power that it takes now, and on another tab what it took on the last days.
struct Y06Meter: Reducer {
  enum Tab: Equatable, Sendable { case now, history }
  enum Span: Hashable, Sendable { case week, month }

  struct State: Equatable {
    var meter = "DE-4711"
    var hasAppeared = false
    var isInBackground = false
    var tab = Tab.now
    /// The present power; nil while there is no connection to the meter.
    var watts: Int?
    var span = Span.week
    var days: [Y06Day] = []
    var isLoading = false
    var hasFailed = false
  }

  enum Input: Equatable, Sendable {
    case appeared
    case tabChosen(Tab)
    case spanChosen(Span)
    case retryTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case measured(Int)
    case connectionLost
    case loaded([Y06Day])
    case loadFailed
  }

  private enum CancelID { case power, history }

  @Dependency(\.y06Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.hasAppeared else { return .none }
      state.hasAppeared = true
      return watch(state.meter)

    case .input(.tabChosen(let tab)):
      guard tab != state.tab else { return .none }
      state.tab = tab
      switch tab {
      case .now:
        return watch(state.meter)
      case .history:
        let stop = stopWatching(&state)
        let isWaiting = state.isLoading || state.hasFailed
        return state.days.isEmpty && !isWaiting ? .merge(stop, load(&state)) : stop
      }

    case .input(.spanChosen(let span)):
      guard span != state.span else { return .none }
      state.span = span
      state.days = []
      return load(&state)

    case .input(.retryTapped):
      guard state.hasFailed else { return .none }
      return load(&state)

    case .input(.wentToBackground):
      state.isInBackground = true
      return stopWatching(&state)

    case .input(.cameToForeground):
      state.isInBackground = false
      return watch(state.meter)

    case .feedback(.measured(let watts)):
      state.watts = watts
      return .none

    case .feedback(.connectionLost):
      state.watts = nil
      return .none

    case .feedback(.loaded(let days)):
      state.isLoading = false
      state.days = days
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none
    }
  }

  /// Listens to the meter, and connects again five seconds after each loss.
  private func watch(_ meter: String) -> Effect<Feedback, Never> {
    .run("power", of: meter) { send in
      while true {
        for await watts in client.power(meter) { await send(.measured(watts)) }
        await send(.connectionLost)
        try await clock.sleep(for: .seconds(5))
      }
    }
    .cancellable(id: CancelID.power, cancelInFlight: true)
  }

  private func stopWatching(_ state: inout State) -> Effect<Feedback, Never> {
    state.watts = nil
    return .cancel(id: CancelID.power)
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    let query = Y06Query(meter: state.meter, span: state.span)
    return .run("history", of: query) { send in
      await send(.loaded(try await client.history(query)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.history, cancelInFlight: true)
  }
}

struct Y06Day: Equatable, Sendable {
  var name: String
  var kilowattHours: Int
}

struct Y06Query: Hashable, Sendable {
  var meter: String
  var span: Y06Meter.Span
}

struct Y06Client: TestDependencyKey, Sendable {
  var power: @Sendable (_ meter: String) -> AsyncStream<Int>
  var history: @Sendable (_ query: Y06Query) async throws -> [Y06Day]

  static let testValue = Y06Client(
    power: unimplemented("Y06Client.power", placeholder: AsyncStream<Int> { $0.finish() }),
    history: unimplemented("Y06Client.history")
  )
}

extension DependencyValues {
  var y06Client: Y06Client {
    get { self[Y06Client.self] }
    set { self[Y06Client.self] = newValue }
  }
}

struct Y06Offline: Error {}

struct Y06Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Y06Meter.State) -> [Y06Meter.Input] in
        if !state.hasAppeared { return [.appeared] }
        if state.isInBackground { return [.cameToForeground] }
        var inputs: [Y06Meter.Input] = [.tabChosen(.now), .tabChosen(.history), .wentToBackground]
        if state.tab == .history {
          inputs += [.spanChosen(.week), .spanChosen(.month)]
          if state.hasFailed { inputs.append(.retryTapped) }
        }
        return inputs
      }
    ) { () -> TestStore<Y06Meter> in
      let store = TestStore(initialState: Y06Meter.State()) { Y06Meter() }
      store.gate("power", at: \.y06Client.power) { _ in [.element(320), .element(1_500), .finish] }
      store.gate("history", at: \.y06Client.history) { query in
        [
          .success([Y06Day(name: query.span == .week ? "Monday" : "1 May", kilowattHours: 9)]),
          .failure(Y06Offline()),
        ]
      }
      return store
    }
  }
}
