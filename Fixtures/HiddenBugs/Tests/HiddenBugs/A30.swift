import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Approves card payments of web shops. The app asks the bank what waits, and a payment waits for some minutes.
struct A30Approvals: Reducer {
  enum Phase: Equatable {
    case signedOut
    case waiting
    case asking(A30Payment)
    case answering(A30Payment, Bool)
    case answered(Bool)
  }

  enum Job: Equatable { case watch, countdown(Int) }

  struct State: Equatable {
    var phase = Phase.signedOut
    var isActive = true
    var isOffline = false
    var wasNotSent = false

    /// What runs besides the user's own requests.
    var job: Job? {
      switch phase {
      case .waiting: isActive ? .watch : nil
      case .asking(let payment): .countdown(payment.id)
      case .signedOut, .answering, .answered: nil
      }
    }
  }

  enum Input: Equatable, Sendable {
    case signedIn
    case signOutTapped
    case checkTapped
    case approveTapped
    case rejectTapped
    case doneTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case checked(A30Payment?)
    case notChecked
    case minutePassed
    case answered
    case notAnswered
  }

  private enum CancelID { case job }

  @Dependency(\.a30Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    let old = state.job
    let effect = handle(message, &state)
    guard state.job != old else { return effect }
    return .merge(effect, .cancel(id: CancelID.job), start(state.job))
  }

  private func handle(_ message: Message<Input, Feedback>, _ state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.signedIn):
      if state.phase == .signedOut { state.phase = .waiting }
      return .none

    case .input(.signOutTapped):
      if case .answering = state.phase { return .none }
      state = State(isActive: state.isActive)
      return .none

    case .input(.checkTapped):
      guard state.job == .watch else { return .none }
      state.wasNotSent = false
      return start(.watch)

    case .input(.approveTapped):
      return answer(true, &state)

    case .input(.rejectTapped):
      return answer(false, &state)

    case .input(.doneTapped):
      if case .answered = state.phase { state.phase = .waiting }
      return .none

    case .input(.wentToBackground):
      state.isActive = false
      if case .asking = state.phase { state.phase = .waiting }
      return .none

    case .input(.cameToForeground):
      state.isActive = true
      return .none

    case .feedback(.checked(let payment)):
      state.isOffline = false
      if let payment { state.phase = .asking(payment) }
      return .none

    case .feedback(.notChecked):
      state.isOffline = true
      return .none

    case .feedback(.minutePassed):
      guard case .asking(var payment) = state.phase else { return .none }
      payment.minutesLeft -= 1
      state.phase = payment.minutesLeft > 0 ? .asking(payment) : .waiting
      return .none

    case .feedback(.answered):
      if case .answering(_, let isApproved) = state.phase { state.phase = .answered(isApproved) }
      return .none

    case .feedback(.notAnswered):
      guard case .answering = state.phase else { return .none }
      state.phase = .waiting
      state.wasNotSent = true
      return .none
    }
  }

  private func answer(_ isApproved: Bool, _ state: inout State) -> Effect<Feedback, Never> {
    guard case .asking(let payment) = state.phase else { return .none }
    state.phase = .answering(payment, isApproved)
    state.wasNotSent = false
    return .run("answer", of: payment.id) { send in
      try await client.answer(payment.id, isApproved)
      await send(.answered)
    } catch: { _, send in
      await send(.notAnswered)
    }
  }

  private func start(_ job: Job?) -> Effect<Feedback, Never> {
    switch job {
    case nil: return .none
    case .watch?: return watch().cancellable(id: CancelID.job, cancelInFlight: true)
    case .countdown?: return countdown().cancellable(id: CancelID.job, cancelInFlight: true)
    }
  }

  private func watch() -> Effect<Feedback, Never> {
    .run("watch") { send in
      while true {
        do {
          let payment = try await client.pending()
          await send(.checked(payment))
        } catch {
          await send(.notChecked)
        }
        try await clock.sleep(for: .seconds(10))
      }
    }
  }

  private func countdown() -> Effect<Feedback, Never> {
    .run("countdown") { send in
      for await _ in clock.timer(interval: .seconds(60)) { await send(.minutePassed) }
    }
  }
}

struct A30Payment: Equatable, Sendable {
  var id: Int
  var shop: String
  var minutesLeft: Int
}

struct A30Client: TestDependencyKey, Sendable {
  var pending: @Sendable () async throws -> A30Payment?
  var answer: @Sendable (_ id: Int, _ isApproved: Bool) async throws -> Void

  static let testValue = A30Client(
    pending: unimplemented("A30Client.pending"),
    answer: unimplemented("A30Client.answer")
  )
}

extension DependencyValues {
  var a30Client: A30Client {
    get { self[A30Client.self] }
    set { self[A30Client.self] = newValue }
  }
}

struct A30Offline: Error {}

struct A30Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: A30Approvals.State) -> [A30Approvals.Input] in
        guard state.isActive else { return [.cameToForeground] }
        switch state.phase {
        case .signedOut: return [.signedIn, .wentToBackground]
        case .waiting: return [.checkTapped, .signOutTapped, .wentToBackground]
        case .asking: return [.approveTapped, .rejectTapped, .signOutTapped, .wentToBackground]
        case .answering: return [.wentToBackground]
        case .answered: return [.doneTapped, .signOutTapped, .wentToBackground]
        }
      }
    ) { () -> TestStore<A30Approvals> in
      let store = TestStore(initialState: A30Approvals.State()) { A30Approvals() }
      store.gate("pending", at: \.a30Client.pending) {
        [.success(A30Payment(id: 7, shop: "Books", minutesLeft: 3)), .success(nil), .failure(A30Offline())]
      }
      store.gate("answer", at: \.a30Client.answer) { _ in [.success(()), .failure(A30Offline())] }
      return store
    }
  }
}
