import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The infusion at a bed. The phone counts its minutes down, and each answer of the pump sets them right.
struct C32Infusion: Reducer {
  struct State: Equatable {
    var bed: Int?
    var infusion: C32Reading?
    var isLoading = false
    var hasLoadFailed = false
    var isSwitching = false
    var hasSwitchFailed = false
    var isInBackground = false

    /// Whether the buttons wait for the pump.
    var isBusy: Bool { isLoading || isSwitching }
  }

  enum Input: Equatable, Sendable {
    case bedChosen(Int)
    case refreshTapped
    case pauseTapped
    case resumeTapped
    case closeTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case loaded(C32Reading)
    case loadFailed
    case paused(C32Reading)
    case resumed(C32Reading)
    case switchFailed
    case minutePassed
  }

  private enum CancelID { case load, countdown }

  @Dependency(\.c32Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.bedChosen(let bed)):
      guard bed != state.bed, !state.isSwitching else { return .none }
      state = State(bed: bed)
      return .merge(.cancel(id: CancelID.countdown), load(bed, into: &state))

    case .input(.refreshTapped):
      guard let bed = state.bed, !state.isBusy else { return .none }
      state.hasSwitchFailed = false
      return load(bed, into: &state)

    case .input(.pauseTapped):
      guard let bed = state.bed, state.infusion?.isRunning == true, !state.isBusy else { return .none }
      state.isSwitching = true
      state.hasSwitchFailed = false
      return .run("pause", of: bed) { send in
        await send(.paused(try await client.pause(bed)))
      } catch: { _, send in
        await send(.switchFailed)
      }

    case .input(.resumeTapped):
      guard let bed = state.bed, let infusion = state.infusion, !state.isBusy else { return .none }
      guard !infusion.isRunning, infusion.minutesLeft > 0 else { return .none }
      state.isSwitching = true
      state.hasSwitchFailed = false
      return .run("resume", of: bed) { send in
        await send(.resumed(try await client.resume(bed)))
      } catch: { _, send in
        await send(.switchFailed)
      }

    case .input(.closeTapped):
      guard !state.isSwitching else { return .none }
      state = State()
      return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.countdown))

    case .input(.wentToBackground):
      state.isInBackground = true
      return .cancel(id: CancelID.countdown)

    case .input(.cameToForeground):
      state.isInBackground = false
      guard let bed = state.bed, !state.isBusy else { return .none }
      return load(bed, into: &state)

    case .feedback(.loaded(let infusion)):
      state.isLoading = false
      state.infusion = infusion
      return infusion.isRunning && !state.isInBackground ? countDown() : .cancel(id: CancelID.countdown)

    case .feedback(.loadFailed):
      // No value is better than an old one.
      state.isLoading = false
      state.hasLoadFailed = true
      state.infusion = nil
      return .cancel(id: CancelID.countdown)

    case .feedback(.paused(let infusion)):
      state.isSwitching = false
      state.infusion = infusion
      return .cancel(id: CancelID.countdown)

    case .feedback(.resumed(let infusion)):
      state.isSwitching = false
      state.infusion = infusion
      return countDown()

    case .feedback(.switchFailed):
      // The pump may have done it all the same.
      state.isSwitching = false
      state.hasSwitchFailed = true
      guard let bed = state.bed, !state.isInBackground else { return .none }
      return load(bed, into: &state)

    case .feedback(.minutePassed):
      guard var infusion = state.infusion, infusion.isRunning else { return .none }
      infusion.minutesLeft -= 1
      infusion.isRunning = infusion.minutesLeft > 0
      state.infusion = infusion
      return infusion.isRunning ? .none : .cancel(id: CancelID.countdown)
    }
  }

  private func load(_ bed: Int, into state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasLoadFailed = false
    return .run("infusion", of: bed) { send in
      await send(.loaded(try await client.infusion(bed)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func countDown() -> Effect<Feedback, Never> {
    .run("countdown") { send in
      for await _ in clock.timer(interval: .seconds(60)) { await send(.minutePassed) }
    }
    .cancellable(id: CancelID.countdown, cancelInFlight: true)
  }
}

struct C32Reading: Equatable, Sendable {
  var minutesLeft: Int
  var isRunning: Bool
}

struct C32Client: TestDependencyKey, Sendable {
  var infusion: @Sendable (_ bed: Int) async throws -> C32Reading
  var pause: @Sendable (_ bed: Int) async throws -> C32Reading
  var resume: @Sendable (_ bed: Int) async throws -> C32Reading

  static let testValue = C32Client(
    infusion: unimplemented("C32Client.infusion"),
    pause: unimplemented("C32Client.pause"),
    resume: unimplemented("C32Client.resume")
  )
}

extension DependencyValues {
  var c32Client: C32Client {
    get { self[C32Client.self] }
    set { self[C32Client.self] = newValue }
  }
}

struct C32Offline: Error {}

struct C32Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: C32Infusion.State) -> [C32Infusion.Input] in
        if state.isInBackground { return [.cameToForeground] }
        var inputs: [C32Infusion.Input] = [.wentToBackground]
        for bed in [3, 8] where bed != state.bed && !state.isSwitching { inputs.append(.bedChosen(bed)) }
        guard state.bed != nil else { return inputs }
        if !state.isSwitching { inputs.append(.closeTapped) }
        if !state.isBusy { inputs.append(.refreshTapped) }
        if let infusion = state.infusion, !state.isBusy {
          if infusion.isRunning { inputs.append(.pauseTapped) }
          if !infusion.isRunning, infusion.minutesLeft > 0 { inputs.append(.resumeTapped) }
        }
        return inputs
      }
    ) { () -> TestStore<C32Infusion> in
      let store = TestStore(initialState: C32Infusion.State()) { C32Infusion() }
      store.gate("infusion", at: \.c32Client.infusion) { _ in
        [
          .success(C32Reading(minutesLeft: 2, isRunning: true)), .success(C32Reading(minutesLeft: 2, isRunning: false)),
          .failure(C32Offline()),
        ]
      }
      store.gate("pause", at: \.c32Client.pause) { _ in
        [.success(C32Reading(minutesLeft: 2, isRunning: false)), .failure(C32Offline())]
      }
      store.gate("resume", at: \.c32Client.resume) { _ in
        [.success(C32Reading(minutesLeft: 2, isRunning: true)), .failure(C32Offline())]
      }
      return store
    }
  }
}
