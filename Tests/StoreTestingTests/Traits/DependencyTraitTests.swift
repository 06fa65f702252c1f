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

  @Test func `a suite's trait applies to its tests and their stores`() async {
    #expect(word == "suite")
    let store = TestStore(initialState: "") { DependencyReader() }
    await store.send(()) { $0 = "suite" }
    await store.finish()
  }

  @Test(.dependency(\.word, "test"))
  func `a test's own trait takes precedence over its suite's`() { #expect(word == "test") }

  @Test(.dependencies { $0.word += " and more" })
  func `several dependencies are changed in a closure`() { #expect(word == "suite and more") }

  @Test(.dependency(\.word, "test"))
  func `the store's own dependencies take precedence over both`() async {
    let store = TestStore(initialState: "") {
      DependencyReader()
    } withDependencies: {
      $0.word = "store"
    }
    await store.send(()) { $0 = "store" }
    await store.finish()
  }

  @Suite struct Inner {
    @Test func `a nested suite inherits the trait of its parent`() { #expect(DependencyValues.current.word == "suite") }
  }
}
