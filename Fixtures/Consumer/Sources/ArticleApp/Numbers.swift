// The first view model of the article on flavors of state containers, as it is printed.

@dynamicMemberLookup
class Store<State, Output>: ObservableObject where State: Equatable {
  private(set) var outputs: [Output] = []

  init(state: State) {
    self.state = state
  }

  @Published
  var state: State

  func send(output: Output) {
    outputs.append(output)
  }

  subscript<Value>(dynamicMember keypath: KeyPath<State, Value>) -> Value {
    state[keyPath: keypath]
  }
}

enum NumbersViewState: Equatable {
  case idle
  case loading
  case loaded([Int])
  case error
}

enum NumbersViewOutput {
  case numbersDownloaded
}

/// The client that the article leaves undeclared.
struct APIClient {
  let numbers: @Sendable () async throws -> [Int]
}

final class NumbersViewModel: Store<NumbersViewState, NumbersViewOutput> {
  private let apiClient: APIClient

  init(apiClient: APIClient) {
    self.apiClient = apiClient
    super.init(state: .idle)
  }

  func load() async {
    state = .loading

    do {
      let numbers = try await apiClient.numbers()
      state = .loaded(numbers)

      send(output: .numbersDownloaded)
    } catch {
      state = .error
    }
  }
}
