import StoreDependencies
import StoreTesting
import TestSupport
import Testing

/// A dependency that is provided in tests only.
private enum WordKey: TestDependencyKey {
  static var testValue: String { "word" }
}

@Suite struct RuntimeIssueBridgeTests {
  // Here
  @Test func `a live context without a live value fails at the declaration of the dependency`() async {
    let failures = await recordingFailures {
      withDependencies {
        $0.context = .live
      } operation: {
        @Dependency(WordKey.self) var word  // Fails: unimplementedDependency
        #expect(word == "word")
      }
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.details.contains("Reached by the test at RuntimeIssueBridgeTests.swift:\(markedLine()).")
        == true
    )
  }

  // Fails: unimplementedDependency
  @Test func `a failure of a built-in dependency is reported at the user's declaration`() async {
    let failures = await recordingFailures {
      @Dependency(\.uuid) var uuid  // Here
      _ = uuid()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.text.hasSuffix("Declared at RuntimeIssueBridgeTests.swift:\(markedLine()).") == true)
    #expect(failures.first?.text.contains("UUIDGeneratorKey") == false)
  }

  @Test func `a dependency without a value fails the step of a test store that reached it`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: "") {
        Machine<String, Int, Int, Never> { _, state in
          @Dependency(WordKey.self) var word
          state = word
          return .none
        }
      } withDependencies: {
        $0.context = .live
      }
      await store.send(1) { $0 = "word" }  // Fails: unimplementedDependency
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }
}
