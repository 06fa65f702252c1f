import Foundation
import StoreCore
import StoreDependencies
import TestSupport
import Testing

@testable import StoreTesting

/// A feature whose only effect is given by a test, without a name.
private typealias UnnamedEffectFeature = Machine<Int, Bool, String, Never>

/// An error.
private struct Broken: Error {}

/// Texts of failures in special cases.
@Suite struct WordingTests {
  /// The failures of a store whose effect has no name.
  private func failures(
    _ work: @escaping @Sendable (Send<String>) async throws -> Void,
    _ steps: (TestStore<UnnamedEffectFeature>) async -> Void = { _ in }
  ) async -> [TestFailure] {
    await recordingReports {
      let store = TestStore(initialState: 0) {
        UnnamedEffectFeature { message, _ in
          if case .input = message { .run(operation: work) } else { .none }
        }
      }
      await store.send(true)
      await steps(store)
      await store.finish()
    }
  }

  @Test func `a failure names an effect without a name by its place, once`() async {
    let thrown = await failures { _ in throw Broken() }
    #expect(thrown.first?.headline.contains(/^The effect at WordingTests.swift:\d+ threw an error/) == true)
    let running = await failures { _ in try await sleep(for: .seconds(1)) }
    #expect(running.first?.headline.contains(/^The effect at WordingTests.swift:\d+ is still running/) == true)
    let missing = await failures({ _ in }) { await $0.receiveEffect("load") }
    #expect(missing.first?.details.contains(/• effect at WordingTests.swift:\d+$/.anchorsMatchLineEndings()) == true)
  }

  @Test(arguments: [(1, "The test skips 1 event."), (2, "The test skips 2 events.")])
  func `a failure counts skipped events in the singular and the plural`(count: Int, headline: String) async {
    let found = await failures({ send in for _ in 0..<count { await send("a") } }) { store in
      store.exhaustivity = .off(showSkipped: true)
      await store.skipReceived()
    }
    #expect(found.map(\.headline) == [headline])
  }

  @Test func `an effect that sends and sleeps in turn is not expected to end by time`() async {
    let found = await failures { send in
      for _ in 0..<2 { await send("a") }
      while true { try await sleep(for: .seconds(1)) }
    } _: { store in
      await store.receive("a")
      await store.receive("a")
    }
    #expect(found.map(\.kind) == [.effectInFlight])
    #expect(found.first?.details.contains("advance(by") == false)
    #expect(
      found.first?.details.contains(
        "Send the input that cancels it, or cancel all effects at the end of the test:"
      ) == true
    )
  }

  @Test func `an advance is suggested with the effect that it wakes, and not for dropped feedback`() async {
    let work: @Sendable (Send<String>) async throws -> Void = { send in
      await send("a")
      try await sleep(for: .seconds(1))
    }
    let missing = await failures(work) { store in
      await store.receive("a")
      await store.receive("b")
    }
    #expect(missing.first?.details.contains("If it follows when effect at WordingTests.swift:") == true)
    #expect(missing.first?.details.contains("wakes, advance the clock first:") == true)
    let dropped = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) {
        Runner { send in
          try? await sleep(for: .seconds(1))
          await send("a")
        }
      }
      await store.send(.go)
      await store.send(.stop)
      await store.send(.go)
      await store.receive("a")
      await store.finish()
    }
    #expect(dropped.first?.details.contains("The store dropped it, because") == true)
    #expect(dropped.first?.details.contains("advance the clock") == false)
  }

  @Test func `an element that a set gains is described as inserted`() async {
    let found = await recordingReports {
      let store = TestStore(initialState: Set<Int>()) {
        Machine<Set<Int>, Int, Never, Never> { message, state in
          if case .input(let number) = message { state.insert(number) }
          return .none
        }
      }
      await store.send(1)
      await store.send(2) { $0 = [] }
      await store.finish()
    }
    #expect(found.map(\.kind) == [.unexpectedState, .unexpectedState])
    #expect(found.allSatisfy { !"\($0)\($0.lastEvents)".contains("nothing") })
    #expect(found.last?.details.contains("• not expected: 2") == true)
  }

  @Test func `a failure names all calls for which an effect waits`() async {
    let store = TestStore(initialState: 0) {
      Machine<Int, Gate<Int, Int, any Error>, Int, Never> { message, _ in
        guard case .input(let gate) = message else { return .none }
        return .run("ask") { _ in
          async let first = gate(1)
          async let second = gate(2)
          _ = try await (first, second)
        }
      }
    }
    let gate = Gate<Int, Int, any Error>("ask")
    await store.send(gate)
    #expect(store.inFlightEffects.first.map { "\($0.waitingOn)" } == "waits for the answer to 'ask(1)', 'ask(2)'")
    await gate.succeed(with: 1)
    await gate.succeed(with: 2)
    await store.receiveEffect("ask")
    await store.finish()
  }

  @Test func `a misspelt gate name lists the existing gates`() async {
    let store = TestStore(initialState: 0) {
      Machine<Int, Gate<Int, Int, any Error>, Int, Never> { message, _ in
        guard case .input(let gate) = message else { return .none }
        return .run("ask") { _ in _ = try await gate(1) }
      }
    }
    let gate = Gate<Int, Int, any Error>("dial")
    await store.send(gate)
    let failures = await recordingFailures {
      await store.gate("dail", as: Gate<Int, Int, any Error>.self).succeed(with: 1)
    }
    #expect(failures.map(\.kind) == [.missingCall])
    #expect(failures.first?.details.contains("The gates of the store:\n\n• 'dial'") == true)
    await gate.succeed(with: 1)
    await store.receiveEffect("ask")
    await store.finish()
  }

  @Test func `a built-in dependency has only the advice to override it`() async {
    let failures = await recordingFailures { _ = DependencyValues.current.uuid }
    #expect(failures.map(\.kind) == [.unimplementedDependency])
    #expect(failures.first?.details == "Override it with 'withDependencies { $0.uuid = ... }'.")
  }

  @Test func `a feature is called by its own name, with any operators around it`() async {
    let store = TestStore(initialState: Runner.State()) {
      Runner().dependency(\.timeZone, .gmt).dependency(\.timeZone, .gmt).intercepting { $2($0, &$1) }
    }
    #expect(featureName(of: type(of: Runner().dependency(\.timeZone, .gmt))) == "Runner")
    await store.finish()
  }

  @Test func `receiving at .off(showSkipped: true) names the events that it skips`() async {
    let reports = await recordingReports {
      let store = TestStore(initialState: Runner.State()) {
        Runner { send in for text in ["a", "b", "c", "d", "e"] { await send(text) } }
      }
      store.exhaustivity = .off(showSkipped: true)
      await store.send(.go)
      await store.receive("c") { $0.log = ["a", "b", "c"] }  // Fails: skippedAssertion
      await store.receive(unordered: ["e"]) { $0.log = ["a", "b", "c", "d", "e"] }  // Fails: skippedAssertion
      await store.finish()
    }
    #expect(reports.locations == markedFailures())
    #expect(reports.allSatisfy { $0.isWarning })
    #expect(
      reports.first?.text == """
        The test leaves 2 events unasserted before the feedback that it receives.

            • feedback "a", sent by work
            • feedback "b", sent by work
        """
    )
  }
}
