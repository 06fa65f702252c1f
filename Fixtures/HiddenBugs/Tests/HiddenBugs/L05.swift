import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct L05Server: TestDependencyKey, Sendable {
  var photos: @Sendable (_ user: String) async throws -> [String]
  var usage: @Sendable (_ user: String) async throws -> Int
  var makeLink: @Sendable (_ photo: String) async throws -> String
  var upload: @Sendable (_ photo: String) -> AsyncThrowingStream<Int, any Error>

  static let testValue = L05Server(
    photos: unimplemented("L05Server.photos"),
    usage: unimplemented("L05Server.usage"),
    makeLink: unimplemented("L05Server.makeLink"),
    upload: unimplemented("L05Server.upload", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var l05Server: L05Server {
    get { self[L05Server.self] }
    set { self[L05Server.self] = newValue }
  }
}

struct L05Offline: Error {}

/// A photo, which can be backed up in its full size.
struct L05Photo: Reducer {
  struct State: Equatable, Identifiable {
    let id: String
    var status = Status.waiting
  }

  enum Status: Equatable { case waiting, uploading(percent: Int), done, failed }
  enum Input: Equatable { case uploadTapped, cancelTapped }
  enum Feedback: Equatable { case progressed(Int), finished, failed }
  enum Output: Equatable { case backedUp }

  private enum CancelID { case upload }

  @Dependency(\.l05Server) private var server

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.uploadTapped):
      guard state.status == .waiting || state.status == .failed else { return .none }
      state.status = .uploading(percent: 0)
      return .run("upload", of: state.id) { [id = state.id] send in
        for try await percent in server.upload(id) { await send(.progressed(percent)) }
        await send(.finished)
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: CancelID.upload, cancelInFlight: true)

    case .input(.cancelTapped):
      guard case .uploading = state.status else { return .none }
      state.status = .waiting
      return .cancel(id: CancelID.upload)

    case .feedback(.progressed(let percent)):
      state.status = .uploading(percent: percent)
      return .none

    case .feedback(.finished):
      state.status = .done
      return .output(.backedUp)

    case .feedback(.failed):
      state.status = .failed
      return .none
    }
  }
}

/// The photos of the account that is signed in.
struct L05Backup: Reducer {
  enum Library: Equatable { case empty, loading, loaded, failed }
  enum Link: Equatable { case creating, ready(String), failed }

  struct State: Equatable {
    var user: String?
    var library = Library.empty
    var photos: IdentifiedArray<L05Photo.State> = []
    var usage: Int?
    /// The sheet with a link to a photo.
    var link: Link?
  }

  enum Input: Equatable {
    case signedIn(String)
    case switched(to: String)
    case signedOut
    case reloadTapped
    case photo(String, L05Photo.Input)
    case shareTapped(String)
    case linkClosed
  }

  enum Feedback: Equatable {
    case photosArrived([String]), photosFailed
    case usageArrived(Int)
    case linkMade(String), linkFailed
    case photo(String, ChildFeedback<L05Photo>)
  }

  private enum CancelID { case photos, usage, link }

  let photos = ScopeEach<L05Backup, L05Photo>(\.photos, feedback: Feedback.photo) { L05Photo() }

  @Dependency(\.l05Server) private var server

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.photo(let id, let input)): return photos.reduce(.input(input), id: id, into: &state)
    case .feedback(.photo(let id, .feedback(let feedback))):
      return photos.reduce(.feedback(feedback), id: id, into: &state)

    case .input(.signedIn(let user)):
      guard state.user == nil else { return .none }
      return enter(user, &state)

    case .input(.switched(to: let user)):
      guard let current = state.user, current != user else { return .none }
      return enter(user, &state)

    case .input(.signedOut):
      guard state.user != nil else { return .none }
      state = State()
      return .merge(.cancel(id: CancelID.photos), .cancel(id: CancelID.usage), .cancel(id: CancelID.link))

    case .input(.reloadTapped):
      guard let user = state.user, state.library == .failed else { return .none }
      state.library = .loading
      return loadPhotos(of: user)

    case .input(.shareTapped(let id)):
      guard state.photos[id: id] != nil else { return .none }
      state.link = .creating
      return .run("link", of: id) { send in
        await send(.linkMade(try await server.makeLink(id)))
      } catch: { _, send in
        await send(.linkFailed)
      }
      .cancellable(id: CancelID.link, cancelInFlight: true)

    case .input(.linkClosed):
      state.link = nil
      return .cancel(id: CancelID.link)

    case .feedback(.photosArrived(let ids)):
      state.library = .loaded
      state.photos = IdentifiedArray(ids.map { L05Photo.State(id: $0) })
      return .none

    case .feedback(.photosFailed):
      state.library = .failed
      return .none

    case .feedback(.usageArrived(let usage)):
      state.usage = usage
      return .none

    case .feedback(.linkMade(let address)):
      state.link = .ready(address)
      return .none

    case .feedback(.linkFailed):
      state.link = .failed
      return .none

    case .feedback(.photo(_, .output(.backedUp))):
      guard let user = state.user else { return .none }
      return loadUsage(of: user)
    }
  }

  /// Begins with nothing of another account, and with newer answers only.
  private func enter(_ user: String, _ state: inout State) -> Effect<Feedback, Never> {
    state = State(user: user, library: .loading)
    return .merge(loadPhotos(of: user), loadUsage(of: user))
  }

  private func loadPhotos(of user: String) -> Effect<Feedback, Never> {
    .run("photos", of: user) { send in
      await send(.photosArrived(try await server.photos(user)))
    } catch: { _, send in
      await send(.photosFailed)
    }
    .cancellable(id: CancelID.photos, cancelInFlight: true)
  }

  /// The used space is a detail: an old one stays if it can't be loaded.
  private func loadUsage(of user: String) -> Effect<Feedback, Never> {
    .run("usage", of: user) { send in
      await send(.usageArrived(try await server.usage(user)))
    } catch: { _, _ in
    }
    .cancellable(id: CancelID.usage, cancelInFlight: true)
  }
}

struct L05Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: L05Backup.State) -> [L05Backup.Input] in
        guard let user = state.user else { return [.signedIn("Ada")] }
        var inputs: [L05Backup.Input] = [.switched(to: user == "Ada" ? "Ben" : "Ada"), .signedOut, .reloadTapped]
        for photo in state.photos {
          inputs += [.photo(photo.id, .uploadTapped), .photo(photo.id, .cancelTapped), .shareTapped(photo.id)]
        }
        if state.link != nil { inputs.append(.linkClosed) }
        return inputs
      }
    ) { () -> TestStore<L05Backup> in
      let store = TestStore(initialState: L05Backup.State()) { L05Backup() }
      store.gate("photos", at: \.l05Server.photos) { user in
        [.success([user == "Ada" ? "beach" : "cat"]), .failure(L05Offline())]
      }
      store.gate("usage", at: \.l05Server.usage) { user in
        [.success(user == "Ada" ? 70 : 20), .failure(L05Offline())]
      }
      store.gate("link", at: \.l05Server.makeLink) { photo in
        [.success("photos.example/\(photo)"), .failure(L05Offline())]
      }
      store.gate("upload", at: \.l05Server.upload) { _ in
        [.element(50), .finish, .failure(L05Offline())]
      }
      return store
    }
  }
}
