import StoreTesting
import Testing

extension DependencyValues {
  fileprivate var word: String {
    get { self[WordKey.self] }
    set { self[WordKey.self] = newValue }
  }
}

/// The key of a text.
private enum WordKey: TestDependencyKey {
  static let testValue = "default"
}

/// A feature that stores the dependency.
private struct DependencyReader: Reducer {
  @Dependency(\.word) var word

  func reduce(message: Message<Void, Never>, into state: inout String) -> Effect<Never, Never> {
    state = word
    return .none
  }
}

@Suite(.dependency(\.word, "suite")) struct DependencyTraitTests {
  @Dependency(\.word) var word

  @Test("a suite's trait applies to its tests and their stores")
  func suite() async {
    #expect(word == "suite")
    let store = TestStore(initialState: "") { DependencyReader() }
    await store.send(()) { $0 = "suite" }
    await store.finish()
  }

  @Test("a test's own trait takes precedence over its suite's", .dependency(\.word, "test"))
  func test() { #expect(word == "test") }

  @Test("several dependencies are changed in a closure", .dependencies { $0.word += " and more" })
  func several() { #expect(word == "suite and more") }

  @Test("the store's own dependencies take precedence over both", .dependency(\.word, "test"))
  func store() async {
    let store = TestStore(initialState: "") {
      DependencyReader()
    } withDependencies: {
      $0.word = "store"
    }
    await store.send(()) { $0 = "store" }
    await store.finish()
  }

  @Suite struct Inner {
    @Test("a nested suite inherits the trait of its parent")
    func inherited() { #expect(DependencyValues.current.word == "suite") }
  }
}
