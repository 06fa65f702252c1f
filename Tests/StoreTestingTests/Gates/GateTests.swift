import StoreCore
import StoreDependencies
import StoreTesting
import TestSupport
import Testing

/// A dependency whose endpoints have every form that a gate can replace.
struct GatedClient: TestDependencyKey {
  var find: @Sendable (String) async throws -> Int

  /// Returns a value, and can't fail.
  var greet: @Sendable (String, Int) async -> String

  /// Saves, and can fail in one way only.
  var save: @Sendable () async throws(SaveError) -> Void

  static let testValue = GatedClient(
    find: unimplemented("GatedClient.find"),
    greet: unimplemented("GatedClient.greet", placeholder: ""),
    save: { () async throws(SaveError) in }
  )
}

/// The error of saving.
struct SaveError: Error, Equatable {}

extension DependencyValues {
  /// A dependency whose endpoints have every form that a gate can replace.
  var gatedClient: GatedClient {
    get { self[GatedClient.self] }
    set { self[GatedClient.self] = newValue }
  }
}

/// A feature that asks its dependency.
struct GatedFeature: Reducer {
  /// The received feedback.
  struct State: Equatable {
    /// The answers, oldest first.
    var answers: [String] = []
  }

  enum Input: Equatable { case find(String), greet(String), save, stop }

  enum Feedback: Equatable { case answered(String) }

  @Dependency(\.gatedClient) var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.find(let text)):
      return .run("find", of: text) { send in
        do {
          await send(.answered("\(text): \(try await client.find(text))"))
        } catch is CancellationError {
          await send(.answered("\(text): cancelled"))
        } catch {
          await send(.answered("\(text): \(error)"))
        }
      }
      .cancellable(id: "find")
    case .input(.greet(let name)):
      return .run("greet", of: name) { send in await send(.answered(await client.greet(name, 3))) }
        .cancellable(id: "find")
    case .input(.save):
      return .run("save") { send in
        do throws(SaveError) {
          try await client.save()
          await send(.answered("saved"))
        } catch {
          await send(.answered("\(error)"))
        }
      }
    case .input(.stop): return .cancel(id: "find")
    case .feedback(.answered(let text)):
      state.answers.append(text)
      return .none
    }
  }
}

@Suite struct GateTests {
  private func makeStore() -> TestStore<GatedFeature> {
    TestStore(initialState: GatedFeature.State()) { GatedFeature() }
  }

  @Test func `calls wait until they are answered, in any order`() async {
    let store = makeStore()
    let find = store.gate("find", at: \.gatedClient.find)
    await store.send(.find("a"))
    await store.send(.find("b"))
    #expect(find.pending.map(\.arguments) == ["a", "b"])
    #expect(find.pending.map(\.description) == [#"find("a")"#, #"find("b")"#])
    #expect(find.pending.map(\.effect?.name) == ["find", "find"])
    #expect(find.pending.map(\.instant) == [TestClock.Instant(), TestClock.Instant()])
    await find.pending[1].succeed(with: 2)
    await store.receive(.answered("b: 2")) { $0.answers = ["b: 2"] }
    await find.fail(with: SaveError())
    await store.receive(.answered("a: SaveError()")) { $0.answers = ["b: 2", "a: SaveError()"] }
    #expect(find.pending.isEmpty)
    #expect(find.callCount == 2)
    await store.finish()
  }

  @Test func `an endpoint can have several arguments, none, and any way of failing`() async {
    let store = makeStore()
    let greet = store.gate("greet", at: \.gatedClient.greet)
    let save = Gate<Void, Void, SaveError>("save")
    store.dependencies.gatedClient.save = { () async throws(SaveError) in try await save() }
    await store.send(.greet("Ada"))
    #expect(greet.pending.first?.arguments.1 == 3)
    #expect(greet.pending.first?.description == #"greet("Ada", 3)"#)
    await greet.succeed(with: "Hello")
    await store.receive(.answered("Hello")) { $0.answers = ["Hello"] }
    await store.send(.save)
    #expect(save.pending.first?.description == "save()")
    await save.fail(with: SaveError())
    await store.receive(.answered("SaveError()")) { $0.answers = ["Hello", "SaveError()"] }
    await store.send(.save)
    await save.succeed()
    await store.receive(.answered("saved")) { $0.answers.append("saved") }
    await store.finish()
  }

