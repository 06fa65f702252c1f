import StoreCore
import StoreExploration
import StoreTesting

extension Benchmark {
  /// The cost of what explores a real feature, and of what writes its suite.
  static let suites = [
    Benchmark("checkCoverage: a test of ten steps") { count in
      await time(count) {
        let report = try? await checkCoverage(of: Search.self) {
          let store = makeSearchStore()
          await assertSearch(for: "swift", in: store)
          await assertSearch(for: "store", in: store)
          await store.finish()
        }
        precondition(report != nil, "The coverage must be known.")
      }
    },
    Benchmark("StateSpace(inputs:store:): one state of a document", against: nil, reach: .microseconds(200)) { count in
      await time(of: count) { await statesOfDocument(documentInputs) }
    },
    Benchmark(
      "StateSpace(inputs:store:): one state of a document that stays open",
      against: nil,
      reach: .microseconds(200)
    ) { count in
      await time(of: count) { await statesOfDocument(documentInputs.dropLast()) }
    },
    Benchmark("findBugs: one state of a search", against: nil) { count in
      let space = try? await StateSpace(inputs: searchInputs, store: makeGatedStore)
      let states = space?.check().states ?? 0
      return await time(of: count) {
        _ = try? await recordingFailures { try await findBugs(inputs: searchInputs, store: makeGatedStore) }
        return states
      }
    },
    Benchmark("generateSuite: one test of the suite of a search", against: nil) { count in
      await time(of: count) {
        var tests = 0
        // No file has the suite, which would fail a test.
        _ = try? await recordingFailures {
          let suite = try await generateSuite(named: "SearchSuite", store: makeGatedStore) {
            for input in searchInputs { Command.send(input) }
          }
          tests = suite.testCount
        }
        return tests
      }
    },
  ]

  private static let searchInputs: [Search.Input] = ["", "swift", "store"].map(Search.Input.queryChanged)

  /// The inputs of a document. The last one leads back to the start, so that the way to what is unknown is long after it.
  private static let documentInputs: [Document.Input] = [
    .opened, .textChanged("a"), .textChanged("b"), .closed,
  ]

  private struct Refusal: Error {}

  /// Returns the number of states to which some inputs of a document lead.
  private static func statesOfDocument(_ inputs: [Document.Input]) async -> Int {
    let space = try? await StateSpace(inputs: inputs) {
      let store = TestStore(initialState: Document.State()) { Document() }
      _ = store.gate("load", at: \.documentClient.load) { [.success("old"), .failure(Refusal())] }
      _ = store.gate("save", at: \.documentClient.save) { _ in [.success(()), .failure(Refusal())] }
      return store
    }
    return space?.check(suspects: false).states ?? 0
  }

  private static func makeGatedStore() -> TestStore<Search> {
    let store = TestStore(initialState: Search.State()) { Search() }
    _ = store.gate("search", at: \.searchClient.search) { [.success([$0]), .success([])] }
    return store
  }
}

extension Growth {
  /// The cost of a situation of a live state space, which must not depend on the number of situations.
  static let spaces = [
    Growth("situations of a live state space") { count in
      var space: StateSpace<Ring>?
      let elapsed = await time {
        let bounds = SpaceBounds(states: count + 1)
        space = try? await StateSpace(inputs: [.next], bounds: bounds) {
          TestStore(initialState: 0) { Ring(size: count) }
        }
      }
      return Trial(held: Box(space), time: elapsed)
    }
  ]
}

/// A feature with as many states as it is told.
private struct Ring: Reducer {
  enum Input { case next }

  let size: Int

  func reduce(message: Message<Input, Never>, into state: inout Int) -> Effect<Never, Never> {
    state = (state + 1) % size
    return .none
  }
}
