import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// One stop of a tour, which is pushed to the driver's device.
struct H15Stop: Reducer {
  enum Status: Equatable, Sendable { case open, sending, sent, acknowledged, failed }

  struct State: Equatable, Identifiable {
    let id: String
    var status = Status.open

    var canSend: Bool { status == .open || status == .failed }
  }

  enum Input: Equatable, Sendable { case sendTapped, acknowledged }
  enum Feedback: Equatable, Sendable { case pushed, pushFailed, timedOut }

  private enum CancelID { case push, timeout }

  @Dependency(\.h15Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.sendTapped):
      guard state.canSend else { return .none }
      state.status = .sending
      let stop = state.id
      return .merge(
        .run("push", of: stop) { send in
          try await client.push(stop)
          await send(.pushed)
        } catch: { _, send in
          await send(.pushFailed)
        }
        .cancellable(id: CancelID.push, cancelInFlight: true),
        .run("timeout", of: stop) { send in
          try await clock.sleep(for: .seconds(20))
          await send(.timedOut)
        }
        .cancellable(id: CancelID.timeout, cancelInFlight: true)
      )

    case .input(.acknowledged):
      // The driver has read it, whatever we know of our own request.
      state.status = .acknowledged
      return .merge(.cancel(id: CancelID.push), .cancel(id: CancelID.timeout))

    case .feedback(.pushed):
      guard state.status == .sending else { return .none }
      state.status = .sent
      return .cancel(id: CancelID.timeout)

    case .feedback(.pushFailed):
      guard state.status == .sending else { return .none }
      state.status = .failed
      return .cancel(id: CancelID.timeout)

    case .feedback(.timedOut):
      guard state.status == .sending else { return .none }
      state.status = .failed
      return .cancel(id: CancelID.push)
    }
  }
}

/// A tour, as the dispatcher sees it.
struct H15Tour: Reducer {
  enum Connection: Equatable, Sendable { case off, listening, waiting }

  struct State: Equatable {
    var stops: IdentifiedArrayOf<H15Stop.State> = []
    var connection = Connection.off
  }

  enum Input: Equatable, Sendable {
    case appeared
    case disappeared
    case sendAllTapped
    case stop(String, H15Stop.Input)
  }

  enum Feedback: Equatable, Sendable {
    case stop(String, ChildFeedback<H15Stop>)
    case acknowledged(String)
    case disconnected
    case reconnectDue
  }

  private enum CancelID { case connection }

  let stops = ScopeEach<H15Tour, H15Stop>(\.stops, feedback: Feedback.stop) { H15Stop() }

  @Dependency(\.h15Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.stop(let id, let input)):
      return stops.reduce(.input(input), id: id, into: &state)

    case .feedback(.stop(let id, .feedback(let feedback))):
      return stops.reduce(.feedback(feedback), id: id, into: &state)

    case .input(.sendAllTapped):
      let ids = state.stops.filter { $0.canSend }.map { $0.id }
      return .merge(ids.map { stops.reduce(.input(.sendTapped), id: $0, into: &state) })

    case .input(.appeared):
      guard state.connection == .off else { return .none }
      state.connection = .listening
      return listen()

    case .input(.disappeared):
      // What is being pushed is pushed to its end.
      state.connection = .off
      return .cancel(id: CancelID.connection)

    case .feedback(.acknowledged(let id)):
      guard state.stops[id: id] != nil else { return .none }
      return stops.reduce(.input(.acknowledged), id: id, into: &state)

    case .feedback(.disconnected):
      state.connection = .waiting
      return .run("reconnect") { send in
        try await clock.sleep(for: .seconds(5))
        await send(.reconnectDue)
      }
      .cancellable(id: CancelID.connection, cancelInFlight: true)

    case .feedback(.reconnectDue):
      state.connection = .listening
      return listen()
    }
  }

  /// Listens to the acknowledgements. The server begins with those that it has already.
  private func listen() -> Effect<Feedback, Never> {
    .run("acknowledgements") { send in
      for try await stop in client.acknowledgements() { await send(.acknowledged(stop)) }
      await send(.disconnected)
    } catch: { _, send in
      await send(.disconnected)
    }
    .cancellable(id: CancelID.connection, cancelInFlight: true)
  }
}

struct H15Client: TestDependencyKey, Sendable {
  var push: @Sendable (_ stop: String) async throws -> Void
  var acknowledgements: @Sendable () -> AsyncThrowingStream<String, any Error>

  static let testValue = H15Client(
    push: unimplemented("H15Client.push"),
    acknowledgements: unimplemented("H15Client.acknowledgements", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var h15Client: H15Client {
    get { self[H15Client.self] }
    set { self[H15Client.self] = newValue }
  }
}

struct H15Offline: Error {}

struct H15Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: H15Tour.State) -> [H15Tour.Input] in
        guard state.connection != .off else { return [.appeared] }
        let open = state.stops.filter { $0.canSend }.map { $0.id }
        var inputs: [H15Tour.Input] = [.disappeared]
        if open.count > 1 { inputs.append(.sendAllTapped) }
        inputs += open.map { H15Tour.Input.stop($0, .sendTapped) }
        return inputs
      }
    ) { () -> TestStore<H15Tour> in
      let stops: IdentifiedArrayOf<H15Stop.State> = [H15Stop.State(id: "Bakery"), H15Stop.State(id: "School")]
      let store = TestStore(initialState: H15Tour.State(stops: stops)) { H15Tour() }
      store.gate("push", at: \.h15Client.push) { _ in [.success(()), .failure(H15Offline())] }
      store.gate("acknowledgements", at: \.h15Client.acknowledgements) {
        [.element("Bakery"), .element("School"), .failure(H15Offline())]
      }
      return store
    }
  }
}
