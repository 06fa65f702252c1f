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

  @Test func `an override adds one to the nesting, and leaving some takes them away`() {
    #expect(DependencyOverride { _ in }.depth == 1)
    #expect([0, 1, 3].map { DependencyOverride.leaving($0).depth } == [0, -1, -3])
  }

  @Test func `a store's own values are no overrides by its creator`() {
    withDependencies {
      $0.number = 10
    } operation: {
      #expect(DependencyOverride.local != nil)
      DependencyValues.withValues(DependencyValues.current.asOwn) {
        #expect(DependencyOverride.local == nil)
        #expect(DependencyValues.current.number == 10)
      }
    }
  }

  @Test func `an effect can't leave the overrides that are a store's own`() {
    let override = DependencyOverride { $0.number = 10 }
    let values = override.values(over: DependencyValues(context: .test, observer: nil))
    #expect(DependencyOverride.leaving(1).values(over: values).number == 3)
    #expect(DependencyOverride.leaving(1).values(over: values.asOwn).number == 10)
  }

  @Test func `overrides that move to another store stay overrides, with their context`() throws {
    let local = DependencyValues.withValues(DependencyValues(context: .test, observer: nil)) {
      withDependencies {
        $0.context = .preview
        $0.locale = Locale(identifier: "de")
      } operation: {
        DependencyOverride.local
      }
    }
    let moved = try #require(local).values(over: DependencyValues(context: .test, observer: nil))
    #expect(moved.context == .preview)
    #expect(moved.number == 2)
    DependencyValues.withValues(moved) {
      #expect(DependencyOverride.local != nil)
    }
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
