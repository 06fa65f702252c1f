import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The keys of the driver who is chosen in the car. A phone becomes a key once the car has confirmed a code.
struct U14Keys: Reducer {
  struct State: Equatable {
    var driver: String
    var keys: [String]?
    var isLoading = false
    var loadHasFailed = false
    var isPairing = false
    var code: String?
    var pairingHasFailed = false
  }

  enum Input: Equatable, Sendable {
    case appeared
    case driverChosen(String)
    case reloadTapped
    case pairTapped
    case cancelPairingTapped
    case errorDismissed
  }

  enum Feedback: Equatable, Sendable {
    case loaded([String])
    case loadFailed
    case codeReceived(String)
    case paired(String)
    case pairingFailed
  }

  private enum CancelID { case load, code, confirmation }

  @Dependency(\.u14Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.keys == nil, !state.isLoading else { return .none }
      return load(&state)

    case .input(.driverChosen(let driver)):
      guard driver != state.driver else { return .none }
      state = State(driver: driver)
      return .merge(.cancel(id: CancelID.code), load(&state))

    case .input(.reloadTapped):
      guard !state.isLoading, !state.isPairing else { return .none }
      return load(&state)

    case .input(.pairTapped):
      guard !state.isPairing, !state.isLoading, state.keys != nil else { return .none }
      state.isPairing = true
      state.pairingHasFailed = false
      return .run("code", of: state.driver) { [driver = state.driver] send in
        await send(.codeReceived(try await client.code(driver)))
      } catch: { _, send in
        await send(.pairingFailed)
      }
      .cancellable(id: CancelID.code, cancelInFlight: true)

    case .input(.cancelPairingTapped):
      guard state.isPairing else { return .none }
      state.isPairing = false
      state.code = nil
      return .merge(.cancel(id: CancelID.code), .cancel(id: CancelID.confirmation))

    case .input(.errorDismissed):
      state.pairingHasFailed = false
      return .none

    case .feedback(.loaded(let keys)):
      state.isLoading = false
      state.keys = keys
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.loadHasFailed = true
      return .none

    case .feedback(.codeReceived(let code)):
      state.code = code
      return .run("confirm", of: code) { send in
        await send(.paired(try await client.confirm(code)))
      } catch: { _, send in
        await send(.pairingFailed)
      }
      .cancellable(id: CancelID.confirmation, cancelInFlight: true)

    case .feedback(.paired(let key)):
      state.isPairing = false
      state.code = nil
      if state.keys?.contains(key) == false { state.keys?.append(key) }
      return .none

    case .feedback(.pairingFailed):
      state.isPairing = false
      state.code = nil
      state.pairingHasFailed = true
      return .none
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.loadHasFailed = false
    return .run("keys", of: state.driver) { [driver = state.driver] send in
      await send(.loaded(try await client.keys(driver)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct U14Client: TestDependencyKey, Sendable {
  var keys: @Sendable (_ driver: String) async throws -> [String]
  var code: @Sendable (_ driver: String) async throws -> String
  var confirm: @Sendable (_ code: String) async throws -> String

  static let testValue = U14Client(
    keys: unimplemented("U14Client.keys"),
    code: unimplemented("U14Client.code"),
    confirm: unimplemented("U14Client.confirm")
  )
}

extension DependencyValues {
  var u14Client: U14Client {
    get { self[U14Client.self] }
    set { self[U14Client.self] = newValue }
  }
}

struct U14Offline: Error {}

struct U14Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: U14Keys.State) -> [U14Keys.Input] in
        var inputs: [U14Keys.Input] = [.driverChosen("Ada"), .driverChosen("Ben")]
        if state.keys == nil, !state.isLoading { inputs.append(.appeared) }
        if state.isPairing { return inputs + [.cancelPairingTapped] }
        inputs += [.reloadTapped, .pairTapped]
        if state.pairingHasFailed { inputs.append(.errorDismissed) }
        return inputs
      }
    ) { () -> TestStore<U14Keys> in
      let store = TestStore(initialState: U14Keys.State(driver: "Ada")) { U14Keys() }
      store.gate("keys", at: \.u14Client.keys) { driver in [.success(["Fob of \(driver)"]), .failure(U14Offline())] }
      store.gate("code", at: \.u14Client.code) { driver in [.success("7 \(driver)"), .failure(U14Offline())] }
      store.gate("confirm", at: \.u14Client.confirm) { code in [.success("Phone \(code)"), .failure(U14Offline())] }
      return store
    }
  }
}
