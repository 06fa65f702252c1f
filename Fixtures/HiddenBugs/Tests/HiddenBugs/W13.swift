import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The samples that wait in a laboratory. An analyst claims those that are to be analysed next.
struct W13Samples: Reducer {
  struct State: Equatable {
    var analyst: String?
    var samples: [W13Sample] = []
    var nextPage: Int?
    var loading: W13Request?
    var failed: W13Request?
    var claiming: Set<String> = []
    var claimed: Set<String> = []
    var refused: String?
  }

  enum Input: Equatable, Sendable {
    case signedIn(String)
    case refreshPulled
    case endReached
    case retryTapped
    case claimTapped(String)
    case refusalDismissed
    case signOutTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(W13Request, W13Page)
    case loadFailed(W13Request)
    case claimed(String)
    case claimFailed(String)
  }

  private enum CancelID { case load }

  @Dependency(\.w13Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.signedIn(let analyst)):
      guard state.analyst == nil else { return .none }
      state.analyst = analyst
      return load(.first, into: &state)

    case .input(.refreshPulled):
      guard state.analyst != nil, state.loading != .first else { return .none }
      return load(.first, into: &state)

    case .input(.endReached):
      guard state.loading == nil, state.failed == nil, let page = state.nextPage else { return .none }
      return load(.more(page), into: &state)

    case .input(.retryTapped):
      guard state.loading == nil, let request = state.failed else { return .none }
      return load(request, into: &state)

    case .input(.claimTapped(let id)):
      guard state.samples.contains(where: { $0.id == id }), !state.claiming.contains(id), !state.claimed.contains(id)
      else { return .none }
      state.claiming.insert(id)
      if state.refused == id { state.refused = nil }
      return .run("claim", of: id) { send in
        try await client.claim(id)
        await send(.claimed(id))
      } catch: { _, send in
        await send(.claimFailed(id))
      }

    case .input(.refusalDismissed):
      state.refused = nil
      return .none

    case .input(.signOutTapped):
      // The button is disabled as long as a claim is on its way.
      guard state.claiming.isEmpty else { return .none }
      state = State()
      return .cancel(id: CancelID.load)

    case .feedback(.loaded(let request, let page)):
      state.loading = nil
      switch request {
      case .first: state.samples = page.samples
      case .more: state.samples += page.samples
      }
      state.nextPage = page.next
      return .none

    case .feedback(.loadFailed(let request)):
      state.loading = nil
      state.failed = request
      return .none

    case .feedback(.claimed(let id)):
      state.claiming.remove(id)
      state.claimed.insert(id)
      return .none

    case .feedback(.claimFailed(let id)):
      state.claiming.remove(id)
      state.refused = id
      return .none
    }
  }

  private func load(_ request: W13Request, into state: inout State) -> Effect<Feedback, Never> {
    state.loading = request
    state.failed = nil
    return .run("page", of: request) { send in
      await send(.loaded(request, try await client.page(request.number)))
    } catch: { _, send in
      await send(.loadFailed(request))
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

enum W13Request: Hashable, Sendable {
  case first
  case more(Int)

  var number: Int {
    switch self {
    case .first: 1
    case .more(let page): page
    }
  }
}

struct W13Sample: Equatable, Sendable {
  var id: String
}

struct W13Page: Equatable, Sendable {
  var samples: [W13Sample]
  var next: Int?
}

struct W13Client: TestDependencyKey, Sendable {
  var page: @Sendable (_ number: Int) async throws -> W13Page
  var claim: @Sendable (_ sample: String) async throws -> Void

  static let testValue = W13Client(
    page: unimplemented("W13Client.page"),
    claim: unimplemented("W13Client.claim")
  )
}

extension DependencyValues {
  var w13Client: W13Client {
    get { self[W13Client.self] }
    set { self[W13Client.self] = newValue }
  }
}

struct W13Offline: Error {}

struct W13Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: W13Samples.State) -> [W13Samples.Input] in
        if state.analyst == nil { return [.signedIn("Mira")] }
        var inputs: [W13Samples.Input] = [.refreshPulled]
        if state.loading == nil, state.failed == nil, state.nextPage != nil { inputs.append(.endReached) }
        if state.failed != nil { inputs.append(.retryTapped) }
        if state.samples.contains(where: { $0.id == "B-1" }), !state.claimed.contains("B-1"),
          !state.claiming.contains("B-1")
        {
          inputs.append(.claimTapped("B-1"))
        }
        if state.refused != nil { inputs.append(.refusalDismissed) }
        if state.claiming.isEmpty { inputs.append(.signOutTapped) }
        return inputs
      }
    ) { () -> TestStore<W13Samples> in
      let store = TestStore(initialState: W13Samples.State()) { W13Samples() }
      store.gate("page", at: \.w13Client.page) { number in
        [
          .success(
            number == 1
              ? W13Page(samples: [W13Sample(id: "B-1")], next: 2)
              : W13Page(samples: [W13Sample(id: "B-2")], next: nil)
          ),
          .failure(W13Offline()),
        ]
      }
      store.gate("claim", at: \.w13Client.claim) { _ in [.success(()), .failure(W13Offline())] }
      return store
    }
  }
}
