import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct F05LaundryClient: TestDependencyKey, Sendable {
  /// The machines that wash, each with the number of its wash: all of them at first, and again after each change.
  var washes: @Sendable () -> AsyncThrowingStream<[Int: Int], any Error>
  var addReminder: @Sendable (_ wash: Int) async throws -> Void
  var removeReminder: @Sendable (_ wash: Int) async throws -> Void

  static let testValue = F05LaundryClient(
    washes: unimplemented("F05LaundryClient.washes", placeholder: AsyncThrowingStream { $0.finish() }),
    addReminder: unimplemented("F05LaundryClient.addReminder"),
    removeReminder: unimplemented("F05LaundryClient.removeReminder")
  )
}

extension DependencyValues {
  var f05LaundryClient: F05LaundryClient {
    get { self[F05LaundryClient.self] }
    set { self[F05LaundryClient.self] = newValue }
  }
}

/// The washes in the laundry room. The server reminds a resident of the end of a wash, and forgets the reminder with it.
struct F05Laundry: Reducer {
  struct State: Equatable {
    var connection = Connection.off
    var rows: [Int: Row] = [:]
  }

  enum Connection: Equatable {
    case off
    case connecting
    case live
    case lost
  }

  struct Row: Equatable {
    let wash: Int
    var reminder = Reminder.off
    var hasFailed = false

    /// Begins to change the reminder, unless it is being changed already. Returns whether it is to be on.
    mutating func beginChange() -> Bool? {
      switch reminder {
      case .off: reminder = .adding
      case .on: reminder = .removing
      case .adding, .removing: return nil
      }
      hasFailed = false
      return reminder == .adding
    }

    /// Ends a change of the reminder.
    mutating func endChange(succeeded: Bool) {
      switch reminder {
      case .adding: reminder = succeeded ? .on : .off
      case .removing: reminder = succeeded ? .off : .on
      case .off, .on: return
      }
      hasFailed = !succeeded
    }
  }

  enum Reminder: Equatable {
    case off
    case adding
    case on
    case removing
  }

  enum Input: Equatable {
    case appeared
    case disappeared
    case reconnectTapped
    case bellTapped(Int)
  }

  enum Feedback: Equatable {
    case received([Int: Int])
    case connectionLost
    case pauseEnded
    case reminderChanged(Int)
    case reminderFailed(Int)
  }

  private enum CancelID: Hashable {
    case connection
    case reminder(Int)
  }

  @Dependency(\.f05LaundryClient) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      return state.connection == .off ? connect(&state) : .none

    case .input(.disappeared):
      state.connection = .off
      return .cancel(id: CancelID.connection)

    case .input(.reconnectTapped), .feedback(.pauseEnded):
      return state.connection == .lost ? connect(&state) : .none

    case .feedback(.received(let washes)):
      state.connection = .live
      return show(washes, &state)

    case .feedback(.connectionLost):
      state.connection = .lost
      return .run("pause") { send in
        try await clock.sleep(for: .seconds(5))
        await send(.pauseEnded)
      }
      .cancellable(id: CancelID.connection)

    case .input(.bellTapped(let machine)):
      guard let wash = state.rows[machine]?.wash, let isOn = state.rows[machine]?.beginChange() else { return .none }
      return .run(isOn ? "addReminder" : "removeReminder", of: wash) { send in
        if isOn { try await client.addReminder(wash) } else { try await client.removeReminder(wash) }
        await send(.reminderChanged(machine))
      } catch: { _, send in
        await send(.reminderFailed(machine))
      }
      .cancellable(id: CancelID.reminder(machine), cancelInFlight: true)

    case .feedback(.reminderChanged(let machine)):
      state.rows[machine]?.endChange(succeeded: true)
      return .none

    case .feedback(.reminderFailed(let machine)):
      state.rows[machine]?.endChange(succeeded: false)
      return .none
    }
  }

  private func connect(_ state: inout State) -> Effect<Feedback, Never> {
    state.connection = .connecting
    return .run("washes") { send in
      for try await washes in client.washes() { await send(.received(washes)) }
      await send(.connectionLost)
    } catch: { _, send in
      await send(.connectionLost)
    }
    .cancellable(id: CancelID.connection, cancelInFlight: true)
  }

  /// Shows the washes that are on. A wash that has ended takes its reminder along, also one that is being changed.
  private func show(_ washes: [Int: Int], _ state: inout State) -> Effect<Feedback, Never> {
    let ended = state.rows.filter { washes[$0.key] != $0.value.wash }.keys.sorted()
    for machine in ended { state.rows[machine] = nil }
    for (machine, wash) in washes where state.rows[machine] == nil { state.rows[machine] = Row(wash: wash) }
    return .merge(ended.map { Effect<Feedback, Never>.cancel(id: CancelID.reminder($0)) })
  }
}

struct F05Offline: Error {}

struct F05Bugs {
  @Test func bugs() async throws {
    try await findBugs(inputs: [.appeared, .disappeared, .reconnectTapped, .bellTapped(1)]) {
      () -> TestStore<F05Laundry> in
      let store = TestStore(initialState: F05Laundry.State()) { F05Laundry() }
      store.gate("washes", at: \.f05LaundryClient.washes) {
        [.element([1: 10]), .element([1: 11, 2: 20]), .element([:]), .failure(F05Offline())]
      }
      store.gate("addReminder", at: \.f05LaundryClient.addReminder) { _ in [.success(()), .failure(F05Offline())] }
      store.gate("removeReminder", at: \.f05LaundryClient.removeReminder) { _ in [.success(()), .failure(F05Offline())]
      }
      return store
    }
  }
}
