import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// An appointment at the clinic: a day, a time, which is held for the patient for five minutes, and its confirmation.
struct F20Booking: Reducer {
  struct State: Equatable {
    var day: String?
    var times: [String] = []
    var isLoading = false

    var hold: F20Hold?
    var isHolding = false
    var hasExpired = false

    var isConfirming = false
    var problem: Problem?
    var number: Int?
  }

  enum Problem: Equatable {
    case times
    case hold(String)
    case confirmation
  }

  enum Input: Equatable, Sendable {
    case dayChosen(String)
    case timeTapped(String)
    case confirmTapped
    case backTapped
    case retryTapped
    case doneTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded([String])
    case loadFailed
    case held(F20Hold)
    case holdFailed(String)
    case holdExpired
    case confirmed(Int)
    case confirmFailed
  }

  private enum CancelID { case load, hold, expiry }

  @Dependency(\.f20Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.dayChosen(let day)):
      guard state.hold == nil else { return .none }
      state.hasExpired = false
      state.isHolding = false
      return .merge(.cancel(id: CancelID.hold), load(day, &state))

    case .input(.timeTapped(let time)):
      guard state.hold == nil, !state.isHolding, !state.isLoading else { return .none }
      state.hasExpired = false
      return hold(time, &state)

    case .input(.confirmTapped):
      guard let hold = state.hold, !state.isConfirming else { return .none }
      return confirm(hold, &state)

    case .input(.backTapped):
      guard state.hold != nil, !state.isConfirming else { return .none }
      state.hold = nil
      state.problem = nil
      return .cancel(id: CancelID.expiry)

    case .input(.retryTapped):
      switch state.problem {
      case .times:
        guard let day = state.day else { return .none }
        return load(day, &state)
      case .hold(let time):
        return hold(time, &state)
      case .confirmation:
        guard let hold = state.hold else { return .none }
        return confirm(hold, &state)
      case nil:
        return .none
      }

    case .input(.doneTapped):
      guard state.number != nil else { return .none }
      state = State()
      return .none

    case .feedback(.loaded(let times)):
      state.isLoading = false
      state.times = times
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.problem = .times
      return .none

    case .feedback(.held(let hold)):
      state.isHolding = false
      state.hold = hold
      return expiry()

    case .feedback(.holdFailed(let time)):
      state.isHolding = false
      state.problem = .hold(time)
      return .none

    case .feedback(.holdExpired):
      state.hold = nil
      state.hasExpired = true
      return .none

    case .feedback(.confirmed(let number)):
      state.isConfirming = false
      state.hold = nil
      state.number = number
      return .none

    case .feedback(.confirmFailed):
      state.isConfirming = false
      state.problem = .confirmation
      return expiry()
    }
  }

  private func load(_ day: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.day = day
    state.times = []
    state.isLoading = true
    state.problem = nil
    return .run("times", of: day) { send in
      await send(.loaded(try await client.times(day)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func hold(_ time: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.isHolding = true
    state.problem = nil
    return .run("hold", of: time) { send in
      await send(.held(F20Hold(time: time, token: try await client.hold(time))))
    } catch: { _, send in
      await send(.holdFailed(time))
    }
    .cancellable(id: CancelID.hold, cancelInFlight: true)
  }

  /// The clinic keeps the time during a confirmation, and for another five minutes if it fails.
  private func confirm(_ hold: F20Hold, _ state: inout State) -> Effect<Feedback, Never> {
    state.isConfirming = true
    state.problem = nil
    return .merge(
      .cancel(id: CancelID.expiry),
      .run("confirm", of: hold.token) { send in
        await send(.confirmed(try await client.confirm(hold.token)))
      } catch: { _, send in
        await send(.confirmFailed)
      }
    )
  }

  private func expiry() -> Effect<Feedback, Never> {
    .run("expiry") { send in
      try await clock.sleep(for: .seconds(300))
      await send(.holdExpired)
    }
    .cancellable(id: CancelID.expiry, cancelInFlight: true)
  }
}

struct F20Hold: Equatable, Sendable {
  var time: String
  var token: String
}

struct F20Client: TestDependencyKey, Sendable {
  var times: @Sendable (_ day: String) async throws -> [String]
  var hold: @Sendable (_ time: String) async throws -> String
  var confirm: @Sendable (_ token: String) async throws -> Int

  static let testValue = F20Client(
    times: unimplemented("F20Client.times"),
    hold: unimplemented("F20Client.hold"),
    confirm: unimplemented("F20Client.confirm")
  )
}

extension DependencyValues {
  var f20Client: F20Client {
    get { self[F20Client.self] }
    set { self[F20Client.self] = newValue }
  }
}

struct F20Offline: Error {}

struct F20Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: F20Booking.State) -> [F20Booking.Input] in
        if state.number != nil { return [.doneTapped] }
        var inputs: [F20Booking.Input] = state.problem == nil ? [] : [.retryTapped]
        if state.hold != nil {
          if !state.isConfirming { inputs += [.confirmTapped, .backTapped] }
        } else {
          inputs += [.dayChosen("Monday"), .dayChosen("Tuesday")]
          if !state.isHolding { inputs += state.times.map(F20Booking.Input.timeTapped) }
        }
        return inputs
      }
    ) { () -> TestStore<F20Booking> in
      let store = TestStore(initialState: F20Booking.State()) { F20Booking() }
      store.gate("times", at: \.f20Client.times) { day in [.success(["\(day) 9:00"]), .failure(F20Offline())] }
      store.gate("hold", at: \.f20Client.hold) { time in [.success("Hold of \(time)"), .failure(F20Offline())] }
      store.gate("confirm", at: \.f20Client.confirm) { _ in [.success(1042), .failure(F20Offline())] }
      return store
    }
  }
}
