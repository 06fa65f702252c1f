// The stores and the first view model of the article on flavors of state containers, as they are printed.

import Foundation

@MainActor
protocol StoreType<State, Output>: ObservableObject where State: Equatable {
  associatedtype State
  associatedtype Output
  associatedtype StateStream: AsyncSequence where StateStream.Element == State
  associatedtype OutputStream: AsyncSequence where OutputStream.Element == Output

  var stateStream: StateStream { get }
  var outputStream: OutputStream { get }

  var state: State { get set }
}

@dynamicMemberLookup
class Store<State, Output>: StoreType where State: Equatable {
  private let stateSubject: CurrentValueSubject<State, Never>
  lazy var stateStream = stateSubject.removeDuplicates().values

  private let outputSubject: PassthroughSubject<Output, Never> = .init()
  lazy var outputStream = outputSubject.values

  init(state: State) {
    self.state = state
    stateSubject = .init(state)
  }

  @Published
  var state: State {
    didSet {
      if !Thread.isMainThread {
        // While `Store` is a main actor, we could have some non-isolated contexts where the state
        // is not changed on the main thread. This problem can be minimized by setting "Strict Concurrency Checking"
        // to "complete".
        assertionFailure("Not on main thread")
      }

      // We have traceability of the state here, being able to log it if needed.
      stateSubject.send(state)
    }
  }

  func send(output: Output) {
    outputSubject.send(output)
  }

  subscript<Value>(dynamicMember keypath: KeyPath<State, Value>) -> Value {
    state[keyPath: keypath]
  }
}

/// The article's demonstration of a store. It prints the lines.
@MainActor
final class Demonstration {
  enum Output { case somethingHappened }

  let store = Store<Int, Output>(state: 0)

  private(set) var lines: [String] = []

  func run() {
    Task {
      for await state in store.stateStream {
        lines.append("New state \(state)")
      }
    }

    Task {
      for await output in store.outputStream {
        lines.append("New output \(output)")
      }
    }

    store.state = 1
    store.send(output: .somethingHappened)
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
