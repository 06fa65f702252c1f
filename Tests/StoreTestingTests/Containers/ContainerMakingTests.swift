import StoreCore
import StoreDependencies
import TestSupport
import Testing

@testable import StoreTesting

/// A view model that begins to work when it is made.
private final class Beginner: StateStore<[String], String> {
  @Dependency(\.continuousClock) private var clock

  /// Makes a model that has changed, has spoken, and has left three tasks behind.
  init(outputPolicy: OutputPolicy = .drop) {
    super.init(state: [], outputPolicy: outputPolicy)
    state = ["made"]
    emit("made")
    Task { state.append("task") }
    Task.detached { await self.append("detached") }
    Task { try await later() }
  }

  func append(_ text: String) { state.append(text) }

  /// Adds to the state a second later.
  private func later() async throws {
    try await clock.sleep(for: .seconds(1))
    state.append("later")
  }
}

@MainActor
@Suite struct ContainerMakingTests {
  @Test(arguments: repetitions(20))
  func `the changes of an initialiser are part of the initial state, and those of its tasks are received`(copy: Int)
    async
  {
    let store = TestStore { Beginner() }
    #expect(store.state == ["made"])
    await store.receiveChange { $0.append("task") }
    await store.receiveChange { $0.append("detached") }
    await store.clock.advance(by: .seconds(1))
    await store.receiveChange { $0.append("later") }
    await store.finish()
  }

  @Test func `changes that an initialiser's tasks make must be received before the first call`() async {
    let failures = await recordingFailures {
      let store = TestStore { Beginner() }
      await store.call("append") { $0.append("called") }  // Fails: unhandledFeedback
      await store.receiveChange { $0.append("called") }
      await store.clock.advance(by: .seconds(1))
      await store.receiveChange { $0.append("later") }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a task of an initialiser that still runs at the end is reported at the line of the store`() async {
    let failures = await recordingFailures {
      let store = TestStore { Beginner() }  // Fails: effectInFlight
      await store.receiveChange { $0.append("task") }
      await store.receiveChange { $0.append("detached") }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.headline.hasPrefix("The effect Beginner is still running") == true)
    #expect(failures.first?.details.contains("by the start of the store (made at ContainerMakingTests.swift") == true)
    #expect(failures.first?.details.contains("the feature cancel the task that the effect has left behind.") == true)
  }

  @Test func `an output of an initialiser is dropped, unless the model keeps it for its first subscriber`() async {
    let store = TestStore { Beginner(outputPolicy: .buffer(limit: 1)) }
    await store.receiveOutput("made")
    await store.receiveChange { $0.append("task") }
    await store.receiveChange { $0.append("detached") }
    await store.clock.advance(by: .seconds(1))
    await store.receiveChange { $0.append("later") }
    await store.finish()
  }

  @Test func `an output of an initialiser is known before the first step`() async {
    let store = TestStore { Beginner(outputPolicy: .buffer(limit: 1)) }
    #expect(store.session.log.events.map(\.kind) == [.output])
    store.exhaustivity = .off
    await store.clock.advance(by: .seconds(1))
    await store.finish()
  }
}
