import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The lamps of a flat. Each is switched by itself, or all of them when the user leaves.
struct D24Flat: Reducer {
  struct State: Equatable {
    var lamps: IdentifiedArray<D24Lamp.State> = []
    var isLoading = false
    var hasFailed = false
    /// The lamps that were switched since the list was asked for. They know better than its answer.
    var touched: Set<Int> = []

    /// Whether a lamp has been told to switch, and hasn't answered yet.
    var isSwitching: Bool { lamps.contains { $0.isSwitching } }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case refreshTapped
    case allOffTapped
    case lamp(Int, D24Lamp.Input)
  }

  enum Feedback: Equatable, Sendable {
    case loaded([D24Info])
    case failed
    case lamp(Int, ChildFeedback<D24Lamp>)
  }

  private let lamps = ScopeEach<D24Flat, D24Lamp>(\.lamps, feedback: Feedback.lamp) { D24Lamp() }

  @Dependency(\.d24Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.lamp(let id, let input)): return pass(input, to: id, &state)
    case .feedback(.lamp(let id, .feedback(let feedback))):
      return lamps.reduce(.feedback(feedback), id: id, into: &state)

    case .input(.appeared):
      guard state.lamps.isEmpty, !state.isLoading else { return .none }
      return load(&state)

    case .input(.refreshTapped):
      guard !state.isLoading else { return .none }
      return load(&state)

    case .input(.allOffTapped):
      guard !state.isSwitching else { return .none }
      var effects: [Effect<Feedback, Never>] = []
      for lamp in state.lamps where lamp.isOn { effects.append(pass(.switchTapped, to: lamp.id, &state)) }
      return .merge(effects)

    case .feedback(.loaded(let infos)):
      var lamps: IdentifiedArray<D24Lamp.State> = []
      for info in infos {
        if state.touched.contains(info.id), let lamp = state.lamps[id: info.id] {
          lamps.append(lamp)
        } else {
          lamps.append(D24Lamp.State(id: info.id, isOn: info.isOn))
        }
      }
      state.lamps = lamps
      state.isLoading = false
      state.touched = []
      return .none

    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
      state.touched = []
      return .none
    }
  }

  private func pass(_ input: D24Lamp.Input, to id: Int, _ state: inout State) -> Effect<Feedback, Never> {
    if state.isLoading, input == .switchTapped { state.touched.insert(id) }
    return lamps.reduce(.input(input), id: id, into: &state)
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    state.touched = Set(state.lamps.filter { $0.isSwitching }.ids)
    return .run("lamps") { send in
      await send(.loaded(try await client.lamps()))
    } catch: { _, send in
      await send(.failed)
    }
  }
}

/// A lamp, which shows whether it is on, or that it is being switched.
struct D24Lamp: Reducer {
  enum Phase: Equatable { case still, switching, failed }

  struct State: Equatable, Identifiable {
    let id: Int
    var isOn: Bool
    var phase = Phase.still

    var isSwitching: Bool { phase == .switching }
  }

  enum Input: Equatable, Sendable { case switchTapped, noticeClosed }
  enum Feedback: Equatable, Sendable { case switched(Bool), failed }

  @Dependency(\.d24Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.switchTapped):
      guard !state.isSwitching else { return .none }
      state.phase = .switching
      let command = D24Info(id: state.id, isOn: !state.isOn)
      return .run("switch", of: command) { send in
        try await client.set(command)
        await send(.switched(command.isOn))
      } catch: { _, send in
        await send(.failed)
      }

    case .input(.noticeClosed):
      if state.phase == .failed { state.phase = .still }
      return .none

    case .feedback(.switched(let isOn)):
      state.phase = .still
      state.isOn = isOn
      return .none

    case .feedback(.failed):
      state.phase = .failed
      return .none
    }
  }
}

struct D24Info: Hashable, Sendable {
  var id: Int
  var isOn: Bool
}

struct D24Client: TestDependencyKey, Sendable {
  var lamps: @Sendable () async throws -> [D24Info]
  var set: @Sendable (_ lamp: D24Info) async throws -> Void

  static let testValue = D24Client(
    lamps: unimplemented("D24Client.lamps"),
    set: unimplemented("D24Client.set")
  )
}

extension DependencyValues {
  var d24Client: D24Client {
    get { self[D24Client.self] }
    set { self[D24Client.self] = newValue }
  }
}

struct D24Offline: Error {}

struct D24Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: D24Flat.State) -> [D24Flat.Input] in
        var inputs: [D24Flat.Input] = []
        if !state.isLoading { inputs.append(state.lamps.isEmpty && !state.hasFailed ? .appeared : .refreshTapped) }
        if !state.isSwitching, state.lamps.contains(where: { $0.isOn }) { inputs.append(.allOffTapped) }
        for lamp in state.lamps {
          if !lamp.isSwitching { inputs.append(.lamp(lamp.id, .switchTapped)) }
          if lamp.phase == .failed { inputs.append(.lamp(lamp.id, .noticeClosed)) }
        }
        return inputs
      }
    ) { () -> TestStore<D24Flat> in
      let store = TestStore(initialState: D24Flat.State()) { D24Flat() }
      store.gate("lamps", at: \.d24Client.lamps) {
        [
          .success([D24Info(id: 1, isOn: true), D24Info(id: 2, isOn: false)]), .success([D24Info(id: 1, isOn: true)]),
          .failure(D24Offline()),
        ]
      }
      store.gate("set", at: \.d24Client.set) { _ in [.success(()), .failure(D24Offline())] }
      return store
    }
  }
}
