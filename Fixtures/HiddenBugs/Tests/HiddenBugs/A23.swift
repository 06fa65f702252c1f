import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Friends in a call watch a film together. It starts at the same moment for all, once each phone has buffered it.
struct A23WatchParty: Reducer {
  enum Phase: Equatable {
    case lobby
    case preparing(waitingFor: Set<String>)
    case playing
    case paused
  }

  struct State: Equatable {
    var guests: IdentifiedArrayOf<A23Guest>
    var phase = Phase.lobby
    var isOpen = false
    var isConnected = false
  }

  enum Input: Equatable, Sendable {
    case appeared
    case startTapped
    case cancelTapped
    case pauseTapped
    case stopTapped
    case removeTapped(String)
    case closeTapped
  }

  enum Feedback: Equatable, Sendable {
    case event(A23Event)
    case disconnected
    case reconnectDue
    case ready(String)
    case notReady(String)
  }

  private enum CancelID: Hashable {
    case events
    case prepare(String)
  }

  @Dependency(\.a23Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.isOpen else { return .none }
      state.isOpen = true
      return connect(&state)

    case .input(.startTapped):
      let ids = state.guests.ids
      guard state.phase == .lobby, !ids.isEmpty else { return .none }
      state.phase = .preparing(waitingFor: Set(ids))
      for id in ids { state.guests[id: id]?.hasTrouble = false }
      return .merge(ids.map { prepare($0) })

    case .input(.cancelTapped):
      guard case .preparing = state.phase else { return .none }
      state.phase = .lobby
      return stopPreparing(state.guests.ids)

    case .input(.pauseTapped):
      switch state.phase {
      case .playing: state.phase = .paused
      case .paused: state.phase = .playing
      case .lobby, .preparing: break
      }
      return .none

    case .input(.stopTapped):
      guard state.phase == .playing || state.phase == .paused else { return .none }
      state.phase = .lobby
      return .none

    case .input(.removeTapped(let id)):
      return remove(id, from: &state)

    case .input(.closeTapped):
      state.isOpen = false
      state.isConnected = false
      state.phase = .lobby
      return .merge(.cancel(id: CancelID.events), stopPreparing(state.guests.ids))

    case .feedback(.event(.joined(let guest))):
      state.guests.updateOrAppend(guest)
      return .none

    case .feedback(.event(.left(let id))):
      return remove(id, from: &state)

    case .feedback(.disconnected):
      state.isConnected = false
      return .run("reconnect") { send in
        try await clock.sleep(for: .seconds(3))
        await send(.reconnectDue)
      }
      .cancellable(id: CancelID.events)

    case .feedback(.reconnectDue):
      return connect(&state)

    case .feedback(.ready(let id)):
      tickOff(id, in: &state)
      return .none

    case .feedback(.notReady(let id)):
      // The film starts without those who can't see it.
      state.guests[id: id]?.hasTrouble = true
      tickOff(id, in: &state)
      return .none
    }
  }

  private func connect(_ state: inout State) -> Effect<Feedback, Never> {
    state.isConnected = true
    return .run("events") { send in
      for try await event in client.events() { await send(.event(event)) }
      await send(.disconnected)
    } catch: { _, send in
      await send(.disconnected)
    }
    .cancellable(id: CancelID.events)
  }

  private func prepare(_ id: String) -> Effect<Feedback, Never> {
    .run("prepare", of: id) { send in
      try await client.prepare(id)
      await send(.ready(id))
    } catch: { _, send in
      await send(.notReady(id))
    }
    .cancellable(id: CancelID.prepare(id), cancelInFlight: true)
  }

  private func stopPreparing(_ ids: [String]) -> Effect<Feedback, Never> {
    .merge(ids.map { Effect<Feedback, Never>.cancel(id: CancelID.prepare($0)) })
  }

  private func remove(_ id: String, from state: inout State) -> Effect<Feedback, Never> {
    state.guests.remove(id: id)
    return .cancel(id: CancelID.prepare(id))
  }

  /// Starts the film when this was the last guest to wait for.
  private func tickOff(_ id: String, in state: inout State) {
    guard case .preparing(var waiting) = state.phase else { return }
    waiting.remove(id)
    state.phase = waiting.isEmpty ? .playing : .preparing(waitingFor: waiting)
  }
}

struct A23Guest: Equatable, Identifiable, Sendable {
  let id: String
  /// Whether the film could not be buffered on this phone.
  var hasTrouble = false
}

enum A23Event: Equatable, Sendable {
  case joined(A23Guest)
  case left(String)
}

struct A23Client: TestDependencyKey, Sendable {
  var events: @Sendable () -> AsyncThrowingStream<A23Event, any Error>
  var prepare: @Sendable (_ guest: String) async throws -> Void

  static let testValue = A23Client(
    events: unimplemented("A23Client.events", placeholder: AsyncThrowingStream { $0.finish() }),
    prepare: unimplemented("A23Client.prepare")
  )
}

extension DependencyValues {
  var a23Client: A23Client {
    get { self[A23Client.self] }
    set { self[A23Client.self] = newValue }
  }
}

struct A23Offline: Error {}

struct A23Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: A23WatchParty.State) -> [A23WatchParty.Input] in
        guard state.isOpen else { return [.appeared] }
        var inputs: [A23WatchParty.Input] = [.closeTapped]
        switch state.phase {
        case .lobby: if !state.guests.isEmpty { inputs.append(.startTapped) }
        case .preparing: inputs.append(.cancelTapped)
        case .playing, .paused: inputs += [.pauseTapped, .stopTapped]
        }
        if let guest = state.guests.first { inputs.append(.removeTapped(guest.id)) }
        return inputs
      }
    ) { () -> TestStore<A23WatchParty> in
      let guests: IdentifiedArrayOf<A23Guest> = [A23Guest(id: "ben"), A23Guest(id: "cleo")]
      let store = TestStore(initialState: A23WatchParty.State(guests: guests)) { A23WatchParty() }
      store.gate("events", at: \.a23Client.events) {
        [.element(.joined(A23Guest(id: "dora"))), .element(.left("cleo")), .failure(A23Offline())]
      }
      store.gate("prepare", at: \.a23Client.prepare) { _ in [.success(()), .failure(A23Offline())] }
      return store
    }
  }
}
