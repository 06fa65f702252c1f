import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// An album to share. Its link is made once each photo has arrived.
struct R24Album: Reducer {
  struct State: Equatable {
    var photos: [R24Photo] = []
    var waitsForUploads = false
    var isMakingLink = false
    var link: String?
    var hasLinkFailed = false

    var isUploading: Bool { photos.contains { $0.status == .uploading } }
    var hasFailedUpload: Bool { photos.contains { $0.status == .failed } }
    var canEdit: Bool { !isMakingLink && link == nil }
    var canShare: Bool { canEdit && !waitsForUploads && !photos.isEmpty && !hasFailedUpload }
  }

  enum Input: Equatable, Sendable {
    case photoPicked(Int)
    case removeTapped(Int)
    case retryTapped(Int)
    case shareTapped
    case cancelShareTapped
    case linkSheetClosed
  }

  enum Feedback: Equatable, Sendable {
    case uploaded(Int)
    case uploadFailed(Int)
    case linkMade(String)
    case linkFailed
  }

  private enum CancelID: Hashable {
    case upload(Int)
    case link
  }

  @Dependency(\.r24Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.photoPicked(let id)):
      guard state.canEdit, !state.photos.contains(where: { $0.id == id }) else { return .none }
      state.photos.append(R24Photo(id: id))
      state.hasLinkFailed = false
      return upload(id)

    case .input(.removeTapped(let id)):
      guard state.canEdit, state.photos.contains(where: { $0.id == id }) else { return .none }
      state.photos.removeAll { $0.id == id }
      state.hasLinkFailed = false
      return .merge(.cancel(id: CancelID.upload(id)), settle(&state))

    case .input(.retryTapped(let id)):
      guard state.canEdit, let index = state.photos.firstIndex(where: { $0.id == id }),
        state.photos[index].status == .failed
      else { return .none }
      state.photos[index].status = .uploading
      return upload(id)

    case .input(.shareTapped):
      guard state.canShare else { return .none }
      state.hasLinkFailed = false
      state.waitsForUploads = true
      return settle(&state)

    case .input(.cancelShareTapped):
      state.waitsForUploads = false
      state.isMakingLink = false
      return .cancel(id: CancelID.link)

    case .input(.linkSheetClosed):
      state.link = nil
      return .none

    case .feedback(.uploaded(let id)):
      return finish(id, as: .uploaded, &state)

    case .feedback(.uploadFailed(let id)):
      return finish(id, as: .failed, &state)

    case .feedback(.linkMade(let link)):
      state.isMakingLink = false
      state.link = link
      return .none

    case .feedback(.linkFailed):
      state.isMakingLink = false
      state.hasLinkFailed = true
      return .none
    }
  }

  private func upload(_ id: Int) -> Effect<Feedback, Never> {
    .run("upload", of: id) { send in
      try await client.upload(id)
      await send(.uploaded(id))
    } catch: { _, send in
      await send(.uploadFailed(id))
    }
    .cancellable(id: CancelID.upload(id), cancelInFlight: true)
  }

  private func finish(_ id: Int, as status: R24Photo.Status, _ state: inout State) -> Effect<Feedback, Never> {
    guard let index = state.photos.firstIndex(where: { $0.id == id }) else { return .none }
    state.photos[index].status = status
    return settle(&state)
  }

  /// Ends the wait for the uploads, whichever way the last of them went.
  private func settle(_ state: inout State) -> Effect<Feedback, Never> {
    guard state.waitsForUploads, !state.isUploading else { return .none }
    state.waitsForUploads = false
    guard !state.photos.isEmpty, !state.hasFailedUpload else { return .none }
    state.isMakingLink = true
    let ids = state.photos.map(\.id)
    return .run("link", of: ids) { send in
      await send(.linkMade(try await client.makeLink(ids)))
    } catch: { _, send in
      await send(.linkFailed)
    }
    .cancellable(id: CancelID.link, cancelInFlight: true)
  }
}

struct R24Photo: Equatable, Sendable, Identifiable {
  enum Status: Equatable, Sendable { case uploading, uploaded, failed }

  var id: Int
  var status = Status.uploading
}

struct R24Client: TestDependencyKey, Sendable {
  var upload: @Sendable (_ id: Int) async throws -> Void
  var makeLink: @Sendable (_ ids: [Int]) async throws -> String

  static let testValue = R24Client(
    upload: unimplemented("R24Client.upload"),
    makeLink: unimplemented("R24Client.makeLink")
  )
}

extension DependencyValues {
  var r24Client: R24Client {
    get { self[R24Client.self] }
    set { self[R24Client.self] = newValue }
  }
}

struct R24Offline: Error {}

struct R24Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: R24Album.State) -> [R24Album.Input] in
        if state.link != nil { return [.linkSheetClosed] }
        if state.isMakingLink { return [.cancelShareTapped] }
        var inputs: [R24Album.Input] = []
        for id in 1...2 {
          switch state.photos.first(where: { $0.id == id })?.status {
          case nil: inputs.append(.photoPicked(id))
          case .uploading, .uploaded: inputs.append(.removeTapped(id))
          case .failed: inputs += [.removeTapped(id), .retryTapped(id)]
          }
        }
        if state.canShare { inputs.append(.shareTapped) }
        if state.waitsForUploads { inputs.append(.cancelShareTapped) }
        return inputs
      }
    ) { () -> TestStore<R24Album> in
      let store = TestStore(initialState: R24Album.State()) { R24Album() }
      store.gate("upload", at: \.r24Client.upload) { _ in [.success(()), .failure(R24Offline())] }
      store.gate("link", at: \.r24Client.makeLink) { _ in [.success("album/7"), .failure(R24Offline())] }
      return store
    }
  }
}
