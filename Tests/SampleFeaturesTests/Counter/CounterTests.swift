import SampleFeatures
import StoreExploration
import StoreTesting
import Testing

@Suite("Counter", .mutants(of: Counter.self), .coverage(of: Counter.self, minimum: 1))
struct CounterTests {
  struct OutOfNumbers: Error {}

  @Test(arguments: [0, 1, -1, 41, -1_000])
  func `The counter counts up and down, from any number`(from start: Int) async {
    let store = TestStore(initialState: Counter.State(count: start)) { Counter() }

    await store.send(.increment) { $0.count = start + 1 }
    await store.send(.decrement) { $0.count = start }
    await store.send(.decrement) { $0.count = start - 1 }
    await store.finish()
  }

  @Test func `Counting stops at the largest and the smallest number`() async {
    let store = TestStore(initialState: Counter.State(count: .max - 1)) {
      Counter()
    } withDependencies: {
      $0.randomNumberClient.number = { .min }
    }

    await store.send(.increment) { $0.count = .max }
    await store.send(.increment)
    await store.send(.randomNumberTapped) { $0.request = .running }
    await store.receive(.randomNumberDrawn(.success(.min))) {
      $0.request = .none
      $0.count = .min
    }
    await store.send(.decrement)
    await store.finish()
  }

  @Test func `A new counter shows zero and runs no request`() {
    #expect(Counter.State() == Counter.State(count: 0, request: .none))
  }

  @Test func `The counter requests a random number, and shows the answer`() async {
    let store = TestStore(initialState: Counter.State(count: 3)) {
      Counter()
    } withDependencies: {
      $0.randomNumberClient.number = { 42 }
    }
    store.exhaustivity = .strict

    await store.send(.randomNumberTapped) { $0.request = .running }
    await store.receiveEffect("randomNumber")
    await store.receive(.randomNumberDrawn(.success(42))) {
      $0.request = .none
      $0.count = 42
    }
    await store.finish()
  }

  @Test func `A second request during a running one is ignored`() async {
    let clock = TestClock()
    let store = TestStore(initialState: Counter.State()) {
      Counter()
    } withDependencies: {
      $0.randomNumberClient.number = {
        try await clock.sleep(for: .seconds(1))
        return 7
      }
    }
    store.exhaustivity = .strict

    await store.send(.randomNumberTapped) { $0.request = .running }
    await store.receiveEffect("randomNumber")
    await store.send(.randomNumberTapped)
    await clock.advance(by: .seconds(1))
    await store.receive(.randomNumberDrawn(.success(7))) {
      $0.request = .none
      $0.count = 7
    }
    await store.finish()
  }

  @Test(arguments: [.none, .running, .failed(.interrupted)] as [Counter.Request])
  func `The counter counts in every status of a request`(during request: Counter.Request) async {
    let store = TestStore(initialState: Counter.State(request: request)) { Counter() }

    await store.send(.decrement) { $0.count = -1 }
    await store.send(.increment) { $0.count = 0 }
    await store.finish()
  }

  @Test func `Counting continues while a number is drawn, and the number replaces the count`() async {
    let clock = TestClock()
    let store = TestStore(initialState: Counter.State()) {
      Counter()
    } withDependencies: {
      $0.randomNumberClient.number = {
        try await clock.sleep(for: .seconds(1))
        return 7
      }
    }

    await store.send(.randomNumberTapped) { $0.request = .running }
    await store.send(.increment) { $0.count = 1 }
    await clock.advance(by: .seconds(1))
    await store.receive(.randomNumberDrawn(.success(7))) {
      $0.request = .none
      $0.count = 7
    }
    await store.finish()
  }

  @Test func `A failure keeps the count and shows its reason, and the next request can succeed`() async {
    let store = TestStore(initialState: Counter.State(count: 5)) {
      Counter()
    } withDependencies: {
      $0.randomNumberClient.number = { throw OutOfNumbers() }
    }

    await store.send(.randomNumberTapped) { $0.request = .running }
    await store.receive(.randomNumberDrawn(.failure(.unavailable("OutOfNumbers()")))) {
      $0.request = .failed(.unavailable("OutOfNumbers()"))
    }
    await store.send(.increment) { $0.count = 6 }

    store.dependencies.randomNumberClient.number = { 1 }
    await store.send(.randomNumberTapped) { $0.request = .running }
    await store.receive(.randomNumberDrawn(.success(1))) {
      $0.request = .none
      $0.count = 1
    }
    await store.finish()
  }

  @Test func `A client that throws a cancellation error does not leave the request running for ever`() async {
    let store = TestStore(initialState: Counter.State()) {
      Counter()
    } withDependencies: {
      $0.randomNumberClient.number = { throw CancellationError() }
    }

    await store.send(.randomNumberTapped) { $0.request = .running }
    await store.receive(.randomNumberDrawn(.failure(.interrupted))) { $0.request = .failed(.interrupted) }
    await store.finish()
  }

  @Test func `A test without a client fails`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Counter.State()) { Counter() }
      store.exhaustivity = .off
      await store.send(.randomNumberTapped)
      await store.finish()
    }
    #expect(failures.map(\.kind) == [.unimplementedDependency])
    #expect(failures.first?.headline.contains("RandomNumberClient.number") == true)
  }

  @Test func `An error has a readable reason`() {
    #expect(RandomNumberError.interrupted.text == "The draw was interrupted.")
    #expect(RandomNumberError.unavailable("No luck.").text == "There is no random number: No luck.")
  }
}
