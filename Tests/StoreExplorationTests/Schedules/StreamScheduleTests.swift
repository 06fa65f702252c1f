import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import TestSupport
import Testing

@Suite struct StreamScheduleTests {
  @Test func `an exploration finds the race of an element with an answer`() async throws {
    for isMended in [true, false] {
      var report: ScheduleReport?
      let failures = try await recordingFailures {
        report = try await explore {
          let store = Ticker.store(isMended: isMended)
          store.exhaustivity = .off
          store.gate("prices", at: \.quotes.prices) { _ in [.element(5)] }
          store.gate("name", at: \.quotes.name) { _ in [.success("ACME")] }
          await store.send(.watch("A"))
          await store.settle()
          store.assert {
            $0.price = 5
            $0.name = "ACME"
          }
          await store.cancelInFlightEffects()
        }
      }
      #expect(failures.isEmpty == isMended)
      #expect(try #require(report).isComplete == isMended)
    }
  }

  @Test func `an exploration gives each answer once, in every order`() async throws {
    let ends = Recorder<String>()
    let report = try await explore {
      let store = Ticker.store()
      store.exhaustivity = .off
      store.gate("prices", at: \.quotes.prices) { _ in [.element(1), .element(2), .failure(Ticker.Lost())] }
      let name = store.gate("name", at: \.quotes.name)
      store.always("ends") { _, _, new in
        if let problem = new.problem { ends.record("\(new.price) \(problem)") }
        return true
      }
      await store.send(.watch("A"))
      await store.settle()
      await name.succeed(with: "ACME")
      await store.cancelInFlightEffects(strict: false)
    }
    #expect(report.isComplete)
    // Nothing, one or both elements may come before the error, in either order.
    #expect(Set(ends.values).isSuperset(of: ["2 Lost()", "1 Lost()", "0 Lost()"]))
  }

  @Test func `a yield of the test is a step, which later deliveries may follow`() async throws {
    let report = try await explore {
      let store = Ticker.store()
      let prices = store.gate("prices", at: \.quotes.prices)
      let name = store.gate("name", at: \.quotes.name)
      await store.send(.watch("A"))
      await prices.yield(1)
      await name.succeed(with: "ACME")
      await store.receive(unordered: [.price(1), .name("ACME")]) {
        $0.price = 1
        $0.name = "ACME"
      }
      await prices.finish()
      await store.receive(.ended("closed")) { $0.problem = "closed" }
      await store.finish()
    }
    #expect(report.isComplete)
    #expect(report.scheduleCount > 1)
  }

  @Test func `a sequence chooses among the answers, and writes them`() async throws {
    let failures = await recordingFailures {
      _ = await checkSequences(runs: 50, steps: 8, seed: 1) {
        let store = Ticker.store(isMended: false)
        store.gate("prices", at: \.quotes.prices) { _ in [.element(5), .finish, .failure(Ticker.Lost())] }
        store.gate("name", at: \.quotes.name) { _ in [.success("ACME")] }
        store.always("a price stays") { old, _, new in old.price == 0 || new.price != 0 }
        return store
      } commands: {
        Command.send(.watch("A"))
        Command.send(.stop)
      }
    }
    #expect(failures.count == 1)
    let details = failures.first?.details ?? ""
    #expect(details.contains("let prices = store.gate(\"prices\", as: StreamGate<String, Int, any Error>.self)"))
    #expect(details.contains("await prices.yield(5)"))
  }

  @Test func `a sequence finishes, fails and repeats elements`() async throws {
    let seen = Recorder<String>()
    let report = await checkSequences(runs: 50, steps: 12, seed: 1) {
      let store = Ticker.store()
      store.gate("prices", at: \.quotes.prices) { _ in [.element(5), .finish, .failure(Ticker.Lost())] }
      store.gate("name", at: \.quotes.name) { _ in [.success("ACME")] }
      store.always("seen") { _, message, _ in
        seen.record("\(message)")
        return true
      }
      return store
    } commands: {
      Command.send(.watch("A"))
      Command.send(.stop)
    }
    #expect(report.hasPassed)
    let all = Set(seen.values)
    #expect(zip(seen.values, seen.values.dropFirst()).contains { $0.contains("price(5)") && $1.contains("price(5)") })
    #expect(all.contains { $0.contains("price(5)") })
    #expect(all.contains { $0.contains("closed") })
    #expect(all.contains { $0.contains("Lost()") })
  }
}
