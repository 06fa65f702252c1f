import SampleFeatures
import StoreCore
import StoreExploration
import StoreTesting
import Testing

/// Samples of other styles. Most load numbers in up to three attempts with pauses in between, and can be cancelled.
@Suite("Samples of other styles in all situations")
struct LoaderSpacesTests {
  @Test func `MatuschakLoader keeps its properties in every situation`() {
    let space = StateSpace(initialState: .idle, inputs: [.load, .cancel]) {
      MatuschakLoader.reducer.performing { $0.perform() }
    } responses: { effect in
      guard effect.name == "download" else { return [.sends(.pauseEnded)] }
      return [.sends(.downloaded(.success([1]))), .sends(.downloaded(.failure(.interrupted)))]
    }
    let report = space.check(
      .always("what runs is what the state says") { loader in
        switch loader.state {
        case .loading: loader.running.map(\.name) == ["download"]
        case .waiting: loader.running.map(\.name) == ["pause"]
        case .idle, .loaded, .failed: loader.running.isEmpty
        }
      },
      .always("only a download gives up") { old, _, new in
        if case .failed = new { if case .failed = old { true } else { old == .loading(attempt: 3) } } else { true }
      },
      .sometimes("numbers") { $0.state == .loaded([1]) },
      .sometimes("a third attempt") { $0.state == .loading(attempt: 3) },
      .leadsTo(
        "a load comes to an end",
        fairness: .responsesOnceInputsEnd,
        from: { $0.state == .loading(attempt: 1) },
        to: { $0.running.isEmpty }
      )
    )
    #expect(report.isComplete)
  }

  @Test(arguments: [
    MobiusLoader.Model.idle, .loading(attempt: 2), .waiting(attempt: 1),
  ])
  func `MobiusLoader keeps its properties from each initial model`(first: MobiusLoader.Model) {
    let space = StateSpace(initialState: first, inputs: [.load, .cancel]) {
      MobiusLoader().performing(MobiusLoaderHandler().perform)
    } responses: { effect in
      guard effect.name == "download" else { return [.sends(.pauseEnded)] }
      return [.sends(.downloaded(.success([1]))), .sends(.downloaded(.failure(.interrupted)))]
    }
    let report = space.check(
      .always("what runs is what the model says") { loader in
        switch loader.state {
        case .loading: loader.running.map(\.name) == ["download"]
        case .waiting: loader.running.map(\.name) == ["pause"]
        case .idle, .loaded, .failed: loader.running.isEmpty
        }
      },
      .always("there is no fourth attempt") { $0.state != .loading(attempt: 4) && $0.state != .waiting(attempt: 3) },
      .sometimes("numbers") { $0.state == .loaded([1]) },
      .sometimes("a failure") { $0.state == .failed(.interrupted) },
      .leadsTo(
        "a load comes to an end",
        fairness: .responsesOnceInputsEnd,
        from: { !$0.running.isEmpty },
        to: { $0.running.isEmpty }
      )
    )
    #expect(report.isComplete)
  }

  @Test func `ObjectLoader keeps its properties in every situation`() {
    let space = StateSpace(initialState: ObjectLoader.State.idle, inputs: [.load, .cancel]) {
      ObjectLoader()
    } responses: { effect in
      guard effect.payload is DownloadNumbers else { return [.sends(.pauseEnded)] }
      return [.sends(.downloaded(.success([1]))), .sends(.downloaded(.failure(.interrupted)))]
    }
    let report = space.check(
      .always("the attempt that runs is that of the state") { loader in
        switch loader.state {
        case .loading(let attempt): loader.isRunning("DownloadNumbers", of: DownloadNumbers(attempt: attempt))
        case .waiting: loader.isRunning("Pause", of: Pause(duration: .seconds(1)))
        case .idle, .loaded, .failed: loader.running.isEmpty
        }
      },
      .always("one object works at a time") { $0.running.count <= 1 },
      .sometimes("numbers") { $0.state == .loaded([1]) },
      .leadsTo(
        "a load comes to an end",
        fairness: .responsesOnceInputsEnd,
        from: { $0.state == .loading(attempt: 1) },
        to: { $0.running.isEmpty }
      )
    )
    #expect(report.isComplete)
  }

