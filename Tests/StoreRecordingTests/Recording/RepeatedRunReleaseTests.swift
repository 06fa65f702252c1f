import StoreCore
import StoreDependencies
import StoreExploration
import StoreRecording
import StoreTesting
import Synchronization
import Testing

@Suite("Repeated runs of a test")
struct RepeatedRunReleaseTests {
  @Test(arguments: Run.allCases)
  func `a repeated run of a test releases its stores when it has ended`(run: Run) async throws {
    let resources = Resources()
    try await run.perform(with: resources)
    #expect(resources.made > 0)
    #expect(resources.remaining == 0)
  }

  /// A function that runs a test and observes its stores.
  enum Run: CaseIterable {
    case once
    case schedules
    case sequences
    case coverage
    case mutants
    case audit
    case recording

    /// Runs a test that makes a resource for each of its stores.
    func perform(with resources: Resources) async throws {
      let test = {
        let store = makeStore(resources)
        await store.send(.load) { $0.isLoading = true }
        await store.clock.advance(by: .seconds(1))
        await store.receive(.loaded(7)) {
          $0.isLoading = false
          $0.value = 7
        }
        await store.finish()
      }
      switch self {
      case .once: await test()
      case .schedules: try await explore(test)
      case .sequences:
        await checkSequences(runs: 3, steps: 5) {
          makeStore(resources)
        } commands: {
          Command.send(.load)
          Command.advance(by: [.seconds(1)])
        }
      case .coverage: try await checkCoverage(of: Download.self, test)
      case .mutants: try await checkMutants(of: Download.self, minimumScore: 0, test)
      case .audit: try await auditDeterminism(test)
      case .recording: _ = await withRecording("a download") { await test() }
      }
    }
  }
}

/// The objects that stores retain.
final class Resources: Sendable {
  /// An object that the effect of a store retains.
  final class Resource: Sendable {
    let value = 7
  }

  private struct Reference {
    weak let resource: Resource?
  }

  private let references = Mutex<[Reference]>([])

  func make() -> Resource {
    let resource = Resource()
    references.withLock { $0.append(Reference(resource: resource)) }
    return resource
  }

  /// The number of all resources.
  var made: Int { references.withLock(\.count) }

  /// The number of resources that are still retained.
  var remaining: Int { references.withLock { $0.count { $0.resource != nil } } }
}

private func makeStore(_ resources: Resources) -> TestStore<Download> {
  let resource = resources.make()
  return TestStore(initialState: Download.State()) { Download(resource: resource) }
}

private struct Download: Reducer {
  struct State: Hashable, Sendable {
    var isLoading = false
    var value: Int?
  }

  enum Input: Hashable, Sendable {
    case load
  }

  enum Feedback: Hashable, Sendable {
    case loaded(Int)
  }

  let resource: Resources.Resource

  @Dependency(\.continuousClock) var clock

  func start(from state: State) -> Effect<Feedback, Never> { .cancel(id: "load") }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.load):
      state.isLoading = true
      return .run("load") { send in
        try await clock.sleep(for: .seconds(1))
        await send(.loaded(resource.value))
      }
      .cancellable(id: "load", cancelInFlight: true)
    case .feedback(.loaded(let value)):
      state.isLoading = false
      state.value = value
      return .none
    }
  }
}
