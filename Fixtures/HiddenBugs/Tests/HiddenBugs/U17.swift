import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The overview of a home: its devices by room, which come from two services.
struct U17Overview: Reducer {
  struct State: Equatable {
    var devices: [U17Device]?
    var rooms: [String]?
    var room: String?
    var loading: Set<Part> = []
    var hasFailed = false
    var blinking: String?

    /// The devices of the chosen room, or all.
    var shown: [U17Device] { (devices ?? []).filter { room == nil || $0.room == room } }
  }

  enum Part: Hashable, Sendable { case devices, rooms }

  enum Input: Equatable, Sendable {
    case appeared
    case refreshPulled
    case retryTapped
    case roomChosen(String?)
    case blinkTapped(String)
  }

  enum Feedback: Equatable, Sendable {
    case devicesLoaded([U17Device])
    case roomsLoaded([String])
    case partFailed(Part)
    case blinkEnded
  }

  private enum CancelID: Hashable { case load(Part), blink }

  @Dependency(\.u17Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.devices == nil, state.rooms == nil, state.loading.isEmpty else { return .none }
      return load([.devices, .rooms], &state)

    case .input(.refreshPulled):
      guard state.loading.isEmpty else { return .none }
      return load([.devices, .rooms], &state)

    case .input(.retryTapped):
      guard state.loading.isEmpty else { return .none }
      var missing: [Part] = []
      if state.devices == nil { missing.append(.devices) }
      if state.rooms == nil { missing.append(.rooms) }
      guard !missing.isEmpty else { return .none }
      return load(missing, &state)

    case .input(.roomChosen(let room)):
      state.room = room
      return .none

    case .input(.blinkTapped(let device)):
      guard state.blinking == nil else { return .none }
      state.blinking = device
      return .run("blink", of: device) { send in
        try await client.blink(device)
        await send(.blinkEnded)
      } catch: { _, send in
        await send(.blinkEnded)
      }
      .cancellable(id: CancelID.blink, cancelInFlight: true)

    case .feedback(.devicesLoaded(let devices)):
      state.loading.remove(.devices)
      state.devices = devices
      return .none

    case .feedback(.roomsLoaded(let rooms)):
      state.loading.remove(.rooms)
      state.rooms = rooms
      if let room = state.room, !rooms.contains(room) { state.room = nil }
      return .none

    case .feedback(.partFailed(let part)):
      state.loading.remove(part)
      state.hasFailed = true
      return .none

    case .feedback(.blinkEnded):
      state.blinking = nil
      return .none
    }
  }

  private func load(_ parts: [Part], _ state: inout State) -> Effect<Feedback, Never> {
    state.loading = Set(parts)
    state.hasFailed = false
    return .merge(parts.map { load($0) })
  }

  private func load(_ part: Part) -> Effect<Feedback, Never> {
    .run("load", of: part) { send in
      switch part {
      case .devices: await send(.devicesLoaded(try await client.devices()))
      case .rooms: await send(.roomsLoaded(try await client.rooms()))
      }
    } catch: { _, send in
      await send(.partFailed(part))
    }
    .cancellable(id: CancelID.load(part), cancelInFlight: true)
  }
}

struct U17Device: Equatable, Sendable {
  var name: String
  var room: String
}

struct U17Client: TestDependencyKey, Sendable {
  var devices: @Sendable () async throws -> [U17Device]
  var rooms: @Sendable () async throws -> [String]
  var blink: @Sendable (_ device: String) async throws -> Void

  static let testValue = U17Client(
    devices: unimplemented("U17Client.devices"),
    rooms: unimplemented("U17Client.rooms"),
    blink: unimplemented("U17Client.blink")
  )
}

extension DependencyValues {
  var u17Client: U17Client {
    get { self[U17Client.self] }
    set { self[U17Client.self] = newValue }
  }
}

struct U17Offline: Error {}

struct U17Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: U17Overview.State) -> [U17Overview.Input] in
        var inputs: [U17Overview.Input] = [.appeared, .refreshPulled]
        if state.hasFailed, state.loading.isEmpty { inputs.append(.retryTapped) }
        if state.rooms != nil { inputs += [.roomChosen("Attic"), .roomChosen(nil)] }
        if state.devices != nil { inputs.append(.blinkTapped("Lamp")) }
        return inputs
      }
    ) { () -> TestStore<U17Overview> in
      let store = TestStore(initialState: U17Overview.State()) { U17Overview() }
      store.gate("devices", at: \.u17Client.devices) {
        [.success([U17Device(name: "Lamp", room: "Hall")]), .failure(U17Offline())]
      }
      store.gate("rooms", at: \.u17Client.rooms) { [.success(["Hall", "Attic"]), .failure(U17Offline())] }
      store.gate("blink", at: \.u17Client.blink) { _ in [.success(()), .failure(U17Offline())] }
      return store
    }
  }
}
