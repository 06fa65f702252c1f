import StoreCore
import StoreTesting
import Testing

/// Effects with `Task.immediate`, which runs on its caller's thread up to its first suspension.
@Suite(.timeLimit(.minutes(10))) struct ImmediateEffects {
  static let entries: [OddEffect] = [
    OddEffect("immediate task awaited", .receive("a")) { _, send in
      await Task.immediate { await send("a") }.value
    },
    OddEffect("immediate task left behind", .receive("a")) { _, send in
      Task.immediate { await send("a") }
    },
    OddEffect("immediate task at a gate", .answer("a"), .receive("a")) { world, send in
      await Task.immediate { await send(await world.gate("?")) }.value
    },
    OddEffect("immediate task left behind at a gate", .answer("a"), .receive("a")) { world, send in
      Task.immediate { await send(await world.gate("?")) }
    },
    OddEffect("immediate task left behind in its sleep", .advance(1), .receive("a")) { world, send in
      Task.immediate {
        try await world.sleep()
        await send("a")
      }
    },
    OddEffect("immediate main-actor task", .receive("a")) { _, send in
      Task.immediate { @MainActor in
        await Task.yield()
        await send("a")
      }
    },
    OddEffect("immediate main-actor task at a gate", .answer("a"), .receive("a")) { world, send in
      Task.immediate { @MainActor in await send(await world.gate("?")) }
    },
    OddEffect("immediate main-actor task in its sleep", .advance(1), .receive("a")) { world, send in
      Task.immediate { @MainActor in
        try await world.sleep()
        await send("a")
      }
    },
    OddEffect("immediate main-actor task from the main actor", .advance(1), .receive("a")) { world, send in
      await startOnMainActor(world, send)
    },
    OddEffect("immediate global-actor task", .receive("a")) { _, send in
      Task.immediate { @SharedDesk in
        await Task.yield()
        await send("a")
      }
    },
    OddEffect("immediate global-actor task at a gate", .answer("a"), .receive("a")) { world, send in
      Task.immediate { @SharedDesk in await send(await world.gate("?")) }
    },
    OddEffect("immediate global-actor task in its sleep", .advance(1), .receive("a")) { world, send in
      Task.immediate { @SharedDesk in
        try await world.sleep()
        await send("a")
      }
    },
    OddEffect("immediate detached task", .receive("a")) { _, send in
      Task.immediateDetached { await send("a") }
    },
    OddEffect("immediate detached task at a gate", .answer("a"), .receive("a")) { world, send in
      Task.immediateDetached { await send(await world.gate("?")) }
    },
    OddEffect("immediate child of a group", .advance(1), .receive("a")) { world, send in
      await withTaskGroup { group in
        group.addImmediateTask { try? await world.sleep() }
      }
      await send("a")
    },
    OddEffect("immediate task in an immediate task", .answer("a"), .receive("a")) { world, send in
      Task.immediate {
        await Task.immediate { await send(await world.gate("?")) }.value
      }
    },
  ]

  @Test(arguments: Trial.right(entries)) func passes(trial: Trial) async { await trial.expectPass() }
  @Test(arguments: Trial.wrong(entries)) func fails(trial: Trial) async { await trial.expectFailure() }
}

/// Starts an immediate task on the main actor, where it begins at once.
@MainActor private func startOnMainActor(_ world: World, _ send: Send<String>) {
  Task.immediate {
    try await world.sleep()
    await send("a")
  }
}
