import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The climate of a parked car. The car wakes up for each question, so an answer may take its time.
struct K34Cabin: Reducer {
  struct State: Equatable {
    var climate: K34Climate?
    var isLoading = false

    /// What the car was asked to do. Its control shows a spinner.
    var wanted: K34Climate?
    var problem: Problem?
    var isInBackground = false
  }

  enum Problem: Equatable { case notLoaded, notApplied }

  enum Input: Equatable, Sendable {
    case appeared
    case refreshTapped
    case powerTapped
    case comfortTapped
    case problemDismissed
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case loaded(K34Climate)
    case notLoaded
    case applied(K34Climate)
    case notApplied
    case pollDue
  }

  private enum CancelID { case car, poll }

  @Dependency(\.k34Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.climate == nil, !state.isLoading else { return .none }
      return load(&state)

    case .input(.refreshTapped), .feedback(.pollDue):
      guard !state.isLoading, state.wanted == nil else { return .none }
      return load(&state)

    case .input(.powerTapped):
      guard var climate = state.climate, state.wanted == nil else { return .none }
      climate.isOn.toggle()
      return apply(climate, to: &state)

    case .input(.comfortTapped):
      guard var climate = state.climate, state.wanted == nil else { return .none }
      climate.target = climate.target == 19 ? 22 : 19
      return apply(climate, to: &state)

    case .input(.problemDismissed):
      state.problem = nil
      return .none

    case .input(.wentToBackground):
      state.isInBackground = true
      return .cancel(id: CancelID.poll)

    case .input(.cameToForeground):
      state.isInBackground = false
      guard !state.isLoading else { return .none }
      return load(&state)

    case .feedback(.loaded(let climate)):
      state.isLoading = false
      state.climate = climate
      if state.problem == .notLoaded { state.problem = nil }
      return poll(in: state)

    case .feedback(.notLoaded):
      state.isLoading = false
      state.problem = .notLoaded
      return poll(in: state)

    case .feedback(.applied(let climate)):
      state.wanted = nil
      state.climate = climate
      return poll(in: state)

    case .feedback(.notApplied):
      state.wanted = nil
      state.problem = .notApplied
      return poll(in: state)
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    return talk(
      .run("climate") { send in
        await send(.loaded(try await client.climate()))
      } catch: { _, send in
        await send(.notLoaded)
      }
    )
  }

  /// Sets the climate. The car answers with what it does then, so nobody needs to ask.
  private func apply(_ climate: K34Climate, to state: inout State) -> Effect<Feedback, Never> {
    state.wanted = climate
    state.isLoading = false
    state.problem = nil
    return talk(
      .run("apply", of: climate) { send in
        await send(.applied(try await client.apply(climate)))
      } catch: { _, send in
        await send(.notApplied)
      }
    )
  }

  /// Talks to the car about one thing at a time.
  private func talk(_ request: Effect<Feedback, Never>) -> Effect<Feedback, Never> {
    .merge(.cancel(id: CancelID.poll), request.cancellable(id: CancelID.car, cancelInFlight: true))
  }

  private func poll(in state: State) -> Effect<Feedback, Never> {
    guard !state.isInBackground else { return .none }
    return .run("poll") { send in
      try await clock.sleep(for: .seconds(60))
      await send(.pollDue)
    }
    .cancellable(id: CancelID.poll, cancelInFlight: true)
  }
}

struct K34Climate: Hashable, Sendable {
  var isOn: Bool
  var target: Int
}

struct K34Client: TestDependencyKey, Sendable {
  var climate: @Sendable () async throws -> K34Climate
  var apply: @Sendable (_ climate: K34Climate) async throws -> K34Climate

  static let testValue = K34Client(
    climate: unimplemented("K34Client.climate"),
    apply: unimplemented("K34Client.apply")
  )
}

extension DependencyValues {
  var k34Client: K34Client {
    get { self[K34Client.self] }
    set { self[K34Client.self] = newValue }
  }
}

struct K34Asleep: Error {}

struct K34Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: K34Cabin.State) -> [K34Cabin.Input] in
        if state.isInBackground { return [.cameToForeground] }
        var inputs: [K34Cabin.Input] = [.refreshTapped, .wentToBackground]
        if state.climate == nil { inputs.append(.appeared) } else { inputs += [.powerTapped, .comfortTapped] }
        if state.problem != nil { inputs.append(.problemDismissed) }
        return inputs
      }
    ) { () -> TestStore<K34Cabin> in
      let store = TestStore(initialState: K34Cabin.State()) { K34Cabin() }
      store.gate("climate", at: \.k34Client.climate) {
        [.success(K34Climate(isOn: false, target: 19)), .failure(K34Asleep())]
      }
      store.gate("apply", at: \.k34Client.apply) { climate in [.success(climate), .failure(K34Asleep())] }
      return store
    }
  }
}
