import StoreValues
import Testing

/// Two parts. A few of them around each other have many parts.
private struct Twice<Value>: Paired {
  var first: Value
  var second: Value

  init(_ value: Value) { (first, second) = (value, value) }
}

private protocol Paired {}

/// The bounds of the search for a payload in a value that the constructor doesn't make.
@Suite struct CaseMatcherBoundsTests {
  @Test func `a thousand parts of a value are tried`() {
    var tries = 0
    let matcher = CaseMatcher<Any, any Paired> { _ in
      tries += 1
      return 0
    }
    let value = Twice(Twice(Twice(Twice(Twice(Twice(Twice(Twice(Twice(Twice(0))))))))))
    #expect(matcher.payload(of: value) == nil)
    #expect(tries == 1_000)
  }

  @Test func `a thousand combinations of parts are tried`() {
    var tries = 0
    let matcher = CaseMatcher<Any, (Int, Int)> { _ in
      tries += 1
      return 0
    }
    let value = Twice(Twice(Twice(Twice(Twice(Twice(0))))))
    #expect(matcher.payload(of: value) == nil)
    #expect(tries == 1_000)
  }
}
