import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A brief to the court. It can be stopped for some seconds; then it is sent, and its receipt is awaited.
struct T24Brief: Reducer {
  enum Phase: Equatable { case draft, leaving, sending, notSent, sent, received }

  struct State: Equatable {
    var text = ""
    var phase = Phase.draft
    var isTracking = false
    var isOverdue = false
    var isInBackground = false
  }

  enum Input: Equatable, Sendable {
    case textChanged(String)
    case sendTapped
    case stopTapped
    case retryTapped
    case editTapped
    case trackTapped
    case newTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case timeToStopEnded
    case sent
    case sendFailed
    case received
    case trackingEnded
    case waitedLong
  }

  private enum CancelID { case stop, tracking, wait }

  @Dependency(\.t24Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.textChanged(let text)):
      guard state.phase == .draft else { return .none }
      state.text = text
      return .none

    case .input(.sendTapped):
      guard state.phase == .draft, !state.text.isEmpty else { return .none }
      state.phase = .leaving
      return .run("time to stop") { send in
        try await clock.sleep(for: .seconds(10))
        await send(.timeToStopEnded)
      }
      .cancellable(id: CancelID.stop, cancelInFlight: true)

    case .input(.stopTapped):
      guard state.phase == .leaving else { return .none }
      state.phase = .draft
      return .cancel(id: CancelID.stop)

    case .input(.retryTapped):
      guard state.phase == .notSent else { return .none }
      return send(&state)

    case .input(.editTapped):
      guard state.phase == .notSent else { return .none }
      state.phase = .draft
      return .none

    case .input(.trackTapped):
      guard state.phase == .sent, !state.isTracking else { return .none }
      return track(&state)

    case .input(.newTapped):
      guard state.phase == .received else { return .none }
      state = State()
      return .none

    case .input(.wentToBackground):
      state.isInBackground = true
      switch state.phase {
      case .leaving:
        // Nobody is there to stop it any more.
        return .merge(.cancel(id: CancelID.stop), send(&state))
      case .sent:
        return endTracking(&state)
      case .draft, .sending, .notSent, .received:
        return .none
      }

    case .input(.cameToForeground):
      state.isInBackground = false
      return state.phase == .sent ? track(&state) : .none

    case .feedback(.timeToStopEnded):
      return send(&state)

    case .feedback(.sent):
      state.phase = .sent
      return state.isInBackground ? .none : track(&state)

    case .feedback(.sendFailed):
      state.phase = .notSent
      return .none

    case .feedback(.received):
      state.phase = .received
      state.isOverdue = false
      return endTracking(&state)

    case .feedback(.trackingEnded):
      state.isTracking = false
      return .none

    case .feedback(.waitedLong):
      state.isOverdue = true
      return .none
    }
  }

  private func send(_ state: inout State) -> Effect<Feedback, Never> {
    state.phase = .sending
    return .run("send", of: state.text) { [text = state.text] send in
      try await client.send(text)
      await send(.sent)
    } catch: { _, send in
      await send(.sendFailed)
    }
  }

  /// Waits for the receipt of the court, which comes at once if it is there already.
  private func track(_ state: inout State) -> Effect<Feedback, Never> {
    state.isTracking = true
    return .merge(
      .run("receipts") { send in
        for await _ in client.receipts() { await send(.received) }
        await send(.trackingEnded)
      }
      .cancellable(id: CancelID.tracking, cancelInFlight: true),
      .run("wait") { send in
        try await clock.sleep(for: .seconds(3_600))
        await send(.waitedLong)
      }
      .cancellable(id: CancelID.wait, cancelInFlight: true)
    )
  }

  private func endTracking(_ state: inout State) -> Effect<Feedback, Never> {
    state.isTracking = false
    return .merge(.cancel(id: CancelID.tracking), .cancel(id: CancelID.wait))
  }
}

struct T24Client: TestDependencyKey, Sendable {
  var send: @Sendable (_ text: String) async throws -> Void
  var receipts: @Sendable () -> AsyncStream<String>

  static let testValue = T24Client(
    send: unimplemented("T24Client.send"),
    receipts: unimplemented("T24Client.receipts", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var t24Client: T24Client {
    get { self[T24Client.self] }
    set { self[T24Client.self] = newValue }
  }
}

struct T24Offline: Error {}

struct T24Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: T24Brief.State) -> [T24Brief.Input] in
        if state.isInBackground { return [.cameToForeground] }
        switch state.phase {
        case .draft: return [.textChanged("Motion"), .textChanged(""), .sendTapped, .wentToBackground]
        case .leaving: return [.stopTapped, .wentToBackground]
        case .sending: return [.wentToBackground]
        case .notSent: return [.retryTapped, .editTapped, .wentToBackground]
        case .sent: return state.isTracking ? [.wentToBackground] : [.trackTapped, .wentToBackground]
        case .received: return [.newTapped, .wentToBackground]
        }
      }
    ) { () -> TestStore<T24Brief> in
      let store = TestStore(initialState: T24Brief.State()) { T24Brief() }
      store.gate("send", at: \.t24Client.send) { _ in [.success(()), .failure(T24Offline())] }
      store.gate("receipts", at: \.t24Client.receipts) { [.element("Az. 3 O 17/26"), .finish] }
      return store
    }
  }
}
