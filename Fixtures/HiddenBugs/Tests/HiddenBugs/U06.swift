import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct U06Home: Sendable {
  var temperature: @Sendable () async throws -> Int
  var switchLamp: @Sendable (_ isOn: Bool) async throws -> Void
}

enum U06HomeKey: TestDependencyKey {
  static let testValue = U06Home(
    temperature: unimplemented("U06Home.temperature"),
    switchLamp: unimplemented("U06Home.switchLamp")
  )
}

extension DependencyValues {
  var u06Home: U06Home {
    get { self[U06HomeKey.self] }
    set { self[U06HomeKey.self] = newValue }
  }
}

struct U06Unreachable: Error {}

/// A room: its temperature, asked for every half minute while the screen is seen, and its lamp.
struct U06Room: Reducer {
  struct State: Equatable {
    var isVisible = false
    var isActive = true

    var temperature: Int?
    var isLoading = false
    var hasFailed = false

    var lampIsOn = false
    var lampIsOnAtHome = false
    var lampIsBusy = false
    var lampHasFailed = false
  }

  enum Input: Equatable {
    case appeared, disappeared, becameActive, resignedActive, refreshPulled, lampTapped
  }

  enum Feedback: Equatable { case measured(Int), measuringFailed, lampSwitched(Bool), lampFailed }

  private enum CancelID { case poll, lamp }

  @Dependency(\.u06Home) private var home
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.isVisible else { return .none }
      state.isVisible = true
      return state.isActive ? startPolling(&state) : .none

    case .input(.becameActive):
      guard !state.isActive else { return .none }
      state.isActive = true
      return state.isVisible ? startPolling(&state) : .none

    case .input(.disappeared):
      state.isVisible = false
      state.isLoading = false
      return .cancel(id: CancelID.poll)

    case .input(.resignedActive):
      state.isActive = false
      state.isLoading = false
      return .cancel(id: CancelID.poll)

    case .input(.refreshPulled):
      guard state.isVisible, state.isActive, !state.isLoading else { return .none }
      return startPolling(&state)

    case .feedback(.measured(let temperature)):
      state.temperature = temperature
      state.isLoading = false
      state.hasFailed = false
      return .none

    case .feedback(.measuringFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .input(.lampTapped):
      state.lampIsOn.toggle()
      state.lampHasFailed = false
      guard !state.lampIsBusy else { return .none }
      state.lampIsBusy = true
      return switchLamp(state.lampIsOn)

    case .feedback(.lampSwitched(let isOn)):
      state.lampIsOnAtHome = isOn
      guard state.lampIsOn == isOn else { return switchLamp(state.lampIsOn) }
      state.lampIsBusy = false
      return .none

    case .feedback(.lampFailed):
      state.lampIsBusy = false
      state.lampHasFailed = state.lampIsOn != state.lampIsOnAtHome
      state.lampIsOn = state.lampIsOnAtHome
      return .none
    }
  }

  private func startPolling(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("poll") { send in
      while true {
        do {
          await send(.measured(try await home.temperature()))
        } catch {
          await send(.measuringFailed)
        }
        try await clock.sleep(for: .seconds(30))
      }
    }
    .cancellable(id: CancelID.poll, cancelInFlight: true)
  }

  private func switchLamp(_ isOn: Bool) -> Effect<Feedback, Never> {
    .run("lamp", of: isOn) { send in
      try await home.switchLamp(isOn)
      await send(.lampSwitched(isOn))
    } catch: { _, send in
      await send(.lampFailed)
    }
    .cancellable(id: CancelID.lamp)
  }
}

struct U06Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: U06Room.State) -> [U06Room.Input] in
        if !state.isActive { return [.becameActive] }
        if !state.isVisible { return [.appeared, .resignedActive] }
        return [.disappeared, .resignedActive, .refreshPulled, .lampTapped]
      }
    ) { () -> TestStore<U06Room> in
      let store = TestStore(initialState: U06Room.State()) { U06Room() }
      store.gate("temperature", at: \.u06Home.temperature) { [.success(20), .success(21), .failure(U06Unreachable())] }
      store.gate("lamp", at: \.u06Home.switchLamp) { _ in [.success(()), .failure(U06Unreachable())] }
      return store
    }
  }
}
