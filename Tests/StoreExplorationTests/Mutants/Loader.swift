import StoreCore
import StoreDependencies
import StoreTesting

/// A loader with one of everything that a mutant can change: fields, effects, outputs, ids and time.
struct Loader: Reducer {
  struct State: Hashable, Sendable {
    enum Phase: Hashable, Sendable {
      case idle

      case loading

      case loaded

      case failed
    }

    var phase = Phase.idle

    var value = 0

    var error: String?
  }

  enum Input: Hashable, Sendable {
    case load(Int)

    case cancel
  }

  enum Feedback: Hashable, Sendable {
    case loaded(Int)

    case failed(String)
  }

  /// The outputs of the loader.
  enum Output: Hashable, Sendable {
    case arrived(Int)
  }

  @Dependency(\.loaderClient) var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.load(let number)):
      state.phase = .loading
      state.error = nil
      return .run("load", of: number) { send in
        @Dependency(\.continuousClock) var clock
        try await clock.sleep(for: .seconds(1))
        await send(.loaded(try await client(number)))
      } catch: { error, send in
        await send(.failed("\(error)"))
      }
      .cancellable(id: "load", cancelInFlight: true)
    case .input(.cancel):
      state.phase = .idle
      return .cancel(id: "load")
    case .feedback(.loaded(let value)):
      state.phase = .loaded
      state.value = value
      return .output(.arrived(value))
    case .feedback(.failed(let reason)):
      state.phase = .failed
      state.error = reason
      return .none
    }
  }
}

/// The key of the loader's client.
private enum LoaderClientKey: TestDependencyKey {
  static let testValue: @Sendable (Int) async throws -> Int = unimplemented("loaderClient")
}

extension DependencyValues {
  var loaderClient: @Sendable (Int) async throws -> Int {
    get { self[LoaderClientKey.self] }
    set { self[LoaderClientKey.self] = newValue }
  }
}

/// The client's error.
struct LoaderError: Error, CustomStringConvertible {
  let description = "offline"
}

/// A store of the loader whose client doubles numbers, and fails for 0.
func makeLoader(_ exhaustivity: Exhaustivity = .on) -> TestStore<Loader> {
  let store = TestStore(initialState: Loader.State()) {
    Loader()
  } withDependencies: {
    $0.loaderClient = { number in
      guard number > 0 else { throw LoaderError() }
      return number * 2
    }
  }
  store.exhaustivity = exhaustivity
  return store
}
