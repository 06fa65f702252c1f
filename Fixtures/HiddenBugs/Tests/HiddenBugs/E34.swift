import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The announcements of a station. The loudspeakers tell over a stream what they have played.
struct E34Announcements: Reducer {
  enum Status: Equatable, Sendable {
    case draft
    case sending(attempt: Int)
    case accepted
    case played
    case failed
  }

  struct State: Equatable {
    var isOnDuty = false
    var isConnected = false
    var isLoud = false
    var statuses: [E34Text: Status] = [:]

    func status(of text: E34Text) -> Status { statuses[text] ?? .draft }
  }

  enum Input: Equatable, Sendable {
    case dutyBegan
    case dutyEnded
    case volumeTapped
    case announceTapped(E34Text)
    case stopTapped(E34Text)
    case retryTapped(E34Text)
  }

  enum Feedback: Equatable, Sendable {
    case accepted(E34Text)
    case rejected(E34Text)
    case nextAttemptDue(E34Text, attempt: Int)
    case played(E34Text)
    case disconnected
    case reconnectDue
  }

  private enum CancelID: Hashable {
    case line
    case announcement(E34Text)
  }

  /// How often an announcement is sent before it counts as failed.
  private static let attempts = 2

  @Dependency(\.e34Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.dutyBegan):
      guard !state.isOnDuty else { return .none }
      state.isOnDuty = true
      return listen(&state)

    case .input(.dutyEnded):
      state = State()
      let sends: [Effect<Feedback, Never>] = E34Text.allCases.map { .cancel(id: CancelID.announcement($0)) }
      return .merge(.cancel(id: CancelID.line), .merge(sends))

    case .input(.volumeTapped):
      state.isLoud.toggle()
      return .none

    case .input(.announceTapped(let text)):
      guard state.isOnDuty, state.status(of: text) == .draft else { return .none }
      return announce(text, attempt: 1, into: &state)

    case .input(.stopTapped(let text)):
      guard case .sending = state.status(of: text) else { return .none }
      state.statuses[text] = nil
      return .cancel(id: CancelID.announcement(text))

    case .input(.retryTapped(let text)):
      guard state.status(of: text) == .failed else { return .none }
      return announce(text, attempt: 1, into: &state)

    case .feedback(.accepted(let text)):
      guard case .sending = state.status(of: text) else { return .none }
      state.statuses[text] = .accepted
      return .none

    case .feedback(.rejected(let text)):
      guard case .sending(let attempt) = state.status(of: text) else { return .none }
      guard attempt < Self.attempts else {
        state.statuses[text] = .failed
        return .none
      }
      return .run("pause", of: text) { send in
        try await clock.sleep(for: .seconds(5))
        await send(.nextAttemptDue(text, attempt: attempt + 1))
      }
      .cancellable(id: CancelID.announcement(text), cancelInFlight: true)

    case .feedback(.nextAttemptDue(let text, attempt: let attempt)):
      return announce(text, attempt: attempt, into: &state)

    case .feedback(.played(let text)):
      state.statuses[text] = .played
      return .none

    case .feedback(.disconnected):
      state.isConnected = false
      return .run("reconnect") { send in
        try await clock.sleep(for: .seconds(5))
        await send(.reconnectDue)
      }
      .cancellable(id: CancelID.line, cancelInFlight: true)

    case .feedback(.reconnectDue):
      return listen(&state)
    }
  }

  private func announce(_ text: E34Text, attempt: Int, into state: inout State) -> Effect<Feedback, Never> {
    state.statuses[text] = .sending(attempt: attempt)
    let order = E34Order(text: text, isLoud: state.isLoud)
    return .run("announce", of: order) { send in
      try await client.announce(order)
      await send(.accepted(text))
    } catch: { _, send in
      await send(.rejected(text))
    }
    .cancellable(id: CancelID.announcement(text), cancelInFlight: true)
  }

  private func listen(_ state: inout State) -> Effect<Feedback, Never> {
    state.isConnected = true
    return .run("played") { send in
      for try await text in client.played() { await send(.played(text)) }
      await send(.disconnected)
    } catch: { _, send in
      await send(.disconnected)
    }
    .cancellable(id: CancelID.line, cancelInFlight: true)
  }
}

enum E34Text: Hashable, Sendable, CaseIterable {
  case delay
  case platformChange
}

struct E34Order: Hashable, Sendable {
  var text: E34Text
  var isLoud: Bool
}

struct E34Client: TestDependencyKey, Sendable {
  var announce: @Sendable (_ order: E34Order) async throws -> Void
  var played: @Sendable () -> AsyncThrowingStream<E34Text, any Error>

  static let testValue = E34Client(
    announce: unimplemented("E34Client.announce"),
    played: unimplemented("E34Client.played", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var e34Client: E34Client {
    get { self[E34Client.self] }
    set { self[E34Client.self] = newValue }
  }
}

struct E34Disturbance: Error {}

struct E34Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: E34Announcements.State) -> [E34Announcements.Input] in
        guard state.isOnDuty else { return [.dutyBegan] }
        var inputs: [E34Announcements.Input] = [.dutyEnded, .volumeTapped]
        for text in E34Text.allCases {
          switch state.status(of: text) {
          case .draft: inputs.append(.announceTapped(text))
          case .sending: inputs.append(.stopTapped(text))
          case .failed: inputs.append(.retryTapped(text))
          case .accepted, .played: break
          }
        }
        return inputs
      }
    ) { () -> TestStore<E34Announcements> in
      let store = TestStore(initialState: E34Announcements.State()) { E34Announcements() }
      store.gate("announce", at: \.e34Client.announce) { _ in [.success(()), .failure(E34Disturbance())] }
      store.gate("played", at: \.e34Client.played) {
        [.element(E34Text.delay), .element(E34Text.platformChange), .failure(E34Disturbance())]
      }
      return store
    }
  }
}
