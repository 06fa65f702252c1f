import StoreTesting
import TestSupport
import Testing

@testable import StoreTesting

/// What a run that accepts changes makes of comparisons outside of a store.
@Suite struct AcceptedComparisonTests {
  @Test func `equal values change nothing, though a property differs that == ignores`() async {
    let (change, failures) = await acceptedChangeAndFailures {
      expectNoDifference(1 + 1, 2)
      expectNoDifference(Forgetful(), Forgetful(name: "b"))
    }
    #expect(change == "No assertion was accepted.\n")
    #expect(failures.isEmpty)
  }

  @Test func `a value that isn't equal to itself is not written`() async {
    let (change, failures) = await acceptedChangeAndFailures { expectNoDifference(Double.nan, 1) }
    #expect(change.added.isEmpty)
    #expect(failures.kinds == [.unexpectedDifference])
  }
}
