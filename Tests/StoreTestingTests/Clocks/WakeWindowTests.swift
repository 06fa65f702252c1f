import StoreCore
import StoreTesting
import TestSupport
import Testing

/// Which wakes of different effects count together.
@Suite struct WakeWindowTests {
  /// A feature whose effects sleep one after another, each under its own name.
  private typealias Naps = Machine<Int, [Duration], [Duration], Never>

  private func makeStore() -> TestStore<Naps> {
    TestStore(initialState: 0) {
      Naps { message, _ in
        let durations: [Duration]
        switch message {
        case .input(let all): durations = all
        case .feedback(let rest): durations = rest
        }
        guard let first = durations.first else { return .none }
        return .run("nap \(durations.count)") { send in
          try await sleep(for: first)
          await send(Array(durations.dropFirst()))
        }
      }
    }
  }

  @Test(
    arguments: [
      // The first sleep begins before the advance, and is no part of a loop.
      ([1, 0.5], []),
      // A wake a second after another one begins to count anew.
      ([1, 1, 1], []),
      ([1, 1, 0.5], [.livelock]),
      // The whole advance permits a hundred times as many wakes.
      (Array(repeating: 1, count: 101), []),
      (Array(repeating: 1, count: 102), [.livelock]),
    ] as [([Double], [TestFailure.Kind])]
  )
  func `effects wake too often only above the limit of a second, or of the advance`(
    seconds: [Double],
    kinds: [TestFailure.Kind]
  ) async {
    let failures = await recordingFailures {
      let store = makeStore()
      store.exhaustivity = .off
      await store.send(seconds.map { Duration.seconds($0) })
      await store.clock.advance(by: .seconds(200), limit: 1)
      await store.finish()
    }
    #expect(failures.kinds == kinds)
  }
}
