import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Backs up the songs of an account, and shows how much of its space is used.
/// The server keeps the parts of a backup that was stopped, and the next one goes on from there.
struct N20Backup: Reducer {
  struct State: Equatable {
    var account: String?
    var backups: [String] = []
    var isLoading = false
    var loadFailed = false
    var isBackingUp = false
    var backupFailed = false
    var usedPercent: Int?
  }

  enum Input: Equatable, Sendable {
    case signedIn(String)
    case signedOut
    case refreshTapped
    case backUpTapped
    case stopTapped
    case failureClosed
  }

  enum Feedback: Equatable, Sendable {
    case loaded([String])
    case loadFailed
    case backedUp(String)
    case backupFailed
    case measured(Int)
  }

  private enum CancelID { case list, backup, usage }

  @Dependency(\.n20Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.signedIn(let account)):
      guard account != state.account else { return .none }
      state = State(account: account)
      return .merge(cancelAll(), load(account, into: &state), usage(of: account))

    case .input(.signedOut):
      state = State()
      return cancelAll()

    case .input(.refreshTapped):
      guard let account = state.account, !state.isLoading else { return .none }
      return .merge(load(account, into: &state), usage(of: account))

    case .input(.backUpTapped):
      guard let account = state.account, !state.isBackingUp else { return .none }
      state.isBackingUp = true
      state.backupFailed = false
      return .concatenate(backup(account), usage(of: account))

    case .input(.stopTapped):
      guard state.isBackingUp else { return .none }
      state.isBackingUp = false
      return .cancel(id: CancelID.backup)

    case .input(.failureClosed):
      state.loadFailed = false
      state.backupFailed = false
      return .none

    case .feedback(.loaded(let backups)):
      state.isLoading = false
      state.backups = backups
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.loadFailed = true
      return .none

    case .feedback(.backedUp(let name)):
      state.isBackingUp = false
      if !state.backups.contains(name) { state.backups.append(name) }
      // An answer that was on its way may lack the new backup.
      guard state.isLoading, let account = state.account else { return .none }
      return load(account, into: &state)

    case .feedback(.backupFailed):
      state.isBackingUp = false
      state.backupFailed = true
      return .none

    case .feedback(.measured(let percent)):
      state.usedPercent = percent
      return .none
    }
  }

  private func load(_ account: String, into state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.loadFailed = false
    return .run("list", of: account) { send in
      await send(.loaded(try await client.list(account)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.list, cancelInFlight: true)
  }

  private func backup(_ account: String) -> Effect<Feedback, Never> {
    .run("backup", of: account) { send in
      await send(.backedUp(try await client.backUp(account)))
    } catch: { _, send in
      await send(.backupFailed)
    }
    .cancellable(id: CancelID.backup)
  }

  /// Measures the used space. Without an answer, the last value stays.
  private func usage(of account: String) -> Effect<Feedback, Never> {
    .run("usage", of: account) { send in
      await send(.measured(try await client.usedPercent(account)))
    } catch: { _, _ in
    }
    .cancellable(id: CancelID.usage, cancelInFlight: true)
  }

  private func cancelAll() -> Effect<Feedback, Never> {
    .merge(.cancel(id: CancelID.list), .cancel(id: CancelID.usage), .cancel(id: CancelID.backup))
  }
}

struct N20Client: TestDependencyKey, Sendable {
  var list: @Sendable (_ account: String) async throws -> [String]
  var backUp: @Sendable (_ account: String) async throws -> String
  var usedPercent: @Sendable (_ account: String) async throws -> Int

  static let testValue = N20Client(
    list: unimplemented("N20Client.list"),
    backUp: unimplemented("N20Client.backUp"),
    usedPercent: unimplemented("N20Client.usedPercent")
  )
}

extension DependencyValues {
  var n20Client: N20Client {
    get { self[N20Client.self] }
    set { self[N20Client.self] = newValue }
  }
}

struct N20Offline: Error {}

struct N20Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: N20Backup.State) -> [N20Backup.Input] in
        guard let account = state.account else { return [.signedIn("ada"), .signedIn("ben")] }
        var inputs: [N20Backup.Input] = [.signedOut, .signedIn(account == "ada" ? "ben" : "ada"), .refreshTapped]
        inputs.append(state.isBackingUp ? .stopTapped : .backUpTapped)
        if state.loadFailed || state.backupFailed { inputs.append(.failureClosed) }
        return inputs
      }
    ) { () -> TestStore<N20Backup> in
      let store = TestStore(initialState: N20Backup.State()) { N20Backup() }
      store.gate("list", at: \.n20Client.list) { account in [.success(["\(account) May"]), .failure(N20Offline())] }
      store.gate("backUp", at: \.n20Client.backUp) { account in [.success("\(account) June"), .failure(N20Offline())] }
      store.gate("usedPercent", at: \.n20Client.usedPercent) { account in
        [.success(account == "ada" ? 40 : 70), .failure(N20Offline())]
      }
      return store
    }
  }
}
