import Foundation
import StoreTesting
import Testing

@testable import ArticleApp

/// The streams of the article's stores.
@MainActor
struct StreamsTests {
  private func makeListener() -> TestStore<ContainerFeature<ModelContainer<Listener, [String]>, [String], Never>> {
    let store = TestStore(of: Listener(), projection: \.heard)
    // A listener waits for its stream, which no gate of the test controls.
    store.timeout = .milliseconds(100)
    return store
  }

  @Test func `the article's demonstration prints neither its first state nor its output`() async {
    let failures = await recordingFailures {
      let store = TestStore(of: Demonstration(), projection: \.lines)
      store.timeout = .milliseconds(100)
      await store.call { $0.run() }
      await store.receiveChange { $0 = ["New state 0", "New state 1", "New output somethingHappened"] }
      await store.finish()
    }
    #expect(failures.map(\.kind) == [.unexpectedState])
    #expect(failures.first?.headline.contains(#"["New state 1"]"#) == true)
  }

  @Test func `the second of two outputs is lost`() async {
    let failures = await recordingFailures {
      let store = makeListener()
      await store.call { $0.listenToOutputs() }
      await store.call {
        $0.store.send(output: 1)
        $0.store.send(output: 2)
      }
      await store.receiveChange { $0 = ["output 1"] }
      await store.receiveChange { $0 = ["output 1", "output 2"] }
      await store.finish()
    }
    #expect(failures.map(\.kind) == [.timedOut])
  }

  @Test func `a state between two others is lost`() async {
    let failures = await recordingFailures {
      let store = makeListener()
      await store.call { $0.listenToStates() }
      await store.receiveChange { $0 = ["state 0"] }
      await store.call { for state in 1...3 { $0.store.state = state } }
      await store.receiveChange { $0 = ["state 0", "state 1", "state 2", "state 3"] }
      await store.finish()
    }
    #expect(failures.map(\.kind) == [.unexpectedState])
    #expect(failures.first?.details.contains(#""state 2""#) == true)
  }

  @Test func `who is told of a new state reads the old one`() async {
    let failures = await recordingFailures {
      let store = makeListener()
      await store.call { $0.observe() }
      await store.receiveChange { $0 = ["0 while the state is 0"] }
      await store.call { $0.store.state = 1 }
      await store.receiveChange { $0.append("1 while the state is 1") }
      await store.finish()
    }
    #expect(failures.map(\.kind) == [.unexpectedState])
    #expect(failures.first?.headline.contains("1 while the state is 0") == true)
  }

  @Test func `a state that stays as it is is told`() async {
    let failures = await recordingFailures {
      let store = makeListener()
      await store.call { $0.observe() }
      await store.receiveChange { $0 = ["0 while the state is 0"] }
      await store.call { $0.store.state = 0 }
      await store.finish()
    }
    #expect(failures.map(\.kind) == [.unhandledFeedback])
  }

  // On Linux, the main actor leaves the main thread.
  @Test func `the check of the thread fails on the main actor`() async {
    let store = makeListener()
    await store.call { $0.store.state = 1 }
    MainActor.assertIsolated()
    #expect(failedAssertions.contains("Not on main thread") != Thread.isMainThread)
    await store.finish()
  }

  @Test func `any code may replace a stream`() async {
    let failures = await recordingFailures {
      let store = makeListener()
      await store.call { $0.store.outputStream = Store<Int, Int>(state: 0).outputStream }
      await store.call { $0.listenToOutputs() }
      await store.call { $0.store.send(output: 1) }
      await store.receiveChange { $0 = ["output 1"] }
      await store.finish()
    }
    #expect(failures.map(\.kind) == [.timedOut])
  }
}

/// A view that listens to a store.
@MainActor
private final class Listener {
  let store = Store<Int, Int>(state: 0)

  private(set) var heard: [String] = []

  func listenToStates() {
    Task { for await state in store.stateStream { heard.append("state \(state)") } }
  }

  func listenToOutputs() {
    Task { for await output in store.outputStream { heard.append("output \(output)") } }
  }

  func observe() {
    store.$state.sink { [unowned self] state in heard.append("\(state) while the state is \(store.state)") }
  }
}
