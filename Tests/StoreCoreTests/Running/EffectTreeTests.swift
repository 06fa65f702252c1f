import Testing

@testable import StoreCore

@Suite(.timeLimit(.minutes(5))) struct EffectTreeTests {
  @Test("a tree without work is finished, and no task waits for it")
  func empty() async {
    let tree = EffectTree()
    #expect(tree.isFinished)
    await tree.finish()
  }

  @Test("all waiting tasks wake when the last work is over")
  func waiters() async {
    let tree = EffectTree()
    tree.open()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<10 {
        group.addTask {
          await tree.finish()
          #expect(tree.isFinished)
        }
      }
      #expect(!tree.isFinished)
      tree.close()
    }
  }

  @Test("waiting ends when the waiting task is cancelled, and the work goes on")
  func cancelledWaiter() async {
    let tree = EffectTree()
    tree.open()
    let waiter = Task { await tree.finish() }
    waiter.cancel()
    await waiter.end()
    #expect(!tree.isFinished)
    #expect(!tree.isCancelled)
  }

  @Test("waiting ends when no owner is left that could report the end of the work")
  func abandoned() async {
    let tree = EffectTree()
    tree.open()
    let waiter = Task { await tree.finish() }
    tree.abandon()
    await waiter.end()
    #expect(tree.isFinished)
  }

  @Test("a task that is added to a cancelled tree is cancelled at once")
  func lateTask() async {
    let tree = EffectTree()
    let early = Task<Void, Never> {}
    let late = Task<Void, Never> {}
    tree.open()
    tree.add(early, id: 1)
    #expect(!early.isCancelled)
    tree.cancel()
    tree.open()
    tree.add(late, id: 2)
    #expect(early.isCancelled)
    #expect(late.isCancelled)
  }

  @Test("a task that has left its tree is not cancelled with it")
  func endedTask() async {
    let tree = EffectTree()
    let task = Task<Void, Never> {}
    tree.open()
    tree.add(task, id: 1)
    tree.remove(1)
    tree.cancel()
    #expect(!task.isCancelled)
  }
}
