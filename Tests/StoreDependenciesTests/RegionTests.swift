import Foundation
import StoreDependencies
import Testing

@Suite struct RegionTests {
  @Test func `the region can be overridden`() throws {
    let zone = try #require(TimeZone(secondsFromGMT: 3600))
    withDependencies {
      $0.timeZone = zone
      $0.locale = Locale(identifier: "de_CH")
      $0.calendar = Calendar(identifier: .gregorian)
    } operation: {
      let values = DependencyValues.current
      #expect(values.timeZone == zone)
      #expect(values.locale.identifier == "de_CH")
      #expect(values.calendar.identifier == .gregorian)
    }
  }
}
