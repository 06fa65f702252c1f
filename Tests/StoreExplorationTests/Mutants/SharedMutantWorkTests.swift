import StoreCore
import StoreTesting
import TestSupport
import Testing

@testable import StoreExploration

/// Work that a mutant runs once, for several effects.
@Suite(.timeLimit(.minutes(15))) struct SharedMutantWorkTests {
  /// A receiver that keeps feedback.
  private final class Inbox: FeedbackReceiver {
    let feedback = Recorder<Int>()

    let isCancelled = false

    func makeLease() -> SenderLease? { nil }

    func receive(_ feedback: any Sendable) async {
      if let feedback = feedback as? Int { self.feedback.record(feedback) }
    }
  }

  /// Returns the work of an effect that sends a number.
  private func work(
    sending number: Int = 1,
    _ operation: @escaping @Sendable () async -> Void = {}
  ) throws -> EffectWork {
    let effect = Effect<Int, Never>.run("work") { send in
      await operation()
      await send(number)
    }
    guard case .run(let work) = effect.node else { throw CancellationError() }
    return work
  }

  /// Returns work as it runs in a run with a mutant.
  private func limited(_ work: EffectWork, in running: RunningWork) throws -> EffectWork {
    guard case .run(let work) = running.limiting(.run(work)) else { throw CancellationError() }
    return work
  }

  @Test func `each feedback is delivered once for each effect that waits`() async throws {
    let shared = SharedWork(copies: 2)
    let inbox = Inbox()
    async let copies: (Void, Void) = (shared.waitForEnd(), shared.waitForEnd())
    // A copy that didn't wait for the work would be over by now.
    try await shared.run(work { for _ in 1...100 { await Task.yield() } }, for: inbox)
    _ = await copies
    #expect(inbox.feedback.values == [1, 1, 1])
  }

  @Test func `a cancelled copy gets no feedback`() async throws {
    let shared = SharedWork(copies: 1)
    let inbox = Inbox()
    let copy = Task { await shared.waitForEnd() }
    copy.cancel()
    await copy.value
    try await shared.run(work(), for: inbox)
    #expect(inbox.feedback.values == [1])
  }

  @Test func `an error of work whose feedback is repeated is handled`() async throws {
    let effect = Effect<Int, Never>.run("work") { _ in
      throw CancellationError()
    } catch: { _, send in
      await send(7)
    }
    guard case .run(let work) = effect.node else { throw CancellationError() }
    let inbox = Inbox()
    try await work.repeating { _ in 2 }.run(for: inbox)
    #expect(inbox.feedback.values == [7, 7])
  }

  @Test func `a copy of work that is over ends at once`() async throws {
    let shared = SharedWork(copies: 1)
    try await shared.run(work(), for: Inbox())
    await shared.waitForEnd()
  }

  @Test func `each feedback is delivered once for each copy that is added`() async throws {
    let shared = SharedWork()
    let inbox = Inbox()
    shared.addCopy()
    try await shared.run(work(), for: inbox)
    #expect(inbox.feedback.values == [1, 1])
  }

  @MainActor
  @Test func `a copy that is cancelled just as the work ends goes on once`() async throws {
    let shared = SharedWork(copies: 1)
    let inbox = Inbox()
    let copy = Task { await shared.waitForEnd() }
    // The copy waits by then.
    try await shared.run(work { for _ in 1...100 { await Task.yield() } }, for: inbox)
    copy.cancel()
    await copy.value
    #expect(inbox.feedback.values == [1, 1])
  }

  @MainActor
  @Test func `work beyond the limit acts as a copy of the newest that runs`() async throws {
    let running = RunningWork(limits: ["work": 2])
    let inbox = Inbox()
    let latches = [Latch(), Latch(), Latch()]
    var tasks: [Task<Void, any Error>] = []
    for (index, latch) in latches.enumerated() {
      let effect = try limited(work(sending: index) { await latch.wait() }, in: running)
      tasks.append(Task { try await effect.run(for: inbox) })
    }
    for _ in 1...100 { await Task.yield() }
    latches[1].open()
    try await tasks[1].value
    latches[0].open()
    try await tasks[0].value
    try await tasks[2].value
    #expect(inbox.feedback.values == [1, 1, 0])
  }

  @Test func `work that is over doesn't count for the limit`() async throws {
    let running = RunningWork(limits: ["work": 1])
    let inbox = Inbox()
    for number in 1...2 { try await limited(work(sending: number), in: running).run(for: inbox) }
    #expect(inbox.feedback.values == [1, 2])
  }

  @MainActor
  @Test(arguments: [[:], ["work": 1]])
  func `work that a mutant runs twice delivers twice, with and without a limit`(limits: [String: Int]) async throws {
    let baseline = FeatureBaseline<Figures>()
    baseline.record(.input(1), Effect(node: .run(try work { for _ in 1...100 { await Task.yield() } })))
    let node = try baseline.effect(with: #"the effect "work" ran twice"#, running: RunningWork(limits: limits))
    let inbox = Inbox()
    let tasks = node.allParts.compactMap { _, part -> Task<Void, any Error>? in
      guard case .run(let work) = part else { return nil }
      return Task { try await work.run(for: inbox) }
    }
    #expect(tasks.count == 2)
    for task in tasks { try await task.value }
    #expect(inbox.feedback.values == [1, 1])
  }
}
