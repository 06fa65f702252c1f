import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Boarding at a gate. Several agents scan passes, so the gate's status is asked for every half minute.
struct E30Boarding: Reducer {
  enum Phase: Equatable {
    case waiting
    case boarding
    case closing
    case departed
  }

  enum Notice: Equatable {
    case unknownPass(String)
    case notChecked(String)
    case alreadyOnBoard(String)
    case notClosed
  }

  struct State: Equatable {
    var phase = Phase.waiting
    var onBoard: Set<String> = []
    var minutesLeft: Int?
    var isAsking = false
    var isOutdated = false
    var checking: String?
    var notice: Notice?
    var isInBackground = false

    /// Whether the ticker runs.
    var isTicking = false
  }

  enum Input: Equatable, Sendable {
    case openTapped
    case scanned(String)
    case refreshTapped
    case closeTapped
    case noticeDismissed
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case checked(String, isKnown: Bool)
    case notChecked(String)
    case answered(E30Status)
    case notAnswered
    case closed
    case notClosed
    case ticked
  }

  private enum CancelID { case status, ticker }

  @Dependency(\.e30Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    let effect = handle(message, into: &state)
    let shallTick = state.phase == .boarding && !state.isInBackground
    guard shallTick != state.isTicking else { return effect }
    state.isTicking = shallTick
    return .merge(effect, shallTick ? ticker() : .cancel(id: CancelID.ticker))
  }

  private func handle(_ message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.openTapped):
      guard state.phase == .waiting else { return .none }
      state.phase = .boarding
      return ask(&state)

    case .input(.scanned(let pass)):
      guard state.phase == .boarding, state.checking == nil else { return .none }
      guard !state.onBoard.contains(pass) else {
        state.notice = .alreadyOnBoard(pass)
        return .none
      }
      state.checking = pass
      state.notice = nil
      return .run("check", of: pass) { send in
        await send(.checked(pass, isKnown: try await client.check(pass)))
      } catch: { _, send in
        await send(.notChecked(pass))
      }

    case .input(.closeTapped):
      guard state.phase == .boarding, state.checking == nil else { return .none }
      state.phase = .closing
      state.isAsking = false
      state.notice = nil
      return .merge(
        .cancel(id: CancelID.status),
        .run("close") { send in
          try await client.close()
          await send(.closed)
        } catch: { _, send in
          await send(.notClosed)
        }
      )

    case .input(.noticeDismissed):
      state.notice = nil
      return .none

    case .input(.wentToBackground):
      state.isInBackground = true
      return .none

    case .input(.cameToForeground):
      state.isInBackground = false
      return ask(&state)

    case .input(.refreshTapped), .feedback(.ticked):
      return ask(&state)

    case .feedback(.checked(let pass, isKnown: let isKnown)):
      state.checking = nil
      if isKnown { state.onBoard.insert(pass) } else { state.notice = .unknownPass(pass) }
      return .none

    case .feedback(.notChecked(let pass)):
      state.checking = nil
      state.notice = .notChecked(pass)
      return .none

    case .feedback(.answered(let status)):
      state.isAsking = false
      state.isOutdated = false
      state.minutesLeft = status.minutesLeft
      // Nobody leaves the aircraft, and a pass of this gate may be newer than the answer.
      state.onBoard.formUnion(status.onBoard)
      return .none

    case .feedback(.notAnswered):
      state.isAsking = false
      state.isOutdated = true
      return .none

    case .feedback(.closed):
      state.phase = .departed
      state.minutesLeft = nil
      state.isOutdated = false
      return .none

    case .feedback(.notClosed):
      state.phase = .boarding
      state.notice = .notClosed
      return ask(&state)
    }
  }

  private func ask(_ state: inout State) -> Effect<Feedback, Never> {
    guard state.phase == .boarding, !state.isAsking else { return .none }
    state.isAsking = true
    return .run("status") { send in
      await send(.answered(try await client.status()))
    } catch: { _, send in
      await send(.notAnswered)
    }
    .cancellable(id: CancelID.status, cancelInFlight: true)
  }

  private func ticker() -> Effect<Feedback, Never> {
    .run("ticker") { send in
      for await _ in clock.timer(interval: .seconds(30)) { await send(.ticked) }
    }
    .cancellable(id: CancelID.ticker, cancelInFlight: true)
  }
}

struct E30Status: Equatable, Sendable {
  var minutesLeft: Int
  var onBoard: Set<String>
}

struct E30Client: TestDependencyKey, Sendable {
  var check: @Sendable (_ pass: String) async throws -> Bool
  var status: @Sendable () async throws -> E30Status
  var close: @Sendable () async throws -> Void

  static let testValue = E30Client(
    check: unimplemented("E30Client.check"),
    status: unimplemented("E30Client.status"),
    close: unimplemented("E30Client.close")
  )
}

extension DependencyValues {
  var e30Client: E30Client {
    get { self[E30Client.self] }
    set { self[E30Client.self] = newValue }
  }
}

struct E30Offline: Error {}

struct E30Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: E30Boarding.State) -> [E30Boarding.Input] in
        if state.isInBackground { return [.cameToForeground] }
        var inputs: [E30Boarding.Input] = [.wentToBackground]
        if state.notice != nil { inputs.append(.noticeDismissed) }
        switch state.phase {
        case .waiting: inputs.append(.openTapped)
        case .boarding:
          inputs.append(.refreshTapped)
          if state.checking == nil { inputs += [.scanned("12A"), .closeTapped] }
        case .closing, .departed: break
        }
        return inputs
      }
    ) { () -> TestStore<E30Boarding> in
      let store = TestStore(initialState: E30Boarding.State()) { E30Boarding() }
      store.gate("check", at: \.e30Client.check) { _ in [.success(true), .success(false), .failure(E30Offline())] }
      store.gate("status", at: \.e30Client.status) {
        [.success(E30Status(minutesLeft: 9, onBoard: ["14C"])), .failure(E30Offline())]
      }
      store.gate("close", at: \.e30Client.close) { [.success(()), .failure(E30Offline())] }
      return store
    }
  }
}
