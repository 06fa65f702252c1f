import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A circuit training: rounds of work and rest, with the pulse of the watch. It stands still while nobody looks.
struct F19Circuit: Reducer {
  struct State: Equatable {
    var plan: F19Plan
    var stage = Stage.ready
    var round = 1
    var pulse: Int?
    var isPaused = false
    var isInBackground = false

    var isUnderWay: Bool {
      switch stage {
      case .work, .rest: true
      case .ready, .saving, .unsaved, .saved: false
      }
    }

    var isCounting: Bool { isUnderWay && !isPaused && !isInBackground }
  }

  enum Stage: Equatable {
    case ready
    case work(secondsLeft: Int)
    case rest(secondsLeft: Int)
    case saving(rounds: Int)
    case unsaved(rounds: Int)
    case saved(rounds: Int)
  }

  enum Input: Equatable, Sendable {
    case startTapped
    case pauseTapped
    case resumeTapped
    case skipTapped
    case endTapped
    case retryTapped
    case againTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case secondPassed
    case measured(Int)
    case saved
    case saveFailed
  }

  private enum CancelID { case session }

  @Dependency(\.f19Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    let wasCounting = state.isCounting
    let effect = handle(message, &state)
    switch (wasCounting, state.isCounting) {
    case (false, true):
      return .merge(effect, session())
    case (true, false):
      state.pulse = nil
      return .merge(effect, .cancel(id: CancelID.session))
    case (true, true), (false, false):
      return effect
    }
  }

  private func handle(_ message: Message<Input, Feedback>, _ state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.startTapped):
      guard state.stage == .ready else { return .none }
      state.round = 1
      state.stage = .work(secondsLeft: state.plan.work)

    case .input(.pauseTapped):
      if state.isUnderWay { state.isPaused = true }

    case .input(.resumeTapped):
      state.isPaused = false

    case .input(.skipTapped):
      guard case .rest = state.stage else { return .none }
      state.round += 1
      state.stage = .work(secondsLeft: state.plan.work)
      // The first second of the new round is a whole one.
      return state.isCounting ? session() : .none

    case .input(.endTapped):
      switch state.stage {
      case .work where state.round == 1:
        state.stage = .ready
        state.isPaused = false
      case .work:
        return finish(rounds: state.round - 1, &state)
      case .rest:
        return finish(rounds: state.round, &state)
      case .ready, .saving, .unsaved, .saved:
        break
      }

    case .input(.retryTapped):
      guard case .unsaved(let rounds) = state.stage else { return .none }
      return finish(rounds: rounds, &state)

    case .input(.againTapped):
      guard case .saved = state.stage else { return .none }
      state.stage = .ready
      state.round = 1

    case .input(.wentToBackground):
      state.isInBackground = true

    case .input(.cameToForeground):
      state.isInBackground = false

    case .feedback(.secondPassed):
      switch state.stage {
      case .work(let left) where left > 1:
        state.stage = .work(secondsLeft: left - 1)
      case .work where state.round == state.plan.rounds:
        return finish(rounds: state.round, &state)
      case .work:
        state.stage = .rest(secondsLeft: state.plan.rest)
      case .rest(let left) where left > 1:
        state.stage = .rest(secondsLeft: left - 1)
      case .rest:
        state.round += 1
        state.stage = .work(secondsLeft: state.plan.work)
      case .ready, .saving, .unsaved, .saved:
        break
      }

    case .feedback(.measured(let pulse)):
      state.pulse = pulse

    case .feedback(.saved):
      if case .saving(let rounds) = state.stage { state.stage = .saved(rounds: rounds) }

    case .feedback(.saveFailed):
      if case .saving(let rounds) = state.stage { state.stage = .unsaved(rounds: rounds) }
    }
    return .none
  }

  private func session() -> Effect<Feedback, Never> {
    .merge(
      .run("seconds") { send in
        for await _ in clock.timer(interval: .seconds(1)) { await send(.secondPassed) }
      },
      .run("pulse") { send in
        for await pulse in client.pulses() { await send(.measured(pulse)) }
      }
    )
    .cancellable(id: CancelID.session, cancelInFlight: true)
  }

  private func finish(rounds: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state.stage = .saving(rounds: rounds)
    state.isPaused = false
    return .run("save", of: rounds) { send in
      try await client.save(rounds)
      await send(.saved)
    } catch: { _, send in
      await send(.saveFailed)
    }
  }
}

struct F19Plan: Equatable, Sendable {
  var rounds: Int
  var work: Int
  var rest: Int
}

struct F19Client: TestDependencyKey, Sendable {
  var pulses: @Sendable () -> AsyncStream<Int>
  var save: @Sendable (_ rounds: Int) async throws -> Void

  static let testValue = F19Client(
    pulses: unimplemented("F19Client.pulses", placeholder: AsyncStream { $0.finish() }),
    save: unimplemented("F19Client.save")
  )
}

extension DependencyValues {
  var f19Client: F19Client {
    get { self[F19Client.self] }
    set { self[F19Client.self] = newValue }
  }
}

struct F19Offline: Error {}

struct F19Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: F19Circuit.State) -> [F19Circuit.Input] in
        if state.isInBackground { return [.cameToForeground] }
        var inputs: [F19Circuit.Input] = [.wentToBackground]
        switch state.stage {
        case .ready:
          inputs.append(.startTapped)
        case .work:
          inputs.append(state.isPaused ? .resumeTapped : .pauseTapped)
          inputs.append(.endTapped)
        case .rest:
          inputs.append(state.isPaused ? .resumeTapped : .pauseTapped)
          inputs += [.skipTapped, .endTapped]
        case .saving:
          break
        case .unsaved:
          inputs.append(.retryTapped)
        case .saved:
          inputs.append(.againTapped)
        }
        return inputs
      }
    ) { () -> TestStore<F19Circuit> in
      let plan = F19Plan(rounds: 2, work: 2, rest: 2)
      let store = TestStore(initialState: F19Circuit.State(plan: plan)) { F19Circuit() }
      store.gate("pulses", at: \.f19Client.pulses) { [.element(124), .finish] }
      store.gate("save", at: \.f19Client.save) { _ in [.success(()), .failure(F19Offline())] }
      return store
    }
  }
}
