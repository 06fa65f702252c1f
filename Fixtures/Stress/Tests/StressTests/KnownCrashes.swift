import Dispatch
import StoreCore
import StoreTesting
import Testing

/// Tests prone to crashes, wrong failures and wrong passes, in many more copies than the tables run.
@Suite(.timeLimit(.minutes(10))) struct KnownCrashes {
  private static let burst: Range<Int> = 0..<(copies * 50)

  @Test(arguments: burst) func nestedAsyncLets(copy: Int) async {
    await Trial(entry: asyncLets, copy: copy).expectPass()
  }

  @Test(arguments: Abandoned.allCases, 0..<(copies * 3)) func tasksLeftBehind(kind: Abandoned, copy: Int) async {
    let entry = OddEffect("ten stores: \(kind)", .send("1"), .receiveEffect, .send("2"), .receiveEffect) { _, _ in
      kind.start()
    }
    for _ in 0..<10 { await Trial(entry: entry, copy: copy).expectPass() }
  }

  @Test(arguments: immediateEntries.indices, 0..<(copies * 3)) func immediateTasks(index: Int, copy: Int) async {
    await Trial(entry: Self.immediateEntries[index], copy: copy).expectPass()
  }

  @Test(arguments: omissions.indices, 0..<(copies * 3)) func silentPasses(index: Int, copy: Int) async {
    let entry = Self.omissions[index]
    await Trial(entry: entry, copy: copy).expectPass()
    let twin = Twin(mistake: "without its receive", script: [.send("go")])
    await Trial(entry: entry, twin: twin, copy: copy).expectFailure()
  }

  @Test(arguments: globalActorEntries.indices, 0..<(copies * 3)) func sharedGlobalActor(index: Int, copy: Int) async {
    await Trial(entry: Self.globalActorEntries[index], copy: copy).expectPass()
  }
}

extension KnownCrashes {
  /// A task that an operation doesn't wait for, and that sends nothing.
  enum Abandoned: CaseIterable {
    case mainActor, globalActor, detached, detachedMainActor, detachedGlobalActor

    func start() {
      switch self {
      case .mainActor: Task { @MainActor in await Task.yield() }
      case .globalActor: Task { @SharedDesk in await Task.yield() }
      case .detached: Task.detached { await Task.yield() }
      case .detachedMainActor: detachOnMainActor { await Task.yield() }
      case .detachedGlobalActor: detachOnSharedDesk { await Task.yield() }
      }
    }
  }

  /// Nested `async let`s around continuations that resume at once.
  private var asyncLets: OddEffect {
    OddEffect("burst of nested async lets", .receive("16"), .receive("8")) { _, send in
      async let large = tree(4)
      async let small = tree(3)
      await send("\(await large)")
      await send("\(await small)")
    }
  }

  /// Each test runs on one actor, concurrently with all others.
  private static let globalActorEntries: [OddEffect] = [
    OddEffect("burst on a global actor, asleep", .advance(1), .receive("a"), .advance(1), .receive("b")) {
      world,
      send in
      for letter in ["a", "b"] {
        await queueUp()
        try await world.sleep()
        await queueUp()
        await send(letter)
      }
      await queueUp()
    },
    OddEffect("burst on a busy global actor", .receive("a")) { _, send in
      await workAtSharedDesk()
      await send("a")
      await workAtSharedDesk()
    },
    OddEffect("burst of tasks left behind on a busy global actor", .receive("a")) { _, send in
      Task { @SharedDesk in
        await workAtSharedDesk()
        await send("a")
        await workAtSharedDesk()
      }
    },
    OddEffect("burst of silent tasks left behind on a busy global actor", .receiveEffect) { _, _ in
      Task { @SharedDesk in await workAtSharedDesk() }
    },
  ]

  /// Immediate tasks on an actor, where they first suspend.
  private static let immediateEntries: [OddEffect] = [
    OddEffect("burst of immediate main-actor tasks at a gate", .answer("a"), .receive("a")) { world, send in
      Task.immediate { @MainActor in await send(await world.gate("?")) }
    },
    OddEffect("burst of immediate main-actor tasks asleep", .advance(1), .receive("a")) { world, send in
      Task.immediate { @MainActor in
        try await world.sleep()
        await send("a")
      }
    },
    OddEffect("burst of immediate main-actor tasks that yield first", .answer("a"), .receive("a")) { world, send in
      Task.immediate { @MainActor in
        await Task.yield()
        await send(await world.gate("?"))
      }
    },
    OddEffect("burst of immediate main-actor tasks awaited", .advance(1), .receive("a")) { world, send in
      try await Task.immediate { @MainActor in
        await queueUp()
        try await world.sleep()
      }.value
      await send("a")
    },
    OddEffect("burst of immediate global-actor tasks that yield first", .advance(1), .receive("a")) { world, send in
      Task.immediate { @SharedDesk in
        await Task.yield()
        try await world.sleep()
        await send("a")
      }
    },
    OddEffect("burst of immediate global-actor tasks at a gate", .answer("a"), .receive("a")) { world, send in
      Task.immediate { @SharedDesk in await send(await world.gate("?")) }
    },
    OddEffect("burst of immediate global-actor tasks asleep", .advance(1), .receive("a")) { world, send in
      Task.immediate { @SharedDesk in
        try await world.sleep()
        await send("a")
      }
    },
  ]

  /// Unobserved tasks left behind, with feedback that a wrong test omits.
  private static let omissions: [OddEffect] = [
    OddEffect("burst of detached tasks on an executor", .receive("a")) { _, send in
      Task.detached(executorPreference: QueueTaskExecutor.shared) { await send("a") }
    },
    OddEffect("burst of detached tasks on an actor", .receive("a")) { _, send in
      let counter = Counter()
      Task.detached { await counter.around { await send("a") } }
    },
    OddEffect("burst of tasks by Dispatch", .receive("a")) { _, send in
      DispatchQueue.global().async { Task { await send("a") } }
    },
  ]
}

/// Keeps the shared global actor busy, twice.
@SharedDesk private func workAtSharedDesk() async {
  for _ in 0..<2 {
    let end = ContinuousClock.now + .microseconds(100)
    while ContinuousClock.now < end {}
    await Task.yield()
  }
}
