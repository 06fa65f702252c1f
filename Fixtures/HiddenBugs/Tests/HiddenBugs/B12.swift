import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct B12RadioClient: Sendable {
  /// Waits for the next alarm of this crew.
  var nextAlarm: @Sendable () async throws -> Int
  /// Returns whether the crew has the mission; false if another crew was faster.
  var accept: @Sendable (_ alarm: Int) async throws -> Bool
  var sendPosition: @Sendable (_ alarm: Int) async throws -> Void
  var complete: @Sendable (_ alarm: Int) async throws -> Void
}

enum B12RadioClientKey: TestDependencyKey {
  static let testValue = B12RadioClient(
    nextAlarm: unimplemented("B12RadioClient.nextAlarm"),
    accept: unimplemented("B12RadioClient.accept"),
    sendPosition: unimplemented("B12RadioClient.sendPosition"),
    complete: unimplemented("B12RadioClient.complete")
  )
}

extension DependencyValues {
  var b12Radio: B12RadioClient {
    get { self[B12RadioClientKey.self] }
    set { self[B12RadioClientKey.self] = newValue }
  }
}

/// The radio of an ambulance. Each mode has its own work, which ends with the mode.
struct B12Dispatch: Reducer {
  enum Notice: Equatable {
    case missed
    case taken
  }

  enum Contact: Equatable {
    case unknown
    case good
    case lost
  }

  enum State: Equatable {
    case offDuty
    case onBreak
    /// Waits for an alarm.
    case listening(Notice?)
    /// Waits to listen again.
    case offline
    /// Rings for 30 seconds.
    case ringing(Int, acceptFailed: Bool)
    case accepting(Int)
    case driving(Int, Contact)
    case completing(Int)
    case incomplete(Int)
  }

  enum Input: Equatable, Sendable {
    case dutyTapped
    case breakTapped
    case acceptTapped
    case declineTapped
    case doneTapped
    case retryTapped
  }

  enum Feedback: Equatable, Sendable {
    case alarmed(Int)
    case disconnected
    case retryDue
    case ringingEnded
    case accepted
    case taken
    case acceptFailed
    case positionSent(Bool)
    case completed
    case completionFailed
  }

  private enum CancelID { case work }

  @Dependency(\.b12Radio) private var radio
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (state, message) {
    case (.offDuty, .input(.dutyTapped)), (.onBreak, .input(.breakTapped)):
      return enter(.listening(nil), &state)

    case (.listening, .input(.dutyTapped)), (.offline, .input(.dutyTapped)), (.onBreak, .input(.dutyTapped)):
      return enter(.offDuty, &state)

    case (.listening, .input(.breakTapped)), (.offline, .input(.breakTapped)):
      return enter(.onBreak, &state)

    case (.listening, .feedback(.alarmed(let alarm))):
      return enter(.ringing(alarm, acceptFailed: false), &state)

    case (.listening, .feedback(.disconnected)):
      return enter(.offline, &state)

    case (.offline, .feedback(.retryDue)), (.offline, .input(.retryTapped)):
      return enter(.listening(nil), &state)

    case (.ringing(let alarm, acceptFailed: _), .input(.acceptTapped)):
      return enter(.accepting(alarm), &state)

    case (.ringing, .input(.declineTapped)):
      return enter(.listening(nil), &state)

    case (.ringing, .feedback(.ringingEnded)):
      return enter(.listening(.missed), &state)

    case (.accepting(let alarm), .feedback(.accepted)):
      return enter(.driving(alarm, .unknown), &state)

    case (.accepting, .feedback(.taken)):
      return enter(.listening(.taken), &state)

    case (.accepting(let alarm), .feedback(.acceptFailed)):
      return enter(.ringing(alarm, acceptFailed: true), &state)

    case (.driving(let alarm, _), .feedback(.positionSent(let isSent))):
      state = .driving(alarm, isSent ? .good : .lost)
      return .none

    case (.driving(let alarm, _), .input(.doneTapped)), (.incomplete(let alarm), .input(.retryTapped)):
      return enter(.completing(alarm), &state)

    case (.completing, .feedback(.completed)):
      return enter(.listening(nil), &state)

    case (.completing(let alarm), .feedback(.completionFailed)):
      return enter(.incomplete(alarm), &state)

    default:
      return .none
    }
  }

  /// Changes the mode, ends the work of the old one, and begins that of the new one.
  private func enter(_ mode: State, _ state: inout State) -> Effect<Feedback, Never> {
    state = mode
    guard let effect = work(in: mode) else { return .cancel(id: CancelID.work) }
    return effect.cancellable(id: CancelID.work, cancelInFlight: true)
  }

  private func work(in mode: State) -> Effect<Feedback, Never>? {
    switch mode {
    case .offDuty, .onBreak, .incomplete:
      return nil

    case .listening:
      return .run("nextAlarm") { send in
        await send(.alarmed(try await radio.nextAlarm()))
      } catch: { _, send in
        await send(.disconnected)
      }

    case .offline:
      return sleep(.seconds(5), then: .retryDue)

    case .ringing:
      return sleep(.seconds(30), then: .ringingEnded)

    case .accepting(let alarm):
      return .run("accept", of: alarm) { send in
        await send(try await radio.accept(alarm) ? .accepted : .taken)
      } catch: { _, send in
        await send(.acceptFailed)
      }

    case .driving(let alarm, _):
      return .run("position", of: alarm) { send in
        for await _ in clock.timer(interval: .seconds(10)) {
          do {
            try await radio.sendPosition(alarm)
            await send(.positionSent(true))
          } catch {
            await send(.positionSent(false))
          }
        }
      }

    case .completing(let alarm):
      return .run("complete", of: alarm) { send in
        try await radio.complete(alarm)
        await send(.completed)
      } catch: { _, send in
        await send(.completionFailed)
      }
    }
  }

  private func sleep(_ duration: Duration, then feedback: Feedback) -> Effect<Feedback, Never> {
    .run("sleep", of: duration) { send in
      try await clock.sleep(for: duration)
      await send(feedback)
    }
  }
}

struct B12NoSignal: Error {}

struct B12Bugs {
  @Test func bugs() async throws {
    try await findBugs(inputs: [.dutyTapped, .breakTapped, .acceptTapped, .declineTapped, .doneTapped, .retryTapped]) {
      let store = TestStore(initialState: B12Dispatch.State.offDuty) { B12Dispatch() }
      store.gate("nextAlarm", at: \.b12Radio.nextAlarm) { [.success(1), .success(2), .failure(B12NoSignal())] }
      store.gate("accept", at: \.b12Radio.accept) { _ in [.success(true), .success(false), .failure(B12NoSignal())] }
      store.gate("sendPosition", at: \.b12Radio.sendPosition) { _ in [.success(()), .failure(B12NoSignal())] }
      store.gate("complete", at: \.b12Radio.complete) { _ in [.success(()), .failure(B12NoSignal())] }
      return store
    }
  }
}
