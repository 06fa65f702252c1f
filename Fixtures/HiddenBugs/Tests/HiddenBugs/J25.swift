import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The homes for rent in a district, page by page, with the agent of a home on a sheet.
struct J25Listings: Reducer {
  struct State: Equatable {
    var district: String?
    var homes: [J25Home] = []
    var nextPage: Int?
    var running: J25Request?
    var failed: J25Request?
    var destination: J25Destination?
  }

  enum Input: Equatable, Sendable {
    case districtsTapped
    case districtChosen(String)
    case refreshPulled
    case endReached
    case retryTapped
    case homeTapped(String)
    case destinationDismissed
    case agent(J25Agent.Input)
  }

  enum Feedback: Equatable, Sendable {
    case loaded(J25Request, J25Page)
    case failed(J25Request)
    case agent(ChildFeedback<J25Agent>)
  }

  private enum CancelID { case load }

  @Dependency(\.j25Client) private var client

  let agent = Scope<J25Listings, J25Agent>(at: .ifLet(\.destination.agent), feedback: Feedback.agent) { J25Agent() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.districtsTapped):
      guard state.destination == nil else { return .none }
      state.destination = .districts
      return .none

    case .input(.districtChosen(let district)):
      guard state.destination == .districts else { return .none }
      state.destination = nil
      guard district != state.district else { return .none }
      state.district = district
      state.homes = []
      state.nextPage = nil
      return load(J25Request(district: district, page: 0), into: &state)

    case .input(.refreshPulled):
      guard let district = state.district, state.running?.page != 0 else { return .none }
      return load(J25Request(district: district, page: 0), into: &state)

    case .input(.endReached):
      guard let district = state.district, let page = state.nextPage, state.running == nil else { return .none }
      return load(J25Request(district: district, page: page), into: &state)

    case .input(.retryTapped):
      guard let request = state.failed, state.running == nil else { return .none }
      return load(request, into: &state)

    case .input(.homeTapped(let id)):
      guard state.destination == nil, state.homes.contains(where: { $0.id == id }) else { return .none }
      state.destination = .agent(J25Agent.State(home: id))
      return agent.start(from: state)

    case .input(.destinationDismissed):
      state.destination = nil
      return .none

    case .input(.agent(let input)): return agent.reduce(.input(input), into: &state)
    case .feedback(.agent(.feedback(let feedback))): return agent.reduce(.feedback(feedback), into: &state)

    case .feedback(.loaded(let request, let page)):
      state.running = nil
      state.homes = request.page == 0 ? page.homes : state.homes + page.homes
      state.nextPage = page.next
      return .none

    case .feedback(.failed(let request)):
      state.running = nil
      state.failed = request
      return .none
    }
  }

  /// Asks for a page, instead of the one that is on its way.
  private func load(_ request: J25Request, into state: inout State) -> Effect<Feedback, Never> {
    state.running = request
    state.failed = nil
    return .run("homes", of: request) { send in
      await send(.loaded(request, try await client.homes(request)))
    } catch: { _, send in
      await send(.failed(request))
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

enum J25Destination: Equatable {
  case districts
  case agent(J25Agent.State)
}

extension J25Destination? {
  var agent: J25Agent.State? {
    get { if case .agent(let agent) = self { agent } else { nil } }
    set { if let newValue { self = J25Destination.agent(newValue) } }
  }
}

/// The telephone number of the agent of a home.
struct J25Agent: Reducer {
  enum Number: Equatable { case loading, shown(String), failed }

  struct State: Equatable {
    var home: String
    var number = Number.loading
  }

  enum Input: Equatable, Sendable { case retryTapped }
  enum Feedback: Equatable, Sendable { case loaded(String), failed }

  @Dependency(\.j25Client) private var client

  func start(from state: State) -> Effect<Feedback, Never> { load(state.home) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.retryTapped):
      guard state.number == .failed else { return .none }
      state.number = .loading
      return load(state.home)
    case .feedback(.loaded(let number)):
      state.number = .shown(number)
      return .none
    case .feedback(.failed):
      state.number = .failed
      return .none
    }
  }

  private func load(_ home: String) -> Effect<Feedback, Never> {
    .run("agent", of: home) { send in
      await send(.loaded(try await client.agent(home)))
    } catch: { _, send in
      await send(.failed)
    }
  }
}

struct J25Home: Equatable, Sendable {
  var id: String
}

struct J25Request: Hashable, Sendable {
  var district: String
  var page: Int
}

struct J25Page: Equatable, Sendable {
  var homes: [J25Home]
  var next: Int?
}

struct J25Client: TestDependencyKey, Sendable {
  var homes: @Sendable (_ request: J25Request) async throws -> J25Page
  var agent: @Sendable (_ home: String) async throws -> String

  static let testValue = J25Client(
    homes: unimplemented("J25Client.homes"),
    agent: unimplemented("J25Client.agent")
  )
}

extension DependencyValues {
  var j25Client: J25Client {
    get { self[J25Client.self] }
    set { self[J25Client.self] = newValue }
  }
}

struct J25Offline: Error {}

struct J25Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: J25Listings.State) -> [J25Listings.Input] in
        switch state.destination {
        case .districts:
          return [.districtChosen("Altona"), .districtChosen("Mitte"), .destinationDismissed]
        case .agent(let agent):
          return agent.number == .failed ? [.agent(.retryTapped), .destinationDismissed] : [.destinationDismissed]
        case nil:
          guard state.district != nil else { return [.districtsTapped] }
          var inputs: [J25Listings.Input] = [.districtsTapped]
          if state.running?.page != 0 { inputs.append(.refreshPulled) }
          if state.nextPage != nil { inputs.append(.endReached) }
          if state.failed != nil { inputs.append(.retryTapped) }
          if let home = state.homes.first { inputs.append(.homeTapped(home.id)) }
          return inputs
        }
      }
    ) { () -> TestStore<J25Listings> in
      let store = TestStore(initialState: J25Listings.State()) { J25Listings() }
      store.gate("homes", at: \.j25Client.homes) { request in
        [
          .success(
            J25Page(homes: [J25Home(id: "\(request.district) \(request.page)")], next: request.page == 0 ? 1 : nil)
          ),
          .failure(J25Offline()),
        ]
      }
      store.gate("agent", at: \.j25Client.agent) { _ in [.success("040 1234"), .failure(J25Offline())] }
      return store
    }
  }
}
