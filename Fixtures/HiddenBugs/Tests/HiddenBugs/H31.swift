import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The sick notes that a practice sends to the insurers of its patients. Receipts of the insurers come as a stream.
struct H31Outbox: Reducer {
  struct State: Equatable {
    var notes: [H31Note] = []
    var connection = Connection.off
    /// The note that an insurer would not take back.
    var notRevoked: H31Note.ID?

    /// The status of a note; nil if there is no such note.
    subscript(id: H31Note.ID) -> H31Note.Status? {
      get { notes.first { $0.id == id }?.status }
      set {
        guard let newValue, let index = notes.firstIndex(where: { $0.id == id }) else { return }
        notes[index].status = newValue
      }
    }
  }

  enum Connection: Equatable { case off, on, lost }

  enum Input: Equatable, Sendable {
    case appeared
    case disappeared
    case sendTapped(H31Note.ID)
    case sendAllTapped
    case resendTapped(H31Note.ID)
    case revokeTapped(H31Note.ID)
    case noticeClosed
  }

  enum Feedback: Equatable, Sendable {
    case connected
    case disconnected
    case receipt(H31Note.ID)
    case sent(H31Note.ID)
    case notSent(H31Note.ID)
    case revoked(H31Note.ID)
    case notRevoked(H31Note.ID)
  }

  private enum CancelID { case receipts }

  @Dependency(\.h31Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.connection == .off else { return .none }
      state.connection = .on
      return receipts()

    case .input(.disappeared):
      state.connection = .off
      return .cancel(id: CancelID.receipts)

    case .input(.sendTapped(let id)):
      guard state[id] == .ready else { return .none }
      return post(id, in: &state)

    case .input(.sendAllTapped):
      let ready = state.notes.filter { $0.status == .ready }
      return .merge(ready.map { post($0.id, in: &state) })

    case .input(.resendTapped(let id)):
      guard state[id] == .failed else { return .none }
      return post(id, in: &state)

    case .input(.revokeTapped(let id)):
      guard state[id] == .delivered else { return .none }
      state[id] = .revoking
      state.notRevoked = nil
      return .run("revoke", of: id) { send in
        try await client.revoke(id)
        await send(.revoked(id))
      } catch: { _, send in
        await send(.notRevoked(id))
      }

    case .input(.noticeClosed):
      state.notRevoked = nil
      return .none

    case .feedback(.connected):
      state.connection = .on
      return .none

    case .feedback(.disconnected):
      state.connection = .lost
      return .none

    case .feedback(.receipt(let id)):
      switch state[id] {
      case .sending, .sent, .failed: state[id] = .delivered
      case .ready, .delivered, .revoking, .revoked, nil: break
      }
      return .none

    case .feedback(.sent(let id)):
      if state[id] == .sending { state[id] = .sent }
      return .none

    case .feedback(.notSent(let id)):
      state[id] = .failed
      return .none

    case .feedback(.revoked(let id)):
      state[id] = .revoked
      return .none

    case .feedback(.notRevoked(let id)):
      state[id] = .delivered
      state.notRevoked = id
      return .none
    }
  }

  private func post(_ id: H31Note.ID, in state: inout State) -> Effect<Feedback, Never> {
    state[id] = .sending
    return .run("send", of: id) { send in
      try await client.send(id)
      await send(.sent(id))
    } catch: { _, send in
      await send(.notSent(id))
    }
  }

  /// Follows the receipts, and connects again after a pause.
  private func receipts() -> Effect<Feedback, Never> {
    .run("receipts") { send in
      while true {
        do {
          for try await id in client.receipts() { await send(.receipt(id)) }
        } catch {}
        await send(.disconnected)
        try await clock.sleep(for: .seconds(5))
        await send(.connected)
      }
    }
    .cancellable(id: CancelID.receipts, cancelInFlight: true)
  }
}

struct H31Note: Equatable, Identifiable, Sendable {
  enum Status: Equatable, Sendable { case ready, sending, sent, delivered, failed, revoking, revoked }

  var id: Int
  var patient: String
  var status = Status.ready
}

struct H31Client: TestDependencyKey, Sendable {
  var send: @Sendable (_ note: Int) async throws -> Void
  var revoke: @Sendable (_ note: Int) async throws -> Void
  var receipts: @Sendable () -> AsyncThrowingStream<Int, any Error>

  static let testValue = H31Client(
    send: unimplemented("H31Client.send"),
    revoke: unimplemented("H31Client.revoke"),
    receipts: unimplemented("H31Client.receipts", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var h31Client: H31Client {
    get { self[H31Client.self] }
    set { self[H31Client.self] = newValue }
  }
}

struct H31Offline: Error {}

struct H31Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: H31Outbox.State) -> [H31Outbox.Input] in
        var inputs: [H31Outbox.Input] = state.connection == .off ? [.appeared] : [.disappeared]
        for note in state.notes {
          switch note.status {
          case .ready: inputs.append(.sendTapped(note.id))
          case .failed: inputs.append(.resendTapped(note.id))
          case .delivered: inputs.append(.revokeTapped(note.id))
          case .sending, .sent, .revoking, .revoked: break
          }
        }
        if state.notes.allSatisfy({ $0.status == .ready }) { inputs.append(.sendAllTapped) }
        if state.notRevoked != nil { inputs.append(.noticeClosed) }
        return inputs
      }
    ) { () -> TestStore<H31Outbox> in
      let notes = [H31Note(id: 1, patient: "Ada"), H31Note(id: 2, patient: "Ben")]
      let store = TestStore(initialState: H31Outbox.State(notes: notes)) { H31Outbox() }
      store.gate("send", at: \.h31Client.send) { _ in [.success(()), .failure(H31Offline())] }
      store.gate("revoke", at: \.h31Client.revoke) { _ in [.success(()), .failure(H31Offline())] }
      store.gate("receipts", at: \.h31Client.receipts) { [.element(1), .element(2), .failure(H31Offline()), .finish] }
      return store
    }
  }
}
