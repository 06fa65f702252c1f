import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// An outgoing call, from the tap on a name to its end. It goes on when the app is in the background.
struct A17Call: Reducer {
  enum State: Equatable {
    case idle
    case calling(String, isRinging: Bool)
    case talking(A17Talk)
    case hangingUp(String, A17End)
    case ended(String, A17End)
  }

  enum Input: Equatable, Sendable {
    case callRequested(String)
    case muteTapped
    case hangUpTapped
    case redialTapped
    case closeTapped
  }

  enum Feedback: Equatable, Sendable {
    case event(A17Event)
    case streamEnded
    case streamFailed
    case notAnswered
    case notReconnected
    case leftCall
  }

  private enum CancelID { case call, answer, reconnect }

  @Dependency(\.a17Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.callRequested(let peer)), .idle),
      (.input(.callRequested(let peer)), .ended),
      (.input(.redialTapped), .ended(let peer, _)):
      state = .calling(peer, isRinging: false)
      return .merge(
        connect(to: peer),
        wait(for: .seconds(45), CancelID.answer, .notAnswered)
      )

    case (.input(.closeTapped), .ended):
      state = .idle
      return .none

    case (.input(.muteTapped), .talking(var talk)):
      talk.isMuted.toggle()
      state = .talking(talk)
      return .none

    case (.input(.hangUpTapped), .calling(let peer, _)):
      return hangUp(peer, .hungUp, &state)

    case (.input(.hangUpTapped), .talking(let talk)):
      return hangUp(talk.peer, .hungUp, &state)

    case (.feedback(.event(.ringing)), .calling(let peer, _)):
      state = .calling(peer, isRinging: true)
      return .none

    case (.feedback(.event(.answered)), .calling(let peer, _)):
      state = .talking(A17Talk(peer: peer))
      return .cancel(id: CancelID.answer)

    case (.feedback(.event(.lost)), .talking(var talk)) where !talk.isReconnecting:
      talk.isReconnecting = true
      state = .talking(talk)
      return wait(for: .seconds(20), CancelID.reconnect, .notReconnected)

    case (.feedback(.event(.restored)), .talking(var talk)) where talk.isReconnecting:
      talk.isReconnecting = false
      state = .talking(talk)
      return .cancel(id: CancelID.reconnect)

    case (.feedback(.streamEnded), .calling(let peer, _)):
      return end(peer, .declined, &state)

    case (.feedback(.streamFailed), .calling(let peer, _)):
      return end(peer, .failed, &state)

    case (.feedback(.streamEnded), .talking(let talk)):
      return end(talk.peer, .hungUp, &state)

    case (.feedback(.streamFailed), .talking(let talk)):
      return end(talk.peer, .lost, &state)

    case (.feedback(.notAnswered), .calling(let peer, _)):
      return hangUp(peer, .notAnswered, &state)

    case (.feedback(.notReconnected), .talking(let talk)):
      return hangUp(talk.peer, .lost, &state)

    case (.feedback(.leftCall), .hangingUp(let peer, let end)):
      state = .ended(peer, end)
      return .none

    default:
      return .none
    }
  }

  /// The server knows one call with a peer at a time. The stream begins it, and ends with it.
  private func connect(to peer: String) -> Effect<Feedback, Never> {
    .run("call", of: peer) { send in
      for try await event in client.call(peer) { await send(.event(event)) }
      await send(.streamEnded)
    } catch: { _, send in
      await send(.streamFailed)
    }
    .cancellable(id: CancelID.call)
  }

  private func wait(for pause: Duration, _ id: CancelID, _ feedback: Feedback) -> Effect<Feedback, Never> {
    .run("wait", of: pause) { send in
      try await clock.sleep(for: pause)
      await send(feedback)
    }
    .cancellable(id: id, cancelInFlight: true)
  }

  /// Tells the server. The next call has to wait for that, whatever its answer is.
  private func hangUp(_ peer: String, _ end: A17End, _ state: inout State) -> Effect<Feedback, Never> {
    state = .hangingUp(peer, end)
    return .merge(
      cancelAll(),
      .run("hang up", of: peer) { send in
        try await client.hangUp(peer)
        await send(.leftCall)
      } catch: { _, send in
        await send(.leftCall)
      }
    )
  }

  private func end(_ peer: String, _ end: A17End, _ state: inout State) -> Effect<Feedback, Never> {
    state = .ended(peer, end)
    return cancelAll()
  }

  private func cancelAll() -> Effect<Feedback, Never> {
    .merge(.cancel(id: CancelID.call), .cancel(id: CancelID.answer), .cancel(id: CancelID.reconnect))
  }
}

struct A17Talk: Equatable, Sendable {
  var peer: String
  var isMuted = false
  var isReconnecting = false
}

enum A17End: Equatable, Sendable {
  case hungUp, declined, notAnswered, lost, failed
}

enum A17Event: Equatable, Sendable {
  case ringing, answered, lost, restored
}

struct A17Client: TestDependencyKey, Sendable {
  var call: @Sendable (_ peer: String) -> AsyncThrowingStream<A17Event, any Error>
  var hangUp: @Sendable (_ peer: String) async throws -> Void

  static let testValue = A17Client(
    call: unimplemented("A17Client.call", placeholder: AsyncThrowingStream { $0.finish() }),
    hangUp: unimplemented("A17Client.hangUp")
  )
}

extension DependencyValues {
  var a17Client: A17Client {
    get { self[A17Client.self] }
    set { self[A17Client.self] = newValue }
  }
}

struct A17Offline: Error {}

struct A17Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: A17Call.State) -> [A17Call.Input] in
        switch state {
        case .idle: [.callRequested("Ben"), .callRequested("Cleo")]
        case .calling: [.hangUpTapped, .callRequested("Cleo")]
        case .talking: [.muteTapped, .hangUpTapped, .callRequested("Cleo")]
        case .hangingUp: [.callRequested("Cleo")]
        case .ended: [.redialTapped, .closeTapped, .callRequested("Cleo")]
        }
      }
    ) { () -> TestStore<A17Call> in
      let store = TestStore(initialState: A17Call.State.idle) { A17Call() }
      store.gate("call", at: \.a17Client.call) { _ in
        [
          .element(.ringing), .element(.answered), .element(.lost), .element(.restored), .finish,
          .failure(A17Offline()),
        ]
      }
      store.gate("hangUp", at: \.a17Client.hangUp) { _ in [.success(()), .failure(A17Offline())] }
      return store
    }
  }
}
