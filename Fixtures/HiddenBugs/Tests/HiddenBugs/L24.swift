import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A photo for the museum's competition: the upload with its progress, and a caption once it is published.
struct L24Photo: Reducer {
  struct State: Equatable {
    var phase = Phase.empty
    var caption = ""
    var savedCaption = ""
    var isSavingCaption = false
    var captionFailed = false

    var hasUnsavedCaption: Bool { caption != savedCaption }
  }

  enum Phase: Equatable {
    case empty
    case uploading(String, percent: Int)
    case stalled(String)
    case failed(String)
    case published(String)
  }

  enum Input: Equatable, Sendable {
    case photoChosen(String)
    case cancelTapped
    case retryTapped
    case captionTyped(String)
    case saveCaptionTapped
    case anotherTapped
  }

  enum Feedback: Equatable, Sendable {
    case stepped(L24Step)
    case interrupted
    case stalled
    case captionSaved(String)
    case captionFailed
  }

  private enum CancelID { case upload, watchdog }

  @Dependency(\.l24Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.photoChosen(let photo)):
      guard state.phase == .empty else { return .none }
      return upload(photo, into: &state)

    case .input(.cancelTapped):
      switch state.phase {
      case .uploading, .stalled, .failed:
        state.phase = .empty
        return stop()
      case .empty, .published:
        return .none
      }

    case .input(.retryTapped):
      switch state.phase {
      case .stalled(let photo), .failed(let photo):
        return upload(photo, into: &state)
      case .empty, .uploading, .published:
        return .none
      }

    case .input(.captionTyped(let text)):
      guard case .published = state.phase else { return .none }
      state.caption = text
      state.captionFailed = false
      return .none

    case .input(.saveCaptionTapped):
      guard case .published(let photo) = state.phase, state.hasUnsavedCaption, !state.isSavingCaption else {
        return .none
      }
      state.isSavingCaption = true
      state.captionFailed = false
      return .run("caption", of: state.caption) { [text = state.caption] send in
        try await client.setCaption(photo, text)
        await send(.captionSaved(text))
      } catch: { _, send in
        await send(.captionFailed)
      }

    case .input(.anotherTapped):
      guard case .published = state.phase, !state.isSavingCaption, !state.hasUnsavedCaption else { return .none }
      state = State()
      return .none

    case .feedback(.stepped(.percent(let percent))):
      guard case .uploading(let photo, _) = state.phase else { return .none }
      state.phase = .uploading(photo, percent: percent)
      return watch()

    case .feedback(.stepped(.published)):
      guard case .uploading(let photo, _) = state.phase else { return .none }
      state.phase = .published(photo)
      return stop()

    case .feedback(.interrupted):
      guard case .uploading(let photo, _) = state.phase else { return .none }
      state.phase = .failed(photo)
      return .cancel(id: CancelID.watchdog)

    case .feedback(.stalled):
      guard case .uploading(let photo, _) = state.phase else { return .none }
      state.phase = .stalled(photo)
      return stop()

    case .feedback(.captionSaved(let text)):
      state.isSavingCaption = false
      state.savedCaption = text
      return .none

    case .feedback(.captionFailed):
      state.isSavingCaption = false
      state.captionFailed = true
      return .none
    }
  }

  private func upload(_ photo: String, into state: inout State) -> Effect<Feedback, Never> {
    state.phase = .uploading(photo, percent: 0)
    return .merge(
      .run("upload", of: photo) { send in
        for try await step in client.upload(photo) { await send(.stepped(step)) }
        await send(.interrupted)
      } catch: { _, send in
        await send(.interrupted)
      }
      .cancellable(id: CancelID.upload, cancelInFlight: true),
      watch()
    )
  }

  /// Gives up when nothing has come for a while.
  private func watch() -> Effect<Feedback, Never> {
    .run("watchdog") { send in
      try await clock.sleep(for: .seconds(20))
      await send(.stalled)
    }
    .cancellable(id: CancelID.watchdog, cancelInFlight: true)
  }

  private func stop() -> Effect<Feedback, Never> {
    .merge(.cancel(id: CancelID.upload), .cancel(id: CancelID.watchdog))
  }
}

enum L24Step: Equatable, Sendable {
  case percent(Int)
  case published
}

struct L24Client: TestDependencyKey, Sendable {
  var upload: @Sendable (_ photo: String) -> AsyncThrowingStream<L24Step, any Error>
  var setCaption: @Sendable (_ photo: String, _ text: String) async throws -> Void

  static let testValue = L24Client(
    upload: unimplemented("L24Client.upload", placeholder: AsyncThrowingStream { $0.finish() }),
    setCaption: unimplemented("L24Client.setCaption")
  )
}

extension DependencyValues {
  var l24Client: L24Client {
    get { self[L24Client.self] }
    set { self[L24Client.self] = newValue }
  }
}

struct L24Offline: Error {}

struct L24Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: L24Photo.State) -> [L24Photo.Input] in
        switch state.phase {
        case .empty:
          return [.photoChosen("Dome"), .photoChosen("Stairs")]
        case .uploading:
          return [.cancelTapped]
        case .stalled, .failed:
          return [.retryTapped, .cancelTapped]
        case .published:
          var inputs: [L24Photo.Input] = [.captionTyped("At noon"), .captionTyped("")]
          if !state.isSavingCaption {
            inputs.append(state.hasUnsavedCaption ? .saveCaptionTapped : .anotherTapped)
          }
          return inputs
        }
      }
    ) { () -> TestStore<L24Photo> in
      let store = TestStore(initialState: L24Photo.State()) { L24Photo() }
      store.gate("upload", at: \.l24Client.upload) { _ in
        [.element(.percent(50)), .element(.published), .finish, .failure(L24Offline())]
      }
      store.gate("caption", at: \.l24Client.setCaption) { _ in [.success(()), .failure(L24Offline())] }
      return store
    }
  }
}
