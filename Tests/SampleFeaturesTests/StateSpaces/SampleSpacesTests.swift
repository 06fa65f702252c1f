import SampleFeatures
import StoreCore
import StoreExploration
import StoreTesting
import Testing

@Suite("Samples in all situations")
struct SampleSpacesTests {
  @Test func `Search keeps its properties in every situation`() {
    let space = StateSpace(
      initialState: Search.State(),
      inputs: [.queryChanged("a"), .queryChanged("b"), .queryChanged(" "), .resultTapped(SearchResult(title: "a"))]
    ) {
      Search()
    } responses: { effect in
      let terms = effect.payload as? String ?? ""
      return [
        .sends(.debounceCompleted, .searchSucceeded([SearchResult(title: terms)])),
        .sends(.debounceCompleted, .searchFailed(.interrupted)),
      ]
    }
    let report = space.check(
      .always("searching means that a search runs") { $0.phase != .searching || $0.isRunning("search") },
      .always("at rest nothing runs") { $0.phase != .idle || $0.running.isEmpty },
      .always("one effect runs at most") { $0.running.count <= 1 },
      .always("results at rest are those of the query") { search in
        search.phase != .idle || search.results.allSatisfy { $0.title == search.query }
      },
      .sometimes("results") { !$0.results.isEmpty },
      .sometimes("a failure") { $0.error != nil },
      .leadsTo(
        "a search comes to rest",
        fairness: .responsesOnceInputsEnd,
        from: { !$0.running.isEmpty },
        to: { $0.running.isEmpty && !$0.isLoading }
      )
    )
    #expect(report.isComplete)
  }

  @Test func `SearchFeature keeps its properties in every situation`() {
    let space = StateSpace(
      initialState: SearchFeature.State(),
      inputs: [.queryChanged("a"), .queryChanged("b"), .queryChanged("")]
    ) {
      SearchFeature()
    } responses: { effect in
      guard effect.name == "search", let query = effect.payload as? String else { return [.sends(.debounceCompleted)] }
      return [.sends(.searchSucceeded([SearchResult(title: query)])), .sends(.searchFailed("offline"))]
    }
    let report = space.check(
      .always("a spinner means a search, and a search a spinner") { $0.isLoading == $0.isRunning("search") },
      .always("what arrives answers the query") { _, message, new in
        guard case .feedback(.searchSucceeded(let results)) = message else { return true }
        return results == [SearchResult(title: new.query)]
      },
      .always("an error leaves no results") { $0.error == nil || $0.results.isEmpty },
      .sometimes("results") { !$0.results.isEmpty },
      .leadsTo(
        "the spinner stops",
        fairness: .responsesOnceInputsEnd,
        from: { $0.isLoading },
        to: { !$0.isLoading }
      )
    )
    #expect(report.isComplete)
  }

  @Test func `Counter keeps its properties in every situation`() {
    let space = StateSpace(initialState: Counter.State()) { state in
      [.randomNumberTapped] + (state.count < 3 ? [.increment] : []) + (state.count > -3 ? [.decrement] : [])
    } reducer: {
      Counter()
    } responses: { _ in
      [.sends(.randomNumberDrawn(.success(2))), .sends(.randomNumberDrawn(.failure(.interrupted)))]
    }
    let report = space.check(
      .always("it is being drawn just when the effect runs") {
        ($0.request == .running) == $0.isRunning("randomNumber")
      },
      .always("one number is drawn at a time") { $0.running.count <= 1 },
      .sometimes("a number that was drawn") { $0.count == 2 && $0.request == .none },
      .sometimes("a failure") { $0.request == .failed(.interrupted) },
      .leadsTo("a number or a reason comes", from: { $0.request == .running }, to: { $0.request != .running })
    )
    #expect(report.isComplete)
    // Seven counts, each with three states of the request.
    #expect(report.states == 21)
  }

  @Test func `Numbers keeps its properties in every situation`() {
    let space = StateSpace(initialState: Numbers.State.idle, inputs: [.onAppear, .reload]) {
      Numbers()
    } responses: { _ in
      [.sends(.numbersDownloaded(.success([1]))), .sends(.numbersDownloaded(.failure(.interrupted)))]
    }
    let report = space.check(
      .always("loading means that a download runs") { $0.state != .loading || $0.isRunning("downloadNumbers") },
      .always("there are never two downloads") { $0.running.count <= 1 },
      .always("numbers are never thrown away") { old, _, new in
        guard case .loaded = old else { return true }
        if case .loaded = new { return true } else { return false }
      },
      .sometimes("numbers") { $0.state == .loaded([1]) },
      .leadsTo(
        "loading ends",
        fairness: .responsesOnceInputsEnd,
        from: { $0.state == .loading },
        to: { $0.state != .loading }
      )
    )
    #expect(report.isComplete)
  }

