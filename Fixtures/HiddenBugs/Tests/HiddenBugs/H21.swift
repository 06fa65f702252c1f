import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The music library. The server is asked for the artists first, and then for their albums. Single albums are kept on the device.
struct H21Library: Reducer {
  enum Step: Equatable, Sendable { case artists, albums, complete }

  struct State: Equatable {
    var step = Step.artists
    var artists: [String] = []
    var albums: [H21Album] = []
    var isLoading = false
    var hasFailed = false
    var kept: Set<String> = []
    /// The album that is being copied to the device.
    var copying: String?
    /// The album of the notice that could not be copied.
    var notCopied: String?
  }

  enum Input: Equatable, Sendable {
    case appeared
    case refreshPulled
    case retryTapped
    case keepTapped(String)
    case copyCancelTapped
    case removeTapped(String)
  }

  enum Feedback: Equatable, Sendable {
    case artistsLoaded([String])
    case albumsLoaded([H21Album])
    case loadFailed
    case copied(String)
    case copyFailed(String)
    case noticeEnded
  }

  private enum CancelID { case copy, notice }

  @Dependency(\.h21Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.step == .artists, !state.isLoading else { return .none }
      return loadArtists(&state)

    case .input(.refreshPulled):
      // What is there stays until the new artists and albums are.
      guard !state.isLoading else { return .none }
      return loadArtists(&state)

    case .input(.retryTapped):
      guard state.hasFailed, !state.isLoading else { return .none }
      switch state.step {
      case .artists: return loadArtists(&state)
      case .albums: return loadAlbums(&state)
      case .complete: return .none
      }

    case .feedback(.artistsLoaded(let artists)):
      state.artists = artists
      state.step = .albums
      return loadAlbums(&state)

    case .feedback(.albumsLoaded(let albums)):
      state.isLoading = false
      state.albums = albums
      state.step = .complete
      state.kept.formIntersection(albums.map { $0.id })
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .input(.keepTapped(let id)):
      guard state.copying == nil, !state.kept.contains(id) else { return .none }
      state.copying = id
      state.notCopied = nil
      return .merge(
        .cancel(id: CancelID.notice),
        .run("copy", of: id) { send in
          try await client.copy(id)
          await send(.copied(id))
        } catch: { _, send in
          await send(.copyFailed(id))
        }
        .cancellable(id: CancelID.copy, cancelInFlight: true)
      )

    case .input(.copyCancelTapped):
      state.copying = nil
      return .cancel(id: CancelID.copy)

    case .input(.removeTapped(let id)):
      state.kept.remove(id)
      return .none

    case .feedback(.copied(let id)):
      state.copying = nil
      if state.albums.contains(where: { $0.id == id }) { state.kept.insert(id) }
      return .none

    case .feedback(.copyFailed(let id)):
      state.copying = nil
      state.notCopied = id
      return .run("notice") { send in
        try await clock.sleep(for: .seconds(4))
        await send(.noticeEnded)
      }
      .cancellable(id: CancelID.notice, cancelInFlight: true)

    case .feedback(.noticeEnded):
      state.notCopied = nil
      return .none
    }
  }

  private func loadArtists(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("artists") { send in
      await send(.artistsLoaded(try await client.artists()))
    } catch: { _, send in
      await send(.loadFailed)
    }
  }

  private func loadAlbums(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    let artists = state.artists
    return .run("albums", of: artists) { send in
      await send(.albumsLoaded(try await client.albums(artists)))
    } catch: { _, send in
      await send(.loadFailed)
    }
  }
}

struct H21Album: Equatable, Identifiable, Sendable {
  var id: String
  var artist: String
}

struct H21Client: TestDependencyKey, Sendable {
  var artists: @Sendable () async throws -> [String]
  var albums: @Sendable (_ artists: [String]) async throws -> [H21Album]
  var copy: @Sendable (_ album: String) async throws -> Void

  static let testValue = H21Client(
    artists: unimplemented("H21Client.artists"),
    albums: unimplemented("H21Client.albums"),
    copy: unimplemented("H21Client.copy")
  )
}

extension DependencyValues {
  var h21Client: H21Client {
    get { self[H21Client.self] }
    set { self[H21Client.self] = newValue }
  }
}

struct H21Offline: Error {}

struct H21Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: H21Library.State) -> [H21Library.Input] in
        var inputs: [H21Library.Input] = []
        if state.step == .artists, !state.isLoading, !state.hasFailed { inputs.append(.appeared) }
        if !state.isLoading { inputs.append(.refreshPulled) }
        if state.hasFailed { inputs.append(.retryTapped) }
        if state.copying != nil { inputs.append(.copyCancelTapped) }
        for album in state.albums {
          if state.kept.contains(album.id) {
            inputs.append(.removeTapped(album.id))
          } else if state.copying == nil {
            inputs.append(.keepTapped(album.id))
          }
        }
        return inputs
      }
    ) { () -> TestStore<H21Library> in
      let store = TestStore(initialState: H21Library.State()) { H21Library() }
      store.gate("artists", at: \.h21Client.artists) { [.success(["Nina", "Miles"]), .failure(H21Offline())] }
      store.gate("albums", at: \.h21Client.albums) { artists in
        [.success(artists.map { H21Album(id: "\($0) live", artist: $0) }), .failure(H21Offline())]
      }
      store.gate("copy", at: \.h21Client.copy) { _ in [.success(()), .failure(H21Offline())] }
      return store
    }
  }
}
