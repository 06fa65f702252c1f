import StoreCore
import StoreTesting
import Testing

/// A child whose effects send cases with payloads and without.
private struct ChildFeature: Reducer {
  /// An element of a collection.
  struct State: Equatable, Identifiable {
    let id: Int

    var text = ""
  }

  enum Feedback: Equatable {
    /// A case without a payload.
    case plain

    case loaded(String)
  }

  func reduce(message: Message<Int, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    guard case .input = message else { return .none }
    state.text = "changed"
    return .merge(.feedback(.plain), .feedback(.loaded("a")))
  }
}

/// A parent of such children.
private struct Parent: Reducer {
  struct State: Equatable {
    var kids: IdentifiedArray<ChildFeature.State> = [ChildFeature.State(id: 1), ChildFeature.State(id: 2)]
  }

  /// The feedback of the parent, from its children.
  enum Feedback: Equatable {
    case kid(Int, ChildFeedback<ChildFeature>)
  }

  let kids = ScopeEach<Parent, ChildFeature>(\.kids, feedback: Feedback.kid) { ChildFeature() }

  func reduce(message: Message<Int, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(let id) where id < 0:
      state.kids.remove(id: -id)
      return .none
    case .input(let id): return kids.reduce(.input(0), id: id, into: &state)
    case .feedback(.kid(let id, .feedback(let feedback))): return kids.reduce(.feedback(feedback), id: id, into: &state)
    }
  }
}

@Suite struct ComposedValuesTests {
  @Test func `sealed feedback is shown as its content, and as the line that asserts it`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Parent.State()) { Parent() }
      await store.send(1) { $0.kids[id: 1]?.text = "changed" }
      await store.finish()
    }
    #expect(failures.map(\.kind) == [.unhandledFeedback])
    #expect(failures.first?.details.contains("await store.receive(.kid(1, .feedback(.plain)))") == true)
    #expect(failures.first?.details.contains("await store.receive(.kid(1, .feedback(.loaded(\"a\"))))") == true)
  }

  @Test func `an array of children is compared element by element`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Parent.State()) { Parent() }
      await store.send(2) { $0.kids[id: 2]?.text = "wrong" }
      await store.skipReceived()
      await store.finish()
    }
    #expect(failures.map(\.kind) == [.unexpectedState])
    #expect(failures.first?.details.contains("kids[1].text") == true)
  }

  @Test func `arrays with different histories hide no difference from each other`() async {
    let reports = await recordingReports {
      let store = TestStore(initialState: Parent.State()) { Parent() }
      await store.send(-1) { $0.kids = [ChildFeature.State(id: 2)] }
      await store.finish()
    }
    #expect(reports.isEmpty)
  }

  @Test func `a test writes the next screen of a stack by an id that the stack has not used`() {
    let stack = Stack([1, 2])
    let keys: [Any] = [1 as ScreenID, 2 as ScreenID, 3 as ScreenID, 2, "2"]
    #expect(keys.map { stack.accepts(newKey: $0) } == [false, true, true, false, false])
  }
}
