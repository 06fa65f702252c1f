import StoreCore
import StoreDependencies
import StoreTesting
import Synchronization
import Testing

@testable import StoreExploration

/// A cart whose quantity goes one below zero.
private struct Quantity: Reducer {
  struct Item: Equatable, Identifiable {
    var id: Int
    var quantity: Int
  }

  struct State: Equatable { var items = [Item(id: 1, quantity: 1)] }

  enum Input { case plus, minus }

  let least: Int

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
    let quantity = state.items[0].quantity
    switch message {
    case .input(.plus): state.items[0].quantity = min(3, quantity + 1)
    case .input(.minus): if quantity > least { state.items[0].quantity -= 1 }
    }
    return .none
  }
}

/// A measurement that is no number.
private struct Measurement: Reducer {
  struct State: Equatable { var value = 0.0 }

  enum Input { case measured }

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
    state.value = .nan
    return .none
  }
}

/// A question whose answer can't be cancelled.
private struct Question: Reducer {
  enum CancelID { case ask }

  struct State: Equatable {
    var isAsking = false
    var answer: Int?
  }

  enum Input { case asked, left }
  enum Feedback { case answered(Int) }

  var isCancelled = false
  let ask: @Sendable () async -> Int

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.asked):
      guard !state.isAsking else { return .none }
      state = State(isAsking: true)
      return .run("ask") { send in await send(.answered(await ask())) }.cancellable(id: CancelID.ask)
    case .input(.left):
      state = State()
      return isCancelled ? .cancel(id: CancelID.ask) : .none
    case .feedback(.answered(let answer)): state = State(answer: answer)
    }
    return .none
  }
}

/// Explorations that can't be as they were asked for, and searches that see a part of a feature.
@Suite struct LiveMisuseTests {
  private func makeQuantity(least: Int = 0) -> TestStore<Quantity> {
    TestStore(initialState: Quantity.State()) { Quantity(least: least) }
  }

  @Test(arguments: [
    (SpaceBounds(states: 0), "at 1 states"), (SpaceBounds(states: -5, depth: -5), "at 1 states"),
    (SpaceBounds(runningEffects: -1), nil),
  ])
  func `bounds that allow nothing are a failure, and the least of them are in force`(
    _ bounds: SpaceBounds,
    cut: String?
  ) async throws {
    var space: StateSpace<Quantity>?
    let failures = try await recordingFailures {
      space = try await StateSpace(inputs: [.plus], bounds: bounds) { makeQuantity() }
    }
    _ = await recordingFailures { #expect(space?.check(suspects: false).cut == cut) }
    #expect(failures.map(\.kind) == [.misuse])
    #expect(failures.first?.headline.hasPrefix("The bounds allow no state: \(bounds.states) states, ") == true)
  }

  @Test func `an exploration without inputs is a failure`() async throws {
    let failures = try await recordingFailures {
      _ = try await StateSpace(inputs: []) { makeQuantity() }
      try await findBugs(inputs: []) { makeQuantity() }
    }
    #expect(failures.map(\.headline) == Array(repeating: "There is nothing to explore of Quantity.", count: 2))
  }

  @Test func `a closure that returns the same store twice is told to make one`() async throws {
    let store = makeQuantity()
    let failures = try await recordingFailures {
      _ = try await StateSpace(inputs: [.plus, .minus]) { store }
    }
    #expect(
      failures.map(\.headline) == ["In the state space of Quantity: The closure has returned a store that has ended."]
    )
  }

  @Test func `a closure that returns a store that has ended throws`() async throws {
    let store = makeQuantity()
    await store.finish()
    let failures = await recordingFailures {
      await #expect(throws: (any Error).self) { _ = try await StateSpace(inputs: [.plus]) { store } }
    }
    #expect(failures.map(\.headline) == ["The closure has returned a store that has ended."])
  }

