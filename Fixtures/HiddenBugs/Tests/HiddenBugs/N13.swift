import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// An album that friends share. It is loaded page by page.
struct N13Album: Reducer {
  enum Request: Equatable, Sendable {
    case refresh
    case page(Int)
  }

  enum Activity: Equatable, Sendable {
    case idle
    case loading(Request)
    case failed(Request)
  }

  struct State: Equatable {
    var photos: [N13Photo] = []
    var nextPage: Int?
    var activity = Activity.idle
    var liked: Set<Int> = []
    var sendingLikes: Set<Int> = []
    var onlyLiked = false

    /// The photos of the grid.
    var shown: [N13Photo] { onlyLiked ? photos.filter { liked.contains($0.id) } : photos }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case disappeared
    case pulledToRefresh
    case scrolledToEnd
    case retryTapped
    case likeTapped(Int)
    case onlyLikedTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(N13Page, Request)
    case loadFailed(Request)
    case likeSent(Int)
    case likeFailed(Int)
  }

  private enum CancelID { case load }

  @Dependency(\.n13Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.activity == .idle, state.photos.isEmpty else { return .none }
      return load(.refresh, into: &state)

    case .input(.disappeared):
      guard case .loading = state.activity else { return .none }
      state.activity = .idle
      return .cancel(id: CancelID.load)

    case .input(.pulledToRefresh):
      guard state.activity != .loading(.refresh) else { return .none }
      return load(.refresh, into: &state)

    case .input(.scrolledToEnd):
      guard state.activity == .idle, let page = state.nextPage else { return .none }
      return load(.page(page), into: &state)

    case .input(.retryTapped):
      guard case .failed(let request) = state.activity else { return .none }
      return load(request, into: &state)

    case .input(.likeTapped(let id)):
      guard state.sendingLikes.insert(id).inserted else { return .none }
      let isLiked = !state.liked.contains(id)
      setLiked(isLiked, id, in: &state)
      return .run("like", of: id) { send in
        try await client.like(id, isLiked)
        await send(.likeSent(id))
      } catch: { _, send in
        await send(.likeFailed(id))
      }

    case .input(.onlyLikedTapped):
      state.onlyLiked.toggle()
      return .none

    case .feedback(.loaded(let page, let request)):
      state.activity = .idle
      state.nextPage = page.next
      switch request {
      case .refresh:
        state.photos = page.photos
      case .page:
        let known = Set(state.photos.map(\.id))
        state.photos += page.photos.filter { !known.contains($0.id) }
      }
      return .none

    case .feedback(.loadFailed(let request)):
      state.activity = .failed(request)
      return .none

    case .feedback(.likeSent(let id)):
      state.sendingLikes.remove(id)
      return .none

    case .feedback(.likeFailed(let id)):
      state.sendingLikes.remove(id)
      setLiked(!state.liked.contains(id), id, in: &state)
      return .none
    }
  }

  /// Loads in place of what is being loaded.
  private func load(_ request: Request, into state: inout State) -> Effect<Feedback, Never> {
    let number = if case .page(let page) = request { page } else { 1 }
    state.activity = .loading(request)
    return .run("photos", of: number) { send in
      await send(.loaded(try await client.photos(number), request))
    } catch: { _, send in
      await send(.loadFailed(request))
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func setLiked(_ isLiked: Bool, _ id: Int, in state: inout State) {
    if isLiked { state.liked.insert(id) } else { state.liked.remove(id) }
  }
}

struct N13Photo: Equatable, Identifiable, Sendable {
  var id: Int
  var author: String
}

struct N13Page: Equatable, Sendable {
  var photos: [N13Photo]
  var next: Int?
}

struct N13Client: TestDependencyKey, Sendable {
  var photos: @Sendable (_ page: Int) async throws -> N13Page
  var like: @Sendable (_ photo: Int, _ isLiked: Bool) async throws -> Void

  static let testValue = N13Client(
    photos: unimplemented("N13Client.photos"),
    like: unimplemented("N13Client.like")
  )
}

extension DependencyValues {
  var n13Client: N13Client {
    get { self[N13Client.self] }
    set { self[N13Client.self] = newValue }
  }
}

struct N13Offline: Error {}

struct N13Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: N13Album.State) -> [N13Album.Input] in
        var inputs: [N13Album.Input] = [.appeared, .disappeared, .pulledToRefresh, .onlyLikedTapped]
        switch state.activity {
        case .idle: inputs.append(.scrolledToEnd)
        case .loading: break
        case .failed: inputs.append(.retryTapped)
        }
        if let photo = state.shown.first, !state.sendingLikes.contains(photo.id) {
          inputs.append(.likeTapped(photo.id))
        }
        return inputs
      }
    ) { () -> TestStore<N13Album> in
      let store = TestStore(initialState: N13Album.State()) { N13Album() }
      store.gate("photos", at: \.n13Client.photos) { page in
        [
          .success(N13Page(photos: [N13Photo(id: page, author: "Mia")], next: page < 2 ? page + 1 : nil)),
          .failure(N13Offline()),
        ]
      }
      store.gate("like", at: \.n13Client.like) { _, _ in [.success(()), .failure(N13Offline())] }
      return store
    }
  }
}
