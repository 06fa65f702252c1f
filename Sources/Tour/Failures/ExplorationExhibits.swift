import SampleFeatures
import StoreCore
import StoreDependencies
import StoreExploration
import StoreRecording
import StoreTesting
import Synchronization

extension FailureGallery {
  /// Wrong tests and features, found by reordered answers and explored schedules.
  static let explorationExhibits = [
    Exhibit(.missingCall, "The test answers a call that was never made.") {
      let store = TestStore(initialState: Lookup.State()) { Lookup() }
      let find = store.gate("find", at: \.lookupClient.find)
      await find.succeed(with: "Lisbon")
    },
    Exhibit(.brokenInvariant, "The test says of all states what is not true of some.") {
      let store = TestStore(initialState: Counter.State()) { Counter() }
      store.always("the count is even") { $0.count.isMultiple(of: 2) }
      await store.send(.increment) { $0.count = 1 }
    },
    Exhibit(.failedSchedule, "The feature shows whatever answer comes last, and the test passes in the default order.")
    {
      _ = try? await explore {
        let store = TestStore(initialState: Lookup.State()) { Lookup() }
        store.exhaustivity = .off
        _ = store.gate("find", at: \.lookupClient.find) { place in [.success("Weather in \(place)")] }
        await store.send(.find("Lisbon"))
        await store.send(.find("Porto"))
        await store.settle { $0.answer = "Weather in Porto" }
        await store.finish()
      }
    },
    Exhibit(.unexpectedTranscript, "The test verifies a transcript that was never recorded.") {
      let store = TestStore(initialState: Counter.State()) { Counter() }
      await store.send(.increment) { $0.count = 1 }
      // The comparison mode keeps a recording of failure texts from writing the transcript.
      await GoldenFileMode.$override.withValue(.compare) { await store.verifyTranscript(named: "one press") }
    },
    Exhibit(.divergedSchedule, "The test does something else each time it is run.") {
      let runs = Mutex(0)
      _ = try? await explore {
        let count = runs.withLock { runs in
          runs += 1
          return runs
        }
        let store = TestStore(initialState: Lookup.State()) { Lookup() }
        store.exhaustivity = .off
        _ = store.gate("find", at: \.lookupClient.find) { place in [.success("Weather in \(place)")] }
        for number in 1...count + 1 { await store.send(.find("place \(number)")) }
        await store.finish()
      }
    },
    Exhibit(.survivingMutants, "The test asserts the count, and nothing of the request that sets it.") {
      _ = try? await checkMutants(of: Counter.self) {
        let store = TestStore(initialState: Counter.State()) {
          Counter()
        } withDependencies: {
          $0.randomNumberClient.number = { 7 }
        }
        store.exhaustivity = .off
        await store.send(.increment) { $0.count = 1 }
        await store.send(.randomNumberTapped)
        await store.settle { $0.count = 7 }
        await store.finish()
      }
    },
    Exhibit(.insufficientCoverage, "The test counts up, and does nothing else that the feature can do.") {
      _ = try? await checkCoverage(of: Counter.self, minimum: 0.9) {
        let store = TestStore(initialState: Counter.State()) { Counter() }
        await store.send(.increment) { $0.count = 1 }
        await store.finish()
      }
    },
    Exhibit(.nondeterminism, "The feature counts in a variable outside the state, and sleeps in real time.") {
      let visits = Mutex(0)
      try? await auditDeterminism {
        let store = TestStore(initialState: Visits.State()) {
          Visits {
            visits.withLock { visits in
              visits += 1
              return visits
            }
          }
        }
        store.exhaustivity = .off
        await store.send(.visit)
        await store.receive(.thanked)
        await store.finish()
      }
    },
  ]
}

/// A feature with an uncontrolled counter and a real sleep.
private struct Visits: Reducer {
  /// The state of the feature.
  struct State: Equatable {
    /// The number of the visit.
    var number = 0
  }

  /// The inputs of the feature.
  enum Input: Sendable {
    /// A visitor arrives.
    case visit
  }

  /// The feedback of the feature.
  enum Feedback: Equatable {
    /// A visitor was thanked.
    case thanked
  }

  /// Counts visits.
  let count: () -> Int

  /// Counts a visit, and thanks the visitor after a short time.
  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    guard case .input = message else { return .none }
    state.number = count()
    return .run("thank") { send in
      try await Task.sleep(for: .milliseconds(5))
      await send(.thanked)
    }
  }
}

/// A feature that shows the last answer, even an outdated one.
private struct Lookup: Reducer {
  /// The state of the feature.
  struct State: Equatable {
    /// The answer.
    var answer = ""
  }

  /// The inputs of the feature.
  enum Input: Sendable {
    /// A question about a place.
    case find(String)
  }

  /// The feedback of the feature.
  enum Feedback: Equatable {
    /// The answer.
    case found(String)
  }

  /// The client that answers.
  @Dependency(\.lookupClient) var client

  /// Calls the client, and shows the answer.
  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.find(let place)):
      return .run("find", of: place) { send in await send(.found(try await client.find(place))) }
    case .feedback(.found(let answer)):
      state.answer = answer
      return .none
    }
  }
}

/// A client that answers lookups.
private struct LookupClient: TestDependencyKey {
  /// Returns the answer for a place.
  var find: @Sendable (String) async throws -> String

  /// Fails a test that calls the client without an override.
  static let testValue = LookupClient(find: unimplemented("LookupClient.find"))
}

extension DependencyValues {
  /// A client that answers lookups.
  fileprivate var lookupClient: LookupClient {
    get { self[LookupClient.self] }
    set { self[LookupClient.self] = newValue }
  }
}
