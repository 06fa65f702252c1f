import Testing

@testable import StoreTesting
@testable import StoreValues

@Suite struct EqualityTests {
  /// A value of as many bytes as make one word, and three more.
  private struct Odd {
    var word: UInt64 = 0x0102_0304_0506_0708

    /// The bytes behind it.
    var rest: (UInt8, UInt8, UInt8) = (9, 10, 11)
  }

  @Test func `values with the same bytes are identical`() {
    #expect(areIdentical(Odd(), Odd()))
    #expect(areIdentical((), ()))
  }

  @Test(arguments: 0..<11)
  func `a comparison of bytes includes every byte`(_ place: Int) {
    var other = Odd()
    withUnsafeMutableBytes(of: &other) { $0[place] ^= 0x80 }
    #expect(!areIdentical(Odd(), other))
  }

  @Test func `values of one type are provably equal, though they were made separately`() {
    /// Makes a value that refers to memory of its own.
    func rows(_ id: Int) -> [Row] { [Row(id: id, title: "A title that is too long to lie in the row itself: \(id)")] }
    #expect(areProvablyEqual(rows(1), rows(1)))
    #expect(!areProvablyEqual(rows(1), rows(2)))
    #expect(!areProvablyEqual(rows(1), 1))
  }
}
