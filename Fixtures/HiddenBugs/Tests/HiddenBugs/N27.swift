import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A chat with the support. A line is posted, and receipts say how far it has come.
struct N27Chat: Reducer {
  enum Connection: Equatable, Sendable { case off, on, lost }

  struct State: Equatable {
    var lines: IdentifiedArray<N27Line> = []
    var draft = ""
    /// The number of lines that were written so far, which gives the next one its id.
    var written = 0
    var connection = Connection.off
  }

  enum Input: Equatable, Sendable {
    case appeared
    case disappeared
    case draftChanged(String)
    case sendTapped
    case retryTapped(Int)
    case deleteTapped(Int)
  }

  enum Feedback: Equatable, Sendable {
    case posted(Int)
    case notPosted(Int)
    case received(N27Receipt)
    case connected
    case disconnected
  }

  private enum CancelID { case receipts }

  @Dependency(\.n27Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.connection == .off else { return .none }
      state.connection = .on
      return receipts()

    case .input(.disappeared):
      // What is being posted goes on.
      state.connection = .off
      return .cancel(id: CancelID.receipts)

    case .input(.draftChanged(let draft)):
      state.draft = draft
      return .none

    case .input(.sendTapped):
      guard !state.draft.isEmpty else { return .none }
      state.written += 1
      let line = N27Line(id: state.written, text: state.draft)
      state.lines.append(line)
      state.draft = ""
      return post(line)

    case .input(.retryTapped(let id)):
      guard let line = state.lines[id: id], line.status == .failed else { return .none }
      state.lines[id: id]?.status = .sending
      return post(line)

    case .input(.deleteTapped(let id)):
      guard state.lines[id: id]?.status == .failed else { return .none }
      state.lines.remove(id: id)
      return .none

    case .feedback(.posted(let id)):
      advance(id, to: .sent, in: &state)
      return .none

    case .feedback(.notPosted(let id)):
      // The answer can be lost though the line has arrived, which its receipt says.
      if state.lines[id: id]?.status == .sending { state.lines[id: id]?.status = .failed }
      return .none

    case .feedback(.received(let receipt)):
      advance(receipt.line, to: receipt.status, in: &state)
      return .none

    case .feedback(.connected):
      state.connection = .on
      return .none

    case .feedback(.disconnected):
      state.connection = .lost
      return .none
    }
  }

  /// Moves a line forward. Answers and receipts come in any order.
  private func advance(_ id: Int, to status: N27Status, in state: inout State) {
    guard let line = state.lines[id: id], line.status < status else { return }
    state.lines[id: id]?.status = status
  }

  /// Posts a line. The server knows a line that it gets twice by its id.
  private func post(_ line: N27Line) -> Effect<Feedback, Never> {
    .run("post", of: line.id) { send in
      try await client.post(line.id, line.text)
      await send(.posted(line.id))
    } catch: { _, send in
      await send(.notPosted(line.id))
    }
  }

  /// Receives receipts, and connects again five seconds after a loss.
  private func receipts() -> Effect<Feedback, Never> {
    .run("receipts") { send in
      while true {
        do {
          for try await receipt in client.receipts() { await send(.received(receipt)) }
        } catch {}
        await send(.disconnected)
        try await clock.sleep(for: .seconds(5))
        await send(.connected)
      }
    }
    .cancellable(id: CancelID.receipts, cancelInFlight: true)
  }
}

enum N27Status: Int, Comparable, Sendable {
  case failed, sending, sent, delivered, read

  static func < (first: N27Status, second: N27Status) -> Bool { first.rawValue < second.rawValue }
}

struct N27Line: Equatable, Identifiable, Sendable {
  var id: Int
  var text: String
  var status = N27Status.sending
}

struct N27Receipt: Equatable, Sendable {
  var line: Int
  var status: N27Status
}

struct N27Client: TestDependencyKey, Sendable {
  var post: @Sendable (_ id: Int, _ text: String) async throws -> Void
  /// The receipts from now on, after those that this device has missed.
  var receipts: @Sendable () -> AsyncThrowingStream<N27Receipt, any Error>

  static let testValue = N27Client(
    post: unimplemented("N27Client.post"),
    receipts: unimplemented("N27Client.receipts", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var n27Client: N27Client {
    get { self[N27Client.self] }
    set { self[N27Client.self] = newValue }
  }
}

struct N27Offline: Error {}

struct N27Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: N27Chat.State) -> [N27Chat.Input] in
        if state.connection == .off { return [.appeared] }
        var inputs: [N27Chat.Input] = [.disappeared]
        if state.draft.isEmpty {
          if state.written < 2 { inputs.append(.draftChanged("Hello")) }
        } else {
          inputs += [.draftChanged(""), .sendTapped]
        }
        for line in state.lines where line.status == .failed {
          inputs += [.retryTapped(line.id), .deleteTapped(line.id)]
        }
        return inputs
      }
    ) { () -> TestStore<N27Chat> in
      let store = TestStore(initialState: N27Chat.State()) { N27Chat() }
      store.gate("post", at: \.n27Client.post) { _ in [.success(()), .failure(N27Offline())] }
      store.gate("receipts", at: \.n27Client.receipts) {
        [
          .element(N27Receipt(line: 1, status: .delivered)),
          .element(N27Receipt(line: 1, status: .read)),
          .failure(N27Offline()),
        ]
      }
      return store
    }
  }
}
