import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The receipts of a user for the tax return. Photos of new ones are uploaded side by side.
struct V09Receipts: Reducer {
  struct State: Equatable {
    var user: String?
    /// The receipts by their ids.
    var receipts: [String: V09Receipt] = [:]
    /// What is uploaded, by photo.
    var uploads: [String: Upload] = [:]
    var isLoading = false
    var hasFailed = false

    /// The sum of all receipts.
    var total: Int { receipts.values.reduce(0) { $0 + $1.euros } }
  }

  enum Upload: Equatable {
    case running(percent: Int)
    case failed
  }

  enum Input: Equatable, Sendable {
    case loggedIn(String)
    case reloadTapped
    case photoTaken(String)
    case retryTapped(String)
    case removeTapped(String)
    case loggedOut
  }

  enum Feedback: Equatable, Sendable {
    case loaded([V09Receipt])
    case loadFailed
    case upload(String, V09Event)
    case uploadFailed(String)
  }

  private enum CancelID: Hashable {
    case load
    case upload(String)
  }

  @Dependency(\.v09Archive) private var archive

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.loggedIn(let user)):
      guard state.user == nil else { return .none }
      state.user = user
      return load(user, into: &state)

    case .input(.reloadTapped):
      guard let user = state.user, !state.isLoading else { return .none }
      return load(user, into: &state)

    case .input(.photoTaken(let photo)):
      guard state.user != nil, state.uploads[photo] == nil else { return .none }
      return upload(photo, into: &state)

    case .input(.retryTapped(let photo)):
      guard state.uploads[photo] == .failed else { return .none }
      return upload(photo, into: &state)

    case .input(.removeTapped(let photo)):
      guard state.uploads.removeValue(forKey: photo) != nil else { return .none }
      return .cancel(id: CancelID.upload(photo))

    case .input(.loggedOut):
      state = State()
      return stopEverything(in: state)

    case .feedback(.loaded(let receipts)):
      // Nothing is ever deleted from the archive. A receipt that was stored meanwhile stays.
      state.isLoading = false
      for receipt in receipts { state.receipts[receipt.id] = receipt }
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.upload(let photo, .progress(let percent))):
      if state.uploads[photo] != nil { state.uploads[photo] = .running(percent: percent) }
      return .none

    case .feedback(.upload(let photo, .stored(let receipt))):
      state.uploads[photo] = nil
      state.receipts[receipt.id] = receipt
      return .none

    case .feedback(.uploadFailed(let photo)):
      if state.uploads[photo] != nil { state.uploads[photo] = .failed }
      return .none
    }
  }

  private func load(_ user: String, into state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("receipts", of: user) { send in
      await send(.loaded(try await archive.receipts(user)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  /// Uploads a photo. A stream that ends before the receipt is stored has failed.
  private func upload(_ photo: String, into state: inout State) -> Effect<Feedback, Never> {
    state.uploads[photo] = .running(percent: 0)
    return .run("upload", of: photo) { send in
      for try await event in archive.upload(photo) {
        await send(.upload(photo, event))
        if case .stored = event { return }
      }
      await send(.uploadFailed(photo))
    } catch: { _, send in
      await send(.uploadFailed(photo))
    }
    .cancellable(id: CancelID.upload(photo), cancelInFlight: true)
  }

  /// Stops the load, and every upload.
  private func stopEverything(in state: State) -> Effect<Feedback, Never> {
    let uploads: [Effect<Feedback, Never>] = state.uploads.keys.sorted().map { .cancel(id: CancelID.upload($0)) }
    return .merge(.cancel(id: CancelID.load), .merge(uploads))
  }
}

struct V09Receipt: Equatable, Sendable {
  var id: String
  var euros: Int
}

enum V09Event: Equatable, Sendable {
  case progress(Int)
  case stored(V09Receipt)
}

struct V09Archive: TestDependencyKey, Sendable {
  var receipts: @Sendable (_ user: String) async throws -> [V09Receipt]
  var upload: @Sendable (_ photo: String) -> AsyncThrowingStream<V09Event, any Error>

  static let testValue = V09Archive(
    receipts: unimplemented("V09Archive.receipts"),
    upload: unimplemented("V09Archive.upload", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var v09Archive: V09Archive {
    get { self[V09Archive.self] }
    set { self[V09Archive.self] = newValue }
  }
}

struct V09Offline: Error {}

struct V09Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: V09Receipts.State) -> [V09Receipts.Input] in
        if state.user == nil { return [.loggedIn("Ada")] }
        return [
          .reloadTapped, .photoTaken("train"), .photoTaken("desk"), .retryTapped("train"), .removeTapped("train"),
          .loggedOut,
        ]
      }
    ) { () -> TestStore<V09Receipts> in
      let store = TestStore(initialState: V09Receipts.State()) { V09Receipts() }
      store.gate("receipts", at: \.v09Archive.receipts) { _ in
        [.success([V09Receipt(id: "pens", euros: 8)]), .failure(V09Offline())]
      }
      store.gate("upload", at: \.v09Archive.upload) { photo in
        [.element(.progress(50)), .element(.stored(V09Receipt(id: photo, euros: 40))), .failure(V09Offline())]
      }
      return store
    }
  }
}
