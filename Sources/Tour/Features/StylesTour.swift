import SampleFeatures
import StoreCore
import StoreDependencies
import StoreTesting

extension FeatureTour {
  /// One small feature in the styles of other systems.
  static let styles = [mobius, matuschak, workflow, reactiveFeedback, reactorKit, vuex, redux, effectObjects]

  /// Effects as values, which a test asserts without a handler.
  private static let mobius = FeatureTour(
    name: "Mobius",
    summary: "A loader as a pure function. Its commands are asserted, and nothing runs."
  ) {
    let store = TestStore(initialState: .idle) { MobiusLoader() }
    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receiveOutput(.download)
    await store.send(.cancel) { $0 = .idle }
    await store.receiveOutput(.stop)
    await store.finish()
  }

  /// A state that handles its own events, and a handler that performs its commands.
  private static let matuschak = FeatureTour(
    name: "Matuschak",
    summary: "A loader as a state machine that returns commands, which are performed on Fixtures/numbers.json."
  ) {
    let store = TestStore(initialState: .idle) {
      MatuschakLoader.reducer.performing { $0.perform() }
    } withDependencies: {
      $0.numbersClient = .liveValue
    }
    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receive(.downloaded(.success([1, 2, 3]))) { $0 = .loaded([1, 2, 3]) }
    await store.finish()
  }

  /// Effects that follow from the state.
  private static let workflow = FeatureTour(
    name: "Workflow",
    summary:
      "A loader whose work follows from its state alone. It is made while it waits, and cancelled in its last attempt."
  ) {
    let store = TestStore(initialState: .waiting(attempt: 2)) {
      WorkflowLoader.workflow
    } withDependencies: {
      $0.numbersClient.numbers = {
        try await DependencyValues.current.continuousClock.sleep(for: .seconds(5))
        return []
      }
    }
    await store.assertRunning(WorkflowLoader.Work.pause(after: 2))
    await store.clock.advance(by: .seconds(1))
    await store.receive(.pauseEnded) { $0 = .loading(attempt: 3) }
    await store.assertRunning(WorkflowLoader.Work.download(attempt: 3))
    await store.send(.cancel) { $0 = .idle }
    await store.assertRunning()
    await store.finish()
  }

  /// Loops around a reducer without effects.
  private static let reactiveFeedback = FeatureTour(
    name: "ReactiveFeedback",
    summary: "A search of Fixtures/search-corpus.json by a loop that looks at the state, from the beginning."
  ) {
    let store = TestStore(initialState: ReactiveFeedbackSearch.State(query: "lisbon")) {
      ReactiveFeedbackSearch.system
    } withDependencies: {
      $0.searchClient = .liveValue
    }
    await store.receive(ReactiveFeedbackSearch.Feedback.found) { state, results in state.results = results }
    await store.send(.queryChanged("")) {
      $0.query = ""
      $0.results = []
    }
    await store.finish()
  }

  /// Mutations between action and state.
  private static let reactorKit = FeatureTour(
    name: "ReactorKit",
    summary: "A loader whose action becomes several mutations, and each of them is asserted."
  ) {
    let store = TestStore(initialState: ReactorKitLoader.State()) {
      ReactorKitLoader()
    } withDependencies: {
      $0.numbersClient = .liveValue
    }
    await store.send(.load)
    await store.receive(.setLoading(true)) { $0.isLoading = true }
    await store.receive(.setError(nil))
    await store.receive(.setFailures(0))
    await store.receive(.setNumbers([1, 2, 3])) { $0.numbers = [1, 2, 3] }
    await store.receive(.setFailures(0))
    await store.receive(.setLoading(false)) { $0.isLoading = false }
    await store.finish()
  }

  /// Actions that commit mutations.
  private static let vuex = FeatureTour(
    name: "Vuex",
    summary: "A loader whose action commits one mutation at once, and another one when it has waited."
  ) {
    let store = TestStore(initialState: VuexLoader.State()) {
      VuexLoader()
    } withDependencies: {
      $0.numbersClient = .liveValue
    }
    await store.send(.load)
    await store.receive(.beginAttempt(1)) { $0.attempt = 1 }
    await store.receive(.receive([1, 2, 3])) {
      $0.attempt = nil
      $0.numbers = [1, 2, 3]
    }
    await store.finish()
  }

  /// Middleware, and one flat action.
  private static let redux = FeatureTour(
    name: "Redux",
    summary: "A loader behind middleware that drops the second of two downloads."
  ) {
    let store = TestStore(initialState: ReduxLoader.State()) {
      ReduxLoader.app
    } withDependencies: {
      $0.numbersClient.numbers = {
        try await DependencyValues.current.continuousClock.sleep(for: .seconds(1))
        return [4]
      }
    }
    await store.send(.load) { $0.attempt = 1 }
    await store.send(.load)
    await store.clock.advance(by: .seconds(1))
    await store.receive(.loaded([4])) {
      $0.attempt = nil
      $0.numbers = [4]
    }
    await store.finish()
  }

  /// Effects as objects.
  private static let effectObjects = FeatureTour(
    name: "EffectObjects",
    summary: "A loader whose effects are objects. The test names the one that works."
  ) {
    let store = TestStore(initialState: .idle) {
      ObjectLoader()
    } withDependencies: {
      $0.numbersClient = .liveValue
    }
    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receiveEffect("DownloadNumbers", of: DownloadNumbers(attempt: 1))
    await store.receive(.downloaded(.success([1, 2, 3]))) { $0 = .loaded([1, 2, 3]) }
    await store.finish()
  }
}
