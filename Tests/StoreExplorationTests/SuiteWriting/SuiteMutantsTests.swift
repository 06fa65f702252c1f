import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@testable import StoreExploration

/// The mutants that written tests notice.
@Suite struct SuiteMutantsTests {
  @Test func `a chosen test notices mutants, and no more when it runs again`() async throws {
    let driver = SuiteDriver<Strongbox>(
      { TestStore(initialState: Strongbox.State()) { Strongbox() } },
      Strongbox.commands,
      CallSite()
    )
    let run = try await driver.run([Strongbox.Step.turn], writes: true)
    let mutants = SuiteMutants(driver, CallSite())
    try await mutants.choose(run, isolation: #isolation)
    #expect(mutants.report.killed > 0)
    let noticesMore = try await mutants.noticesMore(run, isolation: #isolation)
    #expect(!noticesMore)
  }

  @Test func `a test is compared without its remarks`() {
    var run = SuiteRun(steps: [])
    run.parts = [["// The box."], ["  // It is shut.\n  box.turn()"], ["box.finish()  // The end."]]
    #expect(SuiteMutants<Strongbox>.code(of: run) == ["  box.turn()", "box.finish()  // The end."])
  }
}
