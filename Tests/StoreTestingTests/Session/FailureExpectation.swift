import StoreCore
import StoreDependencies
import StoreTesting
import TestSupport
import Testing

/// The ways in which a test expects a failure.
enum FailureExpectation: CaseIterable {
  case recorded
  case known

  /// Runs code that fails.
  func callAsFunction(_ body: () async -> Void) async {
    switch self {
    case .recorded: #expect(await recordingFailures(body).count == 1)
    case .known: await withKnownIssue { await body() }
    }
  }

  /// Returns the lines of the failures that code doesn't expect.
  func unexpectedLines(_ body: () async -> Void) async -> [Int] {
    switch self {
    case .recorded: return await recordingFailures(body).map(\.line)
    case .known:
      let lines = Recorder<Int>()
      await withKnownIssue(isIntermittent: true) {
        await body()
      } matching: { issue in
        if let line = issue.sourceLocation?.line { lines.record(line) }
        return true
      }
      return lines.values
    }
  }
}

/// The error of an effect.
private struct Busy: Error {}

extension TestStore<Machine<Int, String, String, String>> {
  /// Makes a store whose effects take five seconds. The one of "nap" then sends "woke", for which the feature emits "up".
  static func napping() -> Self {
    let endpoint: @Sendable () -> Void = unimplemented("Client.load")
    return Self(initialState: 0) {
      Machine { message, state in
        switch message {
        case .input("nap"):
          return .run("nap") { send in
            try await sleep(for: .seconds(5))
            await send("woke")
          }
        case .input("load"):
          return .run("load") { _ in
            try await sleep(for: .seconds(5))
            endpoint()
          }
        case .input("fail"):
          return .run("fail") { _ in
            try await sleep(for: .seconds(5))
            throw Busy()
          }
        case .input("loop"), .feedback("loop"): return .feedback("loop")
        case .input("add"):
          state += 1
          return .none
        case .input(let other): return .output(other)
        case .feedback:
          state += 1
          return .output("up")
        }
      }
    }
  }
}
