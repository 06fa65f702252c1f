import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Registers a new address at the city. The form can be filled by the code in a landlord's letter.
struct G23Registration: Reducer {
  struct State: Equatable {
    var query = ""
    var suggestions: [String] = []
    var address: String?
    var isSearching = false
    var searchFailed = false
    var isSubmitting = false
    var isSlow = false
    var submitFailed = false
    var receipt: String?
    var scannedAddress: String?

    var isEmpty: Bool { query.isEmpty && address == nil }
    var asksToReplace: Bool { scannedAddress != nil && !isSubmitting && receipt == nil }
  }

  enum Input: Equatable, Sendable {
    case queryChanged(String)
    case searchAgainTapped
    case suggestionTapped(String)
    case submitTapped
    case codeScanned(String)
    case replaceTapped
    case keepTapped
    case doneTapped
  }

  enum Feedback: Equatable, Sendable {
    case found([String])
    case searchFailed
    case submitted(String)
    case submitFailed
    case submitIsSlow
  }

  private enum CancelID { case search, slow }

  @Dependency(\.g23Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.queryChanged(let query)):
      guard !state.isSubmitting, state.receipt == nil, query != state.query else { return .none }
      state.query = query
      state.address = nil
      state.suggestions = []
      state.searchFailed = false
      state.submitFailed = false
      guard !query.isEmpty else {
        state.isSearching = false
        return .cancel(id: CancelID.search)
      }
      state.isSearching = true
      return search(query).debounce(id: CancelID.search, for: .milliseconds(400))

    case .input(.searchAgainTapped):
      guard state.searchFailed else { return .none }
      state.searchFailed = false
      state.isSearching = true
      return search(state.query).cancellable(id: CancelID.search, cancelInFlight: true)

    case .input(.suggestionTapped(let address)):
      guard state.suggestions.contains(address) else { return .none }
      state.query = address
      state.address = address
      state.suggestions = []
      return .none

    case .input(.submitTapped):
      guard let address = state.address, !state.isSubmitting, state.receipt == nil else { return .none }
      state.isSubmitting = true
      state.submitFailed = false
      return submit(address)

    case .input(.codeScanned(let address)):
      guard address != state.address else { return .none }
      guard state.isEmpty else {
        state.scannedAddress = address
        return .none
      }
      return begin(with: address, in: &state)

    case .input(.replaceTapped):
      guard state.asksToReplace else { return .none }
      return begin(with: state.scannedAddress, in: &state)

    case .input(.keepTapped):
      guard state.asksToReplace else { return .none }
      state.scannedAddress = nil
      return .none

    case .input(.doneTapped):
      guard state.receipt != nil else { return .none }
      return begin(with: state.scannedAddress, in: &state)

    case .feedback(.found(let suggestions)):
      state.isSearching = false
      state.suggestions = suggestions
      return .none

    case .feedback(.searchFailed):
      state.isSearching = false
      state.searchFailed = true
      return .none

    case .feedback(.submitted(let receipt)):
      state.isSubmitting = false
      state.isSlow = false
      state.receipt = receipt
      return .cancel(id: CancelID.slow)

    case .feedback(.submitFailed):
      state.isSubmitting = false
      state.isSlow = false
      state.submitFailed = true
      return .cancel(id: CancelID.slow)

    case .feedback(.submitIsSlow):
      state.isSlow = true
      return .none
    }
  }

  /// Begins a new form.
  private func begin(with address: String?, in state: inout State) -> Effect<Feedback, Never> {
    state = State()
    state.query = address ?? ""
    state.address = address
    return .cancel(id: CancelID.search)
  }

  private func search(_ query: String) -> Effect<Feedback, Never> {
    .run("search", of: query) { send in
      await send(.found(try await client.search(query)))
    } catch: { _, send in
      await send(.searchFailed)
    }
  }

  private func submit(_ address: String) -> Effect<Feedback, Never> {
    .merge(
      .run("submit", of: address) { send in
        await send(.submitted(try await client.submit(address)))
      } catch: { _, send in
        await send(.submitFailed)
      },
      .run("slow") { send in
        try await clock.sleep(for: .seconds(8))
        await send(.submitIsSlow)
      }
      .cancellable(id: CancelID.slow, cancelInFlight: true)
    )
  }
}

struct G23Client: TestDependencyKey, Sendable {
  var search: @Sendable (_ query: String) async throws -> [String]
  var submit: @Sendable (_ address: String) async throws -> String

  static let testValue = G23Client(
    search: unimplemented("G23Client.search"),
    submit: unimplemented("G23Client.submit")
  )
}

extension DependencyValues {
  var g23Client: G23Client {
    get { self[G23Client.self] }
    set { self[G23Client.self] = newValue }
  }
}

struct G23Offline: Error {}

struct G23Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: G23Registration.State) -> [G23Registration.Input] in
        let scan = G23Registration.Input.codeScanned("Mill Lane 9")
        if state.asksToReplace { return [.replaceTapped, .keepTapped] }
        if state.isSubmitting { return [scan] }
        if state.receipt != nil { return [.doneTapped, scan] }
        var inputs: [G23Registration.Input] = [.queryChanged("Elm"), .queryChanged("Oak"), .queryChanged(""), scan]
        for suggestion in state.suggestions { inputs.append(.suggestionTapped(suggestion)) }
        if state.searchFailed { inputs.append(.searchAgainTapped) }
        if state.address != nil { inputs.append(.submitTapped) }
        return inputs
      }
    ) { () -> TestStore<G23Registration> in
      let store = TestStore(initialState: G23Registration.State()) { G23Registration() }
      store.gate("search", at: \.g23Client.search) { query in
        [.success(["\(query) Street 1"]), .failure(G23Offline())]
      }
      store.gate("submit", at: \.g23Client.submit) { _ in [.success("REG-77"), .failure(G23Offline())] }
      return store
    }
  }
}