  @Test func `a receive that needs an answer fails at once, and names the gate`() async throws {
    let failures = await recordingFailures {
      let store = makeStore()
      let find = store.gate("find", at: \.gatedClient.find)
      await store.send(.find("a"))
      await store.receive(.answered("a: 1"))  // Fails: missingFeedback
      await find.succeed(with: 1)
      await store.receive(.answered("a: 1")) { $0.answers = ["a: 1"] }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.details.contains(#"find("a") waits for the answer to 'find("a")'"#) ?? false)
  }

  @Test func `a call that is unanswered at the end is reported with its effect`() async throws {
    let failures = await recordingFailures {
      let store = makeStore()
      let find = store.gate("find", at: \.gatedClient.find)
      await store.send(.find("a"))  // Fails: effectInFlight
      await store.finish()
      #expect(find.pending.isEmpty)
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.headline
        == #"The effect find("a") is still running at the end of the test: it waits for the answer to 'find("a")'."#
    )
  }

  @Test func `a cancelled call ends, and the feature receives no error`() async {
    let store = makeStore()
    let find = store.gate("find", at: \.gatedClient.find)
    await store.send(.find("a"))
    await store.send(.stop)
    #expect(find.pending.isEmpty)
    await store.finish()
  }

  @Test func `a call that ignores its cancellation can be answered late`() async {
    let store = makeStore()
    let find = store.gate("find", at: \.gatedClient.find, whenCancelled: .ignoresCancellation)
    await store.send(.find("a"))
    await store.send(.stop)
    #expect(find.pending.map(\.isCancelled) == [true])
    await find.succeed(with: 1)
    await store.finish()
  }

  @Test func `a call that can't throw a cancellation error continues to wait`() async {
    let store = makeStore()
    let greet = store.gate("greet", at: \.gatedClient.greet)
    await store.send(.greet("Ada"))
    await store.send(.stop)
    #expect(greet.pending.map(\.isCancelled) == [true])
    await greet.succeed(with: "Hello")
    await store.finish()
  }

  @Test func `a call that never returns is asserted as a running effect`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      let find = store.gate("find", at: \.gatedClient.find)
      await store.send(.find("a"))
      find.leaveUnanswered()
      #expect(find.pending.isEmpty)
      #expect(store.inFlightEffects.map(\.waitingOn) == [.call(#"find("a")"#, hangs: true)])
      await store.cancelInFlightEffects()
      await store.finish()
    }
    #expect(failures.isEmpty)
  }

  @Test func `a call that ignores its cancellation asks for its answer`() async {
    let store = makeStore()
    let find = store.gate("find", at: \.gatedClient.find, whenCancelled: .ignoresCancellation)
    await store.send(.find("a"))
    let failures = await recordingFailures {
      await store.cancelInFlightEffects()  // Fails: effectInFlight
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.details.contains(
        "A call that can't throw the cancellation, or ignores it, goes on until the test answers it. Answer it before."
      ) == true
    )
    await find.succeed(with: 1)
    await store.finish()
  }

  @Test func `a store knows its own gates before an effect calls them`() async {
    let store = makeStore()
    let find = store.gate("find", at: \.gatedClient.find)
    let named: Gate<String, Int, any Error> = store.gate("find")
    #expect(named === find)
    await store.send(.find("a"))
    await named.succeed(with: 1)
    await store.receive(.answered("a: 1")) { $0.answers = ["a: 1"] }
    await store.finish()
  }

  @Test func `an answer without a call fails`() async {
    let store = makeStore()
    let find = store.gate("find", at: \.gatedClient.find)
    let reports = await recordingReports {
      await find.succeed(with: 1)  // Fails: missingCall
      await store.send(.find("a"))
      let call = find.pending[0]
      await call.succeed(with: 1)
      await call.succeed(with: 1)  // Warns: missingCall
      await call.fail(with: SaveError())  // Warns: missingCall
      call.leaveUnanswered()  // Warns: missingCall
      find.leaveUnanswered()  // Warns: missingCall
    }
    await store.receive(.answered("a: 1")) { $0.answers = ["a: 1"] }
    #expect(reports.failing.locations == markedFailures())
    #expect(reports.warnings.locations == markedWarnings())
    #expect(reports.first?.headline == "No call of 'find' waits for an answer.")
    #expect(reports.first?.details.contains("Send the input that makes the feature call it") == true)
    #expect(reports.last?.details.contains("Calls that were answered or cancelled wait no longer") == true)
    #expect(reports[1].headline == "Call 1 of 'find' waits no longer.")
    await store.finish()
  }

