import StoreCore
import StoreDependencies
import StoreTesting
import TestSupport
import Testing

/// Endpoints whose names lack their clients.
struct NamelessEndpointTests {
  private func failure(reading path: any KeyPath<DependencyValues, @Sendable () -> Int> & Sendable) async
    -> TestFailure?
  {
    await recordingFailures {
      let store = TestStore(initialState: 0) {
        Machine<Int, Int, Int, Never> { _, _ in
          .run("read") { _ in
            @Dependency(path) var endpoint
            _ = endpoint()
          }
        }
      }
      store.exhaustivity = .off
      await store.send(1)
      await store.finish()
    }
    .first
  }

  @Test func `an endpoint that is a dependency itself is set there`() async {
    let details = await failure(reading: \.soleEndpoint)?.details
    #expect(details?.contains("    $0.soleEndpoint = { 0 }") == true, "\(details ?? "")")
  }

  @Test func `a client that isn't known has a place to fill in`() async {
    let details = await failure(reading: \.oddClient.answer)?.details
    #expect(details?.contains("    $0.<#client#>.reply = { 0 }") == true, "\(details ?? "")")
  }
}

private struct OddClient: TestDependencyKey {
  var answer: @Sendable () -> Int = unimplemented("reply", placeholder: 0)

  static let testValue = Self()
}

private enum SoleEndpointKey: TestDependencyKey {
  static let testValue: @Sendable () -> Int = unimplemented("soleEndpoint", placeholder: 0)
}

extension DependencyValues {
  fileprivate var oddClient: OddClient {
    get { self[OddClient.self] }
    set { self[OddClient.self] = newValue }
  }

  fileprivate var soleEndpoint: @Sendable () -> Int {
    get { self[SoleEndpointKey.self] }
    set { self[SoleEndpointKey.self] = newValue }
  }
}
