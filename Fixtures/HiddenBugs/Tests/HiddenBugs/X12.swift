import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The backup of a photo library: one photo at a time, and only by wi-fi.
struct X12Backup: Reducer {
  struct State: Equatable {
    var account: String?
    var photos: IdentifiedArray<X12Photo> = []
    var isLoading = false
    var hasFailed = false
    var isOnWifi = false
    var isPaused = false
  }

  enum Input: Equatable, Sendable {
    case accountChosen(String)
    case signOutTapped
    case pauseTapped
    case resumeTapped
    case reloadTapped
    case retryTapped
    case leaveOutTapped(String)
  }

  enum Feedback: Equatable, Sendable {
    case loaded([String])
    case failed
    case wifiChanged(Bool)
    case uploaded(String)
    case uploadFailed(String)
  }

  private enum CancelID { case photos, wifi, upload }

  @Dependency(\.x12Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.accountChosen(let account)):
      guard account != state.account else { return .none }
      state = State(account: account)
      return .merge(.cancel(id: CancelID.upload), load(account, &state), watchWifi())

    case .input(.signOutTapped):
      state = State()
      return .merge(
        .cancel(id: CancelID.photos),
        .cancel(id: CancelID.wifi),
        .cancel(id: CancelID.upload)
      )

    case .input(.pauseTapped):
      state.isPaused = true
      return update(&state)

    case .input(.resumeTapped):
      state.isPaused = false
      return update(&state)

    case .input(.reloadTapped):
      guard state.hasFailed, let account = state.account else { return .none }
      return load(account, &state)

    case .input(.retryTapped):
      for photo in state.photos where photo.status == .failed { state.photos[id: photo.id]?.status = .waiting }
      return update(&state)

    case .input(.leaveOutTapped(let id)):
      guard let photo = state.photos.remove(id: id) else { return .none }
      guard photo.status == .uploading else { return .none }
      return .merge(.cancel(id: CancelID.upload), update(&state))

    case .feedback(.loaded(let ids)):
      state.isLoading = false
      state.photos = IdentifiedArray(ids.map { X12Photo(id: $0) })
      return update(&state)

    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.wifiChanged(let isOnWifi)):
      state.isOnWifi = isOnWifi
      return update(&state)

    case .feedback(.uploaded(let id)):
      state.photos[id: id]?.status = .uploaded
      return update(&state)

    case .feedback(.uploadFailed(let id)):
      state.photos[id: id]?.status = .failed
      return update(&state)
    }
  }

  /// Stops or starts an upload, as the state demands. A stopped one waits for its next turn.
  private func update(_ state: inout State) -> Effect<Feedback, Never> {
    let current = state.photos.first { $0.status == .uploading }?.id
    guard state.isOnWifi, !state.isPaused else {
      guard let current else { return .none }
      state.photos[id: current]?.status = .waiting
      return .cancel(id: CancelID.upload)
    }
    guard current == nil, let next = state.photos.first(where: { $0.status == .waiting })?.id else { return .none }
    state.photos[id: next]?.status = .uploading
    return .run("upload", of: next) { send in
      try await client.upload(next)
      await send(.uploaded(next))
    } catch: { _, send in
      await send(.uploadFailed(next))
    }
    .cancellable(id: CancelID.upload)
  }

  private func load(_ account: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("photos", of: account) { send in
      await send(.loaded(try await client.photos(account)))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.photos, cancelInFlight: true)
  }

  private func watchWifi() -> Effect<Feedback, Never> {
    .run("wifi") { send in
      for await isOnWifi in client.wifi() { await send(.wifiChanged(isOnWifi)) }
    }
    .cancellable(id: CancelID.wifi, cancelInFlight: true)
  }
}

struct X12Photo: Equatable, Identifiable, Sendable {
  enum Status: Equatable, Sendable { case waiting, uploading, uploaded, failed }

  let id: String
  var status = Status.waiting
}

struct X12Client: TestDependencyKey, Sendable {
  /// The photos that an account has not backed up yet.
  var photos: @Sendable (_ account: String) async throws -> [String]
  var wifi: @Sendable () -> AsyncStream<Bool>
  var upload: @Sendable (_ id: String) async throws -> Void

  static let testValue = X12Client(
    photos: unimplemented("X12Client.photos"),
    wifi: unimplemented("X12Client.wifi", placeholder: AsyncStream { $0.finish() }),
    upload: unimplemented("X12Client.upload")
  )
}

extension DependencyValues {
  var x12Client: X12Client {
    get { self[X12Client.self] }
    set { self[X12Client.self] = newValue }
  }
}

struct X12Offline: Error {}

struct X12Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: X12Backup.State) -> [X12Backup.Input] in
        var inputs: [X12Backup.Input] = [.accountChosen("work"), .accountChosen("home")]
        guard state.account != nil else { return inputs }
        inputs.append(.signOutTapped)
        inputs.append(state.isPaused ? .resumeTapped : .pauseTapped)
        if state.hasFailed { inputs.append(.reloadTapped) }
        if state.photos.contains(where: { $0.status == .failed }) { inputs.append(.retryTapped) }
        for photo in state.photos where photo.status != .uploaded { inputs.append(.leaveOutTapped(photo.id)) }
        return inputs
      }
    ) { () -> TestStore<X12Backup> in
      let store = TestStore(initialState: X12Backup.State()) { X12Backup() }
      store.gate("photos", at: \.x12Client.photos) { account in
        [.success(["\(account)-beach", "\(account)-cake"]), .failure(X12Offline())]
      }
      store.gate("wifi", at: \.x12Client.wifi) { [.element(true), .element(false)] }
      store.gate("upload", at: \.x12Client.upload) { _ in [.success(()), .failure(X12Offline())] }
      return store
    }
  }
}
