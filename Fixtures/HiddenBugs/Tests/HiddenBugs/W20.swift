import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A transport by a driverless vehicle: from the rack to the dock, with a cancellation.
struct W20Transport: Reducer {
  struct State: Equatable {
    var phase = W20Phase.idle
    var order: Int?
    var stage: W20Stage?
    var isCancelRefused = false
  }

  enum Input: Equatable, Sendable {
    case requestTapped
    case cancelTapped
    case followAgainTapped
    case refusalDismissed
    case doneTapped
  }

  enum Feedback: Equatable, Sendable {
    case accepted(Int)
    case rejected
    case moved(W20Stage)
    case followingEnded
    case followingFailed
    case cancelled
    case cancelRefused
  }

  private enum CancelID { case following }

  @Dependency(\.w20Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.requestTapped):
      guard state.phase == .idle || state.phase == .rejected else { return .none }
      state.phase = .requesting
      return .run("request") { send in
        await send(.accepted(try await client.request()))
      } catch: { _, send in
        await send(.rejected)
      }

    case .input(.cancelTapped):
      guard state.phase == .underway, let order = state.order else { return .none }
      state.phase = .cancelling
      state.isCancelRefused = false
      return .merge(
        .cancel(id: CancelID.following),
        .run("cancel", of: order) { send in
          try await client.cancel(order)
          await send(.cancelled)
        } catch: { _, send in
          await send(.cancelRefused)
        }
      )

    case .input(.followAgainTapped):
      guard state.phase == .lost, let order = state.order else { return .none }
      return follow(order, in: &state)

    case .input(.refusalDismissed):
      state.isCancelRefused = false
      return .none

    case .input(.doneTapped):
      guard state.phase == .delivered else { return .none }
      state = State()
      return .cancel(id: CancelID.following)

    case .feedback(.accepted(let order)):
      state.order = order
      return follow(order, in: &state)

    case .feedback(.rejected):
      state.phase = .rejected
      return .none

    case .feedback(.moved(.delivered)):
      state.phase = .delivered
      state.stage = .delivered
      state.isCancelRefused = false
      return .none

    case .feedback(.moved(let stage)):
      guard state.phase != .delivered else { return .none }
      state.stage = stage
      return .none

    case .feedback(.followingEnded):
      guard state.phase != .delivered else { return .none }
      state.phase = .lost
      return .none

    case .feedback(.followingFailed):
      state.phase = .lost
      return .none

    case .feedback(.cancelled):
      state = State()
      return .none

    case .feedback(.cancelRefused):
      state.isCancelRefused = true
      guard let order = state.order else { return .none }
      return follow(order, in: &state)
    }
  }

  private func follow(_ order: Int, in state: inout State) -> Effect<Feedback, Never> {
    state.phase = .underway
    return .run("stages", of: order) { send in
      for try await stage in client.stages(order) { await send(.moved(stage)) }
      await send(.followingEnded)
    } catch: { _, send in
      await send(.followingFailed)
    }
    .cancellable(id: CancelID.following, cancelInFlight: true)
  }
}

enum W20Phase: Equatable, Sendable {
  case idle
  case requesting
  case rejected
  case underway
  case cancelling
  case lost
  case delivered
}

enum W20Stage: Equatable, Sendable {
  case toRack
  case toDock
  case delivered
}

struct W20Client: TestDependencyKey, Sendable {
  var request: @Sendable () async throws -> Int
  var cancel: @Sendable (_ order: Int) async throws -> Void
  var stages: @Sendable (_ order: Int) -> AsyncThrowingStream<W20Stage, any Error>

  static let testValue = W20Client(
    request: unimplemented("W20Client.request"),
    cancel: unimplemented("W20Client.cancel"),
    stages: unimplemented("W20Client.stages", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var w20Client: W20Client {
    get { self[W20Client.self] }
    set { self[W20Client.self] = newValue }
  }
}

struct W20Offline: Error {}

struct W20Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: W20Transport.State) -> [W20Transport.Input] in
        var inputs: [W20Transport.Input] = []
        switch state.phase {
        case .idle, .rejected: inputs.append(.requestTapped)
        case .underway: inputs.append(.cancelTapped)
        case .lost: inputs.append(.followAgainTapped)
        case .delivered: inputs.append(.doneTapped)
        case .requesting, .cancelling: break
        }
        if state.isCancelRefused { inputs.append(.refusalDismissed) }
        return inputs
      }
    ) { () -> TestStore<W20Transport> in
      let store = TestStore(initialState: W20Transport.State()) { W20Transport() }
      store.gate("request", at: \.w20Client.request) { [.success(5), .failure(W20Offline())] }
      store.gate("cancel", at: \.w20Client.cancel) { _ in [.success(()), .failure(W20Offline())] }
      store.gate("stages", at: \.w20Client.stages) { _ in
        [.element(.toDock), .element(.delivered), .finish, .failure(W20Offline())]
      }
      return store
    }
  }
}
