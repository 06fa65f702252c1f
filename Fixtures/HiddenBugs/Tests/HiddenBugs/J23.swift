import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The beds of a ward. Each has a cuff that measures the blood pressure on demand.
struct J23Ward: Reducer {
  struct State: Equatable {
    var beds: IdentifiedArray<J23Bed.State> = []
    var isLoading = false
    var hasFailed = false
  }

  enum Input: Equatable, Sendable {
    case refreshTapped
    case measureAllTapped
    case stopAllTapped
    case bed(Int, J23Bed.Input)
  }

  enum Feedback: Equatable, Sendable {
    case loaded([Int])
    case loadFailed
    case bed(Int, ChildFeedback<J23Bed>)
  }

  @Dependency(\.j23Client) private var client

  private let beds = ScopeEach<J23Ward, J23Bed>(\.beds, feedback: Feedback.bed) { J23Bed() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.refreshTapped):
      guard !state.isLoading else { return .none }
      state.isLoading = true
      state.hasFailed = false
      return .run("beds") { send in
        await send(.loaded(try await client.beds()))
      } catch: { _, send in
        await send(.loadFailed)
      }

    case .input(.measureAllTapped):
      var effects: [Effect<Feedback, Never>] = []
      for id in state.beds.ids { effects.append(beds.reduce(.input(.measureTapped), id: id, into: &state)) }
      return .merge(effects)

    case .input(.stopAllTapped):
      var effects: [Effect<Feedback, Never>] = []
      for id in state.beds.ids { effects.append(beds.reduce(.input(.stopTapped), id: id, into: &state)) }
      return .merge(effects)

    case .input(.bed(let id, let input)):
      return beds.reduce(.input(input), id: id, into: &state)

    case .feedback(.loaded(let ids)):
      // A bed that stays keeps its value, and goes on to measure.
      state.isLoading = false
      let old = state.beds
      state.beds = IdentifiedArray(ids.map { old[id: $0] ?? J23Bed.State(id: $0) })
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.bed(let id, .feedback(let feedback))):
      return beds.reduce(.feedback(feedback), id: id, into: &state)
    }
  }
}

/// One bed.
struct J23Bed: Reducer {
  enum Measurement: Equatable, Sendable {
    case idle
    case running
    case failed(J23Reason)
  }

  struct State: Equatable, Identifiable {
    let id: Int
    var pressure: Int?
    var measurement = Measurement.idle
  }

  enum Input: Equatable, Sendable {
    case measureTapped
    case stopTapped
    case dismissTapped
  }

  enum Feedback: Equatable, Sendable {
    case measured(Int)
    case ended(J23Reason)
  }

  private enum CancelID { case measurement }

  @Dependency(\.j23Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.measureTapped):
      guard state.measurement != .running else { return .none }
      state.measurement = .running
      return .merge(
        .run("measure", of: state.id) { [id = state.id] send in
          for try await pressure in client.measure(id) { await send(.measured(pressure)) }
          await send(.ended(.noReading))
        } catch: { _, send in
          await send(.ended(.cuffLost))
        },
        .run("timeout") { send in
          try await clock.sleep(for: .seconds(60))
          await send(.ended(.noReading))
        }
      )
      .cancellable(id: CancelID.measurement, cancelInFlight: true)

    case .input(.stopTapped):
      guard state.measurement == .running else { return .none }
      state.measurement = .idle
      return .cancel(id: CancelID.measurement)

    case .input(.dismissTapped):
      if case .failed = state.measurement { state.measurement = .idle }
      return .none

    case .feedback(.measured(let pressure)):
      // The first reading counts, and the cuff lets go.
      state.pressure = pressure
      state.measurement = .idle
      return .cancel(id: CancelID.measurement)

    case .feedback(.ended(let reason)):
      state.measurement = .failed(reason)
      return .cancel(id: CancelID.measurement)
    }
  }
}

enum J23Reason: Equatable, Sendable { case noReading, cuffLost }

struct J23Client: TestDependencyKey, Sendable {
  var beds: @Sendable () async throws -> [Int]
  var measure: @Sendable (_ bed: Int) -> AsyncThrowingStream<Int, any Error>

  static let testValue = J23Client(
    beds: unimplemented("J23Client.beds"),
    measure: unimplemented("J23Client.measure", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var j23Client: J23Client {
    get { self[J23Client.self] }
    set { self[J23Client.self] = newValue }
  }
}

struct J23Offline: Error {}

struct J23Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: J23Ward.State) -> [J23Ward.Input] in
        var inputs: [J23Ward.Input] = state.isLoading ? [] : [.refreshTapped]
        if state.beds.contains(where: { $0.measurement != .running }) { inputs.append(.measureAllTapped) }
        if state.beds.contains(where: { $0.measurement == .running }) { inputs.append(.stopAllTapped) }
        for bed in state.beds {
          inputs.append(.bed(bed.id, bed.measurement == .running ? .stopTapped : .measureTapped))
          if case .failed = bed.measurement { inputs.append(.bed(bed.id, .dismissTapped)) }
        }
        return inputs
      }
    ) { () -> TestStore<J23Ward> in
      let store = TestStore(initialState: J23Ward.State()) { J23Ward() }
      store.gate("beds", at: \.j23Client.beds) { [.success([1, 2]), .success([2]), .failure(J23Offline())] }
      store.gate("measure", at: \.j23Client.measure) { bed in
        [.element(118 + bed), .finish, .failure(J23Offline())]
      }
      return store
    }
  }
}
