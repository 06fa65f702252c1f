import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// Plants that are sent to a herbarium one after the other. A batch that breaks off takes back those that have arrived.
struct Herbarium: Reducer {
  enum Status: Hashable { case here, sending, delivered, failed }

  struct Plant: Hashable, Identifiable {
    let id: Int
    var status = Status.here
  }

  struct State: Hashable { var plants = IdentifiedArray([Plant(id: 1), Plant(id: 2)]) }

  enum Input: CaseIterable { case sendTapped, retryTapped }
  enum Feedback { case delivered(Int), failed([Int]) }

  let isFixed: Bool

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.sendTapped): return send(.here, &state)
    case .input(.retryTapped): return send(.failed, &state)
    case .feedback(.delivered(let id)): state.plants[id: id]?.status = .delivered
    case .feedback(.failed(let ids)):
      for id in ids where !isFixed || state.plants[id: id]?.status == .sending {
        state.plants[id: id]?.status = .failed
      }
    }
    return .none
  }

  private func send(_ status: Status, _ state: inout State) -> Effect<Feedback, Never> {
    let ids = state.plants.filter { $0.status == status }.map(\.id)
    guard !ids.isEmpty, !state.plants.contains(where: { $0.status == .sending }) else { return .none }
    for id in ids { state.plants[id: id]?.status = .sending }
    return .run("batch", of: ids) { send in
      for id in ids {
        try await post("\(id)")
        await send(.delivered(id))
      }
    } catch: { _, send in
      await send(.failed(ids))
    }
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(isFixed: isFixed), from: State(), inputs: Input.allCases, gates: [.post])
  }
}

/// Samples by their numbers. A laboratory confirms each, which the failure of the call that sends all takes back.
struct Samples: Reducer {
  enum Status: Hashable { case here, sending, delivered, failed }

  struct State: Hashable {
    var statuses: [Int: Status] = [1: .here, 2: .here]
    var isListening = false
    var isSending = false
  }

  enum Input: CaseIterable { case appeared, sendTapped }
  enum Feedback { case confirmed(Int), sent([Int]), failed([Int]) }

  let isFixed: Bool

  @Dependency(\.suspectEvents) private var receipts
  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.isListening else { return .none }
      state.isListening = true
      return .run("receipts") { send in
        for await id in receipts() { await send(.confirmed(id)) }
      }
    case .input(.sendTapped):
      let ids = state.statuses.filter { $0.value == .here || $0.value == .failed }.keys.sorted()
      guard !state.isSending, !ids.isEmpty else { return .none }
      state.isSending = true
      for id in ids { state.statuses[id] = .sending }
      return .run("send", of: ids) { send in
        _ = try await load(ids.count)
        await send(.sent(ids))
      } catch: { _, send in
        await send(.failed(ids))
      }
    case .feedback(.confirmed(let id)): if state.statuses[id] != .here { state.statuses[id] = .delivered }
    case .feedback(.sent(let ids)):
      state.isSending = false
      for id in ids { state.statuses[id] = .delivered }
    case .feedback(.failed(let ids)):
      state.isSending = false
      for id in ids where !isFixed || state.statuses[id] == .sending { state.statuses[id] = .failed }
    }
    return .none
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(inputs: Input.allCases) {
      let store = TestStore(initialState: State()) { Self(isFixed: isFixed) }
      store.gate("receipts", at: \.suspectEvents) { [.element(1)] }
      store.gate("load", at: \.suspectLoad) { _ in [.success([1]), .failure(SuspectClient.Offline())] }
      return store
    }
  }
}
