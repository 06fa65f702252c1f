import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct O06Offline: Error {}

struct O06HiveClient: DependencyKey, Sendable {
  var hives: @Sendable () async throws -> [String]
  var weight: @Sendable (_ hive: String) async throws -> Int

  static let liveValue = O06HiveClient(hives: { [] }, weight: { _ in 0 })
  static let testValue = O06HiveClient(
    hives: unimplemented("O06HiveClient.hives"),
    weight: unimplemented("O06HiveClient.weight")
  )
}

extension DependencyValues {
  var o06HiveClient: O06HiveClient {
    get { self[O06HiveClient.self] }
    set { self[O06HiveClient.self] = newValue }
  }
}

/// The scale under a hive, which is read every half a minute. A scale that fails twice in a row is lost.
struct O06Scale: Reducer {
  struct State: Equatable, Identifiable {
    let id: String
    var weight: Int?
    var failures = 0
    var isWeighing = false
    var isActive = false

    var isLost: Bool { failures >= 2 }
  }

  enum Input: Equatable, Sendable { case resumed, paused, retryTapped }
  enum Feedback: Equatable, Sendable { case weighed(Int), failed, waited }

  private enum CancelID { case weighing, waiting }

  @Dependency(\.o06HiveClient) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.resumed):
      guard !state.isActive else { return .none }
      state.isActive = true
      state.failures = 0
      return weigh(&state)

    case .input(.paused):
      state.isActive = false
      return .cancel(id: CancelID.waiting)

    case .input(.retryTapped):
      guard state.isActive, state.isLost else { return .none }
      state.failures = 0
      return weigh(&state)

    case .feedback(.weighed(let weight)):
      state.isWeighing = false
      state.weight = weight
      state.failures = 0
      return state.isActive ? wait() : .none

    case .feedback(.failed):
      state.isWeighing = false
      state.failures += 1
      return state.isLost ? .none : wait()

    case .feedback(.waited):
      return weigh(&state)
    }
  }

  private func weigh(_ state: inout State) -> Effect<Feedback, Never> {
    state.isWeighing = true
    return .run("weigh", of: state.id) { [hive = state.id] send in
      await send(.weighed(try await client.weight(hive)))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.weighing, cancelInFlight: true)
  }

  private func wait() -> Effect<Feedback, Never> {
    .run("wait") { send in
      try await clock.sleep(for: .seconds(30))
      await send(.waited)
    }
    .cancellable(id: CancelID.waiting, cancelInFlight: true)
  }
}

/// The hives of a beekeeper, with their weights. In the background the scales rest.
struct O06Apiary: Reducer {
  struct State: Equatable {
    var scales: IdentifiedArray<O06Scale.State> = []
    var loading = Loading.waiting
    var isInBackground = false
  }

  enum Loading: Equatable { case waiting, running, failed, done }

  enum Input: Equatable, Sendable {
    case appeared
    case reloadTapped
    case enteredBackground
    case enteredForeground
    case scale(String, O06Scale.Input)
  }

  enum Feedback: Equatable, Sendable {
    case loaded([String])
    case loadFailed
    case scale(String, ChildFeedback<O06Scale>)
  }

  let scales = ScopeEach<O06Apiary, O06Scale>(\.scales, feedback: Feedback.scale) { O06Scale() }

  @Dependency(\.o06HiveClient) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      return state.loading == .waiting ? load(&state) : .none

    case .input(.reloadTapped):
      return state.loading == .failed ? load(&state) : .none

    case .input(.enteredBackground):
      guard !state.isInBackground else { return .none }
      state.isInBackground = true
      return tellAll(.paused, &state)

    case .input(.enteredForeground):
      guard state.isInBackground else { return .none }
      state.isInBackground = false
      return tellAll(.resumed, &state)

    case .input(.scale(let id, let input)):
      guard state.scales[id: id] != nil else { return .none }
      return scales.reduce(.input(input), id: id, into: &state)

    case .feedback(.scale(let id, .feedback(let feedback))):
      return scales.reduce(.feedback(feedback), id: id, into: &state)

    case .feedback(.loaded(let hives)):
      state.loading = .done
      state.scales = IdentifiedArray(hives.map { O06Scale.State(id: $0) })
      return state.isInBackground ? .none : tellAll(.resumed, &state)

    case .feedback(.loadFailed):
      state.loading = .failed
      return .none
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.loading = .running
    return .run("hives") { send in
      await send(.loaded(try await client.hives()))
    } catch: { _, send in
      await send(.loadFailed)
    }
  }

  private func tellAll(_ input: O06Scale.Input, _ state: inout State) -> Effect<Feedback, Never> {
    var effects: [Effect<Feedback, Never>] = []
    for id in state.scales.ids {
      effects.append(scales.reduce(.input(input), id: id, into: &state))
    }
    return .merge(effects)
  }
}

struct O06Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: O06Apiary.State) -> [O06Apiary.Input] in
        var inputs: [O06Apiary.Input] = [state.isInBackground ? .enteredForeground : .enteredBackground]
        if state.isInBackground { return inputs }
        inputs += [.appeared, .reloadTapped]
        for id in state.scales.ids { inputs.append(.scale(id, .retryTapped)) }
        return inputs
      }
    ) { () -> TestStore<O06Apiary> in
      let store = TestStore(initialState: O06Apiary.State()) { O06Apiary() }
      store.gate("hives", at: \.o06HiveClient.hives) { [.success(["North", "South"]), .failure(O06Offline())] }
      store.gate("weight", at: \.o06HiveClient.weight) { _ in [.success(42), .failure(O06Offline())] }
      return store
    }
  }
}
