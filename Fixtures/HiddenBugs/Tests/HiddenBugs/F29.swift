import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The photos that friends have shared, page by page. One original at a time can be downloaded.
struct F29Feed: Reducer {
  enum Activity: Equatable, Sendable { case refreshing, loadingMore }
  enum Problem: Equatable, Sendable { case refreshFailed, moreFailed }

  struct State: Equatable {
    var photos: [String] = []

    /// The number of the next page; nil after the last one.
    var next: Int? = 1

    var activity: Activity?
    var problem: Problem?
    var downloading: String?
    var downloaded: Set<String> = []
    var downloadHasFailed = false
  }

  enum Input: Equatable, Sendable {
    case appeared
    case refreshPulled
    case endReached
    case retryTapped
    case downloadTapped(String)
    case downloadCancelled
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Int, F29Page)
    case failed
    case downloaded(String)
    case downloadFailed
  }

  private enum CancelID { case page, download }

  @Dependency(\.f29Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.photos.isEmpty, state.activity == nil else { return .none }
      return load(page: 1, .refreshing, &state)

    case .input(.refreshPulled):
      guard state.activity != .refreshing else { return .none }
      return load(page: 1, .refreshing, &state)

    case .input(.endReached):
      guard let next = state.next, state.activity == nil, !state.photos.isEmpty else { return .none }
      return load(page: next, .loadingMore, &state)

    case .input(.retryTapped):
      guard let next = state.next, state.activity == nil else { return .none }
      switch state.problem {
      case .refreshFailed: return load(page: 1, .refreshing, &state)
      case .moreFailed: return load(page: next, .loadingMore, &state)
      case nil: return .none
      }

    case .input(.downloadTapped(let photo)):
      guard state.downloading == nil, !state.downloaded.contains(photo) else { return .none }
      state.downloading = photo
      state.downloadHasFailed = false
      return .run("download", of: photo) { send in
        try await client.download(photo)
        await send(.downloaded(photo))
      } catch: { _, send in
        await send(.downloadFailed)
      }
      .cancellable(id: CancelID.download)

    case .input(.downloadCancelled):
      state.downloading = nil
      return .cancel(id: CancelID.download)

    case .feedback(.loaded(let number, let page)):
      state.activity = nil
      state.photos = number == 1 ? page.photos : state.photos + page.photos
      state.next = page.next
      return .none

    case .feedback(.failed):
      state.problem = state.activity == .loadingMore ? .moreFailed : .refreshFailed
      state.activity = nil
      return .none

    case .feedback(.downloaded(let photo)):
      state.downloading = nil
      state.downloaded.insert(photo)
      return .none

    case .feedback(.downloadFailed):
      state.downloading = nil
      state.downloadHasFailed = true
      return .none
    }
  }

  /// Loads a page, instead of one that is on its way.
  private func load(page number: Int, _ activity: Activity, _ state: inout State) -> Effect<Feedback, Never> {
    state.activity = activity
    state.problem = nil
    return .run("page", of: number) { send in
      await send(.loaded(number, try await client.page(number)))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }
}

struct F29Page: Equatable, Sendable {
  var photos: [String]
  var next: Int?
}

struct F29Client: TestDependencyKey, Sendable {
  var page: @Sendable (_ number: Int) async throws -> F29Page
  var download: @Sendable (_ photo: String) async throws -> Void

  static let testValue = F29Client(
    page: unimplemented("F29Client.page"),
    download: unimplemented("F29Client.download")
  )
}

extension DependencyValues {
  var f29Client: F29Client {
    get { self[F29Client.self] }
    set { self[F29Client.self] = newValue }
  }
}

struct F29Offline: Error {}

struct F29Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: F29Feed.State) -> [F29Feed.Input] in
        var inputs: [F29Feed.Input] = [state.photos.isEmpty ? .appeared : .endReached, .refreshPulled]
        if state.problem != nil { inputs.append(.retryTapped) }
        if state.downloading != nil {
          inputs.append(.downloadCancelled)
        } else if let photo = state.photos.first, !state.downloaded.contains(photo) {
          inputs.append(.downloadTapped(photo))
        }
        return inputs
      }
    ) { () -> TestStore<F29Feed> in
      let store = TestStore(initialState: F29Feed.State()) { F29Feed() }
      store.gate("page", at: \.f29Client.page) { number in
        [
          .success(F29Page(photos: ["Photo \(number)"], next: number < 2 ? number + 1 : nil)),
          .failure(F29Offline()),
        ]
      }
      store.gate("download", at: \.f29Client.download) { _ in [.success(()), .failure(F29Offline())] }
      return store
    }
  }
}
