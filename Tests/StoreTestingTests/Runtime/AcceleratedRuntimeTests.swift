import TestSupport
import Testing

@testable import StoreRuntime
@testable import StoreTesting

#if os(Linux) && compiler(>=6.3) && compiler(<6.4) && (arch(x86_64) || arch(arm64))
  @Suite struct AcceleratedRuntimeTests {
    @Test(.enabled(if: !asksForPortableRuntime))
    func `the accelerator is in use on the runtime for which it was written`() {
      #expect(Runtime.isAccelerated)
    }

    @Test func `the runtime trial gives the same result each time`() throws {
      let symbols = try #require(ConcurrencySymbols())
      for _ in repetitions(100, byDefault: 5) { #expect(RuntimeTrial(symbols).passes) }
    }

    @Test(.accelerated)
    func `the runtime knows the resumption points of sleeps after a trial`() {
      let runtime = Runtime.current as? AcceleratedRuntime
      #expect(Set((runtime?.realSleeps.names ?? [:]).values) == ["Task.sleep", "SuspendingClock"])
    }

    @Test(.accelerated)
    func `a task has child tasks while one of them is unfinished`() async throws {
      // The runner of the tests may have children in this task.
      try await Task { try await Self.expectChildTasks() }.value
    }

    private static func expectChildTasks() async throws {
      let task = try #require(Runtime.currentTask)
      #expect(!Runtime.hasChildTasks(task))
      let inGroup = Latch()
      await withTaskGroup(of: Void.self) { group in
        #expect(!Runtime.hasChildTasks(task))
        group.addTask { await inGroup.wait() }
        #expect(Runtime.hasChildTasks(task))
        inGroup.open()
      }
      #expect(!Runtime.hasChildTasks(task))
      let inAsyncLet = Latch()
      async let child: Void = inAsyncLet.wait()
      #expect(Runtime.hasChildTasks(task))
      inAsyncLet.open()
      await child
      #expect(!Runtime.hasChildTasks(task))
    }

    @Test(.accelerated)
    func `a reference without a task has neither values nor children`() {
      let none = TaskReference(identity: 0, number: 0)
      #expect(!Runtime.hasOwnLocals(none))
      #expect(!Runtime.hasChildTasks(none))
    }

    @Test(.accelerated)
    func `a held task is incomplete if a descendant waits for something else`() throws {
      let symbols = try #require(ConcurrencySymbols())
      let (executor, gate, other) = (ManualExecutor(), TrialGate(), TrialGate())
      let held = executor.start { await gate.wait() }
      let parent = executor.start {
        await withTaskGroup(of: Void.self) { group in
          group.addTask {
            await withTaskGroup(of: Void.self) { group in
              group.addTask { await other.wait() }
              await held.value
            }
          }
        }
      }
      executor.run()
      let found = HeldTasks(by: [TaskMemory(held)], except: TaskHandles(), symbols)
      let address = TaskMemory(parent).address
      #expect(found.numbers[address] == symbols.number(of: TaskMemory(parent)))
      #expect(found.incomplete.contains(address))
      gate.open()
      other.open()
      executor.run()
      withExtendedLifetime((held, parent)) {}
    }
  }
#else
  @Suite struct AcceleratedRuntimeTests {
    @Test func `an unknown runtime is used by public API alone`() {
      #expect(!Runtime.isAccelerated)
    }
  }
#endif
