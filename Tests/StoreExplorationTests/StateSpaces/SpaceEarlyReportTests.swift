import StoreCore
import StoreDependencies
import TestSupport
import Testing

@testable import StoreExploration
@testable import StoreTesting

@Suite("Early failures of state spaces")
struct SpaceEarlyReportTests {
  /// The odometer's space, which is large.
  private var space: StateSpace<Odometer> {
    StateSpace(initialState: Odometer.State(), inputs: [Odometer.Input.up(0), .up(1), .down]) { Odometer() }
  }

  @Test func `a broken property is reported before the others are decided`() async {
    let failures = await recordingFailures {
      let report = space.check(
        .always("it stays below three") { $0.numbers[0] < 3 },
        .always("it is never negative") { $0.numbers.allSatisfy { $0 >= 0 } },
        .sometimes("it reaches all") { $0.numbers.allSatisfy { $0 == Odometer.limit } }
      )
      #expect(report.states < 1_000)
      #expect(report.cut == "soon after a property was found to be broken")
      #expect(report.verdicts.map(\.verdict) == [.broken, .unknown, .unknown])
    }
    #expect(failures.kinds == [.brokenProperty])
    #expect(failures.first?.headline.contains("it stays below three") ?? false)
    #expect(
      failures.first?.details.contains(
        """
        Undecided, because the search stopped soon after a property was found to be broken:

            • it is never negative
            • it reaches all
        """
      ) ?? false
    )
  }

  @Test func `a broken liveness property is reported before all of a large space was seen`() async {
    let failures = await recordingFailures {
      let report = space.check(.eventually("it reaches all") { $0.numbers.allSatisfy { $0 == Odometer.limit } })
      #expect(report.states < Odometer.limit * Odometer.limit / 4)
      #expect(report.verdicts.map(\.verdict) == [.broken])
    }
    #expect(failures.kinds == [.brokenProperty])
  }

  @Test func `the steps of a test advance the clock by the time of a wait`() async {
    let failures = await recordingFailures {
      StateSpace(initialState: Spinner.State(), inputs: [Spinner.Input.debounce]) {
        Spinner()
      } responses: { _ in
        [.sends(false)]
      }
      .check(.always("it spins") { old, message, _ in message != .feedback(false) || !old.isSpinning })
    }
    #expect(
      failures.first?.details.contains(
        """
            await store.send(.debounce) { $0.isSpinning = true }
            await store.clock.advance(by: .seconds(1))
            await store.receive(false) { $0.isSpinning = false }
        """
      ) ?? false
    )
  }
}

/// Counts up and down at two places.
private struct Odometer: Reducer {
  /// The greatest number at a place.
  static let limit = 150

  /// The shown value.
  struct State: Hashable {
    /// A number at each place.
    var numbers = [0, 0]
  }

  enum Input: Hashable { case up(Int), down }

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
    switch message {
    case .input(.up(let place)): state.numbers[place] = min(state.numbers[place] + 1, Self.limit)
    case .input(.down): state.numbers = state.numbers.map { max($0 - 1, 0) }
    }
    return .none
  }
}
