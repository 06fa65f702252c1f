import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The photos of a wedding, page by page. A photo can be saved to the phone.
struct V04Album: Reducer {
  struct State: Equatable {
    var photos: [String] = []
    var nextPage = 0
    var isAtEnd = false
    var isLoading = false
    var failedPage: Int?
    var savingPhoto: String?
    var savedPhotos: Set<String> = []
    var hasSaveFailed = false
  }

  enum Input: Equatable, Sendable {
    case opened
    case endReached
    case refreshPulled
    case retryTapped
    case saveTapped(String)
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Int, V04Page)
    case failed(Int)
    case photoSaved(String)
    case photoNotSaved
  }

  private enum CancelID { case page, save }

  @Dependency(\.v04Gallery) private var gallery
  @Dependency(\.v04Phone) private var phone

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.opened):
      guard state.photos.isEmpty else { return .none }
      return load(0, into: &state)

    case .input(.endReached):
      // After a failure, the user decides.
      guard !state.photos.isEmpty, state.failedPage == nil else { return .none }
      return load(state.nextPage, into: &state)

    case .input(.refreshPulled):
      // The old photos stay until the new ones are there. A page that is on its way is of no use any more.
      return fetch(0, into: &state)

    case .input(.retryTapped):
      guard let page = state.failedPage else { return .none }
      return load(page, into: &state)

    case .input(.saveTapped(let photo)):
      guard state.savingPhoto == nil, state.photos.contains(photo), !state.savedPhotos.contains(photo) else {
        return .none
      }
      state.savingPhoto = photo
      state.hasSaveFailed = false
      return .run("save", of: photo) { send in
        try await phone.save(photo)
        await send(.photoSaved(photo))
      } catch: { _, send in
        await send(.photoNotSaved)
      }
      .cancellable(id: CancelID.save)

    case .feedback(.loaded(let number, let page)):
      state.isLoading = false
      state.photos = number == 0 ? page.photos : state.photos + page.photos
      state.nextPage = number + 1
      state.isAtEnd = page.isLast
      return .none

    case .feedback(.failed(let number)):
      state.isLoading = false
      state.failedPage = number
      return .none

    case .feedback(.photoSaved(let photo)):
      state.savingPhoto = nil
      state.savedPhotos.insert(photo)
      return .none

    case .feedback(.photoNotSaved):
      state.savingPhoto = nil
      state.hasSaveFailed = true
      return .none
    }
  }

  /// Loads a page, unless one is on its way, or all are there.
  private func load(_ number: Int, into state: inout State) -> Effect<Feedback, Never> {
    guard !state.isLoading, !state.isAtEnd else { return .none }
    return fetch(number, into: &state)
  }

  private func fetch(_ number: Int, into state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.failedPage = nil
    return .run("page", of: number) { send in
      await send(.loaded(number, try await gallery.page(number)))
    } catch: { _, send in
      await send(.failed(number))
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }
}

struct V04Page: Equatable, Sendable {
  var photos: [String]
  var isLast: Bool
}

struct V04Gallery: TestDependencyKey, Sendable {
  var page: @Sendable (_ number: Int) async throws -> V04Page

  static let testValue = V04Gallery(page: unimplemented("V04Gallery.page"))
}

struct V04Phone: TestDependencyKey, Sendable {
  var save: @Sendable (_ photo: String) async throws -> Void

  static let testValue = V04Phone(save: unimplemented("V04Phone.save"))
}

extension DependencyValues {
  var v04Gallery: V04Gallery {
    get { self[V04Gallery.self] }
    set { self[V04Gallery.self] = newValue }
  }

  var v04Phone: V04Phone {
    get { self[V04Phone.self] }
    set { self[V04Phone.self] = newValue }
  }
}

struct V04Offline: Error {}

struct V04Bugs {
  static let first = V04Page(photos: ["rings", "cake"], isLast: false)
  static let last = V04Page(photos: ["dance"], isLast: true)

  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.opened, .endReached, .refreshPulled, .retryTapped, .saveTapped("rings"), .saveTapped("dance")]
    ) { () -> TestStore<V04Album> in
      let store = TestStore(initialState: V04Album.State()) { V04Album() }
      store.gate("page", at: \.v04Gallery.page) { number in
        [.success(number == 0 ? V04Bugs.first : V04Bugs.last), .failure(V04Offline())]
      }
      store.gate("save", at: \.v04Phone.save) { _ in [.success(()), .failure(V04Offline())] }
      return store
    }
  }
}
