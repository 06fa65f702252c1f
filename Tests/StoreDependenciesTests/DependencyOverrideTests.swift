import Foundation
import StoreDependencies
import Synchronization
import Testing

@Suite struct DependencyOverrideTests {
  @Test func `a change is applied once to the same values, and again to other values`() {
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

  @Test(.timeLimit(.minutes(15)))
  func `values that are no longer cached can read the change when they are released`() {
    let releases = Mutex(0)
    /// A value that asks for the change when it is released.
    final class Asking: Sendable {
      let override: DependencyOverride
      let note: @Sendable () -> Void

      init(_ override: DependencyOverride, note: @escaping @Sendable () -> Void) {
        self.override = override
        self.note = note
      }

      deinit {
        _ = override.values(over: DependencyValues())
        note()
      }
    }
    let override = DependencyOverride { _ in }
    /// Applies the change to values without other references.
    func apply() {
      var values = DependencyValues()
      let asking = Asking(override) { releases.withLock { $0 += 1 } }
      values.uuid = UUIDGenerator {
        _ = asking
        return UUID()
      }
      _ = override.values(over: values)
    }
    apply()
    // Under the lock of the change, this would not return.
    _ = override.values(over: DependencyValues())
    #expect(releases.withLock(\.self) == 1)
  }
}
