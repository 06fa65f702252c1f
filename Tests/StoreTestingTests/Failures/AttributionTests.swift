import Foundation
import StoreCore
import StoreTesting
import TestSupport
import Testing

/// Opens an item and receives the output, with the line of the caller.
private func open(
  _ item: String,
  expecting opened: String,
  in store: TestStore<Catalog>,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column,
  isolation: isolated (any Actor)? = #isolation
) async {
  await store.send(.open(item), fileID: fileID, filePath: filePath, line: line, column: column)
  await store.receiveOutput(.opened(opened), fileID: fileID, filePath: filePath, line: line, column: column)
}

@Suite struct AttributionTests {
  @Test func `a helper that passes its caller's place on fails at that place`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Catalog.State()) { Catalog() }
      await open("a", expecting: "a", in: store)
      await open("b", expecting: "c", in: store)  // Fails: unexpectedOutput
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.column == 17)
  }

  @Test(arguments: [1, 2, 3])
  func `a failure of one case of a parameterised test is an issue of that case`(number: Int) async {
    let line = markedLine()
    await withKnownIssue {
      let store = TestStore(initialState: 0) {
        Machine<Int, Int, Never, Never> { _, state in
          state += 1; return .none
        }
      }
      await store.send(1) { $0 = number }  // Here
      await store.finish()
    } when: {
      number > 1
    } matching: { issue in
      issue.sourceLocation?.line == line
        && issue.comments.first?.rawValue.contains("expected \(number), is 1") == true
    }
  }

  @Test func `a failure from a plain thread is an issue of the test that made the store`() async {
    let callbacks = Recorder<@Sendable () -> Void>()
    await withKnownIssue {
      let store = TestStore(initialState: Runner.State()) {
        Runner { _ in
          callbacks.record(
            withEscapedDependencies { dependencies in
              { dependencies.yield { _ = DependencyValues.current.calendar } }
            }
          )
        }
      }
      await store.send(.go)
      await store.receiveEffect("work")
      await store.finish()
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          callbacks.values.first?()
          continuation.resume()
        }
      }
    } matching: {
      $0.comments.first?.rawValue.contains("store had ended") == true
    }
  }

  @Test func `a misuse of a clock or a gate by a detached task is a failure of the test that made it`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: 0) { Machine<Int, Int, Never, Never> { _, _ in .none } }
      let (clock, storeClock) = (TestClock(), store.clock)
      let gate = Gate<Int, Int, Never>("load")
      await Task.detached {
        await clock.advance(by: .seconds(-1))  // Fails: misuse
        await storeClock.advance(by: .seconds(-1))  // Fails: misuse
        await gate.succeed(with: 1)  // Fails: missingCall
      }
      .value
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  /// A store of several cases, as in a 'static let' of a suite.
  @MainActor private static let shared = TestStore(initialState: 0) {
    Machine<Int, Int, Never, Never> { _, state in
      state += 1
      return .none
    }
  }

  @MainActor
  @Test(.serialized, arguments: 0..<3)
  func `a step fails the test that makes it, also if another one has made the store`(number: Int) async {
    await withKnownIssue { await Self.shared.send(number) }
  }

  #if os(Linux) || os(macOS)
    @Test func `a failure outside a test is written to standard error with its line, its fix and the last events`()
      async throws
    {
      var text = ""
      // The process hands its issue back to this test as well.
      await withKnownIssue {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
          let store = TestStore(initialState: Catalog.State()) { Catalog() }
          await store.send(.open("a"))
          await store.finish()
        }
        text = String(decoding: result.standardErrorContent, as: UTF8.self)
      }
      // The line is not compared: the macro copies the code to another place.
      #expect(text.hasPrefix("StoreTestingTests/AttributionTests.swift:"))
      #expect(text.contains(": failure (unhandledOutput): The test does not assert output .opened(\"a\")"))
      #expect(text.contains("await store.receiveOutput(.opened(\"a\"))"))
      #expect(text.contains("The last events:"))
    }
  #endif
}
