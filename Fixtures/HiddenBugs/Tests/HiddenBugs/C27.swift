import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// An exercise of a physiotherapy plan: some holds of ten seconds, and then the pain that they caused.
struct C27Exercise: Reducer {
  enum Phase: Equatable {
    case choosing
    case loading
    case unavailable
    case holding(left: Int)
    case paused(left: Int)
    case rating(pain: Int?)
    case reporting(pain: Int)
    case reported
  }

  struct State: Equatable {
    var phase = Phase.choosing
    var hasReportFailed = false
    var isInBackground = false
    var isInCall = false

    /// Whether the holds are counted.
    var isCounting: Bool {
      guard case .holding = phase else { return false }
      return !isInBackground && !isInCall
    }
  }

  enum Input: Equatable, Sendable {
    case startTapped(String)
    case pauseTapped
    case resumeTapped
    case stopTapped
    case painChosen(Int)
    case sendTapped
    case wentToBackground
    case cameToForeground
    case callBegan
    case callEnded
  }

  enum Feedback: Equatable, Sendable {
    case loaded(holds: Int)
    case loadFailed
    case held
    case reported
    case reportFailed
  }

  private enum CancelID { case load, holds }

  @Dependency(\.c27Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    let wasCounting = state.isCounting
    let effect = update(&state, on: message)
    if state.isCounting == wasCounting { return effect }
    return .merge(effect, state.isCounting ? count() : .cancel(id: CancelID.holds))
  }

  private func update(_ state: inout State, on message: Message<Input, Feedback>) -> Effect<Feedback, Never> {
    switch message {
    case .input(.startTapped(let exercise)):
      switch state.phase {
      case .loading, .holding, .paused, .rating, .reporting: return .none
      case .choosing, .unavailable, .reported: state.phase = .loading
      }
      return .run("holds of", of: exercise) { send in
        await send(.loaded(holds: try await client.holds(exercise)))
      } catch: { _, send in
        await send(.loadFailed)
      }
      .cancellable(id: CancelID.load, cancelInFlight: true)

    case .input(.pauseTapped):
      if case .holding(let left) = state.phase { state.phase = .paused(left: left) }
      return .none

    case .input(.resumeTapped):
      if case .paused(let left) = state.phase { state.phase = .holding(left: left) }
      return .none

    case .input(.stopTapped):
      switch state.phase {
      case .choosing, .unavailable, .reporting, .reported: return .none
      case .loading, .holding, .paused, .rating: state.phase = .choosing
      }
      state.hasReportFailed = false
      return .cancel(id: CancelID.load)

    case .input(.painChosen(let pain)):
      if case .rating = state.phase { state.phase = .rating(pain: pain) }
      return .none

    case .input(.sendTapped):
      guard case .rating(let pain?) = state.phase else { return .none }
      state.phase = .reporting(pain: pain)
      state.hasReportFailed = false
      return .run("report", of: pain) { send in
        try await client.report(pain)
        await send(.reported)
      } catch: { _, send in
        await send(.reportFailed)
      }

    case .input(.wentToBackground): state.isInBackground = true
    case .input(.cameToForeground): state.isInBackground = false
    case .input(.callBegan): state.isInCall = true
    case .input(.callEnded): state.isInCall = false

    case .feedback(.loaded(let holds)): state.phase = holds > 0 ? .holding(left: holds) : .unavailable
    case .feedback(.loadFailed): state.phase = .unavailable

    case .feedback(.held):
      guard case .holding(let left) = state.phase else { return .none }
      state.phase = left > 1 ? .holding(left: left - 1) : .rating(pain: nil)

    case .feedback(.reported): state.phase = .reported

    case .feedback(.reportFailed):
      guard case .reporting(let pain) = state.phase else { return .none }
      state.phase = .rating(pain: pain)
      state.hasReportFailed = true
    }
    return .none
  }

  private func count() -> Effect<Feedback, Never> {
    .run("count") { send in
      for await _ in clock.timer(interval: .seconds(10)) { await send(.held) }
    }
    .cancellable(id: CancelID.holds, cancelInFlight: true)
  }
}

struct C27Client: TestDependencyKey, Sendable {
  var holds: @Sendable (_ exercise: String) async throws -> Int
  var report: @Sendable (_ pain: Int) async throws -> Void

  static let testValue = C27Client(
    holds: unimplemented("C27Client.holds"),
    report: unimplemented("C27Client.report")
  )
}

extension DependencyValues {
  var c27Client: C27Client {
    get { self[C27Client.self] }
    set { self[C27Client.self] = newValue }
  }
}

struct C27Offline: Error {}

struct C27Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: C27Exercise.State) -> [C27Exercise.Input] in
        var inputs: [C27Exercise.Input] = [state.isInCall ? .callEnded : .callBegan]
        if state.isInBackground { return inputs + [.cameToForeground] }
        inputs.append(.wentToBackground)
        switch state.phase {
        case .choosing, .unavailable, .reported: inputs.append(.startTapped("Calf stretch"))
        case .loading: inputs.append(.stopTapped)
        case .holding: inputs += [.pauseTapped, .stopTapped]
        case .paused: inputs += [.resumeTapped, .stopTapped]
        case .rating(let pain):
          inputs += [.painChosen(0), .painChosen(3), .stopTapped]
          if pain != nil { inputs.append(.sendTapped) }
        case .reporting: break
        }
        return inputs
      }
    ) { () -> TestStore<C27Exercise> in
      let store = TestStore(initialState: C27Exercise.State()) { C27Exercise() }
      store.gate("holds", at: \.c27Client.holds) { _ in [.success(2), .failure(C27Offline())] }
      store.gate("report", at: \.c27Client.report) { _ in [.success(()), .failure(C27Offline())] }
      return store
    }
  }
}