  @Test func `VuexLoader keeps its properties in every situation`() {
    let space = StateSpace(initialState: VuexLoader.State(), inputs: [.load, .cancel]) {
      VuexLoader()
    } responses: { _ in
      [
        .sends(.receive([1])), .sends(.beginAttempt(2), .receive([1])),
        .sends(.beginAttempt(2), .beginAttempt(3), .receive([1])),
        .sends(.beginAttempt(2), .beginAttempt(3), .giveUp(.interrupted)),
      ]
    }
    let report = space.check(
      .always("it is busy just when the load runs") { $0.state.isBusy == $0.isRunning("load") },
      .always("one load runs at a time") { $0.running.count <= 1 },
      .always("numbers are never thrown away") { old, _, new in old.numbers.isEmpty || !new.numbers.isEmpty },
      .sometimes("a problem beside numbers") { $0.error != nil && !$0.numbers.isEmpty },
      .leadsTo(
        "a load comes to an end",
        fairness: .responsesOnceInputsEnd,
        from: { $0.state.isBusy },
        to: { !$0.state.isBusy }
      )
    )
    #expect(report.isComplete)
  }

  @Test func `ReactorKitLoader keeps its properties in every situation`() {
    let begin: [ReactorKitLoader.Mutation] = [.setLoading(true), .setError(nil), .setFailures(0)]
    let end: [ReactorKitLoader.Mutation] = [.setFailures(0), .setLoading(false)]
    let space = StateSpace(initialState: ReactorKitLoader.State(), inputs: [.load, .cancel]) {
      ReactorKitLoader()
    } responses: { _ in
      (0...2).map { failures in
        .sends(begin + (0..<failures).map { .setFailures($0 + 1) } + [.setNumbers([1])] + end)
      } + [.sends(begin + [.setFailures(1), .setFailures(2), .setError(.interrupted)] + end)]
    }
    let report = space.check(
      .always("a spinner means a load") { !$0.isLoading || $0.isRunning("load") },
      .always("one load runs at a time") { $0.running.count <= 1 },
      .always("failures are those of one load") { old, _, new in new.failures >= old.failures || new.failures == 0 },
      .sometimes("numbers") { $0.numbers == [1] },
      .sometimes("an error") { $0.error != nil },
      .leadsTo(
        "the spinner stops",
        fairness: .responsesOnceInputsEnd,
        from: { $0.isLoading },
        to: { !$0.isLoading }
      )
    )
    #expect(report.isComplete)
  }

  @Test func `ReactiveFeedbackSearch keeps its properties in every situation`() {
    let space = StateSpace(
      initialState: ReactiveFeedbackSearch.State(),
      inputs: [.queryChanged("a"), .queryChanged("b"), .queryChanged("")]
    ) {
      ReactiveFeedbackSearch.system
    } responses: { effect in
      guard effect.name == "search", let query = effect.payload as? String else { return [.sends(.retry)] }
      return [.sends(.found([SearchResult(title: query)])), .sends(.failed)]
    }
    let report = space.check(
      .always("what runs is for the query") { search in
        search.running.allSatisfy { $0.payload as? String == search.query }
      },
      .always("one thing runs at a time") { $0.running.count <= 1 },
      .always("what is found answers the query") { search in search.results.allSatisfy { $0.title == search.query } },
      .sometimes("results") { !$0.results.isEmpty },
      .sometimes("a pause before the next try") { $0.isRunning("retry") },
      .leadsTo(
        "a failure is tried again, or given up with the query",
        fairness: .responsesOnceInputsEnd,
        from: { $0.needsRetry },
        to: { $0.isRunning("search") || $0.query.isEmpty }
      )
    )
    #expect(report.isComplete)
  }
}
