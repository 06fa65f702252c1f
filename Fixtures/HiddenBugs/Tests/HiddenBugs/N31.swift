import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A code that a customer scans to pay at a market stall. It is good for three minutes.
struct N31Till: Reducer {
  enum Phase: Equatable {
    case editing
    case creating
    case open(code: String)
    case expired(code: String)
    case paid
  }

  struct State: Equatable {
    var amount = 20
    var phase = Phase.editing
    var isScanned = false
    var hasFailed = false
    var isInBackground = false
  }

  enum Input: Equatable, Sendable {
    case amountChosen(Int)
    case createTapped
    case cancelTapped
    case renewTapped
    case nextTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case created(code: String)
    case notCreated
    case event(N31Event)
    case checked(isPaid: Bool)
    case deadlinePassed(code: String)
  }

  private enum CancelID { case create, listen, check, deadline }

  @Dependency(\.n31Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.amountChosen(let amount)):
      guard state.phase == .editing else { return .none }
      state.amount = amount
      state.hasFailed = false
      return .none

    case .input(.createTapped):
      guard state.phase == .editing else { return .none }
      return create(&state)

    case .input(.renewTapped):
      guard case .expired = state.phase else { return .none }
      return .merge(stop(), create(&state))

    case .input(.cancelTapped):
      guard state.phase != .paid else { return .none }
      state.phase = .editing
      return stop()

    case .input(.nextTapped):
      guard state.phase == .paid else { return .none }
      state.phase = .editing
      return stop()

    case .input(.wentToBackground):
      state.isInBackground = true
      return .merge(.cancel(id: CancelID.listen), .cancel(id: CancelID.check))

    case .input(.cameToForeground):
      state.isInBackground = false
      switch state.phase {
      case .open(let code): return .merge(listen(code), check(code))
      case .expired(let code): return check(code)
      case .editing, .creating, .paid: return .none
      }

    case .feedback(.created(let code)):
      state.phase = .open(code: code)
      return state.isInBackground ? deadline(code) : .merge(deadline(code), listen(code))

    case .feedback(.notCreated):
      state.phase = .editing
      state.hasFailed = true
      return .none

    case .feedback(.event(.scanned)):
      state.isScanned = true
      return .none

    case .feedback(.event(.paid)):
      state.phase = .paid
      return stop()

    case .feedback(.checked(let isPaid)):
      guard isPaid else { return .none }
      state.phase = .paid
      return .cancel(id: CancelID.listen)

    case .feedback(.deadlinePassed(let code)):
      // A check that is on its way may still say that it was paid in time.
      state.phase = .expired(code: code)
      return .cancel(id: CancelID.listen)
    }
  }

  private func create(_ state: inout State) -> Effect<Feedback, Never> {
    state.phase = .creating
    state.isScanned = false
    state.hasFailed = false
    return .run("create", of: state.amount) { [amount = state.amount] send in
      await send(.created(code: try await client.create(amount)))
    } catch: { _, send in
      await send(.notCreated)
    }
    .cancellable(id: CancelID.create, cancelInFlight: true)
  }

  private func listen(_ code: String) -> Effect<Feedback, Never> {
    .run("listen", of: code) { send in
      for await event in client.events(code) { await send(.event(event)) }
    }
    .cancellable(id: CancelID.listen, cancelInFlight: true)
  }

  /// Asks for what was missed, until there is an answer.
  private func check(_ code: String) -> Effect<Feedback, Never> {
    .run("check", of: code) { send in
      while true {
        if let isPaid = try? await client.isPaid(code) { return await send(.checked(isPaid: isPaid)) }
        try await clock.sleep(for: .seconds(5))
      }
    }
    .cancellable(id: CancelID.check, cancelInFlight: true)
  }

  private func deadline(_ code: String) -> Effect<Feedback, Never> {
    .run("deadline", of: code) { send in
      try await clock.sleep(for: .seconds(180))
      await send(.deadlinePassed(code: code))
    }
    .cancellable(id: CancelID.deadline, cancelInFlight: true)
  }

  private func stop() -> Effect<Feedback, Never> {
    .merge(
      .cancel(id: CancelID.create),
      .cancel(id: CancelID.listen),
      .cancel(id: CancelID.check),
      .cancel(id: CancelID.deadline)
    )
  }
}

enum N31Event: Equatable, Sendable { case scanned, paid }

struct N31Client: TestDependencyKey, Sendable {
  var create: @Sendable (_ amount: Int) async throws -> String
  var isPaid: @Sendable (_ code: String) async throws -> Bool
  /// What happens to a code from now on. It goes on until it is cancelled.
  var events: @Sendable (_ code: String) -> AsyncStream<N31Event>

  static let testValue = N31Client(
    create: unimplemented("N31Client.create"),
    isPaid: unimplemented("N31Client.isPaid"),
    events: unimplemented("N31Client.events", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var n31Client: N31Client {
    get { self[N31Client.self] }
    set { self[N31Client.self] = newValue }
  }
}

struct N31Offline: Error {}

struct N31Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: N31Till.State) -> [N31Till.Input] in
        if state.isInBackground { return [.cameToForeground] }
        switch state.phase {
        case .editing: return [.amountChosen(20), .amountChosen(50), .createTapped, .wentToBackground]
        case .creating, .open: return [.cancelTapped, .wentToBackground]
        case .expired: return [.renewTapped, .cancelTapped, .wentToBackground]
        case .paid: return [.nextTapped, .wentToBackground]
        }
      }
    ) { () -> TestStore<N31Till> in
      let store = TestStore(initialState: N31Till.State()) { N31Till() }
      store.gate("create", at: \.n31Client.create) { amount in [.success("code of \(amount)"), .failure(N31Offline())] }
      store.gate("isPaid", at: \.n31Client.isPaid) { _ in [.success(true), .success(false), .failure(N31Offline())] }
      store.gate("events", at: \.n31Client.events) { _ in [.element(.scanned), .element(.paid)] }
      return store
    }
  }
}
