import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct N08Page: Equatable, Sendable {
  var pets: [String]
  var hasMore: Bool
}

struct N08Query: Hashable, Sendable {
  var species: String
  var page: Int
}

struct N08Shelter: TestDependencyKey, Sendable {
  var pets: @Sendable (_ query: N08Query) async throws -> N08Page
  var adopt: @Sendable (_ pet: String) async throws -> Void

  static let testValue = N08Shelter(
    pets: unimplemented("N08Shelter.pets"),
    adopt: unimplemented("N08Shelter.adopt")
  )
}

extension DependencyValues {
  var n08Shelter: N08Shelter {
    get { self[N08Shelter.self] }
    set { self[N08Shelter.self] = newValue }
  }
}

/// The pets of a shelter, page by page. The user can ask for one of them.
struct N08Adoption: Reducer {
  struct State: Equatable {
    var species = "dogs"

    // The list
    var pets: [String] = []
    var nextPage = 0
    var hasMore = true
    var isLoading = false
    var isRefreshing = false
    var hasError = false
    var failedPage = 0

    // The request
    var isRequesting = false
    var requestFailed = false
    var requestedPet: String?

    var canLoad: Bool { !isLoading && hasMore }
  }

  enum Input: Equatable {
    case appeared
    case endReached
    case refreshPulled
    case retryTapped
    case speciesPicked(String)
    case adoptTapped(String)
  }

  enum Feedback: Equatable {
    case loaded(N08Page, page: Int)
    case loadFailed(page: Int)
    case requested(String)
    case requestFailed
  }

  @Dependency(\.n08Shelter) var shelter

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.pets.isEmpty, state.canLoad, !state.hasError else { return .none }
      return load(page: 0, &state)

    case .input(.endReached):
      // After an error the user decides.
      guard !state.pets.isEmpty, state.canLoad, !state.hasError else { return .none }
      return load(page: state.nextPage, &state)

    case .input(.refreshPulled):
      guard !state.isRefreshing else { return .none }
      state.isRefreshing = true
      return load(page: 0, &state)

    case .input(.retryTapped):
      guard state.hasError, state.canLoad else { return .none }
      return load(page: state.failedPage, &state)

    case .input(.speciesPicked(let species)):
      guard species != state.species else { return .none }
      state.species = species
      state.pets = []
      state.nextPage = 0
      state.hasMore = true
      state.isRefreshing = false
      return load(page: 0, &state)

    case .input(.adoptTapped(let pet)):
      guard !state.isRequesting, state.requestedPet == nil else { return .none }
      state.isRequesting = true
      state.requestFailed = false
      return .run("adopt", of: pet) { send in
        try await shelter.adopt(pet)
        await send(.requested(pet))
      } catch: { _, send in
        await send(.requestFailed)
      }
      .cancellable(id: "adopt")

    case .feedback(.loaded(let result, page: let page)):
      state.isLoading = false
      state.isRefreshing = false
      if page == 0 {
        state.pets = result.pets
      } else {
        state.pets += result.pets
      }
      state.nextPage = page + 1
      state.hasMore = result.hasMore
      return .none

    case .feedback(.loadFailed(page: let page)):
      state.isLoading = false
      state.isRefreshing = false
      state.hasError = true
      state.failedPage = page
      return .none

    case .feedback(.requested(let pet)):
      state.isRequesting = false
      state.requestedPet = pet
      return .none

    case .feedback(.requestFailed):
      state.isRequesting = false
      state.requestFailed = true
      return .none
    }
  }

  /// Loads a page. It takes the place of a load that runs.
  func load(page: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasError = false
    let query = N08Query(species: state.species, page: page)
    return .run("pets", of: query) { send in
      await send(.loaded(try await shelter.pets(query), page: page))
    } catch: { _, send in
      await send(.loadFailed(page: page))
    }
    .cancellable(id: "pets", cancelInFlight: true)
  }
}

struct N08Offline: Error {}

struct N08Bugs {
  static func page(for query: N08Query) -> N08Page {
    if query.species == "cats" { return N08Page(pets: ["Mimi"], hasMore: false) }
    return query.page == 0 ? N08Page(pets: ["Rex"], hasMore: true) : N08Page(pets: ["Bello"], hasMore: false)
  }

  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: N08Adoption.State) -> [N08Adoption.Input] in
        var inputs: [N08Adoption.Input] = [.appeared, .endReached, .refreshPulled, .retryTapped]
        inputs.append(.speciesPicked(state.species == "dogs" ? "cats" : "dogs"))
        if let pet = state.pets.first { inputs.append(.adoptTapped(pet)) }
        return inputs
      }
    ) { () -> TestStore<N08Adoption> in
      let store = TestStore(initialState: N08Adoption.State()) { N08Adoption() }
      store.gate("pets", at: \.n08Shelter.pets) { query in
        [.success(N08Bugs.page(for: query)), .failure(N08Offline())]
      }
      store.gate("adopt", at: \.n08Shelter.adopt) { _ in [.success(()), .failure(N08Offline())] }
      return store
    }
  }
}
