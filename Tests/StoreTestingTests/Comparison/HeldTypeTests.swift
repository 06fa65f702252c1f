import Testing

@testable import StoreValues

@Suite struct HeldTypeTests {
  @Test func `only a value whose part has no declared type holds the type of the part`() {
    let (untyped, typed): ((any Sendable)?, Int?) = (1, 1)
    let values: [Any] = [untyped as Any, Untyped(value: 1), typed as Any, (1, 2, 3, 4)]
    #expect(values.map { mayHoldType(of: 1, in: $0) } == [true, true, false, false])
  }
}
