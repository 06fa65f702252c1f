import SampleFeatures
import StoreCore
import StoreTesting
import Testing

@Suite("The space of a sample does what a store does, in each step")
struct SampleAgreementTests {
  @Test("Search")
  func search() async throws {
    let count = try await takeAll(from: SampleFeatures.Search.State()) { _ in
      [
        .queryChanged("a"), .queryChanged("b"), .queryChanged(""),
        .resultTapped(SampleFeatures.SearchResult(title: "a")),
      ]
    } reducer: {
      SampleFeatures.Search()
    } responses: { effect in
      let result = SampleFeatures.SearchResult(title: effect.payload as? String ?? "")
      return [
        .sends(.debounceCompleted, .searchSucceeded([result])), .sends(.debounceCompleted, .searchFailed(.interrupted)),
      ]
    }
    #expect(count > 50)
  }

  @Test("Numbers")
  func numbers() async throws {
    let count = try await takeAll(from: Numbers.State.idle) { _ in
      [.onAppear, .reload]
    } reducer: {
      Numbers()
    } responses: { _ in
      [.sends(.numbersDownloaded(.success([1]))), .sends(.numbersDownloaded(.failure(.interrupted)))]
    }
    #expect(count > 10)
  }

  @Test("ReduxLoader, whose middleware stands around it")
  func redux() async throws {
    let count = try await takeAll(from: ReduxLoader.State()) { _ in
      [.load, .cancel]
    } reducer: {
      ReduxLoader.app
    } responses: { effect in
      effect.name == "download" ? [.sends(.loaded([1])), .sends(.attemptFailed("offline"))] : [.sends(.pauseEnded)]
    }
    #expect(count > 20)
  }

  @Test("ReactorKitLoader, which sends to itself")
  func reactorKit() async throws {
    let count = try await takeAll(from: ReactorKitLoader.State()) { _ in
      [.load, .cancel]
    } reducer: {
      ReactorKitLoader()
    } responses: { _ in
      [
        .sends(
          .setLoading(true),
          .setError(nil),
          .setFailures(1),
          .setNumbers([1]),
          .setFailures(0),
          .setLoading(false)
        ),
        .sends(.setLoading(true), .setError(nil), .setError(.interrupted), .setLoading(false)),
      ]
    }
    #expect(count > 50)
  }

  @Test("ReactiveFeedbackSearch, whose work follows its state")
  func reactiveFeedback() async throws {
    let count = try await takeAll(from: ReactiveFeedbackSearch.State()) { _ in
      [.queryChanged("a"), .queryChanged("b"), .queryChanged("")]
    } reducer: {
      ReactiveFeedbackSearch.system
    } responses: { effect in
      guard effect.name == "search", let query = effect.payload as? String else { return [.sends(.retry)] }
      return [.sends(.found([SampleFeatures.SearchResult(title: query)])), .sends(.failed)]
    }
    #expect(count > 20)
  }

  @Test("Browser, whose children come and go")
  func browser() async throws {
    let result = SampleFeatures.SearchResult(title: "a")
    let count = try await takeAll(from: Browser.State(), limit: 60) { state in
      var inputs: [Browser.Input] = [.search(.resultTapped(result)), .search(.queryChanged("a"))]
      if state.detail != nil { inputs += [.detail(.appeared), .detail(.favouriteTapped), .detail(.closeTapped)] }
      for favourite in state.favourites {
        inputs += [.favourite(favourite.id, .checkTapped), .favourite(favourite.id, .removeTapped)]
      }
      return inputs
    } reducer: {
      Browser()
    } responses: { effect in
      switch effect.name {
      case "timer": [.sends(.detail(.own(.secondPassed)), then: .startsOver)]
      case "check": [.sends(.favourite("a", .own(.checked(1)))), .sends(.favourite("a", .own(.checked(nil))))]
      default: [.sends(.search(.own(.debounceCompleted)), .search(.own(.searchSucceeded([result]))))]
      }
    }
    #expect(count > 200)
  }
}
