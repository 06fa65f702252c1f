import Foundation
import StoreCore
import StoreDependencies
import StoreTesting
import TestSupport
import Testing

/// A view model of a list that is loaded, and loaded again a second later.
private final class ListModel: StateStore<ListModel.Phase, String> {
  /// The progress.
  enum Phase: Equatable, Sendable {
    case idle, loading
    case loaded([String])
    case failed
  }

  /// The possible errors.
  struct Broken: Error {}

  private let client: @Sendable () async throws -> [String]

  @Dependency(\.continuousClock) private var clock

  /// Makes a model that has loaded nothing.
  init(_ client: @escaping @Sendable () async throws -> [String] = { ["a"] }) {
    self.client = client
    super.init(state: .idle)
  }

  /// Loads the list, and emits an output.
  func load() async {
    state = .loading
    do {
      let list = try await client()
      state = .loaded(list)
      emit("loaded \(list.count)")
    } catch {
      state = .failed
    }
  }

  /// Loads the list after some seconds.
  func loadLater(after seconds: Int = 1) async throws {
    try await clock.sleep(for: .seconds(seconds))
    await load()
  }

  func clear() {
    state = .idle
    emit("cleared")
  }

  func fail() throws { throw Broken() }

  func start() {
    Task { try await loadLater() }
  }
}

@MainActor
@Suite struct TestStoreContainerTests {
  @Test(arguments: repetitions(20))
  func `every change and every output of a call are received, in one order`(copy: Int) async {
    let store = TestStore { ListModel() }
    await store.call("load") { await $0.load() }
    await store.receiveChange { $0 = .loading }
    await store.receiveChange { $0 = .loaded(["a"]) }
    await store.receiveOutput("loaded 1")
    #expect(store.state == .loaded(["a"]))
    await store.call("clear") { $0.clear() }
    await store.receiveChange { $0 = .idle }
    await store.receiveOutput("cleared")
    await store.finish()
  }

  @Test func `a method that sleeps continues when the test advances its clock, under the test's dependencies`() async {
    let store = TestStore { ListModel() }
    await store.call("later") { try await $0.loadLater() }
    await store.clock.advance(by: .milliseconds(999))
    #expect(store.inFlightEffects.map(\.name) == ["later"])
    await store.clock.advance(by: .milliseconds(1))
    await store.receiveChange { $0 = .loading }
    await store.receiveChange { $0 = .loaded(["a"]) }
    await store.receiveOutput("loaded 1")
    await store.finish()
  }

  @Test func `a task that outlives its method is followed`() async {
    let store = TestStore { ListModel() }
    await store.call("start") { $0.start() }
    await store.clock.advance(by: .seconds(1))
    await store.receiveChange { $0 = .loading }
    await store.receiveChange { $0 = .loaded(["a"]) }
    await store.receiveOutput("loaded 1")
    await store.finish()
  }

  @Test func `a change that the test makes itself must be received`() async {
    let failures = await recordingFailures {
      let store = TestStore { ListModel() }
      store.container().clear()
      store.container().state = .failed
      await store.receiveOutput("cleared")
      await store.finish()  // Fails: unhandledFeedback
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.details.contains("await store.receiveChange { $0 = .failed }") == true)
  }

  @Test func `an omitted change is one failure, with the line that would assert it`() async {
    let failures = await recordingFailures {
      let store = TestStore { ListModel() }
      await store.call("load") { await $0.load() }
      await store.receiveChange { $0 = .loading }
      await store.receiveOutput("loaded 1")  // Fails: unhandledFeedback
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.headline.contains("change of the state to .loaded([\"a\"]), sent by load") == true)
  }

  @Test func `a wrong change, a missing change and an omitted output are one failure each`() async {
    let failures = await recordingReports {
      let store = TestStore { ListModel() }
      await store.call("load") { await $0.load() }
      await store.receiveChange { $0 = .idle }  // Fails: unexpectedState
      await store.receiveChange { $0 = .loaded(["a"]) }
      await store.receiveOutput("loaded 1")
      await store.receiveChange { $0 = .failed }  // Warns: missingFeedback
      await store.call("clear") { $0.clear() }
      await store.receiveChange { $0 = .idle }
      await store.finish()  // Warns: unhandledOutput
    }
    #expect(failures.failing.locations == markedFailures())
    #expect(failures.warnings.locations == markedWarnings())
    #expect(failures[1].headline == "The change of the state did not happen.")
  }

  @Test func `a method that throws is reported at its call`() async {
    let failures = await recordingFailures {
      let store = TestStore { ListModel() }
      await store.call("fail") { try $0.fail() }  // Fails: effectThrew
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a method that still runs at the end is reported at its call, although a later call throws before`() async
  {
    let failures = await recordingReports {
      let store = TestStore { ListModel() }
      await store.call("later") { try await $0.loadLater() }  // Warns: effectInFlight
      await store.call("fail") { try $0.fail() }  // Fails: effectThrew
      await store.finish()
    }
    #expect(failures.failing.locations == markedFailures())
    #expect(failures.warnings.locations == markedWarnings())
    #expect(failures.last?.headline.hasPrefix("The effect later is still running") == true)
  }

  @Test func `the level .strict requires nothing more`() async {
    let store = TestStore { ListModel() }
    store.exhaustivity = .strict
    await store.call { $0.clear() }
    await store.receiveOutput("cleared")
    await store.finish()
  }

  @Test func `a call without a name is named by the first line that the test writes`() async {
    let store = TestStore { ListModel() }
    store.exhaustivity = .off
    await store.call { try await $0.loadLater() }
    await store.call {
      try await $0.loadLater(
        after: 2
      )
    }
    await store.call {
      try await $0.loadLater(after: 3)
      $0.clear()
    }
    #expect(store.inFlightEffects.map(\.name) == ["loadLater()", "loadLater( …", "loadLater(after: 3) …"])
    await store.finish()
  }

  @Test func `a model reads the test's dependencies in its initialiser and in its methods`() async {
    let model = TestStore {
      ListModel { [DependencyValues.current.date().description] }
    } withDependencies: {
      $0.date = .constant(Date(timeIntervalSince1970: 0))
    }
    await model.call("load") { await $0.load() }
    await model.receiveChange { $0 = .loading }
    await model.receiveChange { $0 = .loaded(["1970-01-01 00:00:00 +0000"]) }
    await model.receiveOutput("loaded 1")
    await model.finish()
  }
}
