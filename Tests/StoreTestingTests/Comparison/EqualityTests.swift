import Testing

@testable import StoreTesting

@Suite struct EqualityTests {
  /// A value of as many bytes as make one word, and three more.
  private struct Odd {
    var word: UInt64 = 0x0102_0304_0506_0708

    /// The bytes behind it.
    var rest: (UInt8, UInt8, UInt8) = (9, 10, 11)
  }

  @Test("values with the same bytes are identical")
  func same() {
    #expect(areIdentical(Odd(), Odd()))
    #expect(areIdentical((), ()))
  }

  @Test("a comparison of bytes includes every byte", arguments: 0..<11)
  func eachByte(_ place: Int) {
    var other = Odd()
    withUnsafeMutableBytes(of: &other) { $0[place] ^= 0x80 }
    #expect(!areIdentical(Odd(), other))
  }
}
