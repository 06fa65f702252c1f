import Testing

@testable import StoreCore

@Suite(.timeLimit(.minutes(15))) struct EffectGroupTests {
  @Test func `a group without work is finished, and no task waits for it`() async {
    let group = EffectGroup()
    #expect(group.isFinished)
    await group.finish()
  }

  @Test func `all waiting tasks resume when the last work is finished`() async {
    let group = EffectGroup()
    group.open()
    await withTaskGroup(of: Void.self) { tasks in
      for _ in 0..<10 {
        tasks.addTask {
          await group.finish()
          #expect(group.isFinished)
        }
      }
      #expect(!group.isFinished)
      group.close()
    }
  }

  @Test func `a cancelled task that waits cancels the group, and waits until it is finished`() async {
    let group = EffectGroup()
    let effect = Task<Void, Never> {}
    group.open()
    group.add(effect, id: 1)
    let waiter = Task { await group.finish() }
    waiter.cancel()
    while !group.isCancelled { await Task.yield() }
    #expect(effect.isCancelled)
    #expect(!group.isFinished)
    group.close()
    await waiter.end()
  }

  @Test func `a cancelled task doesn't cancel a finished group`() async {
    let group = EffectGroup()
    group.open()
    group.close()
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await group.finish()
    }
    .end()
    #expect(!group.isCancelled)
  }

  @Test func `a task stops waiting when the group has no owner that could finish it`() async {
    let group = EffectGroup()
    group.open()
    let waiter = Task { await group.finish() }
    group.abandon()
    await waiter.end()
    #expect(group.isFinished)
  }

  @Test func `a task that is added to a cancelled group is cancelled at once`() async {
    let group = EffectGroup()
    let early = Task<Void, Never> {}
    let late = Task<Void, Never> {}
    group.open()
    group.add(early, id: 1)
    #expect(!early.isCancelled)
    group.cancel()
    group.open()
    group.add(late, id: 2)
    #expect(early.isCancelled)
    #expect(late.isCancelled)
  }

  @Test func `a task that has left its group is not cancelled with it`() async {
    let group = EffectGroup()
    let task = Task<Void, Never> {}
    group.open()
    group.add(task, id: 1)
    group.remove(1)
    group.cancel()
    #expect(!task.isCancelled)
  }
}
