import StoreDependencies
import Testing

/// A generator of known numbers.
private struct Countdown: RandomNumberGenerator, Sendable {
  var number: UInt64 = 1000
  mutating func next() -> UInt64 {
    number -= 1
    return number
  }
}

@Suite struct WithRandomNumberGeneratorTests {
  @Test func `random numbers are drawn from one generator, and nested calls may use it`() {
    let lender = WithRandomNumberGenerator(Countdown())
    #expect(lender { $0.next() } == 999)
    let pair = lender { outer in (outer.next(), lender { $0.next() }, outer.next()) }
    #expect(pair == (998, 997, 996))
    let copy = lender
    #expect(copy { $0.next() } == 995)
    #expect(lender { $0.next() } == 994)
  }
}
