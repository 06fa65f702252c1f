import Testing

@testable import StoreTesting
@testable import StoreValues

private final class Box {}

/// An object in a value that is always present.
private struct Full {
  var box = Box()
}

/// An object in a value that may be absent.
private struct Partial {
  var box: Box?
}

/// A value without objects, which is not trivial.
private struct Plain {
  var names = ["a": ["b"]]
  var text = "c"
}

/// A value that reflects itself endlessly.
private struct EndlessMirror: CustomReflectable {
  var text = ""
  var customMirror: Mirror {
    Mirror(self, unlabeledChildren: (0..<Int.max).lazy.map { [$0] as Any })
  }
}

/// A value that reflects some numbers.
private struct Numbers: CustomReflectable {
  var count: Int
  var customMirror: Mirror { Mirror(self, unlabeledChildren: 0..<count, displayStyle: .struct) }
}

/// A value of a few bytes, which has no fields.
private enum Side {
  case left, right
}

@Suite struct ReferenceScanTests {
  @Test func `the scan decides by the type alone whether values contain objects, where it can`() {
    #expect(ReferenceScan.verdict(on: Plain.self) == true)
    #expect(ReferenceScan.verdict(on: Side.self) == true)
    #expect(ReferenceScan.verdict(on: Full.self) == false)
    #expect(ReferenceScan.verdict(on: Box.self) == false)
    #expect(ReferenceScan.verdict(on: [Box].self) == .some(nil))
    #expect(ReferenceScan.verdict(on: Partial.self) == .some(nil))
    #expect(ReferenceScan.verdict(on: EndlessMirror.self) == .some(nil))
    #expect(ReferenceScan.verdict(on: Any.self) == .some(nil))
  }

  @Test func `the scan examines a value if its type is not enough`() {
    #expect(ReferenceScan(Plain()).verdict == true)
    #expect(ReferenceScan([Plain() as Any]).verdict == true)
    #expect(ReferenceScan([Box() as Any]).verdict == false)
    #expect(ReferenceScan(Partial(box: Box())).verdict == false)
    #expect(ReferenceScan(["key": Full() as Any]).verdict == false)
    #expect(ReferenceScan(Result<Any, any Error>.success(Box())).verdict == false)
  }

  @Test func `the scan treats an absent part as a possible object`() {
    #expect(ReferenceScan(Partial()).verdict == nil)
    #expect(ReferenceScan([Any]()).verdict == nil)
    #expect(ReferenceScan(Result<Any, any Error>.success(1)).verdict == nil)
  }

  @Test(arguments: [(parts: 8, isCertain: true), (parts: 9, isCertain: false)])
  func `the scan doesn't judge a long collection by its first elements`(parts: Int, isCertain: Bool) {
    #expect(ReferenceScan([Any](repeating: 1, count: parts)).verdict == (isCertain ? true : nil))
  }

  @Test(arguments: [(depth: 150, isCertain: true), (depth: 250, isCertain: false)])
  func `the scan doesn't judge a deep value by its outermost parts`(depth: Int, isCertain: Bool) {
    let value = (0..<depth).reduce(1 as Any) { value, _ in [value] }
    #expect(ReferenceScan(value).verdict == (isCertain ? true : nil))
  }

  @Test(arguments: [(parts: 199, isCertain: true), (parts: 200, isCertain: false)])
  func `the scan doesn't judge a value by the first parts of its mirror`(parts: Int, isCertain: Bool) {
    #expect(ReferenceScan(Numbers(count: parts)).verdict == (isCertain ? true : nil))
  }

  @Test func `the scan doesn't judge a value with an endless mirror`() {
    #expect(ReferenceScan(EndlessMirror()).verdict == nil)
  }
}