  @Test func `PhoneDialer keeps its properties in every situation`() {
    let space = StateSpace(
      initialState: PhoneDialer.State(),
      inputs: [.loadUsername, .inputPhoneNumber("123"), .inputPhoneNumber("x"), .dialButtonPressed]
    ) {
      PhoneDialer()
    } responses: { _ in
      [.sends(.usernameLoaded(.success("Blob"))), .sends(.usernameLoaded(.failure(.interrupted)))]
    }
    let report = space.check(
      .always("the name is on its way just when the effect runs") {
        ($0.username == .loading) == $0.isRunning("loadUsername")
      },
      .always("a number that is edited has no problem") { _, message, new in
        guard case .input(.inputPhoneNumber) = message else { return true }
        return new.problem == nil
      },
      .sometimes("a problem") { $0.problem != nil },
      .leadsTo("a name or a reason comes", from: { $0.username == .loading }, to: { $0.username != .loading })
    )
    #expect(report.isComplete)
  }

  @Test func `Browser keeps its properties in every situation`() {
    let result = SearchResult(title: "a")
    let space = StateSpace(initialState: Browser.State()) { state in
      var inputs: [Browser.Input] = [.search(.resultTapped(result))]
      if state.detail != nil { inputs += [.detail(.appeared), .detail(.favouriteTapped), .detail(.closeTapped)] }
      for favourite in state.favourites {
        inputs += [
          .favourite(favourite.id, .checkTapped), .favourite(favourite.id, .openTapped),
          .favourite(favourite.id, .removeTapped),
        ]
      }
      return inputs
    } canonical: { state in
      if let seconds = state.detail?.seconds, seconds > 2 { state.detail?.seconds = 2 }
    } reducer: {
      Browser()
    } responses: { effect in
      switch effect.name {
      case "timer": [.sends(.detail(.feedback(.secondPassed)), then: .repeats)]
      default: [.sends(.favourite("a", .feedback(.checked(1)))), .sends(.favourite("a", .feedback(.checked(nil))))]
      }
    }
    let report = space.check(
      .always("a timer means a detail screen") { $0.detail != nil || !$0.isRunning("timer") },
      .always("a check means a favourite that is checked") { browser in
        browser.isRunning("check") == browser.favourites.contains { $0.isChecking }
      },
      .sometimes("a favourite in detail while it is checked") { $0.detail != nil && $0.isRunning("check") },
      .leadsTo(
        "a check ends",
        fairness: .responsesOnceInputsEnd,
        from: { $0.isRunning("check") },
        to: { !$0.isRunning("check") }
      )
    )
    #expect(report.isComplete)
  }

  @Test func `WorkflowLoader keeps its properties in every situation`() {
    let space = StateSpace(initialState: WorkflowLoader.State.idle, inputs: [.load, .cancel]) {
      WorkflowLoader.workflow
    } responses: { effect in
      guard effect.name == "download" else { return [.sends(.pauseEnded)] }
      return [.sends(.downloaded(.success([1]))), .sends(.downloaded(.failure(.interrupted)))]
    }
    let report = space.check(
      .always("one thing runs at most") { $0.running.count <= 1 },
      .always("at rest nothing runs") { $0.state != .idle || $0.running.isEmpty },
      .sometimes("a third attempt") { $0.state == .loading(attempt: 3) },
      .sometimes("a failure") { $0.state == .failed(.interrupted) },
      .leadsTo(
        "a load comes to an end",
        fairness: .responsesOnceInputsEnd,
        from: { $0.state == .loading(attempt: 1) },
        to: { $0.running.isEmpty }
      )
    )
    #expect(report.isComplete)
  }

  @Test func `ReduxLoader keeps its properties in every situation`() {
    let space = StateSpace(initialState: ReduxLoader.State(), inputs: [.load, .cancel]) {
      ReduxLoader.app
    } responses: { effect in
      effect.name == "download" ? [.sends(.loaded([1])), .sends(.attemptFailed("offline"))] : [.sends(.pauseEnded)]
    }
    let report = space.check(
      .always("an attempt means that something runs") { ($0.attempt != nil) == !$0.running.isEmpty },
      .always("one thing runs at a time") { $0.running.count <= 1 },
      .sometimes("a problem") { $0.problem != nil },
      .leadsTo(
        "an attempt comes to an end",
        fairness: .responsesOnceInputsEnd,
        from: { $0.attempt != nil },
        to: { $0.attempt == nil }
      )
    )
    #expect(report.isComplete)
  }
}
