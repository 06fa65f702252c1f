import StoreTesting
import Testing

/// Suites of the loader that do the same and assert less and less of it.
enum LoaderSuite: CaseIterable {
  /// All that the store does is asserted, and time to the millisecond.
  case full

  /// Effects don't fail.
  case withoutFailures

  /// Outputs are not asserted.
  case withoutOutputs

  /// The state is asserted at the end of each test.
  case finalState

  /// The phase is asserted after each step, and nothing else.
  case phaseOnly

  var tests: [() async -> Void] {
    switch self {
    case .full: [loads, fails, cancels, replaces, reloads]
    case .withoutFailures: [loads, cancels, replaces, reloads]
    case .withoutOutputs: [loads, fails, cancels, replaces, reloads]
    case .finalState: [loads, fails, cancels, replaces, reloads]
    case .phaseOnly: [loads, fails, cancels, replaces, reloads]
    }
  }

  private func loads() async {
    let script = LoaderScript(self)
    await script.load(1, from: .idle)
    await script.arrive(2)
    await script.finish()
  }

  /// Fails to load, and loads.
  private func fails() async {
    let script = LoaderScript(self)
    await script.load(0, from: .idle)
    await script.fail()
    await script.load(3, from: .failed)
    await script.arrive(6)
    await script.finish()
  }

  private func cancels() async {
    let script = LoaderScript(self)
    await script.load(1, from: .idle)
    await script.cancel()
    await script.load(1, from: .idle)
    await script.arrive(2)
    await script.load(0, from: .loaded)
    await script.cancel()
    await script.finish()
  }

  /// Loads another value while a request runs.
  private func replaces() async {
    let script = LoaderScript(self)
    await script.load(1, from: .idle)
    await script.store.clock.advance(by: .milliseconds(500))
    await script.load(2, from: .loading)
    await script.arrive(4)
    await script.load(1, from: .loaded)
    await script.load(2, from: .loading)
    await script.cancel()
    await script.finish()
  }

  /// Loads a value after another.
  private func reloads() async {
    let script = LoaderScript(self)
    await script.load(1, from: .idle)
    await script.arrive(2)
    await script.load(4, from: .loaded)
    await script.arrive(8)
    if self != .withoutFailures {
      await script.load(0, from: .loaded)
      await script.fail()
      await script.load(0, from: .failed)
      await script.cancel()
      await script.load(0, from: .idle)
      await script.load(0, from: .loading)
      await script.fail()
    }
    await script.finish()
  }
}

/// The steps of the suites.
private final class LoaderScript {
  let store: TestStore<Loader>

  private let suite: LoaderSuite

  private var expected = Loader.State()

  init(_ suite: LoaderSuite) {
    self.suite = suite
    let isExhaustive = [.full, .withoutFailures, .withoutOutputs].contains(suite)
    store = makeLoader(isExhaustive ? .strict : .off)
  }

  func load(_ number: Int, from phase: Loader.State.Phase) async {
    expected.phase = .loading
    expected.error = nil
    await send(.load(number), changes: phase != .loading)
    if store.exhaustivity == .strict { await store.receiveEffect("load", of: number) }
  }

  /// Cancels, and lets so much time pass that a request would have ended.
  func cancel() async {
    expected.phase = .idle
    await send(.cancel, changes: true)
    await store.clock.advance(by: .seconds(3))
    if store.exhaustivity == .strict { await store.settle { _ in } }
  }

  private func send(_ input: Loader.Input, changes: Bool) async {
    let expected = expected
    switch suite {
    case .full, .withoutFailures, .withoutOutputs:
      if changes { await store.send(input) { $0 = expected } } else { await store.send(input) }
    case .finalState: await store.send(input)
    case .phaseOnly: await store.send(input) { $0.phase = expected.phase }
    }
  }

  /// A value arrives after a second.
  func arrive(_ value: Int) async {
    expected.phase = .loaded
    expected.value = value
    await receive(.loaded(value))
    if suite == .withoutOutputs { await store.skipReceived(strict: false) }
    if suite == .full || suite == .withoutFailures { await store.receiveOutput(.arrived(value)) }
  }

  /// A request fails after a second.
  func fail() async {
    expected.phase = .failed
    expected.error = "offline"
    await receive(.failed("offline"))
  }

  /// A feedback arrives after a second.
  private func receive(_ feedback: Loader.Feedback) async {
    let expected = expected
    await store.clock.advance(by: .milliseconds(999))
    if store.exhaustivity == .strict { await store.settle { _ in } }
    await store.clock.advance(by: .milliseconds(1))
    switch suite {
    case .full, .withoutFailures, .withoutOutputs: await store.receive(feedback) { $0 = expected }
    case .finalState: break
    case .phaseOnly: await store.settle { $0.phase = expected.phase }
    }
  }

  func finish() async {
    if suite == .finalState { #expect(store.session.engine.state == expected) }
    await store.finish()
  }
}
