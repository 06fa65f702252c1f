import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A photo that the user shares in a group. It has arrived when the server has taken it, or has confirmed it since.
struct V22Photo: Reducer {
  struct State: Equatable, Identifiable {
    var id: Int
    var status = Status.chosen
  }

  enum Status: Equatable { case chosen, uploading, arrived, failed }

  enum Input: Equatable, Sendable {
    case shareTapped
    case retryTapped
    case removeTapped
    case confirmed
  }

  enum Feedback: Equatable, Sendable {
    case uploaded
    case uploadFailed
    case timedOut
  }

  enum Output: Equatable, Sendable { case removed }

  private enum CancelID { case upload, timeout }

  @Dependency(\.v22Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch (state.status, message) {
    case (.chosen, .input(.shareTapped)), (.failed, .input(.retryTapped)):
      state.status = .uploading
      return upload(state.id)

    case (.chosen, .input(.removeTapped)), (.failed, .input(.removeTapped)):
      return .output(.removed)

    case (.uploading, .feedback(.uploaded)), (_, .input(.confirmed)):
      return settle(.arrived, &state)

    case (.uploading, .feedback(.uploadFailed)), (.uploading, .feedback(.timedOut)):
      return settle(.failed, &state)

    default:
      return .none
    }
  }

  private func upload(_ id: Int) -> Effect<Feedback, Output> {
    .merge(
      .run("upload", of: id) { send in
        try await client.upload(id)
        await send(.uploaded)
      } catch: { _, send in
        await send(.uploadFailed)
      }
      .cancellable(id: CancelID.upload, cancelInFlight: true),
      .run("timeout", of: id) { send in
        try await clock.sleep(for: .seconds(60))
        await send(.timedOut)
      }
      .cancellable(id: CancelID.timeout, cancelInFlight: true)
    )
  }

  private func settle(_ status: Status, _ state: inout State) -> Effect<Feedback, Output> {
    state.status = status
    return .merge(.cancel(id: CancelID.upload), .cancel(id: CancelID.timeout))
  }
}

/// The photos for a group, and the confirmations of the server.
struct V22Album: Reducer {
  struct State: Equatable {
    var photos: IdentifiedArray<V22Photo.State> = []
    var nextID = 1
    var isOnScreen = false
    var isListening = false
  }

  enum Input: Equatable, Sendable {
    case appeared
    case disappeared
    case photoChosen
    case photo(Int, V22Photo.Input)
  }

  enum Feedback: Equatable, Sendable {
    case photo(Int, ChildFeedback<V22Photo>)
    case confirmed(Int)
    case confirmationsEnded
    case listenDue
  }

  private enum CancelID { case confirmations }

  private let photos = ScopeEach<V22Album, V22Photo>(\.photos, feedback: Feedback.photo) { V22Photo() }

  @Dependency(\.v22Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.photo(let id, let input)): return photos.reduce(.input(input), id: id, into: &state)
    case .feedback(.photo(let id, .feedback(let feedback))):
      return photos.reduce(.feedback(feedback), id: id, into: &state)

    case .feedback(.photo(let id, .output(.removed))):
      state.photos.remove(id: id)
      return .none

    case .input(.photoChosen):
      state.photos.append(V22Photo.State(id: state.nextID))
      state.nextID += 1
      return .none

    case .input(.appeared):
      guard !state.isOnScreen else { return .none }
      state.isOnScreen = true
      return listen(&state)

    case .input(.disappeared):
      state.isOnScreen = false
      state.isListening = false
      return .cancel(id: CancelID.confirmations)

    case .feedback(.confirmed(let id)):
      guard let photo = state.photos[id: id], photo.status != .chosen else { return .none }
      return photos.reduce(.input(.confirmed), id: id, into: &state)

    case .feedback(.confirmationsEnded):
      state.isListening = false
      return .run("listen again") { send in
        try await clock.sleep(for: .seconds(5))
        await send(.listenDue)
      }
      .cancellable(id: CancelID.confirmations, cancelInFlight: true)

    case .feedback(.listenDue):
      return listen(&state)
    }
  }

  private func listen(_ state: inout State) -> Effect<Feedback, Never> {
    state.isListening = true
    return .run("confirmations") { send in
      for await id in client.confirmations() { await send(.confirmed(id)) }
      await send(.confirmationsEnded)
    }
    .cancellable(id: CancelID.confirmations, cancelInFlight: true)
  }
}

struct V22Client: TestDependencyKey, Sendable {
  var upload: @Sendable (_ photo: Int) async throws -> Void
  var confirmations: @Sendable () -> AsyncStream<Int>

  static let testValue = V22Client(
    upload: unimplemented("V22Client.upload"),
    confirmations: unimplemented("V22Client.confirmations", placeholder: AsyncStream<Int> { $0.finish() })
  )
}

extension DependencyValues {
  var v22Client: V22Client {
    get { self[V22Client.self] }
    set { self[V22Client.self] = newValue }
  }
}

struct V22Offline: Error {}

struct V22Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: V22Album.State) -> [V22Album.Input] in
        guard state.isOnScreen else { return [.appeared] }
        var inputs: [V22Album.Input] = [.disappeared]
        if state.nextID <= 2 { inputs.append(.photoChosen) }
        for photo in state.photos {
          switch photo.status {
          case .chosen: inputs += [.photo(photo.id, .shareTapped), .photo(photo.id, .removeTapped)]
          case .failed: inputs += [.photo(photo.id, .retryTapped), .photo(photo.id, .removeTapped)]
          case .uploading, .arrived: break
          }
        }
        return inputs
      }
    ) { () -> TestStore<V22Album> in
      let store = TestStore(initialState: V22Album.State()) { V22Album() }
      store.gate("upload", at: \.v22Client.upload) { _ in [.success(()), .failure(V22Offline())] }
      store.gate("confirmations", at: \.v22Client.confirmations) { [.element(1), .element(2), .finish] }
      return store
    }
  }
}
