import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The stage manager's desk: calls performers in their dressing rooms, who confirm at a button.
struct S35Desk: Reducer {
  struct State: Equatable {
    var rooms: IdentifiedArrayOf<S35Room> = [S35Room(id: 1, name: "Ophelia"), S35Room(id: 2, name: "Hamlet")]
  }

  enum Input: Equatable, Sendable {
    case callTapped(Int)
    case callAllTapped
    case doneTapped(Int)
    case allDoneTapped
  }

  enum Feedback: Equatable, Sendable {
    case paged(Int)
    case pageFailed(Int)
    case timedOut(Int)
    case confirmed(Int)
  }

  private enum CancelID: Hashable { case page(Int), timeout(Int) }

  @Dependency(\.s35Client) private var client
  @Dependency(\.continuousClock) private var clock

  func start(from state: State) -> Effect<Feedback, Never> {
    .run("confirmations") { send in
      for await id in client.confirmations() { await send(.confirmed(id)) }
    }
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.callTapped(let id)):
      return call(id, in: &state)

    case .input(.callAllTapped):
      return .merge(state.rooms.ids.map { call($0, in: &state) })

    case .input(.doneTapped(let id)):
      return finish(id, in: &state)

    case .input(.allDoneTapped):
      return .merge(state.rooms.ids.map { finish($0, in: &state) })

    case .feedback(.paged(let id)):
      if state.rooms[id: id]?.status == .paging { state.rooms[id: id]?.status = .waiting }
      return timeout(id)

    case .feedback(.pageFailed(let id)):
      if state.rooms[id: id]?.status == .paging { state.rooms[id: id]?.status = .failed }
      return .none

    case .feedback(.timedOut(let id)):
      state.rooms[id: id]?.status = .failed
      return .none

    case .feedback(.confirmed(let id)):
      guard let room = state.rooms[id: id], room.status != .idle else { return .none }
      state.rooms[id: id]?.status = .confirmed
      return .cancel(id: CancelID.timeout(id))
    }
  }

  private func call(_ id: Int, in state: inout State) -> Effect<Feedback, Never> {
    guard let room = state.rooms[id: id], room.canBeCalled else { return .none }
    state.rooms[id: id]?.status = .paging
    return .run("page", of: id) { send in
      try await client.page(id)
      await send(.paged(id))
    } catch: { _, send in
      await send(.pageFailed(id))
    }
    .cancellable(id: CancelID.page(id), cancelInFlight: true)
  }

  /// Makes a room ready for its next call.
  private func finish(_ id: Int, in state: inout State) -> Effect<Feedback, Never> {
    guard let room = state.rooms[id: id], room.isOver else { return .none }
    state.rooms[id: id]?.status = .idle
    return .merge(.cancel(id: CancelID.page(id)), .cancel(id: CancelID.timeout(id)))
  }

  /// Gives up on a performer who doesn't confirm.
  private func timeout(_ id: Int) -> Effect<Feedback, Never> {
    .run("timeout", of: id) { send in
      try await clock.sleep(for: .seconds(30))
      await send(.timedOut(id))
    }
    .cancellable(id: CancelID.timeout(id), cancelInFlight: true)
  }
}

struct S35Room: Equatable, Identifiable, Sendable {
  enum Status: Equatable, Sendable { case idle, paging, waiting, confirmed, failed }

  let id: Int
  var name: String
  var status = Status.idle

  var canBeCalled: Bool { status == .idle || status == .failed }
  var isOver: Bool { status == .confirmed || status == .failed }
}

struct S35Client: TestDependencyKey, Sendable {
  var page: @Sendable (_ room: Int) async throws -> Void

  /// The rooms in which the button was pressed.
  var confirmations: @Sendable () -> AsyncStream<Int>

  static let testValue = S35Client(
    page: unimplemented("S35Client.page"),
    confirmations: unimplemented("S35Client.confirmations", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var s35Client: S35Client {
    get { self[S35Client.self] }
    set { self[S35Client.self] = newValue }
  }
}

struct S35Offline: Error {}

struct S35Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: S35Desk.State) -> [S35Desk.Input] in
        var inputs: [S35Desk.Input] = []
        for room in state.rooms {
          if room.canBeCalled { inputs.append(.callTapped(room.id)) }
          if room.isOver { inputs.append(.doneTapped(room.id)) }
        }
        if state.rooms.contains(where: { $0.canBeCalled }) { inputs.append(.callAllTapped) }
        if state.rooms.contains(where: { $0.isOver }) { inputs.append(.allDoneTapped) }
        return inputs
      }
    ) { () -> TestStore<S35Desk> in
      let confirmations = StreamGate<Void, Int, Never>("confirmations") { _ in [.element(1), .element(2)] }
      let store = TestStore(initialState: S35Desk.State()) {
        S35Desk()
      } withDependencies: {
        $0.s35Client.confirmations = { AsyncStream(confirmations()) }
      }
      store.gate("page", at: \.s35Client.page) { _ in [.success(()), .failure(S35Offline())] }
      return store
    }
  }
}
