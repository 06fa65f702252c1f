import StoreCore
import TestSupport
import Testing

@testable import StoreTesting

/// Who has opened a stream, and who reads it.
@Suite struct StreamOpeningTests {
  private let numbers = StreamGate<Void, Int, Never>("numbers")

  @Test func `a stream that is released before an effect has read it counts for nothing`() {
    _ = numbers()
    let second = numbers()
    #expect(numbers.opened.map(\.number) == [2])
    #expect(numbers.listeners.map(\.number) == [2])
    withExtendedLifetime(second) {}
  }

  @Test func `the effect that reads a stream of its reducer listens`() async {
    let store = TestStore(initialState: 0) {
      Machine<Int, Int, Int, Never> { [numbers] message, state in
        switch message {
        case .input:
          let stream = numbers()
          return .run("read") { send in for await number in stream { await send(number) } }
        case .feedback(let number):
          state += number
          return .none
        }
      }
    }
    await store.send(0)
    #expect(numbers.opened.map(\.effect?.name) == ["read"])
    await numbers.yield(5)
    await store.receive(5) { $0 = 5 }
    await numbers.finish()
    await store.finish()
  }

  @Test func `a cancelled effect can't listen any more`() async {
    let listeners = Recorder<Int>()
    let store = TestStore(initialState: Runner.State()) {
      Runner { [numbers] _ in
        try? await sleep(for: .seconds(1))
        let stream = numbers()
        for await _ in stream {}
        listeners.record(numbers.listeners.count)
        withExtendedLifetime(stream) {}
      }
    }
    await store.send(.go)
    await store.send(.stop)
    #expect(listeners.values == [0])
    await store.finish()
  }

  @Test func `a task of the test has read all elements when the yield returns`() async {
    let numbers = StreamGate<Void, Int, Never>("numbers")
    let read = Recorder<Int>()
    // Without a wait for the task, the yield returns long before.
    let turns = Runtime.isAccelerated ? 1_000 : 0
    _ = Task {
      for await number in numbers() {
        for _ in 0..<turns { await Task.yield() }
        read.record(number)
      }
    }
    // The portable runtime doesn't order the tasks.
    await TestClock().advance()
    await numbers.yield(1)
    #expect(read.values == [1])
    await numbers.finish()
    #expect(numbers.opened.map(\.end) == [.finished])
  }
}
