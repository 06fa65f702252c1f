import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// An interval workout of two rounds. The watch buzzes at each change, and shows the pulse.
struct J14Intervals: Reducer {
  enum Stage: Hashable, Sendable {
    case ready
    case work(round: Int)
    case rest(round: Int)
    case finished

    var isRunning: Bool { self != .ready && self != .finished }
    var zone: J14Zone { if case .rest = self { .recovery } else { .effort } }
  }

  struct State: Equatable {
    var stage = Stage.ready
    var pulse: Int?
    var isInBackground = false
    var isSaving = false
    var isSaved = false
    var hasFailed = false
  }

  enum Input: Equatable, Sendable {
    case startTapped
    case skipTapped
    case stopTapped
    case saveTapped
    case closeTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case stageEnded
    case pulseChanged(Int)
    case pulseLost
    case saved
    case saveFailed
  }

  private enum CancelID { case countdown, pulse }

  @Dependency(\.j14Client) private var client
  @Dependency(\.continuousClock) private var clock

  private let rounds = 2

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.startTapped):
      guard state.stage == .ready else { return .none }
      return begin(.work(round: 1), &state)

    case .input(.skipTapped):
      return next(&state)

    case .input(.stopTapped):
      guard state.stage.isRunning else { return .none }
      return finish(&state)

    case .input(.saveTapped):
      guard state.stage == .finished, !state.isSaving, !state.isSaved else { return .none }
      state.isSaving = true
      state.hasFailed = false
      return .run("save") { send in
        try await client.save()
        await send(.saved)
      } catch: { _, send in
        await send(.saveFailed)
      }

    case .input(.closeTapped):
      guard state.isSaved else { return .none }
      state = State()
      return .none

    case .input(.wentToBackground):
      // The countdown goes on, as the watch has to buzz. The sensor rests, for nobody sees the pulse.
      state.isInBackground = true
      state.pulse = nil
      return .cancel(id: CancelID.pulse)

    case .input(.cameToForeground):
      state.isInBackground = false
      return state.stage.isRunning ? watchPulse(in: state.stage.zone) : .none

    case .feedback(.stageEnded):
      return next(&state)

    case .feedback(.pulseChanged(let pulse)):
      state.pulse = pulse
      return .none

    case .feedback(.pulseLost):
      state.pulse = nil
      return .none

    case .feedback(.saved):
      state.isSaving = false
      state.isSaved = true
      return .none

    case .feedback(.saveFailed):
      state.isSaving = false
      state.hasFailed = true
      return .none
    }
  }

  private func next(_ state: inout State) -> Effect<Feedback, Never> {
    switch state.stage {
    case .work(let round) where round < rounds: return begin(.rest(round: round), &state)
    case .work: return finish(&state)
    case .rest(let round): return begin(.work(round: round + 1), &state)
    case .ready, .finished: return .none
    }
  }

  private func begin(_ stage: Stage, _ state: inout State) -> Effect<Feedback, Never> {
    state.stage = stage
    return .merge(
      .run("countdown", of: stage) { send in
        try await clock.sleep(for: stage.zone == .effort ? .seconds(40) : .seconds(20))
        await send(.stageEnded)
      }
      .cancellable(id: CancelID.countdown, cancelInFlight: true),
      watchPulse(in: stage.zone)
    )
  }

  private func finish(_ state: inout State) -> Effect<Feedback, Never> {
    state.stage = .finished
    state.pulse = nil
    return .merge(.cancel(id: CancelID.countdown), .cancel(id: CancelID.pulse))
  }

  /// The sensor measures more often during an effort.
  private func watchPulse(in zone: J14Zone) -> Effect<Feedback, Never> {
    .run("pulse", of: zone) { send in
      for try await pulse in client.pulse(zone) { await send(.pulseChanged(pulse)) }
      await send(.pulseLost)
    } catch: { _, send in
      await send(.pulseLost)
    }
    .cancellable(id: CancelID.pulse, cancelInFlight: true)
  }
}

enum J14Zone: Hashable, Sendable { case effort, recovery }

struct J14Client: TestDependencyKey, Sendable {
  var pulse: @Sendable (_ zone: J14Zone) -> AsyncThrowingStream<Int, any Error>
  var save: @Sendable () async throws -> Void

  static let testValue = J14Client(
    pulse: unimplemented("J14Client.pulse", placeholder: AsyncThrowingStream { $0.finish() }),
    save: unimplemented("J14Client.save")
  )
}

extension DependencyValues {
  var j14Client: J14Client {
    get { self[J14Client.self] }
    set { self[J14Client.self] = newValue }
  }
}

struct J14Offline: Error {}

struct J14Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: J14Intervals.State) -> [J14Intervals.Input] in
        if state.isInBackground { return [.cameToForeground] }
        switch state.stage {
        case .ready: return [.startTapped, .wentToBackground]
        case .work, .rest: return [.skipTapped, .stopTapped, .wentToBackground]
        case .finished: return [state.isSaved ? .closeTapped : .saveTapped, .wentToBackground]
        }
      }
    ) { () -> TestStore<J14Intervals> in
      let store = TestStore(initialState: J14Intervals.State()) { J14Intervals() }
      store.gate("pulse", at: \.j14Client.pulse) { zone in
        [.element(zone == .effort ? 160 : 110), .failure(J14Offline())]
      }
      store.gate("save", at: \.j14Client.save) { [.success(()), .failure(J14Offline())] }
      return store
    }
  }
}
