import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct O07Offline: Error {}

struct O07Record: Hashable, Sendable {
  var patient: String
  var seconds: Int
}

struct O07Machine: DependencyKey, Sendable {
  var selfTest: @Sendable () async throws -> Void
  var store: @Sendable (_ record: O07Record) async throws -> Void

  static let liveValue = O07Machine(selfTest: {}, store: { _ in })
  static let testValue = O07Machine(
    selfTest: unimplemented("O07Machine.selfTest"),
    store: unimplemented("O07Machine.store")
  )
}

extension DependencyValues {
  var o07Machine: O07Machine {
    get { self[O07Machine.self] }
    set { self[O07Machine.self] = newValue }
  }
}

/// A dialysis of a patient: the machine tests itself, the treatment counts down, and its length is put on record.
struct O07Dialysis: Reducer {
  enum State: Equatable {
    case planned
    case testing(Treatment)
    case testFailed(Treatment)
    case running(Treatment)
    case paused(Treatment)
    case alarmed(Treatment, goesOn: Bool)
    case storing(Treatment)
    case storeFailed(Treatment)
    case stored(Treatment)
  }

  struct Treatment: Equatable {
    var patient: String
    var planned: Int
    var left: Int

    var record: O07Record { O07Record(patient: patient, seconds: planned - left) }
  }

  enum Input: Equatable, Sendable {
    case startTapped(String, seconds: Int)
    case cancelTapped
    case pauseTapped
    case resumeTapped
    case stopTapped
    case retryTapped
    case nextTapped
    case alarmRaised
    case alarmCleared
  }

  enum Feedback: Equatable, Sendable {
    case testPassed
    case testFailed
    case secondPassed
    case stored
    case storeFailed
  }

  private enum CancelID { case test, countdown }

  @Dependency(\.o07Machine) private var machine
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.startTapped(let patient, seconds: let seconds)), .planned):
      return test(Treatment(patient: patient, planned: seconds, left: seconds), &state)

    case (.input(.retryTapped), .testFailed(let treatment)):
      return test(treatment, &state)

    case (.input(.cancelTapped), .testing), (.input(.cancelTapped), .testFailed):
      state = .planned
      return .cancel(id: CancelID.test)

    case (.input(.alarmRaised), .testing(let treatment)):
      state = .testFailed(treatment)
      return .cancel(id: CancelID.test)

    case (.feedback(.testPassed), .testing(let treatment)):
      return run(treatment, &state)

    case (.feedback(.testFailed), .testing(let treatment)):
      state = .testFailed(treatment)
      return .none

    case (.input(.pauseTapped), .running(let treatment)):
      state = .paused(treatment)
      return .cancel(id: CancelID.countdown)

    case (.input(.pauseTapped), .alarmed(let treatment, goesOn: true)):
      state = .alarmed(treatment, goesOn: false)
      return .none

    case (.input(.resumeTapped), .paused(let treatment)):
      return run(treatment, &state)

    case (.input(.alarmRaised), .running(let treatment)):
      state = .alarmed(treatment, goesOn: true)
      return .cancel(id: CancelID.countdown)

    case (.input(.alarmRaised), .paused(let treatment)):
      state = .alarmed(treatment, goesOn: false)
      return .none

    case (.input(.alarmCleared), .alarmed(let treatment, goesOn: true)):
      return run(treatment, &state)

    case (.input(.alarmCleared), .alarmed(let treatment, goesOn: false)):
      state = .paused(treatment)
      return .none

    case (.feedback(.secondPassed), .running(var treatment)):
      treatment.left -= 1
      state = .running(treatment)
      return treatment.left > 0 ? .none : end(treatment, &state)

    case (.input(.stopTapped), .running(let treatment)),
      (.input(.stopTapped), .paused(let treatment)),
      (.input(.stopTapped), .alarmed(let treatment, goesOn: _)):
      return end(treatment, &state)

    case (.input(.retryTapped), .storeFailed(let treatment)):
      return end(treatment, &state)

    case (.feedback(.stored), .storing(let treatment)):
      state = .stored(treatment)
      return .none

    case (.feedback(.storeFailed), .storing(let treatment)):
      state = .storeFailed(treatment)
      return .none

    case (.input(.nextTapped), .stored):
      state = .planned
      return .none

    default:
      return .none
    }
  }

  private func test(_ treatment: Treatment, _ state: inout State) -> Effect<Feedback, Never> {
    state = .testing(treatment)
    return .run("self-test") { send in
      try await machine.selfTest()
      await send(.testPassed)
    } catch: { _, send in
      await send(.testFailed)
    }
    .cancellable(id: CancelID.test, cancelInFlight: true)
  }

  private func run(_ treatment: Treatment, _ state: inout State) -> Effect<Feedback, Never> {
    state = .running(treatment)
    return .run("countdown") { send in
      for await _ in clock.timer(interval: .seconds(1)) { await send(.secondPassed) }
    }
    .cancellable(id: CancelID.countdown, cancelInFlight: true)
  }

  private func end(_ treatment: Treatment, _ state: inout State) -> Effect<Feedback, Never> {
    state = .storing(treatment)
    let record = treatment.record
    return .merge(
      .cancel(id: CancelID.countdown),
      .run("store", of: record) { send in
        try await machine.store(record)
        await send(.stored)
      } catch: { _, send in
        await send(.storeFailed)
      }
    )
  }
}

struct O07Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: O07Dialysis.State) -> [O07Dialysis.Input] in
        switch state {
        case .planned: [.startTapped("Ida", seconds: 3), .startTapped("Max", seconds: 2)]
        case .testing: [.cancelTapped, .alarmRaised]
        case .testFailed: [.cancelTapped, .retryTapped]
        case .running: [.pauseTapped, .stopTapped, .alarmRaised]
        case .paused: [.resumeTapped, .stopTapped, .alarmRaised]
        case .alarmed(_, goesOn: let goesOn):
          goesOn ? [.pauseTapped, .stopTapped, .alarmCleared] : [.stopTapped, .alarmCleared]
        case .storing: [.alarmRaised]
        case .storeFailed: [.retryTapped, .alarmRaised]
        case .stored: [.nextTapped]
        }
      }
    ) { () -> TestStore<O07Dialysis> in
      let store = TestStore(initialState: O07Dialysis.State.planned) { O07Dialysis() }
      store.gate("selfTest", at: \.o07Machine.selfTest) { [.success(()), .failure(O07Offline())] }
      store.gate("store", at: \.o07Machine.store) { _ in [.success(()), .failure(O07Offline())] }
      return store
    }
  }
}
