import StoreCore
import StoreDependencies
import Synchronization
import TestSupport
import Testing

@testable import StoreRuntime
@testable import StoreTesting

/// What a store knows about the tasks of an effect.
@Suite struct EffectAccountTests {
  private final class Object: Sendable {}

  /// Where the operation of an effect runs, if it has not returned.
  enum Operation: Sendable { case suspended, elsewhere, returned }

  @Test(arguments: [
    // The operation that runs elsewhere is no unseen task.
    (1, 0, Operation.elsewhere, false),
    (2, 0, .elsewhere, true),
    (2, 1, .elsewhere, false),
    (3, 1, .elsewhere, true),
    // A suspended one is known.
    (1, 1, .suspended, false),
    (2, 1, .suspended, true),
    // One that has returned has no task.
    (1, 0, .returned, true),
    (1, 1, .returned, false),
  ])
  func `an effect with more tasks than are known has unseen ones, until a wait for them was in vain`(
    tasks: Int,
    suspensions: Int,
    operation: Operation,
    hasUnseen: Bool
  ) {
    // Each task holds the lifetime once.
    let holders = Array(repeating: Object(), count: tasks)
    let owner = Object()
    var account = EffectAccount()
    #expect(!account.hasUnseenTasks)
    account.lifetime = Unretained(holders[0])
    account.suspensions = (0..<suspensions).map { Suspension(.delivery, owner: owner, number: $0) }
    switch operation {
    case .suspended: account.operation = .running(account.suspensions[0].task)
    case .elsewhere: account.operation = .running(nil)
    case .returned: account.operation = .returned
    }
    #expect(account.hasUnseenTasks == (Runtime.isAccelerated ? hasUnseen : suspensions == 0))
    account.wasAwaitedInVain = true
    #expect(!account.hasUnseenTasks)
    withExtendedLifetime(holders) {}
  }

  @Test(arguments: 0...2)
  func `an effect has one task if only one holds its lifetime`(tasks: Int) {
    let holders = Array(repeating: Object(), count: tasks)
    var account = EffectAccount()
    account.lifetime = holders.first.map { Unretained($0) }
    #expect(account.hasOneTask == (tasks == 1))
    withExtendedLifetime(holders) {}
  }

  @Test(arguments: [
    (1, 1, Operation.suspended, true),
    // Another task may act.
    (2, 1, .suspended, false),
    (1, 2, .suspended, false),
    // Not the operation's own task is suspended.
    (1, 1, .elsewhere, false),
    (1, 1, .returned, false),
  ])
  func `an effect is held at once if its operation is suspended, and has no other task`(
    tasks: Int,
    suspensions: Int,
    operation: Operation,
    isHeld: Bool
  ) {
    let holders = Array(repeating: Object(), count: tasks)
    let owner = Object()
    var account = EffectAccount()
    account.lifetime = Unretained(holders[0])
    account.suspensions = (0..<suspensions).map { Suspension(.delivery, owner: owner, number: $0) }
    switch operation {
    case .suspended: account.operation = .running(account.suspensions[0].task)
    case .elsewhere: account.operation = .running(nil)
    case .returned: account.operation = .returned
    }
    // The state of a container changes without a sender, so a child task could change it.
    for needsSender in [false, true] {
      account.judgeAlone(needsSender: needsSender)
      #expect(account.isSuspended == (isHeld && (needsSender || Runtime.seesChildTasks)))
    }
    _ = account.close()
    #expect(!account.isSuspended)
    withExtendedLifetime(holders) {}
  }

  @Test func `an account that is over can be one of another effect`() {
    var account = EffectAccount()
    account.operation = .returned
    account.numbers = [1]
    account.wasAwaitedInVain = true
    _ = account.close()
    #expect(account.operation == .waiting)
    #expect(account.numbers.isEmpty)
    #expect(!account.wasAwaitedInVain)
  }

  @Test func `a forgotten proof leaves nothing that it rests on`() {
    let holders = [Object(), Object()]
    var account = EffectAccount()
    account.operation = .returned
    account.lifetime = Unretained(holders[0])
    account.leases = [Unretained(holders[1])]
    account.judge(by: HeldTasks(), [(address: 1, carriesLifetime: true)], awaiting: 2)
    #expect(account.isSuspended == Runtime.isAccelerated)
    #expect(account.mayResumeFromCallback)
    #expect(account.dependsOnOthers)
    #expect(account.awaited == 2)
    account.noteActivity()
    #expect(!account.isSuspended)
    #expect(!account.mayResumeFromCallback)
    #expect(!account.dependsOnOthers)
    #expect(account.awaited == nil)
    withExtendedLifetime(holders) {}
  }

  /// Keeps senders, as a client does that calls back later.
  private final class Client: Sendable {
    private let senders = Mutex<[Send<String>]>([])

    func keep(_ sender: Send<String>) { senders.withLock { $0.append(sender) } }

    func removeAll() { senders.withLock { $0 = [] } }
  }

  @Test(
    .accelerated,
    arguments: [(0, true), (4, false)]
  )
  func `an effect whose tasks all sleep is held, unless other code holds its sender`(copies: Int, isHeld: Bool) async {
    let client = Client()
    let store = TestStore(initialState: Runner.State()) {
      Runner { send in
        for _ in 0..<copies { client.keep(send) }
        async let pause: Void = sleep(for: .seconds(1))
        try await sleep(for: .seconds(1))
        try await pause
      }
    }
    await store.send(.go)
    #expect(store.inFlightEffects.map(\.isHeld) == [isHeld])
    client.removeAll()
    await store.clock.advance(by: .seconds(1))
    await store.receiveEffect("work")
    await store.finish()
  }

  /// What an effect waits for, until the test resumes it.
  enum Wait: CaseIterable, Sendable { case turn, change }

  @Test(arguments: Wait.allCases, [false, true])
  func `an effect that begins a wait wakes the test if the wait proves that only the test can resume it`(
    wait: Wait,
    hasOtherTask: Bool
  ) async {
    let (gate, findings) = (Latch(), Recorder<Bool>())
    let store = TestStore(initialState: Runner.State()) {
      Runner { _ in
        guard let effect = InFlightEffect.current else { return }
        let other: Task<Void, Never>? = hasOtherTask ? Task { await gate.wait() } : nil
        switch wait {
        case .turn:
          let wakesTest = effect.beginDelivery(1, by: DefaultOrder.shared)
          findings.record(wakesTest != effect.environment.inFlightEffects.hasUnproven)
          effect.endSuspension(1, by: DefaultOrder.shared)
        case .change:
          guard let change = effect.environment.wait(forChangeOf: "Source") else { return }
          let wakesTest = change.begin()
          findings.record(wakesTest != effect.environment.inFlightEffects.hasUnproven)
          change.end()
        }
        gate.open()
        await other?.value
      }
    }
    await store.send(.go)
    #expect(findings.values == [true])
    await store.receiveEffect("work")
    await store.finish()
  }
}
