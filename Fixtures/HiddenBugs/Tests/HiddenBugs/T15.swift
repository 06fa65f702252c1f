import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A deed that is sent to its parties, who sign it from afar within a week.
struct T15Envelope: Reducer {
  enum Phase: Equatable { case draft, sending, out, complete, declined, expired, withdrawn }

  struct State: Equatable {
    var phase = Phase.draft
    var parties: [T15Party] = [T15Party(id: "Buyer"), T15Party(id: "Seller")]
    var reminding: Set<String> = []
    var isLive = false
    var hasFailed = false
  }

  enum Input: Equatable, Sendable {
    case sendTapped
    case remindTapped(String)
    case reconnectTapped
    case withdrawTapped
    case newTapped
  }

  enum Feedback: Equatable, Sendable {
    case sent
    case sendFailed
    case event(T15Event)
    case eventsEnded
    case reminded(String)
    case notReminded(String)
    case weekIsOver
  }

  private enum CancelID { case events, reminders, week }

  @Dependency(\.t15Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.sendTapped):
      guard state.phase == .draft else { return .none }
      state.phase = .sending
      state.hasFailed = false
      return .run("send") { send in
        try await client.send()
        await send(.sent)
      } catch: { _, send in
        await send(.sendFailed)
      }

    case .input(.remindTapped(let id)):
      guard state.phase == .out, !state.reminding.contains(id),
        let party = state.parties.first(where: { $0.id == id }), party.status != .signed
      else { return .none }
      state.reminding.insert(id)
      return .run("remind", of: id) { send in
        try await client.remind(id)
        await send(.reminded(id))
      } catch: { _, send in
        await send(.notReminded(id))
      }
      .cancellable(id: CancelID.reminders)

    case .input(.reconnectTapped):
      guard state.phase == .out, !state.isLive else { return .none }
      return listen(&state)

    case .input(.withdrawTapped):
      guard state.phase == .out else { return .none }
      return end(.withdrawn, &state)

    case .input(.newTapped):
      guard ![.draft, .sending, .out].contains(state.phase) else { return .none }
      state = State()
      return .none

    case .feedback(.sent):
      state.phase = .out
      return .merge(
        listen(&state),
        .run("week") { send in
          try await clock.sleep(for: .seconds(7 * 24 * 60 * 60))
          await send(.weekIsOver)
        }
        .cancellable(id: CancelID.week, cancelInFlight: true)
      )

    case .feedback(.sendFailed):
      state.phase = .draft
      state.hasFailed = true
      return .none

    case .feedback(.event(.viewed(let id))):
      state.update(id) { if $0.status == .invited || $0.status == .unreachable { $0.status = .viewed } }
      return .none

    case .feedback(.event(.signed(let id))):
      state.update(id) { $0.status = .signed }
      return state.parties.allSatisfy { $0.status == .signed } ? end(.complete, &state) : .none

    case .feedback(.event(.declined(let id))):
      guard state.parties.contains(where: { $0.id == id && $0.status != .signed }) else { return .none }
      state.update(id) { $0.status = .declined }
      return end(.declined, &state)

    case .feedback(.eventsEnded):
      state.isLive = false
      return .none

    case .feedback(.reminded(let id)):
      state.reminding.remove(id)
      state.update(id) { if $0.status == .unreachable { $0.status = .invited } }
      return .none

    case .feedback(.notReminded(let id)):
      state.reminding.remove(id)
      state.update(id) { $0.status = .unreachable }
      return .none

    case .feedback(.weekIsOver):
      return end(.expired, &state)
    }
  }

  private func listen(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLive = true
    return .run("events") { send in
      for await event in client.events() { await send(.event(event)) }
      await send(.eventsEnded)
    }
    .cancellable(id: CancelID.events, cancelInFlight: true)
  }

  private func end(_ phase: Phase, _ state: inout State) -> Effect<Feedback, Never> {
    state.phase = phase
    state.reminding = []
    state.isLive = false
    return .merge(.cancel(id: CancelID.events), .cancel(id: CancelID.reminders), .cancel(id: CancelID.week))
  }
}

extension T15Envelope.State {
  mutating func update(_ id: String, _ change: (inout T15Party) -> Void) {
    guard let index = parties.firstIndex(where: { $0.id == id }) else { return }
    change(&parties[index])
  }
}

struct T15Party: Equatable, Identifiable, Sendable {
  enum Status: Equatable, Sendable { case invited, viewed, signed, declined, unreachable }

  var id: String
  var status = Status.invited
}

enum T15Event: Equatable, Sendable {
  case viewed(String)
  case signed(String)
  case declined(String)
}

struct T15Client: TestDependencyKey, Sendable {
  var send: @Sendable () async throws -> Void
  var remind: @Sendable (_ party: String) async throws -> Void
  var events: @Sendable () -> AsyncStream<T15Event>

  static let testValue = T15Client(
    send: unimplemented("T15Client.send"),
    remind: unimplemented("T15Client.remind"),
    events: unimplemented("T15Client.events", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var t15Client: T15Client {
    get { self[T15Client.self] }
    set { self[T15Client.self] = newValue }
  }
}

struct T15Offline: Error {}

struct T15Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: T15Envelope.State) -> [T15Envelope.Input] in
        switch state.phase {
        case .draft: return [.sendTapped]
        case .sending: return []
        case .out:
          var inputs: [T15Envelope.Input] = [.withdrawTapped]
          inputs += state.parties.filter { $0.status != .signed }.map { T15Envelope.Input.remindTapped($0.id) }
          if !state.isLive { inputs.append(.reconnectTapped) }
          return inputs
        case .complete, .declined, .expired, .withdrawn: return [.newTapped]
        }
      }
    ) { () -> TestStore<T15Envelope> in
      let store = TestStore(initialState: T15Envelope.State()) { T15Envelope() }
      store.gate("send", at: \.t15Client.send) { [.success(()), .failure(T15Offline())] }
      store.gate("remind", at: \.t15Client.remind) { _ in [.success(()), .failure(T15Offline())] }
      store.gate("events", at: \.t15Client.events) {
        [
          .element(.viewed("Buyer")), .element(.signed("Buyer")), .element(.signed("Seller")),
          .element(.declined("Seller")), .finish,
        ]
      }
      return store
    }
  }
}
