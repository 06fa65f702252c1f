import SampleFeatures
import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Synchronization

extension FailureGallery {
  /// Wrong tests of state.
  static let stateExhibits = [
    Exhibit(.unexpectedState, "The test expects another number.") {
      let store = TestStore(initialState: Counter.State()) { Counter() }
      await store.send(.increment) { $0.count = 2 }
    },
    Exhibit(.missingStateChange, "The test says that a press changes the state, and writes no change.") {
      let store = TestStore(initialState: Search.State()) { Search() }
      await store.send(.queryChanged("")) { $0.query = "" }
    },
    Exhibit(.assertionThrew, "The assertion fails by itself.") {
      let store = TestStore(initialState: Counter.State()) { Counter() }
      await store.send(.increment) { _ in throw NumbersError.interrupted }
    },
    Exhibit(.hiddenDifference, "The state's == compares one property of two.") {
      let store = TestStore(initialState: Forgetful.State()) { Forgetful() }
      await store.send(.rename) { $0.name = "a" }
    },
    Exhibit(.skippedAssertion, "A non-exhaustive test leaves something out, and asks to see it.") {
      let store = TestStore(initialState: Search.State()) { Search() }
      store.exhaustivity = .off(showSkipped: true)
      await store.send(.queryChanged("lisbon")) { $0.query = "lisbon" }
      await store.cancelInFlightEffects()
    },
    Exhibit(.acceptedChange, "The run writes what is missing into the test.") {
      _ = await printedPatch {
        let store = TestStore(initialState: Counter.State()) { Counter() }
        await store.send(.increment)
      }
    },
    Exhibit(.impureReducer, "The reducer counts in a variable outside the state.") {
      let store = TestStore(initialState: 0) { Impure() }
      store.exhaustivity = .on
      await store.send(.count) { $0 = 1 }
    },
    Exhibit(.unexpectedDifference, "The test compares two values that differ.") {
      expectNoDifference(Counter.State(), Counter.State(count: 2))
    },
    Exhibit(.brokenProperty, "The test says of all situations what is not true of some.") {
      numbersSpace(SpaceBounds()).check(.always("loading never fails") { $0.state != .failed(.interrupted) })
    },
    Exhibit(.undecidedProperty, "The space is larger than the bounds.") {
      numbersSpace(SpaceBounds(states: 3)).check(.always("there are never two downloads") { $0.running.count <= 1 })
    },
  ]
}

/// Returns the state space of a list of numbers.
private func numbersSpace(_ bounds: SpaceBounds) -> StateSpace<Numbers> {
  StateSpace(initialState: Numbers.State.idle, inputs: [.onAppear, .reload], bounds: bounds) {
    Numbers()
  } responses: { _ in
    [.sends(.numbersDownloaded(.success([1]))), .sends(.numbersDownloaded(.failure(.interrupted)))]
  }
}

/// A feature whose `==` ignores a property of its state.
private struct Forgetful: Reducer {
  /// A state with an `==` that compares only the name.
  struct State: Equatable {
    /// The compared property.
    var name = ""

    /// The ignored property.
    var changes = 0

    /// Whether the names are equal.
    static func == (first: Self, second: Self) -> Bool { first.name == second.name }
  }

  /// The inputs of the feature.
  enum Input: Sendable {
    /// Changes the name.
    case rename
  }

  /// Changes both properties.
  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
    state.name = "a"
    state.changes += 1
    return .none
  }
}

/// A reducer with state outside of its store.
private struct Impure: Reducer {
  /// The inputs of the feature.
  enum Input: Sendable {
    /// Counts.
    case count
  }

  /// State that a reducer must not have.
  private final class Memory: Sendable {
    /// The number of reductions.
    let calls = Mutex(0)
  }

  /// The counter outside of the store.
  private let memory = Memory()

  /// Makes the state depend on the number of reductions.
  func reduce(message: Message<Input, Never>, into state: inout Int) -> Effect<Never, Never> {
    state = memory.calls.withLock { calls in
      calls += 1
      return calls
    }
    return .none
  }
}
