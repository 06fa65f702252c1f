import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct F06RiverClient: TestDependencyKey, Sendable {
  var level: @Sendable (_ river: String) async throws -> Int
  var warning: @Sendable (_ river: String) async throws -> String?

  static let testValue = F06RiverClient(
    level: unimplemented("F06RiverClient.level"),
    warning: unimplemented("F06RiverClient.warning")
  )
}

extension DependencyValues {
  var f06RiverClient: F06RiverClient {
    get { self[F06RiverClient.self] }
    set { self[F06RiverClient.self] = newValue }
  }
}

/// Shows the level of a river, and the flood warning for it. The rivers are tabs; without one, a map is shown.
struct F06Rivers: Reducer {
  struct State: Equatable {
    var river: String?
    var level: Int?
    var isLoading = false
    var hasFailed = false
    var warning: String?
    var isCheckingWarning = false
    var hasWarningFailed = false
  }

  enum Input: Equatable {
    case riverTapped(String)
    case refreshTapped
    case warningDismissed
    case closeTapped
  }

  enum Feedback: Equatable {
    case levelLoaded(Int)
    case levelFailed
    case warningChecked(String?)
    case warningFailed
  }

  private enum CancelID { case level, warning }

  @Dependency(\.f06RiverClient) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.riverTapped(let river)):
      guard state.river != river else { return .none }
      state = State()
      state.river = river
      state.isLoading = true
      return loadLevel(of: river)

    case .input(.refreshTapped):
      guard let river = state.river, !state.isLoading else { return .none }
      state.isLoading = true
      state.hasFailed = false
      return loadLevel(of: river)

    case .feedback(.levelLoaded(let level)):
      state.isLoading = false
      state.level = level
      guard let river = state.river else { return .none }
      // A level is shown at once. Whether it is dangerous takes longer.
      state.isCheckingWarning = true
      state.hasWarningFailed = false
      return checkWarning(for: river)

    case .feedback(.levelFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.warningChecked(let warning)):
      state.isCheckingWarning = false
      state.warning = warning
      return .none

    case .feedback(.warningFailed):
      state.isCheckingWarning = false
      state.hasWarningFailed = true
      return .none

    case .input(.warningDismissed):
      state.warning = nil
      return .none

    case .input(.closeTapped):
      state = State()
      return .merge(.cancel(id: CancelID.level), .cancel(id: CancelID.warning))
    }
  }

  private func loadLevel(of river: String) -> Effect<Feedback, Never> {
    .run("level", of: river) { send in
      await send(.levelLoaded(try await client.level(river)))
    } catch: { _, send in
      await send(.levelFailed)
    }
    .cancellable(id: CancelID.level, cancelInFlight: true)
  }

  private func checkWarning(for river: String) -> Effect<Feedback, Never> {
    .run("warning", of: river) { send in
      await send(.warningChecked(try await client.warning(river)))
    } catch: { _, send in
      await send(.warningFailed)
    }
    .cancellable(id: CancelID.warning, cancelInFlight: true)
  }
}

struct F06Offline: Error {}

struct F06Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.riverTapped("Elbe"), .riverTapped("Oder"), .refreshTapped, .warningDismissed, .closeTapped]
    ) { () -> TestStore<F06Rivers> in
      let store = TestStore(initialState: F06Rivers.State()) { F06Rivers() }
      store.gate("level", at: \.f06RiverClient.level) { river in
        [.success(river == "Elbe" ? 310 : 140), .failure(F06Offline())]
      }
      store.gate("warning", at: \.f06RiverClient.warning) { river in
        [.success("The \(river) floods its banks."), .success(nil), .failure(F06Offline())]
      }
      return store
    }
  }
}
