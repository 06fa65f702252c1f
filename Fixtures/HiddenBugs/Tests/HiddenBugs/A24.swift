import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A row of the sticker shop: one pack, and its download.
struct A24Pack: Reducer {
  enum Status: Equatable {
    case available
    case downloading(percent: Int)
    case suspended
    case installed
    case failed
  }

  struct State: Equatable, Identifiable {
    let id: String
    var status = Status.available
  }

  enum Input: Equatable, Sendable {
    case downloadTapped
    case cancelTapped
    case removeTapped
    case suspended
    case resumed
  }

  enum Feedback: Equatable, Sendable {
    case progressed(A24Progress)
    case interrupted
    case stalled
  }

  private enum CancelID { case download, watchdog }

  @Dependency(\.a24Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.downloadTapped):
      guard state.status == .available || state.status == .failed else { return .none }
      return download(&state)

    case .input(.cancelTapped):
      guard case .downloading = state.status else { return .none }
      return stop(.available, &state)

    case .input(.removeTapped):
      guard state.status == .installed else { return .none }
      state.status = .available
      return .none

    case .input(.suspended):
      guard case .downloading = state.status else { return .none }
      return stop(.suspended, &state)

    case .input(.resumed):
      guard state.status == .suspended else { return .none }
      return download(&state)

    case .feedback(.progressed(.percent(let percent))):
      state.status = .downloading(percent: percent)
      return watch()

    case .feedback(.progressed(.finished)):
      return stop(.installed, &state)

    case .feedback(.interrupted), .feedback(.stalled):
      return stop(.failed, &state)
    }
  }

  private func download(_ state: inout State) -> Effect<Feedback, Never> {
    state.status = .downloading(percent: 0)
    return .merge(
      .run("download", of: state.id) { [id = state.id] send in
        for try await progress in client.download(id) { await send(.progressed(progress)) }
        await send(.interrupted)
      } catch: { _, send in
        await send(.interrupted)
      }
      .cancellable(id: CancelID.download),
      watch()
    )
  }

  /// Gives a download up that has not got on for a while.
  private func watch() -> Effect<Feedback, Never> {
    .run("watchdog") { send in
      try await clock.sleep(for: .seconds(30))
      await send(.stalled)
    }
    .cancellable(id: CancelID.watchdog, cancelInFlight: true)
  }

  /// Nothing of the download is heard after this.
  private func stop(_ status: Status, _ state: inout State) -> Effect<Feedback, Never> {
    state.status = status
    return .merge(.cancel(id: CancelID.download), .cancel(id: CancelID.watchdog))
  }
}

/// The sticker shop. Downloads rest while the app is in the background.
struct A24Shop: Reducer {
  struct State: Equatable {
    var isSignedIn = false
    var packs: IdentifiedArrayOf<A24Pack.State> = []
    var isLoading = false
    var hasFailed = false
    var isInBackground = false
  }

  enum Input: Equatable, Sendable {
    case signedIn
    case signedOut
    case refreshPulled
    case retryTapped
    case wentToBackground
    case cameToForeground
    case pack(String, A24Pack.Input)
  }

  enum Feedback: Equatable, Sendable {
    case loaded([String])
    case loadFailed
    case pack(String, ChildFeedback<A24Pack>)
  }

  private enum CancelID { case catalogue }

  @Dependency(\.a24Client) private var client

  private let packs = ScopeEach<A24Shop, A24Pack>(\.packs, feedback: Feedback.pack) { A24Pack() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.signedIn):
      guard !state.isSignedIn else { return .none }
      state.isSignedIn = true
      return load(&state)

    case .input(.signedOut):
      // The downloads end with their rows.
      state = State()
      return .cancel(id: CancelID.catalogue)

    case .input(.refreshPulled):
      return load(&state)

    case .input(.retryTapped):
      guard state.hasFailed else { return .none }
      return load(&state)

    case .input(.wentToBackground):
      state.isInBackground = true
      return sendToAll(.suspended, &state)

    case .input(.cameToForeground):
      state.isInBackground = false
      return sendToAll(.resumed, &state)

    case .input(.pack(let id, let input)):
      guard state.packs[id: id] != nil, !state.isInBackground else { return .none }
      return packs.reduce(.input(input), id: id, into: &state)

    case .feedback(.pack(let id, .feedback(let feedback))):
      return packs.reduce(.feedback(feedback), id: id, into: &state)

    case .feedback(.loaded(let ids)):
      state.isLoading = false
      let known = state.packs
      state.packs = IdentifiedArray(ids.map { known[id: $0] ?? A24Pack.State(id: $0) })
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    guard state.isSignedIn, !state.isLoading else { return .none }
    state.isLoading = true
    state.hasFailed = false
    return .run("catalogue") { send in
      await send(.loaded(try await client.catalogue()))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.catalogue)
  }

  private func sendToAll(_ input: A24Pack.Input, _ state: inout State) -> Effect<Feedback, Never> {
    var effects: [Effect<Feedback, Never>] = []
    for id in state.packs.ids { effects.append(packs.reduce(.input(input), id: id, into: &state)) }
    return .merge(effects)
  }
}

enum A24Progress: Equatable, Sendable {
  case percent(Int)
  case finished
}

struct A24Client: TestDependencyKey, Sendable {
  var catalogue: @Sendable () async throws -> [String]
  var download: @Sendable (_ pack: String) -> AsyncThrowingStream<A24Progress, any Error>

  static let testValue = A24Client(
    catalogue: unimplemented("A24Client.catalogue"),
    download: unimplemented("A24Client.download", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var a24Client: A24Client {
    get { self[A24Client.self] }
    set { self[A24Client.self] = newValue }
  }
}

struct A24Offline: Error {}

struct A24Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: A24Shop.State) -> [A24Shop.Input] in
        guard state.isSignedIn else { return [.signedIn] }
        if state.isInBackground { return [.cameToForeground] }
        var inputs: [A24Shop.Input] = [.signedOut, .wentToBackground]
        if !state.isLoading { inputs.append(state.hasFailed ? .retryTapped : .refreshPulled) }
        for pack in state.packs {
          switch pack.status {
          case .available, .failed: inputs.append(.pack(pack.id, .downloadTapped))
          case .downloading: inputs.append(.pack(pack.id, .cancelTapped))
          case .installed: inputs.append(.pack(pack.id, .removeTapped))
          case .suspended: break
          }
        }
        return inputs
      }
    ) { () -> TestStore<A24Shop> in
      let store = TestStore(initialState: A24Shop.State()) { A24Shop() }
      store.gate("catalogue", at: \.a24Client.catalogue) {
        [.success(["cats", "dogs"]), .success(["cats"]), .failure(A24Offline())]
      }
      store.gate("download", at: \.a24Client.download) { _ in
        [.element(.percent(50)), .element(.finished), .finish, .failure(A24Offline())]
      }
      return store
    }
  }
}
