import StoreCore
import TestSupport
import Testing

@testable import StoreTesting

/// A gauge that emits each of its values.
private struct Gauge: Reducer {
  typealias Feedback = Never
  typealias Output = Int

  func reduce(message: Message<Int, Never>, into count: inout Int) -> Effect<Never, Int> {
    guard case .input(let number) = message else { return .none }
    count += number
    return .output(count)
  }
}

/// A parent that repeats the gauge's value, in reaction to its output.
private struct Panel: Reducer {
  struct State: Equatable {
    var count = 0
    var shown = 0
    var isTold = false
  }

  enum Feedback: Equatable {
    case gauge(ChildFeedback<Gauge>)

    /// What the parent sends itself at once.
    case told
  }

  let isForgetful: Bool

  private let gauge = Scope<Panel, Gauge>(\.count, feedback: Feedback.gauge) { Gauge() }

  init(isForgetful: Bool) { self.isForgetful = isForgetful }

  func reduce(message: Message<Int, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(let number): return gauge.reduce(.input(number), into: &state)
    case .feedback(.gauge(.output(let count))):
      if !isForgetful { state.shown = count }
      return .feedback(.told)
    case .feedback(.gauge(.feedback)): return .none
    case .feedback(.told):
      state.isTold = true
      return .none
    }
  }
}

@Suite struct TestStoreAlwaysTests {
  /// Counts to two in a feature, with a promise.
  private func failures(
    isForgetful: Bool = false,
    _ promise: (TestStore<Panel>) -> Void
  ) async -> [TestFailure] {
    await recordingFailures {
      let store = TestStore(initialState: Panel.State()) { Panel(isForgetful: isForgetful) }
      store.exhaustivity = .off
      promise(store)
      await store.send(1)
      await store.send(1)
      await store.finish()
    }
  }

  @Test func `a promise of the state holds where a parent reacts to the output of a child`() async {
    let failures = await failures { store in
      store.always("the panel shows the count") { $0.shown == $0.count && $0.isTold == ($0.count > 0) }
    }
    #expect(failures.isEmpty)
  }

  @Test func `a promise of the state that the reaction doesn't keep fails once, with all changes`() async {
    let failures = await failures(isForgetful: true) { store in
      store.always("the panel shows the count") { $0.shown == $0.count }
    }
    #expect(failures.kinds == [.brokenInvariant])
    #expect(failures.first?.headline == #""the panel shows the count" does not hold after .told."#)
    let details = """
          • count: 0 -> 1
          • isTold: false -> true

      The state: State(count: 1, shown: 0, isTold: true)
      """
    #expect(failures.first?.details.hasPrefix(details) ?? false)
  }

  @Test func `a model is compared where a parent has reacted to the output of a child`() async {
    let failures = await failures { store in
      store.always("it shows the sum", matchesModel: 0) { sum, message in
        if case .input(let number) = message { sum += number }
      } matches: { state, sum in
        state.shown == sum
      }
    }
    #expect(failures.isEmpty)
  }

  @Test func `a promise of reductions sees each reduction`() async {
    var seen: [String] = []
    let failures = await failures { store in
      store.always("each reduction is seen") { old, message, new in
        seen.append("\(old.count)\(old.shown) \(new.count)\(new.shown)")
        return true
      }
    }
    #expect(failures.isEmpty)
    #expect(seen == ["00 10", "10 11", "11 11", "11 21", "21 22", "22 22"])
  }
}
