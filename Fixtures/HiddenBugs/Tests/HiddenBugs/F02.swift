import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

enum F02BellKey: TestDependencyKey {
  static let testValue: @Sendable () async throws -> Void = unimplemented("f02Bell")
}

enum F02ForecastKey: TestDependencyKey {
  static let testValue: @Sendable () async throws -> String = unimplemented("f02Forecast", placeholder: "")
}

extension DependencyValues {
  /// Rings until the speaker is taken away, or the task is cancelled.
  var f02Bell: @Sendable () async throws -> Void {
    get { self[F02BellKey.self] }
    set { self[F02BellKey.self] = newValue }
  }

  var f02Forecast: @Sendable () async throws -> String {
    get { self[F02ForecastKey.self] }
    set { self[F02ForecastKey.self] = newValue }
  }
}

/// An alarm clock on a bedside table, which is always on.
struct F02Alarm: Reducer {
  enum State: Equatable {
    case setting(minutes: Int)
    case armed(minutes: Int)
    case ringing(Alarm, isSilent: Bool)
    case snoozing(Alarm)
    case awake(minutes: Int, Forecast)
  }

  struct Alarm: Equatable {
    var minutes: Int
    var snoozesLeft: Int
  }

  enum Forecast: Equatable {
    case loading
    case shown(String)
    case failed
  }

  enum Input: Equatable {
    case minutesChosen(Int)
    case armTapped
    case snoozeTapped
    case stopTapped
    case retryTapped
    case doneTapped
  }

  enum Feedback: Equatable {
    case timeIsUp
    case bellFellSilent
    case forecastLoaded(String)
    case forecastFailed
  }

  private enum CancelID { case wait, bell, forecast }

  @Dependency(\.f02Bell) private var bell
  @Dependency(\.f02Forecast) private var forecast
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.minutesChosen(let minutes)), .setting):
      state = .setting(minutes: minutes)
      return .none

    case (.input(.armTapped), .setting(let minutes)):
      state = .armed(minutes: minutes)
      return wait(minutes: minutes)

    case (.input(.stopTapped), .armed(let minutes)):
      state = .setting(minutes: minutes)
      return .cancel(id: CancelID.wait)

    case (.feedback(.timeIsUp), .armed(let minutes)):
      state = .ringing(Alarm(minutes: minutes, snoozesLeft: 2), isSilent: false)
      return ring()

    case (.feedback(.timeIsUp), .snoozing(let alarm)):
      state = .ringing(alarm, isSilent: false)
      return ring()

    case (.feedback(.bellFellSilent), .ringing(let alarm, _)):
      state = .ringing(alarm, isSilent: true)
      return .none

    case (.input(.snoozeTapped), .ringing(var alarm, _)):
      guard alarm.snoozesLeft > 0 else { return .none }
      alarm.snoozesLeft -= 1
      state = .snoozing(alarm)
      return .merge(.cancel(id: CancelID.bell), wait(minutes: 5))

    case (.input(.stopTapped), .ringing(let alarm, _)):
      state = .awake(minutes: alarm.minutes, .loading)
      return .merge(.cancel(id: CancelID.bell), loadForecast())

    case (.input(.stopTapped), .snoozing(let alarm)):
      state = .awake(minutes: alarm.minutes, .loading)
      return .merge(.cancel(id: CancelID.wait), loadForecast())

    case (.feedback(.forecastLoaded(let text)), .awake(let minutes, .loading)):
      state = .awake(minutes: minutes, .shown(text))
      return .none

    case (.feedback(.forecastFailed), .awake(let minutes, .loading)):
      state = .awake(minutes: minutes, .failed)
      return .none

    case (.input(.retryTapped), .awake(let minutes, .failed)):
      state = .awake(minutes: minutes, .loading)
      return loadForecast()

    case (.input(.doneTapped), .awake(let minutes, _)):
      state = .setting(minutes: minutes)
      return .cancel(id: CancelID.forecast)

    default:
      return .none
    }
  }

  private func wait(minutes: Int) -> Effect<Feedback, Never> {
    .run("wait", of: minutes) { send in
      try await clock.sleep(for: .seconds(60 * minutes))
      await send(.timeIsUp)
    }
    .cancellable(id: CancelID.wait, cancelInFlight: true)
  }

  /// Rings. A bell that has ended by itself, or that can't ring, is replaced by a flashing screen.
  private func ring() -> Effect<Feedback, Never> {
    .run("bell") { send in
      try await bell()
      await send(.bellFellSilent)
    } catch: { _, send in
      await send(.bellFellSilent)
    }
    .cancellable(id: CancelID.bell, cancelInFlight: true)
  }

  private func loadForecast() -> Effect<Feedback, Never> {
    .run("forecast") { send in
      await send(.forecastLoaded(try await forecast()))
    } catch: { _, send in
      await send(.forecastFailed)
    }
    .cancellable(id: CancelID.forecast, cancelInFlight: true)
  }
}

struct F02Offline: Error {}

struct F02Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .minutesChosen(1), .minutesChosen(2), .armTapped, .snoozeTapped, .stopTapped, .retryTapped, .doneTapped,
      ]
    ) { () -> TestStore<F02Alarm> in
      let store = TestStore(initialState: F02Alarm.State.setting(minutes: 1)) { F02Alarm() }
      store.gate("bell", at: \.f02Bell) { [.success(()), .failure(F02Offline())] }
      store.gate("forecast", at: \.f02Forecast) { [.success("Sunny"), .failure(F02Offline())] }
      return store
    }
  }
}
