import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Shows who of the address book has the messenger. The numbers reach the server as hashes, batch by batch.
struct A13FindFriends: Reducer {
  struct State: Equatable {
    /// What the server doesn't have yet.
    var pending: [A13Batch] = []
    /// Nil until the server has answered once.
    var friends: [A13Friend]?
    var isSyncing = false
    var hasFailed = false
    var isDenied = false
    var onlyOnline = false

    /// The rows of the list.
    var shown: [A13Friend] { (friends ?? []).filter { $0.isOnline || !onlyOnline } }
  }

  enum Input: Equatable, Sendable {
    case findTapped
    case stopTapped
    case retryTapped
    case refreshPulled
    case onlyOnlineTapped
    case friendTapped(String)
  }

  enum Feedback: Equatable, Sendable {
    case addressBookRead([A13Batch])
    case accessDenied
    case uploaded(Int)
    case friendsLoaded([A13Friend])
    case failed
  }

  enum Output: Equatable, Sendable {
    case openChat(with: String)
  }

  private enum CancelID { case sync }

  @Dependency(\.a13Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.findTapped):
      guard !state.isSyncing, state.friends == nil else { return .none }
      state.isSyncing = true
      state.isDenied = false
      return .run("address book") { send in
        await send(.addressBookRead(try await client.hashedNumbers()))
      } catch: { _, send in
        await send(.accessDenied)
      }
      .cancellable(id: CancelID.sync)

    case .input(.stopTapped):
      guard state.isSyncing else { return .none }
      state.isSyncing = false
      state.pending = []
      return .cancel(id: CancelID.sync)

    case .input(.retryTapped):
      guard state.hasFailed, !state.pending.isEmpty else { return .none }
      return uploadNext(into: &state)

    case .input(.refreshPulled):
      guard state.friends != nil, !state.isSyncing else { return .none }
      return loadFriends(into: &state)

    case .input(.onlyOnlineTapped):
      state.onlyOnline.toggle()
      return .none

    case .input(.friendTapped(let id)):
      return .output(.openChat(with: id))

    case .feedback(.addressBookRead(let batches)):
      state.pending = batches
      return uploadNext(into: &state)

    case .feedback(.accessDenied):
      state.isSyncing = false
      state.isDenied = true
      return .none

    case .feedback(.uploaded(let id)):
      state.pending.removeAll { $0.id == id }
      return uploadNext(into: &state)

    case .feedback(.friendsLoaded(let friends)):
      state.isSyncing = false
      state.friends = friends
      return .none

    case .feedback(.failed):
      state.isSyncing = false
      state.hasFailed = true
      return .none
    }
  }

  /// Uploads the next batch, or asks for the friends once the server has all of them.
  private func uploadNext(into state: inout State) -> Effect<Feedback, Output> {
    guard let batch = state.pending.first else { return loadFriends(into: &state) }
    state.isSyncing = true
    state.hasFailed = false
    return .run("upload", of: batch.id) { send in
      try await client.upload(batch)
      await send(.uploaded(batch.id))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.sync)
  }

  private func loadFriends(into state: inout State) -> Effect<Feedback, Output> {
    state.isSyncing = true
    state.hasFailed = false
    return .run("friends") { send in
      await send(.friendsLoaded(try await client.friends()))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.sync)
  }
}

struct A13Batch: Equatable, Sendable {
  var id: Int
  var hashes: [String]
}

struct A13Friend: Equatable, Sendable {
  var id: String
  var isOnline: Bool
}

struct A13Client: TestDependencyKey, Sendable {
  var hashedNumbers: @Sendable () async throws -> [A13Batch]
  var upload: @Sendable (_ batch: A13Batch) async throws -> Void
  var friends: @Sendable () async throws -> [A13Friend]

  static let testValue = A13Client(
    hashedNumbers: unimplemented("A13Client.hashedNumbers"),
    upload: unimplemented("A13Client.upload"),
    friends: unimplemented("A13Client.friends")
  )
}

extension DependencyValues {
  var a13Client: A13Client {
    get { self[A13Client.self] }
    set { self[A13Client.self] = newValue }
  }
}

struct A13Denied: Error {}
struct A13Offline: Error {}

struct A13Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: A13FindFriends.State) -> [A13FindFriends.Input] in
        if state.isSyncing { return [.stopTapped, .onlyOnlineTapped] }
        var inputs: [A13FindFriends.Input] = []
        if state.hasFailed { inputs.append(.retryTapped) }
        if state.friends != nil {
          inputs += [.refreshPulled, .onlyOnlineTapped]
          inputs += state.shown.map { .friendTapped($0.id) }
        } else if !state.hasFailed {
          inputs.append(.findTapped)
        }
        return inputs
      }
    ) { () -> TestStore<A13FindFriends> in
      let store = TestStore(initialState: A13FindFriends.State()) { A13FindFriends() }
      store.gate("hashedNumbers", at: \.a13Client.hashedNumbers) {
        [
          .success([A13Batch(id: 1, hashes: ["3fa1", "90bc"]), A13Batch(id: 2, hashes: ["77de"])]),
          .failure(A13Denied()),
        ]
      }
      store.gate("upload", at: \.a13Client.upload) { _ in [.success(()), .failure(A13Offline())] }
      store.gate("friends", at: \.a13Client.friends) {
        [
          .success([A13Friend(id: "ben", isOnline: true), A13Friend(id: "cleo", isOnline: false)]),
          .failure(A13Offline()),
        ]
      }
      return store
    }
  }
}
