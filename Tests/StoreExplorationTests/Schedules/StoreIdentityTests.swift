import StoreCore
import StoreDependencies
import Testing

@testable import StoreExploration
@testable import StoreTesting

@Suite struct StoreIdentityTests {
  /// A new store often gets the memory address of a released one.
  @Test func `consecutive stores have different identities`() {
    let probe = ScheduleController(policy: ScheduledPolicy(Schedule(deviations: [])), granularity: .deliveries)
    for _ in 1...20 {
      let site = CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
      probe.begin(.acts, in: TestEnvironment(site: site))
    }
    #expect(Set(probe.steps.map(\.store)).count == 20)
  }
}
