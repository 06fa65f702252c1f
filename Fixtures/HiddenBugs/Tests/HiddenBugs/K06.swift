import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

enum K06Bolt: Equatable, Sendable { case open, locked }

struct K06OutOfRange: Error {}

struct K06Radio: DependencyKey, Sendable {
  /// Connects to the lock, and reads its bolt.
  var connect: @Sendable () async throws -> K06Bolt
  /// Moves the bolt.
  var move: @Sendable (_ bolt: K06Bolt) async throws -> Void

  static let liveValue = K06Radio(connect: { .locked }, move: { _ in })
  static let testValue = K06Radio(
    connect: unimplemented("K06Radio.connect"),
    move: unimplemented("K06Radio.move")
  )
}

extension DependencyValues {
  var k06Radio: K06Radio {
    get { self[K06Radio.self] }
    set { self[K06Radio.self] = newValue }
  }
}

/// The screen of a smart lock. Its connection sleeps after a minute without a command.
struct K06SmartLock: Reducer {
  enum State: Equatable {
    /// The screen is not shown. It warns at the next visit if a command has failed in the meantime.
    case away(warns: Bool)
    case connecting(warns: Bool)
    case unreachable(warns: Bool)
    case ready(K06Bolt, warns: Bool)
    /// A command runs to its end, also if the user leaves.
    case moving(to: K06Bolt, isShown: Bool)
    case asleep
  }

  enum Input: Equatable, Sendable {
    case appeared
    case disappeared
    case lockTapped
    case unlockTapped
    case connectTapped
  }

  enum Feedback: Equatable, Sendable {
    case connected(K06Bolt)
    case connectFailed
    case moved
    case moveFailed
    case idled
  }

  private enum CancelID { case connect, move, idle }

  @Dependency(\.k06Radio) private var radio
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    // The screen comes and goes.
    case (.input(.appeared), .away(let warns)):
      return connect(warns: warns, &state)

    case (.input(.appeared), .moving(let bolt, false)):
      state = .moving(to: bolt, isShown: true)
      return .none

    case (.input(.disappeared), .connecting(let warns)):
      state = .away(warns: warns)
      return .cancel(id: CancelID.connect)

    case (.input(.disappeared), .unreachable(let warns)):
      state = .away(warns: warns)
      return .none

    case (.input(.disappeared), .ready):
      state = .away(warns: false)
      return .cancel(id: CancelID.idle)

    case (.input(.disappeared), .asleep):
      state = .away(warns: false)
      return .none

    case (.input(.disappeared), .moving(let bolt, true)):
      state = .moving(to: bolt, isShown: false)
      return .none

    // Commands.
    case (.input(.lockTapped), .ready(.open, _)):
      return move(to: .locked, &state)

    case (.input(.unlockTapped), .ready(.locked, _)):
      return move(to: .open, &state)

    case (.input(.connectTapped), .unreachable(let warns)):
      return connect(warns: warns, &state)

    case (.input(.connectTapped), .asleep):
      return connect(warns: false, &state)

    // Answers.
    case (.feedback(.connected(let bolt)), .connecting(let warns)):
      return ready(bolt, warns: warns, &state)

    case (.feedback(.connectFailed), .connecting(let warns)):
      state = .unreachable(warns: warns)
      return .none

    case (.feedback(.moved), .moving(let bolt, true)):
      return ready(bolt, warns: false, &state)

    case (.feedback(.moved), .moving(_, false)):
      state = .away(warns: false)
      return .none

    case (.feedback(.moveFailed), .moving(_, true)):
      // Where the bolt has stopped, only the lock knows.
      return connect(warns: true, &state)

    case (.feedback(.moveFailed), .moving(_, false)):
      state = .away(warns: true)
      return .none

    case (.feedback(.idled), .ready):
      state = .asleep
      return .none

    case (.input, _), (.feedback, _):
      return .none
    }
  }

  private func connect(warns: Bool, _ state: inout State) -> Effect<Feedback, Never> {
    state = .connecting(warns: warns)
    return .run("connect") { send in
      await send(.connected(try await radio.connect()))
    } catch: { _, send in
      await send(.connectFailed)
    }
    .cancellable(id: CancelID.connect, cancelInFlight: true)
  }

  private func ready(_ bolt: K06Bolt, warns: Bool, _ state: inout State) -> Effect<Feedback, Never> {
    state = .ready(bolt, warns: warns)
    return .run("idle") { send in
      try await clock.sleep(for: .seconds(60))
      await send(.idled)
    }
    .cancellable(id: CancelID.idle, cancelInFlight: true)
  }

  private func move(to bolt: K06Bolt, _ state: inout State) -> Effect<Feedback, Never> {
    state = .moving(to: bolt, isShown: true)
    return .merge(
      .cancel(id: CancelID.idle),
      .run("move", of: bolt == .locked ? "lock" : "unlock") { send in
        try await radio.move(bolt)
        await send(.moved)
      } catch: { _, send in
        await send(.moveFailed)
      }
      .cancellable(id: CancelID.move)
    )
  }
}

struct K06Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.appeared, .disappeared, .lockTapped, .unlockTapped, .connectTapped]
    ) { () -> TestStore<K06SmartLock> in
      let store = TestStore(initialState: K06SmartLock.State.away(warns: false)) { K06SmartLock() }
      store.gate("connect", at: \.k06Radio.connect) { [.success(.locked), .success(.open), .failure(K06OutOfRange())] }
      store.gate("move", at: \.k06Radio.move) { _ in [.success(()), .failure(K06OutOfRange())] }
      return store
    }
  }
}
