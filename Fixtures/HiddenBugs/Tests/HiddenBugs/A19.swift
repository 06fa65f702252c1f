import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The voice mailbox: pages of messages, of which one plays at a time.
struct A19Mailbox: Reducer {
  enum Load: Equatable {
    case idle
    case running(A19Request)
    case failed(A19Request)
  }

  enum Removal: Equatable { case running, failed, done }

  struct State: Equatable {
    var isSignedIn = false
    var messages: IdentifiedArrayOf<A19Message> = []
    var next: Int?
    var load = Load.idle
    var playing: String?
    var notPlayable: String?
    /// What has happened here counts for more than a page, which may be older.
    var heard: Set<String> = []
    var removals: [String: Removal] = [:]

    /// The rows of the list.
    var rows: [A19Message] {
      messages.elements.filter { removals[$0.id] != .done }.map { message in
        A19Message(id: message.id, caller: message.caller, isHeard: message.isHeard || heard.contains(message.id))
      }
    }
  }

  enum Input: Equatable, Sendable {
    case signedIn
    case signedOut
    case refreshPulled
    case endReached
    case retryTapped
    case playTapped(String)
    case stopTapped
    case deleteTapped(String)
    case wentToBackground
  }

  enum Feedback: Equatable, Sendable {
    case loaded(A19Request, A19Page)
    case loadFailed(A19Request)
    case played(String)
    case playFailed(String)
    case deleted(String)
    case deleteFailed(String)
  }

  private enum CancelID { case load, player, removal }

  @Dependency(\.a19Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.signedIn):
      guard !state.isSignedIn else { return .none }
      state.isSignedIn = true
      return load(.first, into: &state)

    case .input(.signedOut):
      state = State()
      return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.player), .cancel(id: CancelID.removal))

    case .input(.refreshPulled):
      guard state.isSignedIn, state.load != .running(.first) else { return .none }
      return load(.first, into: &state)

    case .input(.endReached):
      guard state.load == .idle, let next = state.next else { return .none }
      return load(.more(next), into: &state)

    case .input(.retryTapped):
      guard case .failed(let request) = state.load else { return .none }
      return load(request, into: &state)

    case .input(.playTapped(let id)):
      guard state.messages[id: id] != nil, state.removals[id] != .running, state.removals[id] != .done else {
        return .none
      }
      state.playing = id
      state.notPlayable = nil
      return .run("play", of: id) { send in
        try await client.play(id)
        await send(.played(id))
      } catch: { _, send in
        await send(.playFailed(id))
      }
      .cancellable(id: CancelID.player, cancelInFlight: true)

    case .input(.stopTapped), .input(.wentToBackground):
      return stop(&state)

    case .input(.deleteTapped(let id)):
      guard state.removals[id] == nil || state.removals[id] == .failed else { return .none }
      state.removals[id] = .running
      return .merge(
        state.playing == id ? stop(&state) : .none,
        .run("delete", of: id) { send in
          try await client.delete(id)
          await send(.deleted(id))
        } catch: { _, send in
          await send(.deleteFailed(id))
        }
        .cancellable(id: CancelID.removal)
      )

    case .feedback(.loaded(.first, let page)):
      state.load = .idle
      state.messages = IdentifiedArray(page.messages)
      state.next = page.next
      guard let playing = state.playing, state.messages[id: playing] == nil else { return .none }
      return stop(&state)

    case .feedback(.loaded(.more, let page)):
      state.load = .idle
      for message in page.messages { state.messages.updateOrAppend(message) }
      state.next = page.next
      return .none

    case .feedback(.loadFailed(let request)):
      state.load = .failed(request)
      return .none

    case .feedback(.played(let id)):
      state.playing = nil
      state.heard.insert(id)
      return .none

    case .feedback(.playFailed(let id)):
      state.playing = nil
      state.notPlayable = id
      return .none

    case .feedback(.deleted(let id)):
      state.removals[id] = .done
      return .none

    case .feedback(.deleteFailed(let id)):
      state.removals[id] = .failed
      return .none
    }
  }

  private func load(_ request: A19Request, into state: inout State) -> Effect<Feedback, Never> {
    state.load = .running(request)
    return .run("page", of: request) { send in
      await send(.loaded(request, try await client.page(request)))
    } catch: { _, send in
      await send(.loadFailed(request))
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func stop(_ state: inout State) -> Effect<Feedback, Never> {
    state.playing = nil
    return .cancel(id: CancelID.player)
  }
}

enum A19Request: Hashable, Sendable {
  case first
  case more(Int)
}

struct A19Message: Equatable, Identifiable, Sendable {
  let id: String
  let caller: String
  var isHeard = false
}

struct A19Page: Equatable, Sendable {
  var messages: [A19Message]
  var next: Int?
}

struct A19Client: TestDependencyKey, Sendable {
  var page: @Sendable (_ request: A19Request) async throws -> A19Page
  var play: @Sendable (_ id: String) async throws -> Void
  var delete: @Sendable (_ id: String) async throws -> Void

  static let testValue = A19Client(
    page: unimplemented("A19Client.page"),
    play: unimplemented("A19Client.play"),
    delete: unimplemented("A19Client.delete")
  )
}

extension DependencyValues {
  var a19Client: A19Client {
    get { self[A19Client.self] }
    set { self[A19Client.self] = newValue }
  }
}

struct A19Offline: Error {}

struct A19Bugs {
  static let first = A19Page(messages: [A19Message(id: "m1", caller: "Ben")], next: 1)
  static let last = A19Page(messages: [A19Message(id: "m2", caller: "Dentist")], next: nil)

  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: A19Mailbox.State) -> [A19Mailbox.Input] in
        guard state.isSignedIn else { return [.signedIn] }
        var inputs: [A19Mailbox.Input] = [.signedOut, .refreshPulled, .endReached]
        if case .failed = state.load { inputs.append(.retryTapped) }
        if state.playing != nil { inputs += [.stopTapped, .wentToBackground] }
        for row in state.rows where state.removals[row.id] != .running {
          inputs.append(.deleteTapped(row.id))
          if state.playing != row.id { inputs.append(.playTapped(row.id)) }
        }
        return inputs
      }
    ) { () -> TestStore<A19Mailbox> in
      let store = TestStore(initialState: A19Mailbox.State()) { A19Mailbox() }
      store.gate("page", at: \.a19Client.page) { request in
        [.success(request == .first ? A19Bugs.first : A19Bugs.last), .failure(A19Offline())]
      }
      store.gate("play", at: \.a19Client.play) { _ in [.success(()), .failure(A19Offline())] }
      store.gate("delete", at: \.a19Client.delete) { _ in [.success(()), .failure(A19Offline())] }
      return store
    }
  }
}
