import Foundation
import StoreDependencies
import Synchronization
import Testing

@Suite struct DependencyOverrideTests {
  @Test("a change is applied once to the same values, and anew to others")
  func applications() {
    let count = Mutex(0)
    let override = DependencyOverride { values in
      count.withLock { $0 += 1 }
      values.locale = Locale(identifier: "de")
    }
    let values = DependencyValues(context: .test, observer: nil)
    #expect(override.values(over: values).locale.identifier == "de")
    #expect(override.values(over: values).locale.identifier == "de")
    #expect(count.withLock(\.self) == 1)
    var others = values
    others.timeZone = .gmt
    #expect(override.values(over: others).timeZone == .gmt)
    #expect(count.withLock(\.self) == 2)
  }
}
