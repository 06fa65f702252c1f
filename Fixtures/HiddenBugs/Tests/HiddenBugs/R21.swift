import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The lifts of a ski resort. While they are looked at, they are refreshed each minute.
struct R21Lifts: Reducer {
  enum Alert: Equatable, Sendable { case off, turningOn, on, notPossible }

  struct State: Equatable {
    var lifts: [R21Lift] = []
    var isVisible = false
    var isLoading = false
    var isOffline = false
    var alert = Alert.off
  }

  enum Input: Equatable, Sendable {
    case becameVisible
    case becameHidden
    case refreshTapped
    case alertTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded([R21Lift])
    case loadFailed
    case minutePassed
    case alertAnswered(Alert)
  }

  private enum CancelID { case refresh }

  @Dependency(\.r21Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.becameVisible):
      guard !state.isVisible else { return .none }
      state.isVisible = true
      return load(&state)

    case .input(.becameHidden):
      state.isVisible = false
      state.isLoading = false
      return .cancel(id: CancelID.refresh)

    case .input(.refreshTapped):
      guard state.isVisible, !state.isLoading else { return .none }
      return load(&state)

    case .input(.alertTapped):
      switch state.alert {
      case .turningOn: return .none
      case .on:
        state.alert = .off
        return .none
      case .off, .notPossible:
        state.alert = .turningOn
        return .run("permission") { send in
          let isAllowed = await client.requestPermission()
          await send(.alertAnswered(isAllowed ? .on : .notPossible))
        }
      }

    case .feedback(.loaded(let lifts)):
      state.isLoading = false
      state.isOffline = false
      state.lifts = lifts
      return wait()

    case .feedback(.loadFailed):
      state.isLoading = false
      state.isOffline = true
      return wait()

    case .feedback(.minutePassed):
      return load(&state)

    case .feedback(.alertAnswered(let alert)):
      state.alert = alert
      return .none
    }
  }

  /// A request and the wait for the next one share an id, so that hiding the lifts stops either.
  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    return .run("lifts") { send in
      await send(.loaded(try await client.lifts()))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.refresh, cancelInFlight: true)
  }

  private func wait() -> Effect<Feedback, Never> {
    .run("minute") { send in
      try await clock.sleep(for: .seconds(60))
      await send(.minutePassed)
    }
    .cancellable(id: CancelID.refresh, cancelInFlight: true)
  }
}

/// The resort has the lifts on its first tab, and a map on the second.
struct R21Resort: Reducer {
  enum Tab: Equatable, Sendable { case lifts, map }

  struct State: Equatable {
    var tab = Tab.map
    var isInBackground = false
    var lifts = R21Lifts.State()

    var showsLifts: Bool { tab == .lifts && !isInBackground }
  }

  enum Input: Equatable, Sendable {
    case tabChosen(Tab)
    case wentToBackground
    case cameToForeground
    case lifts(R21Lifts.Input)
  }

  enum Feedback: Equatable, Sendable {
    case lifts(ChildFeedback<R21Lifts>)
  }

  let lifts = Scope<R21Resort, R21Lifts>(\.lifts, feedback: Feedback.lifts) { R21Lifts() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.lifts(let input)): return lifts.reduce(.input(input), into: &state)
    case .feedback(.lifts(.feedback(let feedback))): return lifts.reduce(.feedback(feedback), into: &state)

    case .input(.tabChosen(let tab)):
      state.tab = tab
      return tellLifts(&state)

    case .input(.wentToBackground):
      state.isInBackground = true
      return tellLifts(&state)

    case .input(.cameToForeground):
      state.isInBackground = false
      return tellLifts(&state)
    }
  }

  private func tellLifts(_ state: inout State) -> Effect<Feedback, Never> {
    guard state.showsLifts != state.lifts.isVisible else { return .none }
    let input: R21Lifts.Input = state.showsLifts ? .becameVisible : .becameHidden
    return lifts.reduce(.input(input), into: &state)
  }
}

struct R21Lift: Equatable, Sendable {
  var name: String
  var isOpen: Bool
}

struct R21Client: TestDependencyKey, Sendable {
  var lifts: @Sendable () async throws -> [R21Lift]
  var requestPermission: @Sendable () async -> Bool

  static let testValue = R21Client(
    lifts: unimplemented("R21Client.lifts"),
    requestPermission: unimplemented("R21Client.requestPermission", placeholder: false)
  )
}

extension DependencyValues {
  var r21Client: R21Client {
    get { self[R21Client.self] }
    set { self[R21Client.self] = newValue }
  }
}

struct R21Offline: Error {}

struct R21Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: R21Resort.State) -> [R21Resort.Input] in
        if state.isInBackground { return [.cameToForeground] }
        if state.tab == .map { return [.tabChosen(.lifts), .wentToBackground] }
        var inputs: [R21Resort.Input] = [.tabChosen(.map), .wentToBackground]
        if !state.lifts.isLoading { inputs.append(.lifts(.refreshTapped)) }
        if state.lifts.alert != .turningOn { inputs.append(.lifts(.alertTapped)) }
        return inputs
      }
    ) { () -> TestStore<R21Resort> in
      let store = TestStore(initialState: R21Resort.State()) { R21Resort() }
      store.gate("lifts", at: \.r21Client.lifts) {
        [.success([R21Lift(name: "Gondola", isOpen: true)]), .failure(R21Offline())]
      }
      store.gate("permission", at: \.r21Client.requestPermission) { [.success(true), .success(false)] }
      return store
    }
  }
}
