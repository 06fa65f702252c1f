import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Reads a snow probe by a weak radio link, and passes its profile on to the avalanche service.
struct P21Probe: Reducer {
  struct State: Equatable {
    var reading = Reading.idle
    var upload = Upload.none
  }

  enum Reading: Equatable, Sendable {
    case idle
    case running(percent: Int)
    case done
    case broken(Cause)

    var isRunning: Bool { if case .running = self { true } else { false } }
  }

  enum Cause: Equatable, Sendable {
    case linkLost, silence, leftApp
  }

  enum Upload: Equatable, Sendable {
    case none, running, done, failed
  }

  enum Input: Equatable, Sendable {
    case readTapped
    case retryTapped
    case cancelTapped
    case uploadTapped
    case wentToBackground
  }

  enum Feedback: Equatable, Sendable {
    case progressed(Int)
    case linkClosed
    case wasSilent
    case uploaded
    case uploadFailed
  }

  private enum CancelID { case read, silence }

  @Dependency(\.p21Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.readTapped):
      guard !state.reading.isRunning, state.upload != .running else { return .none }
      return read(into: &state)

    case .input(.retryTapped):
      guard case .broken = state.reading else { return .none }
      return read(into: &state)

    case .input(.cancelTapped):
      guard state.reading.isRunning else { return .none }
      state.reading = .idle
      return stop()

    case .input(.uploadTapped):
      guard state.reading == .done, state.upload == .none || state.upload == .failed else { return .none }
      state.upload = .running
      // The system lets it end in the background.
      return .run("upload") { send in
        try await client.upload()
        await send(.uploaded)
      } catch: { _, send in
        await send(.uploadFailed)
      }

    case .input(.wentToBackground):
      guard state.reading.isRunning else { return .none }
      state.reading = .broken(.leftApp)
      return stop()

    case .feedback(.progressed(let percent)):
      guard percent < 100 else {
        state.reading = .done
        return stop()
      }
      state.reading = .running(percent: percent)
      return watchSilence()

    case .feedback(.linkClosed):
      state.reading = .broken(.linkLost)
      return stop()

    case .feedback(.wasSilent):
      state.reading = .broken(.silence)
      return stop()

    case .feedback(.uploaded):
      state.upload = .done
      return .none

    case .feedback(.uploadFailed):
      state.upload = .failed
      return .none
    }
  }

  private func read(into state: inout State) -> Effect<Feedback, Never> {
    state.reading = .running(percent: 0)
    state.upload = .none
    return .merge(
      .run("profile") { send in
        for try await percent in client.profile() { await send(.progressed(percent)) }
        await send(.linkClosed)
      } catch: { _, send in
        await send(.linkClosed)
      }
      .cancellable(id: CancelID.read, cancelInFlight: true),
      watchSilence()
    )
  }

  /// A probe under wet snow may say nothing any more, without the link being closed.
  private func watchSilence() -> Effect<Feedback, Never> {
    .run("silence") { send in
      try await clock.sleep(for: .seconds(20))
      await send(.wasSilent)
    }
    .cancellable(id: CancelID.silence, cancelInFlight: true)
  }

  private func stop() -> Effect<Feedback, Never> {
    .merge(.cancel(id: CancelID.read), .cancel(id: CancelID.silence))
  }
}

struct P21Client: TestDependencyKey, Sendable {
  /// Reads the profile into a file, and says how many percent of it are there.
  var profile: @Sendable () -> AsyncThrowingStream<Int, any Error>
  var upload: @Sendable () async throws -> Void

  static let testValue = P21Client(
    profile: unimplemented("P21Client.profile", placeholder: AsyncThrowingStream { $0.finish() }),
    upload: unimplemented("P21Client.upload")
  )
}

extension DependencyValues {
  var p21Client: P21Client {
    get { self[P21Client.self] }
    set { self[P21Client.self] = newValue }
  }
}

struct P21LinkError: Error {}

struct P21Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: P21Probe.State) -> [P21Probe.Input] in
        switch state.reading {
        case .idle: return [.readTapped]
        case .running: return [.cancelTapped, .wentToBackground]
        case .broken: return [.retryTapped]
        case .done:
          switch state.upload {
          case .none, .failed: return [.uploadTapped, .readTapped]
          case .running: return [.wentToBackground]
          case .done: return [.readTapped]
          }
        }
      }
    ) { () -> TestStore<P21Probe> in
      let store = TestStore(initialState: P21Probe.State()) { P21Probe() }
      store.gate("profile", at: \.p21Client.profile) {
        [.element(50), .element(100), .finish, .failure(P21LinkError())]
      }
      store.gate("upload", at: \.p21Client.upload) { [.success(()), .failure(P21LinkError())] }
      return store
    }
  }
}
