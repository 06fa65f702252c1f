import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct J09Offline: Error {}

struct J09CafeClient: TestDependencyKey, Sendable {
  /// The ids of all things on the board, again with each change.
  var board: @Sendable () -> AsyncThrowingStream<[String], any Error>
  var claim: @Sendable (_ item: String) async throws -> Void
  var finish: @Sendable (_ item: String) async throws -> Void

  static let testValue = J09CafeClient(
    board: unimplemented("J09CafeClient.board", placeholder: AsyncThrowingStream { $0.finish() }),
    claim: unimplemented("J09CafeClient.claim"),
    finish: unimplemented("J09CafeClient.finish")
  )
}

extension DependencyValues {
  var j09Cafe: J09CafeClient {
    get { self[J09CafeClient.self] }
    set { self[J09CafeClient.self] = newValue }
  }
}

/// A broken thing on the board, which a volunteer claims and repairs.
struct J09Item: Reducer {
  struct State: Equatable, Identifiable, Sendable {
    let id: String
    var phase = Phase.waiting

    var isBusy: Bool { phase == .claiming || phase == .finishing }
  }

  enum Phase: Equatable, Sendable { case waiting, claiming, claimFailed, mine, finishing, finishFailed, finished }
  enum Input: Equatable, Sendable { case claimTapped, doneTapped }
  enum Feedback: Equatable, Sendable { case answered(Phase) }
  enum Output: Equatable, Sendable { case settled }

  private enum CancelID { case work }

  @Dependency(\.j09Cafe) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.claimTapped):
      guard state.phase == .waiting || state.phase == .claimFailed else { return .none }
      state.phase = .claiming
      return .run("claim", of: state.id) { [id = state.id] send in
        try await client.claim(id)
        await send(.answered(.mine))
      } catch: { _, send in
        await send(.answered(.claimFailed))
      }
      .cancellable(id: CancelID.work)

    case .input(.doneTapped):
      guard state.phase == .mine || state.phase == .finishFailed else { return .none }
      state.phase = .finishing
      return .run("finish", of: state.id) { [id = state.id] send in
        try await client.finish(id)
        await send(.answered(.finished))
      } catch: { _, send in
        await send(.answered(.finishFailed))
      }
      .cancellable(id: CancelID.work)

    case .feedback(.answered(let phase)):
      state.phase = phase
      return .output(.settled)
    }
  }
}

/// The board of a repair café. It follows the café's own board; a row at work stays until its answer is there.
struct J09RepairCafe: Reducer {
  struct State: Equatable {
    var isListening = false
    var hasLostBoard = false
    var board: [String] = []
    var items: IdentifiedArray<J09Item.State> = []

    mutating func followBoard() {
      let ids = board
      items.removeAll { !ids.contains($0.id) && !$0.isBusy }
      for id in ids where items.index(id: id) == nil { items.append(J09Item.State(id: id)) }
    }
  }

  enum Input: Equatable, Sendable {
    case openTapped
    case closeTapped
    case item(String, J09Item.Input)
  }

  enum Feedback: Equatable, Sendable {
    case boardChanged([String])
    case boardLost
    case item(String, ChildFeedback<J09Item>)
  }

  private enum CancelID { case board }

  private let items = ScopeEach<J09RepairCafe, J09Item>(\.items, feedback: Feedback.item) { J09Item() }

  @Dependency(\.j09Cafe) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.item(let id, let input)):
      return items.reduce(.input(input), id: id, into: &state)

    case .feedback(.item(let id, .feedback(let feedback))):
      return items.reduce(.feedback(feedback), id: id, into: &state)

    case .feedback(.item(_, .output(.settled))):
      state.followBoard()
      return .none

    case .input(.openTapped):
      guard !state.isListening else { return .none }
      state.isListening = true
      state.hasLostBoard = false
      return .run("board") { send in
        for try await ids in client.board() { await send(.boardChanged(ids)) }
        await send(.boardLost)
      } catch: { _, send in
        await send(.boardLost)
      }
      .cancellable(id: CancelID.board, cancelInFlight: true)

    // The rows stay, with what is claimed and what is at work.
    case .input(.closeTapped):
      state.isListening = false
      state.hasLostBoard = false
      return .cancel(id: CancelID.board)

    case .feedback(.boardChanged(let ids)):
      state.board = ids
      state.followBoard()
      return .none

    case .feedback(.boardLost):
      state.isListening = false
      state.hasLostBoard = true
      return .none
    }
  }
}

struct J09Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: J09RepairCafe.State) -> [J09RepairCafe.Input] in
        var inputs: [J09RepairCafe.Input] = [.openTapped, .closeTapped]
        for id in state.items.ids {
          inputs.append(.item(id, .claimTapped))
          inputs.append(.item(id, .doneTapped))
        }
        return inputs
      }
    ) { () -> TestStore<J09RepairCafe> in
      let store = TestStore(initialState: J09RepairCafe.State()) { J09RepairCafe() }
      store.gate("board", at: \.j09Cafe.board) {
        [.element(["lamp"]), .element(["lamp", "radio"]), .failure(J09Offline())]
      }
      store.gate("claim", at: \.j09Cafe.claim) { _ in [.success(()), .failure(J09Offline())] }
      store.gate("finish", at: \.j09Cafe.finish) { _ in [.success(()), .failure(J09Offline())] }
      return store
    }
  }
}
