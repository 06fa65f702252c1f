import StoreCore
import StoreTesting
import TestSupport

/// An actor that counts.
actor Counter {
  /// How often it was called.
  private(set) var count = 0

  /// Counts one more, with a pause in between.
  func increment() async {
    count += 1
    await Task.yield()
  }

  /// Increments the count on the main actor, and hops back.
  func incrementOnMain() async {
    await hop()
    count += 1
  }
}

/// Does something on the main actor.
@MainActor func hop() async {
  await Task.yield()
}

/// Hops about on the main actor, without coming back in between.
@MainActor func hopAbout(_ count: Int) async {
  for _ in 0..<count { await Task { @MainActor in await hop() }.value }
}

/// A way in which an effect can spread its work over tasks, actors and the main thread.
enum Shape: String, CaseIterable, Sendable {
  case inline, mainActor, unstructured, unstructuredLeftBehind, detached, detachedLeftBehind
  case taskGroup, asyncLet, actor, actorAndMain, stream, streamOfATask, nested, priorities

  /// How many times an effect of the shape sends "x".
  var count: Int {
    switch self {
    case .taskGroup, .nested: 5
    case .asyncLet, .stream, .streamOfATask, .priorities: 2
    default: 1
    }
  }

  func run(_ send: Send<String>) async {
    switch self {
    case .inline: await send("x")
    case .mainActor:
      await hop()
      await send("x")
    case .unstructured: await Task { await send("x") }.value
    case .unstructuredLeftBehind: Task { await Task { await send("x") }.value }
    case .detached: await Task.detached { await send("x") }.value
    case .detachedLeftBehind: Task.detached { await send("x") }
    case .taskGroup:
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<5 { group.addTask { await send("x") } }
      }
    case .asyncLet:
      async let first: Void = send("x")
      async let second: Void = send("x")
      _ = await (first, second)
    case .actor:
      await Counter().increment()
      await send("x")
    case .actorAndMain:
      await Counter().incrementOnMain()
      await send("x")
    case .stream:
      for await text in AsyncStream(unfolding: Self.texts()) { await send(text) }
    case .streamOfATask:
      let (stream, continuation) = AsyncStream.makeStream(of: String.self)
      Task {
        for _ in 0..<2 {
          await Task.yield()
          continuation.yield("x")
        }
        continuation.finish()
      }
      for await text in stream { await send(text) }
    case .nested: await runNested(send)
    case .priorities:
      async let low: Void = Task(priority: .background) { await send("x") }.value
      async let high: Void = Task(priority: .high) { await send("x") }.value
      _ = await (low, high)
    }
  }

  /// Returns two texts, and then nil.
  private static func texts() -> @Sendable () async -> String? {
    let counter = Counter()
    return {
      await counter.increment()
      return await counter.count > 2 ? nil : "x"
    }
  }

  /// Mixes all kinds of tasks within each other.
  private func runNested(_ send: Send<String>) async {
    let counter = Counter()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          await counter.incrementOnMain()
          await Task.detached {
            async let hopped: Void = hop()
            await Task { await counter.increment() }.value
            await hopped
          }.value
          await send("x")
        }
      }
    }
    Task {
      await hop()
      await Task.detached { await send("x") }.value
    }
  }
}

/// Starts an effect of a shape, receives its feedback, and returns whether all work was finished when `send` returned.
func settles(_ shape: Shape, isolation: isolated (any Actor)? = #isolation) async -> Bool {
  let store = TestStore(initialState: Runner.State()) { Runner { await shape.run($0) } }
  await store.send(.go)
  let isOver = store.inFlightEffects.isEmpty
  for index in 0..<shape.count {
    await store.receive("x") { $0.log = Array(repeating: "x", count: index + 1) }
  }
  await store.finish()
  return isOver
}
