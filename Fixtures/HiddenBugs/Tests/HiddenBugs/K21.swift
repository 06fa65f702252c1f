import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The round of a courier who brings pet food. Each stop is reported when the courier leaves the door.
struct K21Round: Reducer {
  enum Phase: Equatable, Sendable {
    case idle
    case loading
    case unavailable
    case running
    case finishing
    case finished
  }

  enum Notice: Equatable, Sendable { case stopNotReported, roundNotFinished }

  struct State: Equatable {
    var phase = Phase.idle
    var stops: [K21Stop] = []
    /// The stops whose report is on its way.
    var reporting: Set<Int> = []
    var notice: Notice?

    var isComplete: Bool { reporting.isEmpty && stops.allSatisfy { $0.status != .open } }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case retryTapped
    case deliveredTapped(Int)
    case absentTapped(Int)
    case finishTapped
    case noticeDismissed
  }

  enum Feedback: Equatable, Sendable {
    case loaded([K21Stop])
    case loadFailed
    case reported(Int)
    case reportFailed(Int, stops: [K21Stop])
    case finished
    case finishFailed
  }

  @Dependency(\.k21Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.phase == .idle else { return .none }
      return load(&state)

    case .input(.retryTapped):
      guard state.phase == .unavailable else { return .none }
      return load(&state)

    case .input(.deliveredTapped(let id)):
      return report(id, as: .delivered, &state)

    case .input(.absentTapped(let id)):
      return report(id, as: .absent, &state)

    case .input(.finishTapped):
      guard state.phase == .running, state.isComplete else { return .none }
      state.phase = .finishing
      state.notice = nil
      return .run("finish") { send in
        try await client.finish()
        await send(.finished)
      } catch: { _, send in
        await send(.finishFailed)
      }

    case .input(.noticeDismissed):
      state.notice = nil
      return .none

    case .feedback(.loaded(let stops)):
      state.phase = .running
      state.stops = stops
      return .none

    case .feedback(.loadFailed):
      state.phase = .unavailable
      return .none

    case .feedback(.reported(let id)):
      state.reporting.remove(id)
      return .none

    case .feedback(.reportFailed(let id, let stops)):
      state.reporting.remove(id)
      state.stops = stops
      state.notice = .stopNotReported
      return .none

    case .feedback(.finished):
      state.phase = .finished
      return .none

    case .feedback(.finishFailed):
      state.phase = .running
      state.notice = .roundNotFinished
      return .none
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.phase = .loading
    return .run("stops") { send in
      await send(.loaded(try await client.stops()))
    } catch: { _, send in
      await send(.loadFailed)
    }
  }

  /// Shows the stop as done at once. The courier has no time to wait for the network.
  private func report(_ id: Int, as status: K21Stop.Status, _ state: inout State) -> Effect<Feedback, Never> {
    guard state.phase == .running, !state.reporting.contains(id) else { return .none }
    guard let index = state.stops.firstIndex(where: { $0.id == id && $0.status == .open }) else { return .none }
    let before = state.stops
    state.stops[index].status = status
    state.reporting.insert(id)
    state.notice = nil
    return .run("report", of: id) { send in
      try await client.report(id, status)
      await send(.reported(id))
    } catch: { _, send in
      await send(.reportFailed(id, stops: before))
    }
  }
}

struct K21Stop: Equatable, Identifiable, Sendable {
  enum Status: Equatable, Sendable { case open, delivered, absent }

  let id: Int
  var street: String
  var status = Status.open
}

struct K21Client: TestDependencyKey, Sendable {
  var stops: @Sendable () async throws -> [K21Stop]
  var report: @Sendable (_ stop: Int, _ status: K21Stop.Status) async throws -> Void
  var finish: @Sendable () async throws -> Void

  static let testValue = K21Client(
    stops: unimplemented("K21Client.stops"),
    report: unimplemented("K21Client.report"),
    finish: unimplemented("K21Client.finish")
  )
}

extension DependencyValues {
  var k21Client: K21Client {
    get { self[K21Client.self] }
    set { self[K21Client.self] = newValue }
  }
}

struct K21Offline: Error {}

struct K21Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: K21Round.State) -> [K21Round.Input] in
        var inputs: [K21Round.Input] = []
        if state.notice != nil { inputs.append(.noticeDismissed) }
        switch state.phase {
        case .idle: inputs.append(.appeared)
        case .unavailable: inputs.append(.retryTapped)
        case .running:
          for stop in state.stops where stop.status == .open && !state.reporting.contains(stop.id) {
            inputs += [.deliveredTapped(stop.id), .absentTapped(stop.id)]
          }
          if state.isComplete { inputs.append(.finishTapped) }
        case .loading, .finishing, .finished: break
        }
        return inputs
      }
    ) { () -> TestStore<K21Round> in
      let store = TestStore(initialState: K21Round.State()) { K21Round() }
      store.gate("stops", at: \.k21Client.stops) {
        [
          .success([K21Stop(id: 1, street: "Mill Lane"), K21Stop(id: 2, street: "High Street")]),
          .failure(K21Offline()),
        ]
      }
      store.gate("report", at: \.k21Client.report) { _ in [.success(()), .failure(K21Offline())] }
      store.gate("finish", at: \.k21Client.finish) { [.success(()), .failure(K21Offline())] }
      return store
    }
  }
}
