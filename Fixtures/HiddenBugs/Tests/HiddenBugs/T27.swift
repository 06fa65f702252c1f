import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The frost watch of a field: the sensor is asked once a minute, and judges by the limit that it knows.
struct T27FrostWatch: Reducer {
  struct State: Equatable {
    var field: String?
    var measurement: T27Measurement?
    var isMeasuring = false
    var hasFailed = false
    var limit = 0
    var isSavingLimit = false
    var hasLimitFailed = false
    var isInBackground = false
  }

  enum Input: Equatable, Sendable {
    case fieldChosen(String)
    case measureTapped
    case limitChosen(Int)
    case closeTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case measured(T27Measurement)
    case measuringFailed
    case minutePassed
    case limitSaved(Int)
    case limitFailed
  }

  private enum CancelID { case measure, minutes }

  @Dependency(\.t27Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.fieldChosen(let field)):
      guard field != state.field else { return .none }
      state.field = field
      state.measurement = nil
      return watch(&state)

    case .input(.measureTapped):
      guard !state.isMeasuring else { return .none }
      return watch(&state)

    case .input(.limitChosen(let limit)):
      guard limit != state.limit, !state.isSavingLimit else { return .none }
      state.isSavingLimit = true
      state.hasLimitFailed = false
      return .run("limit", of: limit) { send in
        try await client.saveLimit(limit)
        await send(.limitSaved(limit))
      } catch: { _, send in
        await send(.limitFailed)
      }

    case .input(.closeTapped):
      state.field = nil
      state.measurement = nil
      state.isMeasuring = false
      state.hasFailed = false
      return .merge(.cancel(id: CancelID.measure), .cancel(id: CancelID.minutes))

    case .input(.wentToBackground):
      // What was asked for may still be answered, so that the last value is there when the user is back.
      state.isInBackground = true
      return .cancel(id: CancelID.minutes)

    case .input(.cameToForeground):
      guard state.isInBackground else { return .none }
      state.isInBackground = false
      return watch(&state)

    case .feedback(.measured(let measurement)):
      state.isMeasuring = false
      state.measurement = measurement
      return .none

    case .feedback(.measuringFailed):
      state.isMeasuring = false
      state.hasFailed = true
      return .none

    case .feedback(.minutePassed):
      guard let field = state.field, !state.isMeasuring else { return .none }
      return measure(field, into: &state)

    case .feedback(.limitSaved(let limit)):
      state.isSavingLimit = false
      state.limit = limit
      // The verdict on the screen is that of the old limit.
      return watch(&state)

    case .feedback(.limitFailed):
      state.isSavingLimit = false
      state.hasLimitFailed = true
      return .none
    }
  }

  /// Measures now, and from now on each minute.
  private func watch(_ state: inout State) -> Effect<Feedback, Never> {
    guard let field = state.field else { return .none }
    return .merge(
      measure(field, into: &state),
      .run("minutes") { send in
        for await _ in clock.timer(interval: .seconds(60)) { await send(.minutePassed) }
      }
      .cancellable(id: CancelID.minutes, cancelInFlight: true)
    )
  }

  private func measure(_ field: String, into state: inout State) -> Effect<Feedback, Never> {
    state.isMeasuring = true
    state.hasFailed = false
    return .run("measure", of: field) { send in
      await send(.measured(try await client.measure(field)))
    } catch: { _, send in
      await send(.measuringFailed)
    }
    .cancellable(id: CancelID.measure, cancelInFlight: true)
  }
}

struct T27Measurement: Equatable, Sendable {
  var celsius: Int
  var isFrost: Bool
}

struct T27Client: TestDependencyKey, Sendable {
  var measure: @Sendable (_ field: String) async throws -> T27Measurement
  var saveLimit: @Sendable (_ limit: Int) async throws -> Void

  static let testValue = T27Client(
    measure: unimplemented("T27Client.measure"),
    saveLimit: unimplemented("T27Client.saveLimit")
  )
}

extension DependencyValues {
  var t27Client: T27Client {
    get { self[T27Client.self] }
    set { self[T27Client.self] = newValue }
  }
}

struct T27Offline: Error {}

struct T27Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: T27FrostWatch.State) -> [T27FrostWatch.Input] in
        if state.isInBackground { return [.cameToForeground] }
        var inputs: [T27FrostWatch.Input] = [.wentToBackground]
        if !state.isSavingLimit { inputs.append(.limitChosen(state.limit == 0 ? -2 : 0)) }
        guard let field = state.field else { return inputs + [.fieldChosen("Orchard"), .fieldChosen("Vineyard")] }
        inputs += [.fieldChosen(field == "Orchard" ? "Vineyard" : "Orchard"), .closeTapped]
        if !state.isMeasuring { inputs.append(.measureTapped) }
        return inputs
      }
    ) { () -> TestStore<T27FrostWatch> in
      let store = TestStore(initialState: T27FrostWatch.State()) { T27FrostWatch() }
      store.gate("measure", at: \.t27Client.measure) { field in
        [
          .success(T27Measurement(celsius: field == "Orchard" ? -1 : 2, isFrost: field == "Orchard")),
          .failure(T27Offline()),
        ]
      }
      store.gate("saveLimit", at: \.t27Client.saveLimit) { _ in [.success(()), .failure(T27Offline())] }
      return store
    }
  }
}
