import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct R03Refused: Error {}

struct R03Issue: Equatable, Sendable {
  var pass: String
  var code: String
}

struct R03Tickets: DependencyKey, Sendable {
  /// Buys a pass, and returns its code. Buying the same pass twice costs once.
  var buy: @Sendable (_ pass: String) async throws -> String
  /// The passes that the server issues to this account, on whatever way they were bought.
  var issues: @Sendable () -> AsyncStream<R03Issue>

  static let liveValue = R03Tickets(buy: { $0 }, issues: { AsyncStream { $0.finish() } })
  static let testValue = R03Tickets(
    buy: unimplemented("R03Tickets.buy"),
    issues: unimplemented("R03Tickets.issues", placeholder: AsyncStream<R03Issue> { $0.finish() })
  )
}

extension DependencyValues {
  var r03Tickets: R03Tickets {
    get { self[R03Tickets.self] }
    set { self[R03Tickets.self] = newValue }
  }
}

/// One pass in the list: it is offered, bought, and then valid.
struct R03Pass: Reducer {
  struct State: Equatable, Identifiable {
    let id: String
    var phase = Phase.offered
  }

  enum Phase: Equatable { case offered, buying, valid(code: String), failed }
  enum Input { case buyTapped, issued(code: String) }
  enum Feedback { case bought(code: String), refused, deadlinePassed }

  private enum CancelID { case purchase, deadline }

  @Dependency(\.r03Tickets) private var tickets
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.buyTapped):
      guard state.phase == .offered || state.phase == .failed else { return .none }
      state.phase = .buying
      return .merge(purchase(of: state.id), deadline())

    case .input(.issued(let code)), .feedback(.bought(let code)):
      return settle(.valid(code: code), &state)

    case .feedback(.refused):
      return settle(.failed, &state)

    case .feedback(.deadlinePassed):
      state.phase = .failed
      return .cancel(id: CancelID.purchase)
    }
  }

  private func settle(_ phase: Phase, _ state: inout State) -> Effect<Feedback, Never> {
    state.phase = phase
    return .cancel(id: CancelID.deadline)
  }

  private func purchase(of pass: String) -> Effect<Feedback, Never> {
    .run("purchase", of: pass) { send in
      await send(.bought(code: try await tickets.buy(pass)))
    } catch: { _, send in
      await send(.refused)
    }
    .cancellable(id: CancelID.purchase, cancelInFlight: true)
  }

  private func deadline() -> Effect<Feedback, Never> {
    .run("deadline") { send in
      try await clock.sleep(for: .seconds(30))
      await send(.deadlinePassed)
    }
    .cancellable(id: CancelID.deadline, cancelInFlight: true)
  }
}

/// The passes on sale. While the screen is shown, it follows what the server issues.
struct R03BusPasses: Reducer {
  struct State: Equatable {
    var passes: IdentifiedArray<R03Pass.State>
    var isLive = false
  }

  enum Input { case appeared, disappeared, pass(String, R03Pass.Input) }
  enum Feedback { case pass(String, ChildFeedback<R03Pass>), issued(R03Issue), issuesEnded }

  private enum CancelID { case issues }

  private let passes = ScopeEach<R03BusPasses, R03Pass>(\.passes, feedback: Feedback.pass) { R03Pass() }

  @Dependency(\.r03Tickets) private var tickets

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.pass(let id, let input)):
      return passes.reduce(.input(input), id: id, into: &state)
    case .feedback(.pass(let id, .feedback(let feedback))):
      return passes.reduce(.feedback(feedback), id: id, into: &state)

    case .input(.appeared):
      guard !state.isLive else { return .none }
      state.isLive = true
      return .run("issues") { send in
        for await issue in tickets.issues() { await send(.issued(issue)) }
        await send(.issuesEnded)
      }
      .cancellable(id: CancelID.issues, cancelInFlight: true)

    case .input(.disappeared):
      state.isLive = false
      return .cancel(id: CancelID.issues)

    case .feedback(.issued(let issue)):
      guard state.passes[id: issue.pass] != nil else { return .none }
      return passes.reduce(.input(.issued(code: issue.code)), id: issue.pass, into: &state)

    case .feedback(.issuesEnded):
      state.isLive = false
      return .none
    }
  }
}

struct R03Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.appeared, .disappeared, .pass("day", .buyTapped), .pass("week", .buyTapped)]
    ) { () -> TestStore<R03BusPasses> in
      let passes: IdentifiedArray<R03Pass.State> = [R03Pass.State(id: "day"), R03Pass.State(id: "week")]
      let store = TestStore(initialState: R03BusPasses.State(passes: passes)) { R03BusPasses() }
      store.gate("buy", at: \.r03Tickets.buy) { pass in [.success("code of \(pass)"), .failure(R03Refused())] }
      store.gate("issues", at: \.r03Tickets.issues) {
        [
          .element(R03Issue(pass: "day", code: "code of day")),
          .element(R03Issue(pass: "week", code: "code of week")),
          .finish,
        ]
      }
      return store
    }
  }
}
