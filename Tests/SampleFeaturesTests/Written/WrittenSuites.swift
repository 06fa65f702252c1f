import SampleFeatures
import StoreCore
import StoreExploration
import StoreTesting
import Testing

/// The suites that the package writes of the sample features. Each stands beside this file, and fails here once the
/// package would write another one.
///
/// All of them run in every run. Only four are written anew in each, as this takes much longer.
@Suite struct WrittenSuites {
  @Test func `the suite of the counter says what it does`() async throws {
    let suite = try await generateSuite(named: "WrittenCounterSuite") {
      let store = TestStore(initialState: Counter.State()) { Counter() }
      store.gate("number", at: \.randomNumberClient.number) {
        [.success(7), .failure(RandomNumberError.unavailable("Offline"))]
      }
      return store
    } commands: {
      Command.send(.increment)
      Command.send(.decrement)
      Command.send(.randomNumberTapped)
    }
    #expect(suite.problems == [])
  }

  @Test func `the suite of the dialer says what it does`() async throws {
    let suite = try await generateSuite(named: "WrittenPhoneDialerSuite") {
      let store = TestStore(initialState: PhoneDialer.State()) { PhoneDialer() }
      store.gate("username", at: \.usernameClient.username) {
        [.success("Ada"), .failure(UsernameError.unavailable("Offline"))]
      }
      return store
    } commands: {
      Command.send(.loadUsername)
      Command.send { .inputPhoneNumber($0.one(of: "555-0123", "", "12a")) }
      Command.send(.dialButtonPressed)
      Command.send(.dialRefused("555-0123"))
    }
    #expect(suite.problems == [])
  }

  @Test func `the suite of the numbers says what they do`() async throws {
    let suite = try await generateSuite(named: "WrittenNumbersSuite") {
      let store = TestStore(initialState: Numbers.State.idle) { Numbers() }
      store.gate("numbers", at: \.numbersClient.numbers) {
        [.success([1, 2]), .failure(NumbersError.unavailable("Offline"))]
      }
      return store
    } commands: {
      Command.send(.onAppear)
      Command.send(.reload)
    }
    #expect(suite.problems == [])
  }

  @Test func `the suite of the search says what it does`() async throws {
    let suite = try await generateSuite(named: "WrittenSearchSuite") {
      let store = TestStore(initialState: Search.State()) { Search() }
      store.gate("search", at: \.searchClient.search) { query in
        [.success([SearchResult(title: query)]), .failure(SearchError.unavailable("Offline"))]
      }
      return store
    } commands: {
      Command.send { .queryChanged($0.one(of: "swift", "", " swift", "store")) }
      Command.sendOne { state in state.results.map { .resultTapped($0) } }
    }
    #expect(suite.problems == [])
  }
}
