import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Calls from a hut to the valley, by a slow radio gateway. A receipt says that somebody has read a call.
struct P16Radio: Reducer {
  struct State: Equatable {
    var calls: [P16Call] = []
    var isListening = false
    var showsOnlyOpen = false
    var isInBackground = false

    var shown: [P16Call] { showsOnlyOpen ? calls.filter { $0.status != .read } : calls }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case sendTapped(P16Topic)
    case againTapped(P16Topic)
    case onlyOpenTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case accepted(P16Topic)
    case refused(P16Topic)
    case receipt(P16Topic)
    case listeningEnded
    case waitedLong(P16Topic)
  }

  private enum CancelID: Hashable {
    case listen
    case send(P16Topic)
    case wait(P16Topic)
  }

  @Dependency(\.p16Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.isListening else { return .none }
      return listen(into: &state)

    case .input(.sendTapped(let topic)):
      guard !state.calls.contains(where: { $0.topic == topic }) else { return .none }
      state.calls.append(P16Call(topic: topic, status: .sending))
      return transmit(topic)

    case .input(.againTapped(let topic)):
      guard let index = state.index(of: topic) else { return .none }
      switch state.calls[index].status {
      case .failed, .unconfirmed:
        state.calls[index].status = .sending
        return transmit(topic)
      case .sending, .sent, .read:
        return .none
      }

    case .input(.onlyOpenTapped):
      state.showsOnlyOpen.toggle()
      return .none

    case .input(.wentToBackground):
      state.isInBackground = true
      state.isListening = false
      return .cancel(id: CancelID.listen)

    case .input(.cameToForeground):
      state.isInBackground = false
      return listen(into: &state)

    case .feedback(.accepted(let topic)):
      guard let index = state.index(of: topic), state.calls[index].status == .sending else { return .none }
      state.calls[index].status = .sent
      return .none

    case .feedback(.refused(let topic)):
      // Its receipt may have been faster than the answer of the gateway.
      guard let index = state.index(of: topic), state.calls[index].status == .sending else { return .none }
      state.calls[index].status = .failed
      return .cancel(id: CancelID.wait(topic))

    case .feedback(.receipt(let topic)):
      guard let index = state.index(of: topic) else { return .none }
      state.calls[index].status = .read
      return .cancel(id: CancelID.wait(topic))

    case .feedback(.listeningEnded):
      state.isListening = false
      return .none

    case .feedback(.waitedLong(let topic)):
      guard let index = state.index(of: topic) else { return .none }
      state.calls[index].status = .unconfirmed
      return .cancel(id: CancelID.send(topic))
    }
  }

  /// The gateway repeats all receipts of the day to a new listener.
  private func listen(into state: inout State) -> Effect<Feedback, Never> {
    state.isListening = true
    return .run("receipts") { send in
      for await topic in client.receipts() { await send(.receipt(topic)) }
      await send(.listeningEnded)
    }
    .cancellable(id: CancelID.listen, cancelInFlight: true)
  }

  private func transmit(_ topic: P16Topic) -> Effect<Feedback, Never> {
    .merge(
      .run("send", of: topic) { send in
        try await client.send(topic)
        await send(.accepted(topic))
      } catch: { _, send in
        await send(.refused(topic))
      }
      .cancellable(id: CancelID.send(topic), cancelInFlight: true),
      .run("wait", of: topic) { send in
        try await clock.sleep(for: .seconds(120))
        await send(.waitedLong(topic))
      }
      .cancellable(id: CancelID.wait(topic), cancelInFlight: true)
    )
  }
}

extension P16Radio.State {
  fileprivate func index(of topic: P16Topic) -> Int? { calls.firstIndex { $0.topic == topic } }
}

enum P16Topic: Hashable, Sendable {
  case supplies, rescue
}

struct P16Call: Equatable, Sendable {
  enum Status: Equatable, Sendable {
    case sending, sent, read, unconfirmed, failed
  }

  var topic: P16Topic
  var status: Status
}

struct P16Client: TestDependencyKey, Sendable {
  var send: @Sendable (_ topic: P16Topic) async throws -> Void
  var receipts: @Sendable () -> AsyncStream<P16Topic>

  static let testValue = P16Client(
    send: unimplemented("P16Client.send"),
    receipts: unimplemented("P16Client.receipts", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var p16Client: P16Client {
    get { self[P16Client.self] }
    set { self[P16Client.self] = newValue }
  }
}

struct P16NoSignal: Error {}

struct P16Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: P16Radio.State) -> [P16Radio.Input] in
        if state.isInBackground { return [.cameToForeground] }
        var inputs: [P16Radio.Input] = [.sendTapped(.rescue), .onlyOpenTapped, .wentToBackground]
        if !state.isListening { inputs.append(.appeared) }
        for call in state.shown where call.status == .failed || call.status == .unconfirmed {
          inputs.append(.againTapped(call.topic))
        }
        return inputs
      }
    ) { () -> TestStore<P16Radio> in
      let calls = [P16Call(topic: .supplies, status: .unconfirmed)]
      let store = TestStore(initialState: P16Radio.State(calls: calls)) { P16Radio() }
      store.gate("send", at: \.p16Client.send) { _ in [.success(()), .failure(P16NoSignal())] }
      store.gate("receipts", at: \.p16Client.receipts) { [.element(.supplies), .element(.rescue), .finish] }
      return store
    }
  }
}
