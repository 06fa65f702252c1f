import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Checks whether drugs may be taken together. The pharmacist searches for drugs and collects them.
struct C31Interactions: Reducer {
  struct State: Equatable {
    var query = ""
    var suggestions: [String] = []
    var isSearching = false
    var hasSearchFailed = false
    var drugs: [String] = []
    var warnings: [C31Warning] = []
    var isChecking = false
    var hasCheckFailed = false
    var onlySevere = false

    /// The warnings below the drugs.
    var shown: [C31Warning] { onlySevere ? warnings.filter(\.isSevere) : warnings }
  }

  enum Input: Equatable, Sendable {
    case queryChanged(String)
    case addTapped(String)
    case removeTapped(String)
    case clearTapped
    case retryTapped
    case onlySevereTapped
  }

  enum Feedback: Equatable, Sendable {
    case found([String])
    case searchFailed
    case checked([C31Warning], for: [String])
    case checkFailed(for: [String])
  }

  private enum CancelID { case search, check }

  @Dependency(\.c31Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.queryChanged(let query)):
      state.query = query
      state.suggestions = []
      state.hasSearchFailed = false
      state.isSearching = !query.isEmpty
      guard !query.isEmpty else { return .cancel(id: CancelID.search) }
      return .run("search", of: query) { send in
        await send(.found(try await client.search(query)))
      } catch: { _, send in
        await send(.searchFailed)
      }
      .debounce(id: CancelID.search, for: .milliseconds(300))

    case .input(.addTapped(let drug)):
      guard !state.drugs.contains(drug) else { return .none }
      state.drugs.append(drug)
      state.query = ""
      state.suggestions = []
      state.isSearching = false
      state.hasSearchFailed = false
      return .merge(.cancel(id: CancelID.search), check(&state))

    case .input(.removeTapped(let drug)):
      state.drugs.removeAll { $0 == drug }
      return check(&state)

    case .input(.clearTapped):
      state.drugs = []
      state.warnings = []
      state.isChecking = false
      state.hasCheckFailed = false
      return .cancel(id: CancelID.check)

    case .input(.retryTapped):
      guard state.hasCheckFailed else { return .none }
      return check(&state)

    case .input(.onlySevereTapped):
      state.onlySevere.toggle()
      return .none

    case .feedback(.found(let suggestions)):
      state.isSearching = false
      state.suggestions = suggestions
      return .none

    case .feedback(.searchFailed):
      state.isSearching = false
      state.hasSearchFailed = true
      return .none

    case .feedback(.checked(let warnings, let drugs)):
      guard drugs == state.drugs else { return .none }
      state.isChecking = false
      state.warnings = warnings
      return .none

    case .feedback(.checkFailed(let drugs)):
      guard drugs == state.drugs else { return .none }
      state.isChecking = false
      state.hasCheckFailed = true
      return .none
    }
  }

  /// Checks the drugs as they are now. A single one has nothing to interact with.
  private func check(_ state: inout State) -> Effect<Feedback, Never> {
    state.warnings = []
    state.hasCheckFailed = false
    guard state.drugs.count > 1 else { return .none }
    state.isChecking = true
    let drugs = state.drugs
    return .run("check", of: drugs) { send in
      await send(.checked(try await client.check(drugs), for: drugs))
    } catch: { _, send in
      await send(.checkFailed(for: drugs))
    }
    .cancellable(id: CancelID.check, cancelInFlight: true)
  }
}

struct C31Warning: Equatable, Sendable {
  var text: String
  var isSevere: Bool
}

struct C31Client: TestDependencyKey, Sendable {
  var search: @Sendable (_ query: String) async throws -> [String]
  var check: @Sendable (_ drugs: [String]) async throws -> [C31Warning]

  static let testValue = C31Client(
    search: unimplemented("C31Client.search"),
    check: unimplemented("C31Client.check")
  )
}

extension DependencyValues {
  var c31Client: C31Client {
    get { self[C31Client.self] }
    set { self[C31Client.self] = newValue }
  }
}

struct C31Offline: Error {}

struct C31Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: C31Interactions.State) -> [C31Interactions.Input] in
        var inputs: [C31Interactions.Input] = [.queryChanged(state.query.isEmpty ? "in" : ""), .onlySevereTapped]
        for drug in state.suggestions where !state.drugs.contains(drug) { inputs.append(.addTapped(drug)) }
        for drug in state.drugs { inputs.append(.removeTapped(drug)) }
        if !state.drugs.isEmpty { inputs.append(.clearTapped) }
        if state.hasCheckFailed { inputs.append(.retryTapped) }
        return inputs
      }
    ) { () -> TestStore<C31Interactions> in
      let store = TestStore(initialState: C31Interactions.State()) { C31Interactions() }
      store.gate("search", at: \.c31Client.search) { _ in
        [.success(["Aspirin", "Heparin", "Warfarin"]), .failure(C31Offline())]
      }
      store.gate("check", at: \.c31Client.check) { drugs in
        [
          .success([C31Warning(text: "Bleeding: \(drugs.joined(separator: ", "))", isSevere: true)]),
          .failure(C31Offline()),
        ]
      }
      return store
    }
  }
}
