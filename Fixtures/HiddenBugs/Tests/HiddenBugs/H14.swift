import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Plans the tours of tomorrow. The planning takes minutes, and runs on the server; the screen asks how far it is.
struct H14Planner: Reducer {
  struct State: Equatable {
    enum Phase: Equatable, Sendable {
      case editing
      case submitting
      case running(String)
      case stopping(String)
      case planned(H14Plan)
      case rejected
    }

    var phase = Phase.editing
    var percent = 0
    var avoidsTolls = false
    var isInBackground = false

    var canEdit: Bool { phase == .editing || phase == .rejected }
  }

  enum Input: Equatable, Sendable {
    case tollsTapped
    case planTapped
    case stopTapped
    case newPlanTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case submitted(String)
    case submitFailed
    case progressed(String, H14Progress)
    case progressFailed(String)
    case stopFailed(String)
  }

  private enum CancelID { case poll, stop }

  @Dependency(\.h14Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.tollsTapped):
      guard state.canEdit else { return .none }
      state.avoidsTolls.toggle()
      return .none

    case .input(.planTapped):
      guard state.canEdit else { return .none }
      state.phase = .submitting
      let avoidsTolls = state.avoidsTolls
      return .run("submit", of: avoidsTolls) { send in
        await send(.submitted(try await client.submit(avoidsTolls)))
      } catch: { _, send in
        await send(.submitFailed)
      }

    case .feedback(.submitted(let job)):
      state.phase = .running(job)
      state.percent = 0
      return state.isInBackground ? .none : poll(job, after: .seconds(5))

    case .feedback(.submitFailed):
      state.phase = .rejected
      return .none

    case .input(.stopTapped):
      guard case .running(let job) = state.phase else { return .none }
      state.phase = .stopping(job)
      return .run("stop", of: job) { _ in
        try await client.stop(job)
      } catch: { _, send in
        await send(.stopFailed(job))
      }
      .cancellable(id: CancelID.stop, cancelInFlight: true)

    case .feedback(.stopFailed(let job)):
      guard state.phase == .stopping(job) else { return .none }
      state.phase = .running(job)
      return .none

    case .input(.newPlanTapped):
      guard case .planned = state.phase else { return .none }
      state.phase = .editing
      return .none

    case .input(.wentToBackground):
      // The planning goes on without us.
      state.isInBackground = true
      return .cancel(id: CancelID.poll)

    case .input(.cameToForeground):
      state.isInBackground = false
      guard case .running(let job) = state.phase else { return .none }
      return poll(job, after: .zero)

    case .feedback(.progressed(let job, .running(let percent))):
      state.percent = percent
      return poll(job, after: .seconds(5))

    case .feedback(.progressed(_, .planned(let plan))):
      // It may have been too late to stop it.
      state.phase = .planned(plan)
      return .cancel(id: CancelID.stop)

    case .feedback(.progressed(_, .stopped)):
      state.phase = .editing
      return .cancel(id: CancelID.stop)

    case .feedback(.progressFailed(let job)):
      return poll(job, after: .seconds(15))
    }
  }

  private func poll(_ job: String, after pause: Duration) -> Effect<Feedback, Never> {
    .run("poll", of: job) { send in
      try await clock.sleep(for: pause)
      await send(.progressed(job, try await client.progress(job)))
    } catch: { _, send in
      await send(.progressFailed(job))
    }
    .cancellable(id: CancelID.poll, cancelInFlight: true)
  }
}

enum H14Progress: Equatable, Sendable {
  case running(Int)
  case planned(H14Plan)
  case stopped
}

struct H14Plan: Equatable, Sendable {
  var vans: Int
  var stops: Int
}

struct H14Client: TestDependencyKey, Sendable {
  var submit: @Sendable (_ avoidsTolls: Bool) async throws -> String
  var progress: @Sendable (_ job: String) async throws -> H14Progress
  var stop: @Sendable (_ job: String) async throws -> Void

  static let testValue = H14Client(
    submit: unimplemented("H14Client.submit"),
    progress: unimplemented("H14Client.progress"),
    stop: unimplemented("H14Client.stop")
  )
}

extension DependencyValues {
  var h14Client: H14Client {
    get { self[H14Client.self] }
    set { self[H14Client.self] = newValue }
  }
}

struct H14Offline: Error {}

struct H14Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: H14Planner.State) -> [H14Planner.Input] in
        if state.isInBackground { return [.cameToForeground] }
        switch state.phase {
        case .editing, .rejected: return [.tollsTapped, .planTapped, .wentToBackground]
        case .running: return [.stopTapped, .wentToBackground]
        case .planned: return [.newPlanTapped, .wentToBackground]
        case .submitting, .stopping: return [.wentToBackground]
        }
      }
    ) { () -> TestStore<H14Planner> in
      let store = TestStore(initialState: H14Planner.State()) { H14Planner() }
      store.gate("submit", at: \.h14Client.submit) { _ in [.success("job"), .failure(H14Offline())] }
      store.gate("progress", at: \.h14Client.progress) { _ in
        [
          .success(.running(40)), .success(.planned(H14Plan(vans: 3, stops: 52))), .success(.stopped),
          .failure(H14Offline()),
        ]
      }
      store.gate("stop", at: \.h14Client.stop) { _ in [.success(()), .failure(H14Offline())] }
      return store
    }
  }
}
