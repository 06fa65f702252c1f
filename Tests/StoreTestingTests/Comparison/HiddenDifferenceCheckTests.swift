import Foundation
import Testing

@testable import StoreValues

/// A value whose `==` compares a part of it.
private struct Noted: Hashable, Sendable {
  var id = 0
  var note: String

  static func == (first: Self, second: Self) -> Bool { first.id == second.id }

  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// Returns a text that does not fit into the string itself.
private func longText(_ number: Int) -> String { "A text that is too long to lie in the value: \(number)" }

/// A kind of value. Values of equal numbers are equal, and have memory of their own.
private struct CheckedKind: CustomTestStringConvertible, Sendable {
  let testDescription: String

  /// Whether the values of two numbers pass the check of their type.
  let isPassed: @Sendable (_ first: Int, _ second: Int) -> Bool

  /// Whether a value and its copy pass the check.
  let isPassedByCopy: @Sendable () -> Bool

  init<Value: Sendable>(_ name: String, _ value: @escaping @Sendable (Int) -> Value) {
    testDescription = name
    isPassed = { HiddenDifferenceCheck.check(for: Value.self).isPassed(value($0), value($1)) }
    isPassedByCopy = {
      let value = value(1)
      return HiddenDifferenceCheck.check(for: Value.self).isPassed(value, value)
    }
  }

  static let all = [
    CheckedKind("a type of Foundation") { URL(filePath: "/folder/file\($0)", directoryHint: .notDirectory) },
    CheckedKind("a struct") { Row(id: 0, title: longText($0)) },
    CheckedKind("an optional") { Noted(note: longText($0)) as Noted? },
    CheckedKind("the elements of an array") { [Noted(note: longText($0))] },
    CheckedKind("the length of an array") { Array(repeating: Noted(note: longText(0)), count: $0) },
    CheckedKind("the keys of a dictionary") { [longText($0): Noted(note: longText(0))] },
    CheckedKind("what == ignores in a key") { [Noted(note: longText($0)): Noted(note: longText(0))] },
    CheckedKind("the values of a dictionary") { [0: Noted(note: longText($0))] },
    CheckedKind("the size of a dictionary") { count in
      Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, Noted(note: longText(0))) })
    },
    CheckedKind("the members of a set") { Set([Noted(id: $0, note: longText(0))]) },
    CheckedKind("what == ignores in a member") { Set([Noted(note: longText($0))]) },
    CheckedKind("the size of a set") { count in Set((0..<count).map { Noted(id: $0, note: longText(0)) }) },
  ]
}

/// A check that passes spares each step of a test a comparison part by part.
@Suite struct HiddenDifferenceCheckTests {
  @Test(arguments: CheckedKind.all)
  private func `values that are equal pass, though they were made separately`(kind: CheckedKind) {
    #expect(kind.isPassed(1, 1))
    #expect(kind.isPassedByCopy())
  }

  @Test(arguments: CheckedKind.all)
  private func `values that differ in any part do not pass`(kind: CheckedKind) {
    #expect(!kind.isPassed(1, 2))
    #expect(!kind.isPassed(2, 1))
  }
}