  @Test func `an answer to a gate that has answered by itself fails with the way to answer in the test`() async {
    let store = makeStore()
    let find = store.gate("find", at: \.gatedClient.find, answers: { _ in [.success(1)] })
    await store.send(.find("a"))
    await store.receive(.answered("a: 1")) { $0.answers = ["a: 1"] }
    let failures = await recordingFailures {
      await find.succeed(with: 1)  // Fails: missingCall
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.details == """
        The feature has called it once.

        It has 'answers:', so it answers by itself. If the test is to answer, let the store leave that to it:

            store.answersGatesManually = true
        """
    )
    await store.finish()
  }

  @Test func `a call after others is answered, and a missing one is a failure`() async {
    let store = makeStore()
    let find = store.gate("find", at: \.gatedClient.find)
    for text in ["a", "b", "c"] { await store.send(.find(text)) }
    find.leaveUnanswered(skipping: 1)
    await find.succeed(with: 3, skipping: 1)
    await store.receive(.answered("c: 3")) { $0.answers = ["c: 3"] }
    let failures = await recordingFailures {
      await find.fail(with: SaveError(), skipping: 1)  // Fails: missingCall
      await find.succeed(with: 1, skipping: -1)  // Fails: misuse
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.map(\.headline) == [
        "No call of 'find' waits for an answer behind 1 other.", "The number of calls to skip, -1, is negative.",
      ]
    )
    #expect(
      failures.first?.details.hasPrefix(
        """
        The feature has called it 3 times.

        The waiting calls:

        • find("a")

        The test has left these calls unanswered:

        • find("b")
        """
      ) ?? false,
      "\(failures.first?.details ?? "")"
    )
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `a gate with answers returns the first one at once in an ordinary test`() async {
    let store = makeStore()
    let find = store.gate("find", at: \.gatedClient.find) { text in [.success(text.count), .failure(SaveError())] }
    await store.send(.find("abc"))
    await store.receive(.answered("abc: 3")) { $0.answers = ["abc: 3"] }
    #expect(find.callCount == 1)
    await store.finish()
  }

  @Test func `a gate works without a store, too`() async throws {
    let find = Gate<String, Int, any Error>("find")
    let found = Recorder<String>()
    for text in ["a", "b"] {
      Task { found.record("\(text): \(try await find(text))") }
      // The portable runtime doesn't order the tasks.
      await TestClock().advance()
    }
    #expect(find.pending.map(\.arguments) == ["a", "b"])
    #expect(find.pending.first?.effect == nil)
    await find.pending[1].succeed(with: 2)
    #expect(found.values == ["b: 2"])
    await find.succeed(with: 1)
    #expect(found.values == ["b: 2", "a: 1"])
  }

  @Test func `calls and answers are events of the timeline`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      let find = store.gate("find", at: \.gatedClient.find)
      await store.send(.find("a"))
      await find.succeed(with: 1)
      await store.finish()
    }
    #expect(failures.kinds == [.unhandledFeedback])
    #expect(
      failures.first?.lastEvents.contains(
        #"""
             ? call     find("a")   by find("a")
             ! answer   find("a") returns 1
        """#
      ) ?? false
    )
  }

  @Test func `a race against time has both outcomes`() async {
    let store = TestStore(initialState: Timeout.State()) { Timeout() }
    let find = store.gate("find", at: \.gatedClient.find)
    await store.send(.start)
    #expect(find.pending.count == 1)
    await store.clock.advance(by: .seconds(1))
    await store.receive(.timedOut) { $0.isOver = true }
    #expect(find.pending.isEmpty)
    await store.finish()
  }
}

/// A request with a timeout.
private struct Timeout: Reducer {
  /// Whether it is over.
  struct State: Equatable {
    var isOver = false
  }

  enum Input: Equatable { case start }

  /// How it ends.
  enum Feedback: Equatable { case found(Int), timedOut }

  @Dependency(\.gatedClient) var client

  @Dependency(\.continuousClock) var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input:
      return .run("race") { send in
        let result = try await withThrowingTaskGroup(of: Feedback.self) { group in
          group.addTask { .found(try await client.find("a")) }
          group.addTask {
            try await clock.sleep(for: .seconds(1))
            return .timedOut
          }
          defer { group.cancelAll() }
          return try await group.next() ?? .timedOut
        }
        await send(result)
      }
    case .feedback:
      state.isOver = true
      return .none
    }
  }
}
