import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A cold chamber with its temperature. The display can rest for five minutes, to save the battery of the handheld.
struct M36Chamber: Reducer {
  enum Connection: Equatable { case off, connecting, live, lost }
  enum Inspection: Equatable { case due, sending, logged, failed }

  struct State: Equatable {
    let chamber: String
    var degrees: Int?
    var connection = Connection.off
    /// The tab of the chamber is the one that is shown.
    var isShown = false
    var isResting = false
    var inspection = Inspection.due
    var showsFahrenheit = false

    var isTooWarm: Bool { degrees.map { $0 > -18 } ?? false }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case disappeared
    case restTapped
    case resumeTapped
    case reconnectTapped
    case inspectedTapped
    case unitTapped
  }

  enum Feedback: Equatable, Sendable {
    case measured(Int)
    case ended
    case restOver
    case inspectionLogged
    case inspectionFailed
  }

  private enum CancelID { case readings, rest }

  @Dependency(\.m36Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      state.isShown = true
      return state.isResting ? .none : listen(&state)

    case .input(.disappeared):
      state.isShown = false
      state.connection = .off
      return .cancel(id: CancelID.readings)

    case .input(.restTapped):
      guard !state.isResting else { return .none }
      state.isResting = true
      state.connection = .off
      return .merge(
        .cancel(id: CancelID.readings),
        .run("rest") { send in
          try await clock.sleep(for: .seconds(300))
          await send(.restOver)
        }
        .cancellable(id: CancelID.rest, cancelInFlight: true)
      )

    case .input(.resumeTapped):
      guard state.isResting else { return .none }
      state.isResting = false
      return .merge(.cancel(id: CancelID.rest), listen(&state))

    case .input(.reconnectTapped):
      guard state.connection == .lost else { return .none }
      return listen(&state)

    case .input(.inspectedTapped):
      guard state.inspection == .due || state.inspection == .failed else { return .none }
      state.inspection = .sending
      let chamber = state.chamber
      return .run("inspection", of: chamber) { send in
        try await client.logInspection(chamber)
        await send(.inspectionLogged)
      } catch: { _, send in
        await send(.inspectionFailed)
      }

    case .input(.unitTapped):
      state.showsFahrenheit.toggle()
      return .none

    case .feedback(.measured(let degrees)):
      state.degrees = degrees
      state.connection = .live
      return .none

    case .feedback(.ended):
      state.connection = .lost
      return .none

    case .feedback(.restOver):
      state.isResting = false
      return listen(&state)

    case .feedback(.inspectionLogged):
      state.inspection = .logged
      return .none

    case .feedback(.inspectionFailed):
      state.inspection = .failed
      return .none
    }
  }

  private func listen(_ state: inout State) -> Effect<Feedback, Never> {
    state.connection = .connecting
    let chamber = state.chamber
    return .run("readings", of: chamber) { send in
      for try await degrees in client.readings(chamber) { await send(.measured(degrees)) }
      await send(.ended)
    } catch: { _, send in
      await send(.ended)
    }
    .cancellable(id: CancelID.readings, cancelInFlight: true)
  }
}

struct M36Client: TestDependencyKey, Sendable {
  var readings: @Sendable (_ chamber: String) -> AsyncThrowingStream<Int, any Error>
  var logInspection: @Sendable (_ chamber: String) async throws -> Void

  static let testValue = M36Client(
    readings: unimplemented("M36Client.readings", placeholder: AsyncThrowingStream { $0.finish() }),
    logInspection: unimplemented("M36Client.logInspection")
  )
}

extension DependencyValues {
  var m36Client: M36Client {
    get { self[M36Client.self] }
    set { self[M36Client.self] = newValue }
  }
}

struct M36NoSignal: Error {}

struct M36Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: M36Chamber.State) -> [M36Chamber.Input] in
        guard state.isShown else { return [.appeared] }
        var inputs: [M36Chamber.Input] = [.disappeared, .unitTapped, state.isResting ? .resumeTapped : .restTapped]
        if state.connection == .lost { inputs.append(.reconnectTapped) }
        if state.inspection == .due || state.inspection == .failed { inputs.append(.inspectedTapped) }
        return inputs
      }
    ) { () -> TestStore<M36Chamber> in
      let store = TestStore(initialState: M36Chamber.State(chamber: "Fish")) { M36Chamber() }
      store.gate("readings", at: \.m36Client.readings) { _ in
        [.element(-21), .element(-15), .finish, .failure(M36NoSignal())]
      }
      store.gate("inspection", at: \.m36Client.logInspection) { _ in [.success(()), .failure(M36NoSignal())] }
      return store
    }
  }
}
