import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// How long the driver may still drive today.
struct H17Hours: Reducer {
  struct State: Equatable {
    var minutesLeft: Int?
    var isReading = false
    var hasFailed = false

    var isShort: Bool { minutesLeft.map { $0 < 30 } ?? false }
  }

  enum Input: Equatable, Sendable { case read(String) }
  enum Feedback: Equatable, Sendable { case read(Int), failed }

  private enum CancelID { case read }

  @Dependency(\.h17Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.read(let driver)):
      state.isReading = true
      state.hasFailed = false
      return .run("hours", of: driver) { send in
        await send(.read(try await client.hours(driver)))
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: CancelID.read, cancelInFlight: true)

    case .feedback(.read(let minutes)):
      state.isReading = false
      state.minutesLeft = minutes
      return .none

    case .feedback(.failed):
      state.isReading = false
      state.hasFailed = true
      return .none
    }
  }
}

/// The tablet in the cab. The drivers of a truck share it; their cards say who drives.
struct H17Cab: Reducer {
  struct State: Equatable {
    var driver: String?
    var stops: [String] = []
    var isLoadingTour = false
    var hasTourFailed = false
    var isOnBreak = false
    var hours = H17Hours.State()
  }

  enum Input: Equatable, Sendable {
    case cardInserted(String)
    case cardRemoved
    case tourReloadTapped
    case hoursTapped
    case breakTapped
    case driveTapped
  }

  enum Feedback: Equatable, Sendable {
    case tourLoaded([String])
    case tourFailed
    case breakEnded
    case hours(ChildFeedback<H17Hours>)
  }

  private enum CancelID { case tour, pause }

  let hours = Scope<H17Cab, H17Hours>(\.hours, feedback: Feedback.hours) { H17Hours() }

  @Dependency(\.h17Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.cardInserted(let driver)):
      guard state.driver == nil else { return .none }
      state.driver = driver
      return .merge(
        loadTour(of: driver, into: &state),
        hours.reduce(.input(.read(driver)), into: &state)
      )

    case .input(.cardRemoved):
      guard state.driver != nil else { return .none }
      state = State()
      return .merge(.cancel(id: CancelID.tour), .cancel(id: CancelID.pause))

    case .input(.tourReloadTapped):
      guard let driver = state.driver, !state.isLoadingTour else { return .none }
      return loadTour(of: driver, into: &state)

    case .input(.hoursTapped):
      guard let driver = state.driver, !state.hours.isReading else { return .none }
      return hours.reduce(.input(.read(driver)), into: &state)

    case .input(.breakTapped):
      guard state.driver != nil, !state.isOnBreak else { return .none }
      state.isOnBreak = true
      return .run("break") { send in
        try await clock.sleep(for: .seconds(45 * 60))
        await send(.breakEnded)
      }
      .cancellable(id: CancelID.pause, cancelInFlight: true)

    case .input(.driveTapped):
      guard state.isOnBreak else { return .none }
      state.isOnBreak = false
      return .cancel(id: CancelID.pause)

    case .feedback(.breakEnded):
      state.isOnBreak = false
      return .none

    case .feedback(.tourLoaded(let stops)):
      state.isLoadingTour = false
      state.stops = stops
      return .none

    case .feedback(.tourFailed):
      state.isLoadingTour = false
      state.hasTourFailed = true
      return .none

    case .feedback(.hours(.feedback(let feedback))):
      return hours.reduce(.feedback(feedback), into: &state)
    }
  }

  private func loadTour(of driver: String, into state: inout State) -> Effect<Feedback, Never> {
    state.isLoadingTour = true
    state.hasTourFailed = false
    return .run("tour", of: driver) { send in
      await send(.tourLoaded(try await client.tour(driver)))
    } catch: { _, send in
      await send(.tourFailed)
    }
    .cancellable(id: CancelID.tour, cancelInFlight: true)
  }
}

struct H17Client: TestDependencyKey, Sendable {
  var tour: @Sendable (_ driver: String) async throws -> [String]
  var hours: @Sendable (_ driver: String) async throws -> Int

  static let testValue = H17Client(
    tour: unimplemented("H17Client.tour"),
    hours: unimplemented("H17Client.hours")
  )
}

extension DependencyValues {
  var h17Client: H17Client {
    get { self[H17Client.self] }
    set { self[H17Client.self] = newValue }
  }
}

struct H17Offline: Error {}

struct H17Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: H17Cab.State) -> [H17Cab.Input] in
        guard state.driver != nil else { return [.cardInserted("Ada"), .cardInserted("Ben")] }
        var inputs: [H17Cab.Input] = [.cardRemoved, state.isOnBreak ? .driveTapped : .breakTapped]
        if !state.isLoadingTour { inputs.append(.tourReloadTapped) }
        if !state.hours.isReading { inputs.append(.hoursTapped) }
        return inputs
      }
    ) { () -> TestStore<H17Cab> in
      let store = TestStore(initialState: H17Cab.State()) { H17Cab() }
      store.gate("tour", at: \.h17Client.tour) { driver in
        [.success(["\(driver)'s first stop"]), .failure(H17Offline())]
      }
      store.gate("hours", at: \.h17Client.hours) { driver in
        [.success(driver == "Ada" ? 270 : 20), .failure(H17Offline())]
      }
      return store
    }
  }
}
