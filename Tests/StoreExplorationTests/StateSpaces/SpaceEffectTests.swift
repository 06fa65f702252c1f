import StoreCore
import StoreTesting
import Testing

@testable import StoreExploration

/// Throttled, cancelled and chained effects in state spaces.
@Suite struct SpaceEffectTests {
  /// Counts presses, and the answers of the throttled work that they start.
  private struct Pressed: Reducer {
    struct State: Hashable { var presses = 0, answers = 0 }

    /// Whether the last press in an interval starts work at its end.
    let latest: Bool

    func reduce(message: Message<Bool, Bool>, into state: inout State) -> Effect<Bool, Never> {
      let work = Effect<Bool, Never>.run("work") { _ in }
      switch message {
      case .input:
        state.presses += 1
        return work.throttle(id: "id", for: .seconds(1), latest: latest)
      case .feedback:
        state.answers += 1
        return .none
      }
    }
  }

  private func pressed(latest: Bool) -> StateSpace<Pressed> {
    StateSpace(initialState: Pressed.State()) { state in
      state.presses < 2 ? [true] : []
    } reducer: {
      Pressed(latest: latest)
    } responses: { _ in
      [.sends(true)]
    }
  }

  @Test func `a press within an interval waits for its end, and keeps the work that runs`() async {
    var report: SpaceReport?
    let failures = await recordingFailures {
      report = pressed(latest: true).check(
        .sometimes("the second press waits") { $0.isRunning("throttle") },
        .leadsTo("both presses are answered", from: { $0.presses == 2 }, to: { $0.answers == 2 }),
        suspects: false
      )
    }
    #expect(report?.verdicts.map(\.verdict) == [.holds, .holds])
    #expect(failures.map(\.headline) == [])
  }

  @Test func `a path shows the end of an interval`() async {
    var report: SpaceReport?
    _ = await recordingFailures {
      report = pressed(latest: false).check(.always("one works at a time") { $0.running.count < 2 })
    }
    #expect(
      report?.trace == [
        "  1. send true", "       presses: 0 -> 1", "       starts work", "  2. interval is over", "  3. send true",
        "       presses: 1 -> 2", "       starts work",
      ]
    )
  }

  private func spinner(_ inputs: [Spinner.Input]) -> StateSpace<Spinner> {
    StateSpace(initialState: Spinner.State(), inputs: inputs) {
      Spinner()
    } responses: { _ in
      [.ends]
    }
  }

  @Test func `a path shows which effect an input cancels`() async {
    var report: SpaceReport?
    _ = await recordingFailures {
      report = spinner([.load, .cancel]).check(
        .always("nothing stops it") { old, message, _ in message != .input(.cancel) || !old.isSpinning }
      )
    }
    #expect(
      report?.trace == [
        "  1. send .load", "       isSpinning: false -> true", "       starts work", "  2. send .cancel",
        "       isSpinning: true -> false", "       cancels work",
      ]
    )
  }

  @Test func `a promise that nothing has to keep is shown with the end of the effect`() async {
    let failures = await recordingFailures {
      spinner([.load]).check(
        .leadsTo(
          "the spinner stops",
          fairness: .responsesOnceInputsEnd,
          from: { $0.isSpinning },
          to: { !$0.isSpinning }
        )
      )
    }
    #expect(
      failures.map(\.text) == [
        """
        Spinner violates "the spinner stops": it may never happen.

              1. send .load
                   isSpinning: false -> true
                   starts work
              2. work ends
            No event has to follow.

        As steps of a test:

            await store.send(.load) { $0.isSpinning = true }
            // work ends.
            // No event has to follow.

        Explored: 3 states, 4 edges, depth 2, 0 dead ends, complete.
        """
      ]
    )
  }

  /// Two pieces of work at once, and more behind both, which each input begins anew.
  private struct Restarted: Reducer {
    func reduce(message: Message<Bool, Never>, into hasBegun: inout Bool) -> Effect<Never, Never> {
      let first = Effect<Never, Never>.run("first") { _ in }
      let second = Effect<Never, Never>.run("second") { _ in }
      let more = Effect<Never, Never>.run("more") { _ in }
      hasBegun = true
      return .concatenate(.merge(first, second), more).cancellable(id: "id", cancelInFlight: true)
    }
  }

  @Test func `a chain that begins anew behind several effects leads to the same situations`() async {
    var report: SpaceReport?
    _ = await recordingFailures {
      report = StateSpace(initialState: false, inputs: [true], bounds: SpaceBounds(states: 20)) {
        Restarted()
      } responses: { _ in
        [.ends]
      }
      .check(suspects: false)
    }
    // Nothing; both, the first or the second; more; nothing again.
    #expect(report?.description == "6 states, 11 edges, depth 4, 0 dead ends, complete")
  }

  /// A chain in a chain. Its first work is cancelled, then the inner chain.
  private struct TwiceCancelled: Reducer {
    enum State: Hashable {
      case idle, begun, cancelled, continued

      var inputs: [Input] {
        switch self {
        case .idle: [.begin]
        case .begun: [.cancelFirst]
        case .cancelled: [.cancelInner]
        case .continued: []
        }
      }
    }

    enum Input: Hashable { case begin, cancelFirst, cancelInner }

    func reduce(message: Message<Input, Bool>, into state: inout State) -> Effect<Bool, Never> {
      let first = Effect<Bool, Never>.run("first") { _ in }.cancellable(id: "first")
      let second = Effect<Bool, Never>.run("second") { _ in }
      let third = Effect<Bool, Never>.run("third") { _ in }
      switch message {
      case .input(.begin):
        state = .begun
        return .concatenate(.concatenate(first, .feedback(true), second).cancellable(id: "inner"), third)
      case .input(.cancelFirst):
        state = .cancelled
        return .cancel(id: "first")
      case .input(.cancelInner): return .cancel(id: "inner")
      case .feedback:
        state = .continued
        return .none
      }
    }
  }

  @Test func `a chain that is cancelled behind cancelled work leaves the rest to the outer chain`() async {
    var report: SpaceReport?
    _ = await recordingFailures {
      report = StateSpace(initialState: TwiceCancelled.State.idle, inputs: \.inputs) {
        TwiceCancelled()
      } responses: { _ in
        [.ends]
      }
      .check(
        .sometimes("the inner chain continues") { $0.state == .continued && $0.isRunning("second") },
        .sometimes("only the outer chain continues") { $0.state == .cancelled && $0.isRunning("third") },
        suspects: false
      )
    }
    #expect(report?.verdicts.map(\.verdict) == [.holds, .holds])
  }
}
