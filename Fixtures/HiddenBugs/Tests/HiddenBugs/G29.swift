import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A breathing exercise of four breaths, each announced by a voice. It rests while the app is covered, and during calls.
struct G29Breathing: Reducer {
  enum Phase: Equatable {
    case idle
    case loadingVoice
    case breathing(breaths: Int)
    case finished(Saving)
  }

  enum Saving: Equatable { case running, done, failed }

  struct State: Equatable {
    var phase = Phase.idle
    var hasVoiceFailed = false
    var isCovered = false
    var isInCall = false

    /// Whether breaths are being counted.
    var isCounting: Bool {
      guard case .breathing = phase else { return false }
      return !isCovered && !isInCall
    }
  }

  enum Input: Equatable, Sendable {
    case startTapped
    case stopTapped
    case saveAgainTapped
    case doneTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case voiceLoaded
    case voiceFailed
    case callChanged(Bool)
    case breathDone
    case saved
    case saveFailed
  }

  private enum CancelID { case voice, calls, breaths }

  @Dependency(\.g29Client) private var client
  @Dependency(\.continuousClock) private var clock

  /// Handles a message, and lets the breaths run exactly while the state says so.
  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    let wasCounting = state.isCounting
    let effect = handle(message, &state)
    guard state.isCounting != wasCounting else { return effect }
    return .merge(effect, state.isCounting ? breaths() : .cancel(id: CancelID.breaths))
  }

  private func handle(_ message: Message<Input, Feedback>, _ state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.startTapped):
      guard state.phase == .idle else { return .none }
      state.phase = .loadingVoice
      state.hasVoiceFailed = false
      return .merge(loadVoice(), followCalls())

    case .input(.stopTapped):
      switch state.phase {
      case .idle, .finished: return .none
      case .loadingVoice, .breathing: return end(.idle, &state)
      }

    case .input(.saveAgainTapped):
      guard state.phase == .finished(.failed) else { return .none }
      state.phase = .finished(.running)
      return save()

    case .input(.doneTapped):
      guard case .finished(let saving) = state.phase, saving != .running else { return .none }
      state.phase = .idle
      return .none

    case .input(.wentToBackground):
      state.isCovered = true
      return .none

    case .input(.cameToForeground):
      state.isCovered = false
      return .none

    case .feedback(.voiceLoaded):
      state.phase = .breathing(breaths: 0)
      return .none

    case .feedback(.voiceFailed):
      state.hasVoiceFailed = true
      return end(.idle, &state)

    case .feedback(.callChanged(let isInCall)):
      state.isInCall = isInCall
      return .none

    case .feedback(.breathDone):
      guard case .breathing(let breaths) = state.phase else { return .none }
      guard breaths == 3 else {
        state.phase = .breathing(breaths: breaths + 1)
        return .none
      }
      return .merge(end(.finished(.running), &state), save())

    case .feedback(.saved):
      state.phase = .finished(.done)
      return .none

    case .feedback(.saveFailed):
      state.phase = .finished(.failed)
      return .none
    }
  }

  /// Leaves the exercise, and what it has begun.
  private func end(_ phase: Phase, _ state: inout State) -> Effect<Feedback, Never> {
    state.phase = phase
    state.isInCall = false
    return .merge(.cancel(id: CancelID.voice), .cancel(id: CancelID.calls))
  }

  private func loadVoice() -> Effect<Feedback, Never> {
    .run("voice") { send in
      try await client.loadVoice()
      await send(.voiceLoaded)
    } catch: { _, send in
      await send(.voiceFailed)
    }
    .cancellable(id: CancelID.voice, cancelInFlight: true)
  }

  private func followCalls() -> Effect<Feedback, Never> {
    .run("calls") { send in
      for await isInCall in client.calls() { await send(.callChanged(isInCall)) }
      await send(.callChanged(false))
    }
    .cancellable(id: CancelID.calls, cancelInFlight: true)
  }

  private func breaths() -> Effect<Feedback, Never> {
    .run("breaths") { send in
      for await _ in clock.timer(interval: .seconds(8)) { await send(.breathDone) }
    }
    .cancellable(id: CancelID.breaths, cancelInFlight: true)
  }

  private func save() -> Effect<Feedback, Never> {
    .run("save") { send in
      try await client.save(4)
      await send(.saved)
    } catch: { _, send in
      await send(.saveFailed)
    }
  }
}

struct G29Client: TestDependencyKey, Sendable {
  var loadVoice: @Sendable () async throws -> Void

  /// Whether there is a call, now and after each change.
  var calls: @Sendable () -> AsyncStream<Bool>
  var save: @Sendable (_ breaths: Int) async throws -> Void

  static let testValue = G29Client(
    loadVoice: unimplemented("G29Client.loadVoice"),
    calls: unimplemented("G29Client.calls", placeholder: AsyncStream { $0.finish() }),
    save: unimplemented("G29Client.save")
  )
}

extension DependencyValues {
  var g29Client: G29Client {
    get { self[G29Client.self] }
    set { self[G29Client.self] = newValue }
  }
}

struct G29Offline: Error {}

struct G29Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: G29Breathing.State) -> [G29Breathing.Input] in
        if state.isCovered { return [.cameToForeground] }
        switch state.phase {
        case .idle: return [.startTapped, .wentToBackground]
        case .loadingVoice, .breathing: return [.stopTapped, .wentToBackground]
        case .finished(.running): return [.wentToBackground]
        case .finished(.done): return [.doneTapped, .wentToBackground]
        case .finished(.failed): return [.saveAgainTapped, .doneTapped, .wentToBackground]
        }
      }
    ) { () -> TestStore<G29Breathing> in
      let store = TestStore(initialState: G29Breathing.State()) { G29Breathing() }
      store.gate("voice", at: \.g29Client.loadVoice) { [.success(()), .failure(G29Offline())] }
      store.gate("calls", at: \.g29Client.calls) { [.element(true), .element(false), .finish] }
      store.gate("save", at: \.g29Client.save) { _ in [.success(()), .failure(G29Offline())] }
      return store
    }
  }
}
