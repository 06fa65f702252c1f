import StoreCore
import StoreDependencies
import StoreTesting
import TestSupport
import Testing

@testable import StoreExploration

@Suite("Waits of runs with mutants") struct MutantWaitTests {
  @Test func `a run with a mutant doesn't wait for what the run without one did not wait for`() async throws {
    let report = try await checkMutants(of: Listener.self, minimumScore: 0) {
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      let store = TestStore(initialState: Listener.State()) { Listener(stream: stream) }
      // A mutant whose feedback doesn't arrive would wait that long.
      store.timeout = .seconds(3_600)
      await store.send(.listen)
      continuation.yield(1)
      await store.receive(.got(1)) { $0.sum = 1 }
      await store.send(.stop)
      await store.finish()
    }
    #expect(report.refused.isEmpty)
    #expect(report.killed > 3)
    #expect(!report.survivors.contains { $0.text.contains("was left out") && $0.text.contains("\"listen\"") })
  }

  @Test(arguments: [nil, 1, 10] as [Int?])
  func `the bound of waits follows the longest wait without a mutant`(milliseconds: Int?) {
    let recorder = BaselineRecorder(FeatureMatch(type: Listener.self), TransitionReader { $0 })
    if let milliseconds { recorder.noteWait(.milliseconds(milliseconds)) }
    recorder.noteWait(.zero)
    #expect(recorder.patience == nil)
    #expect(recorder.patienceWithMutants >= .milliseconds((milliseconds ?? 0) * 10))
    #expect((recorder.patienceWithMutants == .zero) == (milliseconds == nil))
  }

  @Test(.accelerated) func `a test is refused for the first effect outside of its control that it waits for`()
    async throws
  {
    typealias Feature = Machine<Int, String, String, Never>
    let scope = MutationScope(MutationScope.Options(feature: FeatureMatch(type: Feature.self)))
    let body = TestBody {
      let latches = ["first": Latch(), "second": Latch()]
      await Hooks.$observers.withValue(Hooks.observers + [LatchesOpener(latches)]) {
        await receiveFirstAndSecond(behind: latches)
      }
    }
    try await scope.run(body, name: "test", site: CallSite())
    let refused = scope.report.refused
    #expect(refused.count == 1)
    #expect(
      refused.first?.contains("): it waits for work outside its control: the effect first is suspended") == true,
      "\(refused)"
    )
  }
}

/// A feature that adds the numbers of a stream.
private struct Listener: Reducer {
  struct State: Equatable { var sum = 0 }
  enum Input { case listen, stop }
  enum Feedback: Equatable { case got(Int) }

  let stream: AsyncStream<Int>

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.listen):
      return .run("listen") { [stream] send in
        for await number in stream { await send(.got(number)) }
      }
      .cancellable(id: "listen")
    case .input(.stop): return .cancel(id: "listen")
    case .feedback(.got(let number)):
      state.sum += number
      return .none
    }
  }
}
