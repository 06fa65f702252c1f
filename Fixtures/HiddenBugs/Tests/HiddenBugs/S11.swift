import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

enum S11Answer: String, Equatable, Sendable { case accepted, declined }

struct S11Invitation: Equatable, Sendable {
  let id: Int
  var title: String
}

enum S11Update: Equatable, Sendable {
  /// The organizer's calendar has got this answer of the user.
  case confirmed(S11Answer)
  case withdrawn
}

struct S11Client: DependencyKey {
  var load: @Sendable (_ id: Int) async throws -> S11Invitation
  var updates: @Sendable (_ id: Int) -> AsyncStream<S11Update>
  var reply: @Sendable (_ id: Int, _ answer: S11Answer) async throws -> Void

  static let liveValue = S11Client(
    load: { S11Invitation(id: $0, title: "Lunch") },
    updates: { _ in AsyncStream<S11Update> { $0.finish() } },
    reply: { _, _ in }
  )
  static let testValue = S11Client(
    load: unimplemented("S11Client.load"),
    updates: unimplemented("S11Client.updates", placeholder: AsyncStream<S11Update> { $0.finish() }),
    reply: unimplemented("S11Client.reply")
  )
}

extension DependencyValues {
  var s11Client: S11Client {
    get { self[S11Client.self] }
    set { self[S11Client.self] = newValue }
  }
}

/// The sheet of an invitation. A reply that nobody has confirmed after ten seconds has failed.
struct S11InvitationSheet: Reducer {
  enum Reply: Equatable {
    case unanswered
    case sending(S11Answer)
    case sent(S11Answer)
    case failed(S11Answer)

    /// The answer of the user, for the highlight of its button.
    var answer: S11Answer? {
      switch self {
      case .unanswered: nil
      case .sending(let answer), .sent(let answer), .failed(let answer): answer
      }
    }
  }

  enum State: Equatable {
    case closed
    case loading(id: Int)
    case unavailable(id: Int)
    case open(S11Invitation, Reply)
    case withdrawn(id: Int)
  }

  enum Input: Equatable {
    case opened(Int)
    case reloadTapped
    case replyTapped(S11Answer)
    case retryTapped
    case closeTapped
  }

  enum Feedback: Equatable {
    case loaded(S11Invitation)
    case loadFailed
    case updated(S11Update)
    case replied
    case replyFailed
    case timedOut
  }

  private enum CancelID { case load, updates, reply, timeout }

  @Dependency(\.s11Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.opened(let id)), .closed), (.input(.reloadTapped), .unavailable(let id)):
      state = .loading(id: id)
      return load(id)

    case (.feedback(.loaded(let invitation)), .loading):
      state = .open(invitation, .unanswered)
      return follow(invitation.id)

    case (.feedback(.loadFailed), .loading(let id)):
      state = .unavailable(id: id)
      return .none

    case (.input(.replyTapped(let answer)), .open(let invitation, .unanswered)),
      (.input(.replyTapped(let answer)), .open(let invitation, .failed)),
      (.input(.retryTapped), .open(let invitation, .failed(let answer))):
      state = .open(invitation, .sending(answer))
      return .merge(reply(invitation.id, answer), timeout())

    case (.feedback(.replied), .open(let invitation, .sending(let answer))):
      state = .open(invitation, .sent(answer))
      return .cancel(id: CancelID.timeout)

    case (.feedback(.replyFailed), .open(let invitation, .sending(let answer))):
      state = .open(invitation, .failed(answer))
      return .cancel(id: CancelID.timeout)

    case (.feedback(.timedOut), .open(let invitation, let reply)):
      guard let answer = reply.answer else { return .none }
      state = .open(invitation, .failed(answer))
      return .cancel(id: CancelID.reply)

    case (.feedback(.updated(.confirmed(let answer))), .open(let invitation, let reply)):
      guard reply.answer == answer else { return .none }
      state = .open(invitation, .sent(answer))
      return .cancel(id: CancelID.reply)

    case (.feedback(.updated(.withdrawn)), .open(let invitation, _)):
      state = .withdrawn(id: invitation.id)
      return cancelAll()

    case (.input(.closeTapped), .open(_, .sending)):
      return .none

    case (.input(.closeTapped), _):
      state = .closed
      return cancelAll()

    default:
      return .none
    }
  }

  private func cancelAll() -> Effect<Feedback, Never> {
    .merge(
      .cancel(id: CancelID.load),
      .cancel(id: CancelID.updates),
      .cancel(id: CancelID.reply),
      .cancel(id: CancelID.timeout)
    )
  }

  private func load(_ id: Int) -> Effect<Feedback, Never> {
    .run("load", of: id) { send in
      await send(.loaded(try await client.load(id)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func follow(_ id: Int) -> Effect<Feedback, Never> {
    .run("updates", of: id) { send in
      for await update in client.updates(id) { await send(.updated(update)) }
    }
    .cancellable(id: CancelID.updates, cancelInFlight: true)
  }

  private func reply(_ id: Int, _ answer: S11Answer) -> Effect<Feedback, Never> {
    .run("reply", of: answer) { send in
      try await client.reply(id, answer)
      await send(.replied)
    } catch: { _, send in
      await send(.replyFailed)
    }
    .cancellable(id: CancelID.reply, cancelInFlight: true)
  }

  private func timeout() -> Effect<Feedback, Never> {
    .run("timeout") { send in
      try await clock.sleep(for: .seconds(10))
      await send(.timedOut)
    }
    .cancellable(id: CancelID.timeout, cancelInFlight: true)
  }
}

struct S11Offline: Error {}

struct S11Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .opened(1), .reloadTapped, .replyTapped(.accepted), .replyTapped(.declined), .retryTapped, .closeTapped,
      ]
    ) { () -> TestStore<S11InvitationSheet> in
      let store = TestStore(initialState: S11InvitationSheet.State.closed) { S11InvitationSheet() }
      store.gate("load", at: \.s11Client.load) { id in
        [.success(S11Invitation(id: id, title: "Lunch")), .failure(S11Offline())]
      }
      store.gate("updates", at: \.s11Client.updates) { _ in [.element(.confirmed(.accepted)), .element(.withdrawn)] }
      store.gate("reply", at: \.s11Client.reply) { _ in [.success(()), .failure(S11Offline())] }
      return store
    }
  }
}
