import StoreTesting
import Testing

@testable import StoreExploration

@Suite struct SuiteGapsTests {
  private let feature = FeatureMatch(type: Lamp.self)

  @Test func `a transition is asserted if any test asserts it`() {
    func report(_ asserted: Int, of message: String) -> String {
      var record = CoverageRecord(feature: "Lamp", type: feature.savedType)
      let transition = CoverageRecord.Transition(mode: "off", message: message, next: "on")
      record.transitions[transition] = CoverageRecord.Count(asserted: asserted, exercised: 1)
      return record.json
    }
    let gaps = SuiteGaps([report(0, of: "push"), report(0, of: "pull"), report(1, of: "pull")], of: feature)
    #expect(gaps?.asserted?.map(\.message) == ["pull"])
  }

  @Test func `a text that is no report of the feature is none`() {
    #expect(SuiteGaps([], of: feature) == nil)
    #expect(SuiteGaps(["{}"], of: feature) == nil)
  }
}
