import StoreDependencies
import StoreTesting
import Testing

/// A dependency that is provided in tests only.
private enum WordKey: TestDependencyKey {
  static var testValue: String { "word" }
}

@Suite struct DependencyIssueBridgeTests {
  @Test("a live context without a live value is a failure where the dependency was declared, not where the test begins")
  func missingLiveValue() async {
    let failures = await recordingFailures {
      withDependencies {
        $0.context = .live
      } operation: {
        @Dependency(WordKey.self) var word
        #expect(word == "word")
      }
    }
    #expect(failures.marks == [FailureLocation(.unimplementedDependency, #line - 4)])
    #expect(failures.first?.details.contains("Reached by the test at DependencyIssueBridgeTests.swift:11.") == true)
  }

  @Test("where a dependency of this package is declared is where the user has written it")
  func ownDependency() async {
    let failures = await recordingFailures {
      @Dependency(\.uuid) var uuid
      _ = uuid()
    }
    #expect(failures.marks == [FailureLocation(.unimplementedDependency, #line - 6)])
    #expect(failures.first?.text.hasSuffix("Declared at DependencyIssueBridgeTests.swift:\(#line - 4).") == true)
    #expect(failures.first?.text.contains("UUIDGeneratorKey") == false)
  }

  @Test("in a test store it is a failure of the step that reached it")
  func inAStore() async {
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
      await store.send(1) { $0 = "word" }
      await store.finish()
    }
    #expect(failures.marks == [FailureLocation(.unimplementedDependency, #line - 3)])
  }
}
