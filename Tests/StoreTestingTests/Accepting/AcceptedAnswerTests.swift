import StoreTesting
import TestSupport
import Testing

@testable import StoreTesting

/// What a run that accepts changes makes of answers to calls.
@Suite struct AcceptedAnswerTests {
  private let gate = Gate<Void, String, any Error>("gate")

  private func makeStore() -> TestStore<Runner> {
    TestStore(initialState: Runner.State()) { [gate] in
      Runner { send in await send(try await gate()) }
    }
  }

  @Test func `the effects of an answer are asserted behind it`() async {
    var patch = ""
    let failures = await recordingFailures {
      patch = await printedPatch {
        let store = makeStore()
        await store.send(.go)
        await gate.succeed(with: "a")
        await store.send(.idle)
        await store.finish()
      }
    }
    #expect(failures.map(\.kind) == [.acceptedChange])
    let lines = patch.split(separator: "\n").map { String($0.dropFirst().drop { $0 == " " }) }
    let step = lines.firstIndex(of: #"await gate.succeed(with: "a")"#)
    #expect(step.map { lines[$0 + 1] } == #"await store.receive("a") { $0.log = ["a"] }"#, "\(patch)")
  }

  @Test func `a failure after an answer does not withhold what the answer caused`() async {
    let (change, failures) = await acceptedChangeAndFailures {
      let store = makeStore()
      await store.send(.go)
      await gate.succeed(with: "a")
      await gate.succeed(with: "b", skipping: -1)
      await store.send(.idle)
      await store.finish()
    }
    #expect(failures.map(\.kind) == [.misuse, .acceptedChange])
    #expect(change.added == [#"await store.receive("a") { $0.log = ["a"] }"#], "\(change)")
  }

  @Test func `an answer to what the feature has never called stays`() async {
    let (change, failures) = await acceptedChangeAndFailures {
      let store = makeStore()
      await store.send(.idle)
      await gate.succeed(with: "a")
      await store.finish()
    }
    #expect(failures.map(\.kind) == [.missingCall])
    #expect(change.removed == [])
  }
}
