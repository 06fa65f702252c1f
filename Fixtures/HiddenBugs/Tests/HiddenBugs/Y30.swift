import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The code that opens the gate of a concert. It is valid for a short time only, and is renewed while it is on the screen.
struct Y30EntryPass: Reducer {
  struct State: Equatable {
    var ticket: String?
    var code: String?
    var isLoading = false
    var hasFailed = false
    var lastScan: Y30Scan?
    var isScannerLost = false
    var isVisible = true

    var isAdmitted: Bool { lastScan == .admitted }

    /// Whether the code has to be renewed from time to time.
    var renewsCode: Bool { ticket != nil && isVisible && !isAdmitted }
  }

  enum Input: Equatable, Sendable {
    case ticketTapped(String)
    case retryTapped
    case closeTapped
    case didEnterBackground
    case willEnterForeground
  }

  enum Feedback: Equatable, Sendable {
    case didLoad(String)
    case loadDidFail
    case codeDidExpire
    case didScan(Y30Scan)
    case scansDidEnd
  }

  private enum CancelID { case load, scans, timer }

  @Dependency(\.y30Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    let renewedCode = state.renewsCode
    let effect = handle(message, &state)
    guard state.renewsCode != renewedCode else { return effect }
    return .merge(effect, state.renewsCode ? startTimer() : .cancel(id: CancelID.timer))
  }

  private func handle(_ message: Message<Input, Feedback>, _ state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.ticketTapped(let ticket)):
      guard state.ticket == nil else { return .none }
      state.ticket = ticket
      return .merge(load(ticket, &state), listen(ticket, &state))

    case .input(.retryTapped):
      guard let ticket = state.ticket else { return .none }
      return .merge(
        state.hasFailed ? load(ticket, &state) : .none,
        state.isScannerLost ? listen(ticket, &state) : .none
      )

    case .input(.closeTapped):
      state = State(isVisible: state.isVisible)
      return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.scans))

    case .input(.didEnterBackground):
      // The code must not be seen in the app switcher.
      state.isVisible = false
      return hideCode(&state)

    case .input(.willEnterForeground):
      state.isVisible = true
      guard let ticket = state.ticket, !state.isAdmitted else { return .none }
      return load(ticket, &state)

    case .feedback(.codeDidExpire):
      guard let ticket = state.ticket, !state.isLoading else { return .none }
      return load(ticket, &state)

    case .feedback(.didLoad(let code)):
      state.isLoading = false
      state.code = code
      return .none

    case .feedback(.loadDidFail):
      state.isLoading = false
      state.hasFailed = true
      state.code = nil
      return .none

    case .feedback(.didScan(.admitted)):
      state.lastScan = .admitted
      return .merge(.cancel(id: CancelID.scans), hideCode(&state))

    case .feedback(.didScan(.rejected)):
      state.lastScan = .rejected
      guard let ticket = state.ticket, state.isVisible, !state.isLoading else { return .none }
      return load(ticket, &state)

    case .feedback(.scansDidEnd):
      state.isScannerLost = true
      return .none
    }
  }

  private func load(_ ticket: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("code", of: ticket) { send in
      await send(.didLoad(try await client.code(ticket)))
    } catch: { _, send in
      await send(.loadDidFail)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func hideCode(_ state: inout State) -> Effect<Feedback, Never> {
    state.code = nil
    state.isLoading = false
    state.hasFailed = false
    return .cancel(id: CancelID.load)
  }

  private func listen(_ ticket: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.isScannerLost = false
    return .run("scans", of: ticket) { send in
      for await scan in client.scans(ticket) { await send(.didScan(scan)) }
      await send(.scansDidEnd)
    }
    .cancellable(id: CancelID.scans, cancelInFlight: true)
  }

  private func startTimer() -> Effect<Feedback, Never> {
    .run("timer") { send in
      for await _ in clock.timer(interval: .seconds(30)) { await send(.codeDidExpire) }
    }
    .cancellable(id: CancelID.timer, cancelInFlight: true)
  }
}

enum Y30Scan: Equatable, Sendable { case admitted, rejected }

struct Y30Client: TestDependencyKey, Sendable {
  var code: @Sendable (_ ticket: String) async throws -> String

  /// What the scanners at the gates say about a ticket, from its last scan on.
  var scans: @Sendable (_ ticket: String) -> AsyncStream<Y30Scan>

  static let testValue = Y30Client(
    code: unimplemented("Y30Client.code"),
    scans: unimplemented("Y30Client.scans", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var y30Client: Y30Client {
    get { self[Y30Client.self] }
    set { self[Y30Client.self] = newValue }
  }
}

struct Y30Offline: Error {}

struct Y30Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Y30EntryPass.State) -> [Y30EntryPass.Input] in
        guard state.isVisible else { return [.willEnterForeground] }
        guard state.ticket != nil else {
          return [.ticketTapped("Stalls"), .ticketTapped("Balcony"), .didEnterBackground]
        }
        var inputs: [Y30EntryPass.Input] = [.closeTapped, .didEnterBackground]
        if state.hasFailed || state.isScannerLost { inputs.append(.retryTapped) }
        return inputs
      }
    ) { () -> TestStore<Y30EntryPass> in
      let store = TestStore(initialState: Y30EntryPass.State()) { Y30EntryPass() }
      store.gate("code", at: \.y30Client.code) { ticket in [.success("Code \(ticket)"), .failure(Y30Offline())] }
      store.gate("scans", at: \.y30Client.scans) { _ in [.element(.rejected), .element(.admitted), .finish] }
      return store
    }
  }
}
