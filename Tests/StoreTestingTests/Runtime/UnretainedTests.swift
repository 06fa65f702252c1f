import Testing

@testable import StoreRuntime

@Suite struct UnretainedTests {
  private final class Object: Sendable {}

  @Test func `a reference that isn't retained tells whether the object has one other`() {
    let object = Object()
    let reference = Unretained(object)
    #expect(reference.isUnique)
    let others = [object]
    #expect(!reference.isUnique)
    withExtendedLifetime((object, others)) {}
  }

  @Test func `references to one object are equal`() {
    let (first, second) = (Object(), Object())
    #expect(Unretained(first) == Unretained(first))
    #expect(Unretained(first) != Unretained(second))
    withExtendedLifetime((first, second)) {}
  }
}
