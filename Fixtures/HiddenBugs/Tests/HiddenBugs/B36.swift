import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The picker of moving pictures below a chat: what is popular, a search, and the sending of one.
struct B36Picker: ActionReducer {
  enum Search: Equatable {
    case idle
    case typing
    case searching
    case found([String])
    case failed
  }

  struct State: Equatable {
    var query = ""
    var search = Search.idle
    var popular: [String] = []
    var isLoadingPopular = false
    var sending: String?
    var hasSendFailed = false

    /// The pictures that can be tapped.
    var shown: [String] {
      switch search {
      case .idle: popular
      case .found(let pictures): pictures
      case .typing, .searching, .failed: []
      }
    }
  }

  enum Action: Equatable, Sendable {
    // The user
    case appeared
    case queryChanged(String)
    case clearTapped
    case retryTapped
    case pictureTapped(String)
    case sendProblemDismissed

    // What is popular
    case popularLoaded([String])
    case popularFailed

    // The search
    case searchStarted
    case searchSucceeded([String])
    case searchFailed

    // The sending
    case pictureSent(String)
    case sendFailed
  }

  enum Output: Equatable, Sendable {
    case sent(String)
  }

  private enum CancelID { case search }

  @Dependency(\.b36Client) private var client

  func reduce(action: Action, into state: inout State) -> Effect<Action, Output> {
    switch action {
    case .appeared:
      guard state.popular.isEmpty, !state.isLoadingPopular else { return .none }
      state.isLoadingPopular = true
      return .run("popular") { dispatch in
        await dispatch(.popularLoaded(try await client.popular()))
      } catch: { _, dispatch in
        await dispatch(.popularFailed)
      }

    case .popularLoaded(let pictures):
      state.isLoadingPopular = false
      state.popular = pictures
      return .none

    case .popularFailed:
      state.isLoadingPopular = false
      return .none

    case .queryChanged(let query):
      guard query != state.query else { return .none }
      state.query = query
      guard !query.isEmpty else {
        state.search = .idle
        return .cancel(id: CancelID.search)
      }
      state.search = .typing
      return search(query).debounce(id: CancelID.search, for: .milliseconds(300))

    case .clearTapped:
      return .feedback(.queryChanged(""))

    case .retryTapped:
      guard state.search == .failed else { return .none }
      state.search = .searching
      return search(state.query).cancellable(id: CancelID.search, cancelInFlight: true)

    case .searchStarted:
      state.search = .searching
      return .none

    case .searchSucceeded(let pictures):
      state.search = .found(pictures)
      return .none

    case .searchFailed:
      state.search = .failed
      return .none

    case .pictureTapped(let picture):
      guard state.sending == nil, state.shown.contains(picture) else { return .none }
      state.sending = picture
      state.hasSendFailed = false
      return .run("send", of: picture) { dispatch in
        try await client.send(picture)
        await dispatch(.pictureSent(picture))
      } catch: { _, dispatch in
        await dispatch(.sendFailed)
      }

    case .pictureSent(let picture):
      state.sending = nil
      return .output(.sent(picture))

    case .sendFailed:
      state.sending = nil
      state.hasSendFailed = true
      return .none

    case .sendProblemDismissed:
      state.hasSendFailed = false
      return .none
    }
  }

  private func search(_ query: String) -> Effect<Action, Output> {
    .run("search", of: query) { dispatch in
      await dispatch(.searchStarted)
      await dispatch(.searchSucceeded(try await client.search(query)))
    } catch: { _, dispatch in
      await dispatch(.searchFailed)
    }
  }
}

struct B36Client: TestDependencyKey, Sendable {
  var popular: @Sendable () async throws -> [String]
  var search: @Sendable (_ query: String) async throws -> [String]
  var send: @Sendable (_ picture: String) async throws -> Void

  static let testValue = B36Client(
    popular: unimplemented("B36Client.popular"),
    search: unimplemented("B36Client.search"),
    send: unimplemented("B36Client.send")
  )
}

extension DependencyValues {
  var b36Client: B36Client {
    get { self[B36Client.self] }
    set { self[B36Client.self] = newValue }
  }
}

struct B36Offline: Error {}

struct B36Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: B36Picker.State) -> [B36Picker.Action] in
        var inputs: [B36Picker.Action] = [.appeared, .queryChanged("ca"), .queryChanged("cat")]
        if !state.query.isEmpty { inputs.append(.clearTapped) }
        if state.search == .failed { inputs.append(.retryTapped) }
        if state.sending == nil, let picture = state.shown.first { inputs.append(.pictureTapped(picture)) }
        if state.hasSendFailed { inputs.append(.sendProblemDismissed) }
        return inputs
      }
    ) { () -> TestStore<B36Picker> in
      let store = TestStore(initialState: B36Picker.State()) { B36Picker() }
      store.gate("popular", at: \.b36Client.popular) { [.success(["Hello"]), .failure(B36Offline())] }
      store.gate("search", at: \.b36Client.search) { query in [.success(["A \(query)"]), .failure(B36Offline())] }
      store.gate("send", at: \.b36Client.send) { _ in [.success(()), .failure(B36Offline())] }
      return store
    }
  }
}
