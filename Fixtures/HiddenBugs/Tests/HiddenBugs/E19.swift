import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Where a train is, on a map that asks again every quarter of a minute. The phone says when it has a network.
struct E19TrainMap: Reducer {
  struct State: Equatable {
    var train: String?
    var position: E19Position?
    var isOnline = true
    var isLoading = false
    var hasFailed = false
    /// Whether the map keeps the train in its middle.
    var isCentred = true
    var isInBackground = false
  }

  enum Input: Equatable, Sendable {
    case trainChosen(String)
    case refreshTapped
    case mapDragged
    case centreTapped
    case closeTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case onlineChanged(Bool)
    case located(E19Position)
    case failed
    case pollDue
  }

  private enum CancelID { case network, position, poll }

  @Dependency(\.e19Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.trainChosen(let train)):
      guard train != state.train else { return .none }
      let isFirst = state.train == nil
      state.train = train
      state.position = nil
      state.hasFailed = false
      state.isCentred = true
      let tracking = track(&state)
      return isFirst ? .merge(followNetwork(), tracking) : tracking

    case .input(.refreshTapped):
      guard state.isOnline, !state.isLoading else { return .none }
      return load(&state)

    case .input(.mapDragged):
      state.isCentred = false
      return .none

    case .input(.centreTapped):
      state.isCentred = true
      return .none

    case .input(.closeTapped):
      state = State()
      return .merge(.cancel(id: CancelID.network), .cancel(id: CancelID.position), .cancel(id: CancelID.poll))

    case .input(.wentToBackground):
      state.isInBackground = true
      return pause(&state)

    case .input(.cameToForeground):
      state.isInBackground = false
      return track(&state)

    case .feedback(.onlineChanged(let isOnline)):
      guard isOnline != state.isOnline else { return .none }
      state.isOnline = isOnline
      return isOnline ? track(&state) : pause(&state)

    case .feedback(.located(let position)):
      state.isLoading = false
      state.position = position
      return .none

    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.pollDue):
      return state.isLoading ? .none : load(&state)
    }
  }

  /// Asks now, and then every fifteen seconds.
  private func track(_ state: inout State) -> Effect<Feedback, Never> {
    guard state.train != nil, state.isOnline else { return .none }
    return .merge(
      load(&state),
      .run("poll") { send in
        for await _ in clock.timer(interval: .seconds(15)) { await send(.pollDue) }
      }
      .cancellable(id: CancelID.poll, cancelInFlight: true)
    )
  }

  private func pause(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = false
    return .merge(.cancel(id: CancelID.position), .cancel(id: CancelID.poll))
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    guard let train = state.train else { return .none }
    state.isLoading = true
    state.hasFailed = false
    return .run("position", of: train) { send in
      await send(.located(try await client.position(train)))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.position, cancelInFlight: true)
  }

  private func followNetwork() -> Effect<Feedback, Never> {
    .run("network") { send in
      for await isOnline in client.isOnline() { await send(.onlineChanged(isOnline)) }
    }
    .cancellable(id: CancelID.network, cancelInFlight: true)
  }
}

struct E19Position: Equatable, Sendable {
  var train: String
  var kilometre: Int
}

struct E19Client: TestDependencyKey, Sendable {
  var position: @Sendable (_ train: String) async throws -> E19Position
  var isOnline: @Sendable () -> AsyncStream<Bool>

  static let testValue = E19Client(
    position: unimplemented("E19Client.position"),
    isOnline: unimplemented("E19Client.isOnline", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var e19Client: E19Client {
    get { self[E19Client.self] }
    set { self[E19Client.self] = newValue }
  }
}

struct E19NoAnswer: Error {}

struct E19Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: E19TrainMap.State) -> [E19TrainMap.Input] in
        if state.isInBackground { return [.cameToForeground] }
        var inputs: [E19TrainMap.Input] = [.trainChosen("ICE 4"), .trainChosen("RE 7"), .wentToBackground]
        if state.train != nil {
          inputs.append(state.isCentred ? .mapDragged : .centreTapped)
          inputs.append(.closeTapped)
          if state.isOnline { inputs.append(.refreshTapped) }
        }
        return inputs
      }
    ) { () -> TestStore<E19TrainMap> in
      let store = TestStore(initialState: E19TrainMap.State()) { E19TrainMap() }
      store.gate("position", at: \.e19Client.position) { train in
        [.success(E19Position(train: train, kilometre: 88)), .failure(E19NoAnswer())]
      }
      store.gate("isOnline", at: \.e19Client.isOnline) { [.element(false), .element(true)] }
      return store
    }
  }
}
