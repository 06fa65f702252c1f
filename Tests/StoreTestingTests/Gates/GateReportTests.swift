import TestSupport
import Testing

@testable import StoreTesting

/// What a gate reports of a wrong answer, and to whom.
@Suite struct GateReportTests {
  private func makeStore() -> TestStore<GatedFeature> {
    TestStore(initialState: GatedFeature.State()) { GatedFeature() }
  }

  @Test func `an answer behind more calls than wait asks for the answer to the last one`() async {
    let store = makeStore()
    let find = store.gate("find", at: \.gatedClient.find)
    await store.send(.find("a"))
    await store.send(.find("b"))
    let failures = await recordingFailures {
      await find.succeed(with: 1, skipping: 3)  // Fails: missingCall
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.details.hasSuffix(
        """
        Calls that were answered or cancelled wait no longer.

        If the feature is right, answer the call that waits:

            await find.succeed(with: 1, skipping: 1)
        """
      ) == true,
      "\(failures.first?.details ?? "")"
    )
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test(arguments: [0, 1])
  func `an answer that no call can get is to be deleted`(count: Int) async {
    let store = makeStore()
    let find = store.gate("find", at: \.gatedClient.find)
    await store.send(.find("a"))
    await find.succeed(with: 1)
    await store.receive(.answered("a: 1")) { $0.answers = ["a: 1"] }
    let failures = await recordingFailures {
      await find.succeed(with: 2, skipping: count)  // Fails: missingCall
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.details.hasSuffix("If the feature is right, delete this line.") == true)
    await store.finish()
  }

  @Test func `a wrong answer is a step of the store`() async {
    let store = makeStore()
    let find = store.gate("find", at: \.gatedClient.find)
    await store.send(.find("a"))
    let failures = await recordingFailures {
      await find.succeed(with: 1, skipping: -1)  // Here
    }
    #expect(failures.kinds == [.misuse])
    #expect(store.session.environment.step.line == markedLine())
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test(arguments: [false, true])
  func `a wrong answer is a failure of the store whose effect has called last`(isStream: Bool) async {
    let gate = Gate<Void, String, any Error>("gate")
    let stream = StreamGate<Void, String, Never>("stream")
    let stores = (0..<2).map { _ in
      TestStore(initialState: Runner.State()) {
        Runner { _ in
          if isStream { for await _ in stream() {} } else { _ = try await gate() }
        }
      }
    }
    for store in stores { await store.send(.go) }
    let failures = await recordingFailures {
      if isStream {
        await stream.yield("a", skipping: -1)
      } else {
        await gate.succeed(with: "a", skipping: -1)
      }
    }
    #expect(failures.kinds == [.misuse])
    #expect(stores.map { $0.session.environment.reporter.hasFailed } == [false, true])
    for store in stores {
      await store.cancelInFlightEffects()
      await store.finish()
    }
  }
}
