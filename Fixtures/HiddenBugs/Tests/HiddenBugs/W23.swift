import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// An inventory. A handheld shows what is to be in each place, on demand.
struct W23Inventory: Reducer {
  struct State: Equatable {
    var clerk: String?
    var places: [W23Place] = []
    var isLoading = false
    var hasFailed = false
    var asking: Set<String> = []
    var expected: [String: Int] = [:]
    var unanswered: Set<String> = []
    var hidesExpected = false
  }

  enum Input: Equatable, Sendable {
    case signedIn(String)
    case reloadTapped
    case placeTapped(String)
    case hideTapped
    case signedOut
  }

  enum Feedback: Equatable, Sendable {
    case loaded([W23Place])
    case loadFailed
    case expected(String, Int)
    case lookupFailed(String)
  }

  private enum CancelID: Hashable { case load, lookup(String) }

  @Dependency(\.w23Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.signedIn(let clerk)):
      guard state.clerk == nil else { return .none }
      state.clerk = clerk
      return load(clerk, into: &state)

    case .input(.reloadTapped):
      guard let clerk = state.clerk, !state.isLoading else { return .none }
      return load(clerk, into: &state)

    case .input(.placeTapped(let place)):
      guard state.places.contains(where: { $0.id == place }), !state.asking.contains(place) else { return .none }
      state.asking.insert(place)
      state.unanswered.remove(place)
      return .run("expected", of: place) { send in
        await send(.expected(place, try await client.expected(place)))
      } catch: { _, send in
        await send(.lookupFailed(place))
      }
      .cancellable(id: CancelID.lookup(place), cancelInFlight: true)

    case .input(.hideTapped):
      state.hidesExpected.toggle()
      return .none

    case .input(.signedOut):
      state = State()
      var cancellations: [Effect<Feedback, Never>] = [.cancel(id: CancelID.load)]
      for place in state.places { cancellations.append(.cancel(id: CancelID.lookup(place.id))) }
      return .merge(cancellations)

    case .feedback(.loaded(let places)):
      state.isLoading = false
      state.places = places
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.expected(let place, let count)):
      state.asking.remove(place)
      state.expected[place] = count
      return .none

    case .feedback(.lookupFailed(let place)):
      state.asking.remove(place)
      state.unanswered.insert(place)
      return .none
    }
  }

  private func load(_ clerk: String, into state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("places", of: clerk) { send in
      await send(.loaded(try await client.places(clerk)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct W23Place: Equatable, Sendable {
  var id: String
}

struct W23Client: TestDependencyKey, Sendable {
  var places: @Sendable (_ clerk: String) async throws -> [W23Place]
  var expected: @Sendable (_ place: String) async throws -> Int

  static let testValue = W23Client(
    places: unimplemented("W23Client.places"),
    expected: unimplemented("W23Client.expected")
  )
}

extension DependencyValues {
  var w23Client: W23Client {
    get { self[W23Client.self] }
    set { self[W23Client.self] = newValue }
  }
}

struct W23Offline: Error {}

struct W23Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: W23Inventory.State) -> [W23Inventory.Input] in
        guard state.clerk != nil else { return [.signedIn("Ines"), .signedIn("Karl")] }
        var inputs: [W23Inventory.Input] = [.hideTapped, .signedOut]
        if !state.isLoading { inputs.append(.reloadTapped) }
        for place in state.places where !state.asking.contains(place.id) { inputs.append(.placeTapped(place.id)) }
        return inputs
      }
    ) { () -> TestStore<W23Inventory> in
      let store = TestStore(initialState: W23Inventory.State()) { W23Inventory() }
      store.gate("places", at: \.w23Client.places) { _ in
        [.success([W23Place(id: "A-01")]), .failure(W23Offline())]
      }
      store.gate("expected", at: \.w23Client.expected) { _ in [.success(12), .failure(W23Offline())] }
      return store
    }
  }
}
