import StoreCore
import StoreDependencies
import TestSupport
import Testing

@testable import StoreExploration
@testable import StoreTesting

/// A feature with a start effect.
private struct Greeter: Reducer {
  let greet: @Sendable (Send<String>) async throws -> Void

  func reduce(message: Message<String, String>, into state: inout [String]) -> Effect<String, Never> {
    switch message {
    case .input(let word), .feedback(let word): state.append(word)
    }
    return .none
  }

  func start(from state: [String]) -> Effect<String, Never> { .run("greet", operation: greet) }
}

/// The begin, the steps and the end of a sequence.
@Suite struct TestSessionSequencesTests {
  private let site = CallSite()

  @Test func `a sequence begins with the state that its start effects leave`() async {
    let store = TestStore(initialState: []) { Greeter { send in await send("hello") } }
    await store.session.beginSequence(site)
    #expect(store.state == ["hello"])
    await store.session.endSequence()
  }

  @Test func `a change of dependencies between the steps of a sequence is noted`() async {
    let store = TestStore(initialState: []) { Greeter { send in await send("hello") } }
    await store.session.beginSequence(site)
    store.dependencies.lookupClient.dial = { _ in }
    await store.session.take("bye", site)
    #expect(store.session.log.gaps.map { $0.gap } == [.dependencies])
    await store.session.endSequence()
  }

  @Test func `an error of a start effect fails at the line of the sequences`() async {
    let failures = await recordingFailures {
      await checkSequences(runs: 5) {  // Fails: failedSequence
        TestStore(initialState: []) { Greeter { _ in throw Busy() } }
      } commands: {
        Command.send("hello")
      }
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `each step of a sequence reports a missing dependency`() async {
    let failures = await recordingFailures {
      let gate = Gate<Void, Void, Never>("pause") { _ in [.success(())] }
      let store = TestStore(initialState: Runner.State()) {
        Runner { _ in
          try? await DependencyValues.current.lookupClient.dial("before")
          await gate()
          try? await DependencyValues.current.lookupClient.dial("behind")
        }
      }
      store.answersGatesManually = true
      await store.session.beginSequence(site)
      for _ in 1...2 { await store.session.take(.go, site) }
      for answer in store.session.openAnswers { await store.session.act(site) { answer.give() } }
      await store.session.endSequence()
    }
    #expect(failures.kinds == Array(repeating: .unimplementedDependency, count: 4))
  }

  // MARK: - End

  /// Lets an effect run until it waits, and ends the sequence.
  private func end(_ work: @escaping @Sendable () async -> Void) async {
    let store = TestStore(initialState: Runner.State()) { Runner { _ in await work() } }
    store.answersGatesManually = true
    await store.session.beginSequence(site)
    await store.session.take(.go, site)
    await store.session.endSequence()
    #expect(store.session.isEnded)
  }

  @Test func `an effect that ignores its cancellation gets first answers at the end, until it ends`() async {
    let answers = Recorder<Int>()
    let gate = Gate<Int, Int, Never>("kept", whenCancelled: .ignoresCancellation) { [.success($0), .never] }
    await end {
      for number in 1...3 { answers.record(await gate(number)) }
    }
    #expect(answers.values == [1, 2, 3])
  }

  @Test func `a running effect is cancelled at the end, and not answered`() async {
    let ends = Recorder<String>()
    let gate = Gate<Void, Int, any Error>("look") { _ in [.success(1)] }
    await end {
      do {
        _ = try await gate()
        ends.record("answered")
      } catch {
        ends.record(error is CancellationError ? "cancelled" : "failed")
      }
    }
    #expect(ends.values == ["cancelled"])
  }

  @Test func `the end gives a thousand answers at most`() async {
    let store = TestStore(initialState: Runner.State()) { Runner() }
    var count = 0
    await store.session.endSequence {
      count += 1
      return count < 1_500
    }
    #expect(count == 1_000)
  }
}
