import StoreCore
import StoreExploration
import TestSupport
import Testing

@testable import StoreTesting

/// A feature with three effects that send once each. One of them begins an endless loop of messages to itself.
private struct Loop: Reducer {
  enum Input: Sendable { case start }

  enum Feedback: Sendable { case sent, again }

  func reduce(message: Message<Input, Feedback>, into state: inout Int) -> Effect<Feedback, Never> {
    switch message {
    case .input(.start): .merge([Feedback.sent, .again, .sent].map { feedback in .run { await $0(feedback) } })
    case .feedback(.again): .feedback(.again)
    case .feedback(.sent): .none
    }
  }
}

@Suite(.timeLimit(.minutes(15))) struct AbandonedStoreTests {
  private struct Reference {
    weak let environment: TestEnvironment?
  }

  @Test func `an abandoned store whose effects wait for their turn is released`() async throws {
    let references = Recorder<Reference>()
    let failures = try await recordingFailures {
      try await explore {
        let store = TestStore(initialState: 0) { Loop() }
        store.exhaustivity = .off
        store.stepLimit = 10
        references.record(Reference(environment: store.session.environment))
        await store.send(.start)
        await store.finish()
      }
    }
    #expect(!failures.isEmpty)
    #expect(!references.values.isEmpty)
    while references.values.contains(where: { $0.environment != nil }) { await Task.yield() }
  }
}
