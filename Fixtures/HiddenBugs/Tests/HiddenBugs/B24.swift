import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The audio guide of a museum. Its rooms are downloaded one after another, as the network of the museum is slow.
struct B24Guide: Reducer {
  struct State: Equatable {
    var rooms: IdentifiedArray<B24Room> = []
    /// The rooms that wait, the next one first.
    var queue: [Int] = []
    /// The room that is downloaded now.
    var running: Int?
    var isPaused = false
  }

  enum Input: Equatable, Sendable {
    case downloadTapped(Int)
    case downloadAllTapped
    case cancelTapped(Int)
    case removeTapped(Int)
    case pauseTapped
    case resumeTapped
  }

  enum Feedback: Equatable, Sendable {
    case received(Int, B24Progress)
    case brokeOff(Int)
    case removed(Int)
    case removeFailed(Int)
  }

  private enum CancelID: Hashable { case download(Int) }

  @Dependency(\.b24Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.downloadTapped(let id)):
      enqueue(id, &state)
      return startNext(&state)

    case .input(.downloadAllTapped):
      for id in state.rooms.ids { enqueue(id, &state) }
      return startNext(&state)

    case .input(.cancelTapped(let id)):
      switch state.rooms[id: id]?.phase {
      case .waiting:
        state.queue.removeAll { $0 == id }
        state.rooms[id: id]?.phase = .absent
        return .none
      case .downloading:
        return end(id, .absent, &state)
      case .absent, .failed, .ready, .removing, nil:
        return .none
      }

    case .input(.removeTapped(let id)):
      guard state.rooms[id: id]?.phase == .ready else { return .none }
      state.rooms[id: id]?.phase = .removing
      state.rooms[id: id]?.hasRemovalFailed = false
      return .run("remove", of: id) { send in
        try await client.remove(id)
        await send(.removed(id))
      } catch: { _, send in
        await send(.removeFailed(id))
      }

    case .input(.pauseTapped):
      state.isPaused = true
      guard let id = state.running else { return .none }
      // It is the first to go on.
      state.running = nil
      state.queue.insert(id, at: 0)
      state.rooms[id: id]?.phase = .waiting
      return .cancel(id: CancelID.download(id))

    case .input(.resumeTapped):
      state.isPaused = false
      return startNext(&state)

    case .feedback(.received(let id, .percent(let percent))):
      state.rooms[id: id]?.phase = .downloading(percent)
      return .none

    case .feedback(.received(let id, .complete)):
      return end(id, .ready, &state)

    case .feedback(.brokeOff(let id)):
      return end(id, .failed, &state)

    case .feedback(.removed(let id)):
      state.rooms[id: id]?.phase = .absent
      return .none

    case .feedback(.removeFailed(let id)):
      state.rooms[id: id]?.phase = .ready
      state.rooms[id: id]?.hasRemovalFailed = true
      return .none
    }
  }

  private func enqueue(_ id: Int, _ state: inout State) {
    switch state.rooms[id: id]?.phase {
    case .absent, .failed:
      state.rooms[id: id]?.phase = .waiting
      state.queue.append(id)
    case .waiting, .downloading, .ready, .removing, nil:
      break
    }
  }

  private func startNext(_ state: inout State) -> Effect<Feedback, Never> {
    guard state.running == nil, !state.isPaused, let id = state.queue.first else { return .none }
    state.queue.removeFirst()
    state.running = id
    state.rooms[id: id]?.phase = .downloading(0)
    return .run("download", of: id) { send in
      for try await progress in client.download(id) { await send(.received(id, progress)) }
      // A connection that ends without a word is no complete one.
      await send(.brokeOff(id))
    } catch: { _, send in
      await send(.brokeOff(id))
    }
    .cancellable(id: CancelID.download(id), cancelInFlight: true)
  }

  /// Ends the running download, whose connection has nothing more to say, and begins the next one.
  private func end(_ id: Int, _ phase: B24Room.Phase, _ state: inout State) -> Effect<Feedback, Never> {
    guard state.running == id else { return .none }
    state.running = nil
    state.rooms[id: id]?.phase = phase
    return .merge(.cancel(id: CancelID.download(id)), startNext(&state))
  }
}

struct B24Room: Equatable, Identifiable, Sendable {
  enum Phase: Equatable, Sendable {
    case absent
    case waiting
    case downloading(Int)
    case ready
    case failed
    case removing
  }

  let id: Int
  var title: String
  var phase = Phase.absent
  var hasRemovalFailed = false
}

enum B24Progress: Equatable, Sendable {
  case percent(Int)
  case complete
}

struct B24Client: TestDependencyKey, Sendable {
  var download: @Sendable (_ room: Int) -> AsyncThrowingStream<B24Progress, any Error>
  var remove: @Sendable (_ room: Int) async throws -> Void

  static let testValue = B24Client(
    download: unimplemented("B24Client.download", placeholder: AsyncThrowingStream { $0.finish() }),
    remove: unimplemented("B24Client.remove")
  )
}

extension DependencyValues {
  var b24Client: B24Client {
    get { self[B24Client.self] }
    set { self[B24Client.self] = newValue }
  }
}

struct B24Error: Error {}

struct B24Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: B24Guide.State) -> [B24Guide.Input] in
        var inputs: [B24Guide.Input] = [state.isPaused ? .resumeTapped : .pauseTapped]
        if state.rooms.contains(where: { $0.phase == .absent }) { inputs.append(.downloadAllTapped) }
        for room in state.rooms {
          switch room.phase {
          case .absent, .failed: inputs.append(.downloadTapped(room.id))
          case .waiting, .downloading: inputs.append(.cancelTapped(room.id))
          case .ready: inputs.append(.removeTapped(room.id))
          case .removing: break
          }
        }
        return inputs
      }
    ) { () -> TestStore<B24Guide> in
      let rooms: IdentifiedArray<B24Room> = [B24Room(id: 1, title: "Hall"), B24Room(id: 2, title: "Cellar")]
      let store = TestStore(initialState: B24Guide.State(rooms: rooms)) { B24Guide() }
      store.gate("download", at: \.b24Client.download) { _ in
        [.element(.percent(50)), .element(.complete), .finish, .failure(B24Error())]
      }
      store.gate("remove", at: \.b24Client.remove) { _ in [.success(()), .failure(B24Error())] }
      return store
    }
  }
}
