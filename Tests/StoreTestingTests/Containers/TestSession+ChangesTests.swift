import StoreCore
import StoreTesting
import TestSupport
import Testing

/// A view model of a form that is filled in field by field.
private final class FormModel: StateStore<FormModel.State, Int> {
  /// The fields of the form.
  struct State: Equatable, Sendable {
    var name = ""
    var age = 0
    var steps = 0
  }

  init() { super.init(state: State()) }

  func fill() {
    state.name = "Ada"
    state.steps += 1
    emit(1)
    state.age = 36
    state.steps += 1
    emit(2)
  }
}

@MainActor
@Suite struct TestSessionChangesTests {
  /// A step of the test of a whole form.
  enum Step: CaseIterable {
    case name, firstStep, firstOutput, age, secondStep, secondOutput

    /// The kind of failure of a test that leaves the step out.
    var kind: TestFailure.Kind {
      switch self {
      case .firstOutput, .secondOutput: .unhandledOutput
      case .firstStep, .secondStep: .unhandledFeedback
      case .name, .age: .unexpectedFeedback
      }
    }
  }

  /// Tests a whole form, but for some steps.
  private func failures(leavingOut omitted: Step...) async -> [TestFailure] {
    await recordingFailures {
      let store = TestStore { FormModel() }
      await store.call("fill") { $0.fill() }
      for step in Step.allCases where !omitted.contains(step) {
        switch step {
        case .name: await store.receiveChange { $0.name = "Ada" }
        case .firstStep, .secondStep: await store.receiveChange { $0.steps += 1 }
        case .firstOutput: await store.receiveOutput(1)
        case .age: await store.receiveChange { $0.age = 36 }
        case .secondOutput: await store.receiveOutput(2)
        }
      }
      await store.finish()
    }
  }

  @Test func `a test that asserts everything passes`() async {
    #expect(await failures().isEmpty)
  }

  @Test(arguments: Step.allCases)
  func `each omission is one failure, and the test continues after it`(step: Step) async {
    let failures = await failures(leavingOut: step)
    #expect(failures.kinds == [step.kind])
  }

  @Test func `an omitted change is named at the line of the next one, with the line that would receive it`() async {
    let failures = await recordingFailures {
      let store = TestStore { FormModel() }
      await store.call("fill") { $0.fill() }
      await store.receiveChange { $0.steps += 1 }  // Fails: unexpectedFeedback
      await store.receiveOutput(1)
      await store.receiveChange { $0.age = 36 }
      await store.receiveChange { $0.steps += 1 }
      await store.receiveOutput(2)
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.headline
        == """
        The store received the change to State(name: "Ada", age: 0, steps: 0) where the test expects a change of the state that the \
        closure makes.
        """
    )
    #expect(failures.first?.details.contains(#"await store.receiveChange { $0.name = "Ada" }"#) == true)
  }

  @Test func `two changes in the wrong order are one failure`() async {
    let failures = await recordingFailures {
      let store = TestStore { FormModel() }
      await store.call("fill") { $0.fill() }
      await store.receiveChange { $0.steps += 1 }  // Fails: unexpectedFeedback
      await store.receiveChange { $0.name = "Ada" }
      await store.receiveOutput(1)
      await store.receiveChange { $0.age = 36 }
      await store.receiveChange { $0.steps += 1 }
      await store.receiveOutput(2)
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a change and an output in the wrong order are one failure`() async {
    let failures = await recordingFailures {
      let store = TestStore { FormModel() }
      await store.call("fill") { $0.fill() }
      await store.receiveChange { $0.name = "Ada" }
      await store.receiveOutput(1)  // Fails: unhandledFeedback
      await store.receiveChange { $0.steps += 1 }
      await store.receiveChange { $0.age = 36 }
      await store.receiveChange { $0.steps += 1 }
      await store.receiveOutput(2)
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a missing change between two others is one failure`() async {
    let failures = await recordingFailures {
      let store = TestStore { FormModel() }
      await store.call("fill") { $0.fill() }
      await store.receiveChange { $0.name = "Ada" }
      await store.receiveChange { $0.age = 99 }  // Fails: unexpectedState
      await store.receiveChange { $0.steps += 1 }
      await store.receiveOutput(1)
      await store.receiveChange { $0.age = 36 }
      await store.receiveChange { $0.steps += 1 }
      await store.receiveOutput(2)
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a wrong value is one failure`() async {
    let failures = await recordingFailures {
      let store = TestStore { FormModel() }
      await store.call("fill") { $0.fill() }
      await store.receiveChange { $0.name = "Bob" }  // Fails: unexpectedState
      await store.receiveChange { $0.steps += 1 }
      await store.receiveOutput(1)
      await store.receiveChange { $0.age = 36 }
      await store.receiveChange { $0.steps += 1 }
      await store.receiveOutput(2)
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a closure that throws is one failure, and its change counts as received`() async {
    struct Oops: Error {}
    let failures = await recordingFailures {
      let store = TestStore { FormModel() }
      await store.call("fill") { $0.state.age = 1 }
      await store.receiveChange { _ in throw Oops() }  // Fails: assertionThrew
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test(arguments: [Exhaustivity.on, .observable, .off])
  func `a closure runs once for a change that it describes correctly`(level: Exhaustivity) async {
    var count = 0
    let store = TestStore { FormModel() }
    store.exhaustivity = level
    await store.call("age") { $0.state.age = 1 }
    await store.receiveChange {
      count += 1
      $0.age = 1
    }
    #expect(count == 1)
    await store.finish()
  }

  @Test func `a test at .observable can omit changes, and name the state that it waits for`() async {
    let store = TestStore { FormModel() }
    store.exhaustivity = .observable
    await store.call("fill") { $0.fill() }
    await store.receiveChange {
      $0.name = "Ada"
      $0.age = 36
      $0.steps = 1
    }
    await store.receiveOutput(1)
    await store.receiveOutput(2)
    await store.settle { $0.steps = 2 }
    await store.finish()
  }

  @Test func `an unasserted state at .observable is a failure, and an unasserted output after it a warning`() async {
    let failures = await recordingReports {
      let store = TestStore { FormModel() }
      store.exhaustivity = .observable
      await store.call("age") { $0.state.age = 1 }
      await store.call("output") { $0.emit(9) }  // Fails: unexpectedState
      await store.finish()  // Warns: unhandledOutput
    }
    #expect(failures.failing.locations == markedFailures())
    #expect(failures.warnings.locations == markedWarnings())
  }

  @Test func `only asserted fields are compared at .off, and a wrong one is a failure`() async {
    let failures = await recordingFailures {
      let store = TestStore { FormModel() }
      store.exhaustivity = .off
      await store.call("fill") { $0.fill() }
      await store.receiveChange { $0.age = 36 }
      await store.receiveOutput(2)
      await store.call("age") { $0.state.age = 1 }
      await store.receiveChange { $0.age = 2 }  // Fails: unexpectedState
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `an assertion at .off that writes the previous value finds the change to that value, or fails`() async {
    let failures = await recordingFailures {
      let store = TestStore { FormModel() }
      store.exhaustivity = .off
      await store.call("fill") { $0.fill() }
      await store.receiveChange { $0.steps = 0 }
      await store.finish()
      let other = TestStore { FormModel() }
      other.exhaustivity = .off
      await other.call("fill") { $0.fill() }
      await other.receiveChange { $0.name = "" }  // Fails: unexpectedState
      await other.finish()
    }
    #expect(failures.locations == markedFailures())
  }
}
