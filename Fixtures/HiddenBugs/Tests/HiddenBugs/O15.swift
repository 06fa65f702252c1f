import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The vital signs of one bed, asked for every five seconds while the app is in front. A sounding alarm can be silenced.
struct O15Vitals: Reducer {
  struct State: Equatable {
    enum Phase: Equatable { case active, background }

    var phase = Phase.active
    var bed: Int?
    var vitals: O15Reading?
    var isLoading = false
    var isStale = false
    var isSilencing = false
    var isSilenced = false
    var silenceFailed = false

    var sounds: Bool { vitals?.alarm == true && !isSilenced }
  }

  enum Input: Equatable, Sendable {
    case bedChosen(Int)
    case bedClosed
    case refreshTapped
    case silenceTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case read(O15Reading)
    case readFailed
    case readDue
    case silenced
    case silenceFailed
  }

  private enum CancelID { case read, wait, silence }

  @Dependency(\.o15Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.bedChosen(let bed)):
      guard bed != state.bed else { return .none }
      let phase = state.phase
      state = State(phase: phase, bed: bed)
      return .merge(.cancel(id: CancelID.silence), read(&state))

    case .input(.bedClosed):
      state = State(phase: state.phase)
      return .merge(.cancel(id: CancelID.read), .cancel(id: CancelID.wait), .cancel(id: CancelID.silence))

    case .input(.refreshTapped), .feedback(.readDue):
      guard !state.isLoading else { return .none }
      return read(&state)

    case .input(.silenceTapped):
      guard let bed = state.bed, state.sounds, !state.isSilencing else { return .none }
      state.isSilencing = true
      state.silenceFailed = false
      return .run("silence", of: bed) { send in
        try await client.silence(bed)
        await send(.silenced)
      } catch: { _, send in
        await send(.silenceFailed)
      }
      .cancellable(id: CancelID.silence, cancelInFlight: true)

    case .input(.wentToBackground):
      state.phase = .background
      state.isLoading = false
      return .merge(.cancel(id: CancelID.read), .cancel(id: CancelID.wait))

    case .input(.cameToForeground):
      state.phase = .active
      return read(&state)

    case .feedback(.read(let reading)):
      state.isLoading = false
      state.isStale = false
      state.vitals = reading
      if !reading.alarm {
        state.isSilenced = false
        state.silenceFailed = false
      }
      return wait(.seconds(5))

    case .feedback(.readFailed):
      state.isLoading = false
      state.isStale = true
      return wait(.seconds(2))

    case .feedback(.silenced):
      state.isSilencing = false
      state.isSilenced = state.vitals?.alarm == true
      return .none

    case .feedback(.silenceFailed):
      state.isSilencing = false
      state.silenceFailed = state.vitals?.alarm == true
      return .none
    }
  }

  private func read(_ state: inout State) -> Effect<Feedback, Never> {
    guard let bed = state.bed else { return .none }
    state.isLoading = true
    return .merge(
      .cancel(id: CancelID.wait),
      .run("vitals", of: bed) { send in
        await send(.read(try await client.vitals(bed)))
      } catch: { _, send in
        await send(.readFailed)
      }
      .cancellable(id: CancelID.read, cancelInFlight: true)
    )
  }

  private func wait(_ pause: Duration) -> Effect<Feedback, Never> {
    .run("wait") { send in
      try await clock.sleep(for: pause)
      await send(.readDue)
    }
    .cancellable(id: CancelID.wait, cancelInFlight: true)
  }
}

struct O15Reading: Equatable, Sendable {
  var pulse: Int
  var alarm: Bool
}

struct O15Client: TestDependencyKey, Sendable {
  var vitals: @Sendable (_ bed: Int) async throws -> O15Reading
  var silence: @Sendable (_ bed: Int) async throws -> Void

  static let testValue = O15Client(
    vitals: unimplemented("O15Client.vitals"),
    silence: unimplemented("O15Client.silence")
  )
}

extension DependencyValues {
  var o15Client: O15Client {
    get { self[O15Client.self] }
    set { self[O15Client.self] = newValue }
  }
}

struct O15Offline: Error {}

struct O15Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: O15Vitals.State) -> [O15Vitals.Input] in
        if state.phase == .background { return [.cameToForeground] }
        guard let bed = state.bed else { return [.bedChosen(4), .wentToBackground] }
        var inputs: [O15Vitals.Input] = [.bedChosen(bed == 4 ? 7 : 4), .bedClosed, .refreshTapped, .wentToBackground]
        if state.sounds { inputs.append(.silenceTapped) }
        return inputs
      }
    ) { () -> TestStore<O15Vitals> in
      let store = TestStore(initialState: O15Vitals.State()) { O15Vitals() }
      store.gate("vitals", at: \.o15Client.vitals) { bed in
        [
          .success(O15Reading(pulse: 70 + bed, alarm: false)), .success(O15Reading(pulse: 140 + bed, alarm: true)),
          .failure(O15Offline()),
        ]
      }
      store.gate("silence", at: \.o15Client.silence) { _ in [.success(()), .failure(O15Offline())] }
      return store
    }
  }
}
