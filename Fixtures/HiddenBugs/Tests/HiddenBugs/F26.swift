import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A slideshow of an album. While it plays, the next photo follows five seconds after the last one is on the screen.
struct F26Slideshow: Reducer {
  struct State: Equatable {
    var album: String?
    var photos: [String] = []
    var index = 0
    var image: String?
    var isLoading = false
    var hasFailed = false
    var isPlaying = false
    var isActive = true

    var nextIndex: Int { photos.isEmpty ? 0 : (index + 1) % photos.count }
  }

  enum Input: Equatable, Sendable {
    case albumOpened(String)
    case playTapped
    case pauseTapped
    case nextTapped
    case retryTapped
    case closeTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case listed([String])
    case imageLoaded(String)
    case failed
    case turnDue
  }

  private enum CancelID { case load, turn }

  @Dependency(\.f26Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.albumOpened(let album)):
      guard album != state.album else { return .none }
      state = State(album: album, isActive: state.isActive)
      return list(album, &state)

    case .input(.playTapped):
      guard !state.photos.isEmpty, !state.isPlaying else { return .none }
      state.isPlaying = true
      if state.hasFailed { return show(state.index, &state) }
      return state.image == nil ? .none : turn()

    case .input(.pauseTapped):
      state.isPlaying = false
      return .cancel(id: CancelID.turn)

    case .input(.nextTapped):
      guard state.photos.count > 1 else { return .none }
      return show(state.nextIndex, &state)

    case .input(.retryTapped):
      guard let album = state.album, state.hasFailed else { return .none }
      return state.photos.isEmpty ? list(album, &state) : show(state.index, &state)

    case .input(.closeTapped):
      state = State(isActive: state.isActive)
      return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.turn))

    case .input(.wentToBackground):
      // A download may end, so that the photo is there when the user returns.
      state.isActive = false
      return .cancel(id: CancelID.turn)

    case .input(.cameToForeground):
      state.isActive = true
      return state.isPlaying && state.image != nil ? turn() : .none

    case .feedback(.listed(let photos)):
      state.isLoading = false
      state.photos = photos
      return show(0, &state)

    case .feedback(.imageLoaded(let image)):
      state.isLoading = false
      state.image = image
      return state.isPlaying ? turn() : .none

    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.turnDue):
      return show(state.nextIndex, &state)
    }
  }

  private func list(_ album: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .merge(
      .cancel(id: CancelID.turn),
      .run("photos", of: album) { send in
        await send(.listed(try await client.photos(album)))
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: CancelID.load, cancelInFlight: true)
    )
  }

  private func show(_ index: Int, _ state: inout State) -> Effect<Feedback, Never> {
    guard state.photos.indices.contains(index) else { return .none }
    let photo = state.photos[index]
    state.index = index
    state.image = nil
    state.isLoading = true
    state.hasFailed = false
    return .merge(
      .cancel(id: CancelID.turn),
      .run("image", of: photo) { send in
        await send(.imageLoaded(try await client.image(photo)))
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: CancelID.load, cancelInFlight: true)
    )
  }

  private func turn() -> Effect<Feedback, Never> {
    .run("turn") { send in
      try await clock.sleep(for: .seconds(5))
      await send(.turnDue)
    }
    .cancellable(id: CancelID.turn, cancelInFlight: true)
  }
}

struct F26Client: TestDependencyKey, Sendable {
  var photos: @Sendable (_ album: String) async throws -> [String]
  var image: @Sendable (_ photo: String) async throws -> String

  static let testValue = F26Client(
    photos: unimplemented("F26Client.photos"),
    image: unimplemented("F26Client.image")
  )
}

extension DependencyValues {
  var f26Client: F26Client {
    get { self[F26Client.self] }
    set { self[F26Client.self] = newValue }
  }
}

struct F26Offline: Error {}

struct F26Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: F26Slideshow.State) -> [F26Slideshow.Input] in
        if !state.isActive { return [.cameToForeground] }
        guard state.album != nil else { return [.albumOpened("Alps"), .albumOpened("Sea"), .wentToBackground] }
        var inputs: [F26Slideshow.Input] = [.closeTapped, .wentToBackground]
        if state.hasFailed { inputs.append(.retryTapped) }
        guard !state.photos.isEmpty else { return inputs }
        inputs.append(.nextTapped)
        inputs.append(state.isPlaying ? .pauseTapped : .playTapped)
        return inputs
      }
    ) { () -> TestStore<F26Slideshow> in
      let store = TestStore(initialState: F26Slideshow.State()) { F26Slideshow() }
      store.gate("photos", at: \.f26Client.photos) { album in
        [.success(["\(album) 1", "\(album) 2"]), .failure(F26Offline())]
      }
      store.gate("image", at: \.f26Client.image) { photo in [.success("Image of \(photo)"), .failure(F26Offline())] }
      return store
    }
  }
}
