import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The open tours of a depot, which the dispatchers of a shift give to drivers on one tablet.
struct W10Depot: Reducer {
  struct State: Equatable {
    var dispatcher: String?
    var wasExpired = false
    var tours: IdentifiedArray<W10Tour> = []
    var isLoading = false
    var hasFailed = false
    var assigning: Set<Int> = []
    var failedTours: Set<Int> = []
    /// The dispatcher has signed out, and the tours that are being assigned are waited for.
    var isLeaving = false
  }

  enum Input: Equatable, Sendable {
    case signedIn(String)
    case reloadTapped
    case assignTapped(Int)
    case signOutTapped
    case stayTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded([W10Tour])
    case failed
    case expired
    case assigned(Int)
    case assignFailed(Int)
  }

  private enum CancelID { case tours }

  @Dependency(\.w10Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.signedIn(let dispatcher)):
      guard state.dispatcher == nil else { return .none }
      state = State(dispatcher: dispatcher)
      return load(dispatcher, into: &state)

    case .input(.reloadTapped):
      // A list that was made before an assignment would show its tour again.
      guard let dispatcher = state.dispatcher, !state.isLoading, !state.isLeaving, state.assigning.isEmpty else {
        return .none
      }
      return load(dispatcher, into: &state)

    case .input(.assignTapped(let id)):
      guard state.tours[id: id] != nil, !state.assigning.contains(id), !state.isLoading, !state.isLeaving else {
        return .none
      }
      state.assigning.insert(id)
      state.failedTours.remove(id)
      return .run("assign", of: id) { send in
        try await client.assign(id)
        await send(.assigned(id))
      } catch: { _, send in
        await send(.assignFailed(id))
      }

    case .input(.signOutTapped):
      guard state.dispatcher != nil else { return .none }
      guard state.assigning.isEmpty else {
        state.isLeaving = true
        return .none
      }
      return leave(&state)

    case .input(.stayTapped):
      state.isLeaving = false
      return .none

    case .feedback(.loaded(let tours)):
      state.isLoading = false
      state.tours = IdentifiedArray(tours)
      state.failedTours.formIntersection(tours.map(\.id))
      return .none

    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.expired):
      state = State(wasExpired: true)
      return .none

    case .feedback(.assigned(let id)):
      state.assigning.remove(id)
      state.tours.remove(id: id)
      return state.isLeaving && state.assigning.isEmpty ? leave(&state) : .none

    case .feedback(.assignFailed(let id)):
      state.assigning.remove(id)
      state.failedTours.insert(id)
      // The dispatcher should see it, and stays.
      state.isLeaving = false
      return .none
    }
  }

  private func load(_ dispatcher: String, into state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("tours", of: dispatcher) { send in
      await send(.loaded(try await client.tours(dispatcher)))
    } catch: { error, send in
      await send(error is W10Expired ? .expired : .failed)
    }
    .cancellable(id: CancelID.tours, cancelInFlight: true)
  }

  private func leave(_ state: inout State) -> Effect<Feedback, Never> {
    state = State()
    return .cancel(id: CancelID.tours)
  }
}

struct W10Tour: Equatable, Identifiable, Sendable {
  let id: Int
  var name: String
}

struct W10Client: TestDependencyKey, Sendable {
  var tours: @Sendable (_ dispatcher: String) async throws -> [W10Tour]
  var assign: @Sendable (_ tour: Int) async throws -> Void

  static let testValue = W10Client(
    tours: unimplemented("W10Client.tours"),
    assign: unimplemented("W10Client.assign")
  )
}

extension DependencyValues {
  var w10Client: W10Client {
    get { self[W10Client.self] }
    set { self[W10Client.self] = newValue }
  }
}

struct W10Offline: Error {}
struct W10Expired: Error {}

struct W10Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: W10Depot.State) -> [W10Depot.Input] in
        guard state.dispatcher != nil else { return [.signedIn("Ada"), .signedIn("Ben")] }
        if state.isLeaving { return [.stayTapped] }
        var inputs: [W10Depot.Input] = [.signOutTapped]
        if state.assigning.isEmpty, !state.isLoading { inputs.append(.reloadTapped) }
        if state.isLoading { return inputs }
        for tour in state.tours where !state.assigning.contains(tour.id) { inputs.append(.assignTapped(tour.id)) }
        return inputs
      }
    ) { () -> TestStore<W10Depot> in
      let store = TestStore(initialState: W10Depot.State()) { W10Depot() }
      store.gate("tours", at: \.w10Client.tours) { dispatcher in
        let tours = [W10Tour(id: 1, name: "\(dispatcher) 1"), W10Tour(id: 2, name: "\(dispatcher) 2")]
        return [.success(tours), .failure(W10Offline()), .failure(W10Expired())]
      }
      store.gate("assign", at: \.w10Client.assign) { _ in [.success(()), .failure(W10Offline())] }
      return store
    }
  }
}
