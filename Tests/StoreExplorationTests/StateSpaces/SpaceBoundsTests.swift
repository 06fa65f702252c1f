import StoreCore
import StoreExploration
import StoreTesting
import TestSupport
import Testing

@Suite("Incomplete state spaces")
struct SpaceBoundsTests {
  /// A number that only grows.
  private struct Endless: Reducer {
    /// The number.
    struct State: Hashable {
      var count = 0
    }

    func reduce(message: Message<Bool, Never>, into state: inout State) -> Effect<Never, Never> {
      guard case .input(let counts) = message else { return .none }
      if counts { state.count += 1 }
      return counts ? .none : .run("work") { _ in }
    }
  }

  private func space(_ inputs: [Bool], _ bounds: SpaceBounds) -> StateSpace<Endless> {
    StateSpace(initialState: Endless.State(), inputs: inputs, bounds: bounds) {
      Endless()
    } responses: { _ in
      [.ends]
    }
  }

  @Test(arguments: [
    ([true], SpaceBounds(states: 1_000), "at 1,000 states"),
    ([true], SpaceBounds(depth: 5), "at a depth of 5"),
    ([false], SpaceBounds(runningEffects: 3), "at 3 running effects"),
  ])
  func `a property of an incomplete space is undecided`(inputs: [Bool], bounds: SpaceBounds, cut: String) async {
    let failures = await recordingFailures {
      let report = space(inputs, bounds).check(  // Fails: undecidedProperty
        .always("not negative") { $0.count >= 0 },
        .sometimes("a start") { $0.count == 0 },
        .eventually("negative") { $0.count < 0 || $0.count >= 0 }
      )
      #expect(report.verdicts.map(\.verdict) == [.unknown, .holds, .unknown])
      #expect(report.cut == cut)
    }
    #expect(failures.locations == markedFailures())
    #expect(failures[0].headline.contains("stopped \(cut)"))
  }

  @Test func `a search that has no room for another state takes the steps of one state only`() async {
    var report: SpaceReport?
    let bounds = SpaceBounds(states: 5)
    _ = await recordingFailures {
      report = StateSpace(initialState: Jugs.State(), inputs: Jugs.Input.allCases, bounds: bounds) { Jugs() }.check()
    }
    #expect(report?.description == "5 states, 18 edges, depth 2, 0 dead ends, incomplete")
  }

  @Test func `a search that has found a failure goes on for as long again, and 200 states more`() async {
    var report: SpaceReport?
    _ = await recordingFailures {
      report = space([true], SpaceBounds()).check(.always("small") { $0.count < 5 }, .sometimes("no") { _ in false })
    }
    // It is found from the fifth state, and each state leads to another one.
    #expect(report?.states == 210)
  }

  @Test func `an incomplete space names the growing part of its state`() async {
    let failures = await recordingFailures {
      space([true], SpaceBounds(states: 10)).check(.always("not negative") { $0.count >= 0 })
    }
    #expect(failures[0].details.contains("count: 0 -> 9"))
  }

  @Test func `an incomplete space can break a property`() async {
    let failures = await recordingFailures {
      space([true], SpaceBounds(states: 10)).check(.always("small") { $0.count < 5 })
    }
    #expect(failures.kinds == [.brokenProperty])
  }

