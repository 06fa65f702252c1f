import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Exports photos, and shares a link to those that are done.
struct M24Export: Reducer {
  struct State: Equatable {
    var photos: [M24Photo] = [M24Photo(id: "Lake"), M24Photo(id: "Hut")]
    var sharing: [String] = []
    var link: String?
    var shareFailed = false

    var isSharing: Bool { !sharing.isEmpty }
    var done: [String] { photos.filter { $0.status == .done }.map(\.id) }
  }

  enum Input: Equatable, Sendable {
    case exportTapped(String)
    case cancelTapped(String)
    case removeTapped(String)
    case shareTapped
    case cancelShareTapped
    case linkClosed
  }

  enum Feedback: Equatable, Sendable {
    case progressed(String, M24Progress)
    case stopped(String)
    case shared(String)
    case shareFailed
  }

  private enum CancelID: Hashable {
    case export(String)
    case share
  }

  @Dependency(\.m24Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.exportTapped(let id)):
      guard let index = state.photos.firstIndex(where: { $0.id == id }) else { return .none }
      switch state.photos[index].status {
      case .exporting, .done:
        return .none
      case .waiting, .failed:
        state.photos[index].status = .exporting(halfDone: false)
        return export(id)
      }

    case .input(.cancelTapped(let id)):
      finish(id, as: .waiting, &state)
      return .cancel(id: CancelID.export(id))

    case .input(.removeTapped(let id)):
      state.photos.removeAll { $0.id == id }
      state.shareFailed = false
      guard state.sharing.contains(id) else { return .cancel(id: CancelID.export(id)) }
      state.sharing = []
      return .cancel(id: CancelID.share)

    case .input(.shareTapped):
      let photos = state.done
      guard !state.isSharing, !photos.isEmpty else { return .none }
      state.sharing = photos
      state.shareFailed = false
      return .run("share", of: photos) { send in
        await send(.shared(try await client.share(photos)))
      } catch: { _, send in
        await send(.shareFailed)
      }
      .cancellable(id: CancelID.share)

    case .input(.cancelShareTapped):
      state.sharing = []
      return .cancel(id: CancelID.share)

    case .input(.linkClosed):
      state.link = nil
      return .none

    case .feedback(.progressed(let id, .half)):
      finish(id, as: .exporting(halfDone: true), &state)
      return .none

    case .feedback(.progressed(let id, .done)):
      finish(id, as: .done, &state)
      return .cancel(id: CancelID.export(id))

    case .feedback(.stopped(let id)):
      finish(id, as: .failed, &state)
      return .none

    case .feedback(.shared(let link)):
      state.sharing = []
      state.link = link
      return .none

    case .feedback(.shareFailed):
      state.sharing = []
      state.shareFailed = true
      return .none
    }
  }

  private func finish(_ id: String, as status: M24Photo.Status, _ state: inout State) {
    guard let index = state.photos.firstIndex(where: { $0.id == id }) else { return }
    guard case .exporting = state.photos[index].status else { return }
    state.photos[index].status = status
  }

  /// An export that ends before it is done has failed, with an error or without.
  private func export(_ id: String) -> Effect<Feedback, Never> {
    .run("export", of: id) { send in
      for try await progress in client.export(id) { await send(.progressed(id, progress)) }
      await send(.stopped(id))
    } catch: { _, send in
      await send(.stopped(id))
    }
    .cancellable(id: CancelID.export(id), cancelInFlight: true)
  }
}

struct M24Photo: Equatable, Identifiable, Sendable {
  enum Status: Equatable, Sendable {
    case waiting
    case exporting(halfDone: Bool)
    case done
    case failed
  }

  var id: String
  var status = Status.waiting
}

enum M24Progress: Equatable, Sendable { case half, done }

struct M24Client: TestDependencyKey, Sendable {
  var export: @Sendable (_ id: String) -> AsyncThrowingStream<M24Progress, any Error>
  var share: @Sendable (_ ids: [String]) async throws -> String

  static let testValue = M24Client(
    export: unimplemented("M24Client.export", placeholder: AsyncThrowingStream<M24Progress, any Error> { $0.finish() }),
    share: unimplemented("M24Client.share")
  )
}

extension DependencyValues {
  var m24Client: M24Client {
    get { self[M24Client.self] }
    set { self[M24Client.self] = newValue }
  }
}

struct M24DiskFull: Error {}

struct M24Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: M24Export.State) -> [M24Export.Input] in
        if state.link != nil { return [.linkClosed] }
        var inputs: [M24Export.Input] = state.isSharing ? [.cancelShareTapped] : []
        for photo in state.photos {
          switch photo.status {
          case .waiting, .failed: inputs += [.exportTapped(photo.id), .removeTapped(photo.id)]
          case .exporting: inputs.append(.cancelTapped(photo.id))
          case .done: inputs.append(.removeTapped(photo.id))
          }
        }
        if !state.isSharing, !state.done.isEmpty { inputs.append(.shareTapped) }
        return inputs
      }
    ) { () -> TestStore<M24Export> in
      let store = TestStore(initialState: M24Export.State()) { M24Export() }
      store.gate("export", at: \.m24Client.export) { _ in
        [.element(.half), .element(.done), .finish, .failure(M24DiskFull())]
      }
      store.gate("share", at: \.m24Client.share) { photos in
        [.success("Link to \(photos.joined(separator: ", "))"), .failure(M24DiskFull())]
      }
      return store
    }
  }
}
