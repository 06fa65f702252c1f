import StoreDependencies
import StoreTesting
import Testing

@testable import StoreExploration

@Suite struct ChangedSurroundingsTests {
  @Test func `each element of a changed stream comes twice, and its copy doesn't`() {
    let surroundings = ChangedSurroundings(.element(of: "events", .doubled), in: nil, ModeTracker())
    let fates = ["events", "others", "events", "events", "events"].map { gate in
      "\(surroundings.fateOfElement(at: gate, canThrow: false, at: CallSite()))"
    }
    #expect(fates == ["doubled", "taken", "taken", "doubled", "taken"])
  }
}
