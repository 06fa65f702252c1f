import StoreCore
import StoreDependencies
import StoreTesting
import TestSupport
import Testing

private struct Failure: Error, Equatable {}

@MainActor @Suite(.timeLimit(.minutes(15))) struct EffectTests {
  // MARK: Data

  @Test func `a test inspects an effect without running it`() throws {
    let line = markedLine()
    let effect = Step.run("search", of: "swift", priority: .low) { _ in Issue.record("The work has run.") }  // Here
    guard case .run(let work) = effect.node else {
      Issue.record("\(effect.node) is no work.")
      return
    }
    #expect(work.description.kind == .run)
    #expect(work.description.name == "search")
    #expect(work.description.payload as? String == "swift")
    #expect(work.description.site.line == line)
    #expect(work.description.site.fileID == #fileID)
    #expect(work.priority == .low)
  }

  @Test func `a test inspects a composed effect without running it`() throws {
    let effect = Step.merge(.output("a"), .say("b").cancellable(id: 1, cancelInFlight: true), .cancel(id: 2), .none)
    guard
      case .merge(let list) = effect.node, case let parts = list.nodes, parts.count == 4,
      case .output(let output) = parts[0], output as? String == "a",
      case .cancellable(.run(let work), EffectIdentifier(1), cancelInFlight: true) = parts[1],
      case .cancel(EffectIdentifier(2)) = parts[2],
      case .none = parts[3]
    else {
      Issue.record("\(effect.node) is not what was composed.")
      return
    }
    #expect(work.description.name == "b")
  }

  // MARK: Outputs

  @Test func `an output alone starts no effect`() {
    let store = JournalStore()
    let log = store.log()
    store.send(.output("a"))
    #expect(log.lines == ["input", "output a"])
  }

  // MARK: Work

  @Test func `an effect sends any number of feedbacks, in order`() async {
    let store = JournalStore()
    await store.send(.say("0", "1", "2", "2", "3")).finish()
    #expect(store.feedback == ["0", "1", "2", "2", "3"])
  }

  @Test func `a call of 'send' returns when the feedback has been reduced`() async {
    let store = JournalStore()
    await store.send(
      .run { [weak store] send in
        await send("a")
        await MainActor.run { #expect(store?.feedback == ["a"]) }
      }
    )
    .finish()
  }

  @Test func `an effect does not run on the main actor`() async {
    let store = JournalStore()
    await store.send(.run { send in await send(#isolation == nil ? "free" : "isolated") }).finish()
    #expect(store.feedback == ["free"])
  }

  @Test
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func `an effect runs with its given priority, in a task of its name`() async {
    let store = JournalStore()
    await store.send(
      .run("search", of: "swift", priority: .background) { send in
        await send("\(Task.basePriority == .background) \(Task.name ?? "nameless")")
      }
    )
    .finish()
    #expect(store.feedback == [#"true search("swift")"#])
  }

  @Test func `an effect starts after all outputs of its message`() async {
    let store = JournalStore()
    let log = store.log()
    await store.send(.merge(.say("a"), .output("b"))).finish()
    #expect(
      log.lines == ["input", "started a", "output b", "feedback a from a: [] -> [\"a\"]", "ended a"]
    )
  }

  // MARK: Errors

  @Test func `the error handler of an effect can send feedback`() async {
    let store = JournalStore()
    let failures = await recordingFailures {
      await store.send(
        .run { _ in
          throw Failure()
        } catch: { error, send in
          await send("\(error)")
        }
      ).finish()
    }
    #expect(store.feedback == ["Failure()"])
    #expect(failures.isEmpty)
  }

  @Test func `an unhandled error is reported once, with the line where the effect was made`() async throws {
    let store = JournalStore()
    let line = markedLine()
    let effect = Step.run("search") { _ in throw Failure() }  // Here
    let failures = await recordingFailures { await store.send(effect).finish() }
    #expect(failures.count == 1)
    let failure = try #require(failures.first)
    #expect(failure.kind == .effectThrew)
    #expect(failure.headline.contains("search"))
    #expect(failure.headline.contains("EffectTests.swift:\(line)"))
    #expect(failure.headline.contains("Failure()"))
  }

  @Test func `a store continues after an unhandled error`() async {
    let store = JournalStore()
    _ = await recordingFailures { await store.send(.run { _ in throw Failure() }).finish() }
    await store.send(.say("a")).finish()
    #expect(store.feedback == ["a"])
  }

  @Test(arguments: [true, false])
  func `an error of a cancelled effect never reaches the handler`(throwsItsOwnError: Bool) async {
    let store = JournalStore()
    let probe = Probe()
    let effect = Step.run("a") { _ in
      probe.note("started")
      await probe.waitUntilCancelled()
      if throwsItsOwnError { throw Failure() }
      try Task.checkCancellation()
    } catch: { _, send in
      probe.note("handled")
      await send("handled")
    }
    let failures = await recordingFailures {
      let task = store.send(effect.cancellable(id: 1))
      await probe.wait(for: "started")
      store.send(.cancel(id: 1))
      await task.finish()
    }
    #expect(failures.isEmpty)
    #expect(probe.notes == ["started"])
    #expect(store.feedback.isEmpty)
  }

  @Test(arguments: [true, false])
  func `the error of a cancelled effect without a handler is not reported`(throwsItsOwnError: Bool) async {
    let store = JournalStore()
    let probe = Probe()
    let failures = await recordingFailures {
      let task = store.send(
        .run { _ in
          probe.note("started")
          await probe.waitUntilCancelled()
          if throwsItsOwnError { throw Failure() }
          try Task.checkCancellation()
        }
      )
      await probe.wait(for: "started")
      await task.cancel()
    }
    #expect(failures.isEmpty)
  }

  @Test func `a 'CancellationError' of an effect that was not cancelled reaches the handler as any error does`() async {
    let store = JournalStore()
    let failures = await recordingFailures {
      await store.send(
        .run { _ in
          throw CancellationError()
        } catch: { error, send in
          await send("\(error is CancellationError)")
        }
      ).finish()
    }
    #expect(failures.isEmpty)
    #expect(store.feedback == ["true"])
  }

  @Test func `an unhandled 'CancellationError' of an effect that was not cancelled is reported`() async {
    let store = JournalStore()
    let line = markedLine()
    let effect = Step.run("load") { _ in throw CancellationError() }  // Here
    let failures = await recordingFailures { await store.send(effect).finish() }
    #expect(failures.map(\.kind) == [.effectThrew])
    #expect(failures.first?.headline.contains("EffectTests.swift:\(line)") == true)
  }

  @Test func `feedback of an effect that ignores its cancellation is dropped`() async {
    let store = JournalStore()
    let probe = Probe()
    let task = store.send(
      .run { send in
        probe.note("started")
        await probe.wait(for: "go", ignoringCancellation: true)
        await send("late")
        probe.note("spoken")
      }
      .cancellable(id: 1)
    )
    await probe.wait(for: "started")
    store.send(.cancel(id: 1))
    probe.note("go")
    await task.finish()
    #expect(probe.count("spoken") == 1)
    #expect(store.feedback.isEmpty)
  }

  @Test func `feedback of an error handler is dropped after the effect was cancelled`() async {
    let store = JournalStore()
    let probe = Probe()
    let task = store.send(
      .run { _ in
        throw Failure()
      } catch: { _, send in
        probe.note("handling")
        await probe.waitUntilCancelled()
        await send("late")
      }
      .cancellable(id: 1)
    )
    await probe.wait(for: "handling")
    store.send(.cancel(id: 1))
    await task.finish()
    #expect(store.feedback.isEmpty)
  }
}
