import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The clearances that a ramp controller sends to a cockpit. The aircraft's receipts come over a line of their own.
struct E27Clearances: Reducer {
  enum Line: Equatable {
    case closed
    case open
    case lost
  }

  struct State: Equatable {
    var flight = "LH 1204"
    var line = Line.closed
    var clearances: IdentifiedArray<E27Clearance> = [
      E27Clearance(id: "push-back"),
      E27Clearance(id: "start-up"),
    ]
  }

  enum Input: Equatable, Sendable {
    case appeared
    case disappeared
    case sendTapped(String)
    case resendTapped(String)
    case reconnectTapped
  }

  enum Feedback: Equatable, Sendable {
    case sent(String)
    case notSent(String)
    case patienceOver(String)
    case received(E27Receipt)
    case lineLost
    case reconnectDue
  }

  private enum CancelID: Hashable {
    case line
    case transfer(String)
  }

  @Dependency(\.e27Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.line == .closed else { return .none }
      return listen(&state)

    case .input(.disappeared):
      // A clearance that is on its way goes on.
      state.line = .closed
      return .cancel(id: CancelID.line)

    case .input(.sendTapped(let id)):
      guard state.clearances[id: id]?.status == .draft else { return .none }
      return transmit(id, into: &state)

    case .input(.resendTapped(let id)):
      guard state.clearances[id: id]?.status == .failed else { return .none }
      return transmit(id, into: &state)

    case .input(.reconnectTapped), .feedback(.reconnectDue):
      guard state.line == .lost else { return .none }
      return listen(&state)

    case .feedback(.sent(let id)):
      guard state.clearances[id: id]?.status == .sending else { return .none }
      state.clearances[id: id]?.status = .sent
      return .cancel(id: CancelID.transfer(id))

    case .feedback(.notSent(let id)), .feedback(.patienceOver(let id)):
      guard state.clearances[id: id]?.status == .sending else { return .none }
      state.clearances[id: id]?.status = .failed
      return .cancel(id: CancelID.transfer(id))

    case .feedback(.received(let receipt)):
      // Another desk may have sent it, too. A receipt ends whatever this desk still does for the clearance.
      guard let clearance = state.clearances[id: receipt.clearance], clearance.status != .read else { return .none }
      state.clearances[id: receipt.clearance]?.status = receipt.wasRead ? .read : .delivered
      return .cancel(id: CancelID.transfer(receipt.clearance))

    case .feedback(.lineLost):
      state.line = .lost
      return .run("reconnect") { send in
        try await clock.sleep(for: .seconds(10))
        await send(.reconnectDue)
      }
      .cancellable(id: CancelID.line, cancelInFlight: true)
    }
  }

  /// Sends a clearance, and gives up after twenty seconds. The server knows a clearance that it gets twice.
  private func transmit(_ id: String, into state: inout State) -> Effect<Feedback, Never> {
    state.clearances[id: id]?.status = .sending
    return .merge(
      .run("send", of: id) { send in
        try await client.send(id)
        await send(.sent(id))
      } catch: { _, send in
        await send(.notSent(id))
      },
      .run("patience", of: id) { send in
        try await clock.sleep(for: .seconds(20))
        await send(.patienceOver(id))
      }
    )
    .cancellable(id: CancelID.transfer(id), cancelInFlight: true)
  }

  /// Opens the line. It begins with the receipts that the flight has given so far.
  private func listen(_ state: inout State) -> Effect<Feedback, Never> {
    state.line = .open
    let flight = state.flight
    return .run("receipts", of: flight) { send in
      for try await receipt in client.receipts(flight) { await send(.received(receipt)) }
      await send(.lineLost)
    } catch: { _, send in
      await send(.lineLost)
    }
    .cancellable(id: CancelID.line, cancelInFlight: true)
  }
}

struct E27Clearance: Equatable, Identifiable, Sendable {
  enum Status: Equatable, Sendable {
    case draft
    case sending
    case sent
    case delivered
    case read
    case failed
  }

  let id: String
  var status = Status.draft
}

struct E27Receipt: Equatable, Sendable {
  var clearance: String
  var wasRead: Bool
}

struct E27Client: TestDependencyKey, Sendable {
  var send: @Sendable (_ clearance: String) async throws -> Void
  var receipts: @Sendable (_ flight: String) -> AsyncThrowingStream<E27Receipt, any Error>

  static let testValue = E27Client(
    send: unimplemented("E27Client.send"),
    receipts: unimplemented("E27Client.receipts", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var e27Client: E27Client {
    get { self[E27Client.self] }
    set { self[E27Client.self] = newValue }
  }
}

struct E27LineLost: Error {}

struct E27Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: E27Clearances.State) -> [E27Clearances.Input] in
        if state.line == .closed { return [.appeared] }
        var inputs: [E27Clearances.Input] = [.disappeared]
        if state.line == .lost { inputs.append(.reconnectTapped) }
        for clearance in state.clearances {
          if clearance.status == .draft { inputs.append(.sendTapped(clearance.id)) }
          if clearance.status == .failed { inputs.append(.resendTapped(clearance.id)) }
        }
        return inputs
      }
    ) { () -> TestStore<E27Clearances> in
      let store = TestStore(initialState: E27Clearances.State()) { E27Clearances() }
      store.gate("send", at: \.e27Client.send) { _ in [.success(()), .failure(E27LineLost())] }
      store.gate("receipts", at: \.e27Client.receipts) { _ in
        [
          .element(E27Receipt(clearance: "push-back", wasRead: false)),
          .element(E27Receipt(clearance: "push-back", wasRead: true)),
          .element(E27Receipt(clearance: "start-up", wasRead: false)),
          .failure(E27LineLost()),
        ]
      }
      return store
    }
  }
}