  @Test func `stores that begin differently are named with what differs`() async throws {
    var number = 0
    let reports = try await recordingReports {
      try await findBugs(inputs: [.plus], within: .seconds(600)) {
        number += 1
        return TestStore(initialState: Quantity.State(items: [Quantity.Item(id: number, quantity: 0)])) {
          Quantity(least: 0)
        }
      }
    }
    #expect(reports.map(\.isWarning) == [true], "a suspect would say nothing")
    #expect(
      reports.first?.headline.hasPrefix(
        """
        The search for bugs of Quantity has seen a part of it. It stopped where situations that look alike went on \
        differently: two stores begin differently: items
        """
      ) == true,
      "\(reports.map(\.headline))"
    )
  }

  @Test func `a gate without answers hides a part of a feature`() async throws {
    let reports = try await recordingReports {
      try await findBugs(inputs: [.asked], within: .seconds(600)) {
        let gate = Gate<Void, Int, Never>("ask")
        return TestStore(initialState: Question.State()) { Question { await gate() } }
      }
    }
    #expect(
      reports.map(\.headline) == [
        """
        The search for bugs of Question has seen a part of it. It stopped at gate "ask", whose calls have no 'answers:'.
        """
      ]
    )
  }

  @Test func `an exploration ends when its time is over and it has taken its first steps, also in the middle of a run`()
    async throws
  {
    var report: BugReport?
    let steps = Mutex(0)
    _ = try await recordingReports {
      report = try await findBugs(
        inputs: [1, 1_000, 1_000_000],
        within: .nanoseconds(1),
        bounds: SpaceBounds(depth: 10_000)
      ) {
        TestStore(initialState: 0) {
          Reduce { state, number in
            steps.withLock { $0 += 1 }
            state += number
            return .none
          }
        }
      }
    }
    #expect(report?.report.cut == "when its time was over")
    // A reducer runs twice for each step.
    #expect(steps.withLock(\.self) / 2 - 10_000 < 100, "a run takes more than 400 steps")
  }

  @Test func `a state that isn't equal to itself is named`() async throws {
    let space = try await StateSpace(inputs: [.measured]) {
      TestStore(initialState: Measurement.State(value: .nan)) { Measurement() }
    }
    var report = SpaceReport()
    _ = await recordingFailures { report = space.check() }
    #expect(report.cut == "at a state that isn't equal to itself, as with a number that is 'nan'")
  }

  @Test(arguments: [(-1, ["items[id: 1].quantity goes one below zero"]), (0, []), (-3, [])])
  func `a number that goes one below zero is a suspect`(least: Int, complaints: [String]) async throws {
    let space = try await StateSpace(inputs: [.plus, .minus]) { makeQuantity(least: least) }
    #expect(space.promises().suspects.map(\.complaint) == complaints)
  }

  @Test func `a call that outlasts its cancellation makes no situation of its own`() async throws {
    let space = try await StateSpace(inputs: [.asked, .left]) {
      let gate = Gate<Void, Int, Never>("ask") { _ in [.success(1)] }
      return TestStore(initialState: Question.State()) { Question(isCancelled: true) { await gate() } }
    }
    // Nothing is asked, it is asked, or it is answered.
    #expect(space.check().states == 3)
  }

  @Test func `an effect has sent a message also if that is dropped`() async throws {
    let exploration = LiveExploration<Question>(
      {
        let gate = Gate<Void, Int, Never>("ask") { _ in [.success(1)] }
        return TestStore(initialState: Question.State()) { Question(isCancelled: true) { await gate() } }
      },
      { _ in [.asked, .left] },
      within: SpaceBounds(),
      until: nil,
      unless: { false },
      by: LiveDistinction(),
      CallSite()
    )
    try await exploration.onNewStore(isolation: nil) { live in
      await live.begin()
      _ = try await live.take(.command(0), isKnown: true)
      let asking = live.session.waits.map(\.token.id)
      #expect(asking.count == 1)
      let (count, state) = (live.session.log.count, live.session.engine.state)
      _ = try await live.take(.command(1), isKnown: true)
      #expect(live.events(after: count, from: state).senders == Set(asking))
    }
  }

  @Test func `a finding's test answers the calls that outlast a cancellation`() async throws {
    let kind = PromiseKind<Question>.situations("what was left stays so") { space in
      space.isRunning("ask") ? space.isAsking : nil
    }
    var report: BugReport?
    _ = try await recordingReports {
      report = try await findBugs(
        kind,
        inputs: [.asked, .left],
        within: .seconds(600)
      ) {
        let gate = Gate<Void, Int, Never>("ask") { _ in [.success(1)] }
        return TestStore(initialState: Question.State()) { Question { await gate() } }
      }
    }
    let finding = try #require(report?.findings.first { $0.complaint == "not so: what was left stays so" })
    #expect(
      finding.test.suffix(3) == [
        "await ask.succeed(with: 1)", "await store.receive(.answered(1)) { $0.answer = 1 }", "await store.finish()",
      ],
      "\(finding.test)"
    )
  }
}
