import StoreDependencies
import Testing

/// A value that uses a dependency.
private struct Request: Hashable {
  let page: Int

  @Dependency(\.number) var number
}

@Suite struct DependencyHashableTests {
  @Test func `the dependencies of a value don't affect its equality and hash`() {
    let first = withDependencies {
      $0.number = 1
    } operation: {
      Request(page: 1)
    }
    let second = withDependencies {
      $0.number = 2
    } operation: {
      Request(page: 1)
    }
    #expect((first.number, second.number) == (1, 2))
    #expect(first == second)
    #expect(first.hashValue == second.hashValue)
    #expect(first != Request(page: 2))
  }
}
