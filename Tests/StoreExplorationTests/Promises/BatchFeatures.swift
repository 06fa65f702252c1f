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

/// Two lists of a costume fund, which load beside each other. The success of one forgets the failure of the other.
struct Costumes: Reducer {
  enum Part: Hashable { case pieces, sizes }
  enum Status: Hashable { case loading, loaded, failed }

  struct State: Hashable {
    var statuses: [Part: Status] = [:]
    var lastFailed: Part?
  }

  enum Input: CaseIterable { case appeared, retryTapped }
  enum Feedback { case loaded(Part), failed(Part) }

  let isFixed: Bool

  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.statuses.isEmpty else { return .none }
      return .merge(load(.pieces, &state), load(.sizes, &state))
    case .input(.retryTapped):
      guard let part = state.lastFailed else { return .none }
      let other: Part = part == .pieces ? .sizes : .pieces
      state.lastFailed = nil
      return .merge(load(part, &state), state.statuses[other] == .failed ? load(other, &state) : .none)
    case .feedback(.loaded(let part)):
      state.statuses[part] = .loaded
      if !isFixed || state.lastFailed == part { state.lastFailed = nil }
    case .feedback(.failed(let part)):
      state.statuses[part] = .failed
      state.lastFailed = part
    }
    return .none
  }

  private func load(_ part: Part, _ state: inout State) -> Effect<Feedback, Never> {
    state.statuses[part] = .loading
    return .run("load", of: part) { send in
      _ = try await load(part == .pieces ? 1 : 2)
      await send(.loaded(part))
    } catch: { _, send in
      await send(.failed(part))
    }
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(isFixed: isFixed), from: State(), inputs: Input.allCases, gates: [.load([1])])
  }
}

/// A message with its text, which is closed before the end of a time brings another one.
struct HeldLesson: Reducer {
  struct State: Hashable {
    var isHeld = false
    var isSaving = false
    var isShowingMessage = false
    var message = ""
  }

  enum Input: CaseIterable { case holdTapped, reminderTapped, closed }
  enum Feedback { case holdEnded, saved, failed }

  @Dependency(\.suspectPost) private var post
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.holdTapped):
      guard !state.isHeld else { return .none }
      state.isHeld = true
      hideMessage(&state)
      return .run("hold") { send in
        try await clock.sleep(for: .seconds(120))
        await send(.holdEnded)
      }
    case .input(.reminderTapped):
      guard !state.isSaving else { return .none }
      state.isSaving = true
      hideMessage(&state)
      return .run("save") { send in
        try await post("reminder")
        await send(.saved)
      } catch: { _, send in
        await send(.failed)
      }
    case .input(.closed): hideMessage(&state)
    case .feedback(.holdEnded):
      state.isHeld = false
      show("The time is over.", &state)
    case .feedback(.saved): state.isSaving = false
    case .feedback(.failed):
      state.isSaving = false
      show("The reminder couldn't be saved.", &state)
    }
    return .none
  }

  private func show(_ message: String, _ state: inout State) {
    state.isShowingMessage = true
    state.message = message
  }

  private func hideMessage(_ state: inout State) {
    state.isShowingMessage = false
    state.message = ""
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(), from: State(), inputs: Input.allCases, gates: [.post])
  }
}

/// A lock of a canal, which fills while its keeper is on duty. A lost sensor ends the duty.
struct CanalLock: Reducer {
  enum Phase: Hashable { case rest, filling, draining }

  struct State: Hashable {
    var isOnDuty = false
    var phase = Phase.rest
  }

  enum Input: CaseIterable { case dutyBegan, dutyEnded, fillTapped, drainTapped, stopTapped }
  enum Feedback { case sensorLost }
  enum CancelID { case sensor }

  @Dependency(\.suspectEvents) private var storms

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.dutyBegan):
      guard !state.isOnDuty else { return .none }
      state.isOnDuty = true
      return .run("sensor") { send in
        for await _ in storms() {}
        await send(.sensorLost)
      }
      .cancellable(id: CancelID.sensor)
    case .input(.dutyEnded):
      guard state.isOnDuty else { return .none }
      state = State()
      return .cancel(id: CancelID.sensor)
    case .input(.fillTapped): if state.isOnDuty, state.phase == .rest { state.phase = .filling }
    case .input(.drainTapped): if state.isOnDuty, state.phase == .rest { state.phase = .draining }
    case .input(.stopTapped): state.phase = .rest
    case .feedback(.sensorLost): state = State()
    }
    return .none
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(inputs: Input.allCases) {
      let store = TestStore(initialState: State()) { Self() }
      store.gate("storms", at: \.suspectEvents) { [.element(1), .finish] }
      return store
    }
  }
}
