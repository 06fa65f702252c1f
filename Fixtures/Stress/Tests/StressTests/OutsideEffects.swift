import Dispatch
import Foundation
import StoreCore
import StoreTesting
import Synchronization
import Testing

/// Effects that wait for work outside the test's control: threads, queues, files, processes.
@Suite(.timeLimit(.minutes(10))) struct OutsideEffects {
  static let entries: [OddEffect] = [
    OddEffect("checked continuation resumed at once", .receive("a")) { _, send in
      await send(await withCheckedContinuation { $0.resume(returning: "a") })
    },
    OddEffect("unsafe continuation resumed at once", .receive("a")) { _, send in
      await send(await withUnsafeContinuation { $0.resume(returning: "a") })
    },
    OddEffect("checked continuation resumed by Dispatch", .receive("a")) { _, send in
      await send(await dispatched("a"))
    },
    OddEffect("unsafe continuation resumed by Dispatch", .receive("a")) { _, send in
      let value = await withUnsafeContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(returning: "a") }
      }
      await send(value)
    },
    OddEffect("two hops to Dispatch", .receive("ab"), .advance(1), .receive("c")) { world, send in
      let first = await dispatched("a")
      let second = await dispatched("b")
      await send(first + second)
      try await world.sleep()
      await send("c")
    },
    OddEffect("throwing continuation", .receive("caught")) { _, send in
      do {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
          DispatchQueue.global().async { continuation.resume(throwing: Offline()) }
        }
      } catch {
        await send("caught")
      }
    },
    OddEffect("continuation resumed later", .receive("a")) { _, send in
      let value = await withCheckedContinuation { continuation in
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(5)) { continuation.resume(returning: "a") }
      }
      await send(value)
    },
    OddEffect("continuation resumed by the main queue", .receive("a")) { _, send in
      let value = await withCheckedContinuation { continuation in
        DispatchQueue.main.async { continuation.resume(returning: "a") }
      }
      await send(value)
    },
    OddEffect("continuation resumed by a thread", .receive("a")) { _, send in
      let value = await withCheckedContinuation { continuation in
        Thread { continuation.resume(returning: "a") }.start()
      }
      await send(value)
    },
    OddEffect("continuation of two tasks, resumed by Dispatch", .receiveUnordered(["a", "b"])) { _, send in
      async let first: Void = send(dispatched("a"))
      async let second: Void = send(dispatched("b"))
      _ = await (first, second)
    },
    OddEffect("timer of Dispatch", .receive("a")) { _, send in
      let timer = DispatchSource.makeTimerSource()
      await withCheckedContinuation { continuation in
        timer.setEventHandler {
          timer.cancel()
          continuation.resume()
        }
        timer.schedule(deadline: .now() + .milliseconds(3))
        timer.resume()
      }
      await send("a")
    },
    OddEffect("group of Dispatch", .receive("2")) { _, send in
      let group = DispatchGroup()
      let count = Atomic(0)
      for _ in 0..<2 { DispatchQueue.global().async(group: group) { count.add(1, ordering: .relaxed) } }
      await withCheckedContinuation { continuation in
        group.notify(queue: .global()) { continuation.resume() }
      }
      await send("\(count.load(ordering: .relaxed))")
    },
    OddEffect("operation queue", .receive("a")) { _, send in
      await withCheckedContinuation { continuation in
        OperationQueue().addOperation { continuation.resume() }
      }
      await send("a")
    },
    OddEffect("real sleep", .receive("a")) { _, send in
      try await Task.sleep(for: .milliseconds(3))
      await send("a")
    },
    OddEffect("real sleep in a task left behind", .receive("a")) { _, send in
      Task {
        try await Task.sleep(for: .milliseconds(3))
        await send("a")
      }
    },
    OddEffect("real sleep in a detached task left behind", .receive("a")) { _, send in
      Task.detached {
        try await Task.sleep(for: .milliseconds(3))
        await send("a")
      }
    },
    OddEffect("real sleep beside a sleep on the clock", .receive("a"), .advance(5), .receive("b")) { world, send in
      async let slow: Void = world.sleep(5)
      try await Task.sleep(for: .milliseconds(3))
      await send("a")
      try await slow
      await send("b")
    },
    OddEffect("file read by a handle", .receive("import")) { _, send in
      let text = try await Task.detached {
        let handle = try #require(FileHandle(forReadingAtPath: #filePath))
        defer { try? handle.close() }
        return String(decoding: try handle.read(upToCount: 6) ?? Data(), as: UTF8.self)
      }.value
      await send(text)
    },
    OddEffect("pipe with a readability handler", .receive("piped")) { _, send in
      let pipe = Pipe()
      let text = await withCheckedContinuation { continuation in
        pipe.fileHandleForReading.readabilityHandler = { handle in
          handle.readabilityHandler = nil
          continuation.resume(returning: String(decoding: handle.availableData, as: UTF8.self))
        }
        pipe.fileHandleForWriting.write(Data("piped".utf8))
      }
      await send(text)
    },
    OddEffect("process with a termination handler", .receive("0")) { _, send in
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = ["true"]
      let status = try await withCheckedThrowingContinuation { continuation in
        process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
        do { try process.run() } catch { continuation.resume(throwing: error) }
      }
      await send("\(status)")
    },
    OddEffect("latch that the test opens", .open, .receive("a")) { world, send in
      await world.latch.wait()
      await send("a")
    },
    OddEffect("latch at which a detached task was left", .open, .receive("a")) { world, send in
      Task.detached {
        await world.latch.wait()
        await send("a")
      }
    },
    OddEffect("latch on the main actor", .open, .receive("a")) { world, send in
      Task { @MainActor in
        await world.latch.wait()
        await send("a")
      }
    },
    OddEffect("latch of three children", .open, .receiveUnordered(["0", "1", "2"])) { world, send in
      await withTaskGroup { group in
        for number in 0..<3 {
          group.addTask {
            await world.latch.wait()
            await send("\(number)")
          }
        }
      }
    },
  ]

  @Test(arguments: Trial.right(entries)) func passes(trial: Trial) async { await trial.expectPass() }
  @Test(arguments: Trial.wrong(entries)) func fails(trial: Trial) async { await trial.expectFailure() }
}

/// Returns a value from a queue of Dispatch.
private func dispatched(_ value: String) async -> String {
  await withCheckedContinuation { continuation in
    DispatchQueue.global().async { continuation.resume(returning: value) }
  }
}
