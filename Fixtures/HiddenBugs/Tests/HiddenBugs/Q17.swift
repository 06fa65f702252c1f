import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// What a security camera has seen, page after page, with a clip of each event.
struct Q17Events: Reducer {
  enum Request: Hashable, Sendable {
    case newest
    case older(page: Int)
  }

  enum Loading: Equatable, Sendable {
    case idle
    case running(Request)
    case failed(Request)
  }

  enum Clip: Equatable, Sendable {
    case loading(Int)
    case ready(Int, url: String)
    case failed(Int)
  }

  struct State: Equatable {
    var camera: String?
    var events: [Q17Event] = []
    var nextPage: Int?
    var loading = Loading.idle
    var clip: Clip?

    /// Whether a page is on its way.
    var isLoading: Bool { if case .running = loading { true } else { false } }
  }

  enum Input: Equatable, Sendable {
    case cameraChosen(String)
    case refreshTapped
    case endReached
    case retryTapped
    case eventTapped(Int)
    case clipRetryTapped
    case closeClipTapped
    case signOutTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Q17Page, Request)
    case failed(Request)
    case clipLoaded(Int, url: String)
    case clipFailed(Int)
  }

  private enum CancelID { case page, clip }

  @Dependency(\.q17Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.cameraChosen(let camera)):
      guard camera != state.camera else { return .none }
      state = State(camera: camera)
      return .merge(.cancel(id: CancelID.clip), load(.newest, of: camera, &state))

    case .input(.refreshTapped):
      guard let camera = state.camera, state.loading != .running(.newest) else { return .none }
      return load(.newest, of: camera, &state)

    case .input(.endReached):
      guard let camera = state.camera, let page = state.nextPage, !state.isLoading else { return .none }
      return load(.older(page: page), of: camera, &state)

    case .input(.retryTapped):
      guard let camera = state.camera, case .failed(let request) = state.loading else { return .none }
      return load(request, of: camera, &state)

    case .input(.eventTapped(let id)):
      guard state.clip == nil, state.events.contains(where: { $0.id == id }) else { return .none }
      return loadClip(of: id, &state)

    case .input(.clipRetryTapped):
      guard case .failed(let id) = state.clip else { return .none }
      return loadClip(of: id, &state)

    case .input(.closeClipTapped):
      state.clip = nil
      return .cancel(id: CancelID.clip)

    case .input(.signOutTapped):
      state = State()
      return .merge(.cancel(id: CancelID.page), .cancel(id: CancelID.clip))

    case .feedback(.loaded(let page, let request)):
      state.loading = .idle
      switch request {
      case .newest: state.events = page.events
      case .older: state.events += page.events
      }
      state.nextPage = page.next
      return .none

    case .feedback(.failed(let request)):
      state.loading = .failed(request)
      return .none

    case .feedback(.clipLoaded(let id, let url)):
      state.clip = .ready(id, url: url)
      return .none

    case .feedback(.clipFailed(let id)):
      state.clip = .failed(id)
      return .none
    }
  }

  /// Loads a page, instead of the one that is on its way.
  private func load(_ request: Request, of camera: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.loading = .running(request)
    let page = if case .older(let page) = request { page } else { 0 }
    return .run("page", of: request) { send in
      await send(.loaded(try await client.page(camera, page), request))
    } catch: { _, send in
      await send(.failed(request))
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }

  private func loadClip(of id: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state.clip = .loading(id)
    return .run("clip", of: id) { send in
      await send(.clipLoaded(id, url: try await client.clip(id)))
    } catch: { _, send in
      await send(.clipFailed(id))
    }
    .cancellable(id: CancelID.clip, cancelInFlight: true)
  }
}

struct Q17Event: Equatable, Identifiable, Sendable {
  let id: Int
  var text: String
}

struct Q17Page: Equatable, Sendable {
  var events: [Q17Event]
  var next: Int?
}

struct Q17Client: TestDependencyKey, Sendable {
  var page: @Sendable (_ camera: String, _ number: Int) async throws -> Q17Page
  var clip: @Sendable (_ event: Int) async throws -> String

  static let testValue = Q17Client(page: unimplemented("Q17Client.page"), clip: unimplemented("Q17Client.clip"))
}

extension DependencyValues {
  var q17Client: Q17Client {
    get { self[Q17Client.self] }
    set { self[Q17Client.self] = newValue }
  }
}

struct Q17Offline: Error {}

struct Q17Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Q17Events.State) -> [Q17Events.Input] in
        switch state.clip {
        case .loading, .ready: return [.closeClipTapped]
        case .failed: return [.closeClipTapped, .clipRetryTapped]
        case nil: break
        }
        var inputs: [Q17Events.Input] = [.cameraChosen("Gate"), .cameraChosen("Yard")]
        guard state.camera != nil else { return inputs }
        inputs += [.refreshTapped, .signOutTapped]
        if state.nextPage != nil { inputs.append(.endReached) }
        if case .failed = state.loading { inputs.append(.retryTapped) }
        if let event = state.events.first { inputs.append(.eventTapped(event.id)) }
        return inputs
      }
    ) { () -> TestStore<Q17Events> in
      let store = TestStore(initialState: Q17Events.State()) { Q17Events() }
      store.gate("page", at: \.q17Client.page) { request in
        [
          .success(
            request.1 == 0
              ? Q17Page(events: [Q17Event(id: 9, text: "A van at the \(request.0)")], next: 1)
              : Q17Page(events: [Q17Event(id: 4, text: "A cat at the \(request.0)")], next: nil)
          ),
          .failure(Q17Offline()),
        ]
      }
      store.gate("clip", at: \.q17Client.clip) { id in [.success("clip/\(id)"), .failure(Q17Offline())] }
      return store
    }
  }
}
