import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The roll call after a fire alarm. Each class is reported to the school office, which acknowledges the reports.
struct G21RollCall: Reducer {
  struct State: Equatable {
    var phase = Phase.ready
    var hasFailed = false
    var classes: [String] = []
    var reports: [String: Report] = [:]
    var missing: Set<String> = []

    var isComplete: Bool { phase == .running && reports.values.allSatisfy { $0 == .acknowledged } }
  }

  enum Phase: Equatable { case ready, starting, running }

  enum Report: Equatable { case open, sending, sent, acknowledged, failed }

  enum Input: Equatable, Sendable {
    case startTapped
    case missingTapped(String)
    case reportTapped(String)
    case reportAgainTapped(String)
    case endTapped
  }

  enum Feedback: Equatable, Sendable {
    case started([String])
    case startFailed
    case reported(String)
    case reportFailed(String)
    case timedOut(String)
    case acknowledged(String)
  }

  private enum CancelID: Hashable, Sendable {
    case rollCall
    case report(String)
    case timeout(String)
  }

  @Dependency(\.g21Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.startTapped):
      guard state.phase == .ready else { return .none }
      state.phase = .starting
      state.hasFailed = false
      return .run("start") { send in
        await send(.started(try await client.start()))
      } catch: { _, send in
        await send(.startFailed)
      }

    case .feedback(.started(let classes)):
      state.phase = .running
      state.classes = classes
      for name in classes { state.reports[name] = .open }
      return .run("acknowledgements") { send in
        for await name in client.acknowledgements() { await send(.acknowledged(name)) }
      }
      .cancellable(id: CancelID.rollCall)

    case .feedback(.startFailed):
      state.phase = .ready
      state.hasFailed = true
      return .none

    case .input(.missingTapped(let name)):
      guard state.reports[name] == .open else { return .none }
      if state.missing.remove(name) == nil { state.missing.insert(name) }
      return .none

    case .input(.reportTapped(let name)):
      guard state.reports[name] == .open else { return .none }
      return report(name, into: &state)

    case .input(.reportAgainTapped(let name)):
      guard state.reports[name] == .failed else { return .none }
      return report(name, into: &state)

    case .input(.endTapped):
      guard state.phase == .running else { return .none }
      state = State()
      return .cancel(id: CancelID.rollCall)

    case .feedback(.reported(let name)):
      guard state.reports[name] != .acknowledged else { return .none }
      state.reports[name] = .sent
      return .cancel(id: CancelID.timeout(name))

    case .feedback(.reportFailed(let name)):
      state.reports[name] = .failed
      return .cancel(id: CancelID.timeout(name))

    case .feedback(.timedOut(let name)):
      guard state.reports[name] == .sending else { return .none }
      state.reports[name] = .failed
      return .none

    case .feedback(.acknowledged(let name)):
      guard state.reports[name] != nil else { return .none }
      state.reports[name] = .acknowledged
      return .cancel(id: CancelID.timeout(name))
    }
  }

  private func report(_ name: String, into state: inout State) -> Effect<Feedback, Never> {
    state.reports[name] = .sending
    let report = G21Report(name: name, isMissingPupils: state.missing.contains(name))
    return .merge(
      .run("report", of: report) { send in
        try await client.report(report)
        await send(.reported(name))
      } catch: { _, send in
        await send(.reportFailed(name))
      }
      .cancellable(id: CancelID.report(name), cancelInFlight: true),
      .run("timeout", of: name) { send in
        try await clock.sleep(for: .seconds(15))
        await send(.timedOut(name))
      }
      .cancellable(id: CancelID.timeout(name), cancelInFlight: true)
    )
    .cancellable(id: CancelID.rollCall)
  }
}

struct G21Report: Hashable, Sendable {
  var name: String
  var isMissingPupils: Bool
}

struct G21Client: TestDependencyKey, Sendable {
  var start: @Sendable () async throws -> [String]
  var report: @Sendable (_ report: G21Report) async throws -> Void
  var acknowledgements: @Sendable () -> AsyncStream<String>

  static let testValue = G21Client(
    start: unimplemented("G21Client.start"),
    report: unimplemented("G21Client.report"),
    acknowledgements: unimplemented("G21Client.acknowledgements", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var g21Client: G21Client {
    get { self[G21Client.self] }
    set { self[G21Client.self] = newValue }
  }
}

struct G21NoSignal: Error {}

struct G21Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: G21RollCall.State) -> [G21RollCall.Input] in
        guard state.phase == .running else { return state.phase == .ready ? [.startTapped] : [] }
        var inputs: [G21RollCall.Input] = [.endTapped]
        for name in state.classes {
          switch state.reports[name] {
          case .open: inputs += [.missingTapped(name), .reportTapped(name)]
          case .failed: inputs.append(.reportAgainTapped(name))
          case .sending, .sent, .acknowledged, nil: break
          }
        }
        return inputs
      }
    ) { () -> TestStore<G21RollCall> in
      let store = TestStore(initialState: G21RollCall.State()) { G21RollCall() }
      store.gate("start", at: \.g21Client.start) { [.success(["2b", "3a"]), .failure(G21NoSignal())] }
      store.gate("report", at: \.g21Client.report) { _ in [.success(()), .failure(G21NoSignal())] }
      store.gate("acknowledgements", at: \.g21Client.acknowledgements) { [.element("2b"), .element("3a")] }
      return store
    }
  }
}
