import Foundation
import StoreCore
import StoreDependencies

/// A stopwatch with laps.
struct Stopwatch: Reducer {
  struct State: Equatable {
    var seconds = 0
    var isRunning = false
    var laps: [Lap] = []
  }

  enum Input: Equatable {
    case startTapped
    case stopTapped
    case lapTapped
    case remindTapped(after: Int)
  }

  enum Feedback: Equatable {
    case ticked
    case reminded
  }

  enum Output: Equatable {
    case minutePassed(Int)
    case reminder
  }

  enum CancelID { case timer }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.uuid) var uuid
  @Dependency(\.date) var date

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.startTapped):
      state.isRunning = true
      return .run("timer") { send in
        for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
      }
      .cancellable(id: CancelID.timer, cancelInFlight: true)

    case .input(.stopTapped):
      state.isRunning = false
      return .cancel(id: CancelID.timer)

    case .input(.lapTapped):
      state.laps.append(Lap(id: uuid(), seconds: state.seconds, date: date.now))
      return .none

    case .input(.remindTapped(let seconds)):
      return .run("reminder", of: seconds) { send in
        try await clock.sleep(for: .seconds(seconds))
        await send(.reminded)
      }

    case .feedback(.ticked):
      state.seconds += 1
      return state.seconds.isMultiple(of: 60) ? .output(.minutePassed(state.seconds / 60)) : .none

    case .feedback(.reminded):
      return .output(.reminder)
    }
  }
}

struct Lap: Equatable, Identifiable, Sendable {
  var id: UUID
  var seconds: Int
  var date: Date
}
