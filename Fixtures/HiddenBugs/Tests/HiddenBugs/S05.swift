import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct S05Client: DependencyKey {
  /// Sends a photo. The system goes on with it in the background.
  var upload: @Sendable (_ photo: String) async throws -> Void
  /// Asks whether the server has processed a photo.
  var isReady: @Sendable (_ photo: String) async throws -> Bool

  static let liveValue = S05Client(upload: { _ in }, isReady: { _ in true })
  static let testValue = S05Client(
    upload: unimplemented("S05Client.upload"),
    isReady: unimplemented("S05Client.isReady")
  )
}

extension DependencyValues {
  var s05Client: S05Client {
    get { self[S05Client.self] }
    set { self[S05Client.self] = newValue }
  }
}

struct S05Photos: Reducer {
  struct State: Equatable {
    var queue: [String] = []
    var uploading: String?
    var checking: String?
    var finished: [String] = []
    var hasFailed = false
    var isInBackground = false
  }

  enum Input: Equatable {
    case photoAdded(String)
    case removeTapped(String)
    case retryTapped
    case clearTapped
    case enteredBackground
    case enteredForeground
  }

  enum Feedback: Equatable {
    case uploaded(String)
    case uploadFailed(String)
    case checked(String, isReady: Bool)
  }

  enum CancelID { case upload, check }

  @Dependency(\.s05Client) var client
  @Dependency(\.continuousClock) var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.photoAdded(let photo)):
      if state.queue.contains(photo) || state.finished.contains(photo) { return .none }
      if state.uploading == photo || state.checking == photo { return .none }
      state.queue.append(photo)
      return uploadNext(&state)

    case .input(.removeTapped(let photo)):
      if !state.queue.contains(photo) { return .none }
      // A failed photo is the first one.
      if state.queue.first == photo { state.hasFailed = false }
      state.queue.removeAll { $0 == photo }
      return uploadNext(&state)

    case .input(.retryTapped):
      if !state.hasFailed { return .none }
      state.hasFailed = false
      return uploadNext(&state)

    case .input(.clearTapped):
      state.finished = []
      return .none

    case .input(.enteredBackground):
      state.isInBackground = true
      return .cancel(id: CancelID.check)

    case .input(.enteredForeground):
      state.isInBackground = false
      if let photo = state.checking { return check(photo) }
      return uploadNext(&state)

    case .feedback(.uploaded(let photo)):
      state.uploading = nil
      state.checking = photo
      return check(photo)

    case .feedback(.uploadFailed(let photo)):
      state.uploading = nil
      state.queue.insert(photo, at: 0)
      state.hasFailed = true
      return .none

    case .feedback(.checked(let photo, let isReady)):
      if !isReady { return check(photo) }
      state.checking = nil
      state.finished.append(photo)
      return uploadNext(&state)
    }
  }

  func uploadNext(_ state: inout State) -> Effect<Feedback, Never> {
    if state.uploading != nil || state.checking != nil { return .none }
    if state.hasFailed || state.isInBackground || state.queue.isEmpty { return .none }
    let photo = state.queue.removeFirst()
    state.uploading = photo
    return .run("upload", of: photo) { send in
      try await client.upload(photo)
      await send(.uploaded(photo))
    } catch: { _, send in
      await send(.uploadFailed(photo))
    }
    .cancellable(id: CancelID.upload)
  }

  /// Asks in five seconds whether the server has processed a photo.
  func check(_ photo: String) -> Effect<Feedback, Never> {
    .run("check", of: photo) { send in
      try await clock.sleep(for: .seconds(5))
      await send(.checked(photo, isReady: try await client.isReady(photo)))
    } catch: { _, send in
      await send(.checked(photo, isReady: false))
    }
    .cancellable(id: CancelID.check, cancelInFlight: true)
  }
}

struct S05Offline: Error {}

struct S05Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: S05Photos.State) -> [S05Photos.Input] in
        if state.isInBackground { return [.enteredForeground] }
        return [
          .photoAdded("a"), .photoAdded("b"), .removeTapped("a"), .retryTapped, .clearTapped, .enteredBackground,
        ]
      }
    ) { () -> TestStore<S05Photos> in
      let store = TestStore(initialState: S05Photos.State()) { S05Photos() }
      store.gate("upload", at: \.s05Client.upload) { _ in [.success(()), .failure(S05Offline())] }
      store.gate("isReady", at: \.s05Client.isReady) { _ in [.success(true), .success(false), .failure(S05Offline())] }
      return store
    }
  }
}
