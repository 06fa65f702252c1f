import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The commands that were sent to a parked car, each with what became of it. The car acknowledges a command by push.
struct K28Remote: Reducer {
  struct State: Equatable {
    var commands: IdentifiedArray<K28Command> = []
    var nextID = 1
    var hasAppeared = false
    var isConnected = false
  }

  enum Input: Equatable, Sendable {
    case appeared
    case reconnectTapped
    case commandTapped(K28Command.Kind)
    case retryTapped(Int)
    case removeTapped(Int)
  }

  enum Feedback: Equatable, Sendable {
    case acknowledged(Int)
    case disconnected
    case accepted(Int)
    case notSent(Int)
    case unanswered(Int)
  }

  private enum CancelID: Hashable { case pushes, request(Int), patience(Int) }

  @Dependency(\.k28Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.hasAppeared else { return .none }
      state.hasAppeared = true
      return connect(&state)

    case .input(.reconnectTapped):
      guard state.hasAppeared, !state.isConnected else { return .none }
      return connect(&state)

    case .input(.commandTapped(let kind)):
      let command = K28Command(id: state.nextID, kind: kind)
      state.nextID += 1
      state.commands.append(command)
      return submit(command)

    case .input(.retryTapped(let id)):
      guard let command = state.commands[id: id], command.status == .failed else { return .none }
      state.commands[id: id]?.status = .sending
      return submit(command)

    case .input(.removeTapped(let id)):
      guard let status = state.commands[id: id]?.status, status == .delivered || status == .failed else { return .none }
      state.commands.remove(id: id)
      return .merge(.cancel(id: CancelID.request(id)), .cancel(id: CancelID.patience(id)))

    case .feedback(.acknowledged(let id)):
      state.commands[id: id]?.status = .delivered
      return .cancel(id: CancelID.patience(id))

    case .feedback(.disconnected):
      state.isConnected = false
      return .none

    case .feedback(.accepted(let id)):
      guard state.commands[id: id]?.status == .sending else { return .none }
      state.commands[id: id]?.status = .accepted
      return .run("patience", of: id) { send in
        try await clock.sleep(for: .seconds(30))
        await send(.unanswered(id))
      }
      .cancellable(id: CancelID.patience(id), cancelInFlight: true)

    case .feedback(.notSent(let id)):
      state.commands[id: id]?.status = .failed
      return .none

    case .feedback(.unanswered(let id)):
      guard state.commands[id: id]?.status == .accepted else { return .none }
      state.commands[id: id]?.status = .failed
      return .none
    }
  }

  private func connect(_ state: inout State) -> Effect<Feedback, Never> {
    state.isConnected = true
    return .run("pushes") { send in
      for await id in client.acknowledgements() { await send(.acknowledged(id)) }
      await send(.disconnected)
    }
    .cancellable(id: CancelID.pushes, cancelInFlight: true)
  }

  /// Hands a command to the server, which accepts it for the car.
  private func submit(_ command: K28Command) -> Effect<Feedback, Never> {
    let id = command.id
    let kind = command.kind
    return .run("submit", of: id) { send in
      try await client.submit(id, kind)
      await send(.accepted(id))
    } catch: { _, send in
      await send(.notSent(id))
    }
    .cancellable(id: CancelID.request(id), cancelInFlight: true)
  }
}

struct K28Command: Equatable, Identifiable, Sendable {
  enum Kind: Equatable, Sendable { case unlock, horn }
  enum Status: Equatable, Sendable { case sending, accepted, delivered, failed }

  let id: Int
  var kind: Kind
  var status = Status.sending
}

struct K28Client: TestDependencyKey, Sendable {
  var submit: @Sendable (_ id: Int, _ kind: K28Command.Kind) async throws -> Void

  /// The ids of the commands that the car has carried out.
  var acknowledgements: @Sendable () -> AsyncStream<Int>

  static let testValue = K28Client(
    submit: unimplemented("K28Client.submit"),
    acknowledgements: unimplemented("K28Client.acknowledgements", placeholder: AsyncStream<Int> { $0.finish() })
  )
}

extension DependencyValues {
  var k28Client: K28Client {
    get { self[K28Client.self] }
    set { self[K28Client.self] = newValue }
  }
}

struct K28Timeout: Error {}

struct K28Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: K28Remote.State) -> [K28Remote.Input] in
        guard state.hasAppeared else { return [.appeared] }
        var inputs: [K28Remote.Input] = []
        if state.nextID <= 2 { inputs.append(.commandTapped(state.nextID == 1 ? .unlock : .horn)) }
        if !state.isConnected { inputs.append(.reconnectTapped) }
        for command in state.commands {
          if command.status == .failed { inputs.append(.retryTapped(command.id)) }
          if command.status == .failed || command.status == .delivered { inputs.append(.removeTapped(command.id)) }
        }
        return inputs
      }
    ) { () -> TestStore<K28Remote> in
      let store = TestStore(initialState: K28Remote.State()) { K28Remote() }
      store.gate("submit", at: \.k28Client.submit) { _ in [.success(()), .failure(K28Timeout())] }
      store.gate("acknowledgements", at: \.k28Client.acknowledgements) { [.element(1), .element(2), .finish] }
      return store
    }
  }
}
