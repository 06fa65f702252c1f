import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A dictionary. What was looked up once is kept.
struct M15Dictionary: Reducer {
  struct State: Equatable {
    var query = ""
    var words: [String] = []
    var cache: [String: [String]] = [:]
    var isSearching = false
    var hasFailed = false
    var entry: Entry?
  }

  struct Entry: Equatable {
    var word: String
    var meaning: String?
    var hasFailed = false
  }

  enum Input: Equatable, Sendable {
    case queryChanged(String)
    case retryTapped
    case wordTapped(String)
    case retryEntryTapped
    case closeEntryTapped
  }

  enum Feedback: Equatable, Sendable {
    case found(String, [String])
    case searchFailed
    case explained(String)
    case explanationFailed
  }

  private enum CancelID { case search, entry }

  @Dependency(\.m15Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.queryChanged(let query)):
      guard query != state.query else { return .none }
      state.query = query
      state.hasFailed = false
      if query.isEmpty {
        state.words = []
        state.isSearching = false
        return .cancel(id: CancelID.search)
      }
      if let words = state.cache[query] {
        state.words = words
        return .cancel(id: CancelID.search)
      }
      state.words = []
      return search(&state).debounce(id: CancelID.search, for: .milliseconds(300))

    case .input(.retryTapped):
      guard state.hasFailed else { return .none }
      return search(&state).cancellable(id: CancelID.search, cancelInFlight: true)

    case .input(.wordTapped(let word)):
      guard state.entry == nil else { return .none }
      state.entry = Entry(word: word)
      return explain(word)

    case .input(.retryEntryTapped):
      guard let entry = state.entry, entry.hasFailed else { return .none }
      state.entry?.hasFailed = false
      return explain(entry.word)

    case .input(.closeEntryTapped):
      state.entry = nil
      return .cancel(id: CancelID.entry)

    case .feedback(.found(let query, let words)):
      state.isSearching = false
      state.words = words
      state.cache[query] = words
      return .none

    case .feedback(.searchFailed):
      state.isSearching = false
      state.hasFailed = true
      return .none

    case .feedback(.explained(let meaning)):
      state.entry?.meaning = meaning
      return .none

    case .feedback(.explanationFailed):
      state.entry?.hasFailed = true
      return .none
    }
  }

  private func search(_ state: inout State) -> Effect<Feedback, Never> {
    state.isSearching = true
    state.hasFailed = false
    let query = state.query
    return .run("search", of: query) { send in
      await send(.found(query, try await client.search(query)))
    } catch: { _, send in
      await send(.searchFailed)
    }
  }

  private func explain(_ word: String) -> Effect<Feedback, Never> {
    .run("explain", of: word) { send in
      await send(.explained(try await client.explain(word)))
    } catch: { _, send in
      await send(.explanationFailed)
    }
    .cancellable(id: CancelID.entry, cancelInFlight: true)
  }
}

struct M15Client: TestDependencyKey, Sendable {
  var search: @Sendable (_ query: String) async throws -> [String]
  var explain: @Sendable (_ word: String) async throws -> String

  static let testValue = M15Client(
    search: unimplemented("M15Client.search"),
    explain: unimplemented("M15Client.explain")
  )
}

extension DependencyValues {
  var m15Client: M15Client {
    get { self[M15Client.self] }
    set { self[M15Client.self] = newValue }
  }
}

struct M15Offline: Error {}

struct M15Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: M15Dictionary.State) -> [M15Dictionary.Input] in
        if let entry = state.entry {
          return entry.hasFailed ? [.retryEntryTapped, .closeEntryTapped] : [.closeEntryTapped]
        }
        var inputs: [M15Dictionary.Input] = [.queryChanged(""), .queryChanged("ant"), .queryChanged("bee")]
        if state.hasFailed { inputs.append(.retryTapped) }
        if let word = state.words.first { inputs.append(.wordTapped(word)) }
        return inputs
      }
    ) { () -> TestStore<M15Dictionary> in
      let store = TestStore(initialState: M15Dictionary.State()) { M15Dictionary() }
      store.gate("search", at: \.m15Client.search) { query in
        [.success([query, "\(query)s"]), .failure(M15Offline())]
      }
      store.gate("explain", at: \.m15Client.explain) { word in
        [.success("What \(word) means"), .failure(M15Offline())]
      }
      return store
    }
  }
}
