import Foundation
import StoreCore
import Testing

@testable import StoreTesting
@testable import StoreValues

/// Something with an id.
private struct Thing: Equatable, Identifiable {
  var id = UUID()
  var title = ""
}

/// An object that is compared by its identity.
private final class Teller: Equatable {
  static func == (first: Teller, second: Teller) -> Bool { first === second }
}

/// The places in which two values differ, with the cause of each.
private func places(_ first: Any, _ second: Any) -> [String] {
  UnstableValue.all(in: first, second).map { "\($0.path): \($0.cause)" }
}

@Suite struct UnstableValueTests {
  @Test func `the types and the values determine the cause`() {
    #expect(places(UUID(), UUID()) == [": uuid"])
    #expect(places(UUID().uuidString, UUID().uuidString) == [": uuid"])
    #expect(places(Date(timeIntervalSince1970: 1), Date(timeIntervalSince1970: 2)) == [": date"])
    #expect(places(ContinuousClock.now, ContinuousClock.now + .seconds(1)) == [": clock"])
    #expect(places(SuspendingClock.now, SuspendingClock.now + .seconds(1)) == [": clock"])
    #expect(places(Duration.seconds(1), Duration.seconds(2)) == [": duration"])
    #expect(places(1, 2) == [": number"])
    #expect(places(1.5, 2.5) == [": number"])
    #expect(places("a, b and c", "c, b and a") == [": order"])
    #expect(places("ab", "ac") == [": unknown"])
    #expect(places("ab", "ba") == [": unknown"])
    #expect(places("abc", "abd") == [": unknown"])
    #expect(InstabilityCause(1, "a") == .unknown)
    #expect(places(true, false) == [": unknown"])
  }

  @Test func `elements of lists are matched by position`() {
    let (first, second) = ([Thing(title: "a"), Thing(title: "b")], [Thing(title: "a"), Thing(title: "b")])
    #expect(places(first, second) == ["[0].id: uuid", "[1].id: uuid"])
    #expect(places(IdentifiedArray(first), IdentifiedArray(second)) == ["[0].id: uuid", "[1].id: uuid"])
    #expect(places(["a", "b", "c"], ["c", "a", "b"]) == [": order"])
    #expect(places([1, 2, 3], [1, 2]) == ["[2]: unknown"])
    #expect(places([[1, 2], [3]], [[2, 1], [3]]) == ["[0]: order"])
  }

  @Test(arguments: [(50, true), (60, true), (1_000, true), (1_001, false)])
  func `fifty places are named, unless a list is too long for a comparison by position`(count: Int, isCompared: Bool) {
    // A comparison of edits finds one number removed and one added.
    let places = places(Array(0..<count), Array(1...count))
    #expect((places == (0..<50).map { "[\($0)]: number" }) == isCompared)
  }

  @Test func `unstable members of sets, and keys of dictionaries, are named by their kind`() {
    #expect(places(Set([UUID()]), Set([UUID()])) == [": uuid"])
    #expect(places([UUID(): 1], [UUID(): 1]) == [": uuid"])
    #expect(places(["a, b": 1], ["b, a": 1]) == [": order"])
    #expect(places(["a": 1, "b": 2], ["a": 1, "b": 3]) == [#"["b"]: number"#])
    #expect(places(Set([1, 2, 3]), Set([3, 2, 1])).isEmpty)
  }

  @Test func `addresses, and values that equal no value, are not a difference`() {
    #expect(places(Teller(), Teller()).isEmpty)
    #expect(places(ObjectIdentifier(Teller()), ObjectIdentifier(Teller.self)).isEmpty)
    #expect(places("<Teller: 0x00007f8a4c00>", "<Teller: 0x00007f8a5d11>").isEmpty)
    #expect(places(Double.nan, Double.nan).isEmpty)
    #expect(places({ 1 }, { 2 }).isEmpty)
  }

  @Test func `the cause of an unstable number follows from its later values`() {
    #expect(InstabilityCause.number.refined(by: [1, 3, 5, 7]) == .counter)
    #expect(InstabilityCause.number.refined(by: [1, 2, 5, 7]) == .growth)
    #expect(InstabilityCause.number.refined(by: [1, 9, 5, 7]) == .number)
    #expect(InstabilityCause.number.refined(by: [1, 1, 5, 7]) == .number)
    #expect(InstabilityCause.number.refined(by: [1, 2]) == .number)
    #expect(InstabilityCause.uuid.refined(by: [1, 2, 3]) == .uuid)
  }
}
