import Testing

@testable import StoreTesting
@testable import StoreValues

@Suite struct ReflectedValueTests {
  @Test(arguments: [(10_000, 10_000), (10_001, 0)])
  func `the elements of a list have places unless they are too many`(count: Int, places: Int) {
    #expect(ReflectedValue(of: Array(repeating: 0, count: count)).places.count == places)
    #expect(ReflectedValue(of: Lined(count: count)).places.count == places)
  }
}
