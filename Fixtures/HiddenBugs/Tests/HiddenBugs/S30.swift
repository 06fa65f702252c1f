import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A chat with the box office. The server confirms what it has delivered on a stream of its own.
struct S30Chat: Reducer {
  struct State: Equatable {
    var draft = ""
    var notes: IdentifiedArrayOf<S30Note> = []
    var isOpen = false
  }

  enum Input: Equatable, Sendable {
    case opened
    case left
    case draftChanged(String)
    case sendTapped
    case resendTapped(Int)
  }

  enum Feedback: Equatable, Sendable {
    case sent(Int)
    case failed(Int)
    case delivered(Int)
  }

  private enum CancelID { case receipts }

  @Dependency(\.s30Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.opened):
      state.isOpen = true
      return receipts()

    case .input(.left):
      // What was sent goes on its way.
      state.isOpen = false
      return .cancel(id: CancelID.receipts)

    case .input(.draftChanged(let draft)):
      state.draft = draft
      return .none

    case .input(.sendTapped):
      guard !state.draft.isEmpty else { return .none }
      let note = S30Note(id: state.notes.count, text: state.draft)
      state.notes.append(note)
      state.draft = ""
      return send(note)

    case .input(.resendTapped(let id)):
      guard var note = state.notes[id: id], note.status == .failed else { return .none }
      note.status = .sending
      state.notes[id: id] = note
      return send(note)

    case .feedback(.sent(let id)):
      state.notes[id: id]?.settle(as: .sent)
      return .none

    case .feedback(.failed(let id)):
      state.notes[id: id]?.settle(as: .failed)
      return .none

    case .feedback(.delivered(let id)):
      state.notes[id: id]?.status = .delivered
      return .none
    }
  }

  private func send(_ note: S30Note) -> Effect<Feedback, Never> {
    .run("send", of: note.id) { send in
      try await client.send(note.id, note.text)
      await send(.sent(note.id))
    } catch: { _, send in
      await send(.failed(note.id))
    }
  }

  /// Listens to the receipts, and connects again after a loss.
  private func receipts() -> Effect<Feedback, Never> {
    .run("receipts") { send in
      while true {
        do {
          for try await id in client.receipts() { await send(.delivered(id)) }
        } catch {}
        try await clock.sleep(for: .seconds(5))
      }
    }
    .cancellable(id: CancelID.receipts, cancelInFlight: true)
  }
}

struct S30Note: Equatable, Identifiable, Sendable {
  enum Status: Equatable, Sendable { case sending, sent, delivered, failed }

  let id: Int
  var text: String
  var status = Status.sending

  /// Takes the answer to the request, unless a receipt was faster.
  mutating func settle(as answer: Status) {
    if status == .sending { status = answer }
  }
}

struct S30Client: TestDependencyKey, Sendable {
  /// Sends a note. The server knows it by its id, and keeps it once.
  var send: @Sendable (_ id: Int, _ text: String) async throws -> Void

  /// The ids of the delivered notes, beginning with those that are delivered already.
  var receipts: @Sendable () -> AsyncThrowingStream<Int, any Error>

  static let testValue = S30Client(
    send: unimplemented("S30Client.send"),
    receipts: unimplemented("S30Client.receipts", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var s30Client: S30Client {
    get { self[S30Client.self] }
    set { self[S30Client.self] = newValue }
  }
}

struct S30Offline: Error {}

struct S30Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: S30Chat.State) -> [S30Chat.Input] in
        guard state.isOpen else { return [.opened] }
        var inputs: [S30Chat.Input] = [.left]
        inputs += state.notes.filter { $0.status == .failed }.map { S30Chat.Input.resendTapped($0.id) }
        guard state.notes.count < 2 else { return inputs }
        return inputs + [.draftChanged("Is there a lift?"), .draftChanged(""), .sendTapped]
      }
    ) { () -> TestStore<S30Chat> in
      let store = TestStore(initialState: S30Chat.State()) { S30Chat() }
      store.gate("send", at: \.s30Client.send) { _ in [.success(()), .failure(S30Offline())] }
      store.gate("receipts", at: \.s30Client.receipts) { [.element(0), .element(1), .failure(S30Offline())] }
      return store
    }
  }
}
