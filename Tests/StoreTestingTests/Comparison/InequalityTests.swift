import Testing

@testable import StoreTesting
@testable import StoreValues

/// A value that equals none, not even itself.
private struct Lonely: Equatable {
  var number = 1

  static func == (first: Self, second: Self) -> Bool { false }
}

/// A value with a closure, which no other value equals.
private struct Handler: Equatable {
  var number = 1

  var action: () -> Int

  static func == (first: Self, second: Self) -> Bool { false }
}

/// The reason why two values are unequal if they show no difference.
@Suite struct InequalityTests {
  private func lines(_ first: Any, _ second: Any) -> [String]? { Comparison(first, second)?.lines() }

  @Test func `a value that does not equal itself is named, and its equal parts are not`() {
    #expect(lines(Lonely(), Lonely()) == ["Lonely(number: 1) -> Lonely(number: 1) (not equal to itself)"])
  }

  @Test func `only the elements that are unequal are named`() {
    #expect(lines([Double.nan, 1], [Double.nan, 1]) == ["[0]: nan -> nan (not equal to itself)"])
  }

  @Test func `a closure may be the reason, as closures can't be compared`() {
    let found = lines(Handler { 1 }, Handler { 2 })
    #expect(found == ["action: (() -> Int) -> (() -> Int) (can't be compared, so they may differ)"])
  }
}