  @Test func `a space without inputs is a misuse`() async {
    // Fails: misuse
    let failures = await recordingFailures { space([], SpaceBounds()).check(.always("true") { _ in true }) }
    #expect(failures.locations == markedFailures())
    #expect(
      failures[0].text == """
        The state space of Endless has no inputs, so no event can happen in it.

        Add inputs: 'inputs' is empty for the first state, and the feature has no start effect.
        """
    )
  }

  @Test func `a space without a response to an effect fails`() async {
    let failures = await recordingFailures {
      // Fails: misuse
      StateSpace(initialState: Spinner.State(), inputs: [.load]) { Spinner() }.check(.always("true") { _ in true })
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures[0].text == """
        The state space does not say how the outside answers work, an effect of Spinner.

        Return its answers from 'responses': '.sends(...)', '.ends', or '.never' for no answer.
        """
    )
  }

  /// A reducer that rolls dice.
  private struct Random: Reducer {
    /// The number.
    struct State: Hashable {
      var number = 0
    }

    func reduce(message: Message<Bool, Never>, into state: inout State) -> Effect<Never, Never> {
      state.number = .random(in: 1...(.max))
      return .none
    }
  }

  @Test func `a reducer that returns two results is named`() async {
    let failures = await recordingFailures {
      // Fails: impureReducer
      StateSpace(initialState: Random.State(), inputs: [true]) { Random() }.check(.always("true") { _ in true })
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures[0].headline
        == "The reducer of Random is impure: it reduced true twice from the same state, with two results."
    )
    #expect(failures[0].details.hasPrefix("    • number: "))
  }

  /// A feature whose `==` ignores a part of its hash.
  private struct Careless: Reducer {
    /// A number that counts for nothing.
    struct State: Hashable {
      var ignored = 0

      /// Treats all states as equal.
      static func == (first: Self, second: Self) -> Bool { true }
    }

    func reduce(message: Message<Bool, Never>, into state: inout State) -> Effect<Never, Never> {
      state.ignored += 1
      return .none
    }
  }

  @Test func `a hash that disagrees with == is named`() async {
    let failures = await recordingFailures {
      // Fails: misuse
      StateSpace(initialState: Careless.State(), inputs: [true]) { Careless() }.check(.always("true") { _ in true })
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures[0].text == """
        The hash of Careless.State disagrees with its '==': two states are equal and have different hashes.

            • ignored: 0 and 1 (equal by the '==' of State)

        Let 'hash(into:)' feed only the properties that '==' compares.
        """
    )
  }

  /// A feature that has an effect once, and another one the next time.
  private struct Impure: Reducer {
    /// Nothing.
    struct State: Hashable {}

    func reduce(message: Message<Bool, Never>, into state: inout State) -> Effect<Never, Never> {
      .run("work", of: Int.random(in: 1...(.max))) { _ in }
    }
  }

  @Test func `a reducer whose effects differ is named`() async {
    let failures = await recordingFailures {
      // Fails: impureReducer
      StateSpace(initialState: Impure.State(), inputs: [true]) { Impure() }.check(.always("true") { _ in true })
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures[0].details == """
            • The effects differ.

        After:

              1. send true

        A state space needs a reducer that depends only on the message, the state and its dependencies.
        """
    )
  }

  /// A feature whose count is ignored by its `==`.
  private struct Noisy: Reducer {
    /// A remainder, and how often it was made.
    struct State: Hashable {
      /// The compared property.
      var remainder = 0

      /// The property that only the hash includes.
      var count = 0

      /// Sees the remainder only.
      static func == (first: Self, second: Self) -> Bool { first.remainder == second.remainder }
    }

    func reduce(message: Message<Bool, Never>, into state: inout State) -> Effect<Never, Never> {
      state.count += 1
      state.remainder = state.count % 5
      return .none
    }
  }

  @Test func `a search ends early in a space that a wrong hash makes endless`() async {
    let failures = await recordingFailures {
      let report = StateSpace(initialState: Noisy.State(), inputs: [true]) {
        Noisy()
      } responses: { _ in
        []
      }
      .check(.always("small") { $0.remainder < 5 })  // Fails: misuse
      #expect(report.states == 200)
    }
    #expect(failures.locations == markedFailures())
    #expect(failures[0].headline.hasPrefix("The hash of Noisy.State disagrees with its '=='"))
  }

  @Test func `a failure shows the beginning and the end of a very long path`() async {
    let failures = await recordingFailures {
      space([true], SpaceBounds()).check(.always("below two thousand") { $0.count < 2_000 })
    }
    #expect(failures.first?.headline == "Endless violates \"below two thousand\": it fails after 2,000 steps.")
    let lines = failures.first?.details.split(separator: "\n").map { $0.drop { $0 == " " } } ?? []
    #expect(lines.filter { $0.hasSuffix("… 1,900 steps") } == ["… 1,900 steps", "// … 1,900 steps"])
    #expect(lines.contains("count: 49 -> 50"))
    #expect(!lines.contains("count: 50 -> 51"))
    #expect(!lines.contains("count: 1949 -> 1950"))
    #expect(lines.contains("count: 1950 -> 1951"))
    #expect(lines.contains("2000. send true"))
  }

  /// A feature with two distant states that are equal and have different hashes.
  private struct Distant: Reducer {
    /// A number of which the sign counts for nothing.
    struct State: Hashable {
      var number = 0

      /// Ignores the sign.
      static func == (first: Self, second: Self) -> Bool { abs(first.number) == abs(second.number) }

      /// Includes the sign.
      func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    func reduce(message: Message<Int, Never>, into state: inout State) -> Effect<Never, Never> {
      if case .input(let step) = message, abs(state.number + step) < 5 { state.number += step }
      return .none
    }
  }

  @Test func `a hash that disagrees with == in distant states is named`() async {
    let failures = await recordingFailures {
      // Fails: misuse
      StateSpace(initialState: Distant.State(), inputs: [1, -1]) { Distant() }.check(.always("true") { _ in true })
    }
    #expect(failures.locations == markedFailures())
    #expect(failures[0].headline.hasPrefix("The hash of Distant.State disagrees with its '=='"))
  }

  /// A feature that sends itself feedback for ever, once it is awake.
  private struct Echo: Reducer {
    /// Whether it is awake.
    struct State: Hashable {
      var isAwake = false
    }

    enum Input: Hashable { case wake, call }

    /// The feedback that it sends itself.
    enum Feedback: Hashable { case ping, pong }

    func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
      switch message {
      case .input(.wake):
        state.isAwake = true
        return .none
      case .input(.call): return state.isAwake ? .feedback(.ping) : .none
      case .feedback(.ping): return .feedback(.pong)
      case .feedback(.pong): return .feedback(.ping)  // Here: pong
      }
    }
  }

  @Test func `a feature that sends itself feedback endlessly is named, with the path to it`() async {
    let failures = await recordingFailures {
      let report = StateSpace(initialState: Echo.State(), inputs: [.wake, .call]) { Echo() }
        .check(.always("true") { _ in true })  // Fails: livelock
      #expect(report.verdicts.map(\.verdict) == [.unknown])
      #expect(!report.isComplete)
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures[0].text == """
        Echo sends feedback to itself endlessly: the search has reduced 10,000 such messages in a row.

        The last are .pong, .ping, .pong, .ping. They were made at SpaceBoundsTests.swift:\(markedLine("pong")).

        After:

              1. send .wake
                   isAwake: false -> true
              2. send .call

        Let the feature stop, or wait on a clock.
        """
    )
  }
}
