import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The daily exercises of a physiotherapy. Each is held for some seconds, and the practice learns how many were done.
struct H34Exercises: Reducer {
  struct State: Equatable {
    var phase = Phase.welcome
    var plan: [H34Exercise] = []
    var index = 0
    var remaining = 0
    var done = 0
    var isPaused = false
    var isInBackground = false

    /// The exercise whose seconds pass, if they do.
    var ticking: Int? { phase == .exercising && !isPaused && !isInBackground ? index : nil }
  }

  enum Phase: Equatable { case welcome, loading, notLoaded, exercising, reporting, notReported, finished }

  enum Input: Equatable, Sendable {
    case beginTapped
    case stopTapped
    case pauseTapped
    case resumeTapped
    case skipTapped
    case reportTapped
    case closeTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case loaded([H34Exercise])
    case notLoaded
    case secondPassed
    case reported
    case notReported
  }

  private enum CancelID { case load, seconds }

  @Dependency(\.h34Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    let ticking = state.ticking
    let effect = handle(message, in: &state)
    guard state.ticking != ticking else { return effect }
    return .merge(effect, state.ticking == nil ? .cancel(id: CancelID.seconds) : seconds())
  }

  private func handle(_ message: Message<Input, Feedback>, in state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.beginTapped):
      guard state.phase == .welcome || state.phase == .notLoaded else { return .none }
      state.phase = .loading
      return .run("plan") { send in
        await send(.loaded(try await client.plan()))
      } catch: { _, send in
        await send(.notLoaded)
      }
      .cancellable(id: CancelID.load)

    case .input(.stopTapped):
      guard state.phase == .loading || state.phase == .exercising else { return .none }
      state = State(isInBackground: state.isInBackground)
      return .cancel(id: CancelID.load)

    case .input(.pauseTapped):
      guard state.phase == .exercising else { return .none }
      state.isPaused = true
      return .none

    case .input(.resumeTapped):
      state.isPaused = false
      return .none

    case .input(.skipTapped):
      guard state.phase == .exercising else { return .none }
      return next(in: &state)

    case .input(.reportTapped):
      guard state.phase == .notReported else { return .none }
      return report(in: &state)

    case .input(.closeTapped):
      guard state.phase == .finished || state.phase == .notReported else { return .none }
      state = State(isInBackground: state.isInBackground)
      return .none

    case .input(.wentToBackground):
      state.isInBackground = true
      return .none

    case .input(.cameToForeground):
      state.isInBackground = false
      return .none

    case .feedback(.loaded(let plan)):
      guard let first = plan.first else {
        state.phase = .notLoaded
        return .none
      }
      state.phase = .exercising
      state.plan = plan
      state.remaining = first.seconds
      return .none

    case .feedback(.notLoaded):
      state.phase = .notLoaded
      return .none

    case .feedback(.secondPassed):
      state.remaining -= 1
      guard state.remaining <= 0 else { return .none }
      state.done += 1
      return next(in: &state)

    case .feedback(.reported):
      state.phase = .finished
      return .none

    case .feedback(.notReported):
      state.phase = .notReported
      return .none
    }
  }

  /// Goes on to the next exercise, or to the report after the last one.
  private func next(in state: inout State) -> Effect<Feedback, Never> {
    guard state.index + 1 < state.plan.count else {
      state.remaining = 0
      state.isPaused = false
      return report(in: &state)
    }
    state.index += 1
    state.remaining = state.plan[state.index].seconds
    return .none
  }

  private func report(in state: inout State) -> Effect<Feedback, Never> {
    state.phase = .reporting
    return .run("report", of: state.done) { [done = state.done] send in
      try await client.report(done)
      await send(.reported)
    } catch: { _, send in
      await send(.notReported)
    }
  }

  private func seconds() -> Effect<Feedback, Never> {
    .run("seconds") { send in
      for await _ in clock.timer(interval: .seconds(1)) { await send(.secondPassed) }
    }
    .cancellable(id: CancelID.seconds, cancelInFlight: true)
  }
}

struct H34Exercise: Equatable, Sendable {
  var name: String
  var seconds: Int
}

struct H34Client: TestDependencyKey, Sendable {
  var plan: @Sendable () async throws -> [H34Exercise]
  var report: @Sendable (_ done: Int) async throws -> Void

  static let testValue = H34Client(plan: unimplemented("H34Client.plan"), report: unimplemented("H34Client.report"))
}

extension DependencyValues {
  var h34Client: H34Client {
    get { self[H34Client.self] }
    set { self[H34Client.self] = newValue }
  }
}

struct H34Offline: Error {}

struct H34Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: H34Exercises.State) -> [H34Exercises.Input] in
        if state.isInBackground { return [.cameToForeground] }
        switch state.phase {
        case .welcome, .notLoaded: return [.beginTapped, .wentToBackground]
        case .loading: return [.stopTapped, .wentToBackground]
        case .exercising:
          return [state.isPaused ? .resumeTapped : .pauseTapped, .skipTapped, .stopTapped, .wentToBackground]
        case .reporting: return [.wentToBackground]
        case .notReported: return [.reportTapped, .closeTapped, .wentToBackground]
        case .finished: return [.closeTapped, .wentToBackground]
        }
      }
    ) { () -> TestStore<H34Exercises> in
      let store = TestStore(initialState: H34Exercises.State()) { H34Exercises() }
      store.gate("plan", at: \.h34Client.plan) {
        [
          .success([H34Exercise(name: "Bridge", seconds: 2), H34Exercise(name: "Plank", seconds: 3)]),
          .success([]), .failure(H34Offline()),
        ]
      }
      store.gate("report", at: \.h34Client.report) { _ in [.success(()), .failure(H34Offline())] }
      return store
    }
  }
}
