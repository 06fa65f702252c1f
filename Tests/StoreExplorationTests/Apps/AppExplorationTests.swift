import StoreCore
import StoreExploration
import StoreTesting
import Testing

/// State spaces, sequences, orders and mutants of stacks, forms and shared values.
struct AppExplorationTests {
  @Test func `a counterexample of a form is a test with the changes of its fields`() async throws {
    let failures = await recordingFailures {
      StateSpace(initialState: NameForm.State(), inputs: [.binding(.set(\.name, "x")), .binding(.set(\.isOpen, true))])
      {
        NameForm()
      }
      .check(.always("it is valid") { $0.isValid })
    }
    let failure = try #require(failures.first)
    #expect(failure.kind == .brokenProperty)
    #expect(
      failure.details.contains(
        """
            await store.send(.binding(.set(\\.name, "x"))) {
              $0.name = "x"
              $0.isValid = false
            }
        """
      )
    )
  }

  @Test func `the space of a stack ends if its ids begin anew`() {
    let space = StateSpace(
      initialState: FormStack.State(),
      inputs: { state in
        let forms = state.path.ids.flatMap { id -> [FormStack.Input] in
          [.form(id, .binding(.set(\.name, "a"))), .form(id, .closeTapped)]
        }
        return [.pathChanged([])] + (state.path.count < 2 ? [.formTapped] : []) + forms
      },
      canonical: { $0.path = Stack($0.path.screens) },
      reducer: { FormStack() }
    )
    let report = space.check(
      .always("at most two screens") { $0.path.count <= 2 },
      .sometimes("a form is saved") { $0.saved == "a" }
    )
    #expect(report.isComplete)
    #expect(report.states == 14)
  }

  @Test func `a screen may take the clock along into its effect`() {
    let space = StateSpace(initialState: FormStack.State()) { state in
      state.path.isEmpty && !state.path.ids.contains(0) ? [.tickingTapped] : []
    } reducer: {
      FormStack()
    } responses: { _ in
      [.sends(.ticking(0, .feedback(.tick)), then: .repeats)]
    }
    let report = space.check(
      .always("it ticks while it is shown") { $0.isRunning("tick") == !$0.path.isEmpty },
      .sometimes("it is odd") { $0.path[0]?.ticking?.isOdd == true }
    )
    #expect(report.isComplete)
  }

  @Test func `a failing sequence writes pushes and changes of fields`() async throws {
    let failures = await recordingFailures {
      await checkSequences {
        let store = TestStore(initialState: FormStack.State()) { FormStack() }
        store.always("forms are valid") { state in state.path.screens.allSatisfy { $0.form?.isValid ?? true } }
        return store
      } commands: {
        Command.send(.formTapped)
        Command.send(.pathChanged([]))
        Command.send(when: { $0.path[0]?.form != nil }) { .form(0, .binding(.set(\.name, $0.one(of: "a", "x")))) }
      }
    }
    let failure = try #require(failures.first)
    #expect(failure.headline.hasSuffix(#"does not hold after .form(0, .binding(name = "x"))."#))
    #expect(failure.details.contains("await store.send(.formTapped)\n"))
    #expect(failure.details.contains(#"await store.send(.form(0, .binding(.set(\.name, "x"))))"#))
  }

  @Test(.explore(budget: 30)) func `two stores on one source agree in each order`() async {
    let source = Source(0)
    func makeStore() -> TestStore<Follower> {
      TestStore(initialState: 0) {
        Follower()
      } withDependencies: {
        $0.sharedNumber = source
      }
    }
    let (first, second) = (makeStore(), makeStore())
    for store in [first, second] {
      store.exhaustivity = .off
      store.always("no change is undone") { old, _, new in new >= old }
    }
    await first.send(1)
    await second.send(2)
    await first.settle()
    await second.settle()
    for store in [first, second] {
      await store.skipReceived(strict: false)
      #expect(store.state == 3)
      await store.cancelInFlightEffects()
      await store.finish()
    }
  }
}

@Suite(.mutants(of: NameForm.self, minimumScore: 1))
struct NameFormMutantTests {
  @Test func `a test of a form notices each mutant`() async {
    let store = TestStore(initialState: NameForm.State()) { NameForm() }
    await store.send(.binding(.set(\.name, "x"))) { ($0.name, $0.isValid) = ("x", false) }
    await store.send(.binding(.set(\.isOpen, true))) { $0.isOpen = true }
    await store.send(.closeTapped)
    await store.receiveOutput(.closed("x"))
    await store.finish()
  }
}
