import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A recording: its length, and the seconds that are marked in it.
struct N11Take: Hashable, Sendable {
  var seconds = 0
  var marks: [Int] = []
}

struct N11Desk: TestDependencyKey, Sendable {
  /// Asks for the microphone.
  var microphone: @Sendable () async -> Bool
  /// Uploads a take. The elements are percents, and the end is the success.
  var upload: @Sendable (_ take: N11Take) -> AsyncThrowingStream<Int, any Error>

  static let testValue = N11Desk(
    microphone: unimplemented("N11Desk.microphone", placeholder: false),
    upload: unimplemented("N11Desk.upload", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var n11Desk: N11Desk {
    get { self[N11Desk.self] }
    set { self[N11Desk.self] = newValue }
  }
}

/// Records a take, and uploads it. A phone call interrupts the recording.
struct N11Studio: Reducer {
  enum Pause: Equatable { case byUser, byCall }

  enum Mode: Equatable {
    case ready
    case asking
    case denied
    case recording(N11Take)
    case paused(N11Take, Pause)
    case uploading(N11Take, percent: Int)
    case uploadFailed(N11Take)
    case published(N11Take)
  }

  struct State: Equatable {
    var mode = Mode.ready
    var isInCall = false
  }

  enum Input: Equatable {
    case recordTapped
    case pauseTapped
    case markTapped
    case finishTapped
    case discardTapped
    case callStarted
    case callEnded
  }

  enum Feedback: Equatable {
    case answered(isAllowed: Bool)
    case secondPassed
    case progressed(Int)
    case uploaded
    case uploadFailed
  }

  private enum CancelID { case microphone, second, upload }

  /// A take that is this long pauses by itself.
  let limit: Int

  @Dependency(\.n11Desk) private var desk
  @Dependency(\.continuousClock) private var clock

  init(limit: Int) {
    self.limit = limit
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state.mode) {
    case (.input(.recordTapped), .ready), (.input(.recordTapped), .denied), (.input(.recordTapped), .published):
      guard !state.isInCall else { return .none }
      state.mode = .asking
      return .run("microphone") { send in
        await send(.answered(isAllowed: desk.microphone()))
      }
      .cancellable(id: CancelID.microphone, cancelInFlight: true)

    case (.feedback(.answered(isAllowed: false)), .asking):
      state.mode = .denied
      return .none

    // A call may have come while the question was on the screen.
    case (.feedback(.answered(isAllowed: true)), .asking):
      guard !state.isInCall else {
        state.mode = .paused(N11Take(), .byCall)
        return .none
      }
      return record(N11Take(), &state)

    case (.input(.discardTapped), .asking):
      state.mode = .ready
      return .cancel(id: CancelID.microphone)

    case (.feedback(.secondPassed), .recording(var take)):
      take.seconds += 1
      guard take.seconds < limit else {
        state.mode = .paused(take, .byUser)
        return .none
      }
      return record(take, &state)

    case (.input(.markTapped), .recording(var take)):
      guard !take.marks.contains(take.seconds) else { return .none }
      take.marks.append(take.seconds)
      state.mode = .recording(take)
      return .none

    case (.input(.pauseTapped), .recording(let take)):
      state.mode = .paused(take, .byUser)
      return .cancel(id: CancelID.second)

    case (.input(.pauseTapped), .paused(let take, .byUser)):
      guard !state.isInCall, take.seconds < limit else { return .none }
      return record(take, &state)

    case (.input(.callStarted), .recording(let take)):
      state.isInCall = true
      state.mode = .paused(take, .byCall)
      return .cancel(id: CancelID.second)

    case (.input(.callStarted), _):
      state.isInCall = true
      return .none

    case (.input(.callEnded), .paused(let take, .byCall)):
      state.isInCall = false
      return record(take, &state)

    case (.input(.callEnded), _):
      state.isInCall = false
      return .none

    case (.input(.finishTapped), .recording(let take)), (.input(.finishTapped), .paused(let take, _)):
      guard take.seconds > 0 else { return .none }
      return .merge(.cancel(id: CancelID.second), upload(take, &state))

    case (.input(.discardTapped), .recording), (.input(.discardTapped), .paused),
      (.input(.discardTapped), .uploadFailed):
      state.mode = .ready
      return .cancel(id: CancelID.second)

    case (.feedback(.progressed(let percent)), .uploading(let take, percent: let known)):
      state.mode = .uploading(take, percent: max(known, percent))
      return .none

    case (.feedback(.uploaded), .uploading(let take, _)):
      state.mode = .published(take)
      return .none

    case (.feedback(.uploadFailed), .uploading(let take, _)):
      state.mode = .uploadFailed(take)
      return .none

    // The record button is the retry button now.
    case (.input(.recordTapped), .uploadFailed(let take)):
      return upload(take, &state)

    default:
      return .none
    }
  }

  /// Records the next second of a take.
  private func record(_ take: N11Take, _ state: inout State) -> Effect<Feedback, Never> {
    state.mode = .recording(take)
    return .run("second") { send in
      try await clock.sleep(for: .seconds(1))
      await send(.secondPassed)
    }
    .cancellable(id: CancelID.second, cancelInFlight: true)
  }

  private func upload(_ take: N11Take, _ state: inout State) -> Effect<Feedback, Never> {
    state.mode = .uploading(take, percent: 0)
    return .run("upload", of: take) { send in
      for try await percent in desk.upload(take) { await send(.progressed(percent)) }
      await send(.uploaded)
    } catch: { _, send in
      await send(.uploadFailed)
    }
    .cancellable(id: CancelID.upload, cancelInFlight: true)
  }
}

struct N11Offline: Error {}

struct N11Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: N11Studio.State) -> [N11Studio.Input] in
        var inputs: [N11Studio.Input] = [.recordTapped, .pauseTapped, .markTapped, .finishTapped, .discardTapped]
        inputs.append(state.isInCall ? .callEnded : .callStarted)
        return inputs
      }
    ) { () -> TestStore<N11Studio> in
      let store = TestStore(initialState: N11Studio.State()) { N11Studio(limit: 3) }
      store.gate("microphone", at: \.n11Desk.microphone) { [.success(true), .success(false)] }
      store.gate("upload", at: \.n11Desk.upload) { _ in [.element(40), .finish, .failure(N11Offline())] }
      return store
    }
  }
}
