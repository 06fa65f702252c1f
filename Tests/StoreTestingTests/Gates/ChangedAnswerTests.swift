import StoreCore
import TestSupport
import Testing

@testable import StoreTesting

/// A tool that delays or repeats the calls of gates.
private final class AnswerTool: SurroundingsTool {
  enum Change { case delay, repetition }

  /// The calls that the tool was asked about, in order.
  let calls = Recorder<String>()

  private let kind: Change

  init(_ kind: Change) { self.kind = kind }

  func fate<Value, Failure>(
    of answer: Result<Value, Failure>,
    to call: SurroundingCall,
    at site: CallSite
  ) -> AnswerFate<Value, Failure> {
    calls.record(call.isAnsweredAtOnce ? "\(call.gate) at once" : call.gate)
    return kind == .delay ? .late : .repeated
  }
}

/// Answers to calls of a feature, of which a tool decides what becomes.
@MainActor
@Suite struct ChangedAnswerTests {
  @Test func `a repeated call gets the second answer, about which the tool is not asked`() async {
    let tool = AnswerTool(.repetition)
    await Hooks.$mutator.withValue(tool) {
      let store = TestStore(initialState: GatedFeature.State()) { GatedFeature() }
      let find = store.gate("find", at: \.gatedClient.find)
      await store.send(.find("a"))
      await find.succeed(with: 1)
      #expect(find.pending.map(\.number) == [2])
      await find.succeed(with: 2)
      await store.receive(.answered("a: 2")) { $0.answers = ["a: 2"] }
      await store.finish()
    }
    #expect(tool.calls.values == ["find"])
  }

  @Test func `a delayed answer of the test is a step, and comes with the next one`() async {
    let tool = AnswerTool(.delay)
    await Hooks.$mutator.withValue(tool) {
      let load = Gate<Int, [Int], any Error>("load")
      let store = TestStore(of: PagesModel { try await load($0) }, projection: ShownPages.init)
      await store.call { $0.loadMore() }
      await store.receiveChange { $0.isLoading = true }
      await load.succeed(with: [1])  // Here
      // Nothing else answers the call until then.
      #expect(load.pending.isEmpty)
      #expect(store.session.environment.step.line == markedLine())
      // The model does nothing while it loads.
      await store.call { $0.loadMore() }
      await store.receiveChange {
        $0.items = [1]
        $0.isLoading = false
      }
      await store.finish()
    }
    #expect(tool.calls.values == ["load"])
  }

  @Test func `a delayed answer of the gate itself comes with the step after the call`() async {
    let tool = AnswerTool(.delay)
    await Hooks.$mutator.withValue(tool) {
      let load = Gate<Int, [Int], any Error>("load") { _ in [.success([1])] }
      let store = TestStore(of: PagesModel { try await load($0) }, projection: ShownPages.init)
      await store.call { $0.loadMore() }
      await store.receiveChange { $0.isLoading = true }
      #expect(load.pending.isEmpty)
      await store.call { $0.loadMore() }
      await store.receiveChange {
        $0.items = [1]
        $0.isLoading = false
      }
      await store.finish()
    }
    #expect(tool.calls.values == ["load at once"])
  }
}
